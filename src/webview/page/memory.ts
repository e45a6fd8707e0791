import type { MentionState } from "../../protocol/answer.ts";
import type { ReadingPlace } from "./readingPlace.ts";

/** How many keys of what is unfolded are kept: those unfolded last. */
export const MOST_OPEN = 200;

/** What the editor keeps of a page while it is hidden or moved, or the window is reloaded. */
export interface Memory {
  /** The conversation that it belongs to, for the host's serializer. */
  readonly name?: string;
  /** The questions that the service may not have, also for the serializer. */
  readonly unasked?: string | undefined;
  /** Absent at the beginning. */
  readonly place?: ReadingPlace | undefined;
  /** What was typed and not sent. */
  readonly draft: string;
  /** What was chosen to be mentioned in it. */
  readonly mentions: readonly MentionState[];
  /** The keys of what is unfolded, those unfolded last at the end; at most {@link MOST_OPEN}. */
  readonly open: readonly string[];
}

/** The part of the editor's interface for pages that we use. */
export interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** Reads what was kept, and ignores whatever can't be read. */
export function parseMemory(state: unknown): Memory {
  const { name, unasked, place, draft, mentions, open } = (state ?? {}) as Partial<Record<keyof Memory, unknown>>;
  return {
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof unasked === "string" ? { unasked } : {}),
    ...(isPlace(place) && { place }),
    draft: typeof draft === "string" ? draft : "",
    mentions: Array.isArray(mentions) ? mentions.filter(isMention) : [],
    open: Array.isArray(open) ? open.filter((key) => typeof key === "string").slice(-MOST_OPEN) : [],
  };
}

function isPlace(value: unknown): value is ReadingPlace {
  const { id, part, top } = (value ?? {}) as Partial<Record<keyof ReadingPlace, unknown>>;
  return typeof id === "string" && typeof part === "number" && typeof top === "number";
}

const MENTION_KINDS: readonly unknown[] = ["file", "folder", "symbol", "repository"] satisfies MentionState["kind"][];

function isMention(value: unknown): value is MentionState {
  const { kind, place, detail, text, within = "" } = (value ?? {}) as Partial<Record<keyof MentionState, unknown>>;
  const { name, folder, repository } = (place ?? {}) as Partial<Record<keyof MentionState["place"], unknown>>;
  const words = [detail, text, within, name, folder, repository];
  return MENTION_KINDS.includes(kind) && words.every((each) => typeof each === "string");
}
