import type { Fields } from "./toolArguments.ts";

/**
 * A tool as it is offered to a model that writes an answer. Short, since it is sent with each round; a change of the
 * words needs a new version of the prompt that they go with.
 */
export interface OfferToModels {
  readonly description: string;
  readonly fields: Fields;
}

const text = (description: string, isRequired = false) =>
  ({ type: "string", description, isRequired, atMost: 1_000 }) as const;
const line = (description: string) => ({ type: "integer", least: 1, description }) as const;

export const MODEL_SEARCH: OfferToModels = {
  description: "Ranked passages for a question or words.",
  fields: { query: text("What is sought, in words or names", true) },
};

export const MODEL_GREP: OfferToModels = {
  description: "Lines that match a regular expression (RE2 syntax).",
  fields: { pattern: text("Regular expression", true), path: text("Only files whose path has this") },
};

export const MODEL_READ: OfferToModels = {
  description: "Lines of a file.",
  fields: { path: text("Path of the file", true), first: line("First line, from 1"), last: line("Last line") },
};

export const MODEL_SYMBOL: OfferToModels = {
  description: "Where a name is defined, and used.",
  fields: { name: text("The exact name", true) },
};

export const MODEL_LIST: OfferToModels = {
  description: "Files and folders below a path.",
  fields: { path: text("A folder; empty for the top") },
};

export const MODEL_HISTORY: OfferToModels = {
  description: "Latest commits, of a path or all.",
  fields: { path: text("Path of a file or folder"), query: text("Only commits whose message has this") },
};
