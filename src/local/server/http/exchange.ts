import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, unzip, type ZlibOptions } from "node:zlib";
import { l10n } from "../../base/l10n.ts";
import { RefusedJson, parseJson } from "../../../core/text/parseJson.ts";

/** One request and its answer. */
export interface Exchange {
  readonly method: string;
  /** As it was sent: still percent-encoded, never normalized, without the query. */
  readonly path: string;
  readonly parameters: URLSearchParams;
  /** The query as it was sent, with its question mark; empty where there is none. */
  readonly search: string;
  readonly headers: IncomingMessage["headers"];
  readonly response: ServerResponse;
  /** Aborts when the client goes away before the answer is complete. */
  readonly signal: AbortSignal;
  /**
   * The JSON of the body, which may be compressed with gzip, deflate or br; `{}` for an empty one. Throws {@link
   * BadBody}.
   */
  readBody(): Promise<unknown>;
  /** The bytes of the body, decompressed, within the same limit as {@link readBody}. Throws {@link BadBody}. */
  readBytes(): Promise<Buffer<ArrayBuffer>>;
}

/** A body that is not JSON, is too long, or is compressed in an unknown way. */
export class BadBody extends Error {
  override readonly name = "BadBody";
}

/** A question of 100,000 characters fits, in any encoding. Applies to the body as received and as decompressed. */
const BODY_AT_MOST = 1024 * 1024;

/** Opens the exchange for a request that node received. */
export function openExchange(request: IncomingMessage, response: ServerResponse): Exchange {
  const [, path = "", query = ""] = /^([^?#]*)\??([^#]*)/.exec(request.url ?? "") ?? [];
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const readBytes = async (): Promise<Buffer<ArrayBuffer>> => {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      // The rest is read and discarded: a client that is still sending would not see the answer.
      if (length <= BODY_AT_MOST) chunks.push(chunk);
    }
    if (length > BODY_AT_MOST) throw new BadBody(l10n.t("The request is too long."));
    return decompress(Buffer.concat(chunks), request.headers["content-encoding"]);
  };
  return {
    method: request.method ?? "",
    path,
    parameters: new URLSearchParams(query),
    search: query && `?${query}`,
    headers: request.headers,
    response,
    signal: gone.signal,
    readBytes,
    async readBody() {
      const text = (await readBytes()).toString();
      if (text.trim() === "") return {};
      try {
        return parseJson(text);
      } catch (error) {
        throw new BadBody(error instanceof RefusedJson ? error.message : "The request is no JSON.");
      }
    },
  };
}

/** unzip tells gzip from deflate by itself. */
const DECOMPRESSIONS: Readonly<Record<string, (body: Buffer, options: ZlibOptions) => Promise<Buffer<ArrayBuffer>>>> = {
  gzip: promisify(unzip),
  "x-gzip": promisify(unzip),
  deflate: promisify(unzip),
  br: promisify(brotliDecompress),
};

async function decompress(body: Buffer<ArrayBuffer>, encoding = "identity"): Promise<Buffer<ArrayBuffer>> {
  const name = encoding.trim().toLowerCase();
  if (name === "identity" || name === "" || body.length === 0) return body;
  const decompression = Object.hasOwn(DECOMPRESSIONS, name) ? DECOMPRESSIONS[name] : undefined;
  if (!decompression) throw new BadBody("The request is compressed in an unknown way: use gzip, deflate or br.");
  try {
    return await decompression(body, { maxOutputLength: BODY_AT_MOST });
  } catch (error) {
    const isTooLong = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw new BadBody(isTooLong ? l10n.t("The request is too long.") : "The request can't be decompressed.");
  }
}

/**
 * Answers with plain text, as the service does for everything but an interface's own answers. A line break is added.
 */
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
