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

/** A question of which nobody knows whether the service has it. */
export interface UnaskedQuestion {
  readonly accountId: string;
  readonly text: string;
  /** When it was first sent, in milliseconds since the epoch. */
  readonly sentAt: number;
}

/** What the webview keeps of it for a restart. */
export function printUnasked({ accountId, text, sentAt }: UnaskedQuestion): string {
  return JSON.stringify([accountId, sentAt, text]);
}

/** Reads what {@link printUnasked} printed out of whatever state a panel comes back with. */
export function parseUnasked(state: unknown): UnaskedQuestion | undefined {
  if (typeof state !== "object" || state === null || !("unasked" in state) || typeof state.unasked !== "string")
    return undefined;
  const [accountId, sentAt, text] = parseList(state.unasked);
  return typeof accountId === "string" && typeof sentAt === "number" && typeof text === "string" && text !== ""
    ? { accountId, sentAt, text }
    : undefined;
}

function parseList(json: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list : [];
  } catch {
    return []; // it is none of ours
  }
}

/** A title that fits a tab. */
export function tabTitle(title: string): string {
  const line = title.replace(/\s+/g, " ").trim();
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
