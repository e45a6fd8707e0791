/** How requests reach a service, according to settings and environment at this moment. */
export interface NetworkSettings {
  /** Whether a proxy may be used at all. */
  readonly mayProxy: boolean;
  /**
   * The proxy from the settings, `http://host:port`; empty for none. Takes precedence over the system and the
   * environment.
   */
  readonly proxy: string;
  /** Hosts that are reached without the proxy. */
  readonly noProxy: readonly string[];
  /** A ready `Proxy-Authorization` header; empty for none. */
  readonly proxyAuthorization: string;
  /** Whether certificates are checked. */
  readonly strictTls: boolean;
  /** Whether the operating system's certificates are trusted besides those that come with Node. */
  readonly systemCertificates: boolean;
  /** Milliseconds from a request to the headers of its response. */
  readonly headersMs: number;
  /** Addresses of services that are reached with {@link Network.fetch}; anything that is not an address is ignored. */
  readonly editorFetch: readonly string[];
  /** Sent with every request, in addition to ours. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What the editor knows about the network. Read on every request: a change takes effect with the next one. */
export interface Network {
  settings(): NetworkSettings | Promise<NetworkSettings>;
  /** The proxy that the editor itself would use (system settings, PAC); `undefined` for none, or if it can't say. */
  readonly resolveProxy?: (url: string) => Promise<string | undefined>;
  /** The editor's own `fetch`: it finds its own way, with the editor's proxies and certificates. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Whether a host, as in `URL.hostname`, is this machine, judged by its name or address alone. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
