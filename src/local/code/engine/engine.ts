import { existsSync } from "node:fs";
import { CASE_INSENSITIVE } from "../../../core/text/languageTables.ts";
import { literalPattern } from "../../../core/query/literalPattern.ts";
import { globsOfLanguages, mayBeIn } from "../../../core/text/languages.ts";
import { contains } from "../../../git/repositories/repositories.ts";
import type { CodeBase } from "../files/codeBase.ts";
import type { ExcludedFiles } from "../files/editorExcludes.ts";
import type { FoundLines } from "../lines/foundLines.ts";
import { IgnoreFiles } from "../ripgrep/ignoreFiles.ts";
import { createRipgrep, type Ripgrep } from "../ripgrep/ripgrep.ts";
import { countLines, listPaths } from "../ripgrep/ripgrepFiles.ts";
import { soughtArguments, type SoughtTerms } from "../ripgrep/ripgrepPatterns.ts";
import { byEditorRules, leavingOutExcluded } from "./editorRules.ts";
import { findContents, findNames, type FindForm, type SoughtText, type SoughtTexts } from "./contents.ts";
import type { LeftOut } from "./leftOut.ts";
import { legacyAmong, NOT_ASCII, readLegacyFile, type LegacyFile } from "./legacyFiles.ts";
import { occurrencesOf, withTexts, type NamedFile } from "./names.ts";
import { choiceOf, partsOf, type Scope, type ServedFile } from "./scope.ts";
import { trackedInScope, type GitKnowledge } from "./trackedScope.ts";

/** Makes an engine for a code base. */
export type EngineOf = (codeBase: CodeBase) => Engine;

/** Makes engines that run the program at a path. */
export function engineWith(program: string, git?: GitKnowledge): EngineOf {
  const ripgrep = createRipgrep(program);
  return (codeBase) => new Engine(codeBase, ripgrep, git);
}

/**
 * Finds files and what is in them on disk, for one job: a search, or an answer. What it yields comes as it is found;
 * among it is what was left out. Leaving a loop ends its work, as does aborting, which rejects. Throws an `EngineError`
 * if it can't be done.
 */
export class Engine {
  readonly codeBase: CodeBase;
  readonly #ignoreFiles: IgnoreFiles;
  readonly #ripgrep: Ripgrep;
  readonly #ofNamedFiles: Ripgrep;
  readonly #excluded: ExcludedFiles;
  readonly #git: GitKnowledge | undefined;

  /** Without `git`, what it tracks although it ignores it is left out. */
  constructor(codeBase: CodeBase, ripgrep: Ripgrep, git?: GitKnowledge) {
    this.codeBase = codeBase;
    this.#ofNamedFiles = ripgrep;
    this.#git = git;
    this.#ignoreFiles = new IgnoreFiles(codeBase.folders);
    this.#ripgrep = byEditorRules(leavingOutExcluded(ripgrep, codeBase), codeBase, this.#ignoreFiles, git);
    this.#excluded = codeBase.excludes.forOnce();
  }

  /**
   * The ignore files that were not heeded so far, since they are no files or too long: absolute paths. Not among what
   * is yielded, since it is known even of what was stopped, and may change.
   */
  get notHeeded(): readonly string[] {
    return this.#ignoreFiles.unsafe.filter((file) => !this.codeBase.isHeldBack(file));
  }

  /** All files. */
  list(scope: Scope): AsyncGenerator<ServedFile | LeftOut, void> {
    const isOfInterest = scope.inPath && textMatcher(scope.inPath);
    return this.#run(scope, (ripgrep, args) => listPaths(ripgrep, ["--files", ...args], scope.signal, isOfInterest));
  }

  /** The files in which one of some terms is. */
  filesWith(sought: SoughtTerms, scope: Scope): AsyncGenerator<ServedFile | LeftOut, void> {
    const how = ["--files-with-matches", ...soughtArguments(sought)];
    return this.#run(scope, (ripgrep, args) => listPaths(ripgrep, [...how, ...args], scope.signal));
  }

  /** On how many lines of each file one of some terms is; never 0. */
  count(sought: SoughtTerms, scope: Scope): AsyncGenerator<(ServedFile & { readonly count: number }) | LeftOut, void> {
    return this.#run(scope, (ripgrep, args) =>
      oneByOne(countLines(ripgrep, [...soughtArguments(sought), ...args], scope.signal)),
    );
  }

  /**
   * The lines on which one of some texts is, or what `form` makes of them, in what is UTF-8; then the texts of the
   * files in other encodings, whatever is in these.
   */
  async *find<Written = never>(
    sought: SoughtTexts,
    scope: Scope,
    form: FindForm<Written> = {},
  ): AsyncGenerator<FoundIn<Written> | LegacyFile | LeftOut, void> {
    const { encodings } = this.codeBase;
    const found = this.#run(scope, (ripgrep, args) =>
      oneByOne(findContents(ripgrep, args, sought, form, scope.signal)),
    );
    for await (const each of found) {
      if ("leftOut" in each) yield each;
      else if (each.isBinary) yield { file: each.file, leftOut: "binary" };
      // Of such a file, not everything was seen.
      else if (!encodings.of(each.file) || !(await readLegacyFile(encodings, each.file))) yield each;
    }
    yield* this.legacyFiles(scope);
  }

  /** The files in non-Unicode encodings. None, and at no cost, if no other encoding is known. */
  async *legacyFiles(scope: Scope): AsyncGenerator<LegacyFile | LeftOut, void> {
    const { encodings } = this.codeBase;
    if (encodings.all.length === 0) return;
    const how = ["--files-with-matches", "--regexp", NOT_ASCII];
    const files = this.#run(scope, (ripgrep, args) => listPaths(ripgrep, [...how, ...args], scope.signal));
    yield* legacyAmong(files, encodings);
  }

  /**
   * The files in which one of some names may be defined, each once, with the lines that have one; without `lines`, it
   * may be on any. All files if there are no names.
   */
  async *define(sought: SoughtTexts, scope: Scope): AsyncGenerator<DefiningFile | LeftOut, void> {
    const { encodings } = this.codeBase;
    if (sought.texts.length === 0) {
      yield* this.list(scope);
      return;
    }
    const mayBeForeign = ({ term }: SoughtText) => term.kind === "regexp" || !isAscii(term.text);
    const foreign = encodings.all.length > 0 ? sought.texts.filter(mayBeForeign) : [];
    const seen = new Set<string>();
    const found = this.#run(scope, (ripgrep, args) => findNames(ripgrep, args, sought, scope.signal));
    for await (const each of found) {
      if (foreign.length > 0) seen.add(each.file);
      yield each;
    }
    if (foreign.length === 0) return;
    for await (const each of this.legacyFiles(scope)) {
      if ("leftOut" in each) {
        yield each;
        continue;
      }
      const { content, ...file } = each;
      // An expression is meant for a name, and may find none in a line: then all names of the file are read.
      const mayHave = ({ term, pattern }: SoughtText) =>
        term.kind === "regexp" || pattern?.isIn(content.toString()) !== false;
      if (!seen.has(file.file) && foreign.some(mayHave)) yield file;
    }
  }

  /**
   * The files that contain a name, perhaps within others, with what it is where it stands as a whole word: defined,
   * used or mentioned. Case matters if it does in the file's language.
   */
  async *use(name: string, scope: Scope): AsyncGenerator<NamedFile | LeftOut, void> {
    if (/^\S+$/u.test(name)) yield* occurrencesOf(name, this.#textsNaming(name, scope), scope.signal);
  }

  /** The files that contain a name, perhaps within others, without looking at what it is there. */
  async *naming(name: string, scope: Scope): AsyncGenerator<ServedFile | LeftOut, void> {
    const { accept = () => true } = scope;
    const terms = [{ kind: "literal", text: name }] as const;
    for (const isInsensitive of [false, true]) {
      const ofCase = isInsensitive ? { names: CASE_INSENSITIVE_NAMES } : {};
      yield* this.filesWith(
        { terms, caseSensitive: !isInsensitive },
        {
          ...{ maxBytes: NAMING_AT_MOST, ...scope, ...ofCase },
          accept: (place) => mayBeIn(place.path, CASE_INSENSITIVE) === isInsensitive && accept(place),
        },
      );
    }
  }

  async *#textsNaming(name: string, scope: Scope): AsyncGenerator<LegacyFile | LeftOut, void> {
    const seen = new Set<string>();
    for await (const each of withTexts(this.naming(name, scope), this.codeBase.encodings)) {
      seen.add(each.file);
      yield each;
    }
    if (isAscii(name)) return; // only other names are written otherwise in other encodings
    for await (const each of this.legacyFiles({ maxBytes: NAMING_AT_MOST, ...scope }))
      if ("leftOut" in each || (!seen.has(each.file) && each.content.includes(name))) yield each;
  }

  /** Runs ripgrep over a scope. Last comes what it could not read. */
  async *#run<T extends { readonly file: string }>(
    scope: Scope,
    find: (ripgrep: Ripgrep, args: readonly string[]) => AsyncIterable<readonly T[]>,
  ): AsyncGenerator<(T & ServedFile) | LeftOut, void> {
    const { codeBase } = this;
    const { folders = codeBase.foldersOf(codeBase.repositories), accept = () => true, withExcluded = false } = scope;
    const isExcluded = (file: string) => !withExcluded && this.#excluded.has(file);
    const chosen = withExcluded
      ? byEditorRules(this.#ofNamedFiles, codeBase, this.#ignoreFiles, this.#git)
      : this.#ripgrep;
    const leftOut: LeftOut[] = [];
    const tooLarge = new Set<string>();
    const ripgrep: Ripgrep = (args, separator, options) =>
      chosen(args, separator, {
        ...options,
        onTooLarge: scope.maxBytes === undefined ? undefined : tooLarge.add.bind(tooLarge),
        onRefused: (file) => isExcluded(file) || leftOut.push({ file, leftOut: "refused" }),
        onIgnoredFrom: (file) => leftOut.push({ file, leftOut: "rulesAbove" }),
      });
    const choice = choiceOf(scope);
    const inPlace = function* (found: readonly T[]) {
      for (const each of found) {
        if (isExcluded(each.file)) continue;
        const place = codeBase.locate(each.file);
        if (place && each.file.includes(UNREADABLE) && !existsSync(each.file))
          yield { file: each.file, leftOut: "name" } as const;
        else if (place && accept(place)) yield Object.assign(each, place);
        else if (!place && codeBase.isHeldBack(each.file)) yield { file: each.file, leftOut: "heldBack" } as const;
      }
    };
    const tracked = this.#trackedIn({ ...scope, folders });
    const seen = new Set<string>();
    for (const places of partsOf({ ...scope, folders }))
      for await (const found of find(ripgrep, [...choice, "--", ...places])) {
        if (tracked) for (const { file } of found) if (tracked.mayBe(file)) seen.add(file);
        yield* inPlace(found);
      }
    if (tracked) {
      const { files, submodules, tooLarge: large } = await untilAborted(tracked.chosen, scope.signal);
      const isNew = ({ file }: T) => !seen.has(file);
      for (const places of partsOf({ folders: submodules }))
        for await (const found of find(ripgrep, [...choice, "--", ...places])) yield* inPlace(found.filter(isNew));
      const named: Ripgrep = (args, separator, options) =>
        this.#ofNamedFiles(["--no-ignore", ...args], separator, options);
      for (const places of partsOf({ files: files.filter((file) => !seen.has(file)) }))
        for await (const found of find(named, [...choice, "--", ...places])) yield* inPlace(found);
      for (const file of large) tooLarge.add(file);
    }
    for (const file of tooLarge) {
      const place = codeBase.locate(file);
      if (place && accept(place) && !isExcluded(file)) yield { file, leftOut: "tooLarge" };
    }
    yield* leftOut;
  }

  /** Looks for them while ripgrep runs: until they are known, any file `mayBe` one. `undefined` where none are wanted. */
  #trackedIn(scope: Scope) {
    if (!this.#git || scope.files) return undefined;
    const chosen = trackedInScope(this.codeBase, scope, this.#git);
    const tracked: { readonly chosen: typeof chosen; mayBe: (file: string) => boolean } = { chosen, mayBe: () => true };
    chosen.then(
      ({ files, submodules }) => {
        const all = new Set(files);
        tracked.mayBe = (file) => all.has(file) || submodules.some((folder) => contains(folder, file));
      },
      () => undefined, // told where they are waited for, if that is still wanted
    );
    return tracked;
  }
}

async function untilAborted<T>(awaited: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => {
    aborted.reject(signal.reason as Error);
  };
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([awaited, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** A file with something in it. */
export interface FoundIn<Written = never> extends ServedFile {
  /** In their order, with those of context. */
  readonly lines: readonly FoundLines[] | Written;
}

export interface DefiningFile extends ServedFile {
  readonly lines?: readonly FoundLines[];
}

/** What stands for bytes of a name that are no UTF-8; a name may have it all the same. */
const UNREADABLE = "\ufffd";
/** Larger files are hardly ever code. */
const NAMING_AT_MOST = 16 * 1024 * 1024;
const CASE_INSENSITIVE_NAMES = { wanted: globsOfLanguages(CASE_INSENSITIVE) };

/**
 * Tells whether a text may have one of some texts. Only those in ASCII without slashes are on disk as they are written.
 */
function textMatcher(sought: readonly string[]): ((text: string) => boolean) | undefined {
  if (!sought.every((each) => /^[ -.0-[\]-~]+$/.test(each))) return undefined;
  const pattern = new RegExp(sought.map(literalPattern).join("|"), "iu");
  return (text) => pattern.test(text);
}

async function* oneByOne<T>(files: AsyncIterable<T>): AsyncGenerator<readonly T[], void> {
  for await (const file of files) yield [file];
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
