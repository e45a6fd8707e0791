import * as vscode from "vscode";
import type { MatchedItem, MatchedLine } from "../../core/model/matches.ts";
import { sideBySide, withMarkedBidiControls, withVisibleBidiControls } from "../../core/text/bidi.ts";
import { relativeTime } from "../conversations/historyWords.ts";
import type { ResultNode } from "./resultNodes.ts";
import { branchesOf, starWords, traitName } from "./resultRows.ts";

/** How much of one line is shown, in UTF-16 units. */
const LINE_LENGTH = 300;
/** How much of a long line before what was found. */
const LEAD_LENGTH = 60;

/** What a row has no room for. `first` is an item of a repository, which says how old the searched copy is. */
export function resultTooltip(node: ResultNode, first?: MatchedItem): vscode.MarkdownString | undefined {
  switch (node.kind) {
    case "repository":
      return repositoryTooltip(node.repository.name, node.itself ?? first);
    case "item":
      return node.item.path === "" ? otherTooltip(node.item) : fileTooltip(node.item);
    case "line":
      return lineTooltip(node.line, node.item);
    case "range":
      return undefined;
  }
}

function repositoryTooltip(name: string, item: MatchedItem | undefined): vscode.MarkdownString {
  const about = [...(item?.traits ?? []).map(traitName), item?.stars ? starWords(item.stars) : ""];
  return paragraphs(name, item?.description, about.filter(Boolean).join(", "), ageOf(item));
}

function fileTooltip(item: MatchedItem): vscode.MarkdownString {
  const revision = branchesOf(item) || (item.revision === undefined ? "" : `@${item.revision.slice(0, 7)}`);
  return paragraphs(
    `${item.repository}/${item.path}`,
    [item.language, revision].filter(Boolean).join(" · "),
    ageOf(item),
  );
}

function otherTooltip(item: MatchedItem): vscode.MarkdownString {
  const { commit } = item;
  if (!commit) return paragraphs(item.label, item.description, item.type, item.repository);
  const time = commit.authoredAt === undefined ? "" : new Date(commit.authoredAt).toLocaleString(vscode.env.language);
  const origin = sideBySide([commit.author, time, commit.hash.slice(0, 7)]);
  const text = paragraphs(item.repository, origin);
  return commit.message === "" ? text : text.appendCodeblock(withVisibleBidiControls(commit.message), "plaintext");
}

function lineTooltip(
  { line, text, ranges, context, symbol, diff }: MatchedLine,
  item: MatchedItem,
): vscode.MarkdownString {
  if (symbol)
    return paragraphs(`${item.path}:${line + 1}`, [symbol.kind, symbol.container].filter(Boolean).join(" · "));
  const first = ranges[0]?.start ?? 0;
  const shown = first > LINE_LENGTH / 2 ? `…${text.slice(first - LEAD_LENGTH)}` : text;
  const lines = [...(context?.before ?? []), shown, ...(context?.after ?? [])].map((each) =>
    each.slice(0, LINE_LENGTH),
  );
  const language = diff ? "diff" : item.commit ? "plaintext" : languageOf(item);
  const file = diff?.newPath ?? diff?.oldPath ?? item.path;
  const tooltip = item.commit && !diff ? new vscode.MarkdownString() : paragraphs(`${file}:${line + 1}`);
  return tooltip.appendCodeblock(withVisibleBidiControls(withoutIndentation(lines).join("\n")), language);
}

/** The name by which the editor's Markdown knows the language, such as `go`, or the file's extension. */
function languageOf({ language, path }: MatchedItem): string {
  return (language ?? /\.(\w+)$/.exec(path)?.[1] ?? "plaintext").toLowerCase();
}

/** Removes the leading blanks that all lines have in common. */
function withoutIndentation(lines: readonly string[]): readonly string[] {
  const depths = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const depth = depths.length > 0 ? Math.min(...depths) : 0;
  return lines.map((line) => line.slice(depth));
}

function ageOf(item: MatchedItem | undefined): string {
  if (item?.fetchedAt === undefined) return "";
  return vscode.l10n.t("Fetched by the service: {0}", relativeTime(item.fetchedAt, Date.now()));
}

/** Text from the service, escaped so that none of it is read as Markdown. */
function paragraphs(...texts: readonly (string | undefined)[]): vscode.MarkdownString {
  const escaped = texts
    .filter(Boolean)
    .map((text = "") => withMarkedBidiControls(text).replace(/[!-/:-@[-`{-~]/g, "\\$&"));
  return new vscode.MarkdownString(escaped.map((text) => `${text}\n\n`).join(""));
}
