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
  for (const line of text.slice(from).split("\n")) {
    if (fence === undefined && isAfterBlank && beginsBlock(line)) found.push(at);
    const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    isAfterBlank = line.trim() === "";
    at += line.length + 1;
  }
  return found;
}

/** Whether a line behind a blank one, given from its beginning on, can be no part of what is above. A bullet has a blank behind it. */
export function beginsBlock(line: string): boolean {
  return /^(?:[^\s\-*+>\d|]|\*\S)/.test(line);
}
