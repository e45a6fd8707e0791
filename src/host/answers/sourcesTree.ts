import * as vscode from "vscode";
import { plainTitle } from "../conversations/conversationReference.ts";
import { ContextKeys } from "../platform/contextKeys.ts";
import type { AnswerPanel } from "./answerPanel.ts";
import { OwnSelections } from "../platform/ownSelections.ts";
import { withMarkedBidiInRow } from "../platform/markedBidi.ts";
import { revealRow } from "../platform/revealRow.ts";
import { Throttle, VIEW_INTERVAL_MS } from "../platform/throttle.ts";
import { sourceNodes, sourceRow, sourceTooltip, type CitedPlace, type SourceNode } from "../sources/sourceNodes.ts";
import type { SourceOpener } from "../sources/sourceOpener.ts";

/** The panel whose sources are shown: the one that was active last and is still there. */
export interface PanelInView {
  readonly inView: AnswerPanel | undefined;
  readonly onDidChangeInView: vscode.Event<void>;
}

/** The view of the sources of the answer in view. Loaded with the first answer. */
export class SourcesTree implements vscode.TreeDataProvider<SourceNode>, vscode.Disposable {
  readonly #panels: PanelInView;
  readonly #opener: SourceOpener;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<SourceNode>;
  readonly #throttle = new Throttle(VIEW_INTERVAL_MS, () => {
    this.#refresh();
  });
  readonly #subscriptions: vscode.Disposable;
  #ofPanel: vscode.Disposable | undefined;
  readonly #contextKeys = new ContextKeys();
  #isShown = false;
  #nodes: readonly SourceNode[] = [];
  /** What the rows were made from; `#shown` is the same as text. */
  #places: readonly CitedPlace[] = [];
  #accountId: string | undefined;
  #shown = "";
  #ownSelections = new OwnSelections();
  /** The number of the source that was visited last. */
  #last: number | undefined;

  constructor(panels: PanelInView, opener: SourceOpener) {
    this.#panels = panels;
    this.#opener = opener;
    this.#view = vscode.window.createTreeView("plumbline.sources", { treeDataProvider: this, showCollapseAll: true });
    this.#subscriptions = vscode.Disposable.from(
      this.#view,
      this.#changed,
      this.#throttle,
      panels.onDidChangeInView(() => {
        this.#follow();
      }),
      this.#view.onDidChangeSelection(({ selection: [node] }) => {
        if (!node || this.#ownSelections.take(node.id)) return;
        if (node.children.length === 0) this.panel?.pointAt(this.#goTo(node));
      }),
    );
    this.#follow();
  }

  get panel(): AnswerPanel | undefined {
    return this.#panels.inView;
  }

  /** The row that is selected, for commands by key. */
  get selected(): SourceNode | undefined {
    return this.#view.selection[0];
  }

  get message(): string {
    return this.#view.message ?? "";
  }

  /** Shown beside the view's heading: the title of the conversation. */
  get description(): string {
    return this.#view.description ?? "";
  }

  getChildren(node?: SourceNode): SourceNode[] {
    return [...(node?.children ?? this.#nodes)];
  }

  getParent({ parent }: SourceNode): SourceNode | undefined {
    return parent;
  }

  getTreeItem(node: SourceNode): vscode.TreeItem {
    const { panel } = this;
    const uri =
      panel && node.kind === "file" ? this.#opener.uriOf(panel.accountId, node.places[0].location) : undefined;
    return withMarkedBidiInRow(sourceRow(node, uri, panel?.baseUrl !== undefined));
  }

  resolveTreeItem(item: vscode.TreeItem, node: SourceNode): vscode.TreeItem {
    item.tooltip = sourceTooltip(node);
    return item;
  }

  /** Opens a place and shows the sentence in the answer that cites it. */
  async open(node: SourceNode): Promise<void> {
    const index = this.#goTo(node);
    this.panel?.pointAt(index);
    await this.panel?.openSource(index);
  }

  /** Opens the next place, or the one before; the focus stays where it is. */
  async step(by: 1 | -1): Promise<void> {
    const { panel } = this;
    const numbers = (panel?.places ?? []).map(({ state }) => state.index);
    const at = this.#last === undefined ? -1 : numbers.indexOf(this.#last);
    const next = at >= 0 ? at + by : by > 0 ? 0 : -1;
    const index = numbers.at(next % Math.max(1, numbers.length));
    if (!panel || index === undefined) return;
    panel.pointAt(index);
    await Promise.all([this.reveal(index), panel.openSource(index, true)]);
  }

  /** Selects the row of a source if the view is visible; the focus stays where it is. */
  async reveal(index: number): Promise<void> {
    this.#last = this.panel?.placeOf(index)?.state.index ?? index;
    const last = this.#last;
    const row = () => {
      const node = this.#view.visible && this.#last === last ? find(this.#nodes, last) : undefined;
      if (node) this.#ownSelections.add(node.id);
      return node;
    };
    await revealRow(this.#view, row, { select: true, focus: false });
  }

  dispose(): void {
    this.#ofPanel?.dispose();
    this.#subscriptions.dispose();
  }

  #goTo({ places: [{ state }] }: SourceNode): number {
    this.#last = state.index;
    return state.index;
  }

  #follow(): void {
    const { panel } = this;
    this.#ofPanel?.dispose();
    this.#last = undefined;
    this.#ownSelections = new OwnSelections();
    this.#ofPanel =
      panel &&
      vscode.Disposable.from(
        panel.onDidChangeSources(() => {
          this.#throttle.request();
        }),
        panel.onDidFocusSource((index) => this.reveal(index)),
      );
    this.#throttle.request();
  }

  /** The view takes room in the side bar, and its commands are in the palette, only if there are sources. */
  #show(isShown: boolean): void {
    this.#isShown = isShown;
    this.#contextKeys.set({ hasSources: isShown });
  }

  /** Redraws only if something differs: redrawn rows lose what a person was about to do with them. */
  #refresh(): void {
    const { panel } = this;
    const places: readonly CitedPlace[] = panel?.places ?? [];
    // While a conversation is still loading, as after a switch of tabs, the view stays.
    this.#show(places.length > 0 || (this.#isShown && panel?.title === ""));
    const message = panel?.sourcesSummary ?? "";
    if ((this.#view.message ?? "") !== message) this.#view.message = message;
    const title = plainTitle(panel?.title ?? "");
    if ((this.#view.description ?? "") !== title) this.#view.description = title;
    const isOf = this.#accountId === panel?.accountId;
    this.#accountId = panel?.accountId;
    if (isOf && hasSame(places, this.#places)) return; // while an answer grows, this happens several times a second
    this.#places = places;
    const shown = JSON.stringify([panel?.accountId, places]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#nodes = sourceNodes(places);
    this.#changed.fire(undefined);
  }
}

/** Whether all places are made of the same objects. */
function hasSame(places: readonly CitedPlace[], before: readonly CitedPlace[]): boolean {
  const isSame = ({ state, location, check, parts }: CitedPlace, index: number): boolean => {
    const known = before[index];
    return (
      known?.state === state &&
      known.location === location &&
      known.check === check &&
      String(known.parts) === String(parts)
    );
  };
  return places.length === before.length && places.every(isSame);
}

function find(nodes: readonly SourceNode[], index: number): SourceNode | undefined {
  for (const node of nodes) {
    const found =
      node.children.length > 0
        ? find(node.children, index)
        : node.places.some(({ state }) => state.index === index) && node;
    if (found) return found;
  }
  return undefined;
}
