// @ts-check
// Who imports whom below src: what the lint rules and `npm run map` look at.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const SPECIFIER = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/**
 * The files below src with what they import from there, including types, as paths relative to src: `host/ask/ask.ts`.
 *
 * @param {string} src the folder
 * @returns {ReadonlyMap<string, readonly string[]>}
 */
export function readImports(src) {
  const files = globSync("**/*.ts", { cwd: src }).map((file) => file.replaceAll("\\", "/"));
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(path.join(src, file), "utf8"))]));
}

/**
 * @param {string} file relative to src
 * @param {string} text
 */
export function importsOf(file, text) {
  return [...text.matchAll(SPECIFIER)].map(([, name = ""]) =>
    path.posix.normalize(path.posix.join(path.posix.dirname(file), name)),
  );
}

/**
 * The folders that hold a file, the layer first: `["local", "code", "files"]`.
 *
 * @param {string} file relative to src
 * @returns {readonly string[]}
 */
export function foldersOf(file) {
  return file.split("/").slice(0, -1);
}

/**
 * The shortest circle of imports that starts and ends at a file; `undefined` if there is none.
 *
 * @param {string} file
 * @param {ReadonlyMap<string, readonly string[]>} imports
 * @returns {readonly string[] | undefined}
 */
export function circleOf(file, imports) {
  /** @type {Map<string, string>} by file, the file on the way that imports it */
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
