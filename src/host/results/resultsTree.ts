import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import type { FilteredMatches } from "../../core/search/filteredMatches.ts";
import type { MatchOrder, SortKey } from "../../core/search/matchOrder.ts";
import { once } from "../platform/commands.ts";
import { Throttle, VIEW_INTERVAL_MS } from "../platform/throttle.ts";
import type { RemoteLanguages } from "../remote/remoteLanguages.ts";
import type { ResultNode, ResultNodes } from "./resultNodes.ts";
import type { ResultPlaces } from "./resultPlaces.ts";
import type { Search, Searches } from "../search/searches.ts";
import type { SourceOpener } from "../sources/sourceOpener.ts";

/** So long the rows of the last search stay while nothing is found. */
const PATIENCE_MS = 250;
/** So often, and so long after each other, the first row of a search is tried to be shown. */
const TOP_TRIES = 20;
const TOP_PAUSE_MS = 50;

/** So many rows of a level the view has until the first one is shown: it asks for the rows below each of them. */
const FIRST_ROWS = 20;

/** As long at most more rows are kept back from a view that has not asked yet for those that it was told of. */
const BEHIND_MS = 2000;

/** A view that is told of its top, and does not ask for it, is told again after so long, and then ever later. */
const UNASKED_MS = 500;
const UNASKED_TIMES = 5;

/** What fills the view, loaded with the first search. */
const loadParts = once(async () => {
  const [
    { ResultNodes },
    { resultRow },
    { ResultPlaces },
    { RemoteLanguages },
    { describeSearch, filterWords, titleOf },
  ] = await Promise.all([
    import("./resultNodes.ts"),
    import("./resultRows.ts"),
    import("./resultPlaces.ts"),
    import("../remote/remoteLanguages.ts"),
    import("../search/searchWords.ts"),
  ]);
  return { ResultNodes, resultRow, ResultPlaces, RemoteLanguages, describeSearch, filterWords, titleOf };
});

/** Search results: repository, file, one row per matched line. Rows append and never move while the search runs. */
export class ResultsTree implements vscode.TreeDataProvider<ResultNode>, vscode.Disposable {
  readonly #opener: SourceOpener;
  readonly #changed = new vscode.EventEmitter<ResultNode | ResultNode[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<ResultNode>;
  readonly #throttle = new Throttle(VIEW_INTERVAL_MS, () => {
    if (!this.#filtered) this.#refresh();
    else
      void this.#filtered.update().then(() => {
        this.#refresh();
      });
  });
  readonly #subscriptions: vscode.Disposable;
  #languages: RemoteLanguages | undefined;
  #search: Search | undefined;
  #nodes: ResultNodes | undefined;
  #dismissed = new Set<string>();
  #isFlat = false;
  #filter = "";
  /** What the filter leaves of the search that is shown. */
  #filtered: FilteredMatches | undefined;
  #order: { readonly by: SortKey; readonly order: MatchOrder } | undefined;
  /** What the view has: nothing is refreshed for less. */
  #shown: { id: number; items: number } | undefined;
  /** How often the view was told of its top, and what of that it has asked after. */
  #topTold = 0;
  #topAsked = 0;
  /** The search that is still to be shown from its first row on. */
  #toTop: number | undefined;

  constructor(searches: Searches, opener: SourceOpener) {
    this.#opener = opener;
    this.#view = vscode.window.createTreeView("plumbline.results", { treeDataProvider: this, showCollapseAll: true });
    this.#subscriptions = searches.onDidChange((search) => {
      if (search?.id !== this.#search?.id) {
        this.#dismissed = new Set();
        this.#filter = "";
        this.#order = undefined;
        this.#nodes = undefined;
        this.#filtered = undefined;
      }
      if (search?.matches !== this.#search?.matches) this.#nodes = this.#filtered = undefined;
      this.#search = search;
      // The first rows would have to wait for an interval after a view that was only emptied.
      if (search?.status === "running" && !search.matches) this.#throttle.requestWithin(PATIENCE_MS);
      else this.#throttle.request();
      if (search?.status !== "running") this.#throttle.release();
    });
  }

  /** What the view says above its rows. */
  get message(): string {
    return this.#view.message ?? "";
  }

  /** What the view says beside its name: which search it shows. */
  get title(): string {
    return this.#view.description ?? "";
  }

  get isFlat(): boolean {
    return this.#isFlat;
  }

  get filter(): string {
    return this.#filter;
  }

  async getTreeItem(node: ResultNode): Promise<vscode.TreeItem> {
    this.#throttle.release();
    const [{ resultRow }, places] = await Promise.all([loadParts(), this.#places()]);
    return resultRow(node, {
      uriOf: (item) => places.uriOf(item),
      commandOf: (each) => places.commandOf(each),
      isFlat: this.#isFlat,
    });
  }

  /** Asked for when a row is hovered, focused or opened: what takes its time is not made before. */
  async resolveTreeItem(row: vscode.TreeItem, node: ResultNode): Promise<vscode.TreeItem> {
    const { resultTooltip } = await import("./resultTooltips.ts");
    const [first] = node.kind === "repository" ? (this.#search?.matches?.items(node.repository.index, 0, 1) ?? []) : [];
    const tooltip = resultTooltip(node, first);
    if (tooltip) row.tooltip = tooltip;
    const command = row.command ?? (await (await this.#places()).commandNow(node));
    if (command) row.command = command;
    return row;
  }

  async getChildren(node?: ResultNode): Promise<ResultNode[]> {
    this.#throttle.release();
    if (!node) this.#topAsked = this.#topTold;
    const nodes = await this.#currentNodes();
    const search = this.#search;
    const isFirst = search !== undefined && this.#toTop === search.id;
    if (!node && isFirst) void this.#showTop(search.id);
    return nodes?.children(node, isFirst ? FIRST_ROWS : Infinity) ?? [];
  }

  async #currentNodes(): Promise<ResultNodes | undefined> {
    if (!this.#search?.matches) return undefined;
    const [{ ResultNodes }, filter] = await Promise.all([loadParts(), this.filtered(), this.#opener.prepare()]);
    const search = this.#search as Search | undefined; // by now it may be another one
    if (!search?.matches) return undefined;
    if (filter !== this.#filtered) return this.#currentNodes();
    this.#nodes ??= new ResultNodes(search.matches, {
      searchId: search.id,
      isFlat: this.#isFlat,
      filter,
      dismissed: this.#dismissed,
      ...(this.#order && { order: this.#order.order }),
    });
    return this.#nodes;
  }

  getParent(node: ResultNode): ResultNode | undefined {
    return node.parent;
  }

  /** Takes a row, and all below it, out of the view; the next search has it again. */
  dismiss(node: ResultNode): void {
    this.#dismissed.add(node.id);
    this.#changed.fire(this.getParent(node));
  }

  showFlat(isFlat: boolean): void {
    this.#isFlat = isFlat;
    void vscode.commands.executeCommand("setContext", "plumbline.flatResults", isFlat);
    this.#rearrange();
  }

  /** Shows only files with this text in their path or in a matched line; all of them where it is empty. */
  showOnly(filter: string): void {
    this.#filter = filter.trim();
    this.#filtered = undefined;
    this.#rearrange();
  }

  /** What the filter leaves of all that has been found by now; `undefined` where there is none. */
  async filtered(): Promise<FilteredMatches | undefined> {
    if (this.#filter === "" || !this.#search?.matches) return undefined;
    const { matches } = this.#search;
    const filter = this.#filter;
    const { FilteredMatches } = await import("../../core/search/filteredMatches.ts");
    if (this.#filter !== filter || this.#search.matches !== matches) return this.filtered();
    const filtered = (this.#filtered ??= new FilteredMatches(matches, filter));
    await filtered.update();
    return filtered;
  }

  get sortKey(): SortKey | undefined {
    return this.#order?.by;
  }

  /**
   * Sorts what has been found by now; what comes later follows. Without a key, rows stand as they were found. The row
   * that is selected stays so, and in view.
   */
  async sort(by: SortKey | undefined): Promise<void> {
    const search = this.#search;
    if (!search?.matches) return;
    const { sortMatches, SORTABLE_ITEMS } = await import("../../core/search/matchOrder.ts");
    if (by && search.matches.kept.items > SORTABLE_ITEMS) {
      const most = SORTABLE_ITEMS.toLocaleString(vscode.env.language);
      throw new Error(vscode.l10n.t("More than {0} results are not sorted. Narrow the search, or export them.", most));
    }
    const order = by && (await sortMatches(search.matches, by));
    if (this.#search?.id !== search.id) return; // another search is shown by now
    this.#order = by && order && { by, order };
    const [selected] = this.#view.selection;
    this.#rearrange();
    if (selected && this.#view.visible) await this.#view.reveal(selected, { select: true, focus: false });
  }

  /** Selects the next line that matched, or the one before, and opens it; the keys stay where they are. */
  async step(by: 1 | -1): Promise<void> {
    const lines = await this.#linesInOrder();
    const selected = this.#view.selection[0];
    const at = selected ? lines.findIndex(({ id }) => id === selected.id) : -1;
    const inItem = selected?.kind === "item" ? lines.findIndex(({ parent }) => parent.id === selected.id) : -1;
    const next = at >= 0 ? at + by : inItem >= 0 ? inItem + (by < 0 ? -1 : 0) : by > 0 ? 0 : lines.length - 1;
    const node = lines[(next + lines.length) % Math.max(1, lines.length)];
    if (!node) return;
    await this.#view.reveal(node, { select: true, focus: false });
    const command = await (await this.#places()).commandNow(node);
    if (command) await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
  }

  dispose(): void {
    vscode.Disposable.from(this.#view, this.#changed, this.#throttle, this.#subscriptions).dispose();
    this.#languages?.dispose();
  }

  /** The lines of the files that are open in the tree, range rows left out: what stepping goes through. */
  async #linesInOrder(node?: ResultNode): Promise<Extract<ResultNode, { kind: "line" }>[]> {
    const lines: Extract<ResultNode, { kind: "line" }>[] = [];
    for (const child of (await this.#currentNodes())?.rows(node) ?? []) {
      if (child.kind === "line") lines.push(child);
      else if (child.kind !== "range") lines.push(...(await this.#linesInOrder(child)));
    }
    return lines;
  }

  /**
   * Another search begins at its first row, wherever the one before was scrolled to. The view has asked for that row, but
   * does not say when it has it.
   */
  async #showTop(searchId: number): Promise<void> {
    const isDue = (): boolean => this.#toTop === searchId && this.#search?.id === searchId && this.#view.visible;
    for (let tries = TOP_TRIES; tries > 0 && isDue(); tries--) {
      const [first] = (await this.#currentNodes())?.rows() ?? [];
      if (!first) break;
      const reveal = this.#view.reveal(first, { select: false, focus: false });
      const isShown = await reveal.then(
        () => true,
        () => false,
      );
      if (isShown) break;
      await sleep(TOP_PAUSE_MS);
    }
    if (this.#toTop !== searchId) return;
    this.#toTop = undefined;
    this.#throttle.request();
  }

  async #places(): Promise<ResultPlaces> {
    const { ResultPlaces, RemoteLanguages } = await loadParts();
    this.#languages ??= new RemoteLanguages();
    return new ResultPlaces(this.#opener, this.#languages, this.#search?.reached?.account);
  }

  #rearrange(): void {
    this.#nodes = undefined;
    this.#shown = undefined;
    this.#refresh();
  }

  #refresh(): void {
    const search = this.#search;
    if (!search) {
      this.#shown = undefined;
      void this.#tellOfTop();
      this.#view.message = this.#view.description = "";
      return;
    }
    // While its rows are asked for anew, the editor could not reveal the first one.
    if (this.#toTop === search.id && search.status === "running" && this.#view.visible) return;
    const shown = { id: search.id, items: search.matches?.kept.items ?? 0 };
    const isOther = this.#shown?.id !== shown.id;
    const isFirst = shown.items > 0 && (isOther || this.#shown?.items === 0);
    // The rows first: of what comes at once the editor passes the first on at once, and the other 200 ms later.
    const nodes = isOther ? undefined : this.#nodes;
    const news = nodes?.grown(search.status !== "running");
    const isNews = nodes ? news?.length !== 0 : isOther || this.#shown?.items !== shown.items;
    if (isNews) {
      if (news) this.#changed.fire(news);
      else void this.#tellOfTop();
      // Its queue of refreshes has no bound: where each takes longer than the throttle, it would be seconds behind.
      if (search.status === "running" && this.#view.visible) this.#throttle.hold(BEHIND_MS);
    }
    this.#shown = shown;
    if (isFirst) {
      this.#toTop = shown.id;
      // A view that was told of none, and asked when there were some, has the top and does not ask for it again.
      if (news) void this.#showTop(shown.id);
    }
    void this.#say(search);
  }

  /** Tells the view to ask for everything anew. What comes while it takes its first rows, it loses. */
  async #tellOfTop(): Promise<void> {
    const told = ++this.#topTold;
    for (let times = 0; times < UNASKED_TIMES; times++) {
      this.#changed.fire(undefined);
      await sleep(UNASKED_MS * 2 ** times);
      if (this.#topAsked >= told || this.#topTold > told || !this.#view.visible) return;
    }
  }

  async #say(search: Search): Promise<void> {
    const [{ describeSearch, filterWords, titleOf }, filtered] = await Promise.all([loadParts(), this.filtered()]);
    if (this.#search?.id !== search.id) return; // another search has its words said by now
    const filter = filtered && filterWords(this.#filter, filtered.kept.ranges, search);
    const message = [describeSearch(search), filter].filter(Boolean).join("\n");
    if (this.#view.message !== message) this.#view.message = message;
    const title = titleOf(search);
    if (this.#view.description !== title) this.#view.description = title;
  }
}
