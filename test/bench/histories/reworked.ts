import { namedIn } from "./enclosing.ts";
import { lettersIn, Text, type Range } from "./text.ts";
import type { Truth } from "./truth.ts";

/** A line of an edited file, and which line of the original file it is. */
export interface Line {
  readonly text: string;
  readonly from?: number;
}

/**
 * What an edit makes of a file, and where its lines are then, known from how it was made. `cited` are the lines in
 * question; `kind` is what has become of them if that is not just another place.
 */
export interface Edit {
  readonly before: readonly string[];
  readonly after: readonly Line[];
  readonly cited: readonly Range[];
  readonly elsewhere?: readonly Line[];
  readonly kind?: Truth["kind"];
}

export type Random = (below: number) => number;

export type MakeEdit = (lines: readonly string[], path: string, random: Random) => Edit | undefined;

/** How much text, in letters, tells a line from others. */
const TELLING = 24;
/** As many words as are not all read. */
const MANY_WORDS = 600;

/** Edits that people make to code and documents they have, by name: what was cited is there, but not as it was. */
export const REWORKED: Readonly<Record<string, MakeEdit>> = {
  "a condition removed": withoutCondition,
  "a condition added": withCondition,
  "an old version kept as a copy": withOldVersion,
  "a version released": withRelease,
  "a name changed throughout": (lines, _path, random) =>
    renamed(lines, random, /(?<![\p{L}\p{N}_$"'])[\p{L}_$][\p{L}\p{N}_$]{2,}/gu),
  "the keys of all records changed": (lines, _path, random) =>
    renamed(lines, random, /(?<=^\s*["']?)[\p{L}_$][\p{L}\p{N}_$]{2,}(?=["']?\s*:)/gu),
  "blank lines around what was edited": withBlankEnds,
  "long lines alike at first": withLongLines,
};

export function numbered(lines: readonly string[]): readonly Line[] {
  return lines.map((text, from) => ({ text, from }));
}

/** Ranges of up to twelve lines within the given one. */
export function rangesIn({ startLine, endLine }: Range, random: Random, count = 4): readonly Range[] {
  return Array.from({ length: count }, () => {
    const start = startLine + random(endLine - startLine + 1);
    return { startLine: start, endLine: Math.min(endLine, start + random(12)) };
  });
}

function blanksOf(line = ""): string {
  return /^\s*/.exec(line)?.[0] ?? "";
}

/** What was inside has the indentation of what is around it now. */
function withoutCondition(lines: readonly string[], _path: string, random: Random): Edit | undefined {
  const blocks = lines.flatMap((head, at): readonly { readonly head: number; readonly end: number }[] => {
    if (!/^\s*if\b.*[{:]\s*$/.test(head)) return [];
    const outer = blanksOf(head);
    let end = at + 1;
    while (end < lines.length && (lines[end]?.trim() === "" || blanksOf(lines[end]).length > outer.length)) end++;
    const isClosed = head.trim().endsWith(":") ? !/^\s*el/.test(lines[end] ?? "") : lines[end] === `${outer}}`;
    return isClosed && end - at >= 3 ? [{ head: at, end }] : [];
  });
  const block = blocks[random(blocks.length)];
  if (!block) return undefined;
  const { head, end } = block;
  const unit = blanksOf(lines[head + 1]).length - blanksOf(lines[head]).length;
  const isBraced = lines[head]?.trim().endsWith("{") ?? false;
  const after = numbered(lines).flatMap((line, at): readonly Line[] => {
    if (at === head || (isBraced && at === end)) return [];
    return at > head && at < end
      ? [{ ...line, text: line.text.slice(Math.min(unit, blanksOf(line.text).length)) }]
      : [line];
  });
  return { before: lines, after, cited: rangesIn({ startLine: head + 1, endLine: end - 1 }, random) };
}

/** Everything inside of a function is indented by one more level. */
function withCondition(lines: readonly string[], path: string, random: Random): Edit | undefined {
  const own = blockIn(lines, path, random);
  const outer = blanksOf(lines[own?.startLine ?? 0]);
  const inner = blanksOf(lines[(own?.startLine ?? 0) + 1]);
  if (!own || inner.length <= outer.length) return undefined;
  const isBraced = /^\s*\}/.test(lines[own.endLine] ?? "");
  const unit = inner.slice(outer.length);
  const first = own.startLine + 1;
  const last = isBraced ? own.endLine - 1 : own.endLine;
  const all = numbered(lines);
  const after = [
    ...all.slice(0, first),
    { text: `${inner}${isBraced ? "if (isWanted()) {" : "if is_wanted():"}` },
    ...all
      .slice(first, last + 1)
      .map(({ text, from = 0 }) => ({ text: text.trim() === "" ? text : unit + text, from })),
    ...(isBraced ? [{ text: `${inner}}` }] : []),
    ...all.slice(last + 1),
  ];
  return { before: lines, after, cited: rangesIn({ startLine: first, endLine: last }, random) };
}

/** The old text has another name, and under the old name there is a reworked one, above or below. */
function withOldVersion(lines: readonly string[], path: string, random: Random): Edit | undefined {
  const own = blockIn(lines, path, random);
  if (!own) return undefined;
  const all = numbered(lines);
  const old = all
    .slice(own.startLine, own.endLine + 1)
    .map(({ text, from = 0 }) => ({ text: text.replaceAll(own.name, `${own.name}Before`), from }));
  const isReworked = (at: number) => at > own.startLine && at < own.endLine && (at - own.startLine) % 2 === 1;
  const reworked = old.map(({ from }) => ({
    text: isReworked(from)
      ? (lines[from] ?? "").replaceAll(/[\p{L}]{6,}/gu, (word) => `${word}Anew`)
      : (lines[from] ?? ""),
  }));
  const after = [
    ...all.slice(0, own.startLine),
    ...(random(2) === 0 ? [...old, ...reworked] : [...reworked, ...old]),
    ...all.slice(own.endLine + 1),
  ];
  const text = new Text(lines.join("\n"));
  const cited = rangesIn({ startLine: own.startLine + 1, endLine: own.endLine - 1 }, random).filter(
    ({ startLine, endLine }) => {
      const block = lines.slice(startLine, endLine + 1);
      const isChanged = reworked.some(
        (line, at) =>
          line.text !== lines[own.startLine + at] && own.startLine + at >= startLine && own.startLine + at <= endLine,
      );
      return (
        isChanged &&
        lettersIn(block) >= TELLING &&
        text.trimmedPlacesOf(block).length === 1 &&
        !block.join("\n").includes(own.name)
      );
    },
  );
  return { before: lines, after, cited, kind: "ambiguous" };
}

/** As in Keep a Changelog: what was unreleased has a version now, and the heading is above other entries. */
function withRelease(lines: readonly string[], path: string, random: Random): Edit | undefined {
  if (!path.endsWith(".md")) return undefined;
  const first = lines.findIndex((line) => line.startsWith("## "));
  const next = lines.findIndex((line, at) => at > first && line.startsWith("## "));
  if (first < 0 || next < first + 4) return undefined;
  const all = numbered(lines);
  const section = all.slice(first + 1, next);
  const entries = section.filter(({ text }) => /^\s*[-*|] ?\S.*\p{L}/u.test(text) && lettersIn([text]) >= TELLING / 2);
  if (entries.length === 0) return undefined;
  const others = section.map(({ text }) => ({
    text: /^#|^\s*$|^\|[-| ]*$/.test(text)
      ? text
      : text.replaceAll(/\p{L}{3,}/gu, (word) => `${word.slice(2)}${word.slice(0, 2)}`),
  }));
  const after = [...all.slice(0, first + 1), ...others, { text: "## 99.1.0" }, ...all.slice(first + 1)];
  const cited = entries
    .slice(0, 12)
    .flatMap(({ from: at = 0 }) => [
      { startLine: Math.max(first + 1, at - random(4)), endLine: Math.min(next - 1, at + random(4)) },
    ]);
  return { before: lines, after, cited };
}

/** The same word replaced in all lines that have it: each of them is where it was. */
function renamed(lines: readonly string[], random: Random, pattern: RegExp): Edit | undefined {
  const counts = new Map<string, number>();
  for (const line of lines) for (const [word] of line.matchAll(pattern)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts]
    .filter(([word, count]) => count >= 3 && count < 40 && !KEYWORD.test(word))
    .map(([word]) => word);
  const word = words[random(words.length)];
  if (word === undefined) return undefined;
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_$])${word.replaceAll("$", "\\$")}(?![\\p{L}\\p{N}_$])`, "gu");
  const after = lines.map((text, from) => ({ text: text.replaceAll(whole, "renamedThing"), from }));
  const changed = after.flatMap(({ text, from }) => (text === lines[from] ? [] : [from]));
  const cited = Array.from({ length: 4 }, () => {
    const startLine = changed[random(changed.length)] ?? 0;
    return { startLine, endLine: Math.min(lines.length - 1, startLine + random(3)) };
  });
  return { before: lines, after, cited, kind: "edited, half kept" };
}

const KEYWORD =
  /^(?:const|let|var|function|return|for|while|switch|case|break|class|this|self|new|def|end|import|from|export|default|static|public|private|protected|void|int|string|bool|true|false|null|none|undefined|typeof|async|await|throw|try|catch|finally|else|elif|pass|not|and|the)$/i;

/** A function that was edited inside, below two new lines, cited with the blank line above or below it. */
function withBlankEnds(lines: readonly string[], path: string, random: Random): Edit | undefined {
  const own = blockIn(lines, path, random);
  if (!own) return undefined;
  const isBlank = (at: number) => lines[at]?.trim() === "";
  const cited = [
    ...(isBlank(own.startLine - 1) ? [{ startLine: own.startLine - 1, endLine: own.endLine }] : []),
    ...(isBlank(own.endLine + 1) ? [{ startLine: own.startLine, endLine: own.endLine + 1 }] : []),
  ];
  const at = lines.findIndex((line, place) => place > own.startLine + 1 && line.trim() !== "");
  const after = numbered(lines).map((line) => (line.from === at ? { ...line, text: `${line.text} again()` } : line));
  return { before: lines, after: [{ text: "// One" }, { text: "// Two" }, ...after], cited };
}

/** Two lines with the same beginning change places, and get one more word each. */
function withLongLines(lines: readonly string[], _path: string, random: Random): Edit | undefined {
  const places = lines.flatMap((line, at) => (lettersIn([line]) >= TELLING && line.length < 200 ? [at] : []));
  const one = places[random(places.length)];
  const other = places.find((at) => at > (one ?? 0) + 2);
  if (one === undefined || other === undefined) return undefined;
  const prefix = Array.from({ length: MANY_WORDS }, (_, at) => `word${at}`).join(" ");
  const before = lines.map((line, at) => (at === one || at === other ? `${prefix} ${line}` : line));
  if (lines[one] === lines[other]) return undefined;
  const longer = (at: number) => ({ text: `${before[at] ?? ""} more`, from: at });
  const after = numbered(before).map((line, at) => (at === one ? longer(other) : at === other ? longer(one) : line));
  const cited = [one, other].map((line) => ({ startLine: line, endLine: line }));
  return { before, after, cited, kind: "edited, half kept" };
}

/** Something with a name, of some lines. */
function blockIn(
  lines: readonly string[],
  path: string,
  random: Random,
): (Range & { readonly name: string }) | undefined {
  const blocks = namedIn(new Text(lines.join("\n")), path).filter(
    ({ startLine, endLine, name }) => endLine - startLine >= 4 && endLine - startLine < 60 && /^\w{3,}$/.test(name),
  );
  return blocks[random(blocks.length)];
}
