import { NAME_LETTER } from "./names.ts";

/** Some lines of a file, as they were at a revision. */
export interface ServedPassage {
  /** The name of its repository, and its path in it. */
  readonly repository: string;
  readonly path: string;
  /** A commit, or the content of the file, that has exactly these lines. */
  readonly revision: string;
  /** Zero-based. */
  readonly startLine: number;
  readonly lines: readonly string[];
  /** The name of what they define, or of what they are in. */
  readonly name?: string;
}

/** Lines of a passage. Zero-based, inclusive, in the file. */
export interface ServedRange {
  readonly passage: ServedPassage;
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * What a model was given in one run: numbered passages, and what else it was told. Only the numbers of these passages
 * can be cited.
 */
export class Evidence {
  readonly #passages: ServedPassage[] = [];
  readonly #words = new Set<string>();
  #texts = "";

  /** All of them; the first one has the number 1. */
  get passages(): readonly ServedPassage[] {
    return this.#passages;
  }

  /** Records that the model is given a passage, and returns its number: the same one if it was given before. */
  add(passage: ServedPassage): number {
    const known = this.#passages.findIndex(
      ({ repository, path, revision, startLine, lines }) =>
        repository === passage.repository &&
        path === passage.path &&
        revision === passage.revision &&
        startLine === passage.startLine &&
        lines.length === passage.lines.length,
    );
    if (known >= 0) return known + 1;
    this.#passages.push(passage);
    this.tell([passage.repository, passage.path, passage.name ?? "", ...passage.lines].join("\n"));
    return this.#passages.length;
  }

  /** Records what else the model knows: the question, names of files. It can't be cited. */
  tell(text: string): void {
    const plain = text.normalize("NFC");
    this.#texts += `\n${plain}`;
    for (const [word] of plain.matchAll(WORDS)) this.#words.add(word);
  }

  at(number: number): ServedPassage | undefined {
    return this.#passages[number - 1];
  }

  /** Whether a name or a path occurs in anything that the model was told. */
  has(name: string): boolean {
    const plain = name.normalize("NFC");
    return WORD.test(plain) ? this.#words.has(plain) : this.#texts.includes(plain);
  }

  /** Where lines of code are, whatever their indentation; in `preferred` if that has them. */
  find(quoted: readonly string[], preferred?: ServedPassage): ServedRange | undefined {
    const wanted = quoted.map(normalized).filter((line) => line !== "");
    if (wanted.length === 0) return undefined;
    for (const passage of preferred ? [preferred, ...this.#passages] : this.#passages) {
      const found = findIn(passage, wanted);
      if (found) return found;
    }
    return undefined;
  }
}

const WORDS = new RegExp(`${NAME_LETTER}+`, "gv");
const WORD = new RegExp(`^${NAME_LETTER}+$`, "v");

function findIn(passage: ServedPassage, wanted: readonly string[]): ServedRange | undefined {
  const lines = passage.lines.map(normalized);
  for (const [first] of lines.entries()) {
    let at = first;
    let isFound = true;
    for (const [index, line] of wanted.entries()) {
      while (index > 0 && lines[at] === "") at++;
      const there = lines[at++];
      // A single line may be quoted in part.
      if (there === undefined || (wanted.length === 1 ? !there.includes(line) : there !== line)) {
        isFound = false;
        break;
      }
    }
    if (isFound) return { passage, startLine: passage.startLine + first, endLine: passage.startLine + at - 1 };
  }
  return undefined;
}

function normalized(line: string): string {
  return line.trim().replaceAll(/\s+/g, " ").normalize("NFC");
}
