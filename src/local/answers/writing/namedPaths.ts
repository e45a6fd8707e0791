import type { Run } from "../../../core/markdown/markdownParts.ts";
import type { Evidence, ServedPassage, ServedRange } from "./evidence.ts";

/** A path in what a model wrote, and the lines of the file that it names. */
export interface NamedPath {
  /** In the Markdown, with the signs around it that the link replaces; UTF-16 units, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** As it was written. */
  readonly text: string;
  readonly range: ServedRange;
}

/**
 * The paths in code format, brackets or quotes that name exactly one file of which lines were served. With lines behind
 * it, a path names these, if they were served; otherwise all that first were.
 */
export function pathsIn({ pieces }: Run, { passages }: Evidence): readonly NamedPath[] {
  return pieces.flatMap((piece): readonly NamedPath[] => {
    if (piece.kind === "code") {
      const range = rangeOf(piece.text, passages);
      return range ? [{ start: piece.start, end: piece.end, text: piece.text, range }] : [];
    }
    return [...piece.text.matchAll(MARKED)].flatMap(({ 0: whole, 1: square, 2: other = "", index }) => {
      const text = square ?? other;
      const range = rangeOf(text, passages);
      if (!range) return [];
      const start = piece.start + index; // brackets become those of the link
      return [{ start, end: start + whole.length, text, range }];
    });
  });
}

const WRITTEN = String.raw`\/?[\w.@+-]+(?:\/[\w.@+-]+)*\.\w{1,10}(?:(?::|#L)\d[\dL:–-]*)?`;
const MARKED = new RegExp(String.raw`\[(${WRITTEN})\](?![([:])|(?<=["'“‘«„(])(${WRITTEN})(?=["'”’»“)])`, "g");
const LENGTH_AT_MOST = 500;
/** A path, and perhaps its lines: `:2`, `:2:5` with a column, `:2-4`, `#L2-L4`. */
const PATH = /^(?:\.?\/)?([^\n]+?)(?:(?::|#L)(\d{1,7})(?:(?:-L?|–)(\d{1,7})|:\d{1,7})?)?$/;

function rangeOf(written: string, passages: readonly ServedPassage[]): ServedRange | undefined {
  const [, path, first, last = first] = (written.length > LENGTH_AT_MOST ? undefined : PATH.exec(written)) ?? [];
  if (path === undefined) return undefined;
  const named = passages.filter((passage) => `/${passage.repository}/${passage.path}`.endsWith(`/${path}`));
  const [some] = named;
  if (!some || named.some((other) => other.repository !== some.repository || other.path !== some.path))
    return undefined;
  if (first === undefined)
    return { passage: some, startLine: some.startLine, endLine: some.startLine + some.lines.length - 1 };
  const [startLine, endLine] = [Number(first) - 1, Number(last) - 1];
  const passage = named.find((each) => each.startLine <= startLine && endLine < each.startLine + each.lines.length);
  return passage && startLine <= endLine ? { passage, startLine, endLine } : undefined;
}
