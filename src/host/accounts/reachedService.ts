import { setTimeout as sleep } from "node:timers/promises";
import type { Conversation } from "../../core/model/conversation.ts";
import { ServiceError } from "../../core/model/errors.ts";
import type { CodeSearchService } from "../../core/model/service.ts";

/** A service at its current address. */
export interface Place {
  readonly service: CodeSearchService;
  /** Resolves when it is gone from there; absent for a service that never moves. */
  readonly ended?: Promise<void>;
}

/** The end of a process is noticed a moment after its connections break. */
const HEARD_MS = 1000;

/**
 * A service that is located anew for every call: the local one may have been restarted since the last call, on another
 * port. A call that finds it gone, and that it can't have carried out, is repeated once at its new place. `saw` is
 * called with every conversation as it came.
 */
export function reachedService(
  reach: () => Promise<Place>,
  saw: (conversation: Conversation) => void = () => undefined,
): CodeSearchService {
  const call = async <T>(act: (service: CodeSearchService) => Promise<T>, repeatable = false): Promise<T> => {
    const place = await reach();
    try {
      return await act(place.service);
    } catch (error) {
      if (!(await isGone(place, error, repeatable))) throw error;
    }
    return act((await reach()).service);
  };
  const seen = async (reading: Promise<Conversation>): Promise<Conversation> => {
    const conversation = await reading;
    saw(conversation);
    return conversation;
  };
  return {
    async *search(query, options) {
      const place = await reach();
      let hasBegun = false;
      try {
        for await (const event of place.service.search(query, options)) {
          hasBegun = true;
          yield event;
        }
        return;
      } catch (error) {
        if (hasBegun || !(await isGone(place, error))) throw error;
      }
      yield* (await reach()).service.search(query, options);
    },
    createConversation: (question, options) => seen(call((service) => service.createConversation(question, options))),
    previewQuestion: (question, name) => call((service) => service.previewQuestion(question, name)),
    getConversation: (name, options) => seen(call((service) => service.getConversation(name, options), true)),
    listConversations: (options) => call((service) => service.listConversations(options), true),
    addQuestion: (name, question, options) => seen(call((service) => service.addQuestion(name, question, options))),
    cancelConversation: (name, options) => seen(call((service) => service.cancelConversation(name, options), true)),
    deleteConversation: (name, options) => call((service) => service.deleteConversation(name, options), true),
    searchContexts: (options) => call((service) => service.searchContexts(options), true),
    readFile: (file, options) => call((service) => service.readFile(file, options), true),
    close: async () => (await reach()).service.close(),
  };
}

/** Whether the service has gone and the call can be repeated. What was refused was not even sent. */
async function isGone({ ended }: Place, error: unknown, repeatable = false): Promise<boolean> {
  if (!ended || !(error instanceof ServiceError)) return false;
  const isLost = repeatable && LOST.includes(error.code);
  if (error.code !== "refused" && !isLost) return false;
  const heard = new AbortController();
  const late = sleep(HEARD_MS, false, { signal: heard.signal }).catch(() => false);
  const isOver = await Promise.race([ended.then(() => true), late]);
  heard.abort();
  return isOver;
}

/** The connection broke. Canceling and deleting change something, but doing so twice changes no more than once. */
const LOST: readonly string[] = ["unreachable", "unknownOutcome"];
