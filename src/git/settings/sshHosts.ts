import { readdir } from "node:fs/promises";
import { DISK, homeFolder, type Disk } from "../disk/disk.ts";
import { isReachedWithin } from "../disk/networkPath.ts";
import { matchesWildcards } from "./wildcards.ts";

/**
 * The hosts behind the names that the user's `~/.ssh/config` gives them: `Host`, `HostName` and `Include`. What depends
 * on more than the name (`Match`) is passed over, and nothing is run. Never throws.
 */
export class SshHosts {
  readonly #folder: string | undefined;
  readonly #disk: Disk;
  #lines: Promise<readonly Line[]> | undefined;

  constructor(env: NodeJS.ProcessEnv = process.env, home = env["HOME"] ?? homeFolder(), disk = DISK) {
    this.#folder = home === undefined ? undefined : disk.path.join(home, ".ssh");
    this.#disk = disk;
  }

  /** The name of the host that SSH connects to; the given one if nothing else is said of it. */
  async hostOf(name: string): Promise<string> {
    this.#lines ??= this.#readAll();
    let isFor = true;
    const outer: boolean[] = []; // whether the files around the one that is included are about the name there
    for (const { key, values } of await this.#lines) {
      if (key === BEGIN) outer.push(isFor);
      else if (key === END) isFor = outer.pop() ?? true;
      else if (key === "match") isFor = false;
      else if (key === "host") isFor = outer.at(-1) !== false && isAmong(values, name);
      else if (key === "hostname" && isFor)
        return (values[0] ?? name).replace(/%[%hn]/g, (sign) => (sign === "%%" ? "%" : name));
    }
    return name;
  }

  async #readAll(): Promise<readonly Line[]> {
    const folder = this.#folder;
    const lines: Line[] = [];
    if (folder !== undefined) await this.#read(lines, [this.#disk.path.join(folder, "config")], folder);
    return lines;
  }

  /** Adds the lines of the first of some files, which the others include. */
  async #read(
    lines: Line[],
    files: readonly string[],
    folder: string,
    bounds = { filesLeft: FILES_AT_MOST },
  ): Promise<void> {
    const [file = "", ...around] = files;
    if (around.includes(file) || bounds.filesLeft-- <= 0) return;
    if (!(await isReachedWithin(folder, file, this.#disk))) return;
    for (const line of parseLines((await this.#disk.read(file)) ?? "")) {
      lines.push(line);
      if (line.key !== "include") continue;
      for (const included of await this.#filesOf(line.values, folder)) {
        lines.push({ key: BEGIN, values: [] });
        await this.#read(lines, [included, ...files], folder, bounds);
        lines.push({ key: END, values: [] });
      }
    }
  }

  async #filesOf(patterns: readonly string[], folder: string): Promise<readonly string[]> {
    const { path } = this.#disk;
    const found: string[] = [];
    for (const pattern of patterns) {
      const file = path.resolve(
        folder,
        pattern.replace(/^~(?=[/\\])/, () => path.dirname(folder)),
      );
      found.push(...(await this.#filesLike(file, folder)));
    }
    return found;
  }

  /** Any name of the path may have stars. */
  async #filesLike(pattern: string, folder: string): Promise<readonly string[]> {
    const { path } = this.#disk;
    const { root } = path.parse(pattern);
    let found = [root];
    for (const name of pattern.slice(root.length).split(path.sep)) {
      const next: string[] = [];
      for (const around of found.slice(0, FILES_AT_MOST)) {
        const names = /[*?[]/.test(name) ? await this.#namesLike(name, around, folder) : [name];
        next.push(...names.map((each) => path.join(around, each)));
      }
      found = next;
    }
    return found;
  }

  async #namesLike(pattern: string, around: string, folder: string): Promise<readonly string[]> {
    if (!(await isReachedWithin(folder, around, this.#disk))) return [];
    const names = await readdir(around).catch(() => []);
    const isLike = (name: string) =>
      name.startsWith(".") === pattern.startsWith(".") && matchesWildcards(pattern, name);
    return names.filter(isLike).sort();
  }
}

/** Where an included file begins and ends: `Host` counts there only where it is included for the name. */
const [BEGIN, END] = ["begin-of-file", "end-of-file"];

interface Line {
  /** In lower case. */
  readonly key: string;
  readonly values: readonly string[];
}

const FILES_AT_MOST = 50;
const HOSTS_AT_MOST = 200;

function parseLines(text: string): readonly Line[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, key, rest = ""] = /^\s*([a-z]+)(?:\s*=\s*|\s+)(.*)$/i.exec(line) ?? [];
    if (key === undefined) return [];
    const values = [...rest.matchAll(/"([^"]*)"|#.*|([^\s"]+)/g)].flatMap(([, quoted, plain]) => quoted ?? plain ?? []);
    return [{ key: key.toLowerCase(), values }];
  });
}

/** A pattern with `!` excludes, wherever it stands. */
function isAmong(patterns: readonly string[], name: string): boolean {
  const given = patterns.slice(0, HOSTS_AT_MOST);
  const matches = (pattern: string) => matchesWildcards(pattern, name, { ignoreCase: true });
  return (
    !given.some((pattern) => pattern.startsWith("!") && matches(pattern.slice(1))) &&
    given.some((pattern) => !pattern.startsWith("!") && matches(pattern))
  );
}
