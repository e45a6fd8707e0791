import { conversationId } from "../../core/model/conversation.ts";
import { ServiceError } from "../../core/model/errors.ts";
import { reason } from "../../core/model/reasons.ts";
import type { JsonObject } from "../http/json.ts";

/** What the local service has sent of an answer that is being written. */
export interface KnownAnswer {
  /** What the service calls this state. */
  readonly version: string;
  readonly words: string;
  readonly passages: string;
}

/** Completes the texts of an answer that is being written with what is known of it: its words, then its passages. */
export type CompleteTexts = (written: JsonObject, texts: readonly string[]) => readonly string[];

/** More are hardly ever watched at once. One that is not known is sent as a whole. */
const KNOWN_AT_MOST = 8;

/**
 * Remembers the answers that the local service is writing, so that it need not send the same again each time: some
 * hundred kilobytes, four times a second. The caller gets the whole answer.
 */
export class GrowingAnswers {
  readonly #known = new Map<string, KnownAnswer>();

  /** What is known of the answer that is being written in the conversation of this name. */
  of(name: string): KnownAnswer | undefined {
    return this.#known.get(conversationId(name));
  }

  /**
   * Reads what the service answered to a request that named `known`. Forgets the conversation as soon as nothing is
   * sent in parts any more. What continues from something unknown is `malformed`; the next time, everything is
   * requested.
   */
  reading(name: string, known: KnownAnswer | undefined): CompleteTexts {
    const id = conversationId(name);
    this.#known.delete(id);
    return (written, texts) => {
      const version = written.string("told");
      if (version === undefined) return texts;
      const [rest = "", told = ""] = texts;
      const from = written.whole("wordsFrom") ?? 0;
      const isTold = written.boolean("passagesTold");
      if (from > (known?.words.length ?? 0) || (isTold && !known))
        throw new ServiceError("malformed", reason("notAnObject", "told"));
      const words = (known?.words.slice(0, from) ?? "") + rest;
      const passages = isTold ? (known?.passages ?? "") : told;
      this.#known.set(id, { version, words, passages });
      const [oldest] = this.#known.size > KNOWN_AT_MOST ? this.#known.keys() : [];
      if (oldest !== undefined) this.#known.delete(oldest);
      return [words, passages];
    };
  }
}
