import { isAbort, ServiceError } from "../../core/model/errors.ts";
import type { AskOptions, CodeSearchService, InsteadOf } from "../../core/model/service.ts";
import type { HttpClient } from "../http/http.ts";

/** One of the two conversation interfaces: the part of the port that both of them offer. */
export type ConversationInterface = Pick<
  CodeSearchService,
  | "createConversation"
  | "getConversation"
  | "listConversations"
  | "addQuestion"
  | "cancelConversation"
  | "deleteConversation"
>;

export type InterfaceName = "new" | "legacy";

/** What the local service announces: it writes answers with models that it is lent, and shows them while they grow. */
export const WRITTEN_ANSWERS = "written-answers";
/** Likewise: to a tool that asks, it shows no ignored file. */
const TOOL_QUESTIONS = "tool-questions";

/** Likewise: what is in the code bases in which a person works comes first. */
const WORKING_IN = "working-in";

/** Likewise: with an answer, it tells what to see first of each passage. */
export const PASSAGE_LINES = "passage-lines";

/** A question's options as far as the service has announced that it knows them. */
export function announcedOptions<Options extends Asking>(
  http: Pick<HttpClient, "announces">,
  options: Options,
): Options {
  return {
    ...options,
    ...(!http.announces(WRITTEN_ANSWERS) && { model: undefined, insteadOf: undefined }),
    ...(!http.announces(TOOL_QUESTIONS) && { isTool: undefined }),
    ...(!http.announces(WORKING_IN) && { workingIn: undefined }),
  };
}

type Asking = AskOptions & { readonly insteadOf?: InsteadOf | undefined };

/** What only the local service is told about who asks, and with what it may write the answer. */
export function askingHeaders({
  model,
  isTool = false,
}: Pick<AskOptions, "model" | "isTool">): Readonly<Record<string, string>> {
  return { ...(model !== undefined && { "x-plumbline-model": model }), ...(isTool && { "x-plumbline-tool": "true" }) };
}

/**
 * Reads what became of a question that the service has accepted. Whatever fails now, it must not look as if the
 * question was not asked.
 */
export async function afterAsking<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isAbort(error) || !(error instanceof ServiceError)) throw error;
    throw new ServiceError("unknownOutcome", error.reason ?? error.message, { cause: error });
  }
}
