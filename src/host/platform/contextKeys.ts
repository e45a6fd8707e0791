import * as vscode from "vscode";

/** What the conditions of menus, views and keys are told. The editor looks at all of them anew each time it is told of one. */
export class ContextKeys {
  readonly #told = new Map<string, unknown>();

  /** Tells what is another than before, by the names that the conditions have without `plumbline.`. */
  tell(facts: Readonly<Record<string, boolean | string>>): void {
    for (const [name, value] of Object.entries(facts)) {
      if (this.#told.get(name) === value) continue;
      this.#told.set(name, value);
      void vscode.commands.executeCommand("setContext", `plumbline.${name}`, value);
    }
  }
}
