/**
 * Globs for file names that match exactly the files that a regular expression for paths finds; `undefined` if it is
 * about more than the end of a name. `\.(ts|tsx)$` makes `*.ts` and `*.tsx`.
 */
export function globsOfEnding(pattern: string, caseSensitive: boolean): readonly string[] | undefined {
  if (!pattern.endsWith("$") || /(?<!\\)(?:\\\\)*\\\$$/.test(pattern)) return undefined;
  let endings = [""];
  for (let rest = pattern.slice(0, -1); rest !== "";) {
    const [part, group, literal] = PART.exec(rest) ?? [];
    if (part === undefined) return undefined;
    const alternatives = group === undefined ? [literal ?? ""] : group.split("|");
    if (endings.length * alternatives.length > GLOBS_AT_MOST) return undefined; // groups multiply
    endings = endings.flatMap((ending) => alternatives.map((next) => ending + next.replace(/\\(.)/g, "$1")));
    rest = rest.slice(part.length);
  }
  if (endings.some((ending) => ending === "")) return undefined;
  return endings.map((ending) => `*${Array.from(ending, (letter) => toGlob(letter, caseSensitive)).join("")}`);
}

const GLOBS_AT_MOST = 100;

/**
 * Letters of names that stand for themselves, or alternatives of these; no repetition. Only ASCII, whose case is
 * simple.
 */
const LETTER = String.raw`(?:[\w\-, @=]|\\[.\-+])`;
const PART = new RegExp(`^(?:\\((?:\\?:)?(${LETTER}*(?:\\|${LETTER}*)*)\\)|(${LETTER}+))(?![*+?{])`);

function toGlob(letter: string, caseSensitive: boolean): string {
  if (caseSensitive || !/[a-z]/i.test(letter)) return letter;
  // As in regular expressions that ignore case, this includes the two Unicode characters that fold to ASCII.
  const more = { k: "\u212a", s: "\u017f" }[letter.toLowerCase()] ?? "";
  return `[${letter.toLowerCase()}${letter.toUpperCase()}${more}]`;
}
