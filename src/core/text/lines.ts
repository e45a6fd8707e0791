/**
 * The lines of a text as services, git and ripgrep count them: they end with LF, or with CR and LF. The editor also
 * begins one after a CR alone: `inEditor` says which line is which.
 */
export function linesOf(text: string): string[] {
  return text.includes("\r\n") ? text.split(/\r?\n/) : text.split("\n");
}
