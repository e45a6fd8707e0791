import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { ToolService } from "../../core/agents/toolService.ts";
import {
  KEPT_FOLDER,
  type AgentRules,
  type FolderEncoding,
  type LocalInterfaces,
  type SearchExcludes,
} from "../../core/model/localProcess.ts";
import { createToken, holderOf, isLocalHost, isLocalOrigin } from "./http/access.ts";
import { CAPABILITIES } from "./http/capabilities.ts";
import { EditorExcludes } from "../code/files/editorExcludes.ts";
import { FolderEncodings } from "../code/encodings/folderEncodings.ts";
import { conversationsForAgents } from "../answers/conversations/heldBackConversations.ts";
import { questionsHeldBack } from "../answers/conversations/shownFiles.ts";
import type { StoredQuestion } from "../answers/conversations/storedConversation.ts";
import { ignoredPaths } from "../code/files/ignoredByGit.ts";
import { NO_AGENT_RULES } from "../code/files/agentRulesFile.ts";
import type { Access, Asker } from "../code/files/access.ts";
import { GitPermission } from "../code/files/gitPermission.ts";
import { ObjectReaders } from "../../git/history/objectReader.ts";
import { ConversationStore } from "../answers/conversations/conversationStore.ts";
import { openExchange, sendJson, sendText, type Exchange } from "./http/exchange.ts";
import { inLanguage, languageOf } from "../base/l10n.ts";
import type { Log } from "../base/log.ts";
import type { LentModels } from "./models/lentModels.ts";
import type { ReplyLimits } from "../answers/writing/reply.ts";
import { DEFAULT_OPEN_URI, isPage, sendPage } from "./http/page.ts";
import { AnswerDeltas } from "./conversations/answerDeltas.ts";
import type { FindAnswer } from "../answers/conversations/foundAnswer.ts";
import { QuestionAnswers } from "../answers/conversations/questionAnswers.ts";
import { KeptFiles } from "../code/files/keptFiles.ts";
import { Reading } from "../code/files/reading.ts";
import { ServedFolders } from "../code/files/servedFolders.ts";
import type { SilentFolders } from "../code/files/silentFolders.ts";
import { localTools } from "./mcp/localTools.ts";
import { mcpRoute } from "./mcp/mcpRoute.ts";
import type { FindSymbols } from "../threads/askedSymbols.ts";
import { languageOf as languageOfPath, languagesNamed } from "../../core/text/languages.ts";
import { ROUTES, type RouteServices } from "./routes.ts";
import { findInThread, lookUpInThread } from "../threads/answerInThread.ts";
import { Threads, type SharedThreads } from "../threads/threads.ts";

export interface LocalServiceOptions {
  readonly folders: readonly string[];
  readonly storeDir: string;
  /** The path of the program that the engine runs. */
  readonly engineProgram: string;
  readonly log: Log;
  /** The folders in which git may be run. In all others, nothing has a commit and no revision can be read. */
  readonly gitFolders?: readonly string[];
  /** The encodings of folders whose files may be in an encoding other than UTF-8. */
  readonly encodings?: readonly FolderEncoding[];
  /** What the editor leaves out of searches in some of the folders. */
  readonly excludes?: readonly SearchExcludes[];
  readonly interfaces?: LocalInterfaces;
  /** The address that makes the editor open a page of the service; the page's own address is added as `link=`. */
  readonly openUri?: string;
  /** The models that the extension lends for single questions; absent if the service was started on its own. */
  readonly models?: Pick<LentModels, "take">;
  /** Any free port if omitted; `"none"` if only its own process uses the service. */
  readonly port?: number | "none";
  /** What the person's settings say about agents and models now; nothing if omitted. */
  readonly agentRules?: () => AgentRules;
  /** For tests: used instead of the search for passages. */
  readonly findAnswer?: FindAnswer;
  /** For tests: used instead of threads of its own, and closed with the service. */
  readonly threads?: SharedThreads;
  /** For tests: used instead of looking into folders before anything else does. */
  readonly silentFolders?: Pick<SilentFolders, "among">;
  readonly heartbeatMs?: number;
  readonly replyLimits?: Partial<ReplyLimits>;
}

/** A code search service over folders on this machine, for programs on this machine that know its token. */
export interface LocalService {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  readonly token: string;
  /** For agents: with it, what is held back from them is not found, whatever they request. */
  readonly agentToken: string;
  /** The tools that agents use, for agents that don't use HTTP. */
  readonly tools: ToolService;
  /** Finds the definitions in the text of a file, which need not be in a served folder. */
  readonly symbolsIn: FindSymbols;
  /** Prepares what the first search needs, so that it starts at once. */
  prepare(): void;
  /** Serves these folders instead from now on; git may be run in `gitFolders`. */
  setFolders(
    folders: readonly string[],
    gitFolders: readonly string[],
    settings?: Pick<LocalServiceOptions, "encodings" | "excludes">,
  ): void;
  /** Ends all connections and all work. Unanswered questions are answered by the next process that reads them. */
  close(): Promise<void>;
}

/** Starts the service. Rejects if the port is taken. */
export async function startLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const { storeDir, engineProgram, log, interfaces = "both", openUri = DEFAULT_OPEN_URI } = options;
  const tokens = { person: createToken(), agent: createToken() };
  const { agentRules = () => NO_AGENT_RULES } = options;
  const accessOf = (asker: Asker): Access => ({ asker, rules: agentRules() });
  const git = new GitPermission(options.gitFolders);
  const encodings = new FolderEncodings(options.encodings);
  const excludes = new EditorExcludes(options.excludes);
  const threads = options.threads ?? new Threads({ engineProgram }, log);
  const store = new ConversationStore(storeDir, log);
  const kept = new KeptFiles(join(storeDir, KEPT_FOLDER));
  const served = new ServedFolders(options.folders, { encodings, excludes }, options.silentFolders);
  const findHeldBack = (asker: Asker) => async (questions: readonly StoredQuestion[]) => {
    const seen = await served.codeBase(accessOf(asker));
    const signal = AbortSignal.timeout(LOOKING_AT_MOST_MS);
    return questionsHeldBack(questions, seen, (repository, paths) =>
      ignoredPaths(seen, repository, paths, { git, signal }),
    );
  };
  const findAnswer = options.findAnswer ?? findInThread(threads, git, encodings, excludes, agentRules, served);
  const answers = new QuestionAnswers({
    findHeldBack: findHeldBack("model"),
    store,
    kept,
    find: findAnswer,
    lookUp: lookUpInThread(threads, git, encodings, excludes, agentRules, served),
    served: () => served.folders,
    ...(options.replyLimits && { replyLimits: options.replyLimits }),
    log,
  });
  const baseUrl = () => `http://127.0.0.1:${portOf(server)}`;
  const pages = {
    deltas: new AnswerDeltas(),
    folders: () => served.folders,
    pageOf: (readToken: string) => `${baseUrl()}/deepsearch/${readToken}`,
  };
  const forPerson = { ...pages, store, answers, ...(options.models && { models: options.models }) };
  const ofAgents = conversationsForAgents({ store, answers }, findHeldBack("agent"));
  const forAgents = { ...pages, ...ofAgents };
  const version = interfaces === "legacy" ? "6.12.0" : "7.1.0";
  const search = {
    served,
    git,
    encodings,
    excludes,
    threads,
    ...(options.heartbeatMs === undefined ? {} : { heartbeatMs: options.heartbeatMs }),
  };

  const files = { git, objects: new ObjectReaders(), kept };
  const tools = localTools({
    served,
    git,
    encodings,
    excludes,
    threads,
    files,
    ...ofAgents,
    access: () => accessOf("agent"),
  });
  const services: RouteServices = {
    served,
    search,
    files,
    conversations: ({ asker }) => (asker === "person" ? forPerson : forAgents),
    interfaces,
    version,
    answerMcp: mcpRoute(tools, log),
  };
  const reading = new Reading(storeDir);

  const route = async (exchange: Exchange): Promise<void> => {
    const { path, headers } = exchange;
    if (!isLocalHost(headers, portOf(server)) || !isLocalOrigin(headers)) {
      sendText(exchange, 403, "Forbidden");
    } else if (path === "/healthz") {
      sendText(exchange, (await reading.works()) ? 200 : 503, version);
    } else if (path === "/__version") {
      sendText(exchange, 200, version);
    } else if (path === "/.api/src-cli/version") {
      sendJson(exchange, 200, { version });
    } else if (isPage(exchange)) {
      sendPage(exchange, `${baseUrl()}/${path.replace(/^\/+/, "")}${exchange.search}`, openUri);
    } else {
      const asking = holderOf(headers, tokens);
      if ("refusal" in asking) sendText(exchange, 401, asking.refusal);
      else {
        const found = Object.values(ROUTES).find(({ isMeant }) => isMeant(path, services));
        if (found) await found.answer(exchange, accessOf(asking.holder), services);
        else sendText(exchange, 404, "404 page not found");
      }
    }
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const startedAt = Date.now();
    const exchange = openExchange(request, response);
    response.setHeader("vary", "Authorization, Accept-Language");
    for (const [name, value] of Object.entries(CAPABILITIES)) response.setHeader(name, value);
    response.once("close", () => {
      log(
        exchange.path === "/healthz" ? "debug" : "info", // asked every few seconds
        `${exchange.method} ${routeName(exchange.path)} ${response.statusCode}${response.writableFinished ? "" : " cut"} ${Date.now() - startedAt} ms`,
      );
    });
    inLanguage(languageOf(exchange.headers["accept-language"]), () => route(exchange)).catch((error: unknown) => {
      log(
        "error",
        `${exchange.method} ${routeName(exchange.path)}: ${error instanceof Error ? (error.stack ?? error.message) : "unknown failure"}`,
      );
      if (!response.headersSent) sendText(exchange, 500, "Internal Server Error");
      else if (!response.writableEnded) response.end();
    });
  });
  const { port = 0 } = options;
  if (port !== "none") {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
  }

  return {
    baseUrl: baseUrl(),
    token: tokens.person,
    agentToken: tokens.agent,
    tools,
    async symbolsIn({ path, languageId, text }, signal) {
      const language = languageOfPath(path) ?? languagesNamed(languageId)?.[0];
      const found = await threads.define({ file: path, text, language }, signal);
      return typeof found === "string" ? undefined : found;
    },
    prepare() {
      threads.prepare();
    },
    setFolders(next, gitFolders, settings = {}) {
      git.set(gitFolders);
      encodings.set(settings.encodings ?? []);
      excludes.set(settings.excludes ?? []);
      served.set(next);
    },
    async close() {
      const answersEnd = answers.close();
      files.objects.dispose();
      server.closeAllConnections();
      await Promise.all([answersEnd, threads.close(), new Promise((resolve) => server.close(resolve))]);
    },
  };
}

/** For what git ignores among what answers show. */
const LOOKING_AT_MOST_MS = 10_000;

/** A path without its private parts: names of repositories and files, and tokens of conversations. */
function routeName(path: string): string {
  if (path.includes("/-/raw")) return "/…/-/raw/…";
  if (!/^\/(?:\.api\/|api\/|mcp\/?$|__version$|healthz$)/.test(path)) return "/…";
  return path.replace(/[^\w./~-]/g, "_").slice(0, 200);
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
