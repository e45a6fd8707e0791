/** Something that can go where the text of a query ends. */
export interface Completion {
  /** What it is called, such as `lang:`. */
  readonly label: string;
  /** The query with it. */
  readonly query: string;
}

export interface CompletionWords {
  /** Names of repositories that are at hand. */
  readonly repositories: readonly string[];
}

/** Filters of the query language, each with values that are known beforehand. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  "repo:": [],
  "file:": [],
  "lang:": [
    ...["c", "c#", "c++", "css", "dart", "elixir", "erlang", "go", "haskell", "html", "java", "javascript", "json"],
    ...["kotlin", "lua", "markdown", "objective-c", "ocaml", "perl", "php", "python", "r", "ruby", "rust", "scala"],
    ...["shell", "sql", "swift", "terraform", "toml", "typescript", "vue", "xml", "yaml", "zig"],
  ],
  "case:": ["yes"],
  "count:": ["all", "100", "1000"],
  "type:": ["file", "path", "repo", "symbol", "commit", "diff"],
  "patternType:": ["keyword", "standard", "regexp"],
  "select:": ["repo", "file", "file.directory", "file.path", "content", "symbol", "commit.diff.added"],
  "content:": [],
  "rev:": [],
  "author:": [],
  "before:": [],
  "after:": [],
  "message:": [],
  "timeout:": ["10s", "1m"],
  "fork:": ["yes", "no", "only"],
  "archived:": ["yes", "no", "only"],
  "visibility:": ["any", "public", "private"],
  "-repo:": [],
  "-file:": [],
  "-lang:": [],
};

/**
 * What can follow: filters that start like the last word of the query, or values of the filter that it is. There is no
 * cursor: completion is at the end of the text only.
 */
export function completionsFor(query: string, { repositories }: CompletionWords): Completion[] {
  const start = query.search(/\S*$/);
  const before = query.slice(0, start);
  const last = query.slice(start);
  const [, filter = "", value = ""] = /^(-?\w+:)(.*)$/.exec(last) ?? [];
  if (filter === "") {
    if (last === "") return [];
    return Object.keys(FILTERS)
      .filter((name) => name.toLowerCase().startsWith(last.toLowerCase()))
      .map((name) => ({ label: name, query: before + name }));
  }
  const known = Object.keys(FILTERS).find((name) => name.toLowerCase() === filter.toLowerCase().replace(/^-?/, ""));
  const values = known === "repo:" ? repositories.map(repositoryPattern) : (FILTERS[known ?? ""] ?? []);
  const typed = value.toLowerCase().replaceAll("\\", "");
  return values
    .filter((each) => each !== value && each.toLowerCase().replaceAll("\\", "").includes(typed))
    .map((each) => ({ label: filter + each, query: `${before}${filter}${each} ` }));
}

/** A value of `repo:` that stands for this repository alone. */
export function repositoryPattern(name: string): string {
  return `^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;
}

/** A value of `file:` that stands for all below a folder, or for one file. */
export function pathPattern(path: string, isFolder: boolean): string {
  return `^${path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}${isFolder ? "/" : "$"}`;
}
