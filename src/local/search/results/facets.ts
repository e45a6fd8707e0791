import { literalFilter } from "../../../core/query/literalPattern.ts";
import { repositoryPattern } from "../../../core/query/queryCompletion.ts";
import { type Found, languageOfFound } from "./found.ts";
import { l10n } from "../../base/l10n.ts";

/** Counts what a search finds by repository, language, kind of file and type, for the `filters` event. */
export class Facets {
  readonly #repositories = new Map<string, number>();
  readonly #languages = new Map<string, number>();
  readonly #exclusions = new Map<string, number>();
  readonly #authors = new Map<string, number>();
  readonly #types = new Map<string, number>();
  readonly #symbolKinds = new Map<string, number>();

  add(found: Found, count: number): void {
    increase(this.#repositories, found.repository.name, count);
    increase(this.#types, found.type === "content" ? "file" : found.type, count);
    if ("commit" in found) increase(this.#authors, found.commit.authorEmail, count);
    if (found.type === "symbol") for (const { kind } of found.symbols) increase(this.#symbolKinds, kind, 1);
    const language = languageOfFound(found);
    if (language !== undefined) increase(this.#languages, language, count);
    if ("path" in found)
      for (const [value, , pattern] of EXCLUSIONS)
        if (pattern.test(found.path)) increase(this.#exclusions, value, count);
  }

  get repositoryCount(): number {
    return this.#repositories.size;
  }

  /** The data of a `filters` event; empty where there is nothing to narrow. */
  encode(exhaustive: boolean): readonly object[] {
    const facet = (value: string, label: string, count: number, kind: string) => ({
      value,
      label,
      count,
      exhaustive,
      kind,
    });
    return [
      ...largest(this.#repositories).map(([name, count]) =>
        facet(`repo:${repositoryPattern(name)}`, name, count, "repo"),
      ),
      ...largest(this.#languages).map(([name, count]) =>
        facet(`lang:${name.includes(" ") ? `"${name.toLowerCase()}"` : name.toLowerCase()}`, name, count, "lang"),
      ),
      ...EXCLUSIONS.flatMap(([value, label]) =>
        this.#exclusions.has(value) ? [facet(value, label(), this.#exclusions.get(value) ?? 0, "file")] : [],
      ),
      ...largest(this.#authors).map(([email, count]) =>
        facet(`author:${literalFilter(email)}`, email, count, "author"),
      ),
      ...largest(this.#symbolKinds).map(([kind, count]) =>
        facet(`select:symbol.${kind}`, `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`, count, "symbol type"),
      ),
      // Where all results are of one type, there is nothing to choose.
      ...(this.#types.size > 1 ? largest(this.#types) : []).map(([type, count]) =>
        facet(`type:${type}`, typeWords(type), count, "type"),
      ),
    ];
  }
}

/** What people often want to leave out. */
const EXCLUSIONS: readonly (readonly [value: string, label: () => string, pattern: RegExp])[] = [
  ["-file:_test\\.go$", () => l10n.t("Go tests"), /_test\.go$/],
  ["-file:(^|/)vendor/", () => l10n.t("Go vendor"), /(^|\/)vendor\//],
  ["-file:(^|/)node_modules/", () => "node_modules", /(^|\/)node_modules\//],
  ["-file:\\.min\\.js$", () => l10n.t("Minified JavaScript"), /\.min\.js$/],
  ["-file:\\.js\\.map$", () => l10n.t("JavaScript source maps"), /\.js\.map$/],
];

function typeWords(type: string): string {
  switch (type) {
    case "file":
      return l10n.t("Content");
    case "path":
      return l10n.t("File names");
    case "repo":
      return l10n.t("Repositories");
    case "commit":
      return l10n.t("Commits");
    case "diff":
      return l10n.t("Diffs");
    case "symbol":
      return l10n.t("Symbols");
    default:
      return type;
  }
}

const LISTED_AT_MOST = 40;

/** Those with equal counts are ordered by name: which of them is found first differs from run to run. */
function largest(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1)).slice(0, LISTED_AT_MOST);
}

function increase(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
