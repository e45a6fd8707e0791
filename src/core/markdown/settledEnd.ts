/**
 * Where the last block of a growing text begins that may still change, from `from` on, where a block begins: all before it
 * stays as it is, whatever is added.
 */
export function settledEnd(text: string, from: number): number {
  return blockStarts(text, from).at(-1) ?? from;
}

/**
 * Where blocks begin behind `from`, where one begins, as far as one look tells: each part between two of them is the same
 * read by itself, but for definitions that it refers to. Blocks end at a blank line that is in no code, and what comes
 * behind it is no further part of a list, a quote or a table.
 */
export function blockStarts(text: string, from: number): readonly number[] {
  const found: number[] = [];
  let fence: string | undefined;
  let at = from;
  let isAfterBlank = false;
  let mayGoOn = false;
  for (const line of text.slice(from).split("\n")) {
    if (fence === undefined) {
      if (isAfterBlank && beginsBlock(line, mayGoOn)) {
        found.push(at);
        mayGoOn = false;
      }
      mayGoOn ||= GOES_ON.test(line);
    }
    const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    isAfterBlank = line.trim() === "";
    at += line.length + 1;
  }
  return found;
}

/** Whether a part of {@link blockStarts}, or what is said of it now, ends where `next` comes behind it. */
export function endsBlock(part: string, next: string): boolean {
  return beginsBlock(next, GOES_ON_ANYWHERE.test(part));
}

/** Bullets and numbers. Behind code that is indented, the parser takes some numbers for words. */
const GOES_ON = /^(?: {4}|\t|[^\S\n]*(?:[-*+]|\d{1,9}[.)])(?:\s|$))/;
const GOES_ON_ANYWHERE = new RegExp(GOES_ON.source, "m");

/**
 * Whether a line behind a blank one, given from its beginning on, can be no part of what is above. Only a list goes on
 * behind a blank line without an indentation, and its bullets have a blank behind them.
 */
function beginsBlock(line: string, mayGoOn: boolean): boolean {
  return mayGoOn ? /^(?:[^\s\-*+>\d|]|\*\S)/.test(line) : /^\S/.test(line);
}
