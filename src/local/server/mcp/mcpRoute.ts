import { randomUUID } from "node:crypto";
import { pipeline } from "node:stream/promises";
import type { ToolService } from "../../../core/agents/toolService.ts";
import { once } from "../../../core/model/once.ts";
import { BadBody, sendJson, sendText, type Exchange } from "../http/exchange.ts";
import type { Log } from "../../base/log.ts";
import { RefusedJson, parseJson } from "../../../core/text/parseJson.ts";

export const MCP_PATH = "/mcp";
/** The error code of JSON-RPC. */
const INVALID_REQUEST = -32600;
/** How many messages may come at once: agents send one, and each is work for the package that speaks the protocol. */
const BATCH_AT_MOST = 50;

/** The header that names what a client began with `initialize`. */
const SESSION = "mcp-session-id";

/** Answers `/mcp`. The code of the protocol is loaded with the first request, or with the next one if that fails. */
export function mcpRoute(tools: ToolService, log: Log): (exchange: Exchange) => Promise<void> {
  const load = once(async () => (await import("./mcpServer.ts")).mcpOverHttp(tools, log));
  const running = new RunningCalls();
  return async (exchange) => {
    if (exchange.method !== "POST") {
      sendText(exchange, 405, "Method Not Allowed", { allow: "POST" }); // nothing is sent unasked, or kept
      return;
    }
    let body;
    let message;
    try {
      body = await exchange.readBytes();
      message = readMessage(body.toString());
    } catch (error) {
      if (!(error instanceof BadBody)) throw error;
      sendJson(exchange, 400, { jsonrpc: "2.0", error: { code: INVALID_REQUEST, message: error.message }, id: null });
      return;
    }
    const answer = await load();
    const call = running.begin(exchange, message as Message | undefined);
    try {
      const response = await answer(toRequest(exchange, body, call.signal), message);
      if (isBeginning(message) && response.ok) response.headers.set(SESSION, randomUUID());
      await send(exchange, response, call.signal);
    } finally {
      call.end();
    }
  };
}

/** What a message is, as far as it matters here. */
interface Message {
  readonly method?: unknown;
  readonly id?: unknown;
  readonly params?: { readonly requestId?: unknown };
}

function isBeginning(message: unknown): boolean {
  return (message as Message | undefined)?.method === "initialize";
}

/**
 * The calls that are being answered, so that a client can cancel one: it sends a notice, on another connection than the
 * call's, which it leaves open. Nothing else is kept of a session, and any name of one will do.
 */
class RunningCalls {
  readonly #stops = new Map<string, AbortController>();

  /** `signal` aborts when the client goes away or cancels the call; a message that is such a notice is heeded at once. */
  begin(
    { headers, signal }: Exchange,
    message: Message | undefined,
  ): { readonly signal: AbortSignal; readonly end: () => void } {
    const stop = new AbortController();
    const onGone = () => {
      stop.abort();
    };
    signal.addEventListener("abort", onGone, { once: true });
    if (signal.aborted) stop.abort();
    const session = headers[SESSION];
    const { method, id, params } = message ?? {};
    const keyOf = (call: unknown) => JSON.stringify([session, call]);
    if (session !== undefined && method === "notifications/cancelled")
      this.#stops.get(keyOf(params?.requestId))?.abort();
    const isCall = session !== undefined && method !== undefined && id !== undefined;
    if (isCall) this.#stops.set(keyOf(id), stop);
    return {
      signal: stop.signal,
      end: () => {
        signal.removeEventListener("abort", onGone);
        if (isCall && this.#stops.get(keyOf(id)) === stop) this.#stops.delete(keyOf(id));
      },
    };
  }
}

function toRequest({ headers }: Exchange, body: Buffer<ArrayBuffer>, signal: AbortSignal): Request {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    // The body is decoded here; what grants access is no business of the protocol.
    value === undefined || ["authorization", "content-encoding", "content-length"].includes(name)
      ? []
      : [[name, Array.isArray(value) ? value.join(", ") : value] as [string, string]],
  );
  return new Request(`http://127.0.0.1${MCP_PATH}`, { method: "POST", headers: named, body, signal });
}

/** `undefined` for what is no JSON, which is for the package to refuse. Throws {@link BadBody}. */
function readMessage(text: string): unknown {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    if (error instanceof RefusedJson) throw new BadBody(error.message);
    return undefined;
  }
  if (Array.isArray(value) && value.length > BATCH_AT_MOST)
    throw new BadBody(`At most ${BATCH_AT_MOST} messages can be sent at once.`);
  return value;
}

async function send({ response }: Exchange, answer: Response, signal: AbortSignal): Promise<void> {
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), "x-content-type-options": "nosniff" });
  if (!answer.body) {
    response.end();
    return;
  }
  try {
    // The library's streams are those of the web, which have other types.
    await pipeline(answer.body, response);
  } catch (error) {
    if (!signal.aborted) throw error; // otherwise the client has gone, or wants no answer any more
  }
}
