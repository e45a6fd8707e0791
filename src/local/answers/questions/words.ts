import { isAscii, plainLetters } from "../../../core/text/letters.ts";

/**
 * The words of a text or an identifier, lower case, in order: `parseHTTPBody_v2` is `parse`, `http`, `body`, `v2`;
 * `prüfeMaß` is `prüfe`, `maß`. Names that mix cases stay one word: `SQLite`, `PINs`; so do words of scripts without
 * case.
 */
export function wordsOf(text: string): readonly string[] {
  const words = isAscii(text) ? (text.match(WORD) ?? []) : wordsBeyondAscii(text);
  const lower = words.map((word) => word.toLowerCase());
  return HAN.test(text) ? lower.flatMap(pairsIn) : lower;
}

/** Reads letters that have case, with their marks, as ASCII letters. */
function wordsBeyondAscii(given: string): readonly string[] {
  const text = given.normalize("NFC");
  return [...plainLetters(text, CASED).matchAll(WORD)].map(({ 0: word, index }) =>
    text.slice(index, index + word.length),
  );
}

const CASED = /[[\p{Lu}\p{Ll}]--\p{ASCII}]\p{M}*|[A-Za-z]\p{M}+/gv;

/** Every two adjacent letters of a run of Han script: most words are such pairs, and no spaces show which. */
function pairsIn(word: string): readonly string[] {
  if (word.length < 3 || !HAN.test(word)) return [word];
  const letters = Array.from(word);
  return letters.slice(1).map((letter, at) => `${letters[at] ?? ""}${letter}`);
}

const HAN = /\p{Script=Han}/u;

const NAMES =
  /(?:SQLite|MySQL|PostgreSQL|NoSQL|OAuth|GitHub|GitLab|JavaScript|TypeScript|GraphQL|macOS|iOS|WebGL|WebGPU|OpenGL|LaTeX)[0-9]*/;
/** Hiragana is left out: it is mostly grammar and endings. */
const OF_OTHER_SCRIPTS =
  /\p{Script=Han}+|[\p{Script=Katakana}ー]+|[\p{L}--[\p{ASCII}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]][[\p{L}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]*/v;
const WORD = new RegExp(
  [
    /[A-Z]{2,}s(?![a-z])/,
    NAMES,
    /[A-Z]+(?![a-z])[0-9]*/,
    /[A-Z]?[a-z]+[0-9]*/,
    /[0-9]+/,
    OF_OTHER_SCRIPTS,
    /[^\p{ASCII}\s\p{L}]+/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gv",
);

/** The same for all forms of an English word: `retry`, `retries` and `retried`; `parse`, `parser` and `parsing`. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = cut(word);
  if (stems.size < 50_000) stems.set(word, stem);
  return stem;
}

/** Bounded, and shared by all questions: the stem of a word never changes. */
const stems = new Map<string, string>();

function cut(word: string): string {
  const letters = /^[\p{L}\p{M}]{5,}(?=\d+$)/u.exec(word)?.[0] ?? word; // `sqlite3`, `vector2`
  if (!/^[a-z]*$/.test(letters)) return beginningOf(letters);
  if (letters.length < 4) return letters;
  let stem = asAmerican(letters)
    .replace(/ies$|ied$/, "y")
    .replace(/([^s])s$/, "$1");
  for (const [ending, keep] of ENDINGS) {
    if (stem.endsWith(ending) && stem.length - ending.length >= keep) {
      stem = stem.slice(0, -ending.length).replace(/([bdgklmnprt])\1$/, "$1");
      break;
    }
  }
  return stem.length > 3 ? stem.replace(/[eiy]+$/, "") : stem;
}

/** What the forms of a word have in common in scripts whose words end in particles and cases. */
function beginningOf(word: string): string {
  if (/^\p{Script=Hangul}{3,}$/u.test(word)) return word.slice(0, 2);
  if (/^[\p{Script=Cyrillic}\p{Script=Greek}]{6,}$/u.test(word)) return word.slice(0, 5);
  return word.replace(/(?<=[\p{Script=Katakana}ー]{2})ー$/u, "");
}

/** British and American spelling have the same stem. */
function asAmerican(word: string): string {
  return word
    .replace(/^(behavi|col|fav|flav|hon|neighb|harb|lab|arm|vap|rum|hum)our/, "$1or")
    .replace(/^(cent|met|fib|theat)re(s?)$/, "$1er$2")
    .replace(/^(catal|dial|anal)ogue/, "$1og")
    .replace(/^grey/, "gray")
    .replace(/^licence/, "license")
    .replace(
      /(?<=[a-z]{3})(?<!^(?:adv|rev|prem|prom|prec|conc|surpr|comprom|exerc|superv|improv|enterpr|otherw|dev|expert|franch|merchand)|^ex)is(e[ds]?|ing|ations?|er)$/,
      "iz$1",
    )
    .replace(/lys(e[ds]?|ing)$/, "lyz$1");
}

/** An ending, and how many letters must be left without it. */
const ENDINGS: readonly (readonly [ending: string, keep: number])[] = [
  ["ization", 4],
  ["izing", 4],
  ["ized", 4],
  ["izer", 4],
  ["ize", 4],
  ["ators", 4],
  ["ator", 4],
  ["ation", 4],
  ["ating", 4],
  ["ated", 4],
  ["ate", 4],
  ["ing", 3],
  ["ion", 4],
  ["ers", 4],
  ["er", 4],
  ["ors", 5],
  ["or", 5],
  ["ed", 3],
  ["es", 4],
  ["ment", 4],
  ["able", 4],
];

/** Whether a word says how something is asked, not what it is about. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

const STOP_WORDS = new Set(
  `a an the to this that these those it its they them their there here he she we you i me my our your us is are was were be been being am do does did
  done doing given has have had having will would can could shall should may might must need needs of in on at by for from with without within into
  onto about as than then so if else or and not no nor but because while when whenever where wherever whether which who whom whose what why how
  itself themselves something anything someone anyone all any both each every either neither few more most some such only own same too very just also even still yet already ever never again once
  explain describe show tell give see look get gets got help please want wants know understand mean means work works working happen happens
  happened happening actually really exactly code codebase repository repo project
  place places way ways thing things part parts uses used using make makes made like kind kinds between
  during through per via etc vs let lets doesnt dont isnt cant whats wheres hows implemented implementation implements defined
  definition define defines located responsible decide decides decided question
  answer answers selected selection one two other another several many much well`.split(/\s+/),
);

/** Short forms that programmers write, by the stem of the word. */
export function shortFormsOf(stem: string): readonly string[] {
  return shortForms.get(stem) ?? [];
}

const shortForms = new Map(
  Object.entries({
    argument: "arg",
    asynchronous: "async",
    authenticate: "auth",
    authorization: "auth",
    buffer: "buf",
    command: "cmd",
    configuration: "config cfg",
    connection: "conn",
    context: "ctx",
    database: "db",
    delete: "del remove",
    directory: "dir",
    document: "doc",
    environment: "env",
    error: "err",
    execute: "exec",
    expression: "expr",
    identifier: "id ident",
    initialize: "init",
    length: "len",
    maximum: "max",
    message: "msg",
    minimum: "min",
    number: "num",
    object: "obj",
    option: "opt",
    parameter: "param",
    password: "passwd",
    pointer: "ptr",
    position: "pos",
    previous: "prev",
    reference: "ref",
    regular: "regexp",
    repository: "repo",
    request: "req",
    response: "res resp",
    specification: "spec",
    statistics: "stats",
    string: "str",
    synchronize: "sync",
    temporary: "tmp temp",
    token: "tok",
    utility: "util",
    value: "val",
    variable: "var",
  }).map(([word, forms]) => [cut(word), forms.split(" ")]),
);

/** Replaces two-word verbs by the one word that programmers use in names. */
export function joinVerbs(text: string): string {
  return VERBS.reduce((joined, [verb, word]) => joined.replace(verb, word), text);
}

const VERBS: readonly (readonly [verb: RegExp, word: string])[] = [
  [/\bthr(?:ow|ows|ew|own|owing)\s+(?:out|away)\b/gi, "evicted"],
  [/\b(?:shut|shuts|shutting)\s+down\b/gi, "shutdown"],
  [/\b(?:set|sets|setting)\s+up\b/gi, "setup"],
];

/** An expression that finds this text alone. */
export function literally(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`);
}
