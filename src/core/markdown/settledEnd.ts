/**
 * Where the last block of a growing text begins, the one that may still change; `from` is where some block begins.
 * Everything before it stays the same, whatever is added.
 */
export function settledEnd(text: string, from: number): number {
  return blockStarts(text, from).at(-1) ?? from;
}

/**
 * Where blocks begin after `from`, itself the beginning of a block, as far as a single look can tell: each part between
 * two of them reads the same by itself, except for definitions that it refers to. Blocks end at a blank line outside
 * code, if what follows no longer belongs to a list, a quote or a table.
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

/** Whether a part found by {@link blockStarts}, or the text that now stands for it, ends if `next` follows it. */
export function endsBlock(part: string, next: string): boolean {
  return beginsBlock(next, GOES_ON_ANYWHERE.test(part));
}

/** Bullets and numbers. After indented code, the parser takes some numbers for words. */
const GOES_ON = /^(?: {4}|\t|[^\S\n]*(?:[-*+]|\d{1,9}[.)])(?:\s|$))/;
const GOES_ON_ANYWHERE = new RegExp(GOES_ON.source, "m");

/**
 * Whether a line after a blank one, given from its beginning, can't belong to what is above. Only a list continues
 * after a blank line without an indentation, and its bullets are followed by a blank.
 */
function beginsBlock(line: string, mayGoOn: boolean): boolean {
  return mayGoOn ? /^(?:[^\s\-*+>\d|]|\*\S)/.test(line) : /^\S/.test(line);
}
