import { parseMarkdown } from "../../../core/markdown/markdown.ts";
import { partsOfMarkdown, type Span } from "../../../core/markdown/markdownParts.ts";
import { findMarks } from "./marks.ts";

/** The replacement for a span of a text. */
export interface Edit extends Span {
  readonly text: string;
}

/** Addresses of the links in a text, as the client reads them. */
export function linksIn(text: string): readonly string[] {
  const links: string[] = [];
  parseMarkdown(
    text,
    (url) => {
      links.push(url);
      return undefined;
    },
    () => 0,
  );
  return links;
}

/** A text with its links replaced by their labels; `undefined` if that can't be achieved. */
export function withoutLinks(piece: string, count: number): string | undefined {
  let markdown = piece;
  for (let attempt = 0; attempt < 6; attempt++) {
    const { links } = partsOfMarkdown(markdown);
    if (links.length === 0) return markdown;
    const text = markdown;
    markdown = apply(
      text,
      links.map(({ start, end, kind, label }) => {
        const words = label ? text.slice(label.start, label.end) : "";
        const whole = text.slice(start, end);
        switch (kind) {
          case "definition":
            return { start, end, text: "" };
          case "autolink":
            return { start, end, text: codeSpan(whole.replaceAll(/^<|>$/g, "")) };
          case "footnote":
            return { start, end, text: whole.replace("[^", "[") };
          case "reference": {
            const to = /\]\[([^\]]+)\]$/.exec(whole)?.[1];
            return { start, end, text: to === undefined ? asMark(words, count) : `${words} ${asMark(to, count)}` };
          }
          default:
            return { start, end, text: asMark(words, count) };
        }
      }),
    );
  }
  return undefined;
}

/** `3` as `[3]`; words that are no mark stay as they are. */
function asMark(words: string, count: number): string {
  return findMarks(`[${words}]`, count).length > 0 ? `[${words}]` : words;
}

/** A text without its end if that may still become a mark, which is not shown yet. */
export function withoutOpenMark(text: string): string {
  return text.replace(/\s*[[【(][^\]】)\n]{0,60}$/, "");
}

/** Removes control characters except tabs and line breaks, and replaces half characters, which break some readers. */
export function readable(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\n\t]/gu, "");
}

/** A span with the space in front of it, if any. */
export function withBlankBefore({ start, end }: Span, markdown: string): Span {
  return { start: markdown[start - 1] === " " ? start - 1 : start, end };
}

/** A text as a block of code, whatever it contains. */
export function asCode(text: string): string {
  return fence(text.split("\n"), "", "");
}

/** Lines as a block of code, each after `indent`. */
export function fence(lines: readonly string[], language: string, indent: string): string {
  const ticks = "`".repeat(Math.max(2, longestTicks(lines.join("\n"))) + 1);
  return [`${ticks}${language}`, ...lines.map((line) => (line === "" ? "" : indent + line)), indent + ticks].join("\n");
}

/** A text as inline code, which is also valid in a cell of a table. */
export function codeSpan(text: string): string {
  const ticks = "`".repeat(longestTicks(text) + 1);
  const blank = /^`|`$/.test(text) ? " " : "";
  return `${ticks}${blank}${text.replaceAll("|", "¦")}${blank}${ticks}`;
}

function longestTicks(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);
}

/** Makes all edits, in the order of their positions; those at the same position stay in the given order. */
export function apply(text: string, edits: readonly Edit[]): string {
  let edited = "";
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < at) continue; // within what another one replaces
    edited += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return edited + text.slice(at);
}
