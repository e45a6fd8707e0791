import { parseSearchFields, type SearchFields, type WrittenQuery } from "./writtenQuery.ts";

/**
 * What the search page and the host say to each other: the host sends the whole state whenever it differs, the page
 * sends {@link SearchIntent}s. Every string a person reads is already in the person's language.
 */

/** Everything that the search page shows. */
export interface SearchState {
  readonly draft: SearchDraft;
  readonly toggles: readonly SearchToggle[];
  /** Where to search; one is on, or none if the query says where in another way. */
  readonly scopes: readonly { readonly label: string; readonly isOn: boolean }[];
  /** What can follow at the end of the query, each with the query that results. */
  readonly completions: readonly { readonly label: string; readonly text: string }[];
  readonly problem?: SearchProblem;
  /** What the service says about the search whose results are shown. */
  readonly alert?: SearchAlert;
  /** Queries that ran before, newest first. */
  readonly history: readonly WrittenQuery[];
  /** How far the running search is, or which other service the results are from; else empty. */
  readonly status: string;
  readonly isRunning: boolean;
  /** The service that a search would go to. */
  readonly service: string;
  /** Set if the limit cut the results short: the label for searching without the limit. */
  readonly showAll?: string;
  /** What a screen reader announces when it changes. */
  readonly announced: string;
  readonly labels: SearchLabels;
}

/** What is in the box and beside it. */
export interface SearchDraft extends WrittenQuery {
  /** The last {@link Edit} that it includes: the page adopts `text` only if it has made no other since. */
  readonly edit: number;
  /** Changes when the host puts something else into the box, whatever was typed there. */
  readonly seed: number;
}

/** A switch beside the box. */
export interface SearchToggle {
  readonly name: string;
  /** One of the editor's own icons. */
  readonly icon: string;
  readonly label: string;
  readonly isOn: boolean;
}

/** What can't be parsed in the query, with its place in UTF-16 units if it has one. */
export interface SearchProblem {
  readonly message: string;
  readonly start?: number;
  readonly end?: number;
}

/** Has a place only if the query in the box is the one that was searched for. */
export interface SearchAlert extends SearchProblem {
  /** What it proposes to search for instead, each with its query. */
  readonly proposed: readonly { readonly label: string; readonly query: string }[];
}

/** The words of the page that are always the same. */
export interface SearchLabels {
  /** The name of the page, for those who can't see it. */
  readonly title: string;
  readonly query: string;
  readonly completions: string;
  readonly scope: string;
  /** Shown if no scope is on. */
  readonly otherScope: string;
  readonly include: string;
  readonly includeHint: string;
  readonly exclude: string;
  readonly excludeHint: string;
  readonly stop: string;
  readonly switchService: string;
}

/** A change that a person made, with its number and what the box held then. */
interface Edit {
  readonly edit: number;
  readonly text: string;
}

export type SearchIntent =
  | { readonly type: "ready" }
  /**
   * `cursor` in UTF-16 units; `fields` if they are other ones as well, such as those of an earlier query; `isComposing`
   * while an input method composes.
   */
  | ({
      readonly type: "edit";
      readonly cursor: number;
      readonly fields?: SearchFields;
      readonly isComposing?: true;
    } & Edit)
  | ({ readonly type: "toggle"; readonly name: string } & Edit)
  /** Searches in one scope only, given by its position in the state. */
  | ({ readonly type: "scope"; readonly index: number } & Edit)
  /** `runs` if the query is to be searched for at once. */
  | ({ readonly type: "paths"; readonly include: string; readonly exclude: string; readonly runs: boolean } & Edit)
  | { readonly type: "run"; readonly text: string }
  | { readonly type: "stop" }
  /** Searches for what the alert proposes, given by its position. */
  | { readonly type: "propose"; readonly index: number }
  /** Moves the focus to the results. */
  | { readonly type: "leave" }
  | { readonly type: "showAll" }
  | { readonly type: "switchService" };

/** Reads what came from the page; `undefined` for anything that isn't an intent. */
export function parseSearchIntent(message: unknown): SearchIntent | undefined {
  if (typeof message !== "object" || message === null || !("type" in message)) return undefined;
  const field = (name: string): unknown => (message as Record<string, unknown>)[name];
  const [text, edit] = [field("text"), field("edit")];
  const made = typeof text === "string" && isCount(edit) ? { text, edit } : undefined;
  switch (message.type) {
    case "ready":
    case "stop":
    case "leave":
    case "showAll":
    case "switchService":
      return { type: message.type };
    case "run":
      return typeof text === "string" ? { type: "run", text } : undefined;
    case "edit": {
      const cursor = field("cursor");
      const fields = parseSearchFields(field("fields"));
      const isComposing = field("isComposing") === true;
      return made && isCount(cursor)
        ? { type: "edit", ...made, cursor, ...(fields && { fields }), ...(isComposing && { isComposing }) }
        : undefined;
    }
    case "propose": {
      const index = field("index");
      return isCount(index) ? { type: "propose", index } : undefined;
    }
    case "toggle": {
      const name = field("name");
      return made && typeof name === "string" ? { type: "toggle", ...made, name } : undefined;
    }
    case "scope": {
      const index = field("index");
      return made && isCount(index) ? { type: "scope", ...made, index } : undefined;
    }
    case "paths": {
      const [include, exclude, runs] = [field("include"), field("exclude"), field("runs")];
      if (!made || typeof include !== "string" || typeof exclude !== "string") return undefined;
      return typeof runs === "boolean" ? { type: "paths", ...made, include, exclude, runs } : undefined;
    }
    default:
      return undefined;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
