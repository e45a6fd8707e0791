import type { IncomingHttpHeaders } from "node:http";

/**
 * The header by which each answer announces what the service can do beyond its description, in words separated by
 * commas: a client asks for nothing of it unless it has been announced.
 */
export const CAPABILITIES = {
  "x-plumbline-capabilities": "line-parts, written-answers, tool-questions, passage-lines, working-in",
} as const;

/** Whether what to see first of each passage is wanted with an answer: `passage-lines`. */
export function wantsPassageLines(headers: IncomingHttpHeaders): boolean {
  return headers["x-plumbline-passages"] === "lines";
}

/** Whether a search's long lines are wanted in the parts around what was found: `line-parts`. */
export function wantsLineParts(headers: IncomingHttpHeaders): boolean {
  return headers["x-plumbline-lines"] === "parts";
}
