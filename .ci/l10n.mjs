// @ts-check
/**
 * Collects all words that people read into l10n/bundle.l10n.json, takes out of the translations what is not said any more,
 * and lists what is not translated yet:
 *
 *   node .ci/l10n.mjs             for the languages that there are
 *   node .ci/l10n.mjs LANGUAGE…   begins these: fr, pt-br …
 */
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { getL10nJson } from "@vscode/l10n-dev";

/** @typedef {Readonly<Record<string, string>>} Words by the English text */
/** @typedef {Readonly<Record<string, { readonly message: string, readonly comment: readonly [english: string] }>>} Names by their key */

const root = path.resolve(import.meta.dirname, "..");

/**
 * Every text of `l10n.t(…)`, in all layers. The local service has an `l10n` of its own: to the collector it is the editor's.
 *
 * @returns {Promise<Words>}
 */
export async function collectWords() {
  const files = globSync("src/**/*.ts", { cwd: root })
    .sort()
    .map((file) => readFileSync(path.join(root, file), "utf8"))
    .filter((text) => text.includes("l10n.t("))
    .map((text) => ({
      extension: ".ts",
      contents: text.replace(/(import \{ l10n \} from )".*\/l10n\.ts"/, '$1"vscode"'),
    }));
  const words = /** @type {Words} */ (await getL10nJson(files));
  return pick(words, Object.keys(words).sort()); // sorted: two who add words rarely meet at one place
}

/** The languages that there are translations in. */
export function languages() {
  return globSync("l10n/bundle.l10n.*.json", { cwd: root })
    .map((file) => path.basename(file).split(".")[2] ?? "")
    .sort();
}

/** @param {string} [language] English where left out @returns {Words} */
export function wordsIn(language) {
  return read(`l10n/bundle.l10n${suffix(language)}.json`);
}

/** What the manifest says. @returns {Words} */
export function names() {
  return read("package.nls.json");
}

/** @param {string} language @returns {Names} */
export function namesIn(language) {
  return read(`package.nls${suffix(language)}.json`);
}

/**
 * What has no translation, or a translation of other words.
 *
 * @param {Words} english @param {string} language
 */
export function untranslated(english, language) {
  const words = wordsIn(language);
  const named = namesIn(language);
  return [
    ...Object.keys(english).filter((text) => !words[text]),
    ...Object.entries(names())
      .filter(([key, text]) => !named[key]?.message || named[key].comment[0] !== text)
      .map(([key, text]) => `${key}: ${text}`),
  ];
}

/** @param {string | undefined} language */
function suffix(language) {
  return language === undefined ? "" : `.${language}`;
}

/** @param {string} file */
function read(file) {
  const full = path.join(root, file);
  return existsSync(full) ? JSON.parse(readFileSync(full, "utf8")) : {};
}

/** @param {string} file @param {object} value */
function write(file, value) {
  writeFileSync(path.join(root, file), `${JSON.stringify(value, undefined, 2)}\n`);
}

/** @template T @param {Readonly<Record<string, T>>} from @param {readonly string[]} keys */
function pick(from, keys) {
  return Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const english = await collectWords();
  write("l10n/bundle.l10n.json", english);
  for (const language of new Set([...languages(), ...process.argv.slice(2)])) {
    write(`l10n/bundle.l10n.${language}.json`, pick(wordsIn(language), Object.keys(english)));
    write(`package.nls.${language}.json`, pick(namesIn(language), Object.keys(names())));
    const missing = untranslated(english, language);
    console.log(`${language}: ${missing.length === 0 ? "complete" : `${missing.length} to translate`}`);
    for (const text of missing) console.log(`  ${text}`);
  }
}
