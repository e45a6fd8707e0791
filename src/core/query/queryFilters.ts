/** A filter of the query language, without its colon. */
export interface QueryFilter {
  /** Other names for it. */
  readonly aliases?: readonly string[];
  /** Whether `-name:` excludes. */
  readonly negatable?: boolean;
  /** Values that are known in advance. */
  readonly values?: readonly string[];
  readonly examples: readonly string[];
}

const YES_NO_ONLY = ["yes", "no", "only"];

/** Every filter, in the order in which they are offered and explained. */
export const QUERY_FILTERS = {
  repo: {
    aliases: ["r"],
    negatable: true,
    examples: [
      "repo:^github\\.com/owner/name$",
      "repo:undici -repo:fork",
      "repo:has.file(path:package\\.json content:undici)",
    ],
  },
  file: {
    aliases: ["f", "path"],
    negatable: true,
    examples: ["file:\\.ts$", "-file:test", "file:^src/", "file:has.content(TODO)"],
  },
  lang: {
    aliases: ["l", "language"],
    negatable: true,
    values: [
      ...["ada", "c", "c#", "c++", "clojure", "cobol", "crystal", "css", "cuda", "d", "dart", "elixir", "erlang"],
      ...["f#", "fortran", "gdscript", "go", "groovy", "haskell", "haxe", "html", "java", "javascript", "json"],
      ...["julia", "kotlin", "lua", "markdown", "matlab", "nim", "objective-c", "ocaml", "pascal", "perl"],
      ...["php", "powershell", "prolog", "python", "r", "racket", "ruby", "rust", "scala", "scheme", "shell"],
      ...["solidity", "sql", "svelte", "swift", "systemverilog", "tcl", "terraform", "toml", "typescript"],
      ...["vala", "verilog", "vhdl", "vue", "xml", "yaml", "zig"],
    ],
    examples: ["lang:typescript", "-lang:markdown"],
  },
  content: { negatable: true, examples: ['content:"and not"', '-content:"deprecated"'] },
  case: { values: ["yes"], examples: ["case:yes"] },
  type: {
    values: ["file", "path", "repo", "symbol", "use", "commit", "diff"],
    examples: ["type:symbol parse", "type:use parseQuery", "type:diff after:yesterday"],
  },
  select: {
    values: ["repo", "file", "file.directory", "file.path", "content", "symbol", "commit.diff.added"],
    examples: ["select:repo", "select:symbol.function"],
  },
  count: { values: ["all", "100", "1000"], examples: ["count:all", "count:1000"] },
  patternType: { values: ["keyword", "standard", "regexp"], examples: ["patternType:regexp"] },
  rev: { aliases: ["revision"], examples: ["repo:name rev:main", "repo:name@v1.0"] },
  timeout: { values: ["10s", "1m"], examples: ["timeout:1m"] },
  author: { negatable: true, examples: ["type:commit author:kim"] },
  committer: { negatable: true, examples: ["type:commit committer:bot"] },
  before: { aliases: ["until"], negatable: true, examples: ['type:commit before:"last week"'] },
  after: { aliases: ["since"], negatable: true, examples: ["type:diff after:2025-06-30"] },
  message: { aliases: ["m", "msg"], negatable: true, examples: ["type:commit message:fix"] },
  ignored: { values: ["yes"], examples: ["ignored:yes vendored"] },
  fork: { values: YES_NO_ONLY, examples: ["fork:yes"] },
  archived: { values: YES_NO_ONLY, examples: ["archived:only"] },
  visibility: { values: ["any", "public", "private"], examples: ["visibility:public"] },
  context: { examples: ["context:global"] },
} as const satisfies Readonly<Record<string, QueryFilter>>;

export type FilterName = keyof typeof QUERY_FILTERS;

/** The filters, and values of others, that only the local service knows. */
export const LOCAL_ONLY: ReadonlySet<string> = new Set(["ignored:", "type:use"]);

const NAMES = new Map(
  Object.entries<QueryFilter>(QUERY_FILTERS).flatMap(([name, { aliases = [] }]) =>
    [name, ...aliases].map((each) => [each.toLowerCase(), name as FilterName] as const),
  ),
);

/**
 * The filter that a part of a query uses (`-lang:go` is `lang`), by any of its names; `undefined` for text, such as
 * `File::Spec`.
 */
export function filterOf(part: string): FilterName | undefined {
  const [, name = ""] = /^-?([a-z]+):(?!:)/i.exec(part) ?? [];
  return filterNamed(name);
}

/** All names and aliases of filters, in lower case. */
export const FILTER_NAMES: readonly string[] = [...NAMES.keys()];

/** The filter with this name or alias, in any case. */
export function filterNamed(name: string): FilterName | undefined {
  return NAMES.get(name.toLowerCase());
}
