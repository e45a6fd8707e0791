import * as vscode from "vscode";
import { clipLine } from "../../core/text/clipLine.ts";
import { shortPath, shortRepository } from "../../core/text/shortPath.ts";
import { sideBySide } from "../../core/text/bidi.ts";
import type { ColumnRange, MatchedItem, MatchedLine } from "../../core/model/matches.ts";
import { relativeTime } from "../conversations/historyWords.ts";
import { withMarkedBidiInRow } from "../platform/markedBidi.ts";
import type { ResultNode } from "./resultNodes.ts";
import { matchWords } from "../search/searchWords.ts";

/** What a row needs to know besides its node. */
export interface RowSurroundings {
  /** Where a file is, for its icon and its decorations. */
  readonly uriOf: (item: MatchedItem) => vscode.Uri;
  /** What a click does. */
  readonly commandOf: (node: ResultNode) => vscode.Command | undefined;
  readonly isFlat: boolean;
  /** How many matches of a row are left after dismissals. */
  readonly countOf: (node: Counted) => number;
}

/** A row that shows a count. */
type Counted = Extract<ResultNode, { kind: "repository" | "item" }>;

/** How many files, the first ones, show their lines at once; further ones open on demand. */
const EXPANDED_ITEMS = 50;

/**
 * In characters: how much of a file with its folder, and of a folder at least is shown. In a side bar of 280 pixels,
 * the editor cuts off what is longer: at its end, which tells most.
 */
const [ROW_LENGTH, FOLDER_LENGTH] = [31, 16];

/** A row without its tooltip, which is made on demand. */
export function resultRow(node: ResultNode, around: RowSurroundings): vscode.TreeItem {
  const row = withMarkedBidiInRow(rowOf(node, around));
  row.id = node.id;
  row.contextValue = contextOf(node);
  const command = around.commandOf(node);
  if (command) row.command = command;
  return row;
}

/** What the conditions of menus use. It marks rows of files. */
function contextOf(node: ResultNode): string {
  if (node.kind === "range") return "range";
  const isFile = node.kind !== "repository" && node.item.path !== "" && !node.item.commit;
  return `result.${node.kind}${isFile ? ".file" : ""}`;
}

function rowOf(node: ResultNode, around: RowSurroundings): vscode.TreeItem {
  switch (node.kind) {
    case "repository":
      return repositoryRow(node, around.countOf(node));
    case "range":
      return rangeRow(node);
    case "item":
      return node.item.path === ""
        ? otherRow(node.item, around.countOf(node))
        : fileRow(node.item, around.countOf(node), around);
    case "line":
      return node.line.symbol ? symbolRow(node.line, node.item) : lineRow(node.line, node.item);
  }
}

function repositoryRow(
  { repository, itself }: Extract<ResultNode, { kind: "repository" }>,
  count: number,
): vscode.TreeItem {
  const { None, Expanded } = vscode.TreeItemCollapsibleState;
  const { name } = repository;
  const ranges = itself?.labelRanges ?? [];
  const shown = ranges.length === 0 ? shortRepository(name) : name;
  const row = new vscode.TreeItem(
    { label: shown || vscode.l10n.t("In no repository"), highlights: toHighlights(ranges) },
    itself ? None : Expanded,
  );
  row.iconPath = new vscode.ThemeIcon("repo");
  row.description = itself
    ? sideBySide([...(itself.traits ?? []).map(traitName), itself.description])
    : countWord(count);
  row.accessibilityInformation = {
    label: itself
      ? vscode.l10n.t("Repository {0} {1}", repository.name, row.description)
      : [repository.name, matchWords(count)].join(", "),
  };
  return row;
}

function rangeRow({ from, to, parent }: Extract<ResultNode, { kind: "range" }>): vscode.TreeItem {
  const [first, last] = [from + 1, to].map((number) => number.toLocaleString(vscode.env.language));
  const label =
    parent?.kind === "item"
      ? vscode.l10n.t("matched lines {0}–{1}", first ?? "", last ?? "")
      : parent
        ? vscode.l10n.t("files {0}–{1}", first ?? "", last ?? "")
        : vscode.l10n.t("results {0}–{1}", first ?? "", last ?? "");
  return new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
}

function fileRow(item: MatchedItem, matches: number, { uriOf, isFlat }: RowSurroundings): vscode.TreeItem {
  const slash = item.path.replace(/\/$/, "").lastIndexOf("/") + 1;
  const inFolder = item.labelRanges?.some(({ start }) => start < slash) === true;
  // a match in a folder's name can only be shown in the label: descriptions have no highlights
  const from = inFolder ? folderOfMatch(item) : slash;
  const lead = inFolder && from > 0 ? "…/" : "";
  const name = lead + item.path.slice(from);
  const row = new vscode.TreeItem(
    { label: name, highlights: toHighlights(item.labelRanges, from - lead.length) },
    stateOf(item),
  );
  const count = item.lineCount > 0 ? countWord(matches) : "";
  const place = [isFlat ? item.repository : "", inFolder ? "" : item.path.slice(0, Math.max(0, slash - 1))];
  const room = Math.max(FOLDER_LENGTH, ROW_LENGTH - name.length);
  row.description = sideBySide([shortPath(place.filter(Boolean).join("/"), room), branchesOf(item), count]);
  row.resourceUri = uriOf(item);
  row.iconPath = item.path.endsWith("/") ? vscode.ThemeIcon.Folder : vscode.ThemeIcon.File;
  row.accessibilityInformation = {
    label: vscode.l10n.t("{0}, {1}, in {2}", item.path, matchWords(matches), item.repository),
  };
  return row;
}

/** Where the folder begins in whose name the first match is, if the path is too long to be shown whole. */
function folderOfMatch({ path, labelRanges }: MatchedItem): number {
  return path.length <= ROW_LENGTH ? 0 : path.lastIndexOf("/", (labelRanges?.[0]?.start ?? 0) - 1) + 1;
}

/** A row for anything but a file: a commit, a person, a team, or an unknown type. */
function otherRow(item: MatchedItem, matches: number): vscode.TreeItem {
  const { label, highlights } = clipLine(item.label, item.labelRanges ?? []);
  const row = new vscode.TreeItem({ label, highlights }, stateOf(item, vscode.TreeItemCollapsibleState.Collapsed));
  const { commit } = item;
  const time = commit?.authoredAt === undefined ? "" : relativeTime(commit.authoredAt, Date.now());
  const words = commit ? [commit.author, time] : [item.description];
  const isKnown = item.type in ICONS;
  const count = item.lineCount > 0 ? countWord(matches) : "";
  row.description = sideBySide([...words, isKnown ? "" : item.type, count]);
  row.iconPath = new vscode.ThemeIcon(ICONS[item.type] ?? "circle-outline");
  row.accessibilityInformation = { label: [item.label, row.description, item.repository].filter(Boolean).join(", ") };
  return row;
}

const ICONS: Readonly<Record<string, string>> = {
  commit: "git-commit",
  diff: "git-commit",
  person: "person",
  team: "organization",
  repo: "repo",
};

function symbolRow({ line, text, symbol }: MatchedLine, item: MatchedItem): vscode.TreeItem {
  const row = new vscode.TreeItem(text);
  const kind = symbol?.kind ?? "";
  row.iconPath = new vscode.ThemeIcon(SYMBOL_ICONS.has(kind) ? `symbol-${kind}` : "symbol-misc");
  row.description = sideBySide([symbol?.container, kind, String(line + 1)]);
  row.accessibilityInformation = {
    label: vscode.l10n.t("{0} {1}, line {2} of {3}", kind, text, line + 1, item.path),
  };
  return row;
}

/** The kinds for which the editor has an icon `symbol-…`. */
const SYMBOL_ICONS = new Set([
  ...["array", "boolean", "class", "constant", "constructor", "enum", "event", "field", "file", "function"],
  ...["interface", "key", "method", "module", "namespace", "number", "object", "operator", "package", "property"],
  ...["string", "struct", "variable"],
]);

function lineRow({ line, text, textStart = 0, ranges, diff }: MatchedLine, item: MatchedItem): vscode.TreeItem {
  const { label, highlights } = clipLine(text, ranges, textStart);
  // In front, where a narrow side bar doesn't cut it off. Lines of a commit message have no numbers.
  const number = item.commit && !diff ? "" : `${line + 1}: `;
  const shifted = highlights.map(([start, end]): [number, number] => [start + number.length, end + number.length]);
  const row = new vscode.TreeItem({ label: number + label, highlights: shifted });
  const column = textStart + (ranges[0]?.start ?? 0) + 1;
  const file = diff?.newPath ?? diff?.oldPath ?? item.label;
  row.accessibilityInformation = {
    label: vscode.l10n.t("{0}, line {1} column {2} of {3}", label, line + 1, column, file),
  };
  return row;
}

function stateOf(
  { index, lineCount }: MatchedItem,
  later?: vscode.TreeItemCollapsibleState,
): vscode.TreeItemCollapsibleState {
  const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  return lineCount === 0 ? None : (later ?? (index < EXPANDED_ITEMS ? Expanded : Collapsed));
}

/** The revisions that were asked for, if the query named any. */
export function branchesOf({ branches = [] }: MatchedItem): string {
  const isDefault = (branch: string) => branch === "" || branch === "HEAD";
  return branches.every(isDefault) ? "" : branches.map((branch) => `@${branch || "HEAD"}`).join(" ");
}

export function starWords(stars: number): string {
  return stars === 1 ? vscode.l10n.t("1 star") : vscode.l10n.t("{0} stars", countWord(stars));
}

export function traitName(trait: string): string {
  switch (trait) {
    case "fork":
      return vscode.l10n.t("fork");
    case "archived":
      return vscode.l10n.t("archived");
    default:
      return vscode.l10n.t("private");
  }
}

function toHighlights(ranges: readonly ColumnRange[] = [], from = 0): [number, number][] {
  return ranges.filter(({ end }) => end > from).map(({ start, end }) => [Math.max(0, start - from), end - from]);
}

function countWord(count: number): string {
  return count.toLocaleString(vscode.env.language);
}
