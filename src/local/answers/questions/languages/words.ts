import { existsSync, readFileSync } from "node:fs";

/** An English word, or several, and the words of a language that mean it, in the notation of that language. */
export type WordLine = readonly [english: string, words: readonly string[]];

/** Lower-case words of English, by the word that means them. */
export type WordTable = ReadonlyMap<string, string>;

let read: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] } | undefined;

/** The column of a language in `words.tsv`, which is read when it is first needed. */
export function wordLinesOf(language: string): readonly WordLine[] {
  const { columns, rows } = (read ??= readTable());
  const column = columns.indexOf(language);
  return rows.flatMap(([english = "", ...others]) => {
    const words = others[column - 1] ?? "";
    return words === "" ? [] : [[english, words.split(" ")] as const];
  });
}

/** What each word means; one that is in several lines means all of them. */
export function wordTableOf(language: string): WordTable {
  const table = new Map<string, string>();
  for (const [english, words] of wordLinesOf(language)) {
    for (const word of words) {
      const known = table.get(word);
      table.set(word, known === undefined ? english : `${known} ${english}`);
    }
  }
  return table;
}

/** Next to this file, or next to the program that it is built into. */
function readTable(): NonNullable<typeof read> {
  const file = ["./words.tsv", "../words.tsv"]
    .map((name) => new URL(name, import.meta.url))
    .find((url) => existsSync(url));
  if (!file) throw new Error("words.tsv is missing beside the local service.");
  const [columns = [], ...rows] = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  return { columns, rows };
}
