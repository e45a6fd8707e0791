import type { AccessToken } from "../../core/model/accessToken.ts";
import type { Network, NetworkSettings } from "../../core/model/network.ts";

/** Where a service is and how to speak to it. */
export interface Endpoint {
  /** Without a trailing slash; may have a path. */
  readonly baseUrl: string;
  /** Read on every request, so that a change counts at once. Sent to the origin of `baseUrl` alone. */
  readonly token: () => Promise<AccessToken | undefined>;
  /** What a token that a person made is sent as; `token` where left out. */
  readonly scheme?: "token" | "Bearer";
  /** Sent as `X-Requested-With`, which the legacy interface wants: `name version`. */
  readonly client: string;
  /** Sent as `Accept-Language`: the one in which the person reads what the service says. Not sent where left out. */
  readonly language?: string;
  /** Hears of every request: never of tokens, queries or bodies. */
  readonly log: (line: string) => void;
  /** Where search results go that do not fit into memory. Made when it is needed; without it, less of them is kept. */
  readonly spillFolder?: string;
  /** Proxies, certificates, headers: asked on every request. Without it, connections are direct. */
  readonly network?: Network;
  /** Milliseconds; for tests that can't wait. */
  readonly deadlines?: Partial<Deadlines>;
  /**
   * So many bytes may wait to be read in this process, then what comes waits in the system: a reader that rests takes it at
   * once then. Some ten thousand where left out.
   */
  readonly readAhead?: number;
}

export interface Deadlines {
  readonly connectMs: number;
  /** From the request to the headers of the answer, where {@link Endpoint.network} says nothing. */
  readonly headersMs: number;
  /** Between two pieces of a body. The stream has a heartbeat every 5 s. */
  readonly idleMs: number;
  /** For all of a request and its answer, and a second more for each 64 kB that came; of a stream, up to its headers. */
  readonly wholeMs: number;
  /** About what is waited before what is safe to repeat is sent once more. */
  readonly retryMs: number;
}

/** Those of an endpoint that says nothing of them. */
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
