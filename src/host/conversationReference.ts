import { conversationId } from "../core/conversation.ts";

/** A conversation of an account: what panels and commands are given. */
export interface ConversationReference {
  readonly accountId: string;
  readonly name: string;
  readonly title: string;
}

/** What the webview keeps for a restart: `accountId/name`. */
export function printSavedName({ accountId, name }: Pick<ConversationReference, "accountId" | "name">): string {
  return `${accountId}/${name}`;
}

/** Reads what {@link printSavedName} printed out of whatever state a panel comes back with. */
export function parseSavedName(state: unknown): Pick<ConversationReference, "accountId" | "name"> | undefined {
  if (typeof state !== "object" || state === null || !("name" in state) || typeof state.name !== "string")
    return undefined;
  const slash = state.name.indexOf("/");
  const name = state.name.slice(slash + 1);
  return slash > 0 && conversationId(name) !== "" ? { accountId: state.name.slice(0, slash), name } : undefined;
}

/** A title that fits a tab. */
export function tabTitle(title: string): string {
  const line = title.replace(/\s+/g, " ").trim();
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
