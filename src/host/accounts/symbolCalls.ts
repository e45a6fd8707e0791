import type { CodeSymbol } from "../../core/model/codeSymbol.ts";
import type { FromSymbols, NamedText, ToSymbols } from "../../core/model/symbolChannel.ts";

/** Asks one process of the local service for the definitions in texts, and matches its answers to the questions. */
export class SymbolCalls {
  readonly #send: (message: ToSymbols) => void;
  readonly #asked = new Map<number, (symbols: readonly CodeSymbol[] | undefined) => void>();
  #lastRequest = 0;
  #isOver = false;

  constructor(send: (message: ToSymbols) => void) {
    this.#send = send;
  }

  /**
   * The definitions in a text by its syntax, in order; `undefined` if it can't be parsed, or the process ends first.
   * Rejects with the signal's reason when that aborts, which also ends the parsing.
   */
  ask(text: NamedText, signal: AbortSignal): Promise<readonly CodeSymbol[] | undefined> {
    signal.throwIfAborted();
    if (this.#isOver) return Promise.resolve(undefined);
    const request = ++this.#lastRequest;
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#asked.delete(request);
        this.#send({ type: "symbolsStop", request });
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", stop, { once: true });
      this.#asked.set(request, (symbols) => {
        signal.removeEventListener("abort", stop);
        resolve(symbols);
      });
      this.#send({ type: "symbols", request, ...text });
    });
  }

  take({ request, symbols }: FromSymbols): void {
    const answer = this.#asked.get(request); // none if it was stopped
    this.#asked.delete(request);
    answer?.(symbols);
  }

  /** Ends the calls when the process has ended: open questions resolve to `undefined`. */
  end(): void {
    this.#isOver = true;
    for (const answer of this.#asked.values()) answer(undefined);
    this.#asked.clear();
  }
}
