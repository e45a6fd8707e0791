import { bash } from "./grammars/bash.ts";
import { cpp } from "./grammars/cpp.ts";
import { csharp } from "./grammars/csharp.ts";
import { go } from "./grammars/go.ts";
import type { Grammar } from "./grammars/grammar.ts";
import { java } from "./grammars/java.ts";
import { javascript } from "./grammars/javascript.ts";
import { php } from "./grammars/php.ts";
import { python } from "./grammars/python.ts";
import { ruby } from "./grammars/ruby.ts";
import { rust } from "./grammars/rust.ts";
import { tsx, typescript } from "./grammars/typescript.ts";

const BY_LANGUAGE: ReadonlyMap<string | undefined, Grammar> = new Map([
  ["TypeScript", typescript],
  ["TSX", tsx],
  ["JavaScript", javascript],
  ["Python", python],
  ["Go", go],
  ["Rust", rust],
  ["Java", java],
  ["C", cpp],
  ["C++", cpp],
  ["C#", csharp],
  ["Ruby", ruby],
  ["PHP", php],
  ["Shell", bash],
]);

/** How files of a language are parsed; `undefined` if they can't be. */
export function grammarOf(language: string | undefined): Grammar | undefined {
  return BY_LANGUAGE.get(language);
}
