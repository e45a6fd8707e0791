import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { FileTooLong, homeFolder, NotAFile, readRegular } from "../../../git/disk/disk.ts";
import { VERSION_CONTROL } from "../../../git/repositories/gitFolder.ts";
import { contains } from "../../../git/repositories/repositories.ts";

/** ripgrep reads ignore files to their end, whatever they are, and needs some 10 kB of memory for a pattern. */
const BYTES_AT_MOST = 256 * 1024;
const PATTERNS_AT_MOST = 5000;
/** Node has four threads for files. */
const FOLDERS_AT_ONCE = 3;

/** The kinds of ignore files, and what makes ripgrep read none of a kind. */
const OFF = {
  dot: "--no-ignore-dot",
  git: "--no-ignore-vcs", // with those below
  exclude: "--no-ignore-exclude",
  global: "--no-ignore-global",
} as const;
type Kind = keyof typeof OFF;

/** In lower case: some systems take any other for the same. */
const KINDS: Readonly<Record<string, Kind>> = { ".ignore": "dot", ".rgignore": "dot", ".gitignore": "git" };

/** ripgrep heeds git's ignore files where one of these is. */
const REPOSITORIES: readonly string[] = [".git", ".jj"];

/** What the ignore files in a folder and above it surely leave out, among folders. Less is known than ripgrep knows. */
interface Rules {
  readonly isInRepository: boolean;
  /** The names of folders that are left out, wherever they are below. */
  readonly names: Readonly<Record<"dot" | "git", ReadonlySet<string>>>;
  /** The names, or after a `*` the ends of names, that a pattern may take in again. */
  readonly takenIn: readonly string[];
}

const NO_NAMES: ReadonlySet<string> = new Set();
const NO_RULES: Rules = { isInRepository: false, names: { dot: NO_NAMES, git: NO_NAMES }, takenIn: [] };

/** An ignore file that ripgrep must not read. */
interface Unsafe {
  readonly file: string;
  readonly kind: Kind;
  /** The folder that is left out because of it; otherwise, all files of its kind are. */
  readonly folder?: string;
}

/**
 * The ignore files that ripgrep would read, and must not: those that are no files, such as a link to a device that
 * never ends, and those that are too long. They are looked for anew for each search.
 */
export class IgnoreFiles {
  readonly #served: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  readonly #unsafe = new Map<string, Unsafe>();
  readonly #rules = new Map<string, Promise<Rules | undefined>>();
  readonly #looking = new Map<string, Promise<void>>();
  /** The places that are files. */
  readonly #files = new Set<string>();
  #global: Promise<void> | undefined;
  #changed = new AbortController();

  /** `served` are the folders that are served, absolute. */
  constructor(served: readonly string[], env: NodeJS.ProcessEnv = process.env) {
    this.#served = served;
    this.#env = env;
  }

  /** Those that were found so far and matter: absolute paths. */
  get unsafe(): readonly string[] {
    return [...this.#unsafe.values()]
      .filter(({ kind, folder }) => folder === undefined || !this.#isOff(kind))
      .map(({ file }) => file);
  }

  /** The kinds of which none is read, as arguments for ripgrep. */
  get off(): readonly string[] {
    return Object.entries(OFF).flatMap(([kind, argument]) => (this.#isOff(kind as Kind) ? [argument] : []));
  }

  /** Whether some of what git would ignore is not left out because of that. */
  get isGitsOff(): boolean {
    return (["git", "exclude", "global"] as const).some((kind) => this.#isOff(kind));
  }

  /** The folders that can't be searched. */
  get leftOut(): readonly string[] {
    const folders = [...this.#unsafe.values()].flatMap(({ kind, folder }) =>
      folder === undefined || this.#isOff(kind) ? [] : [folder],
    );
    return [...new Set(folders)];
  }

  /** Aborted as soon as one more is found than what the properties above say now. */
  get changed(): AbortSignal {
    return this.#changed.signal;
  }

  /** Looks at the places and above them: few files, which are read by ripgrep before anything else. */
  async lookAbove(places: readonly string[]): Promise<void> {
    this.#global ??= this.#lookAtGlobal();
    const look = async (place: string) => {
      if (!this.#rules.has(place) && (await stat(place).catch(() => undefined))?.isFile() === true)
        this.#files.add(place);
      await this.#rulesAt(this.#files.has(place) ? path.dirname(place) : place);
    };
    await Promise.all([this.#global, ...places.map(look)]);
  }

  /** Looks at everything below the places. To be called after {@link lookAbove}. */
  async lookBelow(places: readonly string[], signal: AbortSignal): Promise<void> {
    await Promise.all(
      places
        .filter((place) => !this.#files.has(place))
        .map((place) => {
          const looking = this.#looking.get(place) ?? this.#walk(place, signal);
          this.#looking.set(place, looking);
          return looking;
        }),
    );
  }

  #isOff(kind: Kind): boolean {
    const off = [...this.#unsafe.values()].filter(({ folder }) => folder === undefined).map((each) => each.kind);
    return off.includes(kind) || ((kind === "exclude" || kind === "global") && off.includes("git"));
  }

  #tell(unsafe: Unsafe): void {
    if (this.#unsafe.has(unsafe.file)) return;
    this.#unsafe.set(unsafe.file, unsafe);
    if (unsafe.folder === undefined) {
      this.#rules.clear(); // what files of this kind have left out is looked into
      this.#looking.clear();
    } else if (this.#isOff(unsafe.kind)) return;
    const before = this.#changed;
    this.#changed = new AbortController();
    before.abort();
  }

  /** The rules for what is below a folder; `undefined` if it is left out. */
  #rulesAt(folder: string): Promise<Rules | undefined> {
    const known = this.#rules.get(folder);
    if (known) return known;
    const read = this.#readRulesAt(folder);
    this.#rules.set(folder, read);
    return read;
  }

  async #readRulesAt(folder: string): Promise<Rules | undefined> {
    const parent = path.dirname(folder);
    const above = parent === folder ? NO_RULES : await this.#rulesAt(parent);
    return above && this.#readRules(folder, above, [...Object.keys(KINDS), ...REPOSITORIES]);
  }

  async #walk(place: string, signal: AbortSignal): Promise<void> {
    const rules = await this.#rulesAt(place);
    let level = rules ? [{ folder: place, rules }] : [];
    while (level.length > 0) {
      const next: typeof level = [];
      const left = level.values();
      const goOn = async () => {
        for (const { folder, rules } of left) {
          signal.throwIfAborted();
          next.push(...(await this.#foldersIn(folder, rules)));
        }
      };
      await Promise.all(Array.from({ length: FOLDERS_AT_ONCE }, goOn));
      level = next;
    }
  }

  /** The folders in one that may be searched, with the rules for what is in it. */
  async #foldersIn(folder: string, above: Rules): Promise<{ readonly folder: string; readonly rules: Rules }[]> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []); // a file, or not to be read
    const special = entries.flatMap(({ name }) => (isOfInterest(name) ? [name] : []));
    const known = this.#rules.get(folder);
    const reading = known ?? Promise.resolve(special.length === 0 ? above : this.#readRules(folder, above, special));
    if (!known) this.#rules.set(folder, reading);
    const rules = await reading;
    if (!rules) return [];
    return entries.flatMap((entry) =>
      entry.isDirectory() && !VERSION_CONTROL.includes(entry.name) && !this.#isIgnored(entry.name, rules)
        ? [{ folder: path.join(folder, entry.name), rules }]
        : [],
    );
  }

  #isIgnored(name: string, { isInRepository, names, takenIn }: Rules): boolean {
    const isNamed =
      (names.dot.has(name) && !this.#isOff("dot")) || (isInRepository && names.git.has(name) && !this.#isOff("git"));
    return isNamed && !takenIn.some((each) => each === name || (each.startsWith("*") && name.endsWith(each.slice(1))));
  }

  /** Reads the ignore files of a folder, of which these may exist. */
  async #readRules(folder: string, above: Rules, files: readonly string[]): Promise<Rules | undefined> {
    const isRoot = !this.#served.some((served) => served !== folder && contains(served, folder));
    const unsafe: string[] = [];
    const read = async (file: string, kind: Kind): Promise<string> => {
      const content = await readIgnoreFile(file);
      if (content !== undefined) return content;
      this.#tell({ file, kind, ...(!isRoot && { folder }) });
      if (!isRoot && !this.#isOff(kind)) unsafe.push(file);
      return "";
    };
    let rules = above;
    const isRepository = await Promise.all(
      files.flatMap((name) => (REPOSITORIES.includes(name.toLowerCase()) ? [this.#readOwn(folder, name, read)] : [])),
    );
    if (isRepository.includes(true))
      rules = { ...rules, isInRepository: true, names: { ...rules.names, git: NO_NAMES } };
    for (const name of files) {
      const kind = KINDS[name.toLowerCase()];
      if (kind !== "dot" && kind !== "git") continue;
      const content = await read(path.join(folder, name), kind);
      if (content !== "") rules = withPatterns(rules, kind, content);
    }
    return unsafe.length === 0 ? rules : undefined;
  }

  /** Reads what ripgrep reads of a repository's own folder. Returns whether there is one. */
  async #readOwn(folder: string, name: string, read: (file: string, kind: Kind) => Promise<string>): Promise<boolean> {
    const dotGit = path.join(folder, name);
    try {
      const pointer = await readRegular(dotGit, { maxBytes: BYTES_AT_MOST });
      const target = /^gitdir: (.*)/.exec(pointer.toString())?.[1];
      if (target === undefined) return true;
      const own = path.resolve(folder, target);
      const common = /^.*/.exec(await read(path.join(own, "commondir"), "exclude"))?.[0] ?? "";
      await read(path.join(path.resolve(own, common), "info", "exclude"), "exclude");
      return true;
    } catch (error) {
      if (error instanceof FileTooLong) await read(dotGit, "exclude");
      if (!(error instanceof NotAFile)) return false;
      await read(path.join(dotGit, "info", "exclude"), "exclude");
      return true;
    }
  }

  async #lookAtGlobal(): Promise<void> {
    const home = this.#env["HOME"] ?? homeFolder() ?? "";
    const configured = this.#env["XDG_CONFIG_HOME"] ?? "";
    const ofGit = path.join(configured === "" ? path.join(home, ".config") : configured, "git");
    const check = async (file: string): Promise<string> => {
      const content = await readIgnoreFile(file);
      if (content === undefined) this.#tell({ file, kind: "global" });
      return content ?? "";
    };
    const settings = await Promise.all([path.join(home, ".gitconfig"), path.join(ofGit, "config")].map(check));
    // As ripgrep reads them.
    const named = settings.flatMap((text) => /^\s*excludesfile\s*=\s*"?\s*(\S+?)\s*"?\s*$/im.exec(text)?.[1] ?? []);
    await Promise.all([...named.map((file) => file.replaceAll("~", home)), path.join(ofGit, "ignore")].map(check));
  }
}

function isOfInterest(name: string): boolean {
  return name.startsWith(".") && (name.toLowerCase() in KINDS || REPOSITORIES.includes(name.toLowerCase()));
}

/** Its text, empty if there is none; `undefined` if ripgrep must not read it. */
async function readIgnoreFile(file: string): Promise<string | undefined> {
  try {
    const content = (await readRegular(file, { maxBytes: BYTES_AT_MOST })).toString();
    return content.length > PATTERNS_AT_MOST && countPatterns(content) > PATTERNS_AT_MOST ? undefined : content;
  } catch (error) {
    // A folder is no harm. What can't be opened, ripgrep can't open either; what has nothing to read makes it wait.
    const isUnsafe =
      (error instanceof NotAFile && !error.isFolder) ||
      error instanceof FileTooLong ||
      (error instanceof Error && "code" in error && error.code === "EAGAIN");
    return isUnsafe ? undefined : "";
  }
}

function countPatterns(content: string): number {
  return content.match(/^[^\S\r\n]*[^\s#].*$/gm)?.length ?? 0;
}

function withPatterns(rules: Rules, kind: "dot" | "git", content: string): Rules {
  const lines = content.split(/\r?\n/);
  const names = lines.flatMap((line) => /^([^\\/*?[\]{}!#\s]+)\/?$/.exec(line)?.[1] ?? []);
  const takenIn = lines.flatMap((line) => {
    if (!line.startsWith("!")) return [];
    const last = line
      .trimEnd()
      .replace(/\/+$/, "")
      .replace(/^.*[/!]/, "");
    return [/^\*?[^\\*?[\]{}]*$/.test(last) ? last : "*"];
  });
  return {
    ...rules,
    names: { ...rules.names, [kind]: new Set([...rules.names[kind], ...names]) },
    takenIn: [...new Set([...rules.takenIn, ...takenIn])],
  };
}
