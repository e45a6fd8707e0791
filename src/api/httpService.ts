import type { CodeSearchService } from "../core/service.ts";
import { conversations, type InterfaceMemory } from "./conversations.ts";
import { HttpClient, type Endpoint } from "./http.ts";
import { legacyConversations } from "./legacyConversations.ts";
import { newConversations } from "./newConversations.ts";
import { readRawFile } from "./rawFile.ts";
import { searchStream } from "./searchStream.ts";

/** The port over HTTP, all of it: what `service.ts` loads with the first call. */
export function httpService(endpoint: Endpoint, memory: InterfaceMemory): CodeSearchService {
  const http = new HttpClient(endpoint);
  return {
    ...conversations({ new: newConversations(http), legacy: legacyConversations(http) }, memory),
    search: (query, options) => searchStream(http, query, options),
    readFile: (file, options) => readRawFile(http, file, options),
    close: () => http.close(),
  };
}
