import { conversationId } from "../../core/model/conversation.ts";
import { withoutBidiControls } from "../../core/text/bidi.ts";

/** A conversation of an account, as it is passed to panels and commands. */
export interface ConversationReference {
  readonly accountId: string;
  readonly name: string;
  readonly title: string;
}

/** What identifies a conversation, whatever its title. */
export type ConversationPlace = Pick<ConversationReference, "accountId" | "name">;

/** Whether both are the same conversation: a service may name it in more than one way. */
export function isSameConversation(a: ConversationPlace, b: ConversationPlace): boolean {
  return a.accountId === b.accountId && conversationId(a.name) === conversationId(b.name);
}

/** A title where code can't be drawn as such: without the backticks around it, and without bidi controls. */
export function plainTitle(title: string): string {
  return withoutBidiControls(title).replaceAll(/`([^`]+)`/g, "$1");
}

/** A plain title that fits a tab. */
export function tabTitle(title: string): string {
  const line = plainTitle(title).replace(/\s+/g, " ").trim();
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

/** Whether a stored value is a reference: an older version may have stored something else. */
export function isReference(value: unknown): value is ConversationReference {
  if (typeof value !== "object" || value === null) return false;
  const { accountId, name, title } = value as Readonly<Record<string, unknown>>;
  return [accountId, name, title].every((text) => typeof text === "string");
}
