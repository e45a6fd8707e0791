// @ts-check
// Who imports whom below src: what the lint rules and `npm run map` look at.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const SPECIFIER = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/**
 * The files below src with what they import from there, types included, as paths from src on: `host/ask/ask.ts`.
 *
 * @param {string} src the folder
 * @returns {ReadonlyMap<string, readonly string[]>}
 */
export function readImports(src) {
  const files = globSync("**/*.ts", { cwd: src }).map((file) => file.replaceAll("\\", "/"));
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(path.join(src, file), "utf8"))]));
}

/**
 * @param {string} file from src on
 * @param {string} text
 */
export function importsOf(file, text) {
  return [...text.matchAll(SPECIFIER)].map(([, name = ""]) =>
    path.posix.normalize(path.posix.join(path.posix.dirname(file), name)),
  );
}

/**
 * Layer and feature of a file; a feature of "" is the layer's own room, whose files may import all of its features.
 *
 * @param {string} file from src on
 */
export function placeOf(file) {
  const parts = file.split("/");
  return { layer: parts[0] ?? "", feature: parts.length > 2 ? (parts[1] ?? "") : "" };
}

/**
 * The shortest way from a file back to itself, which it starts and ends; `undefined` where there is none.
 *
 * @param {string} file
 * @param {ReadonlyMap<string, readonly string[]>} imports
 * @returns {readonly string[] | undefined}
 */
export function circleOf(file, imports) {
  /** @type {Map<string, string>} by file, who imports it on the way */
  const from = new Map();
  const waiting = [file];
  for (const each of waiting) {
    for (const next of imports.get(each) ?? []) {
      if (from.has(next)) continue;
      from.set(next, each);
      if (next === file) return wayTo(file, from);
      waiting.push(next);
    }
  }
  return undefined;
}

/**
 * @param {string} file
 * @param {ReadonlyMap<string, string>} from
 */
function wayTo(file, from) {
  const way = [file];
  for (let at = from.get(file); at !== undefined && at !== file; at = from.get(at)) way.unshift(at);
  return [file, ...way];
}
