import { readFile, stat } from "node:fs/promises";
import path from "node:path";

export interface Remote {
  readonly name: string;
  /** As it is in the configuration: may hold a user name and a password. Never logged, never shown. */
  readonly url: string;
}

/**
 * Where the administrative files of the working tree at `root` are: its `.git` folder, or the one that its `.git` file
 * points to (worktrees, submodules). `undefined` where `root` is no working tree's root.
 */
export async function findGitFolder(root: string): Promise<string | undefined> {
  const dotGit = path.join(root, ".git");
  const pointer = await readText(dotGit);
  const target = pointer === undefined ? dotGit : /^gitdir: (.+)$/m.exec(pointer)?.[1]?.trimEnd();
  if (target === undefined) return undefined;
  const folder = path.resolve(root, target);
  const head = await stat(path.join(folder, "HEAD")).catch(() => undefined);
  return head?.isFile() ? folder : undefined;
}

/** The remotes of a repository, in the order of its configuration file. Reads files only; no git binary is needed. */
export async function readRemotes(gitFolder: string): Promise<readonly Remote[]> {
  const common = (await readText(path.join(gitFolder, "commondir")))?.trim();
  const config = await readText(path.join(common ? path.resolve(gitFolder, common) : gitFolder, "config"));
  return config === undefined ? [] : parseRemotes(config);
}

/** The paths of the submodules, as `.gitmodules` lists them, relative to `root`. */
export async function readSubmodulePaths(root: string): Promise<readonly string[]> {
  const text = (await readText(path.join(root, ".gitmodules"))) ?? "";
  return [...text.matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm)].map((match) => unquote(match[1] ?? ""));
}

function parseRemotes(config: string): readonly Remote[] {
  const urls = new Map<string, string>();
  let remote: string | undefined;
  for (const line of config.split(/\r?\n/)) {
    const section = /^\s*\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (section) remote = section[1]?.toLowerCase() === "remote" ? section[2]?.replace(/\\(.)/g, "$1") : undefined;
    const url = /^(?:\s*\[.*?\])?\s*url\s*=\s*(.*?)\s*$/i.exec(line)?.[1];
    if (remote !== undefined && url && !urls.has(remote)) urls.set(remote, unquote(url));
  }
  return [...urls].map(([name, url]) => ({ name, url }));
}

function unquote(value: string): string {
  return /^"(?:[^"\\]|\\.)*"/.test(value)
    ? value.replace(/^"((?:[^"\\]|\\.)*)".*$/, "$1").replace(/\\(.)/g, "$1")
    : value.replace(/\s+[#;].*$/, "");
}

async function readText(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}
