import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** The state of a question in an {@link OddService}. */
export interface OddOutcome {
  readonly state: string;
  readonly answer?: string;
  /** The failure instead of an answer: `code` is for the new interface, `kind` for the legacy one. */
  readonly error?: {
    readonly code?: string;
    readonly kind?: string;
    readonly message?: string;
    readonly retryAt?: string;
  };
}

/** The ways in which services differ from their documentation. */
export interface Oddities {
  readonly interface: "new" | "legacy";
  /** How fields are spelled. */
  readonly casing?: "camel" | "snake" | "pascal";
  /** Adds unknown fields to every object. */
  readonly hasExtras?: boolean;
  /** Sends only what can't be left out. */
  readonly isSparse?: boolean;
  /** For how many reads a conversation has `questions: []`, or none at all, after something was asked. */
  readonly emptyReads?: number;
  /** The owner in conversation names of the new interface. */
  readonly owner?: string;
  /** States of the new interface: an object with one key, or a word. */
  readonly state?: "object" | "word";
  /** Answers of the new interface: blocks, or a text. */
  readonly answer?: "blocks" | "text";
  /** How the legacy list is wrapped, and what its cursor is called; without a cursor, pages go on from the last id. */
  readonly list?: "bare" | "conversations" | "items and next_cursor" | "edges and page_info" | "data and next link";
  /** The answer to a legacy follow-up. */
  readonly followUp?: "question" | "conversation" | "nothing";
}

interface Question {
  readonly id: number;
  readonly text: string;
  outcome: OddOutcome;
}

interface Held {
  readonly id: number;
  readonly createdAt: number;
  readonly questions: Question[];
  emptyReads: number;
}

const TIME = "2026-07-29T03:27:06.123456789Z";

/**
 * A code search service that is not ours and shares no code with it: both conversation interfaces, in the odd shapes of
 * answers that services have been seen to give, or may give.
 */
export class OddService implements AsyncDisposable {
  /** Every question that was accepted, in order. */
  readonly asked: string[] = [];
  readonly requests: string[] = [];
  /** The outcome of a question. */
  outcome: (text: string) => OddOutcome = () => ({ state: "processing" });
  /** Accepts the next question, but breaks the connection before it can say so. */
  losesNext = false;
  readonly #oddities: Oddities;
  readonly #held: Held[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(oddities: Oddities) {
    this.#oddities = oddities;
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => this.#sockets.delete(socket));
    });
  }

  static async start(oddities: Oddities): Promise<OddService> {
    const service = new OddService(oddities);
    await new Promise<void>((resolve) => service.#server.listen(0, "127.0.0.1", resolve));
    return service;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += String(piece);
    const body = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    const url = new URL(request.url ?? "", this.baseUrl);
    this.requests.push(`${request.method ?? ""} ${url.pathname}`);
    const [status, answer] =
      this.#oddities.interface === "new" ? this.#call(url.pathname, body) : this.#rest(request.method ?? "", url, body);
    if (this.losesNext && status === 202) {
      this.losesNext = false;
      response.destroy();
    } else if (typeof answer === "string") {
      response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(answer);
    } else {
      response.writeHead(status, { "Content-Type": "Application/JSON;charset=UTF-8" }).end(JSON.stringify(answer));
    }
  }

  #call(path: string, body: Record<string, unknown>): [number, unknown] {
    const method = /^\/api\/deepsearch\.v1\.Service\/(\w+)$/.exec(path)?.[1];
    const named = String(body["name"] ?? body["parent"])
      .split("/")
      .at(-1);
    const held = this.#held.find(({ id }) => String(id) === named);
    if (method === "CreateConversation") {
      const { questions } = body["conversation"] as { questions: { input: { question: { text: string } }[] }[] };
      return [202, this.#encode(this.#take(undefined, questions[0]?.input[0]?.question.text ?? ""))];
    }
    if (method === "ListConversationSummaries") return [200, this.#summaries(body)];
    if (method === undefined) return [404, "404 page not found\n"];
    if (!held) return [404, { code: "not_found", message: "no such conversation", details: [] }];
    switch (method) {
      case "GetConversation":
        return [200, this.#encode(held)];
      case "AddConversationQuestion": {
        const { input } = body["question"] as { input: { question: { text: string } }[] };
        this.#take(held, input[0]?.question.text ?? "");
        return [202, {}];
      }
      case "CancelConversation":
        for (const question of held.questions)
          if (question.outcome.state === "processing") question.outcome = { ...question.outcome, state: "canceled" };
        return [200, this.#oddities.isSparse ? {} : this.#encode(held)];
      case "DeleteConversation":
        this.#held.splice(this.#held.indexOf(held), 1);
        return [200, {}];
      default:
        return [501, { code: "unimplemented" }];
    }
  }

  #summaries(body: Record<string, unknown>): unknown {
    if (this.#held.length === 0) return {};
    const all = [...this.#held].reverse();
    const from = Number(body["pageToken"] ?? 0);
    const to = from + Number(body["pageSize"]);
    const page = all.slice(from, to).map((one) => this.#summary(one));
    return this.#spell({ conversationSummaries: page, nextPageToken: to < all.length ? String(to) : "" });
  }

  #rest(method: string, url: URL, body: Record<string, unknown>): [number, unknown] {
    const [, id, rest] = /^\/\.api\/deepsearch\/v1(?:\/(\d+)(?:\/(.*))?)?$/.exec(url.pathname) ?? [];
    if (!url.pathname.startsWith("/.api/deepsearch/v1")) return [404, "404 page not found\n"];
    if (id === undefined) {
      if (method === "GET") return [200, this.#list(url.searchParams)];
      if (method === "POST") return [202, this.#encode(this.#take(undefined, String(body["question"])))];
      this.#held.length = 0; // as the real one does: deletes everything
      return [200, {}];
    }
    const held = this.#held.find((one) => String(one.id) === id);
    if (!held) return [404, "conversation not found\n"];
    if (method === "DELETE") {
      this.#held.splice(this.#held.indexOf(held), 1);
      return [200, "OK"];
    }
    if (method === "GET") return [200, this.#encode(held)];
    if (rest === "questions") {
      this.#take(held, String(body["question"]));
      const last = held.questions.at(-1);
      if (this.#oddities.followUp === "nothing" || !last) return [202, ""];
      return [202, this.#oddities.followUp === "conversation" ? this.#encode(held, true) : this.#legacyQuestion(last)];
    }
    const canceled = held.questions.find((question) => rest === `questions/${question.id}/cancel`);
    if (!canceled) return [404, "no route\n"];
    canceled.outcome = { ...canceled.outcome, state: "canceled", error: { kind: "Cancelled" } };
    return [200, ""];
  }

  #take(held: Held | undefined, text: string): Held {
    this.asked.push(text);
    const to = held ?? {
      id: (this.#held.at(-1)?.id ?? 2000) + 1,
      createdAt: Date.now(),
      questions: [],
      emptyReads: 0,
    };
    to.questions.push({ id: this.asked.length, text, outcome: { state: "processing" } });
    to.emptyReads = this.#oddities.emptyReads ?? 0;
    if (!held) this.#held.push(to);
    return to;
  }

  #list(parameters: URLSearchParams): unknown {
    const size = Number(parameters.get("page_first") ?? 50);
    const all = [...this.#held].reverse();
    const after = parameters.get("page_after");
    const from = after === null ? 0 : all.findIndex(({ id }) => String(id) === after.replace(/^c/, "")) + 1;
    const page = all.slice(from, from + size);
    const entries = page.map((one) => this.#encode(one, true));
    const hasMore = from + size < all.length;
    const last = `c${page.at(-1)?.id ?? ""}`;
    switch (this.#oddities.list) {
      case "conversations":
        return { conversations: entries };
      case "items and next_cursor":
        return { items: entries, next_cursor: hasMore ? last : null };
      case "edges and page_info":
        return {
          data: { edges: entries.map((node) => ({ node })) },
          page_info: { end_cursor: last, has_next_page: hasMore },
        };
      case "data and next link":
        return { data: entries, next: hasMore ? `/.api/deepsearch/v1?page_first=${size}&page_after=${last}` : "" };
      default:
        return entries;
    }
  }

  #encode(held: Held, isWhole = false): unknown {
    for (const question of held.questions)
      if (question.outcome.state !== "canceled") question.outcome = this.outcome(question.text);
    const isEmpty = !isWhole && held.emptyReads-- > 0;
    if (this.#oddities.interface === "legacy") {
      const questions = isEmpty ? [] : held.questions.map((question) => this.#legacyQuestion(question));
      const viewer = { isOwner: true };
      const times = { createdAt: new Date(held.createdAt).toISOString(), updatedAt: new Date().toISOString() };
      return this.#spell({
        id: held.id,
        questions,
        ...(this.#oddities.isSparse ? {} : { viewer, userId: 1, ...times }),
      });
    }
    const last = held.questions.at(-1)?.outcome ?? { state: "processing" };
    return this.#spell({
      ...(this.#summary(held) as object),
      state: this.#oddities.state === "word" ? `STATE_${last.state.toUpperCase()}` : { [last.state]: errorOf(last) },
      ...(this.#oddities.state === "word" && last.error ? { error: errorOf(last) } : {}),
      ...(isEmpty
        ? this.#oddities.isSparse
          ? {}
          : { questions: [{}] }
        : { questions: held.questions.map((question) => this.#newQuestion(question)) }),
    });
  }

  #summary({ id, createdAt }: Held): unknown {
    const name = `users/${this.#oddities.owner ?? "476"}/conversations/${id}`;
    const time = new Date(createdAt).toISOString();
    const whole = { title: "", createTime: time, updateTime: time, url: `${this.baseUrl}/deepsearch/${UUID}` };
    return this.#spell({ name, ...(this.#oddities.isSparse ? {} : whole) });
  }

  #newQuestion({ text, outcome: { answer } }: Question): unknown {
    const blocks = [{ chart: { data: "x" } }, { markdown: { text: answer } }];
    return this.#spell({
      input: [{ question: { text } }],
      ...(answer === undefined ? {} : { answer: this.#oddities.answer === "text" ? answer : blocks }),
      ...(this.#oddities.isSparse ? {} : { createTime: TIME }),
    });
  }

  #legacyQuestion({ id, text, outcome: { state, answer, error } }: Question): unknown {
    const isRunning = state === "processing" || state === "pending";
    return this.#spell({
      id,
      question: text,
      status: state,
      ...(answer === undefined ? {} : { answer }),
      ...(error ? { error: { title: "", kind: error.kind, message: error.message ?? "", details: "" } } : {}),
      ...(this.#oddities.isSparse
        ? {}
        : {
            conversationId: "7",
            suggestedFollowups: isRunning ? null : ["And then?", ""],
            sources: isRunning ? null : [{ type: "Chart", link: "", label: "A chart" }, { type: "File" }],
            turns: [{ role: "assistant", reasoning: " Looking. ", timestamp: 1_785_000_000 }, { role: "tool" }],
            stats: { timeMillis: isRunning ? 0 : "61000", credits: 0 },
          }),
    });
  }

  /** Spells the fields of an object, but not those of nested objects, which were spelled before. */
  #spell(fields: Readonly<Record<string, unknown>>): unknown {
    const { casing, hasExtras } = this.#oddities;
    const spelled = Object.entries(fields).map(([name, value]) => {
      if (casing === "pascal") return [name.replace(/^./, (letter) => letter.toUpperCase()), value];
      const isCamel = casing ? casing === "camel" : this.#oddities.interface === "new";
      return [isCamel ? name : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value];
    });
    return Object.fromEntries([
      ...(hasExtras
        ? [
            ["x_trace", null],
            ["etag", { a: [1] }],
          ]
        : []),
      ...spelled,
    ]) as unknown;
  }
}

function errorOf({ error }: OddOutcome): object {
  const { code, message, retryAt } = error ?? {};
  return { code, message, retry_time: retryAt };
}

const UUID = "0a1b2c3d-0000-4000-8000-0123456789ab";
