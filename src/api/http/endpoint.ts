import type { AccessToken } from "../../core/model/accessToken.ts";
import type { Network, NetworkSettings } from "../../core/model/network.ts";

/** Where a service is and how to speak to it. */
export interface Endpoint {
  /** Without a trailing slash; may have a path. */
  readonly baseUrl: string;
  /** Read on every request, so that a change takes effect at once. Sent only to the origin of `baseUrl`. */
  readonly token: () => Promise<AccessToken | undefined>;
  /** How a token that a person made is sent; `token` by default. */
  readonly scheme?: "token" | "Bearer";
  /** Sent as `X-Requested-With`, which the legacy interface requires: `name version`. */
  readonly client: string;
  /** Sent as `Accept-Language`: the language in which the person reads what the service says. Not sent if left out. */
  readonly language?: string;
  /** Is told of every request, but never of tokens, queries or bodies. */
  readonly log: (line: string) => void;
  /**
   * Where search results go that do not fit into memory. Made when it is needed; without it, fewer of them are kept.
   */
  readonly spillFolder?: string;
  /** What the service is known to announce in each answer (`x-plumbline-capabilities`), before there is one. */
  readonly capabilities?: string;
  /** Proxies, certificates, headers: read on every request. Without it, connections are direct. */
  readonly network?: Network;
  /** Milliseconds; for tests that can't wait. */
  readonly deadlines?: Partial<Deadlines>;
  /**
   * This many bytes may wait to be read in this process; more than that waits in the system, and a reader that pauses
   * then takes it all at once. Some ten thousand by default.
   */
  readonly readAhead?: number;
}

export interface Deadlines {
  readonly connectMs: number;
  /** From the request to the headers of the answer, if {@link Endpoint.network} does not say. */
  readonly headersMs: number;
  /** Between two pieces of a body. The stream has a heartbeat every 5 s. */
  readonly idleMs: number;
  /** For all of a request and its answer, plus a second for each 64 kB that came; of a stream, up to its headers. */
  readonly wholeMs: number;
  /** About how long to wait before sending again what is safe to repeat. */
  readonly retryMs: number;
}

/** The defaults for an endpoint. */
export const DEADLINES: Deadlines = {
  connectMs: 10_000,
  headersMs: 15_000,
  idleMs: 30_000,
  wholeMs: 60_000,
  retryMs: 250,
};

/** No proxy, and the certificates that come with Node. */
export function direct({ headersMs }: Deadlines): Network {
  const settings: NetworkSettings = {
    mayProxy: false,
    proxy: "",
    noProxy: [],
    proxyAuthorization: "",
    strictTls: true,
    systemCertificates: false,
    headersMs,
    editorFetch: [],
    headers: {},
  };
  return { settings: () => settings };
}
