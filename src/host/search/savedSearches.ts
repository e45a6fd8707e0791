import type * as vscode from "vscode";
import type { PatternType } from "../../core/model/search.ts";
import { parseSearchFields, type SearchFields } from "../../protocol/writtenQuery.ts";

const KEY = "savedSearches";

/** A query that was saved to be run again, with how it is read. */
export interface SavedSearch {
  /** Unique among the searches that are shown together. */
  readonly name: string;
  /** Its text. */
  readonly query: string;
  /** What was set beside the text; absent if nothing was, or if saved before there were fields. */
  readonly fields?: SearchFields;
  readonly patternType: PatternType;
  /** The base URL of the service that it was saved for, or `local`; absent if saved before services were kept apart. */
  readonly service?: string;
}

/**
 * The saved searches, by service, for all windows and workspaces and after restarts. They stay after signing out: a
 * query is the person's own. They are not part of settings sync: queries can reveal what a person works on.
 */
export class SavedSearches {
  readonly #state: vscode.Memento;
  readonly #service: () => string;

  /** `service` returns the one in use now. */
  constructor(state: vscode.Memento, service: () => string) {
    this.#state = state;
    this.#service = service;
  }

  /** The searches of the service in use now, and those without a service, sorted by name. */
  get all(): readonly SavedSearch[] {
    return this.#everything.filter((search) => this.#isHere(search));
  }

  /** Saves it for the service in use now. Replaces one of the same name, and `before`. */
  async save({ name, query, fields, patternType }: SavedSearch, before?: SavedSearch): Promise<void> {
    const others = this.#everything.filter(
      (other) => !this.#isHere(other) || (other.name !== name && other.name !== before?.name),
    );
    const saved = { name, query, ...(fields && { fields }), patternType, service: this.#service() };
    await this.#state.update(
      KEY,
      [...others, saved].sort((a, b) => a.name.localeCompare(b.name)),
    );
  }

  async delete({ name }: SavedSearch): Promise<void> {
    await this.#state.update(
      KEY,
      this.#everything.filter((saved) => !this.#isHere(saved) || saved.name !== name),
    );
  }

  /** Forgets the searches of all services. */
  async clear(): Promise<void> {
    await this.#state.update(KEY, undefined);
  }

  get #everything(): readonly SavedSearch[] {
    const saved = this.#state.get<unknown>(KEY);
    return Array.isArray(saved) ? saved.filter(isSavedSearch) : [];
  }

  #isHere({ service }: SavedSearch): boolean {
    return service === undefined || service === this.#service();
  }
}

function isSavedSearch(value: unknown): value is SavedSearch {
  if (typeof value !== "object" || value === null) return false;
  const { name, query, fields, patternType, service } = value as Record<string, unknown>;
  if (fields !== undefined && !parseSearchFields(fields)) return false;
  return [name, query, patternType, service ?? ""].every((text) => typeof text === "string");
}
