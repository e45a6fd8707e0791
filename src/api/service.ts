import { ServiceError } from "../core/model/errors.ts";
import type { CodeSearchService } from "../core/model/service.ts";
import type { InterfaceMemory } from "./conversations/conversations.ts";
import type { Endpoint } from "./http/endpoint.ts";

/** A code search service over HTTP. Nothing is loaded and nothing connects before the first call. */
export function createService(endpoint: Endpoint, memory: InterfaceMemory): CodeSearchService {
  let service: Promise<CodeSearchService> | undefined;
  const loaded = async (): Promise<CodeSearchService> => {
    service ??= import("./httpService.ts").then(({ httpService }) => httpService(endpoint, memory));
    return service;
  };
  return {
    async *search(query, options) {
      if (query.text.trim() === "") throw new ServiceError("badRequest", "The query is empty.");
      yield* (await loaded()).search(query, options);
    },
    createConversation: async (question, options) => (await loaded()).createConversation(question, options),
    previewQuestion: async (question) => (await loaded()).previewQuestion(question),
    getConversation: async (name, options) => (await loaded()).getConversation(name, options),
    listConversations: async (options) => (await loaded()).listConversations(options),
    addQuestion: async (name, question, options) => (await loaded()).addQuestion(name, question, options),
    cancelConversation: async (name, options) => (await loaded()).cancelConversation(name, options),
    deleteConversation: async (name, options) => (await loaded()).deleteConversation(name, options),
    readFile: async (file, options) => (await loaded()).readFile(file, options),
    close: async () => (await service)?.close(),
  };
}
