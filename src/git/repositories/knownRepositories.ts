import { fileBelow, openedPlace, pathIn, repositoryOf, type Repository } from "./repositories.ts";

/** A file in a repository on this machine. */
export interface KnownFile {
  readonly repository: Repository;
  /** Relative to the repository, with `/`. */
  readonly path: string;
}

/**
 * Maps names at services to names here. Each may contain one `*`, which stands for any text, the same in both:
 * `mirror.example/github/*` to `github.com/*`. Case is ignored; the most exact match wins.
 */
export type NameTable = Readonly<Record<string, string>>;

/** Repositories that were found together, by the names under which services know them. Never changes. */
export class KnownRepositories {
  readonly #repositories: readonly Repository[];
  readonly #table: NameTable;
  /** Names are looked up again and again, for each row of a result. */
  readonly #named = new Map<string, Repository | undefined>();

  constructor(repositories: readonly Repository[] = [], table: NameTable = {}) {
    this.#repositories = repositories;
    this.#table = table;
  }

  /** Without repositories that are neither in nor around the given folders. */
  get names(): readonly string[] {
    return this.#repositories.flatMap(({ name, isElsewhere }) => (isElsewhere ? [] : [name]));
  }

  get roots(): readonly string[] {
    return this.#repositories.map(({ root }) => root);
  }

  /** Whether both have the same repositories and the same table of names. */
  equals(other: KnownRepositories | undefined): boolean {
    const told = (all: KnownRepositories): string => JSON.stringify([all.#repositories, all.#table]);
    return other !== undefined && told(this) === told(other);
  }

  /** The name at services of the repository that has this name here. */
  nameAtServices(name: string): string {
    const reversed = Object.entries(this.#table).map(([theirs, ours]) => [ours, theirs]);
    return rewrite(name, Object.fromEntries(reversed) as NameTable) ?? name;
  }

  /**
   * The repository with that name here, else with the name that the table gives for it, else one with a remote of that
   * name.
   */
  named(name: string): Repository | undefined {
    if (!this.#named.has(name)) this.#named.set(name, this.#find(name));
    return this.#named.get(name);
  }

  /** The absolute path of a file, which need not exist. Never outside its repository, nor in one nested in it. */
  fileOf(repository: string, path: string): string | undefined {
    const known = this.named(repository);
    const place = known && openedPlace(known, path);
    const file = place && fileBelow(place.folder, place.path);
    return file !== undefined && repositoryOf(this.#repositories, file) === known ? file : undefined;
  }

  /** The innermost repository that a file (an absolute path) is in. */
  locate(file: string): KnownFile | undefined {
    const repository = repositoryOf(this.#repositories, file);
    return repository && { repository, path: pathIn(repository, file) };
  }

  #find(name: string): Repository | undefined {
    const rewritten = rewrite(name, this.#table);
    return (
      this.#repositories.find((candidate) => candidate.name === name) ??
      this.#owns(name) ??
      (rewritten === undefined ? undefined : (this.#owns(rewritten) ?? this.#fetches(rewritten))) ??
      this.#fetches(name)
    );
  }

  #owns(name: string): Repository | undefined {
    return this.#repositories.find((candidate) => comparable(candidate.name) === comparable(name));
  }

  #fetches(name: string): Repository | undefined {
    return this.#repositories.find(({ otherNames }) =>
      otherNames.some((other) => comparable(other) === comparable(name)),
    );
  }
}

/** What a table turns a name into; `undefined` if no entry matches. */
export function rewrite(name: string, table: NameTable): string | undefined {
  let best: { readonly exactness: number; readonly name: string } | undefined;
  for (const [pattern, target] of Object.entries(table)) {
    const [start = "", end] = comparable(pattern).split("*", 2);
    const exactness = end === undefined ? Infinity : start.length + end.length;
    const between = textBetween(name.replace(/\.git$/i, ""), start, end);
    if (between === undefined || (best && best.exactness >= exactness)) continue;
    best = { exactness, name: target.replace("*", () => between) };
  }
  return best?.name;
}

/** The part of a name that the `*` stands for, in its original case; `undefined` if the rest does not match. */
function textBetween(name: string, start: string, end: string | undefined): string | undefined {
  const folded = name.toLowerCase();
  if (end === undefined) return folded === start ? "" : undefined;
  if (name.length < start.length + end.length || !folded.startsWith(start) || !folded.endsWith(end)) return undefined;
  return name.slice(start.length, name.length - end.length);
}

/** Hosts ignore the case of names, and some services keep the ending. */
function comparable(name: string): string {
  return name.toLowerCase().replace(/\.git$/, "");
}
