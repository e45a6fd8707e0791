import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Way } from "../../core/model/connection.ts";
import { isAbort, ServiceError } from "../../core/model/errors.ts";
import type { NetworkSettings } from "../../core/model/network.ts";
import { hide } from "../../core/accounts/redaction.ts";
import type { RequestPreview } from "../../core/model/service.ts";
import { decoded, excerpt, header, logWhole, traceIn, withoutSecrets, type Answer } from "./answerBody.ts";
import { concealer, type Credentials } from "./concealment.ts";
import { Connections } from "./connections.ts";
import { DEADLINES, direct, type Deadlines, type Endpoint } from "./endpoint.ts";
import { untilAborted } from "./dispatching.ts";
import { failureOf, statusError, unexpected, Unsent, wantsBrowser } from "./httpErrors.ts";
import { bodyOf, isRepeatable, type HttpRequest } from "./httpRequest.ts";
import { LinkSpeed } from "./linkSpeed.ts";
import { withRetries } from "./requestRetries.ts";
import { WholeDeadline } from "./wholeDeadline.ts";
import { isLoopback } from "../../core/model/network.ts";
import { reason } from "../../core/model/reasons.ts";
import { RefusedJson, parseJson } from "../../core/text/parseJson.ts";

const JSON_TYPE = "application/json";
const MAX_REDIRECTS = 5;
/** For answers other than streams and files: far more than any conversation needs. */
const MAX_JSON_BYTES = 64 * 1024 * 1024;

export interface HttpResponse {
  readonly status: number;
  readonly contentType: string;
  /** Must be read to the end or destroyed. Already decompressed. */
  readonly body: Readable;
  /** Overwrites the credentials that were sent in the bytes of a whole text of the body, in case it repeats them. */
  readonly conceal: (bytes: Uint8Array) => void;
}

interface Sent {
  readonly answer: Answer;
  /** Every secret that was sent. */
  readonly secrets: readonly string[];
  readonly credentials: Credentials;
  /** Gets a token other than the one that was sent, if that is possible. */
  readonly renew?: () => Promise<string>;
}

/**
 * HTTP to one service with undici, which is loaded by the first request. Adds the token, follows redirects within the
 * origin (of a GET only: a POST is never turned into one), and turns everything but a 2xx answer into a `ServiceError`,
 * which contains none of the secrets that were sent, even if the answer repeats them. Everything but the body of a
 * stream has an overall deadline; see `wholeDeadline.ts`.
 */
export class HttpClient {
  readonly #endpoint: Endpoint;
  readonly #origin: string;
  readonly #basePath: string;
  /** The query that all requests have, without its question mark. */
  readonly #baseQuery: string;
  readonly #connections: Connections;
  readonly #deadlines: Deadlines;
  /** `undefined` for this machine itself, to which no link leads. */
  readonly #speed: LinkSpeed | undefined;
  #announced: ReadonlySet<string>;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
    this.#announced = new Set(capabilitiesIn(endpoint.capabilities ?? ""));
    const url = new URL(endpoint.baseUrl);
    this.#origin = url.origin;
    this.#basePath = url.pathname.replace(/\/+$/, "");
    this.#baseQuery = url.search.slice(1);
    this.#deadlines = { ...DEADLINES, ...endpoint.deadlines };
    this.#speed = isLoopback(url.hostname) ? undefined : new LinkSpeed();
    const { network = direct(this.#deadlines), readAhead } = endpoint;
    this.#connections = new Connections(this.#origin, network, { ...this.#deadlines, readAhead });
  }

  /** Where the service is, without a trailing slash. */
  get baseUrl(): string {
    return this.#endpoint.baseUrl;
  }

  /**
   * Whether the last answer announced that the service can do something beyond its description. Before there is one,
   * only who has started the service may know; it is never guessed from the address.
   */
  announces(capability: string): boolean {
    return this.#announced.has(capability);
  }

  /**
   * Resolves at the headers of a 2xx answer, whose body may take as long as it likes. Never repeats what was accepted.
   */
  async send(request: HttpRequest): Promise<HttpResponse> {
    const deadline = new WholeDeadline(this.#deadlines.wholeMs, request.signal);
    try {
      return await this.#send(request, deadline, 0);
    } finally {
      deadline.end();
    }
  }

  /** The same on a new connection: others that were kept may have been closed at the other end as well. */
  async sendAfresh(request: HttpRequest): Promise<HttpResponse> {
    this.#connections.renew();
    return this.send(request);
  }

  #pathOf({ path }: Pick<HttpRequest, "path">): string {
    const query = this.#baseQuery;
    return `${this.#basePath}${path}${query && `${path.includes("?") ? "&" : "?"}${query}`}`;
  }

  /** Sends within a deadline; `spentMs` of the one for the headers have passed. */
  async #send(request: HttpRequest, deadline: WholeDeadline, spentMs: number): Promise<HttpResponse> {
    try {
      return await this.#followed(request, deadline, spentMs);
    } catch (error) {
      throw failureOf(error, { changes: request.changes });
    }
  }

  async #followed(request: HttpRequest, deadline: WholeDeadline, spentMs: number): Promise<HttpResponse> {
    const { signal } = deadline;
    let path = this.#pathOf(request);
    let renewed: string | undefined;
    for (let redirects = 0; ; redirects++) {
      const { answer, credentials, renew, secrets } = await this.#sendOnce(request, path, deadline, spentMs, renewed);
      const status = answer.statusCode;
      // The reader of the body gets its errors. Destroying a body that is no longer read is not an error.
      answer.body.on("error", () => undefined);
      if (status >= 200 && status < 300) {
        const contentType = header(answer, "content-type").toLowerCase();
        return { status, contentType, body: decoded(answer, signal, request), conceal: concealer(credentials) };
      }
      const page = wantsBrowser(answer) ? this.#endpoint.baseUrl : undefined;
      // A refusal means that nothing was done: any request may be sent again.
      if (status === 401 && page === undefined && renew && renewed === undefined) {
        await answer.body.dump();
        renewed = await renew();
        redirects--;
        continue;
      }
      const location = status >= 300 && status < 400 ? header(answer, "location") : "";
      if (location === "") {
        const body = hide(await excerpt(answer, signal), secrets);
        const contentType = header(answer, "content-type");
        const retryAfter = header(answer, "retry-after");
        const refusal = { status, contentType, body, retryAfter, page, trace: traceIn(answer.headers) ?? "" };
        throw request.refusal?.(body, status) ?? statusError(refusal, request);
      }
      await answer.body.dump();
      const target = URL.parse(location, this.#origin + path);
      const { protocol, hostname } = new URL(this.#origin);
      if (protocol === "http:" && target?.protocol === "https:" && target.hostname === hostname)
        throw new ServiceError("notAService", reason("wantsHttps", target.origin));
      if (target?.origin !== this.#origin || request.method !== "GET" || /\/sign-in\b/.test(target.pathname)) {
        throw new ServiceError(
          "notAService",
          target ? reason("redirected", hide(target.host + target.pathname, secrets)) : reason("redirectedSomewhere"),
        );
      }
      if (redirects === MAX_REDIRECTS) throw new ServiceError("notAService", reason("redirectedInCircles"));
      path = target.pathname + target.search;
    }
  }

  /**
   * Sends and reads a JSON answer. An empty one is `undefined`, or `malformed` if a read was only accepted (202). One
   * that is not JSON is `notAService`, `malformed` if it claims to be JSON, or `unknownOutcome` if a change may have
   * been made.
   */
  async json(request: Omit<HttpRequest, "accept">): Promise<unknown> {
    const { status, bytes, contentType } = await this.#whole({ ...request, accept: JSON_TYPE }, MAX_JSON_BYTES);
    const text = new TextDecoder().decode(bytes);
    if (text.trim() === "") {
      // A request that changes something needs no more answer than this.
      if (status !== 202 || !isRepeatable(request)) return undefined;
      throw new ServiceError("malformed", reason("emptyAnswer"));
    }
    try {
      return parseJson(text);
    } catch (cause) {
      const isJson = contentType.includes("json");
      const problem = cause instanceof RefusedJson ? cause.problem : "notJson";
      const why = isJson ? reason(problem) : unexpected(contentType);
      // A page comes from a login wall. Any other unreadable answer may be to something that was done.
      const isDone = request.changes && !contentType.includes("html");
      throw new ServiceError(isDone ? "unknownOutcome" : isJson ? "malformed" : "notAService", why, { cause });
    }
  }

  /** Sends, and ignores the answer unless it is a page: that comes from something in between. */
  async ignoringAnswer(request: Omit<HttpRequest, "accept">): Promise<void> {
    const { contentType } = await this.#whole({ ...request, accept: JSON_TYPE }, MAX_JSON_BYTES);
    if (contentType.includes("html")) throw new ServiceError("notAService", reason("page"));
  }

  /** Sends and reads the bytes of the answer, at most `maxBytes`; more is `tooLarge`. */
  async bytes(request: HttpRequest, maxBytes: number): Promise<Uint8Array> {
    return (await this.#whole(request, maxBytes)).bytes;
  }

  /** What `json` would send. Sends nothing. */
  async preview(request: Omit<HttpRequest, "accept">): Promise<Omit<RequestPreview, "isGuess">> {
    const { settings, way } = await this.#connections.route();
    const authorization = (await this.#endpoint.token()) === undefined ? undefined : "";
    const headers = this.#headers({ ...request, accept: JSON_TYPE }, settings, authorization);
    const isSecret = (name: string) => name === "authorization" || name in settings.headers;
    return {
      method: request.method,
      url: this.#origin + this.#pathOf(request),
      headers: Object.entries(headers).map(([name, value]) => (isSecret(name) ? { name } : { name, value })),
      body: bodyOf(request) ?? "",
      ...way,
    };
  }

  /** How a request would be sent now. */
  async way(): Promise<Way> {
    return (await this.#connections.route()).way;
  }

  /** Closes all connections; requests under way fail. */
  async close(): Promise<void> {
    await this.#connections.destroy();
  }

  /** The answer with all of its body; requested again if that is safe and may help. */
  async #whole(
    request: HttpRequest,
    maxBytes: number,
  ): Promise<Omit<HttpResponse, "body" | "conceal"> & { readonly bytes: Uint8Array }> {
    const { signal } = request;
    const retrying = {
      isRepeatable: isRepeatable(request),
      firstMs: this.#deadlines.retryMs,
      deadlineMs: async () => (await this.#connections.route()).settings.headersMs,
      wait: (delayMs: number) =>
        sleep(delayMs, undefined, { ...(signal && { signal }) }).catch(() => {
          throw failureOf(signal?.reason); // the error of `sleep` would mean that the user stopped it
        }),
    };
    return withRetries(retrying, async (spentMs) => {
      const deadline = new WholeDeadline(this.#deadlines.wholeMs, request.signal);
      try {
        const { body, conceal, ...head } = await this.#send(request, deadline, spentMs);
        const bytes = await this.#read(body, maxBytes, request, deadline);
        conceal(bytes);
        return { ...head, bytes };
      } finally {
        deadline.end();
      }
    });
  }

  /** Sends with the current token, or with the `renewed` one. */
  async #sendOnce(
    request: HttpRequest,
    path: string,
    deadline: WholeDeadline,
    spentMs: number,
    renewed?: string,
  ): Promise<Sent> {
    const [{ send, settings, way, secrets }, token] = await untilAborted(
      Promise.all([this.#connections.route(), this.#endpoint.token()]),
      deadline.signal,
    ).catch((error: unknown) => {
      throw isAbort(error) || error instanceof ServiceError ? error : new Unsent(error);
    });
    deadline.extend(2 * settings.headersMs); // people may give a slow service more time
    const isBearer = typeof token === "object";
    const value = renewed ?? (isBearer ? await token.current() : token);
    const started = Date.now();
    const others = [...secrets, ...Object.values(settings.headers)];
    const sent = [value ?? "", ...(request.secrets ?? []), ...others].filter((secret) => secret.length > 3);
    const log = (outcome: string): void => {
      const asked = hide(path.replace(/\?.*/s, ""), sent); // a redirect may have led there
      this.#endpoint.log(`${request.method} ${asked} ${outcome} in ${Date.now() - started} ms`);
    };
    try {
      const received = await send({
        path,
        method: request.method,
        headersTimeout: Math.max(1, Math.round(settings.headersMs - spentMs)),
        bodyTimeout: this.#deadlines.idleMs,
        headers: this.#headers(
          request,
          settings,
          value && `${isBearer ? "Bearer" : (this.#endpoint.scheme ?? "token")} ${value}`,
        ),
        body: bodyOf(request),
        signal: deadline.signal,
      });
      const answer = withoutSecrets(received, sent);
      this.#announced = new Set(capabilitiesIn(header(answer, "x-plumbline-capabilities")));
      logWhole(answer, log, this.#speed);
      return {
        answer,
        credentials: { token: value, others },
        secrets: sent,
        ...(isBearer && value !== undefined && { renew: () => token.renewed(value) }),
      };
    } catch (error) {
      const failure = failureOf(error, { changes: request.changes, proxy: way.proxy });
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
      ...(this.#endpoint.language !== undefined && { "accept-language": this.#endpoint.language }),
      ...(authorization === undefined ? {} : { authorization }),
      ...(request.json === undefined ? {} : { "content-type": JSON_TYPE }),
      ...(request.form && { "content-type": "application/x-www-form-urlencoded" }),
      ...request.headers,
    };
  }

  async #read(
    body: AsyncIterable<Uint8Array>,
    maxBytes: number,
    request: Pick<HttpRequest, "changes">,
    deadline: WholeDeadline,
  ): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of body) {
        size += chunk.length;
        deadline.came(chunk.length);
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

/** The words of a header that announces what a service can do beyond its description. */
function capabilitiesIn(header: string): readonly string[] {
  return header.split(/[\s,]+/);
}
