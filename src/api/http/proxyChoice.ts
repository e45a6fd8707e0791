import { BlockList, isIP } from "node:net";

/** The proxy that the usual environment variables name for an address, in either case; `undefined` for none. */
export function proxyFromEnvironment(url: URL, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const read = (name: string): string => env[name.toLowerCase()] ?? env[name] ?? "";
  if (isExcepted(url, read("NO_PROXY").split(/[,\s]+/))) return undefined;
  const proxy = (url.protocol === "https:" && read("HTTPS_PROXY")) || read("HTTP_PROXY") || read("ALL_PROXY");
  return proxy === "" ? undefined : proxy;
}

/**
 * Whether an address bypasses the proxy: hosts with everything below them (`example.com`, `.example.com`,
 * `*.example.com`), with a port (`example.com:8443`), addresses, networks (`10.0.0.0/8`), or all (`*`).
 */
export function isExcepted(url: URL, exceptions: readonly string[]): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return exceptions
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const [, network = "", bits] = /^([0-9a-f.:]+)\/(\d+)$/.exec(entry) ?? [];
      if (bits !== undefined) return isInNetwork(host, network, Number(bits));
      const [, name = entry, wantedPort] = /^(.*?[^:]|\[.*\]):(\d+)$/.exec(isIP(entry) === 6 ? "" : entry) ?? [];
      if (wantedPort !== undefined && wantedPort !== port) return false;
      const plain = name.replace(/^\*?\./, "").replace(/^\[|\]$/g, "");
      return host === plain || host.endsWith(`.${plain}`);
    });
}

function isInNetwork(host: string, network: string, bits: number): boolean {
  const version = isIP(host);
  if (version === 0 || isIP(network) !== version || bits > (version === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(network, bits, version === 4 ? "ipv4" : "ipv6");
  return list.check(host, version === 4 ? "ipv4" : "ipv6");
}
