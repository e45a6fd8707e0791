import path from "node:path";
import { contains, openedPlace, pathBelow, type Repository } from "../../../git/repositories/repositories.ts";
import type { CodeBase, FileInRepository } from "../../code/files/codeBase.ts";
import type { Condition } from "../query/conditions.ts";
import { evaluate, leavesOf } from "../query/expression.ts";
import { languageAmong, languageOf, mayBeIn } from "../../../core/text/languages.ts";
import type { LineTerm } from "./lineMatching.ts";
import { maySpanLines, type Term } from "../../code/patterns/pattern.ts";
import { rangesOf, type Range } from "../../code/lines/positions.ts";
import type { Query } from "../query/query.ts";
import type { Found } from "../results/found.ts";

/** One of the things that a query looks for. */
export interface SoughtText extends LineTerm {
  readonly condition: Condition;
  readonly term: Term;
  readonly inContent: boolean;
  readonly inPath: boolean;
}

/** Decides for which files, names and messages a query's condition holds. */
export class Matching {
  readonly #query: Query;
  readonly #folders: readonly NamedFolder[];
  /** Conditions on languages that are not wanted: they hold only if the file name leaves no doubt. */
  readonly #unwanted: ReadonlySet<Condition>;
  readonly #wanted: readonly string[];
  readonly texts: readonly SoughtText[];
  /** Whether a file in which nothing was found can be a result, by its path or by what it lacks. */
  readonly mayHoldWithoutContent: boolean;
  /** Whether every result must have one of the texts in it, or in its name. */
  readonly needsText: boolean;
  /** The same for the query's conditions on paths. */
  readonly needsPath: boolean;

  /** In a code base with these `folders`. */
  constructor(query: Query, { folders, excludes }: Pick<CodeBase, "folders" | "excludes">) {
    this.#query = query;
    this.#folders = folders.map((folder) => ({ folder, names: excludes.namesOf(folder) }));
    const aboutLanguage = leavesOf(query.condition).flatMap(({ leaf, isPositive }) =>
      leaf.on === "language" ? [{ leaf, isPositive }] : [],
    );
    this.#unwanted = new Set(aboutLanguage.flatMap(({ leaf, isPositive }) => (isPositive ? [] : [leaf])));
    this.#wanted = aboutLanguage.flatMap(({ leaf, isPositive }) => (isPositive ? leaf.languages : []));
    const texts: SoughtText[] = [];
    for (const { leaf, isPositive } of leavesOf(query.condition)) {
      if (leaf.on !== "text") continue;
      texts.push({
        condition: leaf,
        term: leaf.term,
        pattern: leaf.pattern,
        maySpanLines: maySpanLines(leaf.term),
        isReported: isPositive && leaf.isSilent !== true,
        inContent: leaf.onlyContent || query.types.has("file"),
        inPath: !leaf.onlyContent && query.types.has("path"),
      });
    }
    this.texts = texts;
    this.needsPath = evaluate(query.condition, ({ on }) => (on === "path" ? false : undefined)) === false;
    this.needsText = evaluate(query.condition, ({ on }) => (on === "text" ? false : undefined)) === false;
    const inPath = new Set(texts.flatMap((text) => (text.inPath ? [text.condition] : [])));
    this.mayHoldWithoutContent =
      evaluate(query.condition, (condition) =>
        condition.on === "text" && !inPath.has(condition) ? false : undefined,
      ) !== false;
  }

  /** Whether the files of a repository, or its name, can be results. */
  mayHoldIn({ name }: Repository): boolean {
    return (
      evaluate(this.#query.condition, (condition) =>
        condition.on === "repository" ? condition.pattern.isIn(name) : undefined,
      ) !== false
    );
  }

  /** Whether a file can be a result, whatever is in it. */
  mayHoldFor(place: FileInRepository): boolean {
    return evaluate(this.#query.condition, (condition) => this.#isTrueOfPlace(condition, place)) !== false;
  }

  /** A result, with the language that the query asks for if its path leaves that open. */
  inSoughtLanguage(found: Found): Found {
    if (this.#wanted.length === 0 || !("path" in found)) return found;
    const language = languageAmong(found.path, this.#wanted);
    return language === undefined ? found : { ...found, language };
  }

  /** Whether a file is a result if `inContent` was found in it. */
  holdsFor(place: FileInRepository, inContent: ReadonlySet<SoughtText>): boolean {
    const found = new Set<Condition>();
    for (const text of this.texts) {
      if (inContent.has(text) || (text.inPath && text.pattern.isIn(place.path))) found.add(text.condition);
    }
    return (
      evaluate(this.#query.condition, (condition) => this.#isTrueOfPlace(condition, place) ?? found.has(condition)) ===
      true
    );
  }

  /**
   * Whether a text, such as a repository's name or a commit's message, is a result; `about` decides other conditions.
   */
  holdsForText(text: string, about: (condition: Condition) => boolean | undefined): boolean {
    const found = new Set(this.texts.flatMap(({ condition, pattern }) => (pattern.isIn(text) ? [condition] : [])));
    return evaluate(this.#query.condition, (condition) => about(condition) ?? found.has(condition)) === true;
  }

  /** Whether something that a file declares is a result, by its name. */
  holdsForNameIn(place: FileInRepository, name: string): boolean {
    return this.holdsForText(name, (condition) => this.#isTrueOfPlace(condition, place));
  }

  /** Where this path contains the texts that are looked for in paths. */
  rangesInPath(path: string): readonly Range[] {
    return this.texts.flatMap((text) =>
      text.inPath && text.isReported ? rangesOf(path, [...text.pattern.placesIn(path)]) : [],
    );
  }

  /** Where a name contains the texts that may be found in names. */
  rangesInName(name: string): readonly Range[] {
    return this.texts.flatMap(({ condition, pattern, isReported }) =>
      isReported && condition.on === "text" && !condition.onlyContent
        ? rangesOf(name, [...pattern.placesIn(name)])
        : [],
    );
  }

  #isTrueOfPlace(condition: Condition, { repository, path: file }: FileInRepository): boolean | undefined {
    switch (condition.on) {
      case "repository":
        return condition.pattern.isIn(repository.name);
      case "path":
        return this.#namesOf(repository, file, condition.from).some((name) => condition.pattern.isIn(name));
      case "language":
        return this.#unwanted.has(condition)
          ? condition.languages.includes(languageOf(file) ?? "")
          : mayBeIn(file, condition.languages);
      case "text":
      case "contents":
        return undefined;
    }
  }

  /** The paths that stand for a file: absolute ones also with the root of its repository as that of all. */
  #namesOf(repository: Repository, file: string, from: "disk" | "folders" | undefined): readonly string[] {
    if (from === undefined) return [file];
    const place = onDisk(repository, file);
    return from === "disk" ? [place.replaceAll(path.sep, "/"), `/${file}`] : namesFrom(this.#folders, place);
  }
}

function onDisk(repository: Repository, relative: string): string {
  const { folder, path: below } = openedPlace(repository, relative);
  return path.join(folder, below);
}

interface NamedFolder {
  readonly folder: string;
  readonly names: readonly string[];
}

/**
 * The paths from some folders that stand for a file: with several, the name of its own comes first, as in
 * `./one/src/a.ts`. Without it, `./src/a.ts` is in each of them, unless one of them is called `src`.
 */
function namesFrom(folders: readonly NamedFolder[], file: string): readonly string[] {
  return folders.flatMap(({ folder, names }) => {
    if (!contains(folder, file)) return [];
    const below = pathBelow(folder, file);
    if (folders.length === 1) return [`./${below}`];
    const named = names.map((name) => `./${name}/${below}`);
    const isName = folders.some((each) => each.names.includes(below.split("/", 1)[0] ?? ""));
    return isName ? named : [...named, `./${below}`];
  });
}
