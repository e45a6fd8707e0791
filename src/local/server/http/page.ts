import { createHash } from "node:crypto";
import type { Exchange } from "./exchange.ts";
import { l10n } from "../../base/l10n.ts";

/** The address by which the editor opens pages, if it has not named one. */
export const DEFAULT_OPEN_URI = "vscode://plumbline.plumbline/open";

/**
 * Whether a path is that of a page that people may open in a browser: a search, a conversation or something in a
 * repository; and, if a browser asks, a repository itself, whose name may be anything. Never one of the interfaces.
 */
export function isPage({ method, path, headers }: Pick<Exchange, "method" | "path" | "headers">): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  if (/^\/+(?:api\/|\.|favicon\.ico$)|\/-\/raw(?:\/|$)/.test(path)) return false;
  if (/^\/(?:search|deepsearch(?:\/.*)?)$|\/-\/(?:blob|tree|commit|compare)\//.test(path)) return true;
  return /\btext\/html\b/.test(headers.accept ?? "");
}

/**
 * Says what the address is, and offers to open it in the editor, unless `openUri` is empty. The page is the same for
 * all addresses except for that link: it does not say what is there, or whether anything is, and so needs no token.
 */
export function sendPage({ response }: Exchange, address: string, openUri: string): void {
  const link = openUri && `${openUri}${openUri.includes("?") ? "&" : "?"}link=${encodeURIComponent(address)}`;
  const body = pageOf(escape(link));
  response.writeHead(200, { ...HEADERS, "content-length": Buffer.byteLength(body) });
  response.end(body);
}

const STYLE = "body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}";

function pageOf(link: string): string {
  const about = l10n.t(
    "This address belongs to the local service of an editor on this machine. It names a file, a search, a conversation or a repository in the folders that are open there. Browsers are not shown any of it.",
  );
  return `<!doctype html>
<html lang="${l10n.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Plumbline</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Plumbline</h1>
<p>${escape(about)}</p>
${link && `<p><a href="${link}">${escape(l10n.t("Open in the editor"))}</a></p>`}
</body>
</html>
`;
}

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
