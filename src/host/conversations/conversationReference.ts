/** A conversation of an account: what panels and commands are given. */
export interface ConversationReference {
  readonly accountId: string;
  readonly name: string;
  readonly title: string;
}

/** A title that fits a tab. */
export function tabTitle(title: string): string {
  const line = title.replace(/\s+/g, " ").trim();
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
