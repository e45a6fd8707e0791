import { caughtIn, plainLetters, SPACED_LETTERS } from "../../../core/text/letters.ts";

/** A name of something in code, or a path, in a text. */
export interface FoundName {
  readonly name: string;
  /** Where it ends in the text. */
  readonly end: number;
}

const FOREIGN = String.raw`[\p{ID_Continue}&&[${SPACED_LETTERS}]]`;
/** A letter of a name in a text; none of a language without spaces, where it may belong to the word next to a name. */
export const NAME_LETTER = String.raw`[\w$${FOREIGN}]`;
const FOREIGN_LETTER = new RegExp(FOREIGN, "gv");

/** What looks like code in prose: `camelCase`, `snake_case`, `PascalCase`, `call()`, a path, a file. */
const IN_PROSE =
  /(?<![\w$@./-])(?:(?:[\w.@-]+\/)+[\w.@-]*\w\.[a-z]\w{0,7}|[\w-]+(?:\.[\w-]+)*\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|cs?|cc|cpp|hpp?|php|swift|scala|json|ya?ml|toml|md|sh|sql|css|html)|[a-z$_][a-z\d$_]*[A-Z][\w$]*|[A-Z][a-z\d]+[A-Z][\w$]*|[A-Za-z$][\w$]*_[\w$]+|[A-Za-z_$][\w$]*(?=\(\)))(?![\w$])/g;

/** Names that are written like those of code but are known to everybody. */
const COMMON = new Set(
  `JavaScript TypeScript GitHub GitLab OpenAI PostgreSQL MySQL MongoDB GraphQL WebSocket WebSockets WebAssembly NodeJS
  DevOps macOS iOS PowerShell DuckDB YouTube LinkedIn VSCode eBay npm.js Node.js Vue.js Next.js`.split(/\s+/),
);

/** Words of programming languages, which need not be in the evidence. */
const LANGUAGE = new Set(
  `true false null undefined none nil this self super new await async return const let var function class interface enum
  struct impl trait type import export default from if else for while switch case break continue try catch finally throw
  throws def fn func lambda yield static public private protected void int string number boolean bool float double char
  byte object array map set any unknown never error typeof instanceof in of and or not is as with pass raise except elif
  package use mod pub mut ref extends implements override final abstract async sync`.split(/\s+/),
);

/** The names in a run of prose. */
export function namesInProse(text: string): readonly FoundName[] {
  return [...plainLetters(text, FOREIGN_LETTER).matchAll(IN_PROSE)]
    .map(({ index, 0: { length } }) => ({ name: text.slice(index, index + length), end: index + length }))
    .filter(({ name }) => !COMMON.has(name));
}

/** The names in a span of code: a path as it is, otherwise each word that is not one of a programming language. */
export function namesInCode(code: string): readonly string[] {
  const path = caughtIn(code.trim(), PATH);
  if (path !== undefined) return [path];
  const words = [...plainLetters(code).matchAll(/[A-Za-z_$][\w$]*/g)].map(({ index, 0: { length } }) =>
    code.slice(index, index + length),
  );
  return [...new Set(words)].filter((word) => word.length > 1 && !LANGUAGE.has(word.toLowerCase()));
}

const PATH = /^\.{0,2}\/?((?:[\w.@~+-]+\/)+[\w.@~+-]+)(?::\d+(?:[-–]\d+)?)?$/;
