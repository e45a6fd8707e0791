import { randomBytes } from "node:crypto";
import { isAbort } from "../../core/model/errors.ts";
import { ModelError, type LanguageModel, type ModelPart, type ModelRequest } from "../../core/model/languageModel.ts";
import { reason } from "../../core/model/reasons.ts";
import { PARTS_AHEAD, type ToLender } from "../../core/model/modelChannel.ts";
import type { LocalAddress } from "../accounts/serviceProcess.ts";

/** Far more than the rounds of one question: a borrower that asks more often is in a loop. */
const REQUESTS_AT_MOST = 24;

/**
 * Text that arrives faster than this is sent together, because each message is work for both processes. The first words
 * are not held back.
 */
const TOGETHER_MS = 100;
const TOGETHER_LENGTH = 1_000;

/** Whoever stops an answer tells the borrower too: it should hear of that first, not of a model that failed. */
const TOLD_LATER_MS = 1000;
/** A question takes minutes at most. */
const LENT_MS = 30 * 60_000;

interface Loan {
  readonly model: LanguageModel;
  readonly stop: AbortController;
  /** Called when the borrower has received the nonce. */
  readonly arrived: () => void;
  requests: number;
}

interface Sending {
  readonly stop: AbortController;
  /** Allows this many further parts to be sent. */
  readonly allow: (parts: number) => void;
}

export interface ModelLendingParts extends Pick<LocalAddress, "models" | "ended"> {
  /** What exactly went wrong, for people. */
  readonly words: (error: ModelError) => string;
}

/**
 * Lends models of this process to one borrower. A nonce is for one question and grants nothing but the model: keys and
 * addresses stay here, and more than {@link REQUESTS_AT_MOST} requests with one nonce are refused.
 */
export class ModelLending {
  readonly #borrower: LocalAddress["models"];
  readonly #words: ModelLendingParts["words"];
  readonly #loans = new Map<string, Loan>();
  readonly #sendings = new Map<number, Sending>();
  #isOver = false;

  constructor({ models, ended, words }: ModelLendingParts) {
    this.#borrower = models;
    this.#words = words;
    models.listen((message) => {
      this.#receive(message);
    });
    void ended.then(() => {
      this.end();
    });
  }

  /**
   * Resolves with the nonce once the borrower knows it. Aborting `signal`, at any time, ends all requests made with it.
   * Throws `brokenOff` if the borrower has ended.
   */
  async lend(model: LanguageModel, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    if (this.#isOver) throw ended();
    const nonce = randomBytes(32).toString("base64url");
    const stop = new AbortController();
    const over = (): void => {
      this.#endLoan(nonce);
    };
    signal.addEventListener("abort", over, { once: true, signal: stop.signal });
    const timer = setTimeout(over, LENT_MS).unref();
    await new Promise<void>((arrived, reject) => {
      stop.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(ended());
      });
      this.#loans.set(nonce, { model, stop, arrived, requests: 0 });
      this.#borrower.send({ type: "lend", nonce, id: model.id, limits: model.limits });
    });
    return nonce;
  }

  #receive(message: ToLender): void {
    switch (message.type) {
      case "lent":
        this.#loans.get(message.nonce)?.arrived();
        break;
      case "modelSend":
        void this.#answer(message.request, message.nonce, message.body);
        break;
      case "modelMore":
        this.#sendings.get(message.request)?.allow(message.parts);
        break;
      case "modelStop":
        this.#sendings.get(message.request)?.stop.abort();
        break;
    }
  }

  /** Ends everything: nothing that was lent can be used any more. */
  end(): void {
    this.#isOver = true;
    for (const nonce of [...this.#loans.keys()]) this.#endLoan(nonce);
  }

  #endLoan(nonce: string): void {
    const loan = this.#loans.get(nonce);
    this.#loans.delete(nonce);
    loan?.stop.abort();
  }

  async #answer(request: number, nonce: string, body: ModelRequest): Promise<void> {
    const loan = this.#loans.get(nonce);
    const fail = (error: ModelError): void => {
      const { code, retryAt } = error;
      this.#borrower.send({
        type: "modelFailure",
        request,
        code,
        message: this.#words(error),
        ...(retryAt === undefined ? {} : { retryAt }),
      });
    };
    const failLater = (error: ModelError): void => {
      setTimeout(() => {
        fail(error);
      }, TOLD_LATER_MS).unref();
    };
    if (!loan) {
      failLater(new ModelError("noPermission", "This model was not lent for that."));
      return;
    }
    if (++loan.requests > REQUESTS_AT_MOST) {
      fail(new ModelError("failed", reason("modelAskedTooOften")));
      return;
    }
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, loan.stop.signal]);
    let allowed = PARTS_AHEAD;
    let wake: (() => void) | undefined;
    const allow = (parts: number): void => {
      allowed += parts;
      wake?.();
    };
    const room = async (): Promise<void> => {
      while (allowed === 0 && !signal.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      signal.throwIfAborted();
    };
    const tell = (part: ModelPart): void => {
      allowed--;
      this.#borrower.send({ type: "modelPart", request, part });
    };
    let text = "";
    let resting: NodeJS.Timeout | undefined;
    const tellText = (): void => {
      if (text !== "") tell({ kind: "text", text });
      text = "";
    };
    const rest = (): void => {
      resting = setTimeout(() => {
        resting = undefined;
        if (text === "") return;
        if (allowed > 0) tellText();
        rest();
      }, TOGETHER_MS);
    };
    signal.addEventListener("abort", () => wake?.());
    this.#sendings.set(request, { stop, allow });
    try {
      for await (const part of loan.model.send(body, { signal })) {
        await room();
        if (part.kind === "text") {
          text += part.text;
          if (resting && text.length < TOGETHER_LENGTH) continue;
          tellText();
          if (!resting) rest();
        } else {
          tellText();
          await room();
          tell(part);
        }
      }
      await room();
      tellText();
      this.#borrower.send({ type: "modelEnd", request });
    } catch (error) {
      if (!signal.aborted) tellText();
      if (isAbort(error) && signal.aborted) failLater(new ModelError("brokenOff", "It was stopped."));
      else if (error instanceof ModelError) fail(error);
      else fail(new ModelError("failed", error instanceof Error ? error.message : String(error)));
    } finally {
      clearTimeout(resting);
      this.#sendings.delete(request);
      stop.abort();
    }
  }
}

function ended(): ModelError {
  return new ModelError("brokenOff", reason("serviceEnded"));
}
