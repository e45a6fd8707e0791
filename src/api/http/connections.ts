import type { LookupFunction } from "node:net";
import tls from "node:tls";
import type { Agent, ProxyAgent } from "undici";
import type { Way } from "../../core/model/connection.ts";
import { once } from "../../core/model/once.ts";
import { ServiceError } from "../../core/model/errors.ts";
import { isLoopback, type Network, type NetworkSettings } from "../../core/model/network.ts";
import { passwordsIn } from "../../core/accounts/redaction.ts";
import type { Answer } from "./answerBody.ts";
import { dispatch } from "./dispatching.ts";
import type { Sending } from "./httpRequest.ts";
import { isExcepted, proxyFromEnvironment } from "./proxyChoice.ts";
import { reason } from "../../core/model/reasons.ts";

export interface ConnectionOptions {
  /** Milliseconds. */
  readonly connectMs: number;
  readonly idleMs: number;
  /** See `Endpoint`. */
  readonly readAhead?: number | undefined;
}

/** A way to the service, according to the current settings. */
export interface Route {
  readonly send: (sending: Sending) => Promise<Answer>;
  readonly settings: NetworkSettings;
  readonly way: Way;
  /** Credentials for the proxy. */
  readonly secrets: readonly string[];
}

/**
 * The connections to one origin. They are made anew when the settings have changed; requests under way finish on the
 * old ones. undici is loaded by the first request, and its proxy part by the first that needs one.
 */
export class Connections {
  readonly #url: URL;
  readonly #network: Network;
  readonly #options: ConnectionOptions;
  /** Looked up once: finding a module that is already loaded takes longer than its work up to the first byte. */
  readonly #loadSending = once(() => import("undici/lib/api/api-request.js"));
  readonly #closed = new AbortController();
  #made: { readonly key: string; readonly dispatcher: Promise<Agent | ProxyAgent> } | undefined;

  constructor(origin: string, network: Network, options: ConnectionOptions) {
    this.#url = new URL(origin);
    this.#network = network;
    this.#options = options;
  }

  /** Throws `proxy` if the proxy that is wanted can't be one. */
  async route(): Promise<Route> {
    const settings = await this.#network.settings();
    const { fetch } = this.#network;
    if (fetch && settings.editorFetch.some((address) => URL.parse(address)?.origin === this.#url.origin)) {
      const { sendByFetch } = await import("./editorFetch.ts");
      const { origin } = this.#url;
      const send: Route["send"] = (sending) => sendByFetch(fetch, origin, sending, this.#closed.signal);
      return { send, settings, secrets: secretsOf(settings, settings.proxy), way: { byEditor: true } };
    }
    const proxy = await this.#proxy(settings);
    const key = JSON.stringify([proxy, settings.proxyAuthorization, settings.strictTls, settings.systemCertificates]);
    if (this.#made?.key !== key) {
      this.renew();
      this.#made = { key, dispatcher: this.#make(settings, proxy) };
    }
    const made = this.#made;
    try {
      const [dispatcher, { default: request }] = await Promise.all([made.dispatcher, this.#loadSending()]);
      const { origin } = this.#url;
      const readAhead = this.#readAhead;
      const send: Route["send"] = (sending) => dispatch(request, dispatcher, { origin, ...readAhead, ...sending });
      const way = proxy === undefined ? {} : { proxy: new URL(proxy).host };
      return { send, settings, secrets: secretsOf(settings, proxy), way };
    } catch (error) {
      if (this.#made === made) this.#made = undefined;
      throw error;
    }
  }

  get #readAhead(): { readonly highWaterMark?: number } {
    const { readAhead } = this.#options;
    return readAhead === undefined ? {} : { highWaterMark: readAhead };
  }

  /** Uses none of the connections that are kept for the next request; requests under way finish on theirs. */
  renew(): void {
    const old = this.#made;
    this.#made = undefined;
    void old?.dispatcher.then(
      (dispatcher) => dispatcher.close(),
      () => undefined, // it was never made
    );
  }

  /** Closes all; requests under way fail. */
  async destroy(): Promise<void> {
    this.#closed.abort(new Error("The connections were closed."));
    const dispatcher = await this.#made?.dispatcher.catch(() => undefined);
    await dispatcher?.destroy();
  }

  async #proxy(settings: NetworkSettings): Promise<string | undefined> {
    if (!settings.mayProxy || isLoopback(this.#url.hostname)) return undefined;
    if (isExcepted(this.#url, settings.noProxy)) return undefined;
    if (settings.proxy !== "") return toProxyUrl(settings.proxy);
    const resolved = await this.#network.resolveProxy?.(this.#url.href).catch(() => undefined);
    const proxy = resolved ?? proxyFromEnvironment(this.#url, process.env);
    return proxy === undefined ? undefined : toProxyUrl(proxy);
  }

  async #make(settings: NetworkSettings, proxy: string | undefined): Promise<Agent | ProxyAgent> {
    const { connectMs: timeout, idleMs: bodyTimeout } = this.#options;
    const isTls = this.#url.protocol === "https:" || proxy?.startsWith("https:") === true;
    const lookup = /(?:^|\.)localhost$/i.test(this.#url.hostname) ? { lookup: lookupLocalhost } : {};
    const connecting = { timeout, ...lookup, ...this.#readAhead, ...(isTls ? trustOf(settings) : {}) };
    // HTTP/1.1 only: one stream at a time needs no more, and the bundle leaves out the rest of undici.
    const common = { allowH2: false, bodyTimeout };
    if (proxy === undefined) {
      const { default: AgentClass } = await import("undici/lib/dispatcher/agent.js");
      return new AgentClass({ ...common, connect: connecting });
    }
    const [{ default: ProxyAgentClass }, { default: Pool }, { default: connect }] = await Promise.all([
      import("undici/lib/dispatcher/proxy-agent.js"),
      import("undici/lib/dispatcher/pool.js"),
      import("undici/lib/api/api-connect.js"),
    ]);
    const { protocol, username, password } = new URL(proxy);
    const isSocks = protocol === "socks5:";
    const credentials = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
    return new ProxyAgentClass({
      ...common,
      uri: proxy,
      // the whole package gives every dispatcher its methods; with its parts alone, we give this one what tunnels need
      clientFactory: (origin, options) =>
        Object.assign(new Pool(origin, { ...options, headersTimeout: timeout }), { connect }),
      proxyTunnel: false, // http goes to the proxy as it is: many refuse to tunnel to port 80
      connectTimeout: timeout,
      requestTls: connecting,
      // To undici, any options for TLS to a SOCKS proxy mean that it speaks TLS.
      ...(isSocks ? credentials : { proxyTls: connecting }),
      ...(settings.proxyAuthorization !== "" && { token: settings.proxyAuthorization }),
    });
  }
}

function secretsOf({ proxyAuthorization }: NetworkSettings, proxy = ""): readonly string[] {
  return [proxyAuthorization, ...passwordsIn(proxy)];
}

function toProxyUrl(text: string): string {
  const url = URL.parse(/^\w+:\/\//.test(text) ? text : `http://${text}`);
  const isProxy = url && /^(?:https?|socks5?h?):$/.test(url.protocol) && url.hostname !== "";
  if (!isProxy || !isDecodable(url.username + url.password)) throw new ServiceError("proxy", reason("address"));
  return url.href.replace(/^socks5?h?:/, "socks5:");
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Both addresses of this machine, as browsers have it: its list of hosts may have one, and the service the other. */
const lookupLocalhost: LookupFunction = (_, { all = false }, done) => {
  const [first, second] = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ] as const;
  if (all) done(null, [first, second]);
  else done(null, first.address, first.family);
};

/** What TLS connections trust: Node's certificates, those of `NODE_EXTRA_CA_CERTS`, and the system's if wanted. */
function trustOf({ strictTls, systemCertificates }: NetworkSettings): { rejectUnauthorized: boolean; ca?: string[] } {
  if (!systemCertificates) return { rejectUnauthorized: strictTls };
  const ca = new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")]);
  return { rejectUnauthorized: strictTls, ca: [...ca] };
}
