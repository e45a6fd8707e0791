import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { KEPT_FOLDER, type LocalInterfaces } from "../core/model/localProcess.ts";
import { createToken, isLocalHost, refusalOf } from "./http/access.ts";
import { GitPermission } from "./files/gitPermission.ts";
import { ConversationStore } from "./conversations/conversationStore.ts";
import { openExchange, sendJson, sendText, type Exchange } from "./http/exchange.ts";
import { answerGraphql } from "./graphql/graphqlRoute.ts";
import { answerLegacyInterface, LEGACY_PREFIX } from "./conversations/legacyInterface.ts";
import type { Log } from "./http/log.ts";
import { DEFAULT_OPEN_URI, isPage, sendPage } from "./http/page.ts";
import { answerNewInterface, NEW_PREFIX, type ConversationServices } from "./conversations/newInterface.ts";
import { QuestionAnswers, type FindAnswer } from "./conversations/questionAnswers.ts";
import { KeptFiles } from "./files/keptFiles.ts";
import { sendRawFile } from "./files/rawFiles.ts";
import { ServedFolders } from "./files/servedFolders.ts";
import { streamSearch } from "./threads/searchRoute.ts";
import { findInThread } from "./threads/answerInThread.ts";
import { Threads } from "./threads/threads.ts";

export interface LocalServiceOptions {
  readonly folders: readonly string[];
  readonly storeDir: string;
  /** The path of the program. */
  readonly ripgrepBinary: string;
  readonly log: Log;
  /** Those in which git may be run. In all others nothing has a commit, and no revision can be read. */
  readonly gitFolders?: readonly string[];
  readonly interfaces?: LocalInterfaces;
  /** By which address the editor opens a page of the service, which is added as `link=`. */
  readonly openUri?: string;
  /** Any free one where left out. */
  readonly port?: number;
  /** For tests: finds answers instead of the search for passages. */
  readonly findAnswer?: FindAnswer;
  readonly heartbeatMs?: number;
}

/** A code search service over folders of this machine, for programs of this machine that know its token. */
export interface LocalService {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  readonly token: string;
  /** Makes ready what the first search needs, so that it begins at once. */
  prepare(): void;
  /** Serves other folders from now on; git may be run in those of `gitFolders`. */
  setFolders(folders: readonly string[], gitFolders: readonly string[]): void;
  /** Ends all connections and all work. Unanswered questions are answered by whoever reads them next. */
  close(): Promise<void>;
}

/** Starts the service. Rejects where the port is taken. */
export async function startLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const { storeDir, ripgrepBinary, log, interfaces = "both", openUri = DEFAULT_OPEN_URI } = options;
  const token = createToken();
  const git = new GitPermission(options.gitFolders);
  const threads = new Threads({ ripgrepBinary });
  const store = new ConversationStore(storeDir, log);
  const kept = new KeptFiles(join(storeDir, KEPT_FOLDER));
  const served = new ServedFolders(options.folders);
  const findAnswer = options.findAnswer ?? findInThread(threads, git);
  const answers = new QuestionAnswers({ store, kept, find: findAnswer, served: () => served.folders, log });
  const baseUrl = () => `http://127.0.0.1:${portOf(server)}`;
  const conversations: ConversationServices = {
    store,
    answers,
    folders: () => served.folders,
    pageOf: (readToken) => `${baseUrl()}/deepsearch/${readToken}`,
  };
  const version = interfaces === "legacy" ? "6.12.0" : "7.1.0";
  const search = {
    served,
    git,
    threads,
    ...(options.heartbeatMs === undefined ? {} : { heartbeatMs: options.heartbeatMs }),
  };

  const graphql = { codeBase: () => served.codeBase(), git, kept, version };

  const route = async (exchange: Exchange): Promise<void> => {
    const { path, headers } = exchange;
    if (!isLocalHost(headers, portOf(server))) {
      sendText(exchange, 403, "Forbidden");
    } else if (path === "/__version" || path === "/healthz") {
      sendText(exchange, 200, version);
    } else if (path === "/.api/src-cli/version") {
      sendJson(exchange, 200, { version });
    } else if (isPage(exchange)) {
      sendPage(exchange, `${baseUrl()}/${path.replace(/^\/+/, "")}${exchange.search}`, openUri);
    } else {
      const refusal = refusalOf(headers, token);
      if (refusal !== undefined) sendText(exchange, 401, refusal);
      else if (path === "/.api/search/stream") await streamSearch(exchange, search);
      else if (path === "/.api/client-config") sendJson(exchange, 200, { ...CLIENT_CONFIG, siteVersion: version });
      else if (path === "/.api/graphql") await answerGraphql(exchange, graphql);
      else if (path.startsWith(NEW_PREFIX) && interfaces !== "legacy")
        await answerNewInterface(exchange, conversations);
      else if ((path === LEGACY_PREFIX || path.startsWith(`${LEGACY_PREFIX}/`)) && interfaces !== "new")
        await answerLegacyInterface(exchange, conversations);
      else if (/\/-\/raw(?:\/|$)/.test(path)) await sendRawFile(exchange, await served.codeBase(), { git, kept });
      else sendText(exchange, 404, "404 page not found");
    }
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const startedAt = Date.now();
    const exchange = openExchange(request, response);
    response.setHeader("vary", "Authorization");
    response.once("close", () => {
      log(
        exchange.path === "/healthz" ? "debug" : "info", // asked every few seconds
        `${exchange.method} ${routeName(exchange.path)} ${response.statusCode}${response.writableFinished ? "" : " cut"} ${Date.now() - startedAt} ms`,
      );
    });
    route(exchange).catch((error: unknown) => {
      log(
        "error",
        `${exchange.method} ${routeName(exchange.path)}: ${error instanceof Error ? (error.stack ?? error.message) : "unknown failure"}`,
      );
      if (!response.headersSent) sendText(exchange, 500, "Internal Server Error");
      else if (!response.writableEnded) response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });

  return {
    baseUrl: baseUrl(),
    token,
    prepare() {
      threads.prepare();
    },
    setFolders(next, gitFolders) {
      git.set(gitFolders);
      served.set(next);
    },
    async close() {
      answers.close();
      server.closeAllConnections();
      await Promise.all([threads.close(), new Promise((resolve) => server.close(resolve))]);
    },
  };
}

/** What an editor's assistant asks at its start: nothing that needs a model is offered. */
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

/** A path without what is the person's: names of repositories and files, and tokens of conversations. */
function routeName(path: string): string {
  if (path.includes("/-/raw")) return "/…/-/raw/…";
  if (!/^\/(?:\.api\/|api\/|__version$|healthz$)/.test(path)) return "/…";
  return path.replace(/[^\w./~-]/g, "_").slice(0, 200);
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
