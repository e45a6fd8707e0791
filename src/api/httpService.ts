import type { CodeSearchService } from "../core/model/service.ts";
import { conversations, type InterfaceMemory } from "./conversations/conversations.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { HttpClient } from "./http/http.ts";
import { legacyConversations, legacyFollowUp, newLegacyQuestion } from "./conversations/legacyConversations.ts";
import { MatchStore } from "./search/matchStore.ts";
import { newConversations, newFollowUp, newQuestion } from "./conversations/newConversations.ts";
import { readRawFile } from "./http/rawFile.ts";
import { searchContexts } from "./search/searchContexts.ts";
import { searchStream } from "./search/searchStream.ts";
import { lackOf } from "./accounts/serviceVersion.ts";
import { newSpillFile, removeStaleFiles } from "./search/spillFolder.ts";

/** The whole port over HTTP: what `service.ts` loads with the first call. */
export function httpService(endpoint: Endpoint, memory: InterfaceMemory): CodeSearchService {
  const http = new HttpClient(endpoint);
  const { spillFolder } = endpoint;
  if (spillFolder !== undefined) removeStaleFiles(spillFolder);
  const newStore = () => new MatchStore(spillFolder === undefined ? undefined : () => newSpillFile(spillFolder));
  return {
    ...conversations({ new: newConversations(http), legacy: legacyConversations(http) }, memory, (unsupported) =>
      lackOf("legacy", unsupported, http),
    ),
    previewQuestion: async (question, name) => {
      const known = memory.get();
      const [first, next] = known === "legacy" ? [newLegacyQuestion, legacyFollowUp] : [newQuestion, newFollowUp];
      const preview = await http.preview(name === undefined ? first(question) : next(name, question));
      return { ...preview, isGuess: known === undefined };
    },
    search: (query, options) => searchStream({ http, newStore }, query, options),
    searchContexts: (options) => searchContexts(http, options),
    readFile: (file, options) => readRawFile(http, file, options),
    close: () => http.close(),
  };
}
