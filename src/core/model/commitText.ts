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
  const { isDiff, body } = unfenced(content);
  return { isDiff, lines: [...linesOf(body)] };
}

/** What is inside the fence, without splitting it. `body` is `undefined` where that has no lines at all. */
export function unfenced(content: string): { readonly isDiff: boolean; readonly body: string | undefined } {
  const headEnd = content.indexOf("\n");
  const [, tag] = /^`{3,}((?!`)\S*)\s*$/.exec(headEnd < 0 ? content : content.slice(0, headEnd)) ?? [];
  if (tag === undefined) return { isDiff: false, body: content };
  const last = content.lastIndexOf("\n");
  const end = /^`{3,}\s*$/.test(content.slice(last + 1)) ? last : content.length;
  const isReturn = end === last && content[end - 1] === "\r"; // it belongs to the line break
  const body = end <= headEnd ? undefined : content.slice(headEnd + 1, isReturn ? end - 1 : end);
  return { isDiff: tag === "diff", body };
}

/** The lines of a text, one at a time, which may end in a carriage return and a line feed. */
export function* linesOf(text: string | undefined): Generator<string, void> {
  if (text === undefined) return;
  let from = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
    yield text.slice(from, end > from && text[end - 1] === "\r" ? end - 1 : end);
    from = end + 1;
  }
  yield text.slice(from);
}

/** The place of each line of a diff; `undefined` for lines that name files and hunks. */
export function diffPlaces(lines: readonly string[]): readonly (DiffPlace | undefined)[] {
  const places = Array.from<DiffPlace | undefined>({ length: lines.length });
  const steps = tellPlaces(lines, (index, file, side, line) => {
    places[index] = { ...file, side, line };
  });
  while (!steps.next().done);
  return places;
}

/**
 * Tells the place of each line of a diff, but those of lines that name files and hunks; a file is the same object for
 * all of its lines. The short form has a line `OLD NEW` per file (`/dev/null` if there is none, blanks escaped with a
 * backslash), then its hunks. Others may have their turn after so many lines.
 */
function* tellPlaces(
  lines: Iterable<string>,
  tell: (index: number, file: ChangedFile, side: DiffPlace["side"], line: number) => void,
): Generator<undefined, void> {
  let file: ChangedFile = {};
  const next = { old: 0, new: 0 };
  const left = { old: 0, new: 0 };
  let index = -1;
  for (const line of lines) {
    index += 1;
    if (index % LINES_A_STEP === LINES_A_STEP - 1) yield;
    const sign = line[0] ?? " ";
    if (sign === "\\") continue;
    if ((left.old > 0 && sign !== "+") || (left.new > 0 && sign !== "-")) {
      const side = sign === "-" ? "old" : "new";
      tell(index, file, side, next[side]);
      if (sign !== "+") {
        next.old++;
        left.old--;
      }
      if (sign !== "-") {
        next.new++;
        left.new--;
      }
      continue;
    }
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk) {
      const [oldStart = 1, oldCount = 1, newStart = 1, newCount = 1] = hunk
        .slice(1)
        .map((n: string | undefined) => (n === undefined ? undefined : Number(n)));
      Object.assign(next, { old: Math.max(0, oldStart - 1), new: Math.max(0, newStart - 1) });
      Object.assign(left, { old: oldCount, new: newCount });
    } else if (line !== "") file = line.length > PATHS_AT_MOST ? {} : parsePaths(line);
  }
}

const LINES_A_STEP = 10_000;
/** No system has paths as long as a longer line. */
const PATHS_AT_MOST = 32 * 1024;

/** A diff as it is shown. */
export interface ShownDiff {
  /** What it is about, each once. */
  readonly files: readonly ChangedFile[];
  readonly places: ReadonlyMap<number, DiffPlace>;
}

/** Reads the files of a diff, and the places of some of its lines, in steps of a few milliseconds. */
export function* readDiff(
  lines: Iterable<string>,
  isWanted: (index: number) => boolean,
): Generator<undefined, ShownDiff> {
  const files = new Map<string, ChangedFile>();
  const places = new Map<number, DiffPlace>();
  let last: ChangedFile | undefined;
  yield* tellPlaces(lines, (index, file, side, line) => {
    if (file !== last) files.set(`${file.oldPath ?? ""}\0${file.newPath ?? ""}`, file);
    last = file;
    if (isWanted(index)) places.set(index, { ...file, side, line });
  });
  return { files: [...files.values()], places };
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
