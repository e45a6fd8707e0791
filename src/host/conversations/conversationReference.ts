import { withoutBidiControls } from "../../core/text/bidi.ts";

/** A conversation of an account: what panels and commands are given. */
export interface ConversationReference {
  readonly accountId: string;
  readonly name: string;
  readonly title: string;
}

/** A title that fits a tab, and turns no direction there. */
export function tabTitle(title: string): string {
  const line = withoutBidiControls(title).replace(/\s+/g, " ").trim();
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

/** Whether a value that was stored is one: an older version may have stored something else. */
export function isReference(value: unknown): value is ConversationReference {
  if (typeof value !== "object" || value === null) return false;
  const { accountId, name, title } = value as Readonly<Record<string, unknown>>;
  return [accountId, name, title].every((text) => typeof text === "string");
}
