/** The lines of a text as an editor counts them: they end with CR and LF, with LF, or with CR alone. */
export function linesOf(text: string): string[] {
  return text.includes("\r") ? text.split(/\r\n|\r|\n/) : text.split("\n");
}
