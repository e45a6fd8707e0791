import * as vscode from "vscode";
import { once } from "../../core/model/once.ts";
import type { SearchState } from "../../protocol/search.ts";
import type { QueryPage, QueryPageParts } from "./queryPage.ts";
import { showView } from "../platform/runCommand.ts";

/** The view with the query box above the results. Its page is loaded when the view is first visible. */
export class QueryView implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #load: () => Promise<QueryPage>;
  readonly #visibility = new vscode.EventEmitter<unknown>();
  /** Fires when {@link isVisible} may have changed. */
  readonly onDidChangeVisibility = this.#visibility.event;
  #page: QueryPage | undefined;

  constructor(parts: QueryPageParts) {
    this.#load = once(async () => {
      const { QueryPage } = await import("./queryPage.ts");
      return (this.#page = new QueryPage(parts));
    });
  }

  /** Throws if the editor has a provider of that name already. */
  register(): vscode.Disposable {
    return vscode.window.registerWebviewViewProvider("plumbline.query", this);
  }

  /** Whether the page is visible: so it shows alerts, and makes the announcements for screen readers. */
  get isVisible(): boolean {
    return this.#page?.isVisible === true;
  }

  /** The state last made for the page. */
  get state(): SearchState | undefined {
    return this.#page?.state;
  }

  /** What the box and its fields hold, as one line that means the same. */
  get line(): string {
    return this.#page?.line ?? "";
  }

  /** Does what the page asks for. */
  receive(message: unknown): void {
    this.#page?.receive(message);
  }

  /** Focuses the box, with this text in it if one is given. */
  async show(text?: string): Promise<void> {
    if (text !== undefined) (await this.#load()).seed(text);
    await showView("query");
  }

  async resolveWebviewView(view: vscode.WebviewView, { state }: vscode.WebviewViewResolveContext): Promise<void> {
    (await this.#load()).attach(view, state);
    const tell = () => {
      this.#visibility.fire(undefined);
    };
    view.onDidChangeVisibility(tell);
    view.onDidDispose(tell);
    tell();
  }

  dispose(): void {
    vscode.Disposable.from(this.#visibility, ...(this.#page ? [this.#page] : [])).dispose();
  }
}
