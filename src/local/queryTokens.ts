/** A piece of a query. `text` is what it means, without quotes and escapes; `source` what was written. */
export type Token =
  | {
      readonly type: "filter";
      readonly name: string;
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
    };

/** Every filter of the service's query language, by each of its names; what is not among them is no filter but text. */
const FILTERS = new Map(
  [
    ["repo", "r"],
    ["file", "f", "path"],
    ["lang", "l", "language"],
    ["rev", "revision"],
    ["content"],
    ["type"],
    ["select"],
    ["case"],
    ["fork"],
    ["archived"],
    ["visibility"],
    ["count"],
    ["timeout"],
    ["patterntype"],
    ["context"],
    ["author"],
    ["committer"],
    ["before", "until"],
    ["after", "since"],
    ["message", "m", "msg"],
  ].flatMap((names) => names.map((name) => [name, names[0] ?? name] as const)),
);

/** Cuts a query at blanks, minding quotes, `/…/`, escaped blanks and parentheses. Never fails. */
export function tokenize(query: string): readonly Token[] {
  const tokens: Token[] = [];
  const rest = new Reader(query);
  for (let blankBefore = rest.take(/\s*/y); !rest.isAtEnd; blankBefore = rest.take(/\s*/y)) {
    const start = rest.at;
    const filter = /^(-?)([a-zA-Z]+):/.exec(query.slice(start));
    const name = FILTERS.get(filter?.[2]?.toLowerCase() ?? "");
    if (filter && name !== undefined) {
      rest.at += filter[0].length;
      const quoted = rest.takeQuoted();
      const text = quoted ?? unescapeBlanks(rest.takeWord());
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
    const regexp = rest.take(/\/(?:[^/\\]|\\.|\/(?!\s|$))+\/(?=\s|$)/y);
    if (regexp !== "") {
      tokens.push({ type: "regexp", text: regexp.slice(1, -1).replaceAll("\\/", "/"), source: regexp, blankBefore });
      continue;
    }
    const word = rest.takeWord();
    tokens.push({ type: "word", text: word, source: word, blankBefore });
  }
  return tokens;
}

class Reader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
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
    const source = this.take(/"(?:[^"\\]|\\[^])*"(?=\s|$)|'(?:[^'\\]|\\[^])*'(?=\s|$)/y);
    if (source === "") return undefined;
    return source.slice(1, -1).replace(/\\([^])/g, (escape, letter: string) => ESCAPES.get(letter) ?? escape);
  }

  takeWord(): string {
    return this.take(/(?:\\[^]|[^\s\\]|\\$)+/y);
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
