import { ALIASES, FENCES, LANGUAGES, SCRIPTS, SHARED, SUFFIXED } from "./languageTables.ts";

const byFile = new Map(LANGUAGES.flatMap(([name, ...files]) => files.map((file) => [file, name])));
const byName = new Map(LANGUAGES.map(([name]) => [name.toLowerCase(), name]));

/**
 * The language of a file by its name, or of a script by its first line, if known; otherwise `undefined`. The first line
 * also decides between languages that share an ending.
 */
export function languageOf(path: string, firstLine = ""): string | undefined {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const dot = file.lastIndexOf(".");
  const ending = dot < 0 ? "" : file.slice(dot);
  const whole = file.slice(0, Math.max(0, file.indexOf(".")));
  const named =
    byFile.get(file) ??
    byFile.get(ending) ??
    byFile.get(ending.toLowerCase()) ??
    (SUFFIXED.has(whole) ? byFile.get(whole) : undefined);
  return languageByLine(named ?? languageOfScript(firstLine), firstLine);
}

/** The language of a text, from the one that its name suggests and its first line that is not blank. */
export function languageByLine(language: string | undefined, firstLine: string): string | undefined {
  const line = firstLine.slice(0, LINE_AT_MOST);
  return SHARED.find(([one, , looks]) => one === language && looks.test(line))?.[3] ?? language;
}

/** What follows tells nothing more about a language. */
const LINE_AT_MOST = 400;

/** The language of a file by its name; of those that share its ending, preferably one that is sought. */
export function languageAmong(path: string, sought: readonly string[]): string | undefined {
  const named = languageOf(path);
  if (named === undefined || sought.includes(named)) return named;
  const ofEnding = SHARED.filter(([one, ending]) => one === named && path.toLowerCase().endsWith(ending));
  return ofEnding.find(([, , , other]) => sought.includes(other))?.[3] ?? named;
}

/** Whether a file may be in one of some languages: a name alone does not distinguish those that share an ending. */
export function mayBeIn(path: string, languages: readonly string[]): boolean {
  return languages.includes(languageAmong(path, languages) ?? "");
}

/** "#!/usr/bin/env python3" */
function languageOfScript(firstLine: string): string | undefined {
  const [, program = ""] =
    /^#!\s*(?:\S*\/)?(?:env\s+(?:-\S+\s+|\w+=\S*\s+)*)?(?:\S*\/)?([A-Za-z]+)/.exec(firstLine) ?? [];
  return SCRIPTS.get(program);
}

/** The languages that a `lang:` value means, or `undefined` for a word that names none that we know. */
export function languagesNamed(value: string): readonly string[] | undefined {
  const name = value.toLowerCase();
  const exact = byName.get(name);
  return ALIASES.get(name) ?? (exact === undefined ? undefined : [exact]);
}

/** The names that {@link languagesNamed} knows, in lower case. */
export const LANGUAGE_NAMES: readonly string[] = [...byName.keys(), ...ALIASES.keys()];

/**
 * Globs for the file names of some languages, which may match a few other files too; with `onlySure`, without endings
 * that belong to another language first, and without names that have a suffix.
 */
export function globsOfLanguages(languages: readonly string[], { onlySure = false } = {}): readonly string[] {
  const named = LANGUAGES.filter(([name]) => languages.includes(name)).flatMap(([, ...files]) =>
    files.flatMap((file) =>
      file.startsWith(".")
        ? [`*${inAnyCase(file)}`]
        : [file, ...(SUFFIXED.has(file) && !onlySure ? [`${file}.*`] : [])],
    ),
  );
  const shared = SHARED.flatMap(([, ending, , other]) => (languages.includes(other) ? [`*${inAnyCase(ending)}`] : []));
  return onlySure ? named : [...named, ...shared];
}

/** `.[fF]90`; but `.ml`, because `.ML` is another language. */
function inAnyCase(ending: string): string {
  const isOther = [...byFile].some(
    ([file, language]) => file.toLowerCase() === ending.toLowerCase() && language !== byFile.get(ending),
  );
  return isOther
    ? ending
    : ending.replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

/** The word after the backticks of a fenced excerpt. */
export function fenceLanguageOf(language = ""): string {
  const name = language.toLowerCase();
  return FENCES.get(name) ?? name.replaceAll(" ", "-");
}
