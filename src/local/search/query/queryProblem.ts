import { nearestOf } from "../../../core/text/oneEdit.ts";
import { l10n } from "../../base/l10n.ts";

/** Why a query is not carried out. Both are Markdown for the person who wrote it. */
export interface QueryRefusal {
  readonly title: string;
  readonly description: string;
}

/** Thrown while a query is read, for what can't be carried out here; `message` is the title. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly description: string;

  constructor(title: string, description: string) {
    super(title);
    this.description = description;
  }
}

/** The refusal of something that the service may support but this one does not. */
export function unsupported(source: string): Refusal {
  return new Refusal(l10n.t("`{0}` is not supported by the local service", source), supportedWords());
}

/** Asks whether a similar known word was meant; empty if there is none. `inFull` turns that word into what to write. */
export function didYouMean(word: string, known: readonly string[], inFull: (word: string) => string): string {
  const nearest = nearestOf(word.toLowerCase(), known);
  return nearest === undefined ? "" : l10n.t("Did you mean `{0}`?", inFull(nearest));
}

/** What is supported, in a sentence or two. */
export function supportedWords(): string {
  return l10n.t(
    "Supported: `repo:`, `file:`, `lang:`, `content:` (also with `-` in front), `repo:has.file(path:… content:…)`, `repo:has.path(…)`, `repo:has.content(…)`, `file:has.content(…)`, `rev:` and `repo:name@revision`, `case:`, `count:`, `timeout:`, `ignored:yes`, `type:` (`file`, `path`, `repo`, `symbol`, `use`, `commit`, `diff`), `select:`, `patternType:` (`keyword`, `standard`, `literal`, `regexp`); for commits `author:`, `committer:`, `message:`, `before:` and `after:`; and `AND`, `OR`, `NOT` with parentheses.",
  );
}
