import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Dispatcher } from "undici";
import type { AccessToken } from "../core/accessToken.ts";
import { isAbort, ServiceError } from "../core/errors.ts";
import type { Network, NetworkSettings } from "../core/network.ts";
import { hide } from "../core/redaction.ts";
import type { RequestPreview } from "../core/service.ts";
import { Connections } from "./connections.ts";
import { decodeContent } from "./contentDecoding.ts";
import { failureOf, statusError } from "./httpErrors.ts";
import { LinkSpeed } from "./linkSpeed.ts";
import { isLoopback } from "./proxyChoice.ts";
import { withRetries } from "./requestRetries.ts";

/** Where a service is and how to speak to it. */
export interface Endpoint {
  /** Without a trailing slash; may have a path. */
  readonly baseUrl: string;
  /** Read on every request, so that a change counts at once. Sent to the origin of `baseUrl` alone. */
  readonly token: () => Promise<AccessToken | undefined>;
  /** Sent as `X-Requested-With`, which the legacy interface wants: `name version`. */
  readonly client: string;
  /** Hears of every request: never of tokens, queries or bodies. */
  readonly log: (line: string) => void;
  /** Where search results go that do not fit into memory. Made when it is needed; without it, less of them is kept. */
  readonly spillFolder?: string;
  /** Proxies, certificates, headers: asked on every request. Without it, connections are direct. */
  readonly network?: Network;
  /** Milliseconds; for tests that can't wait. */
  readonly deadlines?: Partial<Deadlines>;
}

export interface Deadlines {
  readonly connectMs: number;
  /** From the request to the headers of the answer, where {@link Endpoint.network} says nothing. */
  readonly headersMs: number;
  /** Between two pieces of a body. The stream has a heartbeat every 5 s. There is no deadline for the whole. */
  readonly idleMs: number;
  /** About what is waited before what is safe to repeat is sent once more. */
  readonly retryMs: number;
}

const DEADLINES: Deadlines = { connectMs: 10_000, headersMs: 15_000, idleMs: 30_000, retryMs: 250 };
const JSON_TYPE = "application/json";
const MAX_REDIRECTS = 5;
/** Answers other than streams and files: far more than any conversation needs. */
const MAX_JSON_BYTES = 64 * 1024 * 1024;

export interface HttpRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** From the base URL on, with its query: `/.api/search/stream?q=…`. */
  readonly path: string;
  readonly accept: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** A body of form fields, instead of JSON. */
  readonly form?: Readonly<Record<string, string>>;
  /** What in the body nobody may read in an error. */
  readonly secrets?: readonly string[];
  /** What a refusal means, asked first. `body`: its first few kilobytes, without secrets. */
  readonly refusal?: (body: string) => ServiceError | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether it changes something: then a lost answer is an `unknownOutcome`. */
  readonly changes?: boolean;
  /** Whether it only reads, though it is a POST: then it may be repeated, as a GET is. */
  readonly isRead?: boolean;
  /** The scope that the token needs for it, where the service is known to want one. */
  readonly scope?: string;
}

export interface HttpResponse {
  readonly status: number;
  readonly contentType: string;
  /** Its body must be read to the end or destroyed. Nothing of it is compressed any more. */
  readonly body: Readable;
}

interface Sent {
  readonly answer: Dispatcher.ResponseData;
  /** Every secret that was sent. */
  readonly secrets: readonly string[];
  /** Gets another token than the one that was sent, where that is possible. */
  readonly renew?: () => Promise<string>;
}

/**
 * HTTP to one service with undici, which is loaded by the first request. Adds the token, follows redirects within the
 * origin (a GET only: a POST is never turned into one), and turns everything but a 2xx answer into a `ServiceError`, which
 * holds none of the secrets that were sent, even where the answer repeats them.
 */
export class HttpClient {
  readonly #endpoint: Endpoint;
  readonly #origin: string;
  readonly #basePath: string;
  readonly #connections: Connections;
  readonly #deadlines: Deadlines;
  /** Of a link there is none to this machine itself. */
  readonly #speed: LinkSpeed | undefined;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
    const url = new URL(endpoint.baseUrl);
    this.#origin = url.origin;
    this.#basePath = url.pathname.replace(/\/+$/, "");
    this.#deadlines = { ...DEADLINES, ...endpoint.deadlines };
    this.#speed = isLoopback(url) ? undefined : new LinkSpeed();
    this.#connections = new Connections(this.#origin, endpoint.network ?? direct(this.#deadlines), this.#deadlines);
  }

  /** Resolves at the headers of a 2xx answer. Never sends twice what was taken; `spentMs` of the deadline for the headers are over. */
  async send(request: HttpRequest, spentMs = 0): Promise<HttpResponse> {
    let path = this.#basePath + request.path;
    let renewed: string | undefined;
    for (let redirects = 0; ; redirects++) {
      const { answer, renew, secrets } = await this.#sendOnce(request, path, spentMs, renewed);
      const status = answer.statusCode;
      // Whoever reads the body hears of its errors; destroying one that nobody reads any more is no error.
      answer.body.on("error", () => undefined);
      if (status >= 200 && status < 300) {
        return { status, contentType: header(answer, "content-type").toLowerCase(), body: decoded(answer) };
      }
      // Refused means that nothing was done: what is sent again, whatever it is, is sent for the first time.
      if (status === 401 && renew && renewed === undefined) {
        await answer.body.dump();
        renewed = await renew();
        redirects--;
        continue;
      }
      const location = status >= 300 && status < 400 ? header(answer, "location") : "";
      if (location === "") {
        const body = hide(await excerpt(decoded(answer)), secrets);
        const contentType = header(answer, "content-type");
        const retryAfter = header(answer, "retry-after");
        throw request.refusal?.(body) ?? statusError({ status, contentType, body, retryAfter }, request);
      }
      await answer.body.dump();
      const target = URL.parse(location, this.#origin + path);
      if (target?.origin !== this.#origin || request.method !== "GET" || /\/sign-in\b/.test(target.pathname)) {
        const where = target ? target.host + target.pathname : "an address that can't be read";
        throw new ServiceError("notAService", hide(`It redirected to ${where}.`, secrets));
      }
      if (redirects === MAX_REDIRECTS) throw new ServiceError("notAService", "It redirected in circles.");
      path = target.pathname + target.search;
    }
  }

  /** Sends and reads a JSON answer. An empty one is `undefined`; anything that is no JSON is `notAService`. */
  async json(request: Omit<HttpRequest, "accept">): Promise<unknown> {
    const { status, bytes, contentType } = await this.#whole({ ...request, accept: JSON_TYPE }, MAX_JSON_BYTES);
    const text = new TextDecoder().decode(bytes);
    if (text.trim() === "") {
      // Of what was asked, canceled or deleted, nothing more needs to be said.
      if (status !== 202 || !isRepeatable(request)) return undefined;
      throw new ServiceError("malformed", "It took the request (202) and sent nothing.");
    }
    try {
      return JSON.parse(text);
    } catch (cause) {
      const isJson = contentType.includes("json");
      const message = isJson
        ? "The answer is no valid JSON."
        : `It answered ${contentType || "something without a type"} where JSON was expected.`;
      // A page is a login wall's; whatever else can't be read may be the answer to something that was done.
      const isDone = request.changes && !contentType.includes("html");
      throw new ServiceError(isDone ? "unknownOutcome" : isJson ? "malformed" : "notAService", message, { cause });
    }
  }

  /** Sends, and doesn't care what the answer says, unless it is a page: that comes from whatever stands in between. */
  async ignoringAnswer(request: Omit<HttpRequest, "accept">): Promise<void> {
    const { contentType } = await this.#whole({ ...request, accept: JSON_TYPE }, MAX_JSON_BYTES);
    if (contentType.includes("html"))
      throw new ServiceError("notAService", "It answered a page where JSON was expected.");
  }

  /** Sends and reads the bytes of the answer, at most `maxBytes`; more is `tooLarge`. */
  async bytes(request: HttpRequest, maxBytes: number): Promise<Uint8Array> {
    return (await this.#whole(request, maxBytes)).bytes;
  }

  /** What `json` would send. Sends nothing. */
  async preview(request: Omit<HttpRequest, "accept">): Promise<Omit<RequestPreview, "isGuess">> {
    const { settings, proxy } = await this.#connections.route();
    const authorization = (await this.#endpoint.token()) === undefined ? undefined : "";
    const headers = this.#headers({ ...request, accept: JSON_TYPE }, settings, authorization);
    const isSecret = (name: string) => name === "authorization" || name in settings.headers;
    return {
      method: request.method,
      url: this.#origin + this.#basePath + request.path,
      headers: Object.entries(headers).map(([name, value]) => (isSecret(name) ? { name } : { name, value })),
      body: bodyOf(request) ?? "",
      ...(proxy !== undefined && { proxy }),
    };
  }

  /** The proxy that a request would go through now, without its password; `undefined` for none. */
  async proxy(): Promise<string | undefined> {
    return (await this.#connections.route()).proxy;
  }

  /** Closes all connections; requests under way fail. */
  async close(): Promise<void> {
    await this.#connections.destroy();
  }

  /** The answer with all of its body; asked for again where that is safe and may help. */
  async #whole(
    request: HttpRequest,
    maxBytes: number,
  ): Promise<Omit<HttpResponse, "body"> & { readonly bytes: Uint8Array }> {
    const retrying = {
      isRepeatable: isRepeatable(request),
      firstMs: this.#deadlines.retryMs,
      deadlineMs: async () => (await this.#connections.route()).settings.headersMs,
      wait: (delayMs: number) => sleep(delayMs, undefined, { ...(request.signal && { signal: request.signal }) }),
    };
    return withRetries(retrying, async (spentMs) => {
      const { body, ...head } = await this.send(request, spentMs);
      return { ...head, bytes: await this.#read(body, maxBytes, request) };
    });
  }

  /** Sends with the token that there is, or with the `renewed` one. */
  async #sendOnce(request: HttpRequest, path: string, spentMs: number, renewed?: string): Promise<Sent> {
    const [{ send, settings, proxy, secrets }, token] = await Promise.all([
      this.#connections.route(),
      this.#endpoint.token(),
    ]);
    const isBearer = typeof token === "object";
    const value = renewed ?? (isBearer ? await token.current() : token);
    const started = Date.now();
    const log = (outcome: string): void => {
      this.#endpoint.log(`${request.method} ${path.replace(/\?.*/s, "")} ${outcome} in ${Date.now() - started} ms`);
    };
    try {
      const answer = await send({
        origin: this.#origin,
        path,
        method: request.method,
        headersTimeout: Math.max(1, Math.round(settings.headersMs - spentMs)),
        bodyTimeout: this.#deadlines.idleMs,
        headers: this.#headers(request, settings, value && `${isBearer ? "Bearer" : "token"} ${value}`),
        body: bodyOf(request),
        signal: request.signal ?? null,
      });
      logWhole(answer, log, this.#speed);
      const sent = [value ?? "", ...(request.secrets ?? []), ...secrets, ...Object.values(settings.headers)];
      return {
        answer,
        secrets: sent.filter((secret) => secret.length > 3),
        ...(isBearer && value !== undefined && { renew: () => token.renewed(value) }),
      };
    } catch (error) {
      const failure = failureOf(error, { changes: request.changes, proxy });
      log(failure instanceof ServiceError ? failure.code : "stopped");
      throw failure;
    }
  }

  #headers(request: HttpRequest, settings: NetworkSettings, authorization?: string): Record<string, string> {
    return {
      ...settings.headers,
      accept: request.accept,
      "accept-encoding": this.#speed?.acceptEncoding ?? "identity",
      "x-requested-with": this.#endpoint.client,
      ...(authorization === undefined ? {} : { authorization }),
      ...(request.json === undefined ? {} : { "content-type": JSON_TYPE }),
      ...(request.form && { "content-type": "application/x-www-form-urlencoded" }),
      ...request.headers,
    };
  }

  async #read(body: AsyncIterable<Uint8Array>, maxBytes: number, request: { changes?: boolean }): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of body) {
        size += chunk.length;
        if (size > maxBytes)
          throw new ServiceError("tooLarge", `The answer is larger than ${maxBytes} bytes.`, { length: maxBytes });
        chunks.push(chunk);
      }
    } catch (error) {
      throw failureOf(error, { changes: request.changes });
    }
    return Buffer.concat(chunks);
  }
}

function isRepeatable({ method, isRead = false, changes = false }: HttpRequest | Omit<HttpRequest, "accept">): boolean {
  return (method === "GET" || isRead) && !changes;
}

function bodyOf({ json, form }: Pick<HttpRequest, "json" | "form">): string | null {
  if (form) return new URLSearchParams(form).toString();
  return json === undefined ? null : JSON.stringify(json);
}

/**
 * Logs an answer when all of it has come or nobody wants more of it, and measures how fast it came. Its body isn't
 * listened to: that would start it.
 */
function logWhole(
  { body, headers, statusCode }: Dispatcher.ResponseData,
  log: (outcome: string) => void,
  speed: LinkSpeed | undefined,
): void {
  const started = performance.now();
  let bytes = body.readableLength; // the first ones may have come with the headers
  const push = body.push.bind(body);
  body.push = (chunk: Uint8Array | null, ...rest) => {
    bytes += chunk?.length ?? 0;
    if (chunk === null) speed?.observe(bytes, performance.now() - started);
    return push(chunk, ...rest);
  };
  const trace = headers["x-trace"];
  const named = typeof trace === "string" ? `, trace ${trace.replace(/[^\x21-\x7e]+/g, " ").slice(0, 200)}` : "";
  body.once("close", () => log(`${statusCode}, ${bytes} bytes${named},`));
}

/** No proxy, and the certificates that come with Node. */
function direct({ headersMs }: Deadlines): Network {
  const settings: NetworkSettings = {
    mayProxy: false,
    proxy: "",
    noProxy: [],
    proxyAuthorization: "",
    strictTls: true,
    systemCertificates: false,
    headersMs,
    headers: {},
  };
  return { settings: () => settings };
}

function decoded(answer: Dispatcher.ResponseData): Readable {
  try {
    return decodeContent(answer.body, header(answer, "content-encoding"));
  } catch (error) {
    answer.body.destroy();
    throw error;
  }
}

function header(answer: Dispatcher.ResponseData, name: string): string {
  const value = answer.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

/** The first few kilobytes of an error's body, as text; whatever can't be read is left out: the status says enough. */
async function excerpt(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > 8192) break;
    }
  } catch (error) {
    if (isAbort(error)) throw error;
  }
  return Buffer.concat(chunks).toString("utf8").slice(0, 8192);
}
