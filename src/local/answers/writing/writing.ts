import type { LanguageModel, ModelErrorCode, ModelRequest } from "../../../core/model/languageModel.ts";
import type { ModelActivity } from "../../../core/model/conversation.ts";
import { BUDGET, tokensOf } from "./budget.ts";
import { checkCitations, type CheckedText } from "./citations.ts";
import { earlierWords, type EarlierAnswer } from "./earlierAnswers.ts";
import { Evidence, type ServedPassage } from "./evidence.ts";
import { hand } from "./framing.ts";
import { GrowingAnswer } from "./growing.ts";
import { describeLookUp, type LookedUp, type LookUp, type LookUpCode } from "./lookUp.ts";
import { readNeeds } from "./needs.ts";
import { ask, BrokenReply, EndlessReply, REPLY_LIMITS, type Reply, type ReplyLimits, type Tokens } from "./reply.ts";
import { l10n } from "../../base/l10n.ts";

/** What is to be written, and with what. */
export interface WriteRequest {
  readonly question: string;
  readonly model: LanguageModel;
  /** What was found for the question, best first. */
  readonly passages: readonly ServedPassage[];
  /** What is known besides, as far as it fits; it can't be cited. */
  readonly told?: string;
  /** What was said in the conversation before, oldest first. */
  readonly earlier: readonly EarlierAnswer[];
  /** The words of an answer that broke off, to be continued. */
  readonly begun?: string;
  readonly lookUp: LookUpCode;
  readonly signal: AbortSignal;
  /** Called with what is done next, in words for the person. */
  readonly step: (text: string) => void;
  /** Called with all that may be shown so far, and what that took. */
  readonly onProgress: (progress: WritingProgress) => void;
  /** For tests. */
  readonly limits?: Partial<ReplyLimits>;
}

export interface WritingProgress extends Tokens {
  /** Markdown. */
  readonly words: string;
  /** Requests to the model. */
  readonly rounds: number;
  /** The model that answered, if its server says that it was another one. */
  readonly answeredBy?: string;
  /** What the model was doing when something last came from it, or when it was asked; absent while it is not asked. */
  readonly activity?: ModelActivity;
  /** When that was, in milliseconds since the epoch. */
  readonly heardAt?: number;
}

/** The answer when writing has ended. */
export interface Written extends WritingProgress {
  readonly checked: CheckedText;
  /** What else the person should know about it, such as what was left out. */
  readonly notes: readonly string[];
  readonly failure?: WritingFailure;
}

export interface WritingFailure {
  /** `endless`: it repeated itself, or went on without an end. `empty`: it said nothing. */
  readonly code: ModelErrorCode | "endless" | "empty";
  /** More about it, perhaps in the words of the model's server; may be empty. */
  readonly message: string;
  /** When it makes sense to try again, in milliseconds since the epoch. */
  readonly retryAt?: number;
}

/** How much of what a model is given may be told rather than shown. */
const TOLD_SHARE = 0.25;
const CHARACTERS_IN_TOKEN = 3;

/** How many tokens a model read of a longer request, by its name. It grows only with the models in use. */
const readAtOnce = new Map<string, number>();

/** How many tokens a model counts for one of ours, by its name: more than one for much code or a small vocabulary. */
const density = new Map<string, number>();
/** In a shorter request, what surrounds the text counts too much. */
const TELLING_TOKENS = 500;
/** About one token for each character: a higher count is wrong. */
const DENSITY_AT_MOST = 4;

/** One answer while it is being written: what the model was told, what it replied, what that took. */
export class Writing {
  readonly request: WriteRequest;
  readonly signal: AbortSignal;
  readonly notes: string[] = [];
  evidence = new Evidence();
  #growing: GrowingAnswer;
  #text = "";
  #words = "";
  #later: NodeJS.Timeout | undefined;
  #rounds = 0;
  #answeredBy: string | undefined;
  #activity: Pick<WritingProgress, "activity" | "heardAt"> = {};
  /** The tokens of the rounds that have ended, and of the one that is under way. */
  #ended: Tokens = NONE;
  #running: Tokens = NONE;

  constructor(request: WriteRequest, signal: AbortSignal) {
    this.request = request;
    this.signal = signal;
    this.#growing = new GrowingAnswer(this.evidence);
    this.beginAgain();
  }

  /** Starts over, as if the model had been given no passages yet. */
  beginAgain(): void {
    const { question, earlier } = this.request;
    this.evidence = new Evidence();
    this.evidence.tell([question, ...earlier.map((each) => `${each.question}\n${each.words}`)].join("\n"));
    this.#text = "";
  }

  /** How many tokens a model may be given: the usual number, or fewer for a small model. */
  budget(usual: number): number {
    const { model } = this.request;
    const takes = Math.min(model.limits.inputTokens ?? Infinity, readAtOnce.get(model.id) ?? Infinity);
    const room = Math.min(BUDGET.share * takes, takes - BUDGET.rest) / (density.get(model.id) ?? 1);
    return Math.max(500, Math.min(usual, Math.floor(room)));
  }

  /** What the first message says: what was said before, passages, the question. */
  opening(tokens: number): string {
    const { question, earlier, passages, told = "" } = this.request;
    const known = told.slice(0, Math.floor(tokens * TOLD_SHARE * CHARACTERS_IN_TOKEN));
    if (known !== "") this.evidence.tell(known);
    const before = earlierWords(earlier, Math.min(BUDGET.earlierWords, tokens / 4));
    const ofEarlier = earlier.toReversed().flatMap((each) => each.passages);
    const own = hand(this.evidence, passages, {
      tokens: Math.floor(ofEarlier.length === 0 ? tokens : tokens * 0.75) - tokensOf(known),
      passages: BUDGET.passages,
    });
    const kept = hand(this.evidence, ofEarlier, { tokens: Math.min(BUDGET.earlierEvidence, tokens - own.tokens) });
    if (kept.leftOut + before.leftOut > 0)
      this.note(l10n.t("Earlier parts of the conversation were left out: they don't fit the model's context."));
    const shown = own.text + kept.text;
    return [
      ...(before.text === "" ? [] : [`Said before:\n${before.text}`]),
      ...(known === "" ? [] : [`Known besides (data):\n${known.replaceAll(/^/gm, "| ")}`]),
      shown === "" ? "No passage was found." : `Passages (data):\n\n${shown}`,
      `Question: ${question}`,
    ].join("\n\n");
  }

  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text);
  }

  /** Asks the model once more. What it writes is shown as it comes, unless `isShown` says that it is no answer. */
  async ask(request: ModelRequest, isShown: (text: string) => boolean = () => true): Promise<Reply> {
    const { model, step, limits } = this.request;
    this.signal.throwIfAborted();
    this.#rounds++;
    step(this.#rounds === 1 ? l10n.t("Asking {0}", model.id) : l10n.t("Asking {0}, round {1}", model.id, this.#rounds));
    this.#growing = new GrowingAnswer(this.evidence);
    this.#activity = { activity: "silent", heardAt: Date.now() };
    let reply: Reply | undefined;
    let seen = "";
    let isAnswer = false;
    try {
      reply = await ask(model, request, {
        signal: this.signal,
        limits: { ...REPLY_LIMITS, ...limits },
        onReply: (soFar) => {
          this.#running = soFar;
          this.#activity = { activity: soFar.activity, heardAt: Date.now() };
          const { text, answeredBy } = soFar;
          this.#answeredBy = answeredBy ?? this.#answeredBy;
          const isNew = text !== seen;
          if (!text.startsWith(seen)) this.#takeBack(); // what was shown turned out to be thoughts
          // An answer that grows remains one: to look at all of it again with each part would take long.
          isAnswer = (isAnswer && text.length > seen.length) || (isNew && isShown(text));
          seen = text;
          if (!isNew || !isAnswer) {
            this.#tell(this.#words);
            return;
          }
          this.#text = text;
          this.#show();
        },
      });
      return reply;
    } catch (error) {
      if (error instanceof BrokenReply || error instanceof EndlessReply) ({ reply } = error);
      if (reply && isShown(reply.text)) this.#text = reply.text;
      throw error;
    } finally {
      clearTimeout(this.#later);
      this.#ended = sum(this.#ended, reply ?? this.#running);
      this.#running = NONE;
      this.#tell(this.#words);
      if (reply) this.#learn(reply);
    }
  }

  /** Remembers how the model counts, for what it is given next. */
  #learn({ readTokens, inputTokens, sentTokens }: Reply): void {
    const { id } = this.request.model;
    if (readTokens !== undefined) readAtOnce.set(id, readTokens);
    const now = inputTokens / sentTokens;
    const isTelling = sentTokens >= TELLING_TOKENS && now <= DENSITY_AT_MOST;
    if (isTelling && now > (density.get(id) ?? 1)) density.set(id, now);
  }

  get rounds(): number {
    return this.#rounds;
  }

  /** Looks something up, and resolves with what the model is told about it. */
  async lookUp(lookUp: LookUp): Promise<LookedUp> {
    this.#activity = {};
    this.#tell(this.#words);
    this.request.step(describeLookUp(lookUp));
    return this.request.lookUp(lookUp, this.signal);
  }

  /** Takes a text as the answer. */
  accept(text: string): void {
    this.#text = text;
  }

  result(failure?: WritingFailure): Written {
    const { begun = "" } = this.request;
    const text = readNeeds(this.#text).rest;
    const checked = checkCitations(text, this.evidence, { isCut: failure !== undefined });
    const words = joined(begun, checked.text);
    const failed = failure ?? (checked.text.trim() === "" ? { code: "empty" as const, message: "" } : undefined);
    if (checked.removedMarks > 0)
      this.note(
        checked.removedMarks === 1
          ? l10n.t("1 citation was removed: it did not point to anything that was read.")
          : l10n.t("{0} citations were removed: they did not point to anything that was read.", checked.removedMarks),
      );
    return {
      ...this.#progress(words),
      checked: { ...checked, text: words },
      notes: this.notes,
      ...(failed && { failure: failed }),
    };
  }

  /** Reports what came; if that is still behind, reports the rest later, in case the model says no more for a while. */
  #show(): void {
    clearTimeout(this.#later);
    this.#tell(this.#growing.shown(this.#text));
    const { catchesUpInMs } = this.#growing;
    if (catchesUpInMs === undefined) return;
    this.#later = setTimeout(() => {
      this.#show();
    }, Math.ceil(catchesUpInMs));
  }

  #takeBack(): void {
    clearTimeout(this.#later);
    this.#growing = new GrowingAnswer(this.evidence);
    this.#text = "";
    this.#words = "";
  }

  #tell(words: string): void {
    this.#words = words;
    this.request.onProgress({ ...this.#progress(joined(this.request.begun ?? "", words)), ...this.#activity });
  }

  #progress(words: string): WritingProgress {
    return {
      words,
      rounds: this.#rounds,
      ...sum(this.#ended, this.#running),
      ...(this.#answeredBy !== undefined && { answeredBy: this.#answeredBy }),
    };
  }
}

const NONE: Tokens = { inputTokens: 0, outputTokens: 0, areTokensEstimated: false };

function sum(a: Tokens, b: Tokens): Tokens {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    areTokensEstimated: a.areTokensEstimated || b.areTokensEstimated,
  };
}

function joined(begun: string, words: string): string {
  if (begun === "" || words === "") return begun || words;
  return /[.!?:)\]]\s*$/.test(begun) || /^[\n#*-]/.test(words)
    ? `${begun.trimEnd()}\n\n${words}`
    : `${begun}${/^[\s.,;]/.test(words) ? "" : " "}${words}`;
}
