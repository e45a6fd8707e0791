import { readGrepCommand } from "./grepCommand.ts";
import { quoteLiteral } from "../query/literalPattern.ts";
import { filterOf } from "../query/queryFilters.ts";
import { withoutFilters, writtenFilters, type WrittenFilter } from "../query/queryScope.ts";

/** What an agent means by the text of a search of the local service. */
export interface AskedSearch {
  /** A query in the query language, text of code, an expression as for grep, or a question. */
  readonly kind: "query" | "text" | "pattern" | "question";
  /**
   * The queries that find exactly this, in the query language: the next one is for when the one before finds nothing.
   */
  readonly exact: readonly string[];
  /**
   * The query that ranks passages, for when nothing is found exactly, and the filters in it; none for what is in the
   * query language.
   */
  readonly ranked?: string;
  readonly scope?: string;
}

/**
 * Whatever is typed means something: the query language if a filter or an operator says so; one word, code or an
 * expression is found as it is; everything else is a question. Only `repo:`, `file:` and `lang:` go with all of them.
 */
export function readAskedSearch(asked: string): AskedSearch {
  const command = readGrepCommand(asked.trim());
  const query = command ?? asked.trim();
  const all = writtenFilters(query);
  const isScope = ({ name }: WrittenFilter) => name === "repo" || name === "file" || name === "lang";
  const filters = all.filter(isScope);
  const typed = withoutFilters(query, filters);
  const text = /^`[^`]+`$/.test(typed) ? typed.slice(1, -1).trim() : typed;
  const others = writtenFilters(text);
  const isQuestion = isSentence(text);
  if (text === "" || others.some((filter) => !(isQuestion && isAmidWords(filter, text))))
    return { kind: "query", exact: [query] };
  if (!isQuestion && hasOperator(query)) return { kind: "query", exact: [query] };
  const scope = filters.map(({ source }) => `${source} `).join("");
  const inWords = {
    scope: scope.trimEnd(),
    ranked: others.length === 0 ? `${query} ${RANKED}` : `${scope}content:${quoteLiteral(text)} ${RANKED}`,
  };
  if (isQuestion) return { kind: "question", exact: [], ...inWords };
  const asText = typed === text && (isPlainWord(text) || isQuoted(text)) ? query : scope + quoteLiteral(text);
  const asPattern = isSlashed(text) ? query : `${scope}/${slashed(text)}/`;
  if (hasExpression(text)) {
    const letters = text.replaceAll(/\\./g, "");
    const ignoresCase = text.includes("(?i") || (command !== undefined && IGNORES_CASE.test(asked));
    if (ignoresCase || !/\p{Lu}/u.test(letters)) return { kind: "pattern", exact: [asPattern], ...inWords };
    // As grep does, with capitals: TODO|FIXME is not in "autodoc".
    const isAllCapitals = !isSlashed(text) && !/\p{Ll}/u.test(letters);
    const inAnyCase = isAllCapitals ? `${scope}/\\b(?:${slashed(text)})\\b/` : asPattern;
    return { kind: "pattern", exact: [`case:yes ${asPattern}`, inAnyCase], ...inWords };
  }
  const mayBeExpression = isWord(text) && !isQuoted(text) && MAY_BE_EXPRESSION.test(text);
  if (isWord(text) || isCode(text))
    return { kind: "text", exact: mayBeExpression ? [asText, asPattern] : [asText], ...inWords };
  return { kind: "question", exact: [], ...inWords };
}

/** Of a command line. */
const IGNORES_CASE = /\s(?:-[a-zA-Z]*i[a-zA-Z]*|--ignore-case)(?=\s)/;

/** The pattern type with which the local service ranks passages for words, named as in Sourcegraph. */
const RANKED = "patternType:codycontext";

/** Whether a text asks in a sentence, in which capitals and colons are no operators and filters. */
function isSentence(text: string): boolean {
  const words = text.split(/\s+/);
  if (words.length < 3 || /[;{]$/.test(text)) return false;
  return /(?<![=(,<>[]\s*)[?？؟]["'”»)\]]*$/.test(text) || ASKS.test(text.charAt(0).toLowerCase() + text.slice(1));
}

/** Followed by a word of the language, not by code: `is_open(`, `when (x) {`, `where T : Any`. */
const ASKS =
  /^(?:(?:please |can you |could you )?(?:explain|describe|summari[sz]e|compare|tell me|show me|find out) [\p{L}`@"']|(?:how|why|what|which|who|whose)(?:'s|’s)? |(?:where|when|does|do|did|is|are|was|can|could|should|will|would)(?:'s|’s)? [a-z`]+[\s`])/u;

function isAmidWords({ start, end, name }: WrittenFilter, text: string): boolean {
  return name !== "patternType" && text.slice(0, start).trim() !== "" && text.slice(end).trim() !== "";
}

/** `AND`, `OR` or `NOT` between two terms, `NOT` before a filter or a group, a group with a filter; not in quotes. */
function hasOperator(query: string): boolean {
  const bare = query.replaceAll(QUOTED, '"…"');
  const [, grouped = ""] = /(?<!\S)\(+(-?[a-z]+:\S)/i.exec(bare) ?? [];
  return (
    /\S\s+(?:AND|OR|NOT)\s+\S/.test(bare) ||
    /(?<![^\s(])NOT\s+(?:\(|-?[a-z]+:\S)/.test(bare) ||
    filterOf(grouped) !== undefined
  );
}

const QUOTED = /(?<![^\s(])(?:"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|`[^`]*`)(?![^\s)])/g;

function isWord(text: string): boolean {
  return !/\s/.test(text) || isQuoted(text);
}

/** A word that no query language reads as anything else. */
function isPlainWord(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}_$.]+$/u.test(text) && !/^(?:and|or|not)$/i.test(text);
}

function isQuoted(text: string): boolean {
  return /^(?:"(?:[^"\\]|\\[^])+"|'(?:[^'\\]|\\[^])+')$/.test(text);
}

function isSlashed(text: string): boolean {
  return /^\/(?:[^/\\]|\\[^])+\/$/.test(text);
}

/** As between slashes in the query language. In grep's basic expressions, `\|` is what is `|` elsewhere. */
function slashed(text: string): string {
  return text.replace(/\\\|(?!\\\|)(?<!\\\|\\\|)/g, "|").replace(/\\?\//g, "\\/");
}

/**
 * What hardly occurs in text that is meant as it is, but in expressions for grep: `get\w+Name`, `one|other`, `a.*b`.
 */
const EXPRESSION =
  /\\[bBdDsSwW.|()[\]{}^$*+?]|\.[*+]|[\w)\]*+$.]\|[\w([\\^.]|\[\^|\[[^\]\s]*\w-\w[^\]\s]*\][*+?{)|]?|\(\?[:i]|[\w)\]]\{\d+,?\d*\}|^\^\w/;

function hasExpression(text: string): boolean {
  if (isQuoted(text) || hasProse(text)) return false;
  return isSlashed(text)
    ? MAY_BE_EXPRESSION.test(text.slice(1, -1))
    : EXPRESSION.test(text.replaceAll(/"[^"]*"|`[^`]*`/g, ""));
}

/** What may be meant as an expression if it is not there as text: `colou?r`, `retr(y|ies)`, `Error$`. */
const MAY_BE_EXPRESSION = /[*+?|^$[\]{}\\]/;

/** Words of the language around code: an article, a preposition, or three words in a row. */
function hasProse(text: string): boolean {
  const words = text.replaceAll(/"[^"\n]*"|'[^'\n]*'|\bfor\b.* of /g, "''").split(/\s+/);
  let run = 0;
  for (const [at, word] of words.entries()) {
    const [, plain] = /^[(“"']?([a-z]+(?:['’][a-z]+)?)[.,;:!?)”"']{0,2}$/i.exec(word) ?? [];
    if (plain !== undefined && PROSE.has(plain.toLowerCase())) return true;
    if (plain?.toLowerCase() === "a" && /^[a-z]{2}/i.test(words[at + 1] ?? "")) return true;
    run = /^(?:[a-z]{2,}|[^\W\d]?[^\0-\x7f]+)[.,;!?]?$/u.test(word) && !KEYWORDS.has(word) ? run + 1 : 0;
    if (run > 2) return true;
  }
  return false;
}

const PROSE: ReadonlySet<string> = new Set(
  (
    "an the this's how what why which who whose when does did are was were be been being can could should would will " +
    "of to at by on into onto after before between than about without within of's it its that these those there they " +
    "we you i my our your difference works happens called"
  ).split(" "),
);

/** Words of code that may stand side by side with a name, as nowhere in prose. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "abstract as async await break case catch class const continue declare def default defer delete do elif else end enum " +
    "except export extends extern final finally fn for foreach from func function get global go if impl implements import " +
    "in inline instanceof interface internal is lambda let match mod module mut namespace new nil none not null object " +
    "open operator or and override package pass private protected protocol pub public raise readonly ref require return sealed " +
    "select self set static struct sub super suspend switch template then this throw throws trait true false try type typedef " +
    "typeof undefined union unsafe use using val var virtual void volatile while with yield int string bool boolean float " +
    "double long char number any unknown never"
  ).split(" "),
);

/** Whether several words are a piece of code, not what somebody says about it. */
function isCode(text: string): boolean {
  if (hasProse(text)) return false;
  return CODE_SIGNS.test(text) || DECLARED.test(text) || TYPED.test(text) || declaresName(text);
}

/** Calls, blocks, operators, tags and directives. */
const CODE_SIGNS =
  /[\w$]\(|\)\s*[{;:]?$|[{;]$|^[}\])]|=>|[\w)]->\w|\w::\w|[=!]==?\s|&&|\|\||[+\-*/|&]=\s|\s:?=\s|\s[|&]\s|\w<[\w\s,.<>[\]|?&]+>|^[#@$<]\w|^<\/\w|\w\[[\w"'$.]*\]/;
/**
 * `const timeout`, `def run`, `from x import y`, `import x as y`, `func (c *Context) Bind`, `type Names []string`,
 * `require "json"`, `val x: Int`, `enum A { B }`, `SELECT * FROM orders`.
 */
const DECLARED =
  /^func \(|^type \w+ (?:[[*=(]|\w+[[(])|^import \S.* (?:as \w+|from ["'][^"']+["'];?)$|^(?:require|require_relative|include|load|use) ["']|^(?:var|val|let) \w+:? [\w.[\]*<>]+$|\w \{ .*\}$|^(?:const|def|func|fn|let|var|impl|import|elif|typeof|instanceof)\s+\S+$|^from \S+ import |^(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|(?:CREATE|ALTER|DROP) [A-Z]+) \S/;
/** `path: string`, `timeout?: number | undefined`, `"retry-after": 5`. */
const TYPED =
  /^["']?[\w$.-]+["']?\??:\s+["']?[\w$.]+["']?(?:<[^>]*>|\[\])*(?:\s*[|&]\s*["']?[\w$.]+["']?(?:<[^>]*>|\[\])*)*[,;]?$/;

/**
 * `export class Foo`, `throw new Error`, `let mut at`: words of code, and last a name, after a single one no mere word.
 */
function declaresName(text: string): boolean {
  const words = text.split(/\s+/);
  const [first = "", ...others] = words;
  const last = others.at(-1);
  if (last === undefined || !KEYWORDS.has(first)) return false;
  const isName = (word: string) => /^[\w$.]+$/.test(word) && /[A-Z_$\d.]/.test(word.replace(/\.$/, ""));
  return (
    others.slice(0, -1).every((word) => KEYWORDS.has(word) || isName(word)) &&
    (isName(last) || KEYWORDS.has(last) || (words.length > 2 && /^\w+$/.test(last)))
  );
}
