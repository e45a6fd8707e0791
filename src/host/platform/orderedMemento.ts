import type * as vscode from "vscode";

/**
 * What is remembered for all windows, with one change after the other. The editor also notifies a window of its own
 * changes, with all values as they were then, and takes those for the present state: a change made before the
 * notification of the last one would be lost.
 */
export class OrderedMemento implements vscode.Memento {
  readonly #memento: vscode.Memento;
  /** Values that the editor does not have yet. */
  readonly #pending = new Map<string, { readonly value: unknown }>();
  #last: Thenable<void> = Promise.resolve();

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  keys(): readonly string[] {
    return this.#memento.keys();
  }

  get<T>(key: string, otherwise?: T): T {
    const pending = this.#pending.get(key);
    return ((pending ? pending.value : this.#memento.get(key)) ?? otherwise) as T;
  }

  /** Resolves when the editor has the value; rejects if it can't keep it, and then continues with the next change. */
  update(key: string, value: unknown): Thenable<void> {
    const change = { value };
    this.#pending.set(key, change);
    const carryOut = async (): Promise<void> => {
      try {
        await this.#memento.update(key, value);
      } finally {
        if (this.#pending.get(key) === change) this.#pending.delete(key);
      }
    };
    this.#last = this.#last.then(carryOut, carryOut);
    return this.#last;
  }
}
