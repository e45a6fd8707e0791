import { answerLegacyInterface, LEGACY_PREFIX } from "./conversations/legacyInterface.ts";
import { answerNewInterface, NEW_PREFIX, type ConversationServices } from "./conversations/newInterface.ts";
import type { LocalInterfaces } from "../../core/model/localProcess.ts";
import type { Access } from "../code/files/access.ts";
import { sendRawFile } from "./http/rawFiles.ts";
import type { ServedFolders } from "../code/files/servedFolders.ts";
import type { ReadOptions } from "../code/files/servedFiles.ts";
import { answerGraphql } from "./graphql/graphqlRoute.ts";
import { sendJson, type Exchange } from "./http/exchange.ts";
import { MCP_PATH } from "./mcp/mcpRoute.ts";
import { streamSearch, type SearchRouteServices } from "./http/searchRoute.ts";

/** What the routes answer with. */
export interface RouteServices {
  readonly served: ServedFolders;
  readonly search: SearchRouteServices;
  readonly files: Omit<ReadOptions, "maxBytes" | "signal">;
  readonly conversations: (access: Access) => ConversationServices;
  readonly interfaces: LocalInterfaces;
  readonly version: string;
  readonly answerMcp: (exchange: Exchange) => Promise<void>;
}

interface Route {
  readonly isMeant: (path: string, services: Pick<RouteServices, "interfaces">) => boolean;
  readonly answer: (exchange: Exchange, access: Access, services: RouteServices) => Promise<void> | void;
}

/**
 * Everything that a token opens, by what it is. Each is told who asks: what is held back from them is nowhere to be
 * found.
 */
export const ROUTES: Readonly<Record<string, Route>> = {
  search: {
    isMeant: (path) => path === "/.api/search/stream",
    answer: (exchange, access, { search }) => streamSearch(exchange, access, search),
  },
  clientConfig: {
    isMeant: (path) => path === "/.api/client-config",
    answer: (exchange, _, { version }) => {
      sendJson(exchange, 200, { ...CLIENT_CONFIG, siteVersion: version });
    },
  },
  mcp: {
    isMeant: (path) => path === MCP_PATH || path === `${MCP_PATH}/`,
    answer: (exchange, _, { answerMcp }) => answerMcp(exchange), // only agents speak it, whatever token they were given
  },
  graphql: {
    isMeant: (path) => path === "/.api/graphql",
    answer: (exchange, access, { served, files, version }) =>
      answerGraphql(exchange, { ...files, codeBase: () => served.codeBase(access), version }),
  },
  newInterface: {
    isMeant: (path, { interfaces }) => path.startsWith(NEW_PREFIX) && interfaces !== "legacy",
    answer: (exchange, access, { conversations }) => answerNewInterface(exchange, conversations(access)),
  },
  legacyInterface: {
    isMeant: (path, { interfaces }) =>
      (path === LEGACY_PREFIX || path.startsWith(`${LEGACY_PREFIX}/`)) && interfaces !== "new",
    answer: (exchange, access, { conversations }) => answerLegacyInterface(exchange, conversations(access)),
  },
  rawFile: {
    isMeant: (path) => /\/-\/raw(?:\/|$)/.test(path),
    answer: async (exchange, access, { served, files }) => sendRawFile(exchange, await served.codeBase(access), files),
  },
};

/** What an editor's assistant requests when it starts: nothing that needs a model is offered. */
const CLIENT_CONFIG = {
  codyEnabled: false,
  chatEnabled: false,
  autoCompleteEnabled: false,
  customCommandsEnabled: false,
  attributionEnabled: false,
  attribution: "none",
  smartContextWindowEnabled: false,
  modelsAPIEnabled: false,
  userShouldUseEnterprise: false,
};
