/** Far more than any document of a service, a model or an agent has. */
const LEVELS_AT_MOST = 512;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Thrown instead of parsing. */
export class NestedTooDeeply extends SyntaxError {
  override readonly name = "NestedTooDeeply";
}

/**
 * The value of a whole JSON document that somebody else wrote. Throws a `SyntaxError` if it is none; if it is
 * nested more than 512 levels deep, {@link NestedTooDeeply} before it is parsed: that takes many times as long for each
 * byte, and a few kilobytes that were compressed can hold millions of levels.
 */
export function parseJson(text: string): unknown {
  if (isNestedDeeper(text, LEVELS_AT_MOST)) throw new NestedTooDeeply("JSON nested too deeply");
  return JSON.parse(text);
}

/** Whether lists and objects are open inside each other at more than so many levels, up to where it is no JSON. */
function isNestedDeeper(text: string, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      if (at < 0) return false;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

/** The place of the quotation mark that ends the string that begins at `from`; -1 if it has no end. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return -1;
}
