import { createRequire } from "node:module";
import path from "node:path";
import * as vscode from "vscode";
import type { Network, NetworkSettings } from "../../core/model/network.ts";
import { passwordsIn } from "../../core/accounts/redaction.ts";
import type { Log } from "../platform/log.ts";
import type { TokenStore } from "./tokenStore.ts";
import { readSetting } from "../platform/settings.ts";

/** In a setting, stands for a header's value that is kept in the secret storage. */
export const SECRET_VALUE = "${secret}";

/** Headers that only we set. */
const OWN_HEADERS =
  /^(?:authorization|host|content-length|content-type|accept|accept-encoding|connection|transfer-encoding)$/i;

/** The network as the settings of the editor and of Plumbline describe it. They are read on every request. */
export function editorNetwork(tokens: TokenStore, log: Log): Network {
  let resolver: { readonly resolve: Resolver | undefined } | undefined;
  return {
    settings: () => settingsNow(tokens, log),
    resolveProxy: async (url) => {
      resolver ??= { resolve: editorsResolver(log) };
      return resolver.resolve?.(url);
    },
    fetch: (url, init) => fetch(url, init), // looked up each time: the editor may replace it
  };
}

/** One of the editor's own modules, not of ours. */
const PROXY_AGENT = "@vscode/proxy-agent";

type Resolver = (url: string) => Promise<string | undefined>;

async function settingsNow(tokens: TokenStore, log: Log): Promise<NetworkSettings> {
  const proxyAuthorization = readSetting("http.proxyAuthorization");
  const proxy = readSetting("http.proxy");
  for (const secret of [proxyAuthorization, ...passwordsIn(proxy)]) log.hide(secret);
  return {
    mayProxy: readSetting("http.proxySupport") !== "off",
    proxy,
    noProxy: readSetting("http.noProxy"),
    proxyAuthorization,
    strictTls: readSetting("http.proxyStrictSSL"),
    systemCertificates: readSetting("http.systemCertificates"),
    headersMs: 1000 * readSetting("plumbline.network.timeout"),
    editorFetch: readSetting("plumbline.network.editorFetch"),
    headers: await gatewayHeaders(tokens),
  };
}

/** The headers that a person has set for gateways, with their secrets. Invalid ones, and our own, are left out. */
export async function gatewayHeaders(
  tokens: Pick<TokenStore, "headerValue">,
): Promise<Readonly<Record<string, string>>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(readSetting("plumbline.network.headers"))) {
    if (!isHeaderName(name) || /[\r\n\0]/.test(value)) continue;
    const text = value === SECRET_VALUE ? await tokens.headerValue(name) : value;
    if (text !== undefined) headers[name] = text;
  }
  return headers;
}

export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name) && !OWN_HEADERS.test(name);
}

/**
 * The resolver with which the editor finds proxies for its own requests: it knows the system's settings and PAC files.
 * It is not a public API; if this editor has none, settings and environment decide.
 */
function editorsResolver(log: Log): Resolver | undefined {
  try {
    const require = createRequire(path.join(vscode.env.appRoot, "package.json"));
    const { resolveProxyURL } = require(PROXY_AGENT) as {
      resolveProxyURL?: (url: string) => Promise<unknown>;
    };
    if (typeof resolveProxyURL !== "function") return undefined;
    return async (url) => {
      const proxy = await resolveProxyURL(url);
      return typeof proxy === "string" && proxy !== "" ? proxy : undefined;
    };
  } catch (error) {
    log.debug(`This editor's proxy resolver can't be used: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
