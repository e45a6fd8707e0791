import { opendir } from "node:fs/promises";
import type { CodeBase } from "../../code/files/codeBase.ts";
import type { Skipped } from "../results/found.ts";
import { PARSED_AT_MOST } from "../../../core/model/symbolChannel.ts";
import { HELD_BACK, LOCALS, MENTIONS } from "../../../core/agents/toolService.ts";
import { l10n } from "../../base/l10n.ts";
import { idleEngine } from "../../code/engine/engineError.ts";

const MEBIBYTE = 1024 * 1024;
/** Larger files are hardly ever code, and no editor opens them with all its features. */
const ORDINARY_AT_MOST = 16 * MEBIBYTE;
/** The largest file that a search for everything reads into memory. */
const READ_AT_MOST = 256 * MEBIBYTE;

/** The size up to which files are searched, by how many ranges are to be found. */
export function fileBytesAtMost(limit: number): number {
  return limit === Infinity ? READ_AT_MOST : ORDINARY_AT_MOST;
}

/** Files that were not searched because of their size, and how to search them where a query may be changed. */
export function largeFiles(paths: readonly string[], limit: number, isQuery = true): Skipped {
  const size = `${fileBytesAtMost(limit) / MEBIBYTE} MB`;
  return {
    reason: "document-size-limit",
    title: paths.length === 1 ? l10n.t("1 file is too large") : l10n.t("{0} files are too large", paths.length),
    message: `${l10n.t("Files of more than {0} were not searched:", size)}\n\n${listed(paths)}`,
    ...(isQuery && limit < Infinity
      ? { suggested: { title: l10n.t("search large files too"), queryExpression: "count:all" } }
      : {}),
  };
}

/** Files whose declarations were not looked for because of their size. */
export function unparsedFiles(paths: readonly string[]): Skipped {
  return {
    reason: "document-size-limit",
    title:
      paths.length === 1
        ? l10n.t("1 file is too large for symbols")
        : l10n.t("{0} files are too large for symbols", paths.length),
    message: `${l10n.t("Symbols are not looked for in files of more than {0} MB:", PARSED_AT_MOST / MEBIBYTE)}\n\n${listed(paths)}`,
  };
}

/** Files whose declarations were not found because reading them failed. */
export function brokenFiles(paths: readonly string[]): Skipped {
  return {
    reason: "symbols-failed",
    title:
      paths.length === 1
        ? l10n.t("Symbols of 1 file were not found")
        : l10n.t("Symbols of {0} files were not found", paths.length),
    message: `${l10n.t("Reading them failed; the log says why:")}\n\n${listed(paths)}`,
    severity: "warn",
  };
}

/** Those of some folders that can't be listed: not on disk, no longer folders, or not readable by this user. */
export async function findUnreadable(folders: readonly string[], open = opendir): Promise<readonly string[]> {
  const canBeListed = await Promise.all(
    folders.map((folder) =>
      open(folder)
        .then((opened) => opened.close())
        .then(
          () => true,
          () => false,
        ),
    ),
  );
  return folders.filter((_, index) => canBeListed[index] !== true);
}

/** Served folders that can't be listed. */
export function unreadableFolders(folders: readonly string[]): Skipped {
  return {
    reason: "repository-missing",
    title:
      folders.length === 1 ? l10n.t("1 folder can't be read") : l10n.t("{0} folders can't be read", folders.length),
    message: `${l10n.t("Moved, deleted, on a disk that is not connected, or not yours to read:")}\n\n${listed(folders)}`,
    severity: "warn",
  };
}

/** Links that were not followed, with where they lead. */
export function linksOut(links: readonly { readonly path: string; readonly target: string }[]): Skipped {
  const names = links.map(({ path, target }) => `* \`${path}\` → \`${target}\``);
  return {
    reason: "links",
    title:
      links.length === 1
        ? l10n.t("1 link leads out of the folder")
        : l10n.t("{0} links lead out of the folder", links.length),
    message: `${l10n.t("Links are not followed. To search what they lead to, open its folder as well:")}\n\n${names.join("\n")}`,
    isCut: false,
  };
}

/**
 * What ignore files and the editor's settings leave out, and how much that is as far as it is known; if `isOffered`, with
 * the way to search it.
 */
export function ignoredFiles(
  { access, excludes, folders }: Pick<CodeBase, "access" | "excludes" | "folders">,
  ignored: IgnoredCount | undefined,
  isOffered: boolean,
): Skipped {
  const isUnheeded = (folder: string) => access.asker === "person" && excludes.unheededAt(folder) === "all";
  const isExcluding = excludes.all.some(({ globs }) => globs.length > 0);
  return {
    reason: "ignored",
    title: ignored
      ? l10n.t("{0} ignored or excluded", ignoredWords(ignored))
      : l10n.t("Ignored files are not searched"),
    message: [
      folders.every(isUnheeded)
        ? l10n.t("The search leaves out the contents of binary files.")
        : l10n.t(
            "The search leaves out files matched by `.gitignore`, `.ignore` or `.rgignore`, and the contents of binary files.",
          ),
      ...(isExcluding
        ? [l10n.t("It also leaves out what `files.exclude` and `search.exclude` name in the editor's settings.")]
        : []),
    ].join(" "),
    isCut: false,
    ...(isOffered && { suggested: { title: l10n.t("search them too"), queryExpression: "ignored:yes" } }),
  };
}

/** How many files are left out; `isWhole` unless time ran out. */
export interface IgnoredCount {
  readonly count: number;
  readonly isWhole: boolean;
}

/** `1 file`, `1,429 files`, `more than 80,000 files`. */
export function ignoredWords({ count, isWhole }: IgnoredCount): string {
  return isWhole ? filesOf(count) : l10n.t("more than {0} files", l10n.number(count));
}

/** `1 file`, `1,429 files`. */
export function filesOf(count: number): string {
  return count === 1 ? l10n.t("1 file") : l10n.t("{0} files", l10n.number(count));
}

/** Served folders that are searched although the repository around them ignores all that is in them. */
export function ignoredFolders(folders: readonly string[]): Skipped {
  return {
    reason: "ignored-folder",
    title:
      folders.length === 1
        ? l10n.t("1 folder is ignored by its repository")
        : l10n.t("{0} folders are ignored by their repositories", folders.length),
    message: `${l10n.t("By a `.gitignore` above them, nothing would be left. Only the ignore files in these folders were followed:")}\n\n${listed(folders)}`,
    isCut: false,
  };
}

/** Files, and folders within those that are served, that the system does not let this user read. */
export function refusedFiles(paths: readonly string[]): Skipped {
  return {
    reason: "refused",
    title:
      paths.length === 1
        ? l10n.t("1 file or folder can't be read")
        : l10n.t("{0} files or folders can't be read", paths.length),
    message: `${l10n.t("The system does not let you read them, another program has locked them, or their paths are too long:")}\n\n${listed(paths)}`,
    severity: "warn",
  };
}

/** Files that can't be named, and so neither shown nor opened. */
export function unnamedFiles(paths: readonly string[]): Skipped {
  return {
    reason: "names",
    title:
      paths.length === 1
        ? l10n.t("The name of 1 file can't be read")
        : l10n.t("The names of {0} files can't be read", paths.length),
    message: `${l10n.t("They are not in UTF-8, as names of files have to be here:")}\n\n${listed(paths)}`,
    severity: "warn",
  };
}

/** Ignore files that were not heeded. */
export function unsafeIgnoreFiles(paths: readonly string[]): Skipped {
  return {
    reason: "ignore-files",
    title:
      paths.length === 1
        ? l10n.t("1 ignore file was not read")
        : l10n.t("{0} ignore files were not read", paths.length),
    message: `${l10n.t("They are no ordinary files, or have more than 256 kB or 5,000 patterns. Subfolders with such a file were not searched; elsewhere, what files of its kind leave out was searched:")}\n\n${listed(paths)}`,
    severity: "warn",
  };
}

/** An engine that was ended before it had searched everything. */
export function unfinishedSearch(): Skipped {
  return {
    reason: "shard-timeout",
    title: l10n.t("Not all files were searched"),
    message: idleEngine(),
    severity: "warn",
  };
}

/** Repositories whose commits git would never have told. */
export function waitingGit(names: readonly string[]): Skipped {
  return {
    reason: "repository-missing",
    title: l10n.t("Some commits are not known"),
    message: `${l10n.t("A file that git reads is a pipe or a device, or git did nothing any more, in:")}\n\n${listed(names)}`,
    severity: "warn",
  };
}

/** Files that agents and models are not given. Says the same whatever is looked for. */
export function heldBackFiles(count: number): Skipped {
  return {
    reason: HELD_BACK,
    title:
      count === 1
        ? l10n.t("1 file is held back from agents and models")
        : l10n.t("{0} files are held back from agents and models", count),
    message: l10n.t(
      "By names such as `.env` or `*.pem`, or by an ignore file for agents such as `.aiexclude`. What git ignores is not searched either.",
    ),
    isCut: false,
  };
}

/** Files that contain zero bytes, and something that was looked for. */
export function binaryFiles(count: number): Skipped {
  return {
    reason: "binary",
    title: count === 1 ? l10n.t("1 binary file") : l10n.t("{0} binary files", count),
    message: l10n.t("Binary files with matches are not shown."),
    isCut: false,
  };
}

/** For a file in a programming language without known declarations, once per language; `undefined` otherwise. */
export function unknownSymbols(language: string | undefined, told: Set<string>): Skipped | undefined {
  if (language === undefined || NO_DECLARATIONS.has(language) || told.has(language)) return undefined;
  told.add(language);
  const names = [...told].map((name) => `* ${name}`).join("\n");
  return {
    reason: "symbols-unknown",
    title: l10n.t("No symbols for some languages"),
    message: `${l10n.t("The local service finds no symbols in files of these languages:")}\n\n${names}`,
  };
}

/** Text and data: symbols are not expected in them. */
const NO_DECLARATIONS: ReadonlySet<string> = new Set([
  ...["HTML", "CSS", "SCSS", "Less", "JSON", "YAML", "TOML", "INI", "XML", "Markdown", "reStructuredText", "Text"],
  ...["Sass", "Stylus", "TeX", "AsciiDoc", "Org", "Gherkin", "Dockerfile", "Makefile", "Batchfile", "Meson"],
  ...["HTML+ERB", "HTML+EEX", "HTML+Razor", "EJS", "Java Server Pages", "Handlebars", "Jinja", "Twig", "Liquid"],
  ...["Pug", "Haml", "Slim"],
]);

/** The places outside code that contain a name which is looked for in code. */
export function mentions(count: number): Skipped {
  return {
    reason: MENTIONS,
    title: count === 1 ? l10n.t("1 mention in comments and text") : l10n.t("{0} mentions in comments and text", count),
    message: l10n.t(
      "`type:use` finds a name in code. Leave it out to find it in comments, strings and documents as well.",
    ),
    isCut: false,
  };
}

/** How often a name whose uses are searched for is that of a parameter or local variable. */
export function locals(count: number): Skipped {
  return {
    reason: LOCALS,
    title:
      count === 1
        ? l10n.t("1 parameter or local variable has this name")
        : l10n.t("{0} parameters and local variables have this name", count),
    message: l10n.t(
      "They have nothing to do with what is defined elsewhere. Leave out `type:use` to find them as well.",
    ),
    isCut: false,
  };
}

/** What was not searched when time ran out. */
export function timedOut(timeoutMs: number): Skipped & { readonly severity: "warn" } {
  const seconds = Math.max(1, Math.ceil((timeoutMs * 2) / 1000));
  return {
    reason: "shard-timeout",
    title: l10n.t("The search took too long"),
    message: l10n.t("Not all files were searched within `timeout:`."),
    severity: "warn",
    suggested: { title: l10n.t("search longer"), queryExpression: `timeout:${seconds}s` },
  };
}

/** Files that were committed, but are not in this copy of the repository. */
export function missingContents(count: number): Skipped {
  return {
    reason: "backend-missing",
    title:
      count === 1 ? l10n.t("The content of 1 file is missing") : l10n.t("The contents of {0} files are missing", count),
    message: l10n.t(
      "This is a partial clone that has not fetched them. To fetch them, check out the revision with `git checkout`.",
    ),
    severity: "warn",
  };
}

/** Repositories in which git could not look up what was needed. */
export function unreadRepositories(names: readonly string[]): Skipped {
  return {
    reason: "repository-missing",
    title: l10n.t("Some commits could not be read"),
    message: `${l10n.t("No commits, or git can't read them, in:")}\n\n${listed(names)}\n\n${l10n.t("Git reads the repositories of other users only if its setting `safe.directory` lists them.")}`,
    severity: "warn",
  };
}

function listed(paths: readonly string[]): string {
  return [...paths.slice(0, 10).map((path) => `* \`${path}\``), ...(paths.length > 10 ? ["* …"] : [])].join("\n");
}
