import { lstatSync, readdirSync, realpathSync, type Dirent, type Stats } from "node:fs";
import path from "node:path";
import { IS_HELD_BACK } from "../../../core/agents/toolService.ts";
import type { AgentRules } from "../../../core/model/localProcess.ts";
import { VERSION_CONTROL } from "../../../git/repositories/gitFolder.ts";
import { contains, type Repository } from "../../../git/repositories/repositories.ts";
import type { Access } from "./access.ts";
import {
  AgentIgnoreFiles,
  isAgentIgnoreFile,
  rootedPatterns,
  type KnownFolders,
  type RootedPatterns,
} from "./agentIgnoreFiles.ts";
import type { CodeBase, FileInRepository } from "./codeBase.ts";
import { HeldBackCache } from "./heldBackCache.ts";
import { secretRule } from "../../../core/agents/secretNames.ts";
import { TakenInAgain } from "./takenInAgain.ts";

/**
 * The same folders as somebody sees them: for agents and models without the files that are kept from them, whatever
 * their name on disk. Every way to a served file leads through `locate` or `fileOf`, so that none of them is found,
 * counted or named. To be made anew for each request, which has the same rules to its end.
 */
export function seenBy(access: Access, codeBase: CodeBase, cache = new HeldBackCache()): CodeBase {
  if (access.asker === "person") return codeBase;
  const heldBack = new HeldBackFiles(codeBase, access.rules, cache);
  return {
    ...codeBase,
    access,
    locate(file) {
      const place = codeBase.locate(file);
      return place && heldBack.ruleOf(place, file) === undefined && !heldBack.isTakenInAgain(place) ? place : undefined;
    },
    fileOf(repository, relative) {
      const file = codeBase.fileOf(repository, relative);
      const rule = file === undefined ? undefined : heldBack.ruleOf({ repository, path: relative }, file);
      return rule === undefined ? file : undefined;
    },
    heldBackBy(repository, relative) {
      return heldBack.ruleOf({ repository, path: relative }, codeBase.fileOf(repository, relative));
    },
    isHeldBack(file) {
      const place = codeBase.locate(file);
      return (place ? heldBack.ruleOf(place, file) : secretRule(path.basename(file))) !== undefined;
    },
  };
}

/** What an agent is told instead of a file. */
export function heldBackText(relative: string, rule: string): string {
  return `${relative} ${IS_HELD_BACK} (${rule}).`;
}

/** More than this is not looked through for other names of a file; then all with several names are held back. */
const ENTRIES_AT_MOST = 200_000;
const NOT_LOOKED_INTO: ReadonlySet<string> = new Set(["node_modules", ...VERSION_CONTROL]);

interface WrittenFiles {
  /** What people wrote for agents. */
  readonly files: AgentIgnoreFiles;
  /** Where the repository is from the outermost folder on. */
  readonly prefix: string;
  readonly takenIn: TakenInAgain;
}

class HeldBackFiles {
  readonly #all: CodeBase;
  readonly #rules: AgentRules | undefined;
  readonly #plain: Set<string>;
  readonly #known: KnownFolders;
  readonly #knownOfSearches: KnownFolders;
  /** By the root of a repository. */
  readonly #written = new Map<string, WrittenFiles>();
  /** By the folders as they are named: the paths in their repository to which links lead, ending in a slash. */
  readonly #linked = new Map<string, string | undefined>();
  #inodes: ReadonlySet<string> | "too many" | undefined;

  constructor(all: CodeBase, rules: AgentRules | undefined, cache: HeldBackCache) {
    this.#all = all;
    this.#rules = rules;
    this.#plain = cache.plain;
    this.#known = cache.folders;
    this.#knownOfSearches = cache.foldersOfSearches;
  }

  /** The rule by which a file is held back: by its path, or as what is on disk there under another name. */
  ruleOf(place: FileInRepository, file: string | undefined): string | undefined {
    return this.#ruleOfPath(place) ?? (file === undefined ? undefined : this.#ruleOnDisk(place, file));
  }

  /** Whether git ignores a file that searches find all the same. */
  isTakenInAgain({ repository, path: relative }: FileInRepository): boolean {
    return this.#rules?.givesIgnored !== true && this.#writtenFor(repository).takenIn.has(plainPath(relative));
  }

  #ruleOfPath({ repository, path: relative }: FileInRepository): string | undefined {
    const name = secretRule(relative);
    if (name !== undefined) return `never: ${name}`;
    const plain = plainPath(relative);
    const { files, prefix } = this.#writtenFor(repository);
    return files.ruleOf(prefix + plain) ?? (isAgentIgnoreFile(plain) ? "it names what is held back" : undefined);
  }

  /** An ignore file in a folder that is served counts for the repositories in that folder, too. */
  #writtenFor(repository: Repository): WrittenFiles {
    const { root } = repository;
    const known = this.#written.get(root);
    if (known) return known;
    const { folders } = this.#all;
    const around = folders.filter((folder) => contains(folder, root));
    const outermost = around.reduce((shortest, folder) => (folder.length < shortest.length ? folder : shortest), root);
    const files = new AgentIgnoreFiles(outermost, this.#excludedIn(outermost), { known: this.#known });
    const prefix = prefixOf(outermost, root);
    const takenIn = new TakenInAgain(repository, { outermost, prefix, folders, known: this.#knownOfSearches });
    const written = { files, prefix, takenIn };
    this.#written.set(root, written);
    return written;
  }

  /** What the settings say about the folders in one, or about all. */
  #excludedIn(outermost: string): readonly RootedPatterns[] {
    const { everywhere = [], excluded = [] } = this.#rules ?? {};
    const folders = this.#all.folders.filter((folder) => contains(outermost, folder));
    return [
      ...folders.map((folder) => ({ folder, patterns: everywhere })),
      ...excluded.filter(({ folder }) => contains(outermost, folder)),
    ].flatMap(({ folder, patterns }) =>
      patterns.length === 0 ? [] : [rootedPatterns("plumbline.agents.exclude", prefixOf(outermost, folder), patterns)],
    );
  }

  #ruleOnDisk({ repository }: FileInRepository, file: string): string | undefined {
    if (this.#plain.has(file)) return undefined;
    const end = file.lastIndexOf(path.sep);
    const folder = this.#linkedFolder(repository, file.slice(0, end));
    const rule =
      folder === undefined ? undefined : this.#ruleOfPath({ repository, path: folder + file.slice(end + 1) });
    if (rule !== undefined) return rule;
    const found = statOf(file);
    if (found?.isSymbolicLink() === true) {
      const real = pathBelow(realOf(repository.root), realOf(file));
      return real === undefined ? undefined : this.#ruleOfPath({ repository, path: real });
    }
    if (found?.isFile() !== true || found.nlink < 2) {
      if (found?.isFile() === true && folder === undefined) this.#plain.add(file);
      return undefined;
    }
    this.#inodes ??= this.#inodesHeldBack();
    return this.#inodes === "too many" || this.#inodes.has(inodeOf(file))
      ? "another name of a file that is held back"
      : undefined;
  }

  /** `undefined` if no links lead elsewhere in the repository. */
  #linkedFolder({ root }: Repository, folder: string): string | undefined {
    if (!this.#linked.has(folder)) {
      const real = pathBelow(realOf(root), realOf(folder));
      this.#linked.set(folder, real === undefined || real === pathBelow(root, folder) ? undefined : `${real}/`);
    }
    return this.#linked.get(folder);
  }

  /** Of the files that are held back and have several names. */
  #inodesHeldBack(): ReadonlySet<string> | "too many" {
    const inodes = new Set<string>();
    const folders = [...this.#all.foldersOf(this.#all.repositories)];
    let entries = 0;
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of entriesOf(folder)) {
        if (++entries > ENTRIES_AT_MOST) return "too many";
        const file = path.join(folder, entry.name);
        if (entry.isDirectory() && !NOT_LOOKED_INTO.has(entry.name)) folders.push(file);
        const place = entry.isFile() ? this.#all.locate(file) : undefined;
        if (place && this.#ruleOfPath(place) !== undefined) inodes.add(inodeOf(file));
      }
    }
    return inodes;
  }
}

/** How paths in a folder begin where they are seen from one around it. */
function prefixOf(outer: string, folder: string): string {
  const below = path.relative(outer, folder).split(path.sep).join("/");
  return below === "" ? "" : `${below}/`;
}

/** As ignore files name it: `./a//b` is `a/b`. */
export function plainPath(relative: string): string {
  const withSlashes = path.sep === "\\" ? relative.replaceAll("\\", "/") : relative;
  if (!/(?:^|\/)\.?(?:\/|$)/.test(withSlashes)) return withSlashes;
  return withSlashes
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");
}

/** With slashes; `undefined` for what is not below the folder. */
function pathBelow(folder: string, file: string): string | undefined {
  const relative = path.relative(folder, file);
  return /^\.\.(?:[\\/]|$)/.test(relative) || path.isAbsolute(relative)
    ? undefined
    : relative.split(path.sep).join("/");
}

function realOf(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file; // it leads nowhere
  }
}

/** `undefined` also for what the system does not let be read, or takes for no name. */
function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // not to be read
  }
}

/** On Windows, these numbers are too large for anything else. */
function inodeOf(file: string): string {
  const found = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : "";
}
