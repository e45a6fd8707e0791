/** Why a query is not carried out. Both are Markdown for the person who wrote it. */
export interface QueryProblem {
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

/** The refusal of something that the service may know and this one does not. */
export function unsupported(source: string): Refusal {
  return new Refusal(`\`${source}\` is not supported by the local service`, SUPPORTED);
}

/** What is understood, in a sentence or two. */
export const SUPPORTED =
  "The local service understands `repo:`, `file:`, `lang:`, `content:` (each also with `-` in front), `rev:` and `repo:name@revision`, `case:`, `count:`, `timeout:`, `type:` (`file`, `path`, `repo`, `symbol`, `commit`, `diff`), `select:`, `patternType:` (`keyword`, `standard`, `literal`, `regexp`), for commits `author:`, `committer:`, `message:`, `before:` and `after:`, and `AND`, `OR`, `NOT` with parentheses.";
