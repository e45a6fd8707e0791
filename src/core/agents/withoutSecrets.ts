import { diffPlaces } from "../model/commitText.ts";
import { ServiceError } from "../model/errors.ts";
import { secretRule } from "./secretNames.ts";
import { IS_HELD_BACK, type FoundItem, type ToolService } from "./toolService.ts";

/**
 * The same service without what is in files whose names say that they have keys or passwords. For services that know
 * nothing of agents; the local one knows better.
 */
export function withoutSecrets(service: ToolService): ToolService {
  return {
    ...service,
    async search(query, options) {
      const found = await service.search(query, options);
      const items = found.items.flatMap(givenOf);
      const fewer = (of: (item: FoundItem) => number) => sumOf(found.items, of) - sumOf(items, of);
      const lines = fewer((item) => item.lines.length);
      return {
        ...found,
        items,
        counts: { items: found.counts.items - fewer(() => 1), lines: found.counts.lines - lines },
        matchCount: Math.max(0, found.matchCount - fewer(rangesOf)),
      };
    },
    async readFile(file, options) {
      const rule = secretRule(file.path);
      if (rule !== undefined) throw new ServiceError("forbidden", `${file.path} ${IS_HELD_BACK} (never: ${rule}).`);
      return service.readFile(file, options);
    },
  };
}

/** What is left of a result: of a diff, the lines of other files. */
function givenOf(item: FoundItem): readonly FoundItem[] {
  if (secretRule(item.path) !== undefined) return [];
  if (item.type !== "diff") return [item];
  const places = diffPlaces(item.lines.map(({ text }) => text));
  let isGiven = true;
  const lines = item.lines.filter((_, at) => {
    // The lines that name a file and a hunk are followed by those of the file.
    const place = places[at] ?? places.slice(at).find((each) => each !== undefined);
    if (place) isGiven = [place.oldPath, place.newPath].every((path) => secretRule(path ?? "") === undefined);
    return isGiven;
  });
  return lines.length === 0 ? [] : [{ ...item, lines }];
}

function sumOf(items: readonly FoundItem[], of: (item: FoundItem) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

function rangesOf({ lines }: FoundItem): number {
  return Math.max(
    1,
    lines.reduce((sum, { ranges }) => sum + ranges.length, 0),
  );
}
