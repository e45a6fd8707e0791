import * as vscode from "vscode";
import { isolated } from "../../core/text/bidi.ts";
import type { AboutState } from "../../protocol/answer.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";

export interface WorkingInParts {
  readonly repositories: Pick<WorkspaceRepositories, "fileOf" | "load" | "onDidChange">;
  /** The editor that has the cursor, or had it last. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
}

/**
 * The one of several code bases in which the person works: that of the editor that has the cursor, or had it last; else
 * that of all open tabs. What the local service finds there comes first, unless the person doesn't want that.
 */
export class WorkingIn implements vscode.Disposable {
  readonly #parts: WorkingInParts;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when {@link names} or {@link state} may have changed. */
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: vscode.Disposable;
  #name: string | undefined;
  /** Counts updates: what an earlier one finds out late no longer counts. */
  #updates = 0;
  /** The one that was removed; another one counts again. */
  #unwanted: string | undefined;

  constructor(parts: WorkingInParts) {
    this.#parts = parts;
    const update = (): void => void this.#update();
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      vscode.window.onDidChangeActiveTextEditor(update),
      vscode.window.tabGroups.onDidChangeTabs(update),
      parts.repositories.onDidChange(update),
    );
    update();
  }

  /** What the local service is told: its names for them. */
  get names(): readonly string[] {
    return this.#name === undefined || this.#name === this.#unwanted ? [] : [this.#name];
  }

  toggle(): void {
    this.#unwanted = this.#unwanted === this.#name ? undefined : this.#name;
    this.#changed.fire();
  }

  /** How it is shown and removed; `undefined` if there is none. */
  state(id: number): AboutState | undefined {
    const name = this.#name;
    if (name === undefined) return undefined;
    const isOn = name !== this.#unwanted;
    const click = isOn ? vscode.l10n.t("Click to remove") : vscode.l10n.t("Click to add");
    return {
      id,
      kind: "workingIn",
      label: vscode.l10n.t("{0} first", isolated(name.split("/").at(-1) ?? name)),
      place: { name: name.split("/").at(-1) ?? name, folder: "", repository: name },
      detail: `${vscode.l10n.t("You are working in {0}: what is found there comes first. Nothing is left out.", isolated(name))}\n${click}`,
      isOn,
    };
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #update(): Promise<void> {
    const update = ++this.#updates;
    const name = await this.#find();
    if (update !== this.#updates || name === this.#name) return;
    this.#name = name;
    this.#changed.fire();
  }

  async #find(): Promise<string | undefined> {
    const { repositories, lastEditor } = this.#parts;
    if ((await repositories.load()).names.length < 2) return undefined;
    const editor = lastEditor();
    const own = editor && (await this.#nameOf(editor.document.uri));
    if (own !== undefined) return own;
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const open = await Promise.all(
      tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [this.#nameOf(input.uri)] : [])),
    );
    const [only, ...others] = new Set(open);
    return others.length === 0 ? only : undefined;
  }

  /** As the local service calls it, which has only those of the open folders. */
  async #nameOf(uri: vscode.Uri): Promise<string | undefined> {
    const { repository } = (await this.#parts.repositories.fileOf(uri)) ?? {};
    return repository?.isElsewhere ? undefined : repository?.name;
  }
}
