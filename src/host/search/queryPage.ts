import * as vscode from "vscode";
import type { PatternType } from "../../core/model/search.ts";
import type { Handlers } from "../../protocol/answer.ts";
import { parseSearchIntent, type SearchDraft, type SearchIntent, type SearchState } from "../../protocol/search.ts";
import { NO_FIELDS, parseSearchFields, type WrittenQuery } from "../../protocol/writtenQuery.ts";
import { BegunNames, type BegunNamesParts } from "../../core/search/begunNames.ts";
import {
  compileQuery,
  inPaths,
  portableQuery,
  readAsBefore,
  switched,
  writtenOf,
} from "../../core/query/queryFields.ts";
import { TOGGLES } from "../../core/query/queryToggles.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import { Throttle } from "../platform/throttle.ts";
import { webviewPage } from "../platform/webviewPage.ts";
import type { SearchHistory } from "./searchHistory.ts";
import { queryState } from "./queryState.ts";
import { SearchProgress } from "./searchProgress.ts";
import { everywhere, inScope, scopesOf, type SearchScope } from "./searchScopes.ts";
import { queryWhileTyping } from "../../core/query/queryWhileTyping.ts";
import { TypingPause } from "../../core/search/typingPause.ts";
import { LOCAL_ACCOUNT, type Account } from "../accounts/accounts.ts";
import { readSetting } from "../platform/settings.ts";
import type { SearchRuns } from "./searchRuns.ts";
import type { RunSearch, Search, Searches } from "./searches.ts";
import { runCommand, showView } from "../platform/runCommand.ts";

/** What the search page works with. */
export interface QueryPageParts extends Pick<BegunNamesParts, "findSymbols" | "names"> {
  readonly root: vscode.Uri;
  readonly searches: Searches;
  readonly history: Pick<SearchHistory, "of">;
  readonly repositories: WorkspaceRepositories;
  /** The account at which a search would run. */
  readonly account: () => Account;
  /** The name of the service that a search would go to. */
  readonly service: () => string;
  /** Fires when that may be another one. */
  readonly onDidChangeService: vscode.Event<unknown>;
  readonly patternType: () => PatternType;
  readonly run: RunSearch;
  readonly runs: () => Promise<SearchRuns>;
  readonly onError: (what: string, error: unknown) => void;
  /** Brings back the results from before the window was opened, if nothing has been searched for since. */
  readonly restore: () => Promise<void>;
}

/** How often, at most, the page is told about the progress of a search. */
const DRAW_EVERY_MS = 250;

/** The host's side of the page with the query box. The page holds the text, the host all that is set beside it. */
export class QueryPage implements vscode.Disposable {
  readonly #parts: QueryPageParts;
  readonly #throttle = new Throttle(DRAW_EVERY_MS, () => {
    this.#draw();
  });
  readonly #subscriptions: vscode.Disposable;
  #view: vscode.WebviewView | undefined;
  #isReady = false;
  #sent = "";
  #state: SearchState | undefined;
  #draft: SearchDraft = { text: "", fields: NO_FIELDS, edit: 0, seed: 0 };
  #cursor: number | undefined;
  #scopes: readonly SearchScope[] = [];
  /** The scopes that the page has. */
  #drawnScopes: readonly SearchScope[] = [];
  #scoping: Promise<readonly SearchScope[]> | undefined;
  readonly #progress = new SearchProgress();
  readonly #names: BegunNames;
  readonly #typing: TypingPause;
  #announced = "";
  #shown: Search | undefined;
  /** What was last searched for from here: it is not put back into the box, where more may have been typed by then. */
  #ran: string | undefined;

  constructor(parts: QueryPageParts) {
    this.#parts = parts;
    const { searches, repositories } = parts;
    this.#names = new BegunNames({
      findSymbols: parts.findSymbols,
      names: parts.names,
      onChange: () => {
        this.#throttle.request();
      },
      onError: (error) => {
        parts.onError("names while typing", error);
      },
    });
    this.#typing = new TypingPause({
      search: () => void this.#searchTyped(),
      end: () => {
        searches.endTyping();
      },
    });
    const rescope = (): void => void this.#rescope();
    this.#subscriptions = vscode.Disposable.from(
      searches.onDidChange((search) => {
        this.#follow(search);
      }),
      parts.onDidChangeService(() => {
        this.#typing.follow("");
        this.#throttle.request();
        rescope();
      }),
      repositories.onDidChange(rescope),
      vscode.window.onDidChangeActiveTextEditor(rescope),
    );
    this.#follow(searches.current);
  }

  /** Whether the page is visible, and so makes the announcements for screen readers. */
  get isVisible(): boolean {
    return this.#view?.visible === true;
  }

  /** The state last made for the page. */
  get state(): SearchState | undefined {
    return this.#state;
  }

  /** Shows itself in a view; `state` is what the editor has kept of the page. */
  attach(view: vscode.WebviewView, state: unknown): void {
    this.#view = view;
    this.#isReady = false;
    view.webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(this.#parts.root, "dist", "webview")],
    };
    const { draft: text, fields } = (state ?? {}) as { readonly draft?: unknown; readonly fields?: unknown };
    if (typeof text === "string" && this.#draft.text === "")
      this.#draft = { ...this.#draft, text, fields: parseSearchFields(fields) ?? this.#draft.fields };
    view.webview.onDidReceiveMessage((message) => {
      this.receive(message);
    });
    view.onDidChangeVisibility(() => {
      this.#isReady &&= view.visible; // a hidden page is gone, and comes back empty
    });
    view.onDidDispose(() => {
      this.#view = undefined;
      this.#isReady = false;
    });
    view.webview.html = webviewPage(view.webview, this.#parts.root, "search");
    void this.#parts.restore();
  }

  /** Does what the page asks for. */
  receive(message: unknown): void {
    const intent = parseSearchIntent(message);
    if (!intent) return;
    const { searches } = this.#parts;
    const patternType = this.#parts.patternType();
    const handlers: Handlers<SearchIntent> = {
      ready: () => {
        this.#isReady = true;
        this.#sent = "";
        void this.#rescope();
      },
      edit: ({ edit, text, fields, cursor, isComposing }) => {
        this.#edit(edit, { text, fields: fields ?? this.#draft.fields }, cursor);
        // What was searched for before is not being typed, and what is being composed is not typed yet.
        this.#followTyping(!fields && !isComposing);
      },
      toggle: ({ edit, text, name }) => {
        const toggle = TOGGLES.find((each) => each === name);
        if (!toggle) return;
        this.#edit(edit, switched(toggle, this.#with(text), patternType, this.#isLocal));
        this.#followTyping(true);
      },
      scope: ({ edit, text, index }) => {
        const scope = this.#drawnScopes[index - 1];
        this.#edit(edit, this.#with(scope ? inScope(text, scope) : everywhere(text)));
        this.#followTyping(true);
      },
      paths: ({ edit, text, include, exclude, runs }) => {
        this.#edit(edit, inPaths(this.#with(text), { include, exclude }));
        this.#followTyping(true);
        if (runs) this.#run();
      },
      run: ({ text }) => {
        this.#draft = { ...this.#draft, text };
        this.#run();
      },
      stop: () => {
        searches.stop();
      },
      propose: ({ index }) => {
        const { alert, query } = searches.current ?? {};
        const proposed = alert?.proposedQueries[index];
        if (proposed) void this.#parts.run(proposed.query, query?.patternType, true);
      },
      leave: () => void runCommand("showResults"),
      showAll: () => void runCommand("searchWithoutLimit"),
      switchService: () => void runCommand("switchAccount"),
    };
    (handlers[intent.type] as (intent: SearchIntent) => void)(intent);
    this.#draw();
  }

  dispose(): void {
    this.#names.follow(undefined);
    this.#typing.settle();
    vscode.Disposable.from(this.#subscriptions, this.#throttle).dispose();
  }

  /** A text with the fields as they are. */
  #with(text: string): WrittenQuery {
    return { text, fields: this.#draft.fields };
  }

  #edit(edit: number, { text, fields }: WrittenQuery, cursor?: number): void {
    this.#draft = { ...this.#draft, text, fields, edit };
    this.#cursor = cursor;
    this.#names.follow(cursor === text.length ? text : undefined);
  }

  /** Only the local service is searched while typing: to others, what is typed goes when it is searched for. */
  #followTyping(isTyped: boolean): void {
    const isWanted = isTyped && this.#isLocal && readSetting("plumbline.search.searchOnType");
    this.#typing.follow(isWanted ? queryWhileTyping(this.#draft, this.#parts.patternType(), true) : "");
  }

  async #searchTyped(): Promise<void> {
    const { account, runs, searches } = this.#parts;
    const written = this.#written;
    const line = this.#line(written);
    const { isEarlier, query, status, reached } = searches.current ?? {};
    const isShown = query?.text === line && status === "done" && !isEarlier;
    if (isShown && reached?.account.id === account().id) return;
    const loaded = await runs();
    if (this.#line(this.#written) === line && this.#isLocal) await loaded.type(written, account());
  }

  /** Searches for what the box holds. */
  #run(): void {
    this.#cursor = undefined;
    this.#names.follow(undefined);
    this.#typing.settle();
    const written = this.#written;
    this.#ran = this.#line(written);
    if (this.#ran === "") return;
    void showView("results", { preserveFocus: true });
    const account = this.#parts.account();
    void this.#parts.runs().then((runs) => runs.enter(written, account));
  }

  get #written(): WrittenQuery {
    const { text, fields } = this.#draft;
    return { text: text.trim(), fields };
  }

  #line(written: WrittenQuery): string {
    return compileQuery(written, this.#parts.patternType(), this.#isLocal);
  }

  /** Puts this into the box, replacing whatever is there; the fields stay unless others are given. */
  seed(text: string, fields = this.#draft.fields): void {
    const seed = this.#draft.seed + (text === this.#draft.text ? 0 : 1);
    this.#draft = { ...this.#draft, text, fields, seed };
    this.#cursor = undefined;
    this.#typing.follow("");
    this.#throttle.request();
  }

  get #isLocal(): boolean {
    return this.#parts.account().id === LOCAL_ACCOUNT.id;
  }

  /** What the box and its fields hold, as one line; empty if that is nothing. */
  get line(): string {
    return portableQuery(this.#draft, this.#parts.patternType(), this.#isLocal);
  }

  /** Puts a search into the box as it was run, whatever the pattern type is now. */
  #seedWith({ query }: Search): void {
    const { text, fields } = readAsBefore(writtenOf(query), query.patternType, this.#parts.patternType());
    this.seed(text, fields);
  }

  /** If another search is shown, puts its query into the box. */
  #follow(search: Search | undefined): void {
    const isSame = search?.id === this.#shown?.id;
    if (isSame && this.#shown?.isTyped && !search?.isTyped)
      this.#typing.settle(); // it is kept now
    else if (search && !search.isTyped && !isSame) {
      // A search from before the window was opened is restored late: by then something may have been typed.
      const isLate = search.isEarlier === true && !this.#shown && this.#draft.text !== "";
      if (search.query.text !== this.#ran && !isLate) this.#seedWith(search);
      this.#ran = undefined;
    }
    this.#shown = search;
    if (search && !search.isTyped) this.#announced = this.#progress.next(search) ?? this.#announced;
    this.#throttle.request();
  }

  async #rescope(): Promise<void> {
    if (!this.#isReady) return;
    const scoping = (this.#scoping = scopesOf(this.#parts.repositories).catch(() => []));
    const scopes = await scoping;
    if (scoping !== this.#scoping) return; // another editor is active by now
    this.#scopes = scopes;
    this.#throttle.request();
  }

  #draw(): void {
    if (!this.#view) return;
    const { account, history, patternType, repositories, searches, service } = this.#parts;
    const search = searches.current;
    this.#drawnScopes = this.#scopes;
    this.#state = queryState({
      draft: this.#draft,
      cursor: this.#cursor,
      patternType: patternType(),
      scopes: this.#scopes,
      repositories: [...new Set([...repositories.names, ...searches.repositoryNames])],
      names: this.#names.names,
      isLocal: this.#isLocal,
      history: history.of(account().id),
      search,
      service: service(),
      announced: this.#announced,
    });
    const message = JSON.stringify(this.#state);
    if (!this.#isReady || message === this.#sent) return;
    this.#sent = message;
    void this.#view.webview.postMessage(this.#state);
  }
}
