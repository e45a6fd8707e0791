import * as vscode from "vscode";
import { QUERY_FILTERS, type FilterName, type QueryFilter } from "../../core/query/queryFilters.ts";
import { showMarkdown } from "../platform/showMarkdown.ts";

const SCHEME = "plumbline-syntax";

/** The query language on one page: a read-only Markdown document that the editor previews and that can be searched. */
export class SearchSyntax implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  /** Opens the page. If `beside`, it opens beside what is open, and the focus stays where it is. */
  async show(beside = false): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${vscode.l10n.t("Query Syntax")}.md` });
    const viewColumn = beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    await showMarkdown(uri, { preserveFocus: beside, viewColumn });
  }

  provideTextDocumentContent(): string {
    return syntaxPage();
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

/** The whole language: texts, operators, every filter with its values and examples. */
function syntaxPage(): string {
  const row = (...cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const filters = Object.entries<QueryFilter>(QUERY_FILTERS).map(([name, { aliases = [], negatable, examples }]) => {
    const names = [`${name}:`, ...(negatable ? [`-${name}:`] : []), ...aliases.map((alias) => `${alias}:`)];
    const values = VALUES[name as FilterName];
    const words = values === undefined ? MEANINGS[name as FilterName] : `${MEANINGS[name as FilterName]} ${values}`;
    return row(names.map(code).join(" "), words, examples.map(code).join("<br>"));
  });
  const pairs = (entries: readonly (readonly [string, string])[]): string[] => [
    row(vscode.l10n.t("Write"), vscode.l10n.t("to find")),
    row("---", "---"),
    ...entries.map(([query, words]) => row(code(query), words)),
  ];
  return [
    `# ${vscode.l10n.t("Query Syntax")}`,
    vscode.l10n.t(
      "A query has text to look for and filters that say where. What a service supports differs; unsupported filters are reported.",
    ),
    `## ${vscode.l10n.t("Text")}`,
    pairs([
      ["parse event", vscode.l10n.t("files that contain both words, in any order")],
      ['"event stream"', vscode.l10n.t("exactly this text, with its space")],
      ["/pars(e|ing)\\b/", vscode.l10n.t("what a regular expression (RE2) matches")],
      ["patternType:regexp pars(e|ing)", vscode.l10n.t("the same: all text is a regular expression")],
      ["patternType:standard event stream", vscode.l10n.t("one phrase as it is written")],
      ["case:yes Parse", vscode.l10n.t("this, in upper and lower case as written")],
      ["/\\bparse\\b/", vscode.l10n.t("whole words: what the toggle in the prompt writes")],
    ]).join("\n"),
    `## ${vscode.l10n.t("Operators")}`,
    pairs([
      ["parse and event", vscode.l10n.t("both")],
      ["parse or scan", vscode.l10n.t("one of them, or both")],
      ["parse not test", vscode.l10n.t("the first without the second")],
      ["(parse or scan) and lang:go", vscode.l10n.t("grouping by parentheses; AND binds more tightly than OR")],
      ['content:"or"', vscode.l10n.t("a word that would otherwise be an operator")],
    ]).join("\n"),
    `## ${vscode.l10n.t("Filters")}`,
    vscode.l10n.t(
      "A minus in front excludes. Quote values that contain spaces. Several filters of a kind narrow the search further.",
    ),
    [
      row(vscode.l10n.t("Filter"), vscode.l10n.t("Meaning"), vscode.l10n.t("Examples")),
      row("---", "---", "---"),
      ...filters,
    ].join("\n"),
    `## ${vscode.l10n.t("Repositories and files by content")}`,
    pairs([
      ["repo:has.path(go\\.mod)", vscode.l10n.t("in repositories with such a file")],
      ["repo:has.content(TODO)", vscode.l10n.t("in repositories with this text")],
      [
        "repo:has.file(path:Dockerfile content:alpine)",
        vscode.l10n.t("in repositories with such a file that contains this"),
      ],
      ["repo:has.topic(http)", vscode.l10n.t("in repositories with this topic")],
      ["file:has.content(import)", vscode.l10n.t("in files that also contain this")],
      ["file:has.owner(kim)", vscode.l10n.t("in files of this owner")],
    ]).join("\n"),
    "",
  ].join("\n\n");
}

function code(text: string): string {
  return `\`${text}\``;
}

/** A filter without its words does not compile. */
const MEANINGS: Record<FilterName, string> = {
  repo: vscode.l10n.t("Repositories whose name matches a regular expression; `@` adds a revision."),
  file: vscode.l10n.t("Files whose path matches a regular expression."),
  lang: vscode.l10n.t("Files in a language."),
  content: vscode.l10n.t("Text that would otherwise be read as something else."),
  case: vscode.l10n.t("Distinguish upper and lower case."),
  type: vscode.l10n.t("What to look for; `symbol` is where a name is defined, `use` where it is used in code."),
  select: vscode.l10n.t("Which part of the results to show."),
  count: vscode.l10n.t("Maximum number of matches; `all` for no limit."),
  patternType: vscode.l10n.t("How the text is read. Overrides the setting."),
  rev: vscode.l10n.t("A branch, tag or commit; separate several with `:`."),
  timeout: vscode.l10n.t("How long to search."),
  author: vscode.l10n.t("Commits and diffs by who wrote them."),
  committer: vscode.l10n.t("Commits and diffs by who committed them."),
  before: vscode.l10n.t("Commits and diffs before a time."),
  after: vscode.l10n.t("Commits and diffs after a time."),
  message: vscode.l10n.t("Commits and diffs by their message."),
  ignored: vscode.l10n.t("Files that are ignored or excluded, too; in searches on this machine only."),
  fork: vscode.l10n.t("Whether forks are searched."),
  archived: vscode.l10n.t("Whether archived repositories are searched."),
  visibility: vscode.l10n.t("Only public or only private repositories."),
  context: vscode.l10n.t("A search context: a group of repositories defined at the service."),
};

/** The values that a filter takes, if they are few. */
const VALUES: Partial<Record<FilterName, string>> = Object.fromEntries(
  Object.entries<QueryFilter>(QUERY_FILTERS).flatMap(([name, { values = [] }]) =>
    values.length > 1 && values.length < 10 ? [[name, values.map(code).join(", ")]] : [],
  ),
);
