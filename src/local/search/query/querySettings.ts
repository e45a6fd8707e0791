import { readPattern } from "./conditions.ts";
import type { Pattern } from "../../code/patterns/pattern.ts";
import { didYouMean, Refusal, unsupported } from "./queryProblem.ts";
import type { FilterToken } from "./querySyntax.ts";
import { isExclusion } from "../../code/files/revisions.ts";
import { SYMBOL_KINDS, type SymbolKind } from "../../../core/model/codeSymbol.ts";
import { l10n } from "../../base/l10n.ts";

export type ResultType = "file" | "path" | "repo" | "symbol" | "use" | "commit" | "diff";

/** What `select:` turns results into. */
export type Selection =
  | "repo"
  | "file"
  | "file.directory"
  | "content"
  | "symbol"
  | `symbol.${SymbolKind}`
  | "commit.diff.added"
  | "commit.diff.removed";

/** A filter of commits; `before` and `after` are left to git. */
export type CommitFilter =
  | { readonly name: "before" | "after"; readonly text: string; readonly source: string }
  | {
      readonly name: "author" | "committer" | "message";
      readonly negated: boolean;
      readonly pattern: Pattern;
      readonly source: string;
    };

/** What applies to a whole search, not to a part of its expression. */
export interface QuerySettings {
  readonly caseSensitive: boolean;
  /** The most ranges to find; `Infinity` for `count:all`. */
  readonly count: number | undefined;
  /** Empty where the query names none. */
  readonly types: ReadonlySet<ResultType>;
  readonly select: Selection | undefined;
  readonly timeoutMs: number | undefined;
  /** Whether files on disk are searched that are ignored or excluded. */
  readonly withIgnored: boolean;
  /** As git understands them, or globs of references; empty for the files as they are on disk. */
  readonly revisions: readonly string[];
  readonly commitFilters: readonly CommitFilter[];
}

/** Reads the filters that concern a whole search and skips the others. Throws a `Refusal`. */
export function readSettings(filters: readonly FilterToken[]): QuerySettings {
  const caseFilter = filters.findLast(({ name }) => name === "case");
  const caseSensitive =
    caseFilter !== undefined && readBoolean(caseFilter, l10n.t("`case:yes` distinguishes upper and lower case."));
  const types = new Set<ResultType>();
  const commitFilters: CommitFilter[] = [];
  const settings = {
    caseSensitive,
    count: undefined as number | undefined,
    types,
    select: undefined as Selection | undefined,
    timeoutMs: undefined as number | undefined,
    withIgnored: false,
    revisions: [] as readonly string[],
    commitFilters,
  };
  for (const filter of filters) {
    const { name, negated, text, source } = filter;
    switch (name) {
      case "count":
        settings.count = readCount(text);
        break;
      case "type":
        types.add(readType(text));
        break;
      case "select":
        settings.select = readSelection(text, source);
        break;
      case "timeout":
        settings.timeoutMs = readDuration(text);
        break;
      case "ignored":
        settings.withIgnored = readBoolean(filter, l10n.t("`ignored:yes` also searches what is ignored or excluded."));
        break;
      case "rev":
      case "repo": {
        const revisions = readRevisions(name === "rev" ? text : (/@([^]*)/.exec(text)?.[1] ?? ""), source);
        if (revisions.length === 0) break;
        if (negated || settings.revisions.length > 0) throw onlyOnce(source);
        settings.revisions = revisions;
        break;
      }
      case "author":
      case "committer":
      case "message":
        commitFilters.push({
          name,
          negated,
          pattern: readPattern({ kind: "regexp", text }, source, caseSensitive),
          source,
        });
        break;
      case "before":
      case "after":
        // git reads a word that it does not know as the present time.
        if (!/\d|yesterday|today|noon|midnight|last|day/i.test(text))
          throw new Refusal(
            l10n.t("`{0}:` needs a date", name),
            l10n.t('For example: `after:2025-06-30` or `before:"2 weeks ago"`.'),
          );
        // Whatever is not before a time is after it.
        commitFilters.push({ name: negated ? OPPOSITE[name] : name, text, source });
        break;
      // It is not known which folders are forks, archives or private: none of them can be chosen or left out.
      case "fork":
      case "archived":
        if (!/^(?:yes|no)$/i.test(text)) throw unsupported(source);
        break;
      case "visibility":
        if (text.toLowerCase() !== "any") throw unsupported(source);
        break;
      case "context":
        if (text.toLowerCase() !== "global") throw unsupported(source);
        break;
      default: // conditions, case and the pattern type are read elsewhere
    }
  }
  const [aboutCommits] = commitFilters;
  if (aboutCommits && !types.has("commit") && !types.has("diff")) {
    throw new Refusal(
      l10n.t("`{0}` needs `type:commit` or `type:diff`", aboutCommits.source),
      l10n.t("It filters commits. Other searches find files."),
    );
  }
  return settings;
}

const OPPOSITE = { before: "after", after: "before" } as const;

/** The revisions that `rev:` or `repo:name@revision` names; there may be several: `main:v1.0`. */
function readRevisions(text: string, source: string): readonly string[] {
  if (text === "") return [];
  if (text.startsWith("at.time(")) throw unsupported(source);
  const revisions = [...new Set(text.split(":").map((revision) => revision || "HEAD"))];
  const isReadable = (revision: string) =>
    /^\*!?[^!\s\\]+$/.test(revision) || !/[*!\s\\[\]?]|^[-^]|\.\./.test(revision);
  if (!revisions.every(isReadable) || revisions.every(isExclusion)) {
    throw new Refusal(
      l10n.t("The revision in `{0}` is not supported by the local service", source),
      l10n.t(
        "Supported: branches, tags, hashes, and expressions such as `HEAD~2`. Separate several with `:`, or use a glob: `*refs/heads/*:*!refs/heads/old-*`.",
      ),
    );
  }
  return revisions;
}

function onlyOnce(source: string): Refusal {
  return new Refusal(
    l10n.t("The revision in `{0}` can't be searched", source),
    l10n.t("A query can name revisions once: `rev:main`, or `rev:main:v1.0` for several."),
  );
}

function readBoolean({ text, source }: FilterToken, meaning: string): boolean {
  if (/^(?:yes|y|true|t|1)$/i.test(text)) return true;
  if (/^(?:no|n|false|f|0)$/i.test(text)) return false;
  throw new Refusal(l10n.t("`{0}` needs yes or no", source), meaning);
}

function readCount(text: string): number {
  if (text.toLowerCase() === "all") return Infinity;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Refusal(l10n.t("`count:` needs a number"), l10n.t("For example: `count:1000`, or `count:all`."));
}

function readType(text: string): ResultType {
  const type = TYPES.find((known) => known === text.toLowerCase());
  if (type === undefined)
    throw new Refusal(
      l10n.t("Unknown type `{0}`", text),
      [
        didYouMean(text, TYPES, (name) => `type:${name}`),
        l10n.t("Use one of these: {0}", TYPES.map((known) => `\`${known}\``).join(", ")),
      ]
        .filter(Boolean)
        .join(" "),
    );
  return type;
}

const TYPES: readonly ResultType[] = ["file", "path", "repo", "symbol", "use", "commit", "diff"];

function readSelection(text: string, source: string): Selection {
  const selection = SELECTIONS.get(text.toLowerCase());
  if (selection === undefined) throw unsupported(source);
  return selection;
}

const SELECTIONS = new Map<string, Selection>([
  ["repo", "repo"],
  ["file", "file"],
  ["file.path", "file"],
  ["file.directory", "file.directory"],
  ["content", "content"],
  ["symbol", "symbol"],
  ...SYMBOL_KINDS.map((kind) => [`symbol.${kind}`, `symbol.${kind}`] as const),
  ["commit.diff.added", "commit.diff.added"],
  ["commit.diff.removed", "commit.diff.removed"],
]);

/** A duration as Go writes it: `1m30s`. */
function readDuration(text: string): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g)];
  const durationMs = parts.reduce((sum, [, number, unit = ""]) => sum + Number(number) * (UNITS_MS.get(unit) ?? 0), 0);
  if (parts.map(([part]) => part).join("") !== text || durationMs <= 0) {
    throw new Refusal(l10n.t("`timeout:` needs a duration"), l10n.t("For example: `timeout:20s` or `timeout:1m30s`."));
  }
  return durationMs;
}

const UNITS_MS = new Map([
  ["ns", 1e-6],
  ["us", 1e-3],
  ["µs", 1e-3],
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
]);
