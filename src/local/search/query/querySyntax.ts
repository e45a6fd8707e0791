import { join, type Expression } from "./expression.ts";
import { Refusal } from "./queryProblem.ts";
import type { Token } from "./queryTokens.ts";
import { l10n } from "../../base/l10n.ts";

/** A filter as it was written. */
export type FilterToken = Extract<Token, { readonly type: "filter" }>;
/** A piece of text to look for, as it was written. */
export type TextToken = Extract<Token, { readonly type: "word" | "quoted" | "regexp" }>;

/** What stands between the operators: a filter, or pieces of text with only blanks and filters between them. */
export type SyntaxLeaf =
  | { readonly type: "filter"; readonly filter: FilterToken }
  | { readonly type: "texts"; readonly texts: readonly TextToken[] };

/**
 * Reads the structure of a query: `and` binds more tightly than `or`, and standing side by side more tightly than both.
 * Throws a {@link Refusal}.
 */
export function parseSyntax(tokens: readonly Token[]): Expression<SyntaxLeaf> {
  const reader = new SyntaxReader(tokens);
  if (tokens.length === 0) return { type: "and", operands: [] };
  const expression = reader.readOr();
  reader.expectEnd();
  return expression;
}

class SyntaxReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  readOr(): Expression<SyntaxLeaf> {
    const operands = [this.#readAnd()];
    while (this.#take("or")) operands.push(this.#readAnd());
    return join("or", operands);
  }

  expectEnd(): void {
    const token = this.#tokens[this.#at];
    if (token) throw incomplete(token);
  }

  #readAnd(): Expression<SyntaxLeaf> {
    const operands = [this.#readSideBySide()];
    while (this.#take("and")) operands.push(this.#readSideBySide());
    return join("and", operands);
  }

  #readSideBySide(): Expression<SyntaxLeaf> {
    const operands: Expression<SyntaxLeaf>[] = [];
    let texts: TextToken[] | undefined;
    for (let token = this.#tokens[this.#at]; token; token = this.#tokens[this.#at]) {
      switch (token.type) {
        case "word":
        case "quoted":
        case "regexp":
          this.#at++;
          if (texts) texts.push(token);
          else operands.push({ type: "leaf", leaf: { type: "texts", texts: (texts = [token]) } });
          continue;
        case "filter":
          operands.push(this.#readOne());
          continue;
        case "not":
        case "open":
          texts = undefined;
          operands.push(this.#readOne());
          continue;
        case "and":
        case "or":
        case "close":
          break;
      }
      break;
    }
    if (operands.length === 0) throw incomplete(this.#tokens[this.#at] ?? this.#tokens.at(-1));
    return join("and", operands);
  }

  /** One filter, one piece of text, what is in parentheses, or `not` and one of these. */
  #readOne(): Expression<SyntaxLeaf> {
    const token = this.#tokens[this.#at++];
    switch (token?.type) {
      case "filter":
        return { type: "leaf", leaf: { type: "filter", filter: token } };
      case "word":
      case "quoted":
      case "regexp":
        return { type: "leaf", leaf: { type: "texts", texts: [token] } };
      case "not":
        return { type: "not", operand: this.#readOne() };
      case "open": {
        const inside = this.readOr();
        if (!this.#take("close")) throw incomplete(token);
        return inside;
      }
      default:
        throw incomplete(token ?? this.#tokens.at(-1));
    }
  }

  #take(type: Token["type"]): boolean {
    if (this.#tokens[this.#at]?.type !== type) return false;
    this.#at++;
    return true;
  }
}

function incomplete(token: Token | undefined): Refusal {
  const source = token?.source ?? "";
  return /^[()]$/.test(source)
    ? new Refusal(
        l10n.t("Unbalanced parentheses at `{0}`", source),
        l10n.t('Each `(` needs a `)`. To search for a parenthesis, put the text in quotes: `"(a"`.'),
      )
    : new Refusal(
        l10n.t("The operator `{0}` needs a search term on each side", source),
        l10n.t('To search for the word, write `content:"{0}"`.', source),
      );
}
