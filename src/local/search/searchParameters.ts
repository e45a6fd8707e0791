import type { MatchForm } from "./results/encodeLines.ts";
import { l10n } from "../base/l10n.ts";

/** What a client asks the stream for. */
export interface SearchParameters extends MatchForm {
  readonly query: string;
  /** Used if the query has none of its own. */
  readonly patternType: string;
  readonly contextLines: number;
  /** The most ranges to send. */
  readonly display: number;
}

/**
 * Reads the parameters of the stream, with the service's defaults; or returns a sentence on which of them is wrong.
 * `asParts` is not among them: only our own client knows it.
 */
export function readSearchParameters(parameters: URLSearchParams, asParts = false): SearchParameters | string {
  const query = parameters.get("q") ?? "";
  if (query.trim() === "") return l10n.t("No query was given.");
  const version = parameters.get("v") ?? "V3";
  const defaultType = { V1: "regexp", V2: "literal", V3: "standard" }[version];
  if (defaultType === undefined) return l10n.t('Unknown version "{0}". Use V1, V2 or V3.', version);
  const patternType = parameters.get("t") || defaultType;
  if (!["keyword", "standard", "literal", "regexp", "codycontext"].includes(patternType))
    return l10n.t('Unknown pattern type "{0}".', patternType);
  const chunks = parameters.get("cm") || "false";
  if (!/^(?:1|t|T|true|TRUE|True|0|f|F|false|FALSE|False)$/.test(chunks))
    return l10n.t('"{0}" is neither true nor false (parameter {1}).', chunks, "cm");
  const asChunks = /^[1tT]/.test(chunks);
  const display = readInteger(parameters, "display", -1);
  const maxLineLength = readInteger(parameters, "max-line-len", -1);
  const contextLines = readInteger(parameters, "cl", 1);
  for (const number of [display, maxLineLength, contextLines]) if (typeof number === "string") return number;
  if (Number(contextLines) < 0) return l10n.t("A number of lines can't be negative (parameter {0}).", "cl");
  return {
    query,
    patternType,
    asChunks,
    contextLines: asChunks ? Math.min(Number(contextLines), 100) : 0,
    display: Number(display) < 0 ? Infinity : Number(display),
    maxLineLength: Number(maxLineLength),
    asParts,
  };
}

function readInteger(parameters: URLSearchParams, name: string, fallback: number): number | string {
  const text = parameters.get(name) || String(fallback);
  return /^[+-]?\d{1,15}$/.test(text)
    ? Number(text)
    : l10n.t('The parameter {0} needs a number, not "{1}".', name, text);
}
