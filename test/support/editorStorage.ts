import * as vscode from "vscode";

/** What an editor remembers and the secrets it stores, shared by the windows that a test opens. */
export class EditorStorage {
  readonly values = new Map<string, unknown>();
  readonly stored = new Map<string, string>();
  /** What the secret storage throws, if anything. */
  failure: Error | undefined;
  readonly #windows = new Set<Window>();

  /** What a window is given. One that is `isLate` learns what others remember only when `catchUp` is called. */
  open({ isLate = false } = {}): Window {
    const window = new Window(this, isLate);
    this.#windows.add(window);
    return window;
  }

  /** As without a keyring: what was stored is gone after the next start. */
  loseSecrets(): void {
    this.stored.clear();
  }

  remember(key: string, value: unknown): void {
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, JSON.parse(JSON.stringify(value)));
    for (const window of this.#windows) if (!window.isLate) window.catchUp();
  }

  tell(key: string): void {
    for (const window of this.#windows) window.changed.fire({ key });
  }
}

class Window {
  readonly isLate: boolean;
  readonly changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly #storage: EditorStorage;
  #seen: Map<string, unknown>;

  constructor(storage: EditorStorage, isLate: boolean) {
    this.#storage = storage;
    this.isLate = isLate;
    this.#seen = new Map(storage.values);
  }

  catchUp(): void {
    this.#seen = new Map(this.#storage.values);
  }

  get state(): vscode.Memento {
    return {
      keys: () => [...this.#seen.keys()],
      get: <T>(key: string, otherwise?: T) => (this.#seen.has(key) ? (this.#seen.get(key) as T) : otherwise) as T,
      update: (key, value) => {
        this.#storage.remember(key, value);
        this.catchUp();
        return Promise.resolve();
      },
    };
  }

  get secrets(): vscode.SecretStorage {
    const storage = this.#storage;
    const guarded = <T>(act: () => T): Promise<T> =>
      storage.failure ? Promise.reject(storage.failure) : Promise.resolve(act());
    return {
      keys: () => guarded(() => [...storage.stored.keys()]),
      get: (key) => guarded(() => storage.stored.get(key)),
      store: (key, value) =>
        guarded(() => {
          storage.stored.set(key, value);
          storage.tell(key);
        }),
      delete: (key) =>
        guarded(() => {
          storage.stored.delete(key);
          storage.tell(key);
        }),
      onDidChange: this.changed.event,
    };
  }
}
