import * as vscode from "vscode";

/**
 * The facts that conditions of menus, views and keys use. Each time one is set, the editor evaluates all conditions.
 */
export class ContextKeys {
  readonly #known = new Map<string, unknown>();

  /** Sets the facts that have changed, by the names that the conditions use, without `plumbline.`. */
  set(facts: Readonly<Record<string, boolean | string>>): void {
    for (const [name, value] of Object.entries(facts)) {
      if (this.#known.get(name) === value) continue;
      this.#known.set(name, value);
      void vscode.commands.executeCommand("setContext", `plumbline.${name}`, value);
    }
  }
}
