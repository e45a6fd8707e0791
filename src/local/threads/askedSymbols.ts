import type { CodeSymbol } from "../../core/model/codeSymbol.ts";
import type { FromSymbols, NamedText, ToSymbols } from "../../core/model/symbolChannel.ts";

/** Finds the definitions in a text; `undefined` if it can't be parsed. */
export type FindSymbols = (text: NamedText, signal: AbortSignal) => Promise<readonly CodeSymbol[] | undefined>;

/** Answers the extension's requests about texts over the process channel, each once, whatever happens. */
export class AskedSymbols {
  readonly #tell: (message: FromSymbols) => void;
  readonly #find: FindSymbols;
  readonly #underWay = new Map<number, AbortController>();

  constructor(tell: (message: FromSymbols) => void, find: FindSymbols) {
    this.#tell = tell;
    this.#find = find;
  }

  receive(message: ToSymbols): void {
    if (message.type === "symbols") void this.#answer(message);
    else this.#underWay.get(message.request)?.abort();
  }

  async #answer({ request, path, languageId, text }: Extract<ToSymbols, { type: "symbols" }>): Promise<void> {
    const stop = new AbortController();
    this.#underWay.set(request, stop);
    const symbols = await this.#find({ path, languageId, text }, stop.signal).catch(() => undefined); // it was stopped
    this.#underWay.delete(request);
    this.#tell({ type: "symbols", request, ...(symbols && { symbols }) });
  }
}
