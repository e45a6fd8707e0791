import { randomUUID } from "node:crypto";
import type { ModelToolCall } from "../../core/model/languageModel.ts";
import { END_AT_MOST, thoughtsAtStart } from "../../core/text/thoughts.ts";
import { CALLS_AT_MOST, callsBegin, callsMayBegin, writtenCalls } from "../../core/text/writtenCalls.ts";

/** How an answer may begin that turns out to be a call. */
const CALL_BEGINNINGS = ["{", "[", "```", "functools", "functions.", "Action:", "call:"];
/** What a server should have removed around an answer: tokens that end turns and begin channels. */
const TOKEN =
  /(?<![`"'“„])<[|｜]\/?(?:im_(?:end|start)|(?:end|begin)_?of_?\w{1,20}|start|end|return|call|eot_id|eom_id|endoftext|start_header_id|end_header_id|(?:START|END)_(?:RESPONSE|OF_TURN_TOKEN)|assistant|python_(?:start|end)|end▁of▁sentence)[|｜]>(?:assistant(?=<[|｜]))?/g;
/** A token that has begun. */
const TOKEN_BEGUN = /(?<![`"'“„])<(?:[|｜][\w▁/]{0,30}[|｜]?)?$/;

/**
 * The text of an answer as it comes, without what its server should have removed: what a model thinks to itself first,
 * tool calls that it wrote as text, and tokens around them. What may still become one of these is held back until that
 * is known; if no tools were offered, nothing is a call.
 */
export class AnswerText {
  #tools: ReadonlySet<string>;
  #state: "beginning" | "thinking" | "text" | "held" = "beginning";
  /** What came and was not passed on. */
  #held = "";
  /** What was passed on last, of the same line, below a fence that is open. */
  #before = "";
  #hasShown = false;
  #closed = /$^/;
  #thought = 0;

  constructor(tools: readonly string[]) {
    this.#tools = new Set(tools);
  }

  /** How many characters the model has thought to itself so far. */
  get thought(): number {
    return this.#thought;
  }

  /** Adds text, and returns what can be shown now; may be empty. */
  add(text: string): string {
    if (this.#state === "thinking") this.#thought += text.length;
    this.#held += text;
    for (;;) {
      switch (this.#state) {
        case "beginning": {
          const thoughts = thoughtsAtStart(this.#held);
          if (thoughts === "maybe") return "";
          if (thoughts) {
            this.#closed = thoughts.closed;
            this.#held = this.#held.slice(thoughts.length);
            this.#state = "thinking";
            break;
          }
          this.#held = this.#held.trimStart();
          this.#state = this.#mayBeCall() ? "held" : "text";
          break;
        }
        case "thinking": {
          const end = this.#closed.exec(this.#held);
          if (!end) {
            this.#held = this.#held.slice(-END_AT_MOST); // an end may have begun; the rest is not read again
            return "";
          }
          this.#held = this.#held.slice(end.index + end[0].length);
          this.#state = "beginning";
          break;
        }
        case "held":
          if (this.#held.length <= CALLS_AT_MOST) return "";
          this.#tools = new Set(); // no call is that long
          this.#state = "text";
          break;
        case "text":
          return this.#shown();
      }
    }
  }

  /** Returns the rest of the text, or the calls that it turned out to be. */
  end(): { readonly text: string; readonly calls: readonly ModelToolCall[] } {
    const rest = this.#state === "thinking" ? "" : this.#held;
    const isHeld = this.#state === "held";
    this.#held = "";
    const calls = this.#tools.size > 0 ? writtenCalls(rest, this.#tools) : [];
    if (calls.length > 0)
      return { text: "", calls: calls.map((call) => ({ callId: `call_${randomUUID()}`, ...call })) };
    const last = this.#before.slice(-1);
    const text = withoutTokens(last + rest)
      .replace(TOKEN_BEGUN, (cut) => (cut.length < 3 ? cut : ""))
      .slice(last.length);
    // What was left of a call when the answer ended is nothing to read.
    const begun = this.#tools.size === 0 ? -1 : isHeld ? callsBegin(text) : callsMayBegin(text);
    const isCut = begun >= 0 && text.length - begun > 2 && (this.#hasShown || this.#names(text));
    return { text: (isCut ? text.slice(0, begun) : text).toWellFormed(), calls: [] };
  }

  #names(text: string): boolean {
    return [...this.#tools].some((name) => text.includes(name));
  }

  #mayBeCall(): boolean {
    if (this.#tools.size === 0) return false;
    const beginnings = [
      ...CALL_BEGINNINGS,
      ...[...this.#tools].flatMap((name) => [`${name}(`, `${name}\n`, `<${name}>`]),
    ];
    return beginnings.some((one) => begins(this.#held, one)) || callsBegin(this.#held) === 0;
  }

  /** A character that is cut in two waits for its other half; a tag or a token that has begun, for its end. */
  #shown(): string {
    const last = this.#before.slice(-1);
    this.#held = withoutTokens(last + this.#held).slice(last.length);
    const { length } = this.#held;
    const token = TOKEN_BEGUN.exec(last + this.#held);
    let end = token ? token.index - last.length : length;
    if (this.#tools.size > 0) {
      const line = this.#before + this.#held;
      const call = callsBegin(line) - this.#before.length;
      const begun = callsMayBegin(line) - this.#before.length;
      if (call >= 0) {
        end = call;
        this.#state = "held";
      } else if (begun >= 0) end = Math.min(end, begun);
    }
    if (end === length && end > 0 && /[\ud800-\udbff]$/.test(this.#held)) end--;
    const shown = this.#held.slice(0, end);
    this.#held = this.#held.slice(end);
    this.#before = openFenceAndLine(this.#before + shown);
    this.#hasShown ||= shown !== "";
    return shown.toWellFormed();
  }
}

/** As much of a line as says whether what comes is in code. */
const LINE_AT_MOST = 500;

function openFenceAndLine(text: string): string {
  const begin = text.lastIndexOf("\n") + 1;
  const fences = text.slice(0, begin).match(/^[ \t]*```/gm)?.length ?? 0;
  return (fences % 2 === 1 ? "```\n" : "") + text.slice(begin).slice(-LINE_AT_MOST);
}

function withoutTokens(text: string): string {
  return text.replaceAll(TOKEN, "");
}

function begins(text: string, beginning: string): boolean {
  return text.startsWith(beginning) || beginning.startsWith(text);
}
