import { Readable } from "node:stream";
import { ServiceError } from "../../core/model/errors.ts";
import type { Network } from "../../core/model/network.ts";
import type { Answer } from "./answerBody.ts";
import type { Sending } from "./httpRequest.ts";
import { reason } from "../../core/model/reasons.ts";

/** What a `fetch` decodes by itself, although the header still names it. */
const DECODED = /^(?:\s*(?:(?:x-)?gzip|deflate|br)\s*(?:,|$))+$/i;

/**
 * Sends with a `fetch` what undici's `request` would send, and answers like it: a redirect is an answer and not
 * followed, the deadlines are those of `sending`, and stopping it closes its connection. Rejects with the cause if the
 * `fetch` only says that it failed. No cookies and no cache.
 */
export async function sendByFetch(
  fetch: NonNullable<Network["fetch"]>,
  origin: string,
  { path, signal, headersTimeout, bodyTimeout, method, headers, body }: Sending,
  closed: AbortSignal,
): Promise<Answer> {
  const stop = new AbortController();
  const late = setTimeout(() => {
    stop.abort(tooLate("UND_ERR_HEADERS_TIMEOUT"));
  }, headersTimeout);
  try {
    const init: RequestInit & { readonly cache: "no-store" } = {
      method,
      headers: { ...headers },
      body,
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      signal: AbortSignal.any([stop.signal, closed, ...(signal ? [signal] : [])]),
    };
    const response = await fetch(origin + path, init);
    if (response.type === "opaqueredirect") {
      stop.abort();
      throw new ServiceError("notAService", reason("redirectedSomewhere"));
    }
    return answerOf(response, bodyTimeout, stop);
  } catch (error) {
    throw causeOf(error);
  } finally {
    clearTimeout(late);
  }
}

function answerOf(response: Response, idleMs: number, stop: AbortController): Answer {
  const { "content-encoding": encoding = "", ...headers } = Object.fromEntries(response.headers);
  const isDecoded = DECODED.test(encoding);
  return {
    statusCode: response.status,
    headers: isDecoded ? headers : { ...headers, "content-encoding": encoding },
    body: new FetchedBody(response.body?.getReader(), idleMs, stop),
    isDecoded,
  };
}

type Reader = Pick<ReadableStreamDefaultReader<Uint8Array>, "read">;

/** Passes on each piece as it comes; destroying it before its end closes the connection. */
class FetchedBody extends Readable {
  readonly #reader: Reader | undefined;
  readonly #idleMs: number;
  readonly #stop: AbortController;

  constructor(reader: Reader | undefined, idleMs: number, stop: AbortController) {
    super({ highWaterMark: 1 }); // the next piece is taken when this one is read: an error would discard what waits here
    this.#reader = reader;
    this.#idleMs = idleMs;
    this.#stop = stop;
  }

  dump(): Promise<void> {
    this.destroy();
    return Promise.resolve();
  }

  override _read(): void {
    const silence = setTimeout(() => this.destroy(tooLate("UND_ERR_BODY_TIMEOUT")), this.#idleMs);
    void (this.#reader?.read() ?? Promise.resolve({ value: undefined })).then(
      ({ value = null }) => {
        clearTimeout(silence);
        this.push(value);
      },
      (error: unknown) => {
        clearTimeout(silence);
        this.destroy(causeOf(error));
      },
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stop.abort(); // if the answer has come to its end, there is nothing to stop
    done(error);
  }
}

/** A `fetch` wraps what went wrong in an error that says nothing. */
function causeOf(error: unknown): Error {
  const cause = error instanceof TypeError ? error.cause : undefined;
  if (cause instanceof Error) return cause;
  return error instanceof Error ? error : new Error(String(error));
}

/** Like undici's own errors. */
function tooLate(code: "UND_ERR_HEADERS_TIMEOUT" | "UND_ERR_BODY_TIMEOUT"): Error {
  return Object.assign(new Error("Nothing came in time."), { code });
}
