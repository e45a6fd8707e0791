import * as vscode from "vscode";
import { ServiceError } from "../../core/model/errors.ts";
import type { LanguageModel } from "../../core/model/languageModel.ts";
import { openFolders, type LocalProcess } from "../accounts/localProcess.ts";
import type { LocalAddress } from "../accounts/serviceProcess.ts";
import type { TokenStore } from "../network/tokenStore.ts";
import type { Log } from "../platform/log.ts";
import { otherMachine } from "../platform/machine.ts";
import type { EndpointSource, KeptModel, KeptModels } from "./keptModels.ts";
import { ModelLending } from "./modelLending.ts";
import { destinationWords, modelName } from "./modelWords.ts";
import { onSettingChange, readSetting } from "../platform/settings.ts";
import { reasonWords } from "../platform/reasonWords.ts";

export interface ModelsParts {
  readonly kept: KeptModels;
  readonly local: LocalProcess;
  readonly tokens: Pick<TokenStore, "get" | "set" | "delete">;
  /** Makes the model at an address, with which this layer can't communicate itself. */
  readonly modelAt: (source: EndpointSource, given: EndpointGiven) => Promise<LanguageModel>;
  readonly log: Log;
}

/** What else it takes to use a model at an address. */
export interface EndpointGiven {
  readonly id: string;
  readonly limits: LanguageModel["limits"];
  readonly key: () => Promise<string | undefined>;
}

/** The models with which local answers are written, and what may be sent to them. */
export class Models implements vscode.Disposable {
  readonly #parts: ModelsParts;
  readonly #made = new Map<string, Promise<LanguageModel>>();
  readonly #lendings = new WeakMap<LocalAddress, ModelLending>();
  /** The ids of models that the person declined in this window. */
  readonly #declined = new Set<string>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when another model answers from now on, or none. */
  readonly onDidChange = this.#changed.event;
  /** Aborts all that models are doing when they are forgotten. */
  #use = new AbortController();
  #wishes = 0;

  readonly #settingChanges: vscode.Disposable;

  constructor(parts: ModelsParts) {
    this.#parts = parts;
    this.#settingChanges = onSettingChange("plumbline.models.allowed", () => {
      if (!this.areAllowed) this.#endUse();
      this.#changed.fire();
    });
  }

  /** Whether models may write at all: an administrator may not want it. */
  get areAllowed(): boolean {
    return readSetting("plumbline.models.allowed");
  }

  get kept(): KeptModels {
    return this.#parts.kept;
  }

  /** The model that would write the answer to a question asked now; `undefined` if the answer would be passages. */
  get answering(): KeptModel | undefined {
    const { chosen } = this.kept;
    const isUsed = this.areAllowed && vscode.workspace.isTrusted;
    return chosen && isUsed && !this.#declined.has(chosen.id) ? chosen : undefined;
  }

  /** Its name as it is shown: `qwen3:4b at 127.0.0.1:11434`. */
  get answeringName(): string | undefined {
    return this.answering && modelName(this.answering);
  }

  /**
   * The nonce with which the chosen model answers one question that the person has just asked. `undefined` if there is
   * no model, in Restricted Mode, and if the person, who is asked first, does not want code of these folders to go
   * there. Aborting `signal` ends what the model does for it.
   */
  async lend(signal: AbortSignal): Promise<string | undefined> {
    const model = this.answering;
    if (!model || !(await this.mayRead(model))) return undefined;
    try {
      const address = await this.#parts.local.start();
      const lending = this.#lendings.get(address) ?? new ModelLending({ ...address, words: reasonWords });
      this.#lendings.set(address, lending);
      return await lending.lend(await this.#madeOf(model), AbortSignal.any([signal, this.#use.signal]));
    } catch (error) {
      this.#parts.log.error("The model could not be lent to the local service", error);
      return undefined; // if the service can't be started, its own failure says why
    }
  }

  /** Whether code of the open folders may go to the model; asks if the person has not yet decided. */
  async mayRead(model: KeptModel): Promise<boolean> {
    const folders = foldersHere(); // the folders whose code would be sent
    if (this.kept.mayRead(model, folders)) return true;
    if (folders.length === 0 || !vscode.workspace.isTrusted) return false;
    const send = vscode.l10n.t("Send Passages");
    const rows = [
      // As a detail, not a description: the editor's hover for a description would cover it.
      { label: send, detail: destinationWords(model) },
      { label: vscode.l10n.t("Passages Only"), description: vscode.l10n.t("nothing is sent") },
    ];
    const choice = await vscode.window.showQuickPick(rows, {
      title: vscode.l10n.t("Answers by {0}", modelName(model)),
      placeHolder: vscode.l10n.t(
        "For these folders, until you remove the model or clear local data. Files with keys, and those that you keep from agents, are held back",
      ),
      ignoreFocusOut: true,
    });
    if (choice?.label !== send) {
      if (choice) this.#declined.add(model.id);
      this.#changed.fire();
      return false;
    }
    await this.kept.allow(model, folders);
    return this.mayRead(model); // a folder may have been opened meanwhile
  }

  #madeOf(model: KeptModel): Promise<LanguageModel> {
    const known = JSON.stringify(model); // another window may have found out more about it, or that it takes a key
    const made = this.#made.get(known) ?? this.#make(model, () => this.#keyOf(model));
    this.#made.set(known, made);
    return made;
  }

  /** A model that is not kept yet, to be tried. */
  candidate(model: KeptModel, key: string | undefined): Promise<LanguageModel> {
    return this.#make(model, () => Promise.resolve(key));
  }

  /** Notes a wish of the person about models. The returned function says whether they have had no other wish since. */
  wish(): () => boolean {
    const wish = ++this.#wishes;
    return () => wish === this.#wishes;
  }

  /** Keeps a model that was tried and lets it answer; `undefined` lets none. */
  async choose(model: KeptModel | undefined): Promise<void> {
    this.wish();
    if (model) {
      this.#made.clear();
      this.#declined.delete(model.id);
      await this.kept.keep(model);
    }
    await this.kept.choose(model);
    this.#changed.fire();
  }

  async setKey(id: string, key: string): Promise<void> {
    await this.#parts.tokens.set(keyOf(id), key);
  }

  /** Removes a model with its key and permissions. */
  async remove(model: KeptModel): Promise<void> {
    await this.#parts.tokens.delete(keyOf(model.id));
    await this.kept.remove(model);
    this.#made.clear();
    this.#changed.fire();
  }

  /** Forgets all models, keys and consents, and ends what they do. */
  async clear(): Promise<void> {
    this.#endUse();
    for (const { id } of this.kept.all) await this.#parts.tokens.delete(keyOf(id));
    await this.kept.clear();
    this.#made.clear();
    this.#declined.clear();
    this.#changed.fire();
  }

  dispose(): void {
    this.#use.abort();
    vscode.Disposable.from(this.#settingChanges, this.#changed).dispose();
  }

  #endUse(): void {
    this.#use.abort();
    this.#use = new AbortController();
  }

  async #make({ source, ...model }: KeptModel, key: () => Promise<string | undefined>): Promise<LanguageModel> {
    const given = { id: modelName({ source, ...model }), limits: model.limits };
    if (source.kind === "editor") return (await import("./editorModel.ts")).editorModel(source, given.id, given.limits);
    return this.#parts.modelAt(source, { ...given, key });
  }

  async #keyOf(model: KeptModel): Promise<string | undefined> {
    const { id, source } = model;
    if (source.kind === "editor" || !source.hasKey) return undefined;
    const key = await this.#parts.tokens.get(keyOf(id));
    if (typeof key === "string") return key;
    throw new ServiceError(
      "secretLost",
      vscode.l10n.t("The key for {0} is no longer stored.", modelName({ source, name: id })),
    );
  }
}

/** The open folders. In a remote window they are named with the machine: permission for a path counts only there. */
function foldersHere(): readonly string[] {
  const [folders, machine] = [openFolders(), otherMachine()];
  return machine === "" ? folders : folders.map((folder) => `${machine}:${folder}`);
}

/** The name under which the key of a model is stored. */
function keyOf(id: string): string {
  return `model.${id}`;
}
