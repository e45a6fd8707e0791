import type * as vscode from "vscode";
import type { PatternType } from "../../core/model/search.ts";

const KEY = "savedSearches";

/** A query that somebody wants to run again and again, with how it is read. */
export interface SavedSearch {
  /** Unique among the saved ones. */
  readonly name: string;
  readonly query: string;
  readonly patternType: PatternType;
}

/**
 * The searches that were saved, over all windows, workspaces and restarts: a query says itself where it looks. They are
 * not part of settings sync, since queries can tell what somebody works on.
 */
export class SavedSearches {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** By name. */
  get all(): readonly SavedSearch[] {
    return this.#state.get<readonly SavedSearch[]>(KEY, []);
  }

  /** Saves it, in place of one of the same name and of `before`. */
  async save(search: SavedSearch, before?: SavedSearch): Promise<void> {
    const others = this.all.filter(({ name }) => name !== search.name && name !== before?.name);
    await this.#state.update(
      KEY,
      [...others, search].sort((a, b) => a.name.localeCompare(b.name)),
    );
  }

  async delete({ name }: SavedSearch): Promise<void> {
    await this.#state.update(
      KEY,
      this.all.filter((saved) => saved.name !== name),
    );
  }
}
