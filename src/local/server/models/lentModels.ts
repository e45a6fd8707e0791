import {
  ModelError,
  type LanguageModel,
  type ModelPart,
  type ModelRequest,
} from "../../../core/model/languageModel.ts";
import { PARTS_AHEAD, type ToBorrower, type ToLender } from "../../../core/model/modelChannel.ts";

/** A nonce that is not used within this time was for a request that never came. */
const UNUSED_MS = 120_000;

/**
 * The models that the extension lends this process. Each is for the one request that carries its nonce, which was made
 * after a click; what it says comes over the process channel, part by part and no faster than it is read.
 */
export class LentModels {
  readonly #tell: (message: ToLender) => void;
  readonly #lent = new Map<string, { readonly model: LanguageModel; readonly timer: NodeJS.Timeout }>();
  readonly #streams = new Map<number, PartQueue>();
  #lastRequest = 0;

  constructor(tell: (message: ToLender) => void) {
    this.#tell = tell;
  }

  /** The model of a nonce. A nonce works once; `undefined` for one that is unknown or used. */
  take(nonce: string): LanguageModel | undefined {
    const lent = this.#lent.get(nonce);
    this.#lent.delete(nonce);
    clearTimeout(lent?.timer);
    return lent?.model;
  }

  receive(message: ToBorrower): void {
    switch (message.type) {
      case "lend": {
        const { nonce, id, limits } = message;
        const timer = setTimeout(() => this.#lent.delete(nonce), UNUSED_MS).unref();
        const model = {
          id,
          limits,
          send: (body, { signal }) => this.#send(nonce, body, signal),
        } satisfies LanguageModel;
        this.#lent.set(nonce, { model, timer });
        this.#tell({ type: "lent", nonce });
        break;
      }
      case "modelPart":
        this.#streams.get(message.request)?.push(message.part);
        break;
      case "modelEnd":
        this.#streams.get(message.request)?.end();
        break;
      case "modelFailure": {
        const { code, message: text, retryAt } = message;
        this.#streams.get(message.request)?.end(new ModelError(code, text, { retryAt }));
        break;
      }
    }
  }

  /** Breaks off all answers under way, because the lender has gone. */
  close(): void {
    for (const { timer } of this.#lent.values()) clearTimeout(timer);
    this.#lent.clear();
    for (const stream of this.#streams.values()) stream.end(new ModelError("brokenOff", ""));
  }

  async *#send(nonce: string, body: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart, void> {
    signal.throwIfAborted();
    const request = ++this.#lastRequest;
    const parts = new PartQueue();
    this.#streams.set(request, parts);
    const abort = (): void => {
      this.#tell({ type: "modelStop", request }); // at once, whatever the reader is busy with
      parts.end(new DOMException("It was stopped.", "AbortError"), true);
    };
    signal.addEventListener("abort", abort, { once: true });
    this.#tell({ type: "modelSend", request, nonce, body });
    try {
      let read = 0;
      for (let part = await parts.next(); part; part = await parts.next()) {
        yield part;
        if (++read % (PARTS_AHEAD / 2) === 0) this.#tell({ type: "modelMore", request, parts: PARTS_AHEAD / 2 });
      }
    } finally {
      signal.removeEventListener("abort", abort);
      this.#streams.delete(request);
      if (!parts.isOver) this.#tell({ type: "modelStop", request });
    }
  }
}

/** Parts that have come and were not read yet. */
class PartQueue {
  readonly #parts: ModelPart[] = [];
  #ending: { readonly error: Error | undefined } | undefined;
  #wake: (() => void) | undefined;

  /** Whether nothing more will come. */
  get isOver(): boolean {
    return this.#ending !== undefined;
  }

  push(part: ModelPart): void {
    if (this.#ending) return;
    this.#parts.push(part);
    this.#wake?.();
  }

  /** What came before is read first, unless `isAtOnce`. */
  end(error?: Error, isAtOnce = false): void {
    if (isAtOnce) this.#parts.length = 0;
    this.#ending ??= { error };
    this.#wake?.();
  }

  /** The next part; `undefined` at the end. Rejects with the error that it ended with, if any. */
  async next(): Promise<ModelPart | undefined> {
    while (this.#parts.length === 0 && !this.#ending)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    const part = this.#parts.shift();
    if (!part && this.#ending?.error) throw this.#ending.error;
    return part;
  }
}
