import { readdir, readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { isAbort } from "../../core/model/errors.ts";
import { contains, type Repository } from "../../git/repositories.ts";
import { readAtRevision } from "../../git/revision.ts";
import type { CodeBase } from "./codeBase.ts";
import type { GitPermission } from "./commits.ts";
import { sendText, type Exchange } from "../http/exchange.ts";

/** Larger files are refused. */
const BYTES_AT_MOST = 64 * 1024 * 1024;

/** `GET /REPO[@REV]/-/raw/PATH`: a file as it is on disk, or as it was at a revision. Never a file outside the folders, nor of `.git`. */
export async function sendRawFile(exchange: Exchange, codeBase: CodeBase, git: GitPermission): Promise<void> {
  if (exchange.method !== "GET") {
    sendText(exchange, 405, "Method Not Allowed");
    return;
  }
  const request = readRawPath(exchange.path);
  const repository = codeBase.repositories.find(({ name }) => name === request?.repository);
  if (!request || !repository) {
    sendText(exchange, 404, "repository not found");
    return;
  }
  const isSent = request.path.split(/[\\/]/).some((segment) => segment.toLowerCase() === ".git")
    ? false
    : request.revision === undefined
      ? await sendFromDisk(exchange, codeBase, repository, request.path)
      : git.mayRun && (await sendFromRevision(exchange, codeBase, repository, request.revision, request.path));
  if (!isSent) sendText(exchange, 404, "file does not exist");
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

async function sendFromDisk(
  exchange: Exchange,
  codeBase: CodeBase,
  repository: Repository,
  relative: string,
): Promise<boolean> {
  const file = codeBase.fileOf(repository, relative);
  const real = file && (await realpath(file).catch(() => undefined));
  if (real === undefined || !(await isServed(codeBase, repository, real))) return false;
  try {
    const stats = await stat(real);
    if (stats.isDirectory()) {
      const entries = await readdir(real, { withFileTypes: true });
      sendNames(
        exchange,
        entries.filter(({ name }) => name !== ".git").map((entry) => entry.name + (entry.isDirectory() ? "/" : "")),
      );
      return true;
    }
    if (!stats.isFile()) return false;
    if (stats.size > BYTES_AT_MOST) sendText(exchange, 413, "file is too large");
    else sendBytes(exchange, await readFile(real, { signal: exchange.signal }));
    return true;
  } catch (error) {
    return isAbort(error); // then nobody waits for an answer; else it can't be read
  }
}

/** Follows links: what they lead to must be served too. */
async function isServed({ folders }: CodeBase, { root }: Repository, real: string): Promise<boolean> {
  const realOf = (folder: string) => realpath(folder).catch(() => folder);
  const realRoot = await realOf(root);
  if (!contains(realRoot, real)) return false;
  if (
    path
      .relative(realRoot, real)
      .split(path.sep)
      .some((segment) => segment.toLowerCase() === ".git")
  )
    return false;
  const realFolders = await Promise.all(folders.map(realOf));
  return realFolders.some((folder) => contains(folder, real));
}

async function sendFromRevision(
  exchange: Exchange,
  codeBase: CodeBase,
  repository: Repository,
  revision: string,
  relative: string,
): Promise<boolean> {
  const file = codeBase.fileOf(repository, relative);
  if (!repository.git || file === undefined) return false;
  const object = await readAtRevision(repository.root, revision, relative, {
    signal: exchange.signal,
    maxBytes: BYTES_AT_MOST,
  });
  if (object?.type === "folder") {
    sendNames(exchange, object.names);
  } else if (object) {
    sendBytes(exchange, object.content);
  }
  return object !== undefined;
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
