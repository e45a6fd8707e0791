import type { CodeBase } from "../../code/files/codeBase.ts";
import { sendText, type Exchange } from "./exchange.ts";
import { heldBackText } from "../../code/files/heldBack.ts";
import { readServed, type ReadOptions } from "../../code/files/servedFiles.ts";

/** Larger files are refused. */
const BYTES_AT_MOST = 64 * 1024 * 1024;

/**
 * `GET` or `HEAD /REPO[@REV]/-/raw/PATH`: a file as it is on disk, or as it was at a revision. Never a file outside the
 * folders, nor one of `.git`.
 */
export async function sendRawFile(
  exchange: Exchange,
  codeBase: CodeBase,
  services: Pick<ReadOptions, "git" | "objects" | "kept">,
): Promise<void> {
  if (exchange.method !== "GET" && exchange.method !== "HEAD") {
    sendText(exchange, 405, "Method Not Allowed", { allow: "GET, HEAD" });
    return;
  }
  const request = readRawPath(exchange.path);
  const repository = codeBase.repositories.find(({ name }) => name === request?.repository);
  if (request && !repository && codeBase.silent.length > 0) {
    sendText(exchange, 503, "a folder does not answer");
    return;
  }
  if (!request || !repository) {
    sendText(exchange, 404, "repository not found");
    return;
  }
  const { signal } = exchange;
  const options = { ...services, maxBytes: BYTES_AT_MOST, signal };
  const served = await readServed(codeBase, repository, request.revision, request.path, options).catch(
    (error: unknown) => {
      if (!signal.aborted) throw error;
      return undefined; // the client has gone
    },
  );
  switch (served?.type) {
    case "file":
      sendBytes(exchange, served.content);
      break;
    case "folder":
      sendNames(exchange, served.names);
      break;
    case "tooLarge":
      sendText(exchange, 413, "file is too large");
      break;
    case "refused":
      sendText(exchange, 403, "file can't be read");
      break;
    case "heldBack":
      sendText(exchange, 403, heldBackText(request.path, served.rule));
      break;
    case undefined:
      sendText(exchange, 404, "file does not exist");
  }
}

interface RawPath {
  readonly repository: string;
  readonly revision: string | undefined;
  readonly path: string;
}

function readRawPath(pathname: string): RawPath | undefined {
  const [, head = "", file = ""] = /^\/(?:r\/)?(.+?)\/-\/raw(?:\/(.*))?$/.exec(pathname) ?? [];
  const at = head.indexOf("@");
  try {
    return {
      repository: decodeURIComponent(at < 0 ? head : head.slice(0, at)),
      revision: at < 0 ? undefined : decodeURIComponent(head.slice(at + 1)),
      path: decodeURIComponent(file).replace(/\/$/, ""),
    };
  } catch {
    return undefined;
  }
}

function sendNames(exchange: Exchange, names: readonly string[]): void {
  const escape = (name: string) =>
    name
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&#34;")
      .replaceAll("'", "&#39;");
  sendBytes(exchange, Buffer.from(names.map((name) => `${escape(name)}\n`).join("")));
}

/** As plain text, whatever it is. */
function sendBytes({ response }: Exchange, bytes: Buffer): void {
  response.writeHead(200, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": bytes.length,
    "x-content-type-options": "nosniff",
  });
  response.end(bytes);
}
