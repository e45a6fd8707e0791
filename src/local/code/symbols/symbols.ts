import type { CodeSymbol } from "../../../core/model/codeSymbol.ts";
import { PARSED_AT_MOST } from "../../../core/model/symbolChannel.ts";
import { HEADS } from "../../../core/text/definitionHeads.ts";
import { languageByLine } from "../../../core/text/languages.ts";
import { definitionsIn } from "./definitions.ts";
import { grammarOf } from "./grammars.ts";
import { symbolsByLooks } from "../../../core/text/symbolsByLooks.ts";

/** Besides those that have {@link HEADS} of their own. */
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

/** They have sections instead of declarations. */
const TEXTS: ReadonlySet<string> = new Set(["TeX", "AsciiDoc", "Org", "Gherkin"]);

/** Whether the declarations of a language are known. */
export function hasSymbols(language: string | undefined): boolean {
  return language !== undefined && (LANGUAGES.has(language) || (HEADS.has(language) && !TEXTS.has(language)));
}

/** Whether the declarations in a file of a language are found by its syntax, which takes longer per byte. */
export function isParsed(language: string | undefined): boolean {
  return grammarOf(language) !== undefined;
}

/**
 * Whether declarations are not looked for in a file because it would have to be parsed: files larger than that are
 * generated, and parsing them takes seconds, and memory that is never given back.
 */
export function isTooLargeToParse(bytes: number, language: string | undefined): boolean {
  return bytes > PARSED_AT_MOST && isParsed(language);
}

/**
 * The declarations in a file, in order; none if {@link hasSymbols} does not know the language `named` by its path.
 * Found by its syntax if that {@link isParsed} and parsing it ends in time, otherwise by the looks of its lines. If
 * zero-based `lines` are given, in ascending order, only those named on them, which is faster if they are few.
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
