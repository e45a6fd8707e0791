import type { ServerResponse } from "node:http";
import { json, plain, ScriptedServer } from "./scriptedServer.ts";

/** A question as the legacy interface sends it; what is left out is left out there too. */
export interface LegacyQuestion {
  readonly question: string;
  readonly status?: string;
  readonly answer?: string;
  readonly error?: Readonly<Record<string, unknown>>;
  readonly turns?: readonly { readonly reasoning: string; readonly role?: string }[];
  readonly stats?: Readonly<Record<string, number>>;
  readonly sources?: readonly { readonly type: string; readonly link: string; readonly label: string }[];
  readonly suggested_followups?: readonly string[];
  readonly created_at?: string;
}

export interface LegacyConversation {
  readonly title: string;
  readonly questions: readonly LegacyQuestion[];
  readonly quota_usage?: Readonly<Record<string, unknown>>;
  readonly viewer?: { readonly is_owner: boolean };
  /** When it was last changed; now, if omitted. */
  readonly daysAgo?: number;
}

interface Gate {
  refusing?: Promise<void> | undefined;
  holding?: Promise<void> | undefined;
  aheadMs?: number;
  isTokenRefused?: boolean;
}

/**
 * An instance with only the legacy conversation interface, which reveals most. A test controls its conversations; they
 * are numbered from one.
 */
export class ScriptedConversations implements AsyncDisposable {
  readonly all: LegacyConversation[];
  readonly server: ScriptedServer;
  readonly #gate: Gate;

  private constructor(all: LegacyConversation[], server: ScriptedServer, gate: Gate) {
    this.all = all;
    this.server = server;
    this.#gate = gate;
  }

  /** If set, questions are not accepted until it resolves. */
  set holding(until: Promise<void> | undefined) {
    this.#gate.holding = until;
  }

  /** How far its clock is ahead of ours. */
  set aheadMs(aheadMs: number) {
    this.#gate.aheadMs = aheadMs;
  }

  /** Whether every token is refused. */
  set isTokenRefused(isTokenRefused: boolean) {
    this.#gate.isTokenRefused = isTokenRefused;
  }

  /** If set, questions are refused as soon as it resolves. */
  set refusing(when: Promise<void> | undefined) {
    this.#gate.refusing = when;
  }

  /** `fileOf` returns the texts of its files, by `REPOSITORY@REVISION/PATH`; `search` answers a search stream. */
  static async start(
    conversations: readonly LegacyConversation[],
    fileOf: (name: string) => string | undefined | Promise<string | undefined> = () => undefined,
    search: (path: string, response: ServerResponse) => void = (_, response) => {
      plain(response, 404, "Not Found\n");
    },
  ): Promise<ScriptedConversations> {
    const all = [...conversations];
    const gate: Gate = {};
    const encode = (id: number) => {
      const conversation = all[id - 1];
      const { daysAgo = 0, ...sent } = conversation ?? {};
      const now = new Date(Date.now() + (gate.aheadMs ?? 0) - daysAgo * 86_400_000).toISOString();
      return {
        id,
        created_at: now,
        updated_at: now,
        ...sent,
        questions: conversation?.questions.map((question, at) => ({
          id: id * 1000 + at,
          conversation_id: id,
          status: "completed",
          created_at: now,
          ...question,
        })),
      };
    };
    const server = await ScriptedServer.start(async ({ method, path, body }, response) => {
      const route = /^\/\.api\/deepsearch\/v1(?:\/(\d+)(.*))?$/.exec(path.split("?")[0] ?? "");
      const [, number, rest = ""] = route ?? [];
      const id = Number(number ?? 0);
      if (method === "POST") await gate.holding;
      const file = path.includes("/-/raw/")
        ? await fileOf(decodeURIComponent(path.slice(1)).replace("/-/raw/", "/"))
        : undefined;
      if (gate.isTokenRefused) plain(response, 401, "Invalid access token.\n");
      else if (file !== undefined) plain(response, 200, file);
      else if (path.startsWith("/.api/search/stream")) search(path, response);
      else if (!route) plain(response, 404, "Not Found\n");
      else if (gate.refusing && method === "POST") {
        await gate.refusing;
        plain(response, 503, "busy\n");
      } else if (!id && method === "POST") {
        all.push({
          title: "",
          questions: [{ question: (JSON.parse(body) as { question: string }).question, status: "pending" }],
        });
        json(response, encode(all.length));
      } else if (!id)
        json(
          response,
          all.map((_, index) => encode(index + 1)),
        );
      else {
        const conversation = all[id - 1];
        if (!conversation) {
          plain(response, 404, "Not Found\n");
          return;
        }
        const { questions } = conversation;
        if (rest.endsWith("/questions") && method === "POST") {
          const { question } = JSON.parse(body) as { question: string };
          all[id - 1] = { ...conversation, questions: [...questions, { question, status: "processing" }] };
        } else if (rest.endsWith("/cancel")) {
          const running = questions.length - 1;
          const canceled = { ...questions[running], status: "cancelled" } as LegacyQuestion;
          all[id - 1] = { ...conversation, questions: questions.with(running, canceled) };
        }
        json(response, encode(id));
      }
    });
    return new ScriptedConversations(all, server, gate);
  }

  /** Changes a question of a conversation: the last one, or the one at a position. */
  change(id: number, change: Partial<LegacyQuestion>, at = -1): void {
    const conversation = this.all[id - 1];
    const question = conversation?.questions.at(at);
    if (!conversation || !question) throw new Error(`There is no such question in conversation ${String(id)}.`);
    this.all[id - 1] = { ...conversation, questions: conversation.questions.with(at, { ...question, ...change }) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }
}
