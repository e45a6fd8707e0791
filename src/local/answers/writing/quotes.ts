import { plainLetters } from "../../../core/text/letters.ts";
import type { CodePart } from "../../../core/markdown/markdownParts.ts";

/** What a block of code quotes. */
export interface Quote {
  /** Its lines without the line numbers in front of them; absent if there are none. */
  readonly lines?: readonly string[];
  /** Its lines, split where some are left out. */
  readonly chunks: readonly (readonly string[])[];
}

const DIAGRAMS = new Set(["mermaid", "dot", "graphviz", "plantuml", "puml", "ascii", "diagram"]);
const NUMBERED = /^\s*\d{1,7}\s*[|│:]( |$)/;
/** `...`, also as a comment, says that lines were left out. */
const LEFT_OUT = /^\s*(?:(?:\/\/|#|--|;|\/\*|<!--)\s*)?(?:\.{3}|…)[^\w]*(?:[\w ]*[^\w]*)?$/;
const MARK = /\s*(?:(?:\/\/|#|--)\s*)?\[\d{1,3}(?::[\dL–-]+)?\]\s*$/;

/** Reads a block of code as a quote; `undefined` for diagrams, and for blocks without code. */
export function readQuote({ language, text }: Pick<CodePart, "language" | "text">): Quote | undefined {
  if (DIAGRAMS.has(language.toLowerCase())) return undefined;
  const written = text.split("\n");
  const told = written.filter((line) => line.trim() !== "");
  const isNumbered = told.length > 0 && told.every((line) => NUMBERED.test(line));
  const lines = isNumbered ? written.map((line) => line.replace(NUMBERED, "")) : written;
  const chunks: string[][] = [[]];
  for (const line of lines) {
    if (LEFT_OUT.test(plainLetters(line))) chunks.push([]);
    else chunks.at(-1)?.push(line.replace(MARK, ""));
  }
  const kept = chunks.filter((chunk) => chunk.some((line) => /\w/.test(plainLetters(line))));
  if (kept.length === 0) return undefined;
  return { ...(isNumbered && { lines }), chunks: kept };
}
