import type { Expression } from "./expression.ts";
import { languagesNamed } from "../symbols/languages.ts";
import { PatternError, toPattern, type Pattern, type Term } from "./pattern.ts";
import { Refusal, SUPPORTED, unsupported } from "./queryProblem.ts";
import type { FilterToken, TextToken } from "./querySyntax.ts";
import { literalPattern } from "../../core/query/literalPattern.ts";
import { PATTERN_TYPES, type PatternType as SearchPatternType } from "../../core/model/search.ts";

/** What a query can ask of a file, and partly of a repository or a commit. */
export type Condition =
  | {
      readonly on: "text";
      readonly term: Term;
      readonly pattern: Pattern;
      /** What `content:` asks for is never looked for in names. */
      readonly onlyContent: boolean;
    }
  | { readonly on: "repository"; readonly pattern: Pattern; readonly source: string }
  | {
      readonly on: "path";
      readonly pattern: Pattern;
      /** The pattern as it was written. */
      readonly text: string;
      readonly source: string;
    }
  | { readonly on: "language"; readonly languages: readonly string[]; readonly source: string };

export type PatternType = SearchPatternType | "literal";

/** Reads the name of a pattern type. Throws a `Refusal`. */
export function readPatternType(text: string): PatternType {
  const type = KNOWN.find((known) => known === text.toLowerCase());
  if (type === undefined) throw new Refusal(`Unsupported pattern type \`${text}\``, SUPPORTED);
  return type;
}

const KNOWN: readonly PatternType[] = [...PATTERN_TYPES, "literal"];

/** The condition that a filter is, with the revision cut off from a `repo:`. Throws a `Refusal`. */
export function readCondition(
  { name, negated, text, quoted, source }: FilterToken,
  patternType: PatternType,
  caseSensitive: boolean,
): Expression<Condition> {
  const leaf = (condition: Condition): Expression<Condition> =>
    negated ? { type: "not", operand: { type: "leaf", leaf: condition } } : { type: "leaf", leaf: condition };
  switch (name) {
    case "repo":
      return leaf({ on: "repository", pattern: readFilter(text.split("@", 1)[0] ?? "", source, false), source });
    case "file":
      return leaf({ on: "path", pattern: readFilter(text, source, caseSensitive), text, source });
    case "lang": {
      const languages = languagesNamed(text);
      if (languages === undefined)
        throw new Refusal(
          `Unknown language in \`${source}\``,
          "The local service knows languages by their names, such as `lang:go` or `lang:typescript`; `file:` finds files by their endings.",
        );
      return leaf({ on: "language", languages, source });
    }
    case "content": {
      const [, slashed] = (quoted || patternType === "literal" ? undefined : /^\/([^]+)\/$/.exec(text)) ?? [];
      const isRegexp = slashed !== undefined || (patternType === "regexp" && !quoted);
      const term: Term = { kind: isRegexp ? "regexp" : "literal", text: slashed?.replaceAll("\\/", "/") ?? text };
      return leaf({ on: "text", term, pattern: readPattern(term, source, caseSensitive), onlyContent: true });
    }
    default:
      throw unsupported(source);
  }
}

/** What pieces of text that stand side by side look for. */
export function readTerms(texts: readonly TextToken[], patternType: PatternType): readonly Term[] {
  switch (patternType) {
    case "keyword":
      return texts.map((token) => ({ kind: token.type === "regexp" ? "regexp" : "literal", text: token.text }));
    case "regexp": {
      const parts = texts.map((token) => (token.type === "quoted" ? escapeForRe2(token.text) : token.text));
      const [only = ""] = parts;
      return [{ kind: "regexp", text: parts.length === 1 ? only : parts.map((part) => `(?:${part})`).join(".*?") }];
    }
    case "standard": {
      if (!texts.some(({ type }) => type === "regexp")) return [{ kind: "literal", text: joinPhrase(texts) }];
      const parts = texts.map((token, index) => {
        const blank = index === 0 ? "" : escapeForRe2(token.blankBefore);
        return (
          blank +
          (token.type === "regexp"
            ? texts.length === 1
              ? token.text
              : `(?:${token.text})`
            : escapeForRe2(token.source))
        );
      });
      return [{ kind: "regexp", text: parts.join("") }];
    }
    case "literal":
      return [{ kind: "literal", text: joinPhrase(texts) }];
  }
}

function joinPhrase(texts: readonly TextToken[]): string {
  return texts.map((token, index) => (index === 0 ? "" : token.blankBefore) + token.source).join("");
}

function escapeForRe2(text: string): string {
  return literalPattern(text).replaceAll("\n", "\\n");
}

/** Throws a `Refusal` that names what was written. */
export function readPattern(term: Term, source: string, caseSensitive: boolean): Pattern {
  try {
    return toPattern(term, caseSensitive);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new Refusal(
      `The regular expression in \`${source}\` can't be read`,
      `RE2 says: ${error.message}. Special characters, such as \`(\` or \`[\`, need a \`\\\` in front to stand for themselves.`,
    );
  }
}

function readFilter(text: string, source: string, caseSensitive: boolean): Pattern {
  if (/^(?:has|contains)(?:\.\w+)*\(/.test(text)) throw unsupported(source);
  return readPattern({ kind: "regexp", text }, source, caseSensitive);
}
