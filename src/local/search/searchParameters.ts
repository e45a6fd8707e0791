import type { MatchForm } from "./encodeLines.ts";

/** What a client asks the stream for. */
export interface SearchParameters extends MatchForm {
  readonly query: string;
  /** Where the query has none of its own. */
  readonly patternType: string;
  readonly contextLines: number;
  /** How many ranges to send at most. */
  readonly display: number;
}

/** Reads the parameters of the stream, with the service's defaults; or says, in a sentence, which of them is wrong. */
export function readSearchParameters(parameters: URLSearchParams): SearchParameters | string {
  const query = parameters.get("q") ?? "";
  if (query.trim() === "") return "No query was given.";
  const version = parameters.get("v") ?? "V3";
  const defaultType = { V1: "regexp", V2: "literal", V3: "standard" }[version];
  if (defaultType === undefined) return `Unknown version "${version}": V1, V2 and V3 are known.`;
  const patternType = parameters.get("t") || defaultType;
  if (!["keyword", "standard", "literal", "regexp"].includes(patternType))
    return `Unknown pattern type "${patternType}".`;
  const chunks = parameters.get("cm") || "false";
  if (!/^(?:1|t|T|true|TRUE|True|0|f|F|false|FALSE|False)$/.test(chunks))
    return `"${chunks}" is neither true nor false (parameter cm).`;
  const asChunks = /^[1tT]/.test(chunks);
  const display = readInteger(parameters, "display", -1);
  const maxLineLength = readInteger(parameters, "max-line-len", -1);
  const contextLines = readInteger(parameters, "cl", 1);
  for (const number of [display, maxLineLength, contextLines]) if (typeof number === "string") return number;
  if (Number(contextLines) < 0) return "A number of lines can't be negative (parameter cl).";
  return {
    query,
    patternType,
    asChunks,
    contextLines: asChunks ? Math.min(Number(contextLines), 100) : 0,
    display: Number(display) < 0 ? Infinity : Number(display),
    maxLineLength: Number(maxLineLength),
  };
}

function readInteger(parameters: URLSearchParams, name: string, fallback: number): number | string {
  const text = parameters.get(name) || String(fallback);
  return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : `"${text}" is no number (parameter ${name}).`;
}
