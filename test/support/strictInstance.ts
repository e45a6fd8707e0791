import type { ServerResponse } from "node:http";
import { json, plain, ScriptedServer, type Received } from "./scriptedServer.ts";

/** The members that an object may have, each with those of what is in it; `true` for a value. */
type Shape = true | readonly [Shape] | { readonly [name: string]: Shape };

interface Route {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: RegExp;
  readonly query?: readonly string[];
  readonly headers?: readonly string[];
  readonly body?: Shape;
  /** A form instead of JSON. */
  readonly form?: readonly string[];
  readonly answer: (response: ServerResponse, instance: StrictInstance) => void;
}

/** What HTTP itself has, and what the description lets every request have. */
const HEADERS = new Set([
  ...["host", "connection", "accept", "accept-encoding", "accept-language", "content-type", "content-length"],
  ...["authorization", "x-requested-with"],
]);
const QUESTION: Shape = { input: [{ question: { text: true } }] };
const CONVERSATION = {
  name: "users/4/conversations/7",
  title: "Seven",
  state: { completed: {} },
  createTime: "2026-01-02T03:04:05Z",
  updateTime: "2026-01-02T03:04:06Z",
  questions: [
    {
      input: [{ question: { text: "Where?" } }],
      answer: [{ markdown: { text: "There." } }],
      createTime: "2026-01-02T03:04:05Z",
    },
  ],
};
const LEGACY = {
  id: 7,
  user_id: 4,
  created_at: "2026-01-02T03:04:05Z",
  updated_at: "2026-01-02T03:04:06Z",
  read_token: "0b8b1a5e-0000-4000-8000-000000000001",
  questions: [{ id: 1, conversation_id: 7, question: "Where?", status: "processing", sources: [], turns: [] }],
};
const TOKENS = { access_token: "access", token_type: "Bearer", refresh_token: "refresh", expires_in: 3600 };

const connect = (name: string, body: Shape, answer: object): Route => ({
  method: "POST",
  path: new RegExp(`^/api/deepsearch\\.v1\\.Service/${name}$`),
  headers: ["connect-protocol-version"],
  body,
  answer: (response, { hasNew }) => {
    if (hasNew) json(response, answer);
    else plain(response, 404, "no route");
  },
});
const legacy = (method: Route["method"], path: RegExp, rest: Partial<Route>, answer: object = LEGACY): Route => ({
  method,
  path,
  headers: ["prefer"],
  ...rest,
  answer: (response) => {
    json(response, answer);
  },
});
const page = (path: RegExp, text: string, type = "text/plain"): Route => ({
  method: "GET",
  path,
  answer: (response) => {
    plain(response, 200, text, type);
  },
});
const oauth = (name: string, form: readonly string[], answer: object): Route => ({
  method: "POST",
  path: new RegExp(`^/\\.auth/idp/oauth/${name}$`),
  form,
  answer: (response) => {
    json(response, answer);
  },
});

/** All that the description and what is known besides have, and nothing else. */
const ROUTES: readonly Route[] = [
  connect("CreateConversation", { parent: true, conversation: { questions: [QUESTION] } }, CONVERSATION),
  connect("GetConversation", { name: true }, CONVERSATION),
  connect("AddConversationQuestion", { parent: true, question: QUESTION }, CONVERSATION.questions[0] ?? {}),
  connect("CancelConversation", { name: true }, CONVERSATION),
  connect("DeleteConversation", { name: true }, {}),
  connect(
    "ListConversationSummaries",
    { parent: true, pageSize: true, pageToken: true, filters: [{ contentQuery: true, starred: true }] },
    { conversationSummaries: [{ name: CONVERSATION.name, title: "Seven", updateTime: CONVERSATION.updateTime }] },
  ),
  legacy("POST", /^\/\.api\/deepsearch\/v1$/, { body: { question: true } }),
  legacy(
    "GET",
    /^\/\.api\/deepsearch\/v1$/,
    {
      query: [
        ...["filter_id", "filter_user_id", "filter_read_token", "filter_is_starred"],
        ...["page_first", "page_after", "sort"],
      ],
    },
    { conversations: [LEGACY] },
  ),
  legacy("GET", /^\/\.api\/deepsearch\/v1\/\d+$/, {}),
  legacy("DELETE", /^\/\.api\/deepsearch\/v1\/\d+$/, {}),
  legacy("POST", /^\/\.api\/deepsearch\/v1\/\d+\/questions$/, { body: { conversation_id: true, question: true } }),
  legacy("POST", /^\/\.api\/deepsearch\/v1\/\d+\/questions\/\d+\/cancel$/, {}),
  {
    ...page(/^\/\.api\/search\/stream$/, "event: done\ndata: {}\n\n", "text/event-stream"),
    query: ["q", "v", "t", "display", "cm", "cl", "max-line-len"],
  },
  page(/^\/[^.].*\/-\/raw\/.+$/, "#!/bin/sh\n"),
  page(/^\/__version$/, "7.1.0\n"),
  page(/^\/api-reference$/, '<a href="/api-reference/openapi.yaml">', "text/html"),
  {
    method: "POST",
    path: /^\/\.api\/graphql$/,
    body: { query: true },
    answer: (response) => {
      json(response, { data: { currentUser: { username: "ann" } } });
    },
  },
  oauth("token", ["client_id", "grant_type", "code", "redirect_uri", "code_verifier", "refresh_token", "device_code"], {
    ...TOKENS,
  }),
  oauth("device/code", ["client_id", "scope"], {
    ...{ device_code: "d", user_code: "FINCH-WREN", verification_uri: "https://example.com/device" },
    ...{ expires_in: 600, interval: 5 },
  }),
  oauth("revoke", ["client_id", "token", "token_type_hint"], {}),
];

/** An instance that refuses whatever the description doesn't have: a route, a header, a parameter or a field. */
export class StrictInstance implements AsyncDisposable {
  /** What was refused. */
  readonly refused: string[] = [];
  /** Every route that was asked for, with its method. */
  readonly asked = new Set<string>();
  /** Whether it has the new conversation interface. */
  hasNew = true;
  #server: ScriptedServer | undefined;

  static async start(): Promise<StrictInstance> {
    const instance = new StrictInstance();
    instance.#server = await ScriptedServer.start((request, response) => {
      instance.#answer(request, response);
    });
    return instance;
  }

  /** How many routes it has. */
  static get routes(): number {
    return ROUTES.length;
  }

  get baseUrl(): string {
    return this.#server?.baseUrl ?? "";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]();
  }

  #answer(request: Received, response: ServerResponse): void {
    const url = new URL(request.path, "http://localhost");
    const route = ROUTES.find(({ method, path }) => method === request.method && path.test(url.pathname));
    const wrong = route ? oddities(route, request, url) : ["there is no such route"];
    if (!route || wrong.length > 0) {
      this.refused.push(`${request.method} ${url.pathname}: ${wrong.join(", ")}`);
      plain(response, 400, wrong.join("\n"));
      return;
    }
    this.asked.add(`${route.method} ${route.path.source}`);
    route.answer(response, this);
  }
}

function oddities(route: Route, { headers, body }: Received, url: URL): readonly string[] {
  const known = new Set([...HEADERS, ...(route.headers ?? [])]);
  const form = [...new URLSearchParams(route.form ? body : "").keys()];
  return [
    ...Object.keys(headers).flatMap((name) => (known.has(name) ? [] : [`header ${name}`])),
    ...[...url.searchParams.keys()].flatMap((name) => (route.query?.includes(name) ? [] : [`parameter ${name}`])),
    ...form.flatMap((name) => (route.form?.includes(name) ? [] : [`form field ${name}`])),
    ...(route.form || body === "" ? [] : beyond(route.body ?? {}, JSON.parse(body), "body")),
  ];
}

/** The members of a value that the shape doesn't have. */
function beyond(shape: Shape, value: unknown, at: string): readonly string[] {
  const isObject = typeof value === "object" && value !== null;
  if (shape === true) return isObject ? [`${at} is no value`] : [];
  if (!isObject) return [`${at} is a value`];
  if (Array.isArray(shape) !== Array.isArray(value)) return [`${at} is a list, or none`];
  return Object.entries(value).flatMap(([name, member]) => {
    const inner = Array.isArray(shape)
      ? (shape as readonly [Shape])[0]
      : (shape as Readonly<Record<string, Shape>>)[name];
    return inner === undefined ? [`field ${at}.${name}`] : beyond(inner, member, `${at}.${name}`);
  });
}
