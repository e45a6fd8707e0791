import type { Disposable } from "vscode";
import type { Log } from "./log.ts";

/**
 * Registers what an editor that is built on VS Code may lack, or refuse because it is there already: each by itself, so
 * that nothing else is lost with it.
 */
export class Offers {
  readonly #log: Pick<Log, "error">;
  readonly #keep: (part: Disposable) => unknown;
  readonly #missing = new Set<string>();

  constructor(log: Pick<Log, "error">, keep: (part: Disposable) => unknown) {
    this.#log = log;
    this.#keep = keep;
  }

  /** The names of what could not be registered. */
  get missing(): readonly string[] {
    return [...this.#missing];
  }

  /** `name` is that of the editor's function, or of what is registered. It throws if the editor lacks it. */
  add(name: string, register: () => Disposable | undefined): void {
    try {
      const registration = register();
      if (registration) this.#keep(registration);
    } catch (error) {
      this.#missing.add(name);
      this.#log.error(`This editor does not take ${name}`, error);
    }
  }
}
