import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { LOCAL_MODEL_PORTS } from "../../src/core/model/modelServer.ts";

/** What the server answers to one request of `chat/completions`, and what it does wrong. */
export interface ChatScript {
  /** The text, in the pieces in which it is sent. */
  readonly text?: readonly string[];
  /** What it thinks first, apart from the text, as llama.cpp and others send it. */
  readonly thoughts?: readonly string[];
  readonly calls?: readonly { readonly name: string; readonly arguments: string; readonly id?: string }[];
  /** How its calls are told apart: correctly, all as the first, not at all, or with an index that is used again. */
  readonly indexes?: "right" | "zero" | "missing" | "reused";
  readonly ids?: "right" | "missing" | "repeated" | "same" | "changing";
  /** Sends each call as one piece, or its input a few characters at a time, or its input as an object. */
  readonly input?: "whole" | "pieces" | "object";
  /** Leaves out `type: "function"`, as vLLM does. */
  readonly omitType?: boolean;
  /** Writes its calls as JSON in the text: bare, in a fence, or in tags. */
  readonly callsInText?: "bare" | "fenced" | "tagged";
  /** The usage that it reports; `none` reports nothing, `everywhere` reports it with each piece. */
  readonly usage?: { readonly prompt: number; readonly completion: number } | "none" | "everywhere";
  readonly finish?: "stop" | "tool_calls" | "length" | "content_filter" | "none";
  /** Its reason to finish as long as there is none: `null` where left out. */
  readonly notYet?: string;
  /** Ends without `[DONE]`. */
  readonly noDone?: boolean;
  /** Sends an error object after this many pieces. */
  readonly errorAfter?: { readonly pieces: number; readonly error: unknown };
  /** Sends something that is not JSON after this many pieces. */
  readonly nonsenseAfter?: number;
  /** Sends nothing more after this many pieces, though the connection stays open. */
  readonly stallAfter?: number;
  /** After this many pieces, goes on when this resolves. */
  readonly heldAfter?: { readonly pieces: number; readonly until: Promise<unknown> };
  /** Keeps the connection open after everything was sent. */
  readonly staysOpen?: boolean;
  /** Cuts the connection after this many bytes of the body. */
  readonly cutAt?: number;
  /** Writes this many bytes at a time, wherever that cuts events and characters. */
  readonly bytesAtOnce?: number;
  /** Milliseconds between two pieces. */
  readonly everyMs?: number;
  /** Sends this many pieces a second, however long each of them takes. */
  readonly perSecond?: number;
  /** Starts over, for ever. */
  readonly endless?: boolean;
  /** Sends a whole answer instead of a stream, whatever was requested. */
  readonly unstreamed?: boolean;
  readonly lineBreaks?: "\n" | "\r\n";
  /** The model that answers according to the server; it names none if omitted. */
  readonly answersAs?: string;
  /** Keeps the connection awake with comments between its pieces, or with other lines. */
  readonly comments?: boolean | string;
  /** Refuses instead. */
  readonly refuse?: {
    readonly status: number;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  };
}

const CHARACTERS_A_TOKEN = 3.5;

/** A request of `chat/completions` as it came. */
export interface ChatRequest {
  readonly headers: IncomingMessage["headers"];
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string | null }[];
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
    readonly [name: string]: unknown;
  };
  /**
   * What the model reads of the messages: everything, or the end that {@link ScriptedModelServer.readsTokens} leaves.
   */
  readonly read: string;
  /** When its connection ended before the answer did, as a `performance.now()` time. */
  goneAt?: number;
}

/** A model that is listed, with what each kind of server says about it. */
export interface ServedModel {
  readonly name: string;
  readonly contextLength?: number;
  readonly tools?: boolean;
}

export interface ModelServerOptions {
  /** The kind of server whose own requests it answers besides the common ones. */
  readonly kind?: "plain" | "ollama" | "llama.cpp" | "vllm" | "lmstudio";
  readonly models?: readonly ServedModel[];
  /** The key that it requires; any other is refused. */
  readonly key?: string;
  /** Lists its models even without the key. */
  readonly listsOpenly?: boolean;
  /** Lists its models as nothing but a list, as Together does. */
  readonly listsBare?: boolean;
  /** Listens where servers are looked for: at the first of the usual ports that is free. Otherwise at any free one. */
  readonly isLookedFor?: boolean;
  /** A llama.cpp that says little where Ollama says much, as some versions do for clients that only know Ollama. */
  readonly looksLikeOllama?: boolean;
  /** A llama.cpp that starts others, one for each model: it gives the limit of a model only if that one is named. */
  readonly isRouter?: boolean;
}

/** A real server on loopback that speaks like OpenAI-compatible servers, with their faults. */
export class ScriptedModelServer implements AsyncDisposable {
  readonly requests: ChatRequest[] = [];
  /** Every address that was requested. */
  readonly paths: string[] = [];
  /** All bodies received, one after another. */
  received = "";
  /** Refuses requests, as llama.cpp does while it loads its model. */
  isLoading = false;
  /** Silently forgets everything before the last tokens, this many, as Ollama does, and counts only those. */
  readsTokens: number | undefined;
  /** The answer to each request. */
  answer: (request: ChatRequest, count: number) => ChatScript | Promise<ChatScript>;
  readonly #options: ModelServerOptions;
  readonly #sockets = new Set<Socket>();
  readonly #server;

  private constructor(answer: ChatScript | ScriptedModelServer["answer"], options: ModelServerOptions) {
    this.answer = typeof answer === "function" ? answer : () => answer;
    this.#options = options;
    this.#server = createServer((request, response) => {
      void this.#route(request, response).catch(() => response.destroy());
    });
    this.#server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("error", () => undefined);
    });
  }

  /** Resolves when the server listens. */
  static async start(
    answer: ChatScript | ScriptedModelServer["answer"],
    options: ModelServerOptions = {},
  ): Promise<ScriptedModelServer> {
    const server = new ScriptedModelServer(answer, options);
    const ports = options.isLookedFor ? LOCAL_MODEL_PORTS.map(({ port }) => port) : [0];
    for (const port of ports) if (await server.#listen(port)) return server;
    throw new Error(`Something listens at each of the ports ${ports.join(", ")}`);
  }

  /** Resolves to false if something else listens there. */
  #listen(port: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const fail = (error: NodeJS.ErrnoException) => {
        if (error.code === "EADDRINUSE") resolve(false);
        else reject(error);
      };
      this.#server.once("error", fail).listen(port, "127.0.0.1", () => {
        this.#server.off("error", fail);
        resolve(true);
      });
    });
  }

  /** Without a path. */
  get origin(): string {
    return `http://${this.host}`;
  }

  /** With its port, as shown to people. */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    this.paths.push(`${request.method} ${path}`);
    const body = await text(request);
    this.received += body;
    const {
      key,
      listsOpenly,
      listsBare,
      kind = "plain",
      models = [{ name: "scripted" }],
      looksLikeOllama,
      isRouter,
    } = this.#options;
    const isOpen = key === undefined || (listsOpenly && path === "/v1/models");
    if (!isOpen && request.headers.authorization !== `Bearer ${key}`) {
      // Some servers repeat the key that they were sent.
      const message = `Incorrect API key provided: ${request.headers.authorization ?? "none"}.`;
      send(response, 401, { error: { message, type: "invalid_request_error" } });
      return;
    }
    if (this.isLoading) {
      send(response, 503, { error: { message: "Loading model", type: "unavailable_error", code: 503 } });
      return;
    }
    if (path === "/v1/chat/completions") {
      const asked = JSON.parse(body) as ChatRequest["body"];
      const all = asked.messages.map(({ content }) => content ?? "").join("\n");
      const { readsTokens = Infinity } = this;
      const read = all.slice(Math.max(0, all.length - readsTokens * CHARACTERS_A_TOKEN));
      const received: ChatRequest = { headers: request.headers, body: asked, read };
      this.requests.push(received);
      response.once("close", () => {
        if (!response.writableFinished) received.goneAt = performance.now();
      });
      const script = await this.answer(received, this.requests.length);
      const usage = { prompt: Math.min(readsTokens, Math.ceil(all.length / CHARACTERS_A_TOKEN)), completion: 10 };
      await play(read === all ? script : { ...script, usage }, received, response);
      return;
    }
    const named = () => models.find(({ name }) => name === (JSON.parse(body) as { model?: string }).model);
    const answer = (value: unknown) => send(response, 200, value);
    if (path === "/v1/models") {
      const data = models.map(({ name, contextLength }) => ({
        id: name,
        object: "model",
        ...(kind === "vllm" && { max_model_len: contextLength }),
      }));
      answer(listsBare ? data : { object: "list", data });
    } else if (kind === "ollama" && path === "/api/show" && named()) {
      answer({
        model_info: { "general.architecture": "qwen3", "qwen3.context_length": 262_144 },
        capabilities: ["completion", ...(named()?.tools ? ["tools"] : [])],
      });
    } else if (kind === "ollama" && path === "/api/ps") {
      answer({
        models: models.map(({ name, contextLength }) => ({ name, model: name, context_length: contextLength })),
      });
    } else if (looksLikeOllama && path === "/api/show") {
      answer({ model_info: { "llama.context_length": models[0]?.contextLength }, capabilities: ["completion"] });
    } else if (kind === "llama.cpp" && path.split("?")[0] === "/props") {
      const asked = isRouter ? new URL(path, this.origin).searchParams.get("model") : models[0]?.name;
      const length = models.find(({ name }) => name === asked)?.contextLength ?? 0;
      answer({ default_generation_settings: { n_ctx: length } });
    } else if (kind === "lmstudio" && path === "/api/v0/models") {
      answer({
        data: models.map(({ name, contextLength, tools }) => ({
          id: name,
          max_context_length: 131_072,
          loaded_context_length: contextLength,
          capabilities: tools ? ["tool_use"] : [],
        })),
      });
    } else {
      send(response, 404, { error: { message: "Not Found" } });
    }
  }
}

function send(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  const isText = typeof value === "string";
  response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json", ...headers });
  response.end(isText ? value : JSON.stringify(value));
}

/** The bytes that a script sends as the body of a whole answer. */
export function bytesOf(script: ChatScript): Buffer {
  return Buffer.concat(piecesOf(script, 0));
}

async function play(script: ChatScript, request: ChatRequest, response: ServerResponse): Promise<void> {
  const {
    refuse,
    unstreamed = false,
    bytesAtOnce,
    cutAt = Infinity,
    everyMs,
    perSecond,
    stallAfter = Infinity,
    heldAfter,
  } = script;
  if (refuse) {
    send(response, refuse.status, refuse.body ?? "", refuse.headers);
    return;
  }
  if (unstreamed) {
    send(response, 200, wholeOf(script));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  let sent = 0;
  let pieces = 0;
  const startedAt = performance.now();
  const isGone = () => request.goneAt !== undefined || response.destroyed;
  for (let round = 0; round === 0 || script.endless; round++) {
    for (const event of piecesOf(script, round)) {
      for (let at = 0; at < event.length; at += bytesAtOnce ?? event.length) {
        const piece = event.subarray(at, at + (bytesAtOnce ?? event.length)).subarray(0, cutAt - sent);
        sent += piece.length;
        if (isGone()) return;
        await new Promise<void>((resolve) => {
          response.once("close", resolve);
          response.write(piece, () => {
            response.off("close", resolve);
            resolve();
          });
        });
        if (sent >= cutAt) {
          response.socket?.end(); // what was sent arrives, and then nothing more
          response.socket?.destroySoon();
          return;
        }
      }
      if (++pieces >= stallAfter) return;
      if (heldAfter && pieces === heldAfter.pieces + 1) await heldAfter.until; // the first event has no words
      if (everyMs !== undefined) await sleep(everyMs);
      const aheadMs = perSecond === undefined ? 0 : startedAt + (1000 * pieces) / perSecond - performance.now();
      if (aheadMs > 0) await sleep(aheadMs);
    }
  }
  if (!script.staysOpen) response.end();
}

/** The events of a script, each as bytes. */
function piecesOf(script: ChatScript, round: number): readonly Buffer[] {
  const { lineBreaks = "\n", usage, noDone = false, finish, comments = false, endless = false } = script;
  const calls = script.callsInText ? [] : (script.calls ?? []);
  const event = (value: unknown): Buffer => {
    const data = typeof value === "string" ? value : JSON.stringify(value);
    const line = comments === true ? ": still here" : comments;
    const comment = line === false ? "" : `${line}${lineBreaks}${lineBreaks}`;
    return Buffer.from(`${comment}data: ${data}${lineBreaks}${lineBreaks}`);
  };
  const counts = typeof usage === "object" ? usage : { prompt: 20, completion: 10 };
  const used = {
    prompt_tokens: counts.prompt,
    completion_tokens: counts.completion,
    total_tokens: counts.prompt + counts.completion,
  };
  const chunk = (delta: unknown, finishReason: string | null = script.notYet ?? null) => ({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    ...(script.answersAs !== undefined && { model: script.answersAs }),
    choices: [{ index: 0, delta, finish_reason: finishReason }],
    ...(usage === "everywhere" && { usage: used }),
  });
  const deltas = [
    ...(script.thoughts ?? []).map((thought) => ({ reasoning_content: thought })),
    ...textsOf(script).map((content) => ({ content })),
    ...calls.flatMap((call, index) => callPieces(call, index, script)),
  ];
  const events = [...(round === 0 ? [event(chunk({ role: "assistant", content: "" }))] : [])];
  deltas.forEach((delta, at) => {
    if (script.errorAfter?.pieces === at) events.push(event({ error: script.errorAfter.error }));
    if (script.nonsenseAfter === at) events.push(event("{nonsense"));
    events.push(event(chunk(delta)));
  });
  if (script.errorAfter && script.errorAfter.pieces >= deltas.length)
    events.push(event({ error: script.errorAfter.error }));
  if (endless) return events;
  if (finish !== "none") events.push(event(chunk({}, finish ?? (calls.length > 0 ? "tool_calls" : "stop"))));
  if (usage !== "none" && usage !== "everywhere") events.push(event({ id: "chatcmpl-1", choices: [], usage: used }));
  if (!noDone) events.push(event("[DONE]"));
  return events;
}

function textsOf({ text: pieces = [], calls = [], callsInText }: ChatScript): readonly string[] {
  if (!callsInText) return pieces;
  const written = calls.map(({ name, arguments: input }) => `{"name": "${name}", "arguments": ${input}}`);
  const all =
    callsInText === "bare"
      ? written.join("\n")
      : callsInText === "fenced"
        ? `\`\`\`json\n${written.join("\n")}\n\`\`\``
        : written.map((one) => `<tool_call>\n${one}\n</tool_call>`).join("\n");
  return [...pieces, ...(all.match(/[^]{1,5}/g) ?? [])];
}

function callPieces(
  call: NonNullable<ChatScript["calls"]>[number],
  position: number,
  { indexes = "right", ids = "right", input = "whole", omitType = false }: ChatScript,
): readonly object[] {
  const given = ids === "same" ? "call_0" : (call.id ?? `call_${position}`);
  const index = { right: position, zero: 0, missing: undefined, reused: position % 2 }[indexes];
  const pieces = input === "pieces" ? (call.arguments.match(/[^]{1,4}/g) ?? [""]) : [call.arguments];
  return pieces.map((piece, at) => {
    const isFirst = at === 0;
    const id =
      ids === "changing" ? `${given}_${at}` : ids !== "missing" && (isFirst || ids === "repeated") ? given : undefined;
    const written: unknown = input === "object" ? JSON.parse(piece) : piece;
    return {
      tool_calls: [
        {
          ...(index !== undefined && { index }),
          ...(id !== undefined && { id }),
          ...(isFirst && !omitType && { type: "function" }),
          function: { ...(isFirst && { name: call.name }), arguments: written },
        },
      ],
    };
  });
}

function wholeOf(script: ChatScript): object {
  const calls = script.callsInText ? [] : (script.calls ?? []);
  return {
    object: "chat.completion",
    ...(script.answersAs !== undefined && { model: script.answersAs }),
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: textsOf(script).join(""),
          ...(calls.length > 0 && {
            tool_calls: calls.map(({ name, arguments: input, id }, index) => ({
              id: id ?? `call_${index}`,
              type: "function",
              function: { name, arguments: input },
            })),
          }),
        },
        finish_reason: script.finish ?? "stop",
      },
    ],
    usage: { prompt_tokens: 20, completion_tokens: 10 },
  };
}
