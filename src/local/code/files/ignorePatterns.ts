import { matchesWildcards } from "../../../git/settings/wildcards.ts";

/** One line of an ignore file, as git understands it. */
export interface IgnorePattern {
  /** As it is written. */
  readonly source: string;
  /** Whether it takes in again what patterns above it leave out. */
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
  readonly at: number;
}

/** No ordinary ignore file has as many that are not like `*.log`. */
const WILDCARDS_AT_MOST = 500;

/** The patterns of an ignore file; of those that fit a path, the last one counts. */
export class IgnorePatterns {
  /** Those without wildcards, by a name at any depth, or by a path that begins with a slash; and those like `*.log`. */
  readonly #literal = new Map<string, IgnorePattern[]>();
  readonly #others: (IgnorePattern & { readonly glob: string })[] = [];
  readonly #ignoreCase: boolean;
  #hasNegated = false;

  constructor(text: string, { ignoreCase = false } = {}) {
    this.#ignoreCase = ignoreCase;
    for (const [at, line] of text
      .replace(/^\ufeff/, "")
      .split(/\r?\n/)
      .entries())
      this.#add(line, at);
  }

  /** Whether there are too many with wildcards to compare them with thousands of paths. */
  get isTooLong(): boolean {
    return this.#others.length > WILDCARDS_AT_MOST;
  }

  get hasNegated(): boolean {
    return this.#hasNegated;
  }

  /** The one that counts for a path, which is relative to the folder of the ignore file and has slashes. */
  of(path: string, isFolder: boolean): IgnorePattern | undefined {
    const name = path.slice(path.lastIndexOf("/") + 1);
    let last: IgnorePattern | undefined;
    const take = (pattern: IgnorePattern) => {
      if ((isFolder || !pattern.isForFolders) && pattern.at > (last?.at ?? -1)) last = pattern;
    };
    const keys = [name, `/${path}`];
    for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) keys.push(`*${name.slice(dot)}`);
    for (const key of keys) for (const pattern of this.#literal.get(this.#folded(key)) ?? []) take(pattern);
    for (const pattern of this.#others)
      if (pattern.at > (last?.at ?? -1) && matchesWildcards(pattern.glob, path, { ignoreCase: this.#ignoreCase }))
        take(pattern);
    return last;
  }

  #add(line: string, at: number): void {
    const source = withoutBlanks(line);
    if (source === "" || source.startsWith("#")) return;
    const isNegated = source.startsWith("!");
    const written = isNegated ? source.slice(1) : source;
    const isForFolders = written.endsWith("/");
    const path = isForFolders ? written.slice(0, -1) : written;
    if (path === "") return;
    this.#hasNegated ||= isNegated;
    const isRooted = path.includes("/");
    const rooted = path.replace(/^\//, "");
    const pattern = { source, isNegated, isForFolders, at };
    const isOfEnding = !isRooted && /^\*\.[^*?[\\]+$/.test(rooted);
    if (!isOfEnding && (/[*?[]/.test(rooted) || endsInBackslash(rooted))) {
      this.#others.push({ ...pattern, glob: isRooted ? rooted : `**/${rooted}` });
      return;
    }
    const plain = rooted.replace(/\\(.)/gs, "$1");
    const key = this.#folded(isRooted ? `/${plain}` : plain);
    this.#literal.set(key, [...(this.#literal.get(key) ?? []), pattern]);
  }

  #folded(text: string): string {
    return this.#ignoreCase ? text.toLowerCase() : text;
  }
}

/** Without the blanks at the end that have no backslash in front. */
function withoutBlanks(line: string): string {
  let end = line.length;
  while (line[end - 1] === " ") end--;
  return line.slice(0, end < line.length && endsInBackslash(line, end) ? end + 1 : end);
}

/** Whether the last character before a place is a backslash that escapes what follows. */
function endsInBackslash(text: string, end = text.length): boolean {
  let start = end;
  while (text[start - 1] === "\\") start--;
  return (end - start) % 2 === 1;
}
