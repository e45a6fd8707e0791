import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { json, plain, ScriptedServer, type Received, type ServerCertificate } from "./scriptedServer.ts";

/** A conversation as the new interface sends it. */
export interface WireConversation {
  readonly name: string;
  readonly title: string;
  readonly question: string;
  /** Absent while the question is processed. */
  readonly answer?: string;
  readonly updateTime: string;
  readonly starred?: boolean;
  readonly isCanceled?: boolean;
}

/** An instance with the new conversation interface, whose conversations a test controls. */
export class ScriptedInstance implements AsyncDisposable {
  readonly conversations: WireConversation[];
  readonly pageSize: number;
  /** How long it waits before each answer. */
  delayMs = 0;
  /** Filters what is on a page, as some do: then a page has fewer entries, or none, and more may follow. */
  siftsPages = false;
  /** If set, nothing is answered until it resolves. */
  holding: Promise<void> | undefined;
  baseUrl = "";
  /** What it reports about the person's quota, as on the wire. */
  quota: object | undefined;
  /**
   * What it announces that it can do beyond the description, as the local service does; nothing if it is a company's.
   */
  capabilities = "";
  /** The tokens that it takes, each with its scopes. If it is not set, everybody may do everything. */
  tokens: Map<string, readonly string[]> | undefined;
  /** What every search finds, as on the wire. If it is not set, there is no search. */
  matches: readonly object[] | undefined;
  #server: ScriptedServer | undefined;

  private constructor(conversations: readonly WireConversation[], pageSize: number) {
    this.conversations = [...conversations];
    this.pageSize = pageSize;
  }

  static async start(
    conversations: readonly WireConversation[],
    { pageSize = 50, certificate }: { readonly pageSize?: number; readonly certificate?: ServerCertificate } = {},
  ): Promise<ScriptedInstance> {
    const instance = new ScriptedInstance(conversations, pageSize);
    instance.#server = await ScriptedServer.start(async (request, response) => {
      await sleep(instance.delayMs);
      await instance.holding;
      if (!instance.#refuses(request, response)) instance.#answer(request, response);
    }, certificate);
    instance.baseUrl = instance.server.baseUrl;
    return instance;
  }

  get server(): ScriptedServer {
    if (!this.#server) throw new Error("The instance was not started.");
    return this.#server;
  }

  /** How often a method was called, such as `GetConversation`. */
  calls(method: string): number {
    return this.server.received.filter(({ path }) => path.endsWith(`/${method}`)).length;
  }

  /** Answers the question of a conversation. */
  finish(name: string, answer: string): void {
    const index = this.conversations.findIndex((conversation) => conversation.name === name);
    const conversation = this.conversations[index];
    if (conversation) this.conversations[index] = { ...conversation, answer };
  }

  remove(name: string): void {
    const index = this.conversations.findIndex((conversation) => conversation.name === name);
    if (index >= 0) this.conversations.splice(index, 1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }

  /** Refuses a token that it does not know, or that lacks a scope. Its version is no secret. */
  #refuses({ path, headers }: Received, response: ServerResponse): boolean {
    if (!this.tokens || path.endsWith("/__version")) return false;
    const scopes = this.tokens.get(headers.authorization?.replace(/^token /, "") ?? "");
    const [, method = ""] = /\/deepsearch\.v1\.Service\/(\w+)$/.exec(path) ?? [];
    const scope = /^(?:Get|List)/.test(method) ? "externalapi:read" : method ? "externalapi:write" : "user:all";
    if (!scopes) plain(response, 401, "Invalid access token.\n");
    else if (!scopes.includes(scope)) json(response, { code: "permission_denied", message: "insufficient scope" }, 403);
    return !scopes?.includes(scope);
  }

  #answer({ path, body }: Received, response: ServerResponse): void {
    if (this.capabilities !== "") response.setHeader("x-plumbline-capabilities", this.capabilities);
    if (path.endsWith("/__version")) {
      plain(response, 200, "7.1.0\n");
      return;
    }
    if (this.matches && path.startsWith("/.api/search/stream")) {
      const events = `event: matches\ndata: ${JSON.stringify(this.matches)}\n\nevent: done\ndata: {}\n\n`;
      plain(response, 200, events, "text/event-stream");
      return;
    }
    const message = JSON.parse(body || "{}") as {
      readonly name?: string;
      readonly pageToken?: string;
      readonly filters?: readonly { readonly contentQuery?: string; readonly starred?: boolean }[];
      readonly conversation?: { readonly questions?: readonly { input?: readonly { question: { text: string } }[] }[] };
    };
    const found = this.conversations.find(({ name }) => name === message.name);
    if (path.endsWith("/ListConversationSummaries")) {
      const isWanted = (conversation: WireConversation): boolean =>
        (message.filters ?? []).every(
          ({ contentQuery, starred }) =>
            (contentQuery === undefined ||
              `${conversation.title} ${conversation.answer ?? ""}`
                .toLowerCase()
                .includes(contentQuery.toLowerCase())) &&
            (starred === undefined || (conversation.starred ?? false) === starred),
        );
      const paged = this.siftsPages ? this.conversations : this.conversations.filter(isWanted);
      const from = Number(message.pageToken ?? 0);
      const to = from + this.pageSize;
      json(response, {
        conversationSummaries: paged
          .slice(from, to)
          .filter(isWanted)
          .map(({ name, title, updateTime }) => ({
            name,
            title,
            updateTime,
            url: `${this.baseUrl}/deepsearch/0b8b1a5e-0000-4000-8000-00000000cafe`,
          })),
        ...(to < paged.length && { nextPageToken: String(to) }),
      });
    } else if (path.endsWith("/CreateConversation")) {
      const text = message.conversation?.questions?.[0]?.input?.[0]?.question.text ?? "";
      const name = `users/4/conversations/${String(1000 + this.conversations.length)}`;
      const created = { name, title: "", question: text, updateTime: new Date().toISOString() };
      this.conversations.unshift(created);
      json(response, this.#encode(created));
    } else if (path.endsWith("/DeleteConversation") && found) {
      this.remove(found.name);
      json(response, {});
    } else if (path.endsWith("/CancelConversation") && found) {
      const canceled = { ...found, isCanceled: true };
      this.conversations[this.conversations.indexOf(found)] = canceled;
      json(response, this.#encode(canceled));
    } else if (path.endsWith("/GetConversation") && found) json(response, this.#encode(found));
    else json(response, { code: "not_found", message: "conversation not found" }, 404);
  }

  #encode({ name, title, question, answer, updateTime, isCanceled }: WireConversation): unknown {
    const settled = isCanceled ? { canceled: {} } : { completed: {} };
    return {
      name,
      title,
      updateTime,
      createTime: updateTime,
      url: `${this.baseUrl}/deepsearch/0b8b1a5e-0000-4000-8000-00000000cafe`,
      state: answer === undefined && !isCanceled ? { processing: {} } : settled,
      ...(this.quota && { quotaUsage: this.quota }),
      questions: [
        {
          input: [{ question: { text: question } }],
          createTime: updateTime,
          ...(answer !== undefined && { answer: [{ markdown: { text: answer } }] }),
        },
      ],
    };
  }
}
