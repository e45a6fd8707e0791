import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import type { OpenedMatches } from "../ask/openedMatches.ts";
import { ContextKeys } from "../platform/contextKeys.ts";
import type { SortOnce } from "../../core/search/sortOnce.ts";
import type { SortKey } from "../../core/search/matchOrder.ts";
import { LOCAL_ACCOUNT } from "../accounts/accounts.ts";
import { once } from "../../core/model/once.ts";
import { runningText } from "../../core/text/sentences.ts";
import { focusedRow } from "../platform/focusedRow.ts";
import { OwnSelections } from "../platform/ownSelections.ts";
import { revealRow } from "../platform/revealRow.ts";
import { Throttle, VIEW_INTERVAL_MS } from "../platform/throttle.ts";
import type { RemoteLanguages } from "../remote/remoteLanguages.ts";
import { ArrangedResults } from "./arrangedResults.ts";
import type { MovedSelections } from "./movedSelections.ts";
import type { ResultNode } from "./resultNodes.ts";
import type { ResultPlaces } from "./resultPlaces.ts";
import type { QueryView } from "../search/queryView.ts";
import type { Search, Searches } from "../search/searches.ts";
import type { SourceOpener } from "../sources/sourceOpener.ts";

/** How long the rows of the last search stay while nothing is found yet. */
const PATIENCE_MS = 250;
/** How many rows of a level the view gets before the first one is shown: it asks for the rows below each of them. */
const FIRST_ROWS = 20;

/** How long, at most, further rows are held back from a view that has not fetched the last ones yet. */
const BEHIND_MS = 2000;

/**
 * If the view is told to read its top level and does not, it is told again after this time, then twice that, and so on.
 */
const UNASKED_MS = 500;
const UNASKED_TIMES = 5;

/** What fills the view, loaded with the first search. */
const loadParts = once(async () => {
  const [
    { resultRow },
    { ResultPlaces },
    { nextMatch, nextRow },
    { RemoteLanguages },
    { MovedSelections },
    { describeSearch, filterWords, titleOf },
    { areRowsLong: hasLongRows },
    { SortOnce },
  ] = await Promise.all([
    import("./resultRows.ts"),
    import("./resultPlaces.ts"),
    import("./nextRow.ts"),
    import("../remote/remoteLanguages.ts"),
    import("./movedSelections.ts"),
    import("../search/searchWords.ts"),
    import("../../core/search/longRows.ts"),
    import("../../core/search/sortOnce.ts"),
  ]);
  return {
    ...{ resultRow, ResultPlaces, nextMatch, nextRow, RemoteLanguages, MovedSelections },
    ...{ describeSearch, filterWords, titleOf, hasLongRows, SortOnce },
  };
});

/** Whether the query box is visible: then alerts are shown there. */
export type QueryVisibility = Pick<QueryView, "isVisible" | "onDidChangeVisibility">;

/** How the list is used. */
export interface ListUse {
  /** Keeps the search that is shown if it is of what is being typed. */
  readonly keepTyped: () => void;
  /** Whether the keys were moved to the list, and not to the query box since. */
  readonly hasKeys: () => boolean;
}

/**
 * Search results: repository, file, one row per matched line. Rows append and never move while the search runs; right
 * after that, those that nobody reads yet are sorted once.
 */
export class ResultsTree implements vscode.TreeDataProvider<ResultNode>, vscode.Disposable {
  readonly #searches: Searches;
  readonly #contextKeys = new ContextKeys();
  readonly #opener: SourceOpener;
  /** Which rows there are, and in which order. */
  readonly arranged: ArrangedResults;
  readonly #changed = new vscode.EventEmitter<ResultNode | ResultNode[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<ResultNode>;
  readonly #throttle = new Throttle(VIEW_INTERVAL_MS, () => {
    void this.arranged.filtered().then(() => {
      this.#refresh();
    });
  });
  readonly #subscriptions: vscode.Disposable;
  #languages: RemoteLanguages | undefined;
  #moved: MovedSelections | undefined;
  /** What the view has: it is refreshed only if that differs. */
  #shown: { id: number; items: number } | undefined;
  /** How many times the view was told to read its top level, and the latest of these times to which it responded. */
  #topTold = 0;
  #topAsked = 0;
  /** Rows are dismissed one after the other. */
  #dismissing = Promise.resolve();
  /** The search whose first row is still to be shown. */
  #toTop: number | undefined;

  /** The match last visited, or the row selected since. The view doesn't select a row that it has not drawn yet. */
  #at: ResultNode | undefined;
  /** Counts the steps from match to match; `#opened` is the step whose match was opened last. */
  #steps = 0;
  #opened = 0;
  #ownSelections = new OwnSelections();

  readonly #restore: () => Promise<void>;
  #sorting: SortOnce | undefined;
  readonly #query: QueryVisibility;
  readonly #openedMatches: OpenedMatches;
  readonly #use: ListUse;

  /** `restore`, on its first call, brings back the results from before the window was opened. */
  constructor(
    searches: Searches,
    opener: SourceOpener,
    restore: () => Promise<void>,
    query: QueryVisibility,
    openedMatches: OpenedMatches,
    use: ListUse,
  ) {
    this.#use = use;
    this.#query = query;
    this.#openedMatches = openedMatches;
    this.#searches = searches;
    this.#restore = restore;
    this.#opener = opener;
    this.arranged = new ArrangedResults(() => opener.prepare());
    this.#view = vscode.window.createTreeView("plumbline.results", { treeDataProvider: this, showCollapseAll: true });
    const selected = this.#view.onDidChangeSelection(({ selection: [row] }) => {
      if (!row) return;
      this.#sorting?.touch();
      if (!this.#ownSelections.take(row.id)) this.#at = row;
      if (row.kind === "line" || row.kind === "item") this.#use.keepTyped();
      if (row.kind === "line") void this.#noteOpened(row);
    });
    const searched = searches.onDidChange((search) => {
      if (search?.id !== this.arranged.search?.id) {
        this.#at = undefined;
        this.#ownSelections = new OwnSelections();
      }
      this.arranged.take(search);
      // Emptying the view now would make the first rows wait for an interval.
      if (search?.status === "running" && !search.matches) this.#throttle.requestWithin(PATIENCE_MS);
      else this.#throttle.request();
      if (search?.status !== "running") this.#throttle.release();
      if (search) void this.#sortOnce(search, performance.now());
    });
    const queryShown = query.onDidChangeVisibility(() => {
      if (this.arranged.search?.alert) this.#throttle.request();
    });
    const touch = () => this.#sorting?.touch();
    this.#subscriptions = vscode.Disposable.from(
      ...[selected, searched, queryShown],
      ...[this.#view.onDidExpandElement(touch), this.#view.onDidCollapseElement(touch)],
    );
  }

  /** What the view says above its rows. */
  get message(): string {
    return this.#view.message ?? "";
  }

  /** What the view says beside its name: the title of the search that it shows. */
  get title(): string {
    return this.#view.description ?? "";
  }

  async getTreeItem(node: ResultNode): Promise<vscode.TreeItem> {
    this.#throttle.release();
    const [{ resultRow }, places] = await Promise.all([loadParts(), this.#places()]);
    return resultRow(node, {
      countOf: (each) =>
        this.arranged.made?.countOf(each) ?? (each.kind === "item" ? each.item : each.repository).rangeCount,
      uriOf: (item) => places.uriOf(item),
      commandOf: (each) => places.commandOf(each),
      isFlat: this.arranged.isFlat,
    });
  }

  /** Called when a row is hovered, focused or opened: adds what takes time to make. */
  async resolveTreeItem(row: vscode.TreeItem, node: ResultNode): Promise<vscode.TreeItem> {
    const { resultTooltip } = await import("./resultTooltips.ts");
    const [first] =
      node.kind === "repository" ? (this.arranged.search?.matches?.items(node.repository.index, 0, 1) ?? []) : [];
    const tooltip = resultTooltip(node, first);
    if (tooltip) row.tooltip = tooltip;
    const command = row.command ?? (await (await this.#places()).commandNow(node));
    if (command) row.command = command;
    return row;
  }

  async getChildren(node?: ResultNode): Promise<ResultNode[]> {
    this.#throttle.release();
    if (!node && !this.arranged.search) await this.#restore();
    if (!node) this.#topAsked = this.#topTold;
    const nodes = await this.arranged.rows();
    const search = this.arranged.search;
    const isFirst = search !== undefined && this.#toTop === search.id;
    if (!node && isFirst) void this.#showTop(search.id);
    return nodes?.children(node, isFirst ? FIRST_ROWS : Infinity) ?? [];
  }

  getParent(node: ResultNode): ResultNode | undefined {
    return node.parent;
  }

  /** The row that has the keyboard focus: see {@link focusedRow}. */
  focused(): Promise<ResultNode | undefined> {
    return focusedRow(this.#view, ({ id }) => id);
  }

  /** Dismisses the focused row and selects the next one in its place. A key pressed in the meantime waits for that. */
  dismissFocused(): Promise<void> {
    return (this.#dismissing = this.#dismissing.catch(() => undefined).then(() => this.#dismissFocused()));
  }

  async #dismissFocused(): Promise<void> {
    const focused = await this.focused();
    if (!focused) return;
    const [{ nextRow }, nodes] = await Promise.all([loadParts(), this.arranged.rows()]);
    const next = nodes && nextRow(nodes, focused);
    this.dismiss(focused);
    if (next) await revealRow(this.#view, () => next, { select: true, focus: true }); // it may be gone by now
  }

  /** Removes a row, with all rows below it, from the view; the next search has it again. */
  dismiss(node: ResultNode): void {
    this.#sorting?.touch();
    const search = this.arranged.search;
    if (!search) return;
    this.#searches.dismiss(search, (dismissals) => {
      if (node.kind === "repository") dismissals.addRepository(node.repository.name);
      else if (node.kind === "item") for (const part of node.parts) dismissals.addItem(part);
      else if (node.kind === "line") dismissals.addLine(node.part, node.place, node.line);
    });
    this.#changed.fire(undefined); // counts of the rows above decrease, and rows with nothing left disappear too
  }

  showFlat(isFlat: boolean): void {
    this.arranged.showFlat(isFlat);
    this.#contextKeys.set({ flatResults: isFlat });
    this.#readAgain();
  }

  /** See {@link ArrangedResults.showOnly}. */
  showOnly(filter: string): void {
    this.arranged.showOnly(filter);
    this.#readAgain();
  }

  /**
   * Sorts what has been found so far; later results follow. Without a key, rows are in the order found. The selected
   * row stays selected and in view.
   */
  async sort(by: SortKey | undefined): Promise<void> {
    this.#sorting?.sort();
    this.#contextKeys.set({ resultsUnsorted: false });
    if (!(await this.arranged.sort(by))) return;
    const [selected] = this.#view.selection;
    this.#readAgain();
    await revealRow(this.#view, () => (this.#view.visible ? selected : undefined), { select: true, focus: false });
  }

  /** Sorts the rows of a search that is over, or offers to, in the state that it had at a time. */
  async #sortOnce({ id, matches, query, reached, status }: Search, now: number): Promise<void> {
    const { SortOnce } = await loadParts();
    this.#sorting ??= new SortOnce();
    const isLocal = reached?.account.id === LOCAL_ACCOUNT.id;
    const items = matches?.kept.items ?? 0;
    const state = { id, query, isLocal, hasKeys: this.#use.hasKeys(), isRunning: status === "running", items };
    const isDue = this.#sorting.next(state, now);
    this.#contextKeys.set({ resultsUnsorted: this.#sorting.isOffered });
    if (isDue && this.arranged.search?.id === id) await this.sort("path");
  }

  /** Selects the next match, or the one before, and opens it; the focus stays where it is. */
  async step(by: 1 | -1): Promise<void> {
    const [{ nextMatch }, nodes] = await Promise.all([loadParts(), this.arranged.rows()]);
    const node = nodes && nextMatch(nodes, this.#at, by);
    if (!node) return;
    this.#at = node;
    const step = ++this.#steps;
    this.#ownSelections.add(node.id);
    await revealRow(this.#view, () => node, { select: true, focus: false });
    const command = await this.commandNow(node);
    if (step < this.#opened) return; // locating this match took longer than a later one
    this.#opened = step;
    await this.#noteOpened(node);
    if (command) await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
  }

  /** The editor opens a row by itself when it is selected, and selects the match. */
  async #noteOpened(row: ResultNode): Promise<void> {
    const { uri, range } = (await this.placeOf(row)) ?? {};
    if (uri && range) this.#openedMatches.add(uri, range);
  }

  /** The command that opens a row; a line is opened where it is now. What is used like that is kept. */
  async commandNow(node: ResultNode): Promise<vscode.Command | undefined> {
    this.#use.keepTyped();
    return (await this.#places()).commandNow(node);
  }

  /** Where a row is now: its file or folder, with the match. `undefined` if it has no such place. */
  async placeOf(node: ResultNode): Promise<{ readonly uri: vscode.Uri; readonly range?: vscode.Range } | undefined> {
    this.#use.keepTyped();
    const places = await this.#places();
    if (node.kind === "range") return undefined;
    if (node.kind === "repository") {
      const uri = places.folderOf(node.repository.name);
      return uri && { uri };
    }
    const { command, arguments: given = [] } = (await places.commandNow(node)) ?? {};
    if (node.item.path === "" || node.item.commit) return undefined;
    const [uri, options] = given as [unknown, vscode.TextDocumentShowOptions | undefined];
    const opens = command === "vscode.open" || command === "plumbline.openNotebookCell";
    if (!opens || !(uri instanceof vscode.Uri)) return { uri: places.uriOf(node.item) };
    return { uri, ...(options?.selection && { range: options.selection }) };
  }

  dispose(): void {
    vscode.Disposable.from(this.#view, this.#changed, this.#throttle, this.#subscriptions).dispose();
    this.#languages?.dispose();
    this.#moved?.dispose();
  }

  /**
   * Shows a new search from its first row, wherever the last one was scrolled to. The view has asked for that row, but
   * does not say when it has received it.
   */
  async #showTop(searchId: number): Promise<void> {
    const isDue = (): boolean =>
      this.#toTop === searchId && this.arranged.search?.id === searchId && this.#view.visible;
    // Revealing a row opens its view, even if something else was opened in its place in the meantime.
    const first = async () => {
      const [row] = (isDue() ? await this.arranged.rows() : undefined)?.rows() ?? [];
      return isDue() ? row : undefined;
    };
    await revealRow(this.#view, first, { select: false, focus: false });
    if (this.#toTop !== searchId) return;
    this.#toTop = undefined;
    this.#throttle.request();
  }

  async #places(): Promise<ResultPlaces> {
    const { ResultPlaces, RemoteLanguages, MovedSelections } = await loadParts();
    this.#languages ??= new RemoteLanguages();
    this.#moved ??= new MovedSelections();
    return new ResultPlaces(this.#opener, this.#languages, this.#moved, this.arranged.search?.reached?.account);
  }

  #readAgain(): void {
    this.#shown = undefined;
    this.#refresh();
  }

  #refresh(): void {
    const search = this.arranged.search;
    if (!search) {
      this.#shown = undefined;
      void this.#tellOfTop();
      this.#view.message = this.#view.description = "";
      return;
    }
    // A refresh now would prevent the editor from revealing the first row.
    if (this.#toTop === search.id && search.status === "running" && this.#view.visible) return;
    const shown = { id: search.id, items: search.matches?.kept.items ?? 0 };
    const isOther = this.#shown?.id !== shown.id;
    const isFirst = shown.items > 0 && (isOther || this.#shown?.items === 0);
    // The rows first: of two simultaneous updates, the editor forwards the second 200 ms later.
    const nodes = isOther ? undefined : this.arranged.made;
    const news = nodes?.grown(search.status !== "running");
    const isNews = nodes ? news?.length !== 0 : isOther || this.#shown?.items !== shown.items;
    if (isNews) {
      if (news) this.#changed.fire(news);
      else void this.#tellOfTop();
      // The editor's queue of refreshes is unlimited: if each takes longer than the throttle, it falls seconds behind.
      if (search.status === "running" && this.#view.visible) this.#throttle.hold(BEHIND_MS);
    }
    this.#shown = shown;
    // Only for a new search: a view of results from before the window was opened has not been scrolled yet.
    if (isFirst && !search.isEarlier) {
      this.#toTop = shown.id;
      // A view that asked when there were already rows has its top level and won't ask again.
      if (news) void this.#showTop(shown.id);
    }
    void this.#say(search);
  }

  /** Tells the view to read everything again. It misses changes that arrive while it reads its first rows. */
  async #tellOfTop(): Promise<void> {
    const told = ++this.#topTold;
    for (let times = 0; times < UNASKED_TIMES; times++) {
      this.#changed.fire(undefined);
      await sleep(UNASKED_MS * 2 ** times);
      if (this.#topAsked >= told || this.#topTold > told || !this.#view.visible) return;
    }
  }

  async #say(search: Search): Promise<void> {
    this.#contextKeys.set({ resultsHavePages: search.reached?.account.baseUrl !== undefined });
    const [{ describeSearch, filterWords, titleOf, hasLongRows }, filtered] = await Promise.all([
      loadParts(),
      this.arranged.filtered(),
    ]);
    if (this.arranged.search?.id !== search.id) return; // another search is described by now
    const filter = filtered && filterWords(this.arranged.filter, filtered, search);
    const areRowsLong = search.status !== "running" && search.matches !== undefined && hasLongRows(search.matches);
    this.#contextKeys.set({ resultRowsLong: areRowsLong });
    const cut = areRowsLong ? vscode.l10n.t("Long lines are cut. Open Results in Editor shows them whole.") : "";
    const message = runningText([describeSearch(search, { isShown: this.#query.isVisible }), filter ?? "", cut]);
    if (this.#view.message !== message) this.#view.message = message;
    const title = titleOf(search);
    if (this.#view.description !== title) this.#view.description = title;
  }
}
