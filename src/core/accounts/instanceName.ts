/** How the addresses of documents name an instance: alike for whoever is signed in to it, and however often. */
export interface InstanceName {
  /** `host[:port]`, with a port wherever it is not that of https. */
  readonly authority: string;
  /** The path below which the instance is; empty for the root. */
  readonly basePath: string;
}

/** `local` means the local service, and no instance. */
export function instanceName(baseUrl: string): InstanceName {
  const { protocol, host, port, pathname } = new URL(baseUrl);
  const defaultPort = protocol === "http:" ? ":80" : host === "local" ? ":443" : "";
  return { authority: port === "" ? host + defaultPort : host, basePath: pathname.replace(/\/$/, "") };
}
