import { filterNamed, type FilterName } from "../../../core/query/queryFilters.ts";

/** A piece of a query. `text` is what it means, without quotes and escapes; `source` what was written. */
export type Token =
  | {
      readonly type: "filter";
      readonly name: FilterName;
      readonly negated: boolean;
      readonly text: string;
      readonly quoted: boolean;
      readonly source: string;
    }
  | {
      readonly type: "word" | "quoted" | "regexp";
      readonly text: string;
      readonly source: string;
      readonly blankBefore: string;
    }
  | { readonly type: "and" | "or" | "not" | "open" | "close"; readonly source: string };

/**
 * Cuts a query at blanks, respecting quotes, `/…/`, escaped blanks and parentheses. Never fails. Parentheses group if
 * the query has an operator and they stand apart, as in `(a or b) c`; in `f(x)` they are text, as they are anywhere in
 * a query without operators.
 */
export function tokenize(query: string): readonly Token[] {
  const tokens = cut(query, new Set());
  return tokens.some(({ type }) => OPERATORS.has(type)) ? cut(query, groupingParentheses(query)) : tokens;
}

function cut(query: string, parentheses: ReadonlySet<number>): readonly Token[] {
  const tokens: Token[] = [];
  const rest = new Reader(query, parentheses);
  for (let blankBefore = rest.take(/\s*/y); !rest.isAtEnd; blankBefore = rest.take(/\s*/y)) {
    const start = rest.at;
    if (parentheses.has(start)) {
      const source = rest.take(/[()]/y);
      tokens.push({ type: source === "(" ? "open" : "close", source });
      continue;
    }
    const filter = /^(-?)([a-zA-Z]+):(?!:)/.exec(query.slice(start));
    const name = filterNamed(filter?.[2] ?? "");
    if (filter && name !== undefined) {
      rest.at += filter[0].length;
      const quoted = rest.takeQuoted();
      const regexp = quoted === undefined && name === "content" ? rest.takeRegexp() : undefined;
      const text = quoted ?? regexp ?? unescapeBlanks(rest.takePredicate() ?? rest.takeWord());
      tokens.push({
        type: "filter",
        name,
        negated: filter[1] === "-",
        text,
        quoted: quoted !== undefined,
        source: query.slice(start, rest.at),
      });
      continue;
    }
    const quoted = rest.takeQuoted();
    if (quoted !== undefined) {
      tokens.push({ type: "quoted", text: quoted, source: query.slice(start, rest.at), blankBefore });
      continue;
    }
    const regexp = rest.takeRegexp();
    if (regexp !== undefined) {
      tokens.push({ type: "regexp", text: regexp.slice(1, -1).replaceAll("\\/", "/"), source: regexp, blankBefore });
      continue;
    }
    const word = rest.takeWord();
    const operator = word.toLowerCase();
    if (isOperator(operator)) tokens.push({ type: operator, source: word });
    else tokens.push({ type: "word", text: word, source: word, blankBefore });
  }
  return tokens;
}

const OPERATORS: ReadonlySet<string> = new Set(["and", "or", "not"]);

function isOperator(word: string): word is "and" | "or" | "not" {
  return OPERATORS.has(word);
}

/**
 * The positions of the parentheses that stand at the start of something and have a partner at the end of something;
 * also of those without any partner, so that they are complained about.
 */
function groupingParentheses(query: string): ReadonlySet<number> {
  const grouping = new Set<number>();
  const open: number[] = [];
  let isAtStart = true;
  const skipped =
    /\\[^]|(?<=(?:^|[\s(:])-?)(?:"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')|(?<=^|[\s(])\/(?:[^/\\]|\\.)+\//y;
  for (let at = 0; at < query.length; at++) {
    skipped.lastIndex = at;
    const taken = skipped.exec(query)?.[0].length ?? 0;
    if (taken > 0) {
      at += taken - 1;
      isAtStart = false;
      continue;
    }
    if (query[at] === "(") {
      open.push(isAtStart ? at : -1);
      continue;
    }
    if (query[at] === ")") {
      const partner = open.pop();
      const next = query[at + 1] ?? " ";
      if (/[\s)]/.test(next) && (partner === undefined || partner >= 0)) grouping.add(partner ?? at).add(at);
    }
    isAtStart = /\s/.test(query[at] ?? "");
  }
  for (const at of open) if (at >= 0) grouping.add(at);
  return grouping;
}

class Reader {
  at = 0;
  readonly #text: string;
  readonly #parentheses: ReadonlySet<number>;

  constructor(text: string, parentheses: ReadonlySet<number>) {
    this.#text = text;
    this.#parentheses = parentheses;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#text.length;
  }

  take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const taken = pattern.exec(this.#text)?.[0] ?? "";
    this.at += taken.length;
    return taken;
  }

  takeQuoted(): string | undefined {
    const source = this.#takeWhole(/"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/y);
    return source?.slice(1, -1).replace(/\\([^])/g, (escape, letter: string) => ESCAPES.get(letter) ?? escape);
  }

  takeRegexp(): string | undefined {
    return this.#takeWhole(/\/(?:[^/\\]|\\.)+\//y) ?? this.#takeWhole(/\/(?:[^/\\]|\\.|\/(?!\s|$))+\/(?=\s|$)/y);
  }

  /** `has.file(path:a content:b c)`, with the blanks in it. */
  takePredicate(): string | undefined {
    return this.#takeWhole(/(?:has|contains)(?:\.\w+)+\((?:\\[^]|[^()\\]|\((?:\\[^]|[^()\\])*\))*\)/y);
  }

  takeWord(): string {
    const start = this.at;
    const end = [...this.#parentheses].find((at) => at > start && this.#text[at] === ")") ?? Infinity;
    const word = this.take(/(?:\\[^]|[^\s\\]|\\$)+/y).slice(0, end - start);
    this.at = start + word.length;
    return word;
  }

  /** Only if followed by a blank, the end or a grouping parenthesis. */
  #takeWhole(pattern: RegExp): string | undefined {
    const start = this.at;
    const taken = this.take(pattern);
    if (taken !== "" && (/^(?:\s|$)/.test(this.#text.slice(this.at)) || this.#parentheses.has(this.at))) return taken;
    this.at = start;
    return undefined;
  }
}

const ESCAPES = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ['"', '"'],
  ["'", "'"],
  ["\\", "\\"],
]);

function unescapeBlanks(text: string): string {
  return text.replace(/\\(\s)/g, "$1");
}
