import type * as vscode from "vscode";
import type { ModelLimits } from "../../core/model/languageModel.ts";

/** A model that the person has once chosen. */
export interface KeptModel {
  /** Random; the model's key is stored under it. */
  readonly id: string;
  /** The name that its server or extension shows to people. */
  readonly name: string;
  readonly source: EditorSource | EndpointSource;
  readonly limits: ModelLimits;
  readonly tokensPerSecond?: number;
}

export interface EditorSource {
  readonly kind: "editor";
  readonly vendor: string;
  readonly model: string;
}

export interface EndpointSource {
  readonly kind: "endpoint";
  readonly baseUrl: string;
  readonly model: string;
  readonly hasKey: boolean;
}

const MODELS = "models.kept";
const CHOSEN = "models.chosen";
const CONSENTS = "models.consents";
const OFFERED = "models.offered";

/**
 * The chosen models, the one that answers, and the folders whose code each may get. Kept in the editor's state, so that
 * no folder can change them. Keys are elsewhere.
 */
export class KeptModels {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  get all(): readonly KeptModel[] {
    const kept = this.#state.get<unknown>(MODELS);
    return Array.isArray(kept) ? kept.filter(isKeptModel) : [];
  }

  /** The one that writes answers; `undefined` if answers are passages. */
  get chosen(): KeptModel | undefined {
    const id = this.#state.get<unknown>(CHOSEN);
    return this.all.find((model) => model.id === id);
  }

  /** Whether the person has been offered a model. */
  get isOffered(): boolean {
    return this.#state.get(OFFERED) === true;
  }

  async setOffered(): Promise<void> {
    await this.#state.update(OFFERED, true);
  }

  /** Sets the one that writes answers; `undefined` for none. */
  async choose(model: KeptModel | undefined): Promise<void> {
    await this.#state.update(CHOSEN, model?.id);
    await this.setOffered();
  }

  /** Keeps a model, replacing one with the same id. */
  async keep(model: KeptModel): Promise<void> {
    await this.#state.update(MODELS, [...this.all.filter(({ id }) => id !== model.id), model]);
  }

  async remove(model: KeptModel): Promise<void> {
    const others = this.all.filter(({ id }) => id !== model.id);
    await this.#state.update(MODELS, others);
    const destination = destinationOf(model);
    if (!others.some((other) => destinationOf(other) === destination)) {
      const consents = Object.entries(this.#consents).filter(([allowed]) => allowed !== destination);
      await this.#state.update(CONSENTS, Object.fromEntries(consents));
    }
    if (this.#state.get(CHOSEN) === model.id) await this.#state.update(CHOSEN, undefined);
  }

  /** Whether code of all these folders may go to the model's destination. `false` without folders: there is no code. */
  mayRead(model: KeptModel, folders: readonly string[]): boolean {
    const allowed = this.#consents[destinationOf(model)] ?? [];
    return folders.length > 0 && folders.every((folder) => allowed.includes(folder));
  }

  async allow(model: KeptModel, folders: readonly string[]): Promise<void> {
    const destination = destinationOf(model);
    const before = this.#consents[destination] ?? [];
    await this.#state.update(CONSENTS, {
      ...this.#consents,
      [destination]: [...new Set([...before, ...folders])],
    });
  }

  /** Forgets everything; the keys have to be removed first. */
  async clear(): Promise<void> {
    for (const key of [MODELS, CHOSEN, CONSENTS, OFFERED]) await this.#state.update(key, undefined);
  }

  get #consents(): Readonly<Record<string, readonly string[]>> {
    const kept = this.#state.get<unknown>(CONSENTS);
    if (typeof kept !== "object" || kept === null) return {};
    const entries = Object.entries(kept).filter((entry): entry is [string, string[]] => Array.isArray(entry[1]));
    return Object.fromEntries(entries);
  }
}

/** Where code for a model goes: to an extension, or to an address. All models there share one destination. */
function destinationOf({ source }: KeptModel): string {
  return source.kind === "editor" ? `editor ${source.vendor}` : source.baseUrl;
}

function isKeptModel(value: unknown): value is KeptModel {
  if (typeof value !== "object" || value === null) return false;
  const { id, name, source, limits } = value as Partial<KeptModel>;
  if (typeof id !== "string" || typeof name !== "string" || typeof limits?.tools !== "string") return false;
  if (typeof source?.model !== "string") return false;
  return source.kind === "editor" ? typeof source.vendor === "string" : typeof source.baseUrl === "string";
}
