import { caughtIn } from "../../../core/text/letters.ts";
import type { QuestionIntent } from "./questionIntent.ts";
import type { QuestionTerm } from "./questionTerms.ts";
import { createTermMatching } from "./termMatching.ts";
import { stemOf, wordsOf } from "./words.ts";

/** The factor for the lines of a passage if a question asks for uses or speaks of a default; 1 for any other question. */
export function fitOfText(lines: readonly string[], terms: readonly QuestionTerm[], intent: QuestionIntent): number {
  const exact = terms.filter((term) => term.exact !== undefined);
  if (intent.uses && exact.length > 0) {
    const { probesIn } = createTermMatching(exact);
    const uses = lines.filter((text) => text.length < COLUMNS_AT_MOST && probesIn(text).length > 0 && USE.test(text));
    return uses.some((text) => !DEFINES.test(text)) ? 1 : 0.05;
  }
  const asked = terms.filter(({ isAsked, label }) => isAsked && label !== "default");
  const short = lines.filter((text) => text.length < COLUMNS_AT_MOST);
  if (intent.defaultValue && short.some((text) => asked.some((term) => isDefaultOf(text, term)))) return 4;
  const speaksOfDefault = terms.some(({ isAsked, label }) => isAsked && label === "default");
  return speaksOfDefault && short.some((text) => setsDefault(text, asked)) ? 4 : 1;
}

/** Whether a line gives a value to what is called the default of what is asked for: `DEFAULT_PORT = 80`. */
function setsDefault(text: string, asked: readonly QuestionTerm[]): boolean {
  const words = wordsOf(caughtIn(text, CALLED_DEFAULT) ?? "").filter((word) => word !== "default");
  const stems = new Set(asked.flatMap(({ alternatives: [said] }) => said?.stems ?? []));
  return words.length > 0 && words.every((word) => stems.has(stemOf(word)));
}

const CALLED_DEFAULT = /(?<!\w)(\w*default\w*)["'\])]?(?:\s*:\s*[\w&<>'.]{1,40}|\s+\w{1,20})?\s*(?::|:?=)(?![=:])/i;

const COLUMNS_AT_MOST = 300;

/** Neither a comment nor an import or export. */
const USE =
  /^(?!\s*(?:\/\/|\/?\*|#(?!\w)|import\b|from\b|use\b|export\s*[{*]|(?:module\.)?exports\b|\w+,?\s*$)|.*\brequire\()/;
const DEFINES =
  /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:class|interface|type|enum|struct|trait|function|def|func|fn)\b/;

/** Whether a line gives a term its default value: `x ?? 1`, `x != null ? x : 1`, `x = y || 1`, `x = 1`, `x: 1`. */
function isDefaultOf(text: string, term: QuestionTerm): boolean {
  const speaks = (part: string | undefined) => {
    if (part === undefined) return false;
    const stems = wordsOf(part).map(stemOf).join(" ");
    return term.alternatives.some((alternative) => ` ${stems} `.includes(` ${alternative.stems.join(" ")} `));
  };
  const taken = INSTEAD.exec(text);
  return (taken !== null && speaks(text.slice(0, taken.index + 1))) || speaks(caughtIn(text, GIVEN));
}

const INSTEAD = /\?\?|[!=]==?\s*(?:null|undefined)\s*\?|=\s*[^=&|]*\|\||@default\b/;
const GIVEN = /([\w$]+)[\])"']?\s*(?::|=|:=)\s*(?:[-\d"'`[{]|true\b|false\b|null\b|None\b|nil\b)/;
