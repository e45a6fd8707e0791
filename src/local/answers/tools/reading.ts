import { heldBackText } from "../../code/files/heldBack.ts";
import type { LookedUp, LookUp } from "../writing/lookUp.ts";
import type { FolderReader } from "./folderReader.ts";

const LINES_AT_ONCE = 160;
const ENTRIES_SHOWN = 150;

/** Lines of a file. */
export async function read(
  reader: FolderReader,
  { path, first = 1, last }: Extract<LookUp, { tool: "read" }>,
): Promise<LookedUp> {
  const files = await reader.filesAt(path);
  const [found, ...others] = files;
  if (!found) {
    const rules = reader.codeBase.repositories.map((repository) => reader.codeBase.heldBackBy(repository, path));
    const rule = rules.find((each) => each !== undefined);
    if (rule !== undefined) return { passages: [], text: heldBackText(path, rule) };
    const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    const stem = name.replace(/\.\w+$/, "");
    const all = await reader.files();
    const alike = all.filter((file) => stem !== "" && file.path.toLowerCase().includes(stem)).slice(0, 8);
    return {
      passages: [],
      text: `0 files at ${path}, of ${all.length}.${alike.length > 0 ? ` Alike: ${alike.map((file) => file.path).join(", ")}.` : ""}${await reader.heldBack()}`,
    };
  }
  const file = await reader.read(found);
  if (!file) return { passages: [], text: `${found.path} is no text, or too large.` };
  const count = file.lines.length;
  if (first > count) return { passages: [], text: `${found.path} has ${count} lines.` };
  const wanted = Math.min(count, last ?? count);
  const end = Math.min(wanted, first + LINES_AT_ONCE - 1);
  const text = [
    ...(end < wanted || last === undefined ? [`${found.path} has ${count} lines.`] : []),
    ...(end < wanted ? [`Go on with first=${end + 1}.`] : []),
    ...(others.length > 0
      ? [
          `Also: ${others
            .slice(0, 5)
            .map((other) => `${other.repository.name}/${other.path}`)
            .join(", ")}.`,
        ]
      : []),
  ].join(" ");
  return { passages: end < first ? [] : [await reader.passage(file, [first - 1, end - 1])], text };
}

/** Files and folders below a path. */
export async function list(reader: FolderReader, { path = "" }: Extract<LookUp, { tool: "list" }>): Promise<LookedUp> {
  const files = await reader.files();
  const several = reader.codeBase.repositories.length > 1;
  const prefix = path === "" || path === "." ? "" : `${path.replace(/\/$/, "")}/`;
  const entries = new Map<string, number>();
  for (const { repository, path: file } of files) {
    const whole = several ? `${repository.name}/${file}` : file;
    const below = whole.startsWith(prefix)
      ? whole.slice(prefix.length)
      : file.startsWith(prefix)
        ? file.slice(prefix.length)
        : undefined;
    if (below === undefined) continue;
    const slash = below.indexOf("/");
    const entry = slash < 0 ? below : below.slice(0, slash + 1);
    entries.set(entry, (entries.get(entry) ?? 0) + 1);
  }
  if (entries.size === 0)
    return { passages: [], text: `0 of ${files.length} files are below ${path}.${await reader.heldBack()}` };
  const shown = [...entries].slice(0, ENTRIES_SHOWN);
  const more = entries.size - shown.length;
  return {
    passages: [],
    text: [
      ...shown.map(([entry, count]) => (entry.endsWith("/") ? `${prefix}${entry} (${count} files)` : prefix + entry)),
      ...(more > 0 ? [`… and ${more} more: list a folder in it.`] : []),
      (await reader.heldBack()).trim(),
    ]
      .filter(Boolean)
      .join("\n"),
  };
}
