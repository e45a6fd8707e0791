import type { MentionState } from "../../protocol/answer.ts";

/** A mention that is being written. */
export interface BegunMention {
  /** Where its `@` stands. */
  readonly at: number;
  /** What of its name is there. */
  readonly words: string;
}

/** The mention that ends at the cursor: from an `@` at the start of a word, or in quotation marks, which may hold blanks. */
export function begunMention(text: string, cursor: number): BegunMention | undefined {
  const line = text.slice(text.lastIndexOf("\n", cursor - 1) + 1, cursor);
  const [, written, quoted, plain = ""] = /(?:^|[\s(])(@(?:"([^"]{0,255})|((?!@)[^\s"]{0,255})))$/.exec(line) ?? [];
  if (written === undefined) return undefined;
  return { at: cursor - written.length, words: (quoted ?? plain).replace(/^\.\//, "") };
}

/**
 * The text with the mention in place of the one that was begun, set off by blanks, and where the cursor goes
 * afterwards. Its repository is written only if the text does not have it.
 */
export function withMention(
  text: string,
  { at }: BegunMention,
  cursor: number,
  { text: mention, within }: MentionState,
): { readonly text: string; readonly cursor: number } {
  const before = text.slice(0, at);
  const after = text.slice(cursor);
  const isWithin = within === undefined || placesOf(`${before} ${after}`, within).length > 0;
  const start = `${before}${before.endsWith("(") ? " " : ""}${isWithin ? "" : `${within} `}${mention}`;
  // Between words the text stays as it is; before a context, and at the end, there is room to continue writing.
  const end = /^(?:\s(?!\()|[).,?!])/.test(after) ? after : ` ${after}`;
  return { text: start + end, cursor: start.length + (/^[).,?!]/.test(end) ? 0 : 1) };
}

/** Those mentions that the text has, in its order. */
export function mentionsIn(text: string, known: readonly MentionState[]): readonly MentionState[] {
  let rest = text;
  const found: { readonly at: number; readonly mention: MentionState }[] = [];
  // One may be the beginning of another.
  for (const mention of known.toSorted((a, b) => b.text.length - a.text.length))
    for (const [index, at] of placesOf(rest, mention.text).entries()) {
      if (index === 0) found.push({ at, mention });
      rest = rest.slice(0, at) + " ".repeat(mention.text.length) + rest.slice(at + mention.text.length);
    }
  return found.sort((a, b) => a.at - b.at).map(({ mention }) => mention);
}

/** The text without this mention, and without its repository if none of the `others` needs it. */
export function withoutMention(text: string, mention: MentionState, others: readonly MentionState[]): string {
  let rest = text;
  for (let [at] = placesOf(rest, mention.text); at !== undefined; [at] = placesOf(rest, mention.text)) {
    let before = rest.slice(0, at);
    let after = rest.slice(at + mention.text.length);
    const { within } = mention;
    const isAlone = others.every((other) => other.within !== within && other.text !== within);
    if (within !== undefined && isAlone && before.endsWith(`${within} `)) before = before.slice(0, -within.length - 1);
    if (after.startsWith(" ")) after = after.slice(1);
    else if (before.endsWith(" ")) before = before.slice(0, -1);
    rest = before + after;
  }
  return rest;
}

/** Where the text has this mention, not as a part of another one. */
function placesOf(text: string, mention: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(mention); at >= 0; at = text.indexOf(mention, at + mention.length)) {
    const isStart = /(?:^|[\s(])$/.test(text.slice(Math.max(0, at - 1), at));
    if (isStart && /^(?:$|[).,?!:;]*(?:\s|$))/.test(text.slice(at + mention.length))) places.push(at);
  }
  return places;
}
