import type { CodeSearchService } from "../core/model/service.ts";
import { conversations, type InterfaceMemory } from "./conversations.ts";
import type { Endpoint } from "./endpoint.ts";
import { HttpClient } from "./http.ts";
import { legacyConversations, newLegacyQuestion } from "./legacyConversations.ts";
import { MatchStore } from "./matchStore.ts";
import { newConversations, newQuestion } from "./newConversations.ts";
import { readRawFile } from "./rawFile.ts";
import { searchStream } from "./searchStream.ts";
import { lackOf } from "./serviceVersion.ts";
import { newSpillFile, removeStaleFiles } from "./spillFolder.ts";

/** The port over HTTP, all of it: what `service.ts` loads with the first call. */
export function httpService(endpoint: Endpoint, memory: InterfaceMemory): CodeSearchService {
  const http = new HttpClient(endpoint);
  const { spillFolder } = endpoint;
  if (spillFolder !== undefined) removeStaleFiles(spillFolder);
  const newStore = () => new MatchStore(spillFolder === undefined ? undefined : () => newSpillFile(spillFolder));
  return {
    ...conversations({ new: newConversations(http), legacy: legacyConversations(http) }, memory, (unsupported) =>
      lackOf("legacy", unsupported, http),
    ),
    previewQuestion: async (question) => {
      const known = memory.get();
      const preview = await http.preview(known === "legacy" ? newLegacyQuestion(question) : newQuestion(question));
      return { ...preview, isGuess: known === undefined };
    },
    search: (query, options) => searchStream({ http, newStore }, query, options),
    readFile: (file, options) => readRawFile(http, file, options),
    close: () => http.close(),
  };
}
