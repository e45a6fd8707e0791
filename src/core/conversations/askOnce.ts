import { setTimeout as sleep } from "node:timers/promises";
import type { Conversation } from "../model/conversation.ts";
import { ServiceError } from "../model/errors.ts";
import type { AskOptions, CallOptions, CodeSearchService, InsteadOf } from "../model/service.ts";
import { reason } from "../model/reasons.ts";

/** A question that is to be asked once. */
export interface Asking {
  /** See {@link InsteadOf}; only in an existing conversation. */
  readonly insteadOf?: InsteadOf | undefined;
  readonly question: string;
  /** The conversation in which to ask, as it was before; without it, a new one is created. */
  readonly conversation?: { readonly name: string; readonly questions: { readonly length: number } } | undefined;
  /** When it was sent before with an unknown outcome (milliseconds since the epoch). Then it is looked for first. */
  readonly sentAt?: number | undefined;
  /** Whether a conversation is known to belong to another question with the same words. */
  readonly isTaken?: (name: string) => boolean;
  /** Whether asking costs nothing: then a question that turns out to be missing at the service is asked again. */
  readonly isFree?: boolean;
}

type Looked = Pick<CodeSearchService, "getConversation" | "listConversations">;
type Asked = Looked & Pick<CodeSearchService, "createConversation" | "addQuestion">;

/** How far the service's clock may differ from ours. */
const CLOCKS_APART_MS = 300_000;
/** How many of the newest conversations to look at: one that was just created is among them. */
const LOOKED_AT = 10;
/** When to look for a question whose answer got lost: the service may still be busy with it. */
const LOOK_AFTER_MS: readonly number[] = [500, 2500, 6000];
/** A service takes no longer than this to accept a question. */
const BUSY_MS = 60_000;
/** A question that costs nothing is asked at most this often. */
const TRIES = 3;

/**
 * Asks a question and returns the conversation with it. A question costs something, unless it is marked as free, so it
 * is sent at most once. If its outcome is unknown, it is looked for at the service. Throws `unknownOutcome` if it can't
 * be found, or can't be looked for; the error says which. To ask again after that, pass `sentAt`. `looks` are the waits
 * before each look, for tests.
 */
export async function askOnce(
  service: Asked,
  asking: Asking,
  options: AskOptions = {},
  looks: readonly number[] = LOOK_AFTER_MS,
): Promise<Conversation> {
  const { question, conversation, sentAt } = asking;
  const earlier = sentAt === undefined ? undefined : await find(service, asking, sentAt, options);
  if (earlier) return earlier;
  for (let tries = 1; ; tries++) {
    const now = Date.now();
    try {
      return conversation
        ? await service.addQuestion(conversation.name, question, {
            ...options,
            after: conversation.questions.length,
            insteadOf: asking.insteadOf,
          })
        : await service.createConversation(question, options);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== "unknownOutcome") throw error;
      try {
        return await findLater(service, asking, now, error, { ...options, looks });
      } catch (unfound) {
        const isThere = !(unfound instanceof ServiceError) || unfound.looks !== "foundNothing";
        if (isThere || !asking.isFree || tries === TRIES) throw unfound;
      }
    }
  }
}

/**
 * Looks for a question that was sent, like {@link askOnce}: at once, and again while the service may be busy with it.
 * Returns the conversation with it; never asks it. Throws `unknownOutcome` if it can't be found, or can't be looked
 * for.
 */
export async function lookFor(
  service: Looked,
  asking: Asking,
  options: CallOptions = {},
  looks: readonly number[] = LOOK_AFTER_MS,
): Promise<Conversation> {
  const { sentAt = Date.now() } = asking;
  const later = Date.now() - sentAt < BUSY_MS ? looks : [];
  const unknown = new ServiceError("unknownOutcome", reason("windowClosed"));
  return findLater(service, asking, sentAt, unknown, { ...options, looks: [0, ...later] });
}

/** Looks after each of these waits. Throws `unknown` if nothing was found, with whether it could look at all. */
async function findLater(
  service: Looked,
  asking: Asking,
  sentAt: number,
  unknown: ServiceError,
  { looks, ...options }: CallOptions & { readonly looks: readonly number[] },
): Promise<Conversation> {
  let came: ServiceError["looks"];
  for (const delayMs of looks) {
    await sleep(delayMs, undefined, options);
    const found = await find(service, asking, sentAt, options).catch((failure: unknown) => {
      if (failure instanceof ServiceError) return failure;
      throw failure;
    });
    if (found && !(found instanceof ServiceError)) return found;
    if (came !== "foundNothing") came = found ?? "foundNothing";
    if (came === "foundNothing" && asking.isFree) break; // nothing is lost by asking again too soon
  }
  throw new ServiceError(unknown.code, unknown.reason ?? unknown.message, { cause: unknown, looks: came });
}

async function find(
  service: Looked,
  { question, conversation, isTaken }: Asking,
  sentAt: number,
  options: CallOptions,
): Promise<Conversation | undefined> {
  if (conversation) {
    const now = await service.getConversation(conversation.name, options);
    const added = now.questions.slice(conversation.questions.length);
    return added.some(({ text }) => isSameQuestion(text, question)) ? now : undefined;
  }
  const page = await service.listConversations({ ...options, sort: "-createdAt", pageSize: LOOKED_AT });
  for (const { name, createdAt = sentAt } of page.conversations.slice(0, LOOKED_AT)) {
    if (createdAt < sentAt - CLOCKS_APART_MS || isTaken?.(name)) continue;
    const candidate = await service.getConversation(name, options);
    const [first] = candidate.questions;
    if (first && isSameQuestion(first.text, question)) return candidate;
  }
  return undefined;
}

/** Whether two questions are the same, ignoring white space. */
export function isSameQuestion(a: string, b: string): boolean {
  return withoutBlanks(a) === withoutBlanks(b);
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
