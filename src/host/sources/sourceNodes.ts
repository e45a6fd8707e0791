import * as vscode from "vscode";
import type { SourceCheck } from "../../core/sources/sourceCheck.ts";
import type { SourceLocation } from "../../core/sources/sourceLink.ts";
import { sideBySide } from "../../core/text/bidi.ts";
import { shortRepository } from "../../core/text/shortPath.ts";
import type { SourceState, SourceStatus } from "../../protocol/answer.ts";

/** A source of an answer, with the result of its check if there is one. */
export interface CitedPlace {
  readonly state: SourceState;
  /** The numbers of other sources whose lines are part of it. */
  readonly parts: readonly number[];
  readonly location: SourceLocation;
  readonly check?: SourceCheck;
}

/** A row of the Sources view. A file with a single place has one row for both. */
export interface SourceNode {
  readonly kind: "repository" | "file" | "place";
  readonly id: string;
  readonly parent: SourceNode | undefined;
  readonly children: readonly SourceNode[];
  /** The places of the row and of all rows below it, in order. Never empty. */
  readonly places: readonly [CitedPlace, ...CitedPlace[]];
}

/** Repository → file → places, each in order of appearance. */
export function sourceNodes(places: readonly CitedPlace[]): readonly SourceNode[] {
  return level(
    places,
    "repository",
    undefined,
    ({ location }) => location.repository,
    (node) =>
      level(node.places, "file", node, fileOf, (file) =>
        file.places.length === 1
          ? []
          : level(
              file.places,
              "place",
              file,
              ({ state }) => String(state.index),
              () => [],
            ),
      ),
  );
}

function level(
  places: readonly CitedPlace[],
  kind: SourceNode["kind"],
  parent: SourceNode | undefined,
  keyOf: (place: CitedPlace) => string,
  below: (node: SourceNode) => readonly SourceNode[],
): readonly SourceNode[] {
  return [...Map.groupBy(places, keyOf)].flatMap(([key, [first, ...others]]) => {
    if (!first) return [];
    const id = JSON.stringify([parent?.id, key]);
    const node = { kind, id, parent, places: [first, ...others] as const, children: [] as readonly SourceNode[] };
    node.children = below(node);
    return [node];
  });
}

function fileOf({ location: { path, revision = "" } }: CitedPlace): string {
  return `${path}@${revision}`;
}

/** A row without its tooltip, which is made on demand. `fileUri` is a file's location, for its icon. */
export function sourceRow(node: SourceNode, fileUri: vscode.Uri | undefined, isRemote: boolean): vscode.TreeItem {
  const { None, Expanded } = vscode.TreeItemCollapsibleState;
  const { kind, places } = node;
  const [{ state }] = places;
  const row = new vscode.TreeItem(labelOf(node), node.children.length > 0 ? Expanded : None);
  row.id = node.id;
  if (kind === "repository") row.iconPath = new vscode.ThemeIcon("repo");
  else if (kind === "file") {
    row.iconPath = vscode.ThemeIcon.File;
    if (fileUri) row.resourceUri = fileUri;
  } else row.iconPath = statusIcon(state.status);
  const isPlace = node.children.length === 0;
  const folder = kind === "file" ? state.label.slice(0, Math.max(0, state.label.lastIndexOf("/"))) : "";
  const words = isPlace
    ? [kind === "file" && state.lines, statusWords(state.status, kind === "file"), folder]
    : [folder];
  row.description = sideBySide(words);
  row.accessibilityInformation = {
    label: isPlace
      ? [state.description, state.status?.description].filter(Boolean).join(", ")
      : `${kind === "file" ? state.label : state.repository}, ${places.length === 1 ? vscode.l10n.t("1 source") : vscode.l10n.t("{0} sources", places.length)}`,
  };
  row.contextValue = [
    "source",
    isPlace ? "place" : kind,
    isRemote && "remote",
    isPlace && state.status?.canCompare === true && "different",
  ]
    .filter(Boolean)
    .join(".");
  if (isPlace) {
    const title = vscode.l10n.t("Open");
    row.command = { command: "plumbline.openSource", title, arguments: [node] };
  }
  return row;
}

function labelOf({ kind, places: [{ state }] }: SourceNode): string {
  if (kind === "repository") return shortRepository(state.repository);
  if (kind === "file") return state.label.slice(state.label.lastIndexOf("/") + 1);
  return state.lines ?? vscode.l10n.t("whole file");
}

/** The status in words. A file's row has the file's icon, so a check mark in its words says that it is unchanged. */
function statusWords(status: SourceStatus | undefined, isFile: boolean): string | undefined {
  return status?.kind === "same" ? (isFile ? "✓" : undefined) : status?.label;
}

const ICONS: Record<SourceStatus["kind"], [icon: string, color?: string]> = {
  same: ["check", "testing.iconPassed"],
  cited: ["cloud"],
  moved: ["arrow-swap"],
  changed: ["diff", "notificationsWarningIcon.foreground"],
  perhaps: ["question", "notificationsWarningIcon.foreground"],
  gone: ["circle-slash", "notificationsErrorIcon.foreground"],
  perhapsGone: ["circle-slash", "notificationsWarningIcon.foreground"],
  broken: ["warning", "notificationsErrorIcon.foreground"],
  unchecked: ["question"],
};

function statusIcon(status: SourceStatus | undefined): vscode.ThemeIcon {
  const [icon, color] = status ? ICONS[status.kind] : (["symbol-number"] as const);
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** The place, its status and the cited text. None of the service's text is read as Markdown. */
export function sourceTooltip({ kind, children, places: [{ state }] }: SourceNode): vscode.MarkdownString {
  if (kind === "repository") return new vscode.MarkdownString().appendText(state.repository);
  const tooltip = new vscode.MarkdownString().appendText(children.length > 0 ? state.label : state.description);
  if (children.length > 0) return tooltip;
  if (state.status) tooltip.appendMarkdown("\n\n").appendText(state.status.description);
  if (state.excerpt === undefined) return tooltip;
  const language = /\.(\w+)$/.exec(state.label)?.[1] ?? "plaintext";
  return tooltip.appendMarkdown("\n\n").appendCodeblock(state.excerpt, language);
}
