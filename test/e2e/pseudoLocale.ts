// A language that nobody speaks: it marks every word of ours, so that what is not marked was not translated.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../editor/places.mjs";
import type { Words } from "./tour.ts";

export const PSEUDO_LOCALE = "qps-ploc";

/** What is left as it is: values, code, links to commands, icons, and variables of the editor. */
const KEPT = /\{\d+\}|`+[^`]*`+|\]\([^)]*\)|\$\([\w-]+\)|\$\{\w+\}/;
const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = "áƀçđéƒğħíĵķłɱñóþʠřšŧúṽŵẋýžÁƁÇĐÉƑĞĦÍĴĶŁṀÑÓÞǪŘŠŦÚṼŴẊÝŽ";

/** "Search {0}" as "⟦Šéářçħ {0}⟧". */
function pseudo(message: string): string {
  const parts = message.split(new RegExp(`(${KEPT.source})`));
  const accented = (letter: string) => ACCENTED.charAt(PLAIN.indexOf(letter)) || letter;
  const text = parts.map((part, at) => (at % 2 ? part : part.replace(/[a-z]/gi, accented)));
  return `⟦${text.join("")}⟧`;
}

/** Copies what was built to a folder, with words of the pseudo-locale beside the English ones, and returns them. */
export function makePseudoExtension(folder: string): Words {
  for (const name of ["dist", "l10n", "media", "package.json", "package.nls.json"])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  const translate = (from: string, to: string) => {
    const words = Object.fromEntries(Object.entries(wordsIn(from)).map(([key, text]) => [key, pseudo(text)]));
    writeFileSync(join(folder, to), JSON.stringify(words));
    return words;
  };
  return {
    manifest: translate("package.nls.json", `package.nls.${PSEUDO_LOCALE}.json`),
    messages: translate("l10n/bundle.l10n.json", `l10n/bundle.l10n.${PSEUDO_LOCALE}.json`),
  };
}

/** The words of a file: one of `package.nls…json`, or one of `l10n`. */
export function wordsIn(file: string): Readonly<Record<string, string>> {
  const found = JSON.parse(readFileSync(join(ROOT, file), "utf8")) as Record<string, string | { message: string }>;
  return Object.fromEntries(
    Object.entries(found).map(([key, value]) => [key, typeof value === "string" ? value : value.message]),
  );
}
