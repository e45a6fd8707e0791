import { isAbort } from "../../core/model/errors.ts";
import { mayBeSameModel } from "../../core/model/modelNames.ts";
import { ModelError, type ModelPart, type ModelRequest } from "../../core/model/languageModel.ts";
import { withoutBidiControls } from "../../core/text/bidi.ts";
import type { HttpResponse } from "../http/http.ts";
import { failureOf } from "../http/httpErrors.ts";
import { JsonObject } from "../http/json.ts";
import { EventFrames, MAX_EVENT_BYTES } from "../search/eventFrames.ts";
import { OPENING_BRACE } from "../search/jsonScan.ts";
import { AnswerText } from "./answerText.ts";
import { gathered } from "./gathered.ts";
import { modelErrorIn, modelErrorOf } from "./modelFailure.ts";
import { ToolCalls } from "./toolCalls.ts";
import { reason } from "../../core/model/reasons.ts";
import { parseJson } from "../../core/text/parseJson.ts";
import { inSlices, TimeSlices, type Steps } from "../../core/text/timeSlices.ts";

/** No real answer is this long: a longer one repeats itself. */
const BYTES_AT_MOST = 64 * 1024 * 1024;
/** How many characters are examined at once. */
const PIECE = 8 * 1024;
/** How long to wait for what follows the end of an answer: usually only its usage. */
const AFTERWORD_MS = 2_000;
/** Finish reasons that some servers send instead of `null` while the answer is not finished. */
const NOT_YET: ReadonlySet<string> = new Set(["", "null"]);
/** What may come before an answer: white space, and the bytes of a byte order mark. */
const BLANKS = Buffer.from(" \t\r\n\ufeff");
/** The longest name of a model that is shown. */
const NAME_AT_MOST = 200;
/** How many characters are shown of why it declines to answer. */
const WORDS_AT_MOST = 500;
/** How often to report that a model is thinking: thoughts come word by word, and nobody reads them. */
const THOUGHT_MS = 500;

type Asked = Pick<ModelRequest, "tools" | "schema">;

/**
 * The parts of an answer of `chat/completions`, streamed or not: its first words at once, further text within a fifth
 * of a second, then the tool calls, then the usage. Ends at `[DONE]`, or with the stream if the answer had said that it
 * was over; a stream that ends before that is `brokenOff`, as is an answer that was cut at its greatest length.
 * Everything that came before an error is yielded first. `model` is the one that was requested.
 */
export async function* chatParts(response: HttpResponse, asked: Asked, model: string): AsyncGenerator<ModelPart, void> {
  const answer = new ChatAnswer(asked, model);
  const slices = new TimeSlices();
  let timer: NodeJS.Timeout | undefined;
  let isLeft = false as boolean;
  let thought = 0;
  let thoughtAt = -Infinity;
  try {
    for await (const events of eventsOf(response, () => answer.hasBegun)) {
      const thoughtBefore = answer.thought;
      for (const event of events) {
        answer.isDone = event.trim() === "[DONE]";
        if (answer.isDone) break;
        if (event.trim() !== "") await inSlices(answer.add(event), slices); // an empty one only keeps the connection awake
      }
      const hasText = yield* answer.news();
      if (!hasText && answer.thought > thought && performance.now() - thoughtAt > THOUGHT_MS) {
        const length = answer.thought - thought;
        thought += length;
        thoughtAt = performance.now();
        yield { kind: "thought", length };
      }
      if (answer.isDone) break;
      // Some servers leave the connection open. Others say too early that the answer is over, such as after its
      // thoughts.
      if (hasText || answer.thought > thoughtBefore) {
        clearTimeout(timer);
        timer = undefined;
      }
      if (answer.isOver)
        timer ??= setTimeout(() => {
          isLeft = true;
          response.body.destroy();
        }, AFTERWORD_MS);
    }
  } catch (error) {
    if (isAbort(error) && !isLeft) throw error;
    if (!answer.isOver) {
      answer.rest();
      yield* answer.news();
      throw error instanceof ModelError ? error : brokenOff(error, asked);
    }
  } finally {
    clearTimeout(timer);
  }
  yield* answer.end();
}

/** What has come of an answer. */
class ChatAnswer {
  isDone = false;
  hasBegun = false;
  readonly #asked: Asked;
  readonly #model: string;
  readonly #text: AnswerText;
  readonly #calls = new ToolCalls();
  /** What the server calls the model that answers, if it says so. */
  #answeredBy: string | undefined;
  #isNamed = false;
  /** Not reported yet. */
  #words = "";
  #hasAnything = false;
  #thought = 0;
  /** Why it declines to answer, in its own words. */
  #refusal = "";
  #finish: string | undefined;
  #usage: Extract<ModelPart, { kind: "usage" }> | undefined;

  constructor(asked: Asked, model: string) {
    this.#asked = asked;
    this.#model = model;
    this.#text = new AnswerText((asked.tools ?? []).map(({ name }) => name));
  }

  /** Whether the answer itself is there. */
  get isOver(): boolean {
    return this.#finish !== undefined;
  }

  /** How many characters it has thought to itself so far, beside its words and in them. */
  get thought(): number {
    return this.#thought + this.#text.thought;
  }

  /** Takes in an event, in steps of some milliseconds unless parsing it takes longer. */
  *add(json: string): Steps<void> {
    let value: unknown;
    try {
      value = parseJson(json);
    } catch (cause) {
      throw new ModelError("badAnswer", reason("modelNotJson"), { cause });
    }
    const event = JsonObject.of(value);
    if (!event) throw new ModelError("badAnswer", reason("modelAnswered"));
    const failure = modelErrorIn(event, this.#asked);
    if (failure) throw failure;
    this.#count(event.object("usage"));
    this.#answeredBy ??= event.string("model")?.trim().slice(0, NAME_AT_MOST) || undefined;
    const choice = event.objects("choices")[0];
    if (!choice) return;
    this.#hasAnything = true;
    yield;
    const delta = choice.object("delta") ?? choice.object("message");
    const legacy = delta?.object("function_call");
    for (const piece of [...(delta?.objects("tool_calls") ?? []), ...(legacy ? [legacy] : [])]) {
      this.#calls.add(piece);
      yield;
    }
    this.#thought += (delta?.string("reasoning_content") ?? delta?.string("reasoning") ?? "").length;
    this.#refusal += delta?.string("refusal") ?? "";
    const content = delta ? contentOf(delta) : "";
    for (let from = 0; from < content.length; from += PIECE) {
      if (from > 0) yield;
      this.#words += this.#text.add(content.slice(from, from + PIECE));
    }
    const finish = choice.string("finish_reason") ?? "";
    if (!NOT_YET.has(finish)) this.#finish = finish;
    this.hasBegun ||= this.#words !== "" || this.thought > 0;
  }

  /** What has come since the last call: who answers, and words. Returns whether there were any words. */
  *news(): Generator<ModelPart, boolean> {
    if (!this.#isNamed && this.#answeredBy !== undefined) {
      this.#isNamed = true;
      const model = this.#answeredBy;
      if (!mayBeSameModel(this.#model, model)) yield { kind: "answeredBy", model };
    }
    const text = this.#words;
    this.#words = "";
    if (text !== "") yield { kind: "text", text };
    return text !== "";
  }

  /** Called when nothing more comes: text that was held back becomes news, and the calls in it are returned. */
  rest(): ReturnType<AnswerText["end"]>["calls"] {
    const { text, calls } = this.#text.end();
    this.#words += text;
    return calls;
  }

  /** What is left when nothing more comes. */
  *end(): Generator<ModelPart, void> {
    const written = this.rest();
    yield* this.news();
    // A call that was cut may lack half of its input.
    const calls = this.#finish === "length" || !(this.isOver || this.isDone) ? [] : [...this.#calls.take(), ...written];
    for (const call of calls) yield { kind: "toolCall", call };
    if (this.#usage) yield this.#usage;
    if (this.#refusal !== "")
      throw new ModelError("blocked", withoutBidiControls(this.#refusal.slice(0, WORDS_AT_MOST)));
    if (this.#finish === "content_filter") throw new ModelError("blocked", reason("filtered"));
    if (this.#finish === "length") throw new ModelError("brokenOff", reason("modelCut"));
    if (this.#finish === "error") throw new ModelError("failed", reason("modelFailed"));
    if (this.isOver || (this.isDone && this.#hasAnything)) return;
    if (this.isDone) throw new ModelError("badAnswer", reason("modelSilent"));
    if (this.#hasAnything) throw new ModelError("brokenOff", reason("modelUnfinished"));
    throw new ModelError("badAnswer", reason("modelAnswered"));
  }

  /** The last counts are those of the whole answer. */
  #count(usage: JsonObject | undefined): void {
    const inputTokens = usage?.whole("prompt_tokens") ?? usage?.whole("input_tokens");
    const outputTokens = usage?.whole("completion_tokens") ?? usage?.whole("output_tokens");
    if (inputTokens === undefined && outputTokens === undefined) return;
    this.#usage = { kind: "usage", inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
  }
}

/** A text, or a list of pieces: some of them are text. */
function contentOf(delta: JsonObject): string {
  const content = delta.get("content");
  if (typeof content === "string") return content;
  return delta
    .objects("content")
    .map(
      (piece) => (piece.string("type") === "text" || piece.get("type") === undefined ? piece.string("text") : "") ?? "",
    )
    .join("");
}

/**
 * The events of a body; or all of it as one event if it begins like an object, whatever its content type. Events that
 * come together are passed on together: taking hundreds a second one by one is work for every reader.
 */
async function* eventsOf(
  { body, conceal }: HttpResponse,
  mayRest: () => boolean,
): AsyncGenerator<readonly string[], void> {
  const frames = new EventFrames({ hasErrorFields: true }); // older versions of llama.cpp report errors like this
  const slices = new TimeSlices();
  const whole: Buffer[] = [];
  let isWhole: boolean | undefined;
  let bytes = 0;
  const told = (data: Buffer): string => {
    conceal(data);
    return data.toString("utf8");
  };
  for await (const chunk of gathered(body, mayRest)) {
    bytes += chunk.length;
    if (bytes > BYTES_AT_MOST) throw new ModelError("badAnswer", reason("modelEndless"));
    const start = isWhole === undefined ? chunk.findIndex((byte) => !BLANKS.includes(byte)) : 0;
    if (start >= 0) isWhole ??= chunk[start] === OPENING_BRACE;
    if (isWhole) {
      if (bytes > MAX_EVENT_BYTES) throw new ModelError("badAnswer", reason("tooMuch"));
      whole.push(chunk.subarray(start));
      continue;
    }
    const events: string[] = [];
    for (const frame of frames.feed(chunk)) {
      if (!frame) {
        if (slices.isOver) await slices.next();
        continue;
      }
      if (!frame.data) {
        yield events;
        throw new ModelError("badAnswer", reason("tooMuch"));
      }
      if (slices.isOver) await slices.next(); // a large one takes a while to join, to go through and to read
      events.push(told(frame.data));
      if (slices.isOver) await slices.next();
    }
    yield events;
  }
  if (isWhole) yield [told(Buffer.concat(whole))];
  // The last event may lack the blank line that ends it.
  for (const frame of frames.feed(Buffer.from("\n\n"))) if (frame?.data) yield [told(frame.data)];
}

function brokenOff(error: unknown, asked: Asked): ModelError {
  const failure = modelErrorOf(failureOf(error), asked);
  if (failure.code === "timeout" || failure.code === "badAnswer") return failure;
  return new ModelError("brokenOff", failure.reason ?? withoutBidiControls(failure.message), { cause: error });
}
