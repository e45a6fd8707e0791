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
    for (const { key, values } of await this.#lines) {
      if (key === "match") isFor = false;
      else if (key === "host") isFor = isAmong(values, name);
      else if (key === "hostname" && isFor)
        return (values[0] ?? name).replace(/%[%hn]/g, (sign) => (sign === "%%" ? "%" : name));
    }
    return name;
  }

  async #readAll(): Promise<readonly Line[]> {
    const folder = this.#folder;
    return folder === undefined ? [] : this.#read(this.#disk.path.join(folder, "config"), folder, new Set());
  }

  async #read(file: string, folder: string, known: Set<string>): Promise<readonly Line[]> {
    if (known.size >= FILES_AT_MOST || known.has(file) || !(await isReachedWithin(folder, file, this.#disk))) return [];
    known.add(file);
    const lines: Line[] = [];
    let around: Line | undefined;
    for (const line of parseLines((await this.#disk.read(file)) ?? "")) {
      if (line.key === "host" || line.key === "match") around = line;
      if (line.key !== "include") {
        lines.push(line);
        continue;
      }
      if (around?.key === "match") continue;
      for (const included of await this.#filesOf(line.values, folder))
        lines.push(...(await this.#read(included, folder, known)));
      // What an included file begins ends with it.
      lines.push(around ?? { key: "host", values: ["*"] });
    }
    return lines;
  }

  /** Only the last name of a path may have stars. */
  async #filesOf(patterns: readonly string[], folder: string): Promise<readonly string[]> {
    const { path } = this.#disk;
    const found: string[] = [];
    for (const pattern of patterns) {
      const file = path.resolve(
        folder,
        pattern.replace(/^~(?=[/\\])/, () => path.dirname(folder)),
      );
      const [around, name] = [path.dirname(file), path.basename(file)];
      if (!/[*?[]/.test(name)) found.push(file);
      else if (await isReachedWithin(folder, around, this.#disk)) {
        const names = await readdir(around).catch(() => []);
        found.push(
          ...names
            .filter((each) => matchesWildcards(name, each))
            .sort()
            .map((each) => path.join(around, each)),
        );
      }
    }
    return found;
  }
}

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
