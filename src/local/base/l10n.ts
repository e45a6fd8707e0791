import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The folder with the words of all languages, which the editor reads too: in what is shipped, or among the sources. */
const FOLDER = ["../../l10n/", "../../../l10n/"]
  .map((name) => new URL(name, import.meta.url))
  .find((url) => existsSync(new URL("bundle.l10n.json", url)));

/** The language of the current work: of a request and all that it starts, even after its answer. */
const spoken = new AsyncLocalStorage<string>();
const words = new Map<string, Readonly<Record<string, string>>>();

/**
 * Words for people, in the language of the request that they belong to. Like `vscode.l10n` in the editor, and collected
 * together with its words by `npm run l10n`. `@vscode/l10n` has one language for a whole process; here, requests in
 * several languages run at once.
 */
export const l10n = {
  /** The message in that language, or unchanged if it is not translated; `{0}` stands for the first value. */
  t(message: string, ...values: readonly (string | number)[]): string {
    const text = wordsOf(l10n.language)[message] ?? message;
    return text.replace(/\{(\d+)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
  },

  /** A number as that language writes it. */
  number(value: number): string {
    return value.toLocaleString(l10n.language);
  },

  /** The language of the current work. */
  get language(): string {
    return spoken.getStore() ?? "en";
  },
};

/** Does something in a language that {@link languageOf} returned. */
export function inLanguage<T>(language: string, work: () => T): T {
  return spoken.run(language, work);
}

/**
 * The most wanted language of an `Accept-Language` that has words here, by its name in the editor's files; else
 * English.
 */
export function languageOf(accepted: string | undefined, known: ReadonlySet<string> = knownLanguages()): string {
  const wanted = (accepted ?? "")
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      return { tag, quality: Number(parameters.find((text) => text.startsWith("q="))?.slice(2) ?? 1) };
    })
    .filter(({ tag, quality }) => quality > 0 && tag.length <= LONGEST_TAG)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted)
    for (let name = tag; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf("-"))))
      if (name === "en" || known.has(name)) return name;
  return "en";
}

/** Tags longer than BCP 47 expects (4.4.1) name no language that has words here. */
const LONGEST_TAG = 35;

let found: ReadonlySet<string> | undefined;

/** None while they can't be listed: whoever has something to say, perhaps just that, says it in English then. */
function knownLanguages(): ReadonlySet<string> {
  if (found) return found;
  if (!FOLDER) return (found = new Set());
  try {
    const names = readdirSync(FOLDER);
    return (found = new Set(names.flatMap((name) => /^bundle\.l10n\.([\w-]+)\.json$/.exec(name)?.[1] ?? [])));
  } catch {
    return new Set(); // as where too many files are open
  }
}

/** None while they can't be read, as above. */
function wordsOf(language: string): Readonly<Record<string, string>> {
  const known = words.get(language);
  if (known) return known;
  if (!knownLanguages().has(language)) return NO_WORDS;
  try {
    const text = readFileSync(new URL(`bundle.l10n.${language}.json`, FOLDER), "utf8");
    const read = JSON.parse(text) as Record<string, string>;
    words.set(language, read);
    return read;
  } catch {
    return NO_WORDS;
  }
}

const NO_WORDS: Readonly<Record<string, string>> = {};
