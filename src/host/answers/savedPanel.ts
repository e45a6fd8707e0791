import { conversationId } from "../../core/model/conversation.ts";
import type { PendingQuestion } from "../../core/conversations/pendingQuestions.ts";
import type { InsteadOf } from "../../core/model/service.ts";
import type { ConversationPlace } from "../conversations/conversationReference.ts";

/** What the webview keeps for a restart: `accountId/name`. */
export function printSavedName({ accountId, name }: ConversationPlace): string {
  return `${accountId}/${name}`;
}

/** Reads what {@link printSavedName} printed from whatever state a panel comes back with. */
export function parseSavedName(state: unknown): ConversationPlace | undefined {
  if (typeof state !== "object" || state === null || !("name" in state) || typeof state.name !== "string")
    return undefined;
  const slash = state.name.indexOf("/");
  const name = state.name.slice(slash + 1);
  return slash > 0 && conversationId(name) !== "" ? { accountId: state.name.slice(0, slash), name } : undefined;
}

/** What was typed in a panel and not sent, from whatever state it comes back with. */
export function parseDraft(state: unknown): string {
  const isThere = typeof state === "object" && state !== null && "draft" in state && typeof state.draft === "string";
  return isThere ? (state.draft as string) : "";
}

/** Questions of an account that the service may not have. */
export interface UnaskedQuestions {
  readonly accountId: string;
  readonly questions: readonly PendingQuestion[];
}

/** Prints them for the webview to keep for a restart. */
export function printUnasked({ accountId, questions }: UnaskedQuestions): string {
  const printed = questions.map(({ text, startedAt, position, sentAt, failure, insteadOf }) => {
    // A question on its way counts as sent: after the restart it is looked for.
    const sent = failure === undefined ? (sentAt ?? startedAt) : sentAt;
    return [text, startedAt, position, sent, ...(insteadOf ? [insteadOf] : [])];
  });
  return JSON.stringify([accountId, ...printed]);
}

/** Reads what {@link printUnasked} printed from whatever state a panel comes back with. */
export function parseUnasked(state: unknown): UnaskedQuestions | undefined {
  if (typeof state !== "object" || state === null || !("unasked" in state) || typeof state.unasked !== "string")
    return undefined;
  const [accountId, ...printed] = parseList(state.unasked);
  const questions = printed.flatMap((each): readonly PendingQuestion[] => {
    const [text, startedAt, position, sentAt, insteadOf] = Array.isArray(each) ? (each as readonly unknown[]) : [];
    if (typeof text !== "string" || text === "" || typeof startedAt !== "number" || typeof position !== "number")
      return [];
    const sent = typeof sentAt === "number" ? { sentAt } : { isForgotten: true };
    return [{ text, startedAt, position, ...(isInsteadOf(insteadOf) && { insteadOf }), ...sent }];
  });
  return typeof accountId === "string" && questions.length > 0 ? { accountId, questions } : undefined;
}

function isInsteadOf(value: unknown): value is InsteadOf {
  if (typeof value !== "object" || value === null) return false;
  const { position, goesOn } = value as Readonly<Record<string, unknown>>;
  return typeof position === "number" && typeof goesOn === "boolean";
}

/** The account of a question that was being written, if none was asked yet. */
export function parseComposing(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("unasked" in state) || typeof state.unasked !== "string")
    return undefined;
  const [accountId, ...printed] = parseList(state.unasked);
  return typeof accountId === "string" && printed.length === 0 ? accountId : undefined;
}

function parseList(json: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list : [];
  } catch {
    return []; // it is not one of ours
  }
}
