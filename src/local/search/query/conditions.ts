import { join, type Expression } from "./expression.ts";
import { LANGUAGE_NAMES, languagesNamed } from "../../../core/text/languages.ts";
import { maySpanLines, PatternError, toPattern, type Pattern, type Term } from "../../code/patterns/pattern.ts";
import { didYouMean, Refusal, supportedWords, unsupported } from "./queryProblem.ts";
import type { FilterToken, TextToken } from "./querySyntax.ts";
import { literalPattern } from "../../../core/query/literalPattern.ts";
import { alternativesIn, expressionAsGlob, expressionOfGlob } from "../../../core/query/pathFilters.ts";
import { PATTERN_TYPES, type PatternType as SearchPatternType } from "../../../core/model/search.ts";
import { l10n } from "../../base/l10n.ts";

/** What a query can ask of a file, and partly of a repository or a commit. */
export type Condition =
  | {
      readonly on: "text";
      readonly term: Term;
      readonly pattern: Pattern;
      /** What `content:` asks for is never looked for in names. */
      readonly onlyContent: boolean;
      /** Whether a file must contain it, but its places are not results. */
      readonly isSilent?: true;
    }
  /** Some file of the repository has this path and this content; looked up before anything else is searched for. */
  | {
      readonly on: "contents";
      readonly path?: Pattern;
      readonly content?: { readonly term: Term; readonly maySpanLines: boolean };
      readonly source: string;
      /** The path that was written, and what it stands for, if it is a glob. */
      readonly glob?: { readonly written: string; readonly expression: string };
    }
  | { readonly on: "repository"; readonly pattern: Pattern; readonly source: string }
  | {
      readonly on: "path";
      readonly pattern: Pattern;
      /** The pattern as it was written, or what the glob stands for that was written instead. */
      readonly text: string;
      readonly source: string;
      /** Whether it is about absolute paths of files on disk, or those from the open folders, after `./`. */
      readonly from?: "disk" | "folders";
      /** All that the glob stands for that was written instead of a regular expression. */
      readonly glob?: string;
    }
  | { readonly on: "language"; readonly languages: readonly string[]; readonly source: string };

export type PatternType = SearchPatternType | "literal";

/** Reads the name of a pattern type. Throws a `Refusal`. */
export function readPatternType(text: string): PatternType {
  const type = KNOWN.find((known) => known === text.toLowerCase());
  if (type === undefined) throw new Refusal(l10n.t("Unsupported pattern type `{0}`", text), supportedWords());
  return type;
}

const KNOWN: readonly PatternType[] = [...PATTERN_TYPES, "literal"];

/** The condition that a filter states, without the revision in a `repo:`. Throws a `Refusal`. */
export function readCondition(
  { name, negated, text, quoted, source }: FilterToken,
  patternType: PatternType,
  caseSensitive: boolean,
): Expression<Condition> {
  const leaf = (condition: Condition): Expression<Condition> =>
    negated ? { type: "not", operand: { type: "leaf", leaf: condition } } : { type: "leaf", leaf: condition };
  switch (name) {
    case "repo": {
      const contents = quoted ? undefined : readContents(text, source, caseSensitive);
      if (contents) return leaf(contents);
      return leaf({ on: "repository", pattern: readFilter(text.split("@", 1)[0] ?? "", source, false), source });
    }
    case "file": {
      const [, content] = (quoted ? undefined : /^(?:has|contains)\.content\(([^]*)\)$/.exec(text)) ?? [];
      if (content !== undefined) {
        const term: Term = { kind: "regexp", text: content };
        const pattern = readPattern(term, source, caseSensitive);
        return leaf({ on: "text", term, pattern, onlyContent: true, isSilent: true });
      }
      const paths = readPaths(text, source, caseSensitive);
      return negated ? { type: "not", operand: paths } : paths;
    }
    case "lang": {
      const languages = languagesNamed(text);
      if (languages === undefined)
        throw new Refusal(
          l10n.t("Unknown language in `{0}`", source),
          [
            didYouMean(text, LANGUAGE_NAMES, (name) => `lang:${/\s/.test(name) ? `"${name}"` : name}`),
            l10n.t(
              "Use a language name, such as `lang:go` or `lang:typescript`. To filter by file extension, use `file:`.",
            ),
          ]
            .filter(Boolean)
            .join(" "),
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

/**
 * `has.path(p)`, `has.content(c)`, `has.file(path:p content:c)`; `contains` is the same. `undefined` for a plain name.
 */
function readContents(text: string, source: string, caseSensitive: boolean): Condition | undefined {
  const [, what, inside = ""] = /^(?:has|contains)\.(path|content|file)\(([^]*)\)$/.exec(text) ?? [];
  if (what === undefined) return undefined;
  const parts =
    what === "file"
      ? (/^\s*(?:path:(?<path>(?:\\.|\S)+?))?\s*(?:content:(?<content>[^]+?))?\s*$/.exec(inside)?.groups ?? {})
      : { [what]: inside };
  const { path, content } = parts as { readonly path?: string; readonly content?: string };
  if (!path && !content)
    throw new Refusal(
      l10n.t("`{0}` is ambiguous", source),
      l10n.t("Write `repo:has.file(path:README content:fix)`, `repo:has.path(README)` or `repo:has.content(fix)`."),
    );
  const term: Term | undefined = content ? { kind: "regexp", text: content } : undefined;
  if (term) readPattern(term, source, caseSensitive);
  const glob = path ? globFor(path) : undefined;
  return {
    on: "contents",
    ...(path ? { path: readPattern({ kind: "regexp", text: glob ?? path }, source, caseSensitive) } : {}),
    ...(path && glob !== undefined && { glob: { written: path, expression: glob } }),
    ...(term ? { content: { term, maySpanLines: maySpanLines(term) } } : {}),
    source,
  };
}

/** The terms that adjacent pieces of text search for. */
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

/** Throws a `Refusal` that names what was written and says what to write instead, which `advice` may replace. */
export function readPattern(term: Term, source: string, caseSensitive: boolean, advice?: string): Pattern {
  try {
    return toPattern(term, caseSensitive);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new Refusal(
      l10n.t("The regular expression in `{0}` can't be read", source),
      advice ??
        (isOfOtherDialect(term.text)
          ? l10n.t("Regular expressions are read as RE2, which has neither look-around nor backreferences.")
          : l10n.t(
              "RE2 says: {0}. To search for special characters such as `(` or `[`, put a `\\` in front.",
              error.message.replace(/`(?:\(\?\w+\))+/, "`"), // which we put in front
            )),
    );
  }
}

/** Whether it has `(?=…)`, `(?<!…)` or `\1`. */
function isOfOtherDialect(text: string): boolean {
  return /\(\?<?[=!]|\\[1-9]/.test(text);
}

/** Alternatives may be absolute paths, or begin at the open folders. */
function readPaths(text: string, source: string, caseSensitive: boolean): Expression<Condition> {
  refuseUnknown(text, source);
  const glob = globFor(text, true);
  const alternatives = alternativesIn(glob ?? text);
  const startOf = (pattern: string) =>
    pattern.startsWith("^\\./") ? "folders" : /^\^(?:\/|\[\/|[a-z]:)/i.test(pattern) ? "disk" : undefined;
  const others = alternatives.filter((each) => startOf(each) === undefined);
  const started = alternatives.filter((each) => startOf(each) !== undefined);
  const together = started.length === 0 ? [glob ?? text] : others;
  const read = (pattern: string): Expression<Condition> => {
    const from = startOf(pattern);
    return {
      type: "leaf",
      leaf: {
        on: "path",
        pattern: readFilter(pattern, source, caseSensitive),
        text: pattern,
        source,
        ...(from && { from }),
        ...(glob !== undefined && { glob }),
      },
    };
  };
  return join("or", [...together, ...started].map(read));
}

/** What can't be read as a regular expression, or repeats an anchor, is read as a glob: the expression for it. */
function globFor(text: string, isOfFile = false): string | undefined {
  if (/^\^[*?]/.test(text)) return expressionAsGlob(text, isOfFile);
  try {
    toPattern({ kind: "regexp", text }, true);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return isOfOtherDialect(text) ? undefined : expressionAsGlob(text, isOfFile);
    throw error;
  }
}

function refuseUnknown(text: string, source: string): void {
  if (/^(?:has|contains)(?:\.\w+)*\(/.test(text)) throw unsupported(source);
}

function readFilter(text: string, source: string, caseSensitive: boolean): Pattern {
  refuseUnknown(text, source);
  const pattern = expressionOfGlob(text);
  const advice =
    pattern === undefined
      ? undefined
      : l10n.t("{0} is a glob. As a regular expression it is {1}.", `\`${text}\``, `\`${pattern}\``);
  return readPattern({ kind: "regexp", text }, source, caseSensitive, advice);
}
