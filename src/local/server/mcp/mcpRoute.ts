import { pipeline } from "node:stream/promises";
import type { ToolService } from "../../../core/agents/toolService.ts";
import { once } from "../../../core/model/once.ts";
import { BadBody, sendJson, sendText, type Exchange } from "../http/exchange.ts";
import type { Log } from "../../base/log.ts";
import { NestedTooDeeply, parseJson } from "../../../core/text/parseJson.ts";

export const MCP_PATH = "/mcp";
/** The error code of JSON-RPC. */
const INVALID_REQUEST = -32600;
/** How many messages may come at once: agents send one, and each is work for the package that speaks the protocol. */
const BATCH_AT_MOST = 50;

/** Answers `/mcp`. The code of the protocol is loaded with the first request, or with the next one if that fails. */
export function mcpRoute(tools: ToolService, log: Log): (exchange: Exchange) => Promise<void> {
  const load = once(async () => (await import("./mcpServer.ts")).mcpOverHttp(tools, log));
  return async (exchange) => {
    if (exchange.method !== "POST") {
      sendText(exchange, 405, "Method Not Allowed", { allow: "POST" }); // there are no sessions
      return;
    }
    let request;
    try {
      request = await toRequest(exchange);
    } catch (error) {
      if (!(error instanceof BadBody)) throw error;
      sendJson(exchange, 400, { jsonrpc: "2.0", error: { code: INVALID_REQUEST, message: error.message }, id: null });
      return;
    }
    const answer = await load();
    await send(exchange, await answer(request));
  };
}

async function toRequest(exchange: Exchange): Promise<Request> {
  const { headers, signal } = exchange;
  const named = Object.entries(headers).flatMap(([name, value]) =>
    // The body is decoded here; what grants access is no business of the protocol.
    value === undefined || ["authorization", "content-encoding", "content-length"].includes(name)
      ? []
      : [[name, Array.isArray(value) ? value.join(", ") : value] as [string, string]],
  );
  const body = await exchange.readBytes();
  refuseTooMuch(body.toString());
  return new Request(`http://127.0.0.1${MCP_PATH}`, { method: "POST", headers: named, body, signal });
}

/** Throws {@link BadBody}. What is no JSON is for the package to refuse. */
function refuseTooMuch(text: string): void {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    if (error instanceof NestedTooDeeply) throw new BadBody(error.message);
    return;
  }
  if (Array.isArray(value) && value.length > BATCH_AT_MOST)
    throw new BadBody(`At most ${BATCH_AT_MOST} messages can be sent at once.`);
}

async function send({ response, signal }: Exchange, answer: Response): Promise<void> {
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), "x-content-type-options": "nosniff" });
  if (!answer.body) {
    response.end();
    return;
  }
  try {
    // The library's streams are those of the web, which have other types.
    await pipeline(answer.body, response);
  } catch (error) {
    if (!signal.aborted) throw error; // otherwise the client has gone
  }
}
