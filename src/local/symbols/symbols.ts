import type { CodeSymbol } from "../../core/model/codeSymbol.ts";
import { PARSED_AT_MOST } from "../../core/model/symbolChannel.ts";
import { HEADS } from "../../core/text/definitionHeads.ts";
import { languageByLine } from "../../core/text/languages.ts";
import { definitionsIn } from "./definitions.ts";
import { grammarOf } from "./grammars.ts";
import { symbolsByLooks } from "../../core/text/symbolsByLooks.ts";

/** Beside those that have {@link HEADS} of their own. */
const LANGUAGES: ReadonlySet<string> = new Set([
  ...["TypeScript", "TSX", "JavaScript", "Python", "Go", "Rust", "Java", "C", "C++", "Objective-C"],
  ...["Dart", "Zig", "PHP", "Vue", "Svelte", "Astro", "D", "Haxe", "GDScript", "Cython", "Mojo", "Move", "Gleam"],
  ...[
    "Cuda",
    "OpenCL",
    "Metal",
    "GLSL",
    "HLSL",
    "WGSL",
    "ActionScript",
    "Apex",
    "Awk",
    "Nushell",
    "Cairo",
    "Vyper",
    "ReScript",
  ],
]);

/** What they have are sections, and no declarations. */
const TEXTS: ReadonlySet<string> = new Set(["TeX", "AsciiDoc", "Org", "Gherkin"]);

/** Whether the declarations of a language are known. */
export function hasSymbols(language: string | undefined): boolean {
  return language !== undefined && (LANGUAGES.has(language) || (HEADS.has(language) && !TEXTS.has(language)));
}

/** Whether the declarations in a file of a language are found by its syntax, which takes longer for each byte. */
export function isParsed(language: string | undefined): boolean {
  return grammarOf(language) !== undefined;
}

/**
 * Whether the declarations in a file are not looked for, since it would have to be parsed: larger ones are generated, parsing
 * takes seconds for them, and memory that never comes back.
 */
export function isTooLargeToParse(bytes: number, language: string | undefined): boolean {
  return bytes > PARSED_AT_MOST && isParsed(language);
}

/**
 * The declarations in a file, in their order; none where {@link hasSymbols} does not know the language that it is named for. By its syntax
 * where that {@link isParsed} and parsing it ends in time, else by the looks of its lines. Where zero-based `lines` are
 * given, ascending, only those that are named on them, which takes less time when they are few.
 */
export async function symbolsOf(
  text: string,
  named: string | undefined,
  lines?: readonly number[],
): Promise<readonly CodeSymbol[]> {
  if (!hasSymbols(named)) return [];
  const language = languageByLine(named, /\S.*/.exec(text)?.[0] ?? "");
  const grammar = grammarOf(language);
  const parsed = grammar && (await definitionsIn(text, grammar, lines));
  if (parsed) return parsed;
  const wanted = lines && new Set(lines);
  return symbolsByLooks(text, language).filter(({ line }) => wanted?.has(line) !== false);
}
