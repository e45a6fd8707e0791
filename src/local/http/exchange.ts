import type { IncomingMessage, ServerResponse } from "node:http";

/** One request and its answer. */
export interface Exchange {
  readonly method: string;
  /** As it was sent: still percent-encoded, never normalized, without the query. */
  readonly path: string;
  readonly parameters: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly response: ServerResponse;
  /** Aborts when the client goes away before the answer is complete. */
  readonly signal: AbortSignal;
  /** The JSON of the body; `{}` for an empty one. Throws {@link BadBody}. */
  readBody(): Promise<unknown>;
}

/** A body that is no JSON, or too long. */
export class BadBody extends Error {
  override readonly name = "BadBody";
}

/** A question of 100,000 characters fits, in whatever encoding. */
const BODY_AT_MOST = 1024 * 1024;

/** Opens the exchange for a request that node received. */
export function openExchange(request: IncomingMessage, response: ServerResponse): Exchange {
  const [, path = "", query = ""] = /^([^?#]*)\??([^#]*)/.exec(request.url ?? "") ?? [];
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return {
    method: request.method ?? "",
    path,
    parameters: new URLSearchParams(query),
    headers: request.headers,
    response,
    signal: gone.signal,
    async readBody() {
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of request as AsyncIterable<Buffer>) {
        length += chunk.length;
        // The rest is read and forgotten: a client that is still sending would not see the answer.
        if (length <= BODY_AT_MOST) chunks.push(chunk);
      }
      if (length > BODY_AT_MOST) throw new BadBody("The request is too long.");
      const text = Buffer.concat(chunks).toString();
      if (text.trim() === "") return {};
      try {
        return JSON.parse(text) as unknown;
      } catch {
        throw new BadBody("The request is no JSON.");
      }
    },
  };
}

/** Answers with plain text, as the service does for everything that is no answer of an interface. A line break is added. */
export function sendText(
  { response }: Exchange,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  send(response, status, "text/plain; charset=utf-8", `${text}\n`, headers);
}

/** Answers with JSON. */
export function sendJson({ response }: Exchange, status: number, value: unknown): void {
  send(response, status, "application/json", JSON.stringify(value));
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(body);
}
