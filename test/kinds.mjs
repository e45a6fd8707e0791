// @ts-check
// The kinds of tests that are files in a folder of their own, and how they are run.
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT } from "./editor/places.mjs";

/** @typedef {"unit" | "page" | "integration" | "e2e" | "agents"} Kind */

/** Of Node. @type {Record<Exclude<Kind, "integration">, readonly string[]>} */
const MOCHA_ARGS = {
  unit: ["--timeout=120000"],
  page: ["--require=test/e2e/screenshots.ts", "--timeout=120000"],
  e2e: ["--require=test/e2e/screenshots.ts", "--timeout=240000", "--slow=60000"],
  agents: ["--timeout=180000", "--slow=60000"],
};
/** Without that of the programs of agents, which are large. @type {readonly Kind[]} */
const KINDS = ["unit", "page", "integration", "e2e"];
export const LAUNCHES = ["test/integration/launches.ts"];

/**
 * The arguments of Node for Mocha, to which files are added.
 *
 * @param {Exclude<Kind, "integration">} kind
 */
export function mochaArgs(kind) {
  return [
    "node_modules/mocha/bin/mocha.js",
    "--reporter=test/support/countingReporter.mjs",
    "--forbid-only",
    "--forbid-pending",
    ...MOCHA_ARGS[kind],
  ];
}

/**
 * The arguments of Node that run one test file by itself. It must be built for some of the kinds.
 *
 * @param {string} file its path in the checkout
 */
export function argsOfFile(file) {
  const kind = kindOf(file);
  return kind === "integration" ? [...LAUNCHES, "--file", basename(file)] : [...mochaArgs(kind), file];
}

/** @param {string} file */
export function kindOf(file) {
  return /** @type {Kind} */ (file.split(/[\\/]/)[1]);
}

/**
 * The paths of its files in the checkout.
 *
 * @param {Kind} kind
 */
export function testFiles(kind) {
  const folder = join("test", kind);
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(folder, name))
    .sort();
}

/**
 * The files that a person means, with slashes in their paths: all by default.
 *
 * @param {readonly string[]} words kinds and paths
 */
export function meantFiles(words) {
  const isKind = (/** @type {string} */ word) => KINDS.some((kind) => kind === word);
  return (words.length > 0 ? words : KINDS)
    .flatMap((word) => (isKind(word) ? testFiles(/** @type {Kind} */ (word)) : [word]))
    .map((file) => file.replaceAll("\\", "/"));
}

/**
 * What must be set up to run these files.
 *
 * @param {readonly string[]} files
 */
export function needsOf(files) {
  const kinds = new Set(files.map(kindOf));
  return { editor: kinds.has("integration") || kinds.has("e2e"), browser: kinds.size > (kinds.has("unit") ? 1 : 0) };
}
