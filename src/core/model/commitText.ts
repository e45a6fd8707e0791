/** What a commit does to one file. A path is absent on the side where there is no file. */
export interface ChangedFile {
  readonly oldPath?: string;
  readonly newPath?: string;
}

/** Where a line of a diff is: zero-based, in the file before (`old`, for a removed line) or after. */
export interface DiffPlace extends ChangedFile {
  readonly side: "old" | "new";
  readonly line: number;
}

/** The text of a commit found by a search, without its fence. */
export interface CommitText {
  /** A diff in the service's short form; otherwise the commit's message. */
  readonly isDiff: boolean;
  readonly lines: readonly string[];
}

/** Removes the fence. Text without a fence is a message. */
export function parseCommitText(content: string): CommitText {
  const lines = content.split(/\r?\n/);
  const [, tag] = /^`{3,}((?!`)\S*)\s*$/.exec(lines[0] ?? "") ?? [];
  if (tag === undefined) return { isDiff: false, lines };
  const end = /^`{3,}\s*$/.test(lines.at(-1) ?? "") ? -1 : undefined;
  return { isDiff: tag === "diff", lines: lines.slice(1, end) };
}

/**
 * The place of each line of a diff; `undefined` for lines that name files and hunks. The short form has a line
 * `OLD NEW` per file (`/dev/null` if there is none, blanks escaped with a backslash), then its hunks.
 */
export function diffPlaces(lines: readonly string[]): readonly (DiffPlace | undefined)[] {
  let file: ChangedFile = {};
  const next = { old: 0, new: 0 };
  const left = { old: 0, new: 0 };
  return lines.map((line) => {
    const sign = line[0] ?? " ";
    if (sign === "\\") return undefined;
    if ((left.old > 0 && sign !== "+") || (left.new > 0 && sign !== "-")) {
      const side = sign === "-" ? "old" : "new";
      const place: DiffPlace = { ...file, side, line: next[side] };
      if (sign !== "+") [next.old, left.old] = [next.old + 1, left.old - 1];
      if (sign !== "-") [next.new, left.new] = [next.new + 1, left.new - 1];
      return place;
    }
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk) {
      const [oldStart = 1, oldCount = 1, newStart = 1, newCount = 1] = hunk
        .slice(1)
        .map((n: string | undefined) => (n === undefined ? undefined : Number(n)));
      Object.assign(next, { old: Math.max(0, oldStart - 1), new: Math.max(0, newStart - 1) });
      Object.assign(left, { old: oldCount, new: newCount });
    } else if (line !== "") file = parsePaths(line);
    return undefined;
  });
}

/** The files that a diff is about, each once. */
export function changedFiles(places: readonly (DiffPlace | undefined)[]): readonly ChangedFile[] {
  const files = new Map<string, ChangedFile>();
  for (const place of places) {
    if (!place) continue;
    const { oldPath, newPath } = place;
    files.set(JSON.stringify([oldPath, newPath]), {
      ...(oldPath !== undefined && { oldPath }),
      ...(newPath !== undefined && { newPath }),
    });
  }
  return [...files.values()];
}

function parsePaths(line: string): ChangedFile {
  const [oldPath, newPath] = splitPaths(line);
  return {
    ...(oldPath !== NO_FILE && { oldPath }),
    ...(newPath !== NO_FILE && { newPath }),
  };
}

/** Older services don't escape blanks: then the blank counts that has the same path, or none, on one side of it. */
function splitPaths(line: string): [string, string] {
  const [, first, second] = /^((?:[^\\ ]|\\.)+) ((?:[^\\ ]|\\.)+)$/.exec(line) ?? [];
  if (first !== undefined && second !== undefined) return [withoutEscapes(first), withoutEscapes(second)];
  if (line.startsWith(`${NO_FILE} `)) return [NO_FILE, line.slice(NO_FILE.length + 1)];
  if (line.endsWith(` ${NO_FILE}`)) return [line.slice(0, -NO_FILE.length - 1), NO_FILE];
  const middle = (line.length - 1) / 2;
  return [line.slice(0, Math.ceil(middle)), line.slice(Math.ceil(middle) + 1)];
}

function withoutEscapes(path: string): string {
  return path.replace(/\\(.)/g, "$1");
}

const NO_FILE = "/dev/null";
