/** How requests reach a service, as settings and environment say at this moment. */
export interface NetworkSettings {
  /** Whether a proxy may be used at all. */
  readonly mayProxy: boolean;
  /** The proxy of the settings, `http://host:port`; empty for none. Comes before what the system or environment says. */
  readonly proxy: string;
  /** Hosts that are reached without it. */
  readonly noProxy: readonly string[];
  /** A ready `Proxy-Authorization` header; empty for none. */
  readonly proxyAuthorization: string;
  /** Whether certificates are checked. */
  readonly strictTls: boolean;
  /** Whether the operating system's certificates count besides those that come with Node. */
  readonly systemCertificates: boolean;
  /** Milliseconds from a request to the headers of its answer. */
  readonly headersMs: number;
  /** Addresses of services that are reached with {@link Network.fetch}; what is no address counts for nothing. */
  readonly editorFetch: readonly string[];
  /** Sent with every request, besides ours. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What the editor knows of the network. Asked on every request: a change counts from the next one on. */
export interface Network {
  settings(): NetworkSettings | Promise<NetworkSettings>;
  /** The proxy that the editor itself would use (system settings, PAC); `undefined` for none, or where it can't say. */
  readonly resolveProxy?: (url: string) => Promise<string | undefined>;
  /** The editor's own `fetch`: it finds its own way, with proxies and certificates as the editor has them. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Whether a host, as `URL.hostname` has it, is this machine by its name or address alone. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
