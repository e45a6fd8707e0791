// Repositories of git without git: starting it takes 30 ms each time, and it has to be started four times to commit.
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { writeFileSync, type BigIntStats } from "node:fs";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { isWindows } from "./systems.ts";

const BRANCH = "refs/heads/main";
const PERSON = "Somebody <somebody@example.com>";
const CONFIG = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n";
/** What this program writes, and settings that change nothing about what is committed. */
const PLAIN_CONFIG = new RegExp(`^${CONFIG.replaceAll(/[[\]]/g, "\\$&")}(?:\\[remote "\\w+"\\]\n(?:\t.*\n)*)*$`);
const GITLESS = Buffer.alloc(0);

interface Entry {
  readonly path: string;
  readonly mode: number;
  readonly hash: Buffer;
  readonly stats: BigIntStats;
}

/** Makes an empty repository in an existing folder, as `git init` does. */
export function initialize(root: string): void {
  const git = path.join(root, ".git");
  for (const folder of ["objects/info", "objects/pack", "refs/heads", "refs/tags", "info"])
    mkdirSync(path.join(git, folder), { recursive: true });
  writeFileSync(path.join(git, "HEAD"), `ref: ${BRANCH}\n`);
  writeFileSync(path.join(git, "config"), CONFIG);
}

/** Adds settings, as `git config --add` does: `{ "remote.origin.url": "…" }`. */
export function configure(root: string, settings: Readonly<Record<string, string>>): void {
  const text = Object.entries(settings).map(([name, value]) => {
    const [, first = "", rest, key = ""] = /^([^.]*)(?:\.(.*))?\.([^.]*)$/s.exec(name) ?? [];
    const quoted = (text: string) => JSON.stringify(text);
    return `[${first}${rest === undefined ? "" : ` ${quoted(rest)}`}]\n\t${key} = ${quoted(value)}\n`;
  });
  appendFileSync(path.join(root, ".git/config"), text.join(""));
}

/** The hash that a branch or `HEAD` stands for, if that is written in a file of its own. */
export function hashOf(root: string, name = "HEAD"): string | undefined {
  const file = path.join(root, ".git", name);
  const text = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  if (text.startsWith("ref: ")) return hashOf(root, text.slice("ref: ".length));
  return /^[0-9a-f]{40}$/.test(text) ? text : undefined;
}

/**
 * Commits all files of a folder on its main branch, as `git add --all` and `git commit` do. Returns false, and has done
 * nothing, where only git itself knows what it would do: because of its settings, attributes or ignored files, for
 * repositories within, and on Windows.
 */
export function commitAll(root: string, message: string): boolean {
  const git = path.join(root, ".git");
  const isPlain = PLAIN_CONFIG.test(readFileSync(path.join(git, "config"), "utf8"));
  if (isWindows || !isPlain || readFileSync(path.join(git, "HEAD"), "utf8") !== `ref: ${BRANCH}\n`) return false;
  const parent = hashOf(root);
  if (parent === undefined && existsSync(path.join(git, "packed-refs"))) return false;
  const names = namesIn(root);
  if (names.some((name) => /(?:^|\/)\.git/.test(name))) return false;

  const entries = names.map((name) => entryOf(git, root, name));
  const seconds = Math.floor(Date.now() / 1000);
  const by = `${PERSON} ${seconds} +0000`;
  const parents = parent === undefined ? "" : `parent ${parent}\n`;
  const tree = writeTree(git, entries, "").toString("hex");
  const head = `tree ${tree}\n${parents}author ${by}\ncommitter ${by}\n\n${message}\n`;
  const commit = writeObject(git, "commit", Buffer.from(head)).toString("hex");

  writeFileSync(path.join(git, "index"), indexOf(entries));
  writeFileSync(path.join(git, BRANCH), `${commit}\n`);
  for (const name of ["HEAD", BRANCH]) {
    mkdirSync(path.dirname(path.join(git, "logs", name)), { recursive: true });
    const what = parent === undefined ? "commit (initial)" : "commit";
    const before = parent ?? "0".repeat(40);
    appendFileSync(path.join(git, "logs", name), `${before} ${commit} ${by}\t${what}: ${message}\n`);
  }
  return true;
}

/** The paths of all files in a folder, in the order of git. */
function namesIn(root: string): readonly string[] {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() || entry.name === ".git")
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  const files = names.filter((name) => name !== ".git" && !name.startsWith(".git/"));
  return files.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function entryOf(git: string, root: string, name: string): Entry {
  const file = path.join(root, name);
  const stats = lstatSync(file, { bigint: true });
  const isLink = stats.isSymbolicLink();
  const hash = writeObject(git, "blob", isLink ? Buffer.from(readlinkSync(file)) : readFileSync(file));
  return { path: name, mode: isLink ? 0o120000 : stats.mode & 0o100n ? 0o100755 : 0o100644, hash, stats };
}

/** Writes the tree of a folder, whose path ends in a slash, and returns its hash. */
function writeTree(git: string, entries: readonly Entry[], folder: string): Buffer {
  const parts = new Map<string, Entry[]>();
  for (const entry of entries) {
    const [first = "", ...rest] = entry.path.slice(folder.length).split("/");
    const name = rest.length > 0 ? `${first}/` : first;
    parts.set(name, [...(parts.get(name) ?? []), entry]);
  }
  const lines = [...parts].map(([name, [entry, ...others]]) => {
    if (!entry) return GITLESS;
    const isFolder = name.endsWith("/");
    const hash = isFolder ? writeTree(git, [entry, ...others], folder + name) : entry.hash;
    const mode = isFolder ? "40000" : entry.mode.toString(8);
    return Buffer.concat([Buffer.from(`${mode} ${name.replace("/", "")}\0`), hash]);
  });
  return writeObject(git, "tree", Buffer.concat(lines));
}

function writeObject(git: string, type: string, content: Buffer): Buffer {
  const bytes = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const hash = createHash("sha1").update(bytes).digest();
  const name = hash.toString("hex");
  const file = path.join(git, "objects", name.slice(0, 2), name.slice(2));
  if (existsSync(file)) return hash;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, deflateSync(bytes, { level: 1 }), { mode: 0o444 });
  return hash;
}

/** What git keeps about the files that were committed, so that it need not read them again: its second format. */
function indexOf(entries: readonly Entry[]): Buffer {
  const parts = entries.map(({ path: name, mode, hash, stats }) => {
    const head = Buffer.alloc(40);
    const numbers = [
      ...[stats.ctimeNs, stats.mtimeNs].flatMap((time) => [time / 1_000_000_000n, time % 1_000_000_000n]),
      ...[stats.dev, stats.ino, BigInt(mode), stats.uid, stats.gid, stats.size],
    ];
    for (const [at, number] of numbers.entries()) head.writeUInt32BE(Number(number & 0xffff_ffffn), at * 4);
    const bytes = Buffer.from(name);
    const flags = Buffer.alloc(2);
    flags.writeUInt16BE(Math.min(bytes.length, 0xfff));
    const length = 62 + bytes.length;
    return Buffer.concat([head, hash, flags, bytes, Buffer.alloc(8 - (length % 8))]);
  });
  const head = Buffer.from("DIRC\0\0\0\u0002\0\0\0\0");
  head.writeUInt32BE(entries.length, 8);
  const all = Buffer.concat([head, ...parts]);
  return Buffer.concat([all, createHash("sha1").update(all).digest()]);
}
