import { format } from "prettier";
import type { History } from "./histories.ts";
import { gitLinesOf } from "./gitLines.ts";
import { namedIn } from "./enclosing.ts";
import { numbered, rangesIn, REWORKED, type Edit, type Line, type MakeEdit, type Random } from "./reworked.ts";
import type { Citation, Step } from "./scores.ts";
import { lettersIn, Text, type Range } from "./text.ts";
import { Release, truthOf, type Truth } from "./truth.ts";

/**
 * Edits that are made to mislead, by name. Each returns `undefined` if a file has nothing that it can be applied to.
 */
const EDITS: Readonly<Record<string, MakeEdit>> = {
  "similar functions swapped": (lines, path, random) =>
    withTwin(lines, path, random, (own, twin, mark) => [...mark(twin), ...mark(own)]),
  "a copy with one token changed before": (lines, path, random) =>
    withCopy(lines, path, random, (own, copy) => [...copy, ...own]),
  "a copy with one token changed after": (lines, path, random) =>
    withCopy(lines, path, random, (own, copy) => [...own, ...copy]),
  "twin deleted": (lines, path, random) => withTwin(lines, path, random, (_own, twin, mark) => mark(twin)),
  "all functions reordered": reordered,
  "list entry replaced": (lines, path, random) =>
    inList(lines, random, (entries, at) => entries.with(at, { text: anotherEntry(entries[at]?.text ?? "") })),
  "list entry deleted": (lines, path, random) => inList(lines, random, (entries, at) => entries.toSpliced(at, 1)),
  "list shuffled": (lines, path, random) => inList(lines, random, (entries) => entries.toReversed()),
  "indented anew": (lines, _path, random) =>
    all(lines, random, (text) => text.replace(/^[ \t]+/, (blanks) => blanks + blanks)),
  "lines ended with CRLF": (lines, _path, random) => all(lines, random, (text) => text.replace(/\r?$/, "\r")),
  "a licence header added": (lines, _path, random) => {
    const edit = all(lines, random, (text) => text);
    return {
      ...edit,
      after: [
        ...Array.from({ length: 20 }, (_, line) => ({ text: `// Licence, line ${line}, of no warranty.` })),
        ...edit.after,
      ],
    };
  },
  "file split": (lines, _path, random) => {
    const edit = all(lines, random, (text) => text);
    const half = edit.after.length >> 1;
    return { ...edit, after: edit.after.slice(0, half), elsewhere: edit.after.slice(half) };
  },
  ...REWORKED,
};

/** The rows for edits, including those that other programs make to a file. */
export const EDIT_NAMES: readonly string[] = [...Object.keys(EDITS), "formatted by prettier", "minified"];

/** Files of the newest version, edited in each way; by the name of the edit. */
export async function editedSteps(
  history: History,
  perEdit: number,
  random: () => number,
): Promise<readonly (readonly [string, Step])[]> {
  const below = (limit: number) => Math.floor(random() * limit);
  const files = [...(history.versions.at(-1)?.files ?? [])].filter(
    ([, text]) => text.split("\n").length > 40 && text.split("\n").length < 2_000,
  );
  const steps: (readonly [string, Step])[] = [];
  for (const [name, edit] of Object.entries(EDITS))
    for (let count = 0, tries = 0; count < perEdit && tries < 5 * perEdit && files.length > 0; tries++) {
      const [path, text] = files[below(files.length)] ?? ["", ""];
      const made = edit(text.split(/\r?\n/), path, below);
      if (!made) continue;
      count++;
      steps.push([name, stepOf(name, path, made)]);
    }
  const code = files.filter(([path]) => /\.(?:[cm]?[jt]s|css|scss|json)$/.test(path));
  for (let count = 0; count < perEdit && code.length > 0; count++) {
    const [path, text] = code[below(code.length)] ?? ["", ""];
    steps.push(...(await reformatted(path, text, below)));
  }
  return steps;
}

function stepOf(name: string, path: string, { before, after, cited, elsewhere, kind }: Edit): Step {
  const other = path.replace(/(\.\w+)$/, ".part$1");
  const join = (lines: readonly Line[]) => lines.map(({ text }) => text).join("\n");
  const from = new Release(new Map([[path, before.join("\n")]]));
  const to = new Release(new Map([[path, join(after)], ...(elsewhere ? ([[other, join(elsewhere)]] as const) : [])]));
  const places = [[path, after], ...(elsewhere ? ([[other, elsewhere]] as const) : [])] as const;
  const citations = cited.flatMap((range): readonly Citation[] => {
    const truth = placeOf(range, places);
    return truth && before.slice(range.startLine, range.endLine + 1).some((line) => line.trim() !== "")
      ? [{ path, ...range, truth: { ...truth, ...(kind && { kind }) } }]
      : [];
  });
  return {
    name,
    from,
    to,
    citations,
    byGit: gitLinesOf(path, join(before.map((text) => ({ text }))), join(after)),
    renamed: new Map(),
    changed: places.map(([file]) => file),
  };
}

/** The place to which all of the lines moved together, or that none is left; otherwise there is no truth. */
function placeOf(
  { startLine, endLine }: Range,
  places: readonly (readonly [string, readonly Line[]])[],
): Truth | undefined {
  let isLeft = false;
  for (const [path, lines] of places) {
    const at = lines.findIndex(({ from }) => from === startLine);
    const isWhole =
      at >= 0 &&
      lines.slice(at, at + endLine - startLine + 1).every(({ from }, index) => from === startLine + index) &&
      at + endLine - startLine < lines.length;
    if (isWhole)
      return {
        kind: at === startLine ? "unmoved" : "moved",
        place: { path, startLine: at, endLine: at + endLine - startLine },
      };
    isLeft ||= lines.some(({ from }) => from !== undefined && from >= startLine && from <= endLine);
  }
  return isLeft ? undefined : { kind: "gone", place: undefined };
}

function all(lines: readonly string[], random: Random, edit: (text: string) => string): Edit {
  const after = lines.map((text, from) => ({ text: edit(text), from }));
  return { before: lines, after, cited: rangesIn({ startLine: 0, endLine: lines.length - 1 }, random) };
}

/** A function in the lines, and its text with another name and one more token changed. */
function functionIn(
  lines: readonly string[],
  path: string,
  random: Random,
): { readonly own: Range; readonly twin: readonly string[] } | undefined {
  const functions = namedIn(new Text(lines.join("\n")), path).filter(
    ({ startLine, endLine, name }) =>
      endLine - startLine >= 4 &&
      endLine - startLine < 60 &&
      /^\w{3,}$/.test(name) &&
      (lines[startLine] ?? "").includes("("),
  );
  const own = functions[random(functions.length)];
  if (!own) return undefined;
  const body = lines
    .slice(own.startLine, own.endLine + 1)
    .map((line) => line.replaceAll(new RegExp(`\\b${own.name}\\b`, "g"), `${own.name}Again`));
  const at = 1 + body.slice(1).findIndex((line) => /\w{4,}/.test(line));
  const twin = body.with(
    at,
    (body[at] ?? "").replace(/\w{4,}/, (word) => `${word}2`),
  );
  return { own, twin };
}

function withTwin(
  lines: readonly string[],
  path: string,
  random: Random,
  edit: (
    own: readonly Line[],
    twin: readonly Line[],
    mark: (lines: readonly Line[]) => readonly Line[],
  ) => readonly Line[],
): Edit | undefined {
  const found = functionIn(lines, path, random);
  if (!found) return undefined;
  const { own, twin } = found;
  const length = own.endLine - own.startLine + 1;
  const before = [...lines.slice(0, own.endLine + 1), ...twin, ...lines.slice(own.endLine + 1)];
  const all = numbered(before);
  const after = [
    ...all.slice(0, own.startLine),
    ...edit(
      all.slice(own.startLine, own.endLine + 1),
      all.slice(own.endLine + 1, own.endLine + 1 + length),
      (same) => same,
    ),
    ...all.slice(own.endLine + 1 + length),
  ];
  return { before, after, cited: rangesIn(own, random) };
}

function withCopy(
  lines: readonly string[],
  path: string,
  random: Random,
  edit: (own: readonly Line[], copy: readonly Line[]) => readonly Line[],
): Edit | undefined {
  const found = functionIn(lines, path, random);
  if (!found) return undefined;
  const { own, twin } = found;
  const all = numbered(lines);
  const copy = twin.map((text) => ({ text }));
  const after = [
    ...all.slice(0, own.startLine),
    ...edit(all.slice(own.startLine, own.endLine + 1), copy),
    ...all.slice(own.endLine + 1),
  ];
  return { before: lines, after, cited: rangesIn(own, random) };
}

function reordered(lines: readonly string[], path: string, random: Random): Edit | undefined {
  const functions = namedIn(new Text(lines.join("\n")), path).filter(
    ({ startLine, endLine }) => endLine > startLine && /^\S/.test(lines[startLine] ?? ""),
  );
  const apart = functions.filter(({ startLine }, at) => at === 0 || startLine > (functions[at - 1]?.endLine ?? 0));
  if (apart.length < 3) return undefined;
  const all = numbered(lines);
  const first = apart[0]?.startLine ?? 0;
  const pieces = apart.map(({ startLine }, at) => all.slice(startLine, apart[at + 1]?.startLine ?? all.length));
  const after = [...all.slice(0, first), ...pieces.toReversed().flat()];
  const cited = apart[random(apart.length)];
  return cited && { before: lines, after, cited: rangesIn(cited, random) };
}

/** Edits a list: at least five lines that end with a comma and have the same indent, each of them unique. */
function inList(
  lines: readonly string[],
  random: Random,
  edit: (entries: readonly Line[], at: number) => readonly Line[],
): Edit | undefined {
  const isEntry = (line = "") =>
    /^\s*\S.*,\s*$/.test(line) && lettersIn([line]) >= 3 && lines.filter((other) => other === line).length === 1;
  const indent = (line = "") => /^\s*/.exec(line)?.[0];
  const lists: Range[] = [];
  for (let start = 0; start < lines.length; start++) {
    let end = start;
    while (isEntry(lines[end]) && indent(lines[end]) === indent(lines[start])) end++;
    if (end - start >= 5) lists.push({ startLine: start, endLine: end - 1 });
    if (end > start) start = end - 1;
  }
  const list = lists[random(lists.length)];
  if (!list) return undefined;
  const all = numbered(lines);
  const at = random(list.endLine - list.startLine + 1);
  const after = [
    ...all.slice(0, list.startLine),
    ...edit(all.slice(list.startLine, list.endLine + 1), at),
    ...all.slice(list.endLine + 1),
  ];
  const near = [at - 1, at, at + 1]
    .map((entry) => list.startLine + entry)
    .filter((line) => line >= list.startLine && line <= list.endLine);
  return { before: lines, after, cited: near.map((line) => ({ startLine: line, endLine: line })) };
}

/** The same form with other words: letters are moved within each. */
function anotherEntry(text: string): string {
  return text.replaceAll(/[\p{L}\p{N}]{2,}/gu, (word) => `${word.slice(1)}${word.slice(0, 1)}q`);
}

/** Files rewritten by other programs: the truth is found as for releases; of a minified file nothing is certain. */
async function reformatted(path: string, text: string, random: Random): Promise<readonly (readonly [string, Step])[]> {
  const from = new Release(new Map([[path, text]]));
  const ranges = rangesIn({ startLine: 0, endLine: from.text(path).lines.length - 1 }, random, 8);
  const pretty = await format(text, {
    filepath: path,
    tabWidth: 3,
    printWidth: 70,
    singleQuote: true,
    semi: false,
  }).catch(() => undefined);
  const minified = text.replaceAll(/\s*\n\s*/g, " ");
  const step = (
    name: string,
    after: string,
    truth: (to: Release, range: Range) => Truth | undefined,
  ): readonly [string, Step] => {
    const to = new Release(new Map([[path, after]]));
    const citations = ranges.flatMap((range): readonly Citation[] => {
      const found = truth(to, range);
      return found ? [{ path, ...range, truth: found }] : [];
    });
    return [name, { name, from, to, citations, byGit: gitLinesOf(path, text, after), renamed: new Map(), changed: [] }];
  };
  return [
    ...(pretty === undefined
      ? []
      : [step("formatted by prettier", pretty, (to, range) => truthOf(from, to, path, range))]),
    step("minified", minified, () => ({ kind: "gone", place: undefined })),
  ];
}
