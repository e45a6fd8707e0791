import { once } from "../core/model/once.ts";
import { ServiceError } from "../core/model/errors.ts";
import type { CodeSearchService } from "../core/model/service.ts";
import type { InterfaceMemory } from "./conversations/conversations.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { reason } from "../core/model/reasons.ts";

/** A code search service over HTTP. Nothing is loaded and nothing connects before the first call. */
export function createService(endpoint: Endpoint, memory: InterfaceMemory): CodeSearchService {
  let isUsed = false;
  const load = once(async () => (await import("./httpService.ts")).httpService(endpoint, memory));
  const loaded = (): Promise<CodeSearchService> => {
    isUsed = true;
    return load();
  };
  return {
    async *search(query, options) {
      if (query.text.trim() === "") throw new ServiceError("badRequest", reason("emptyQuery"));
      yield* (await loaded()).search(query, options);
    },
    createConversation: async (question, options) => (await loaded()).createConversation(question, options),
    previewQuestion: async (question, name) => (await loaded()).previewQuestion(question, name),
    getConversation: async (name, options) => (await loaded()).getConversation(name, options),
    listConversations: async (options) => (await loaded()).listConversations(options),
    addQuestion: async (name, question, options) => (await loaded()).addQuestion(name, question, options),
    cancelConversation: async (name, options) => (await loaded()).cancelConversation(name, options),
    deleteConversation: async (name, options) => (await loaded()).deleteConversation(name, options),
    searchContexts: async (options) => (await loaded()).searchContexts(options),
    readFile: async (file, options) => (await loaded()).readFile(file, options),
    close: async () => {
      if (isUsed) await (await load()).close();
    },
  };
}
