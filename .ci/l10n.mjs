// @ts-check
/**
 * Collects all words that people read into l10n/bundle.l10n.json, removes from the translations what is no longer used,
 * and lists what is not translated yet:
 *
 *   node .ci/l10n.mjs             for the existing languages
 *   node .ci/l10n.mjs LANGUAGE…   starts these as well: fr, pt-br …
 */
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { getL10nJson } from "@vscode/l10n-dev";

/** @typedef {Readonly<Record<string, string>>} Words by the English text */
/** @typedef {Readonly<Record<string, { readonly message: string, readonly comment: readonly [english: string] }>>} Names by their key */

const root = path.resolve(import.meta.dirname, "..");

/**
 * Every text of `l10n.t(…)`, in all layers. The local service has an `l10n` of its own: the collector takes it for the editor's.
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
  return pick(words, Object.keys(words).sort()); // sorted: two people who add words rarely do so in the same place
}

/** The languages with translations. */
export function languages() {
  return globSync("l10n/bundle.l10n.*.json", { cwd: root })
    .map((file) => path.basename(file).split(".")[2] ?? "")
    .sort();
}

/** @param {string} [language] English if omitted @returns {Words} */
export function wordsIn(language) {
  return read(`l10n/bundle.l10n${suffix(language)}.json`);
}

/** The words of the manifest. @returns {Words} */
export function names() {
  return read("package.nls.json");
}

/** @param {string} language @returns {Names} */
export function namesIn(language) {
  return read(`package.nls${suffix(language)}.json`);
}

/**
 * What has no translation, or one of a different English text.
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
