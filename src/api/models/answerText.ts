import { randomUUID } from "node:crypto";
import type { ModelToolCall } from "../../core/model/languageModel.ts";
import { parseJson } from "../../core/text/parseJson.ts";

const THINKING = "<think>";
const THOUGHT = "</think>";
const CALL = "<tool_call>";
/** How an answer may begin that turns out to be a call. */
const CALL_BEGINNINGS = ["{", "[", "```", CALL];

/**
 * The text of an answer as it comes, without what its server should have removed: what a model thinks to itself first,
 * and tool calls that it wrote as JSON. What may still become a call is held back until that is known; if no tools were
 * offered, nothing is.
 */
export class AnswerText {
  readonly #tools: ReadonlySet<string>;
  #state: "beginning" | "thinking" | "text" | "held" = "beginning";
  /** What came and was not passed on. */
  #held = "";
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
          const begun = this.#held.trimStart();
          if (begun === "" || (THINKING.startsWith(begun) && begun.length < THINKING.length)) return "";
          if (begun.startsWith(THINKING)) {
            this.#state = "thinking";
            break;
          }
          this.#held = begun;
          this.#state = this.#tools.size > 0 && CALL_BEGINNINGS.some((one) => begins(begun, one)) ? "held" : "text";
          break;
        }
        case "thinking": {
          const end = this.#held.indexOf(THOUGHT);
          if (end < 0) {
            this.#held = this.#held.slice(1 - THOUGHT.length); // an end may have begun; the rest is not read again
            return "";
          }
          this.#held = this.#held.slice(end + THOUGHT.length);
          this.#state = "beginning";
          break;
        }
        case "held":
          return "";
        case "text":
          return this.#shown();
      }
    }
  }

  /** Returns the rest of the text, or the calls that it turned out to be. */
  end(): { readonly text: string; readonly calls: readonly ModelToolCall[] } {
    const rest = this.#state === "thinking" ? "" : this.#held;
    this.#held = "";
    const calls = this.#tools.size > 0 ? callsIn(rest, this.#tools) : [];
    return calls.length > 0 ? { text: "", calls } : { text: rest.toWellFormed(), calls };
  }

  /** A character that is cut in two waits for its other half; a tag that has begun, for its end. */
  #shown(): string {
    const { length } = this.#held;
    let end = length;
    if (this.#tools.size > 0) {
      const call = this.#held.indexOf(CALL);
      if (call >= 0) {
        end = call;
        this.#state = "held";
      } else {
        const tag = this.#held.lastIndexOf("<");
        if (tag >= 0 && CALL.startsWith(this.#held.slice(tag))) end = tag;
      }
    }
    if (end === length && end > 0 && /[\ud800-\udbff]$/.test(this.#held)) end--;
    const shown = this.#held.slice(0, end);
    this.#held = this.#held.slice(end);
    return shown.toWellFormed();
  }
}

function begins(text: string, beginning: string): boolean {
  return text.startsWith(beginning) || beginning.startsWith(text);
}

/** The calls of known tools that a text consists of: one, several, a list of them, in a fence or in tags. */
function callsIn(text: string, tools: ReadonlySet<string>): readonly ModelToolCall[] {
  const pieces = text
    .split(/<\/?tool_call>|^```(?:json)?[ \t]*$|^```[ \t]*$/m)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
  const values = pieces.flatMap(valuesIn);
  const calls = values.map((value) => callOf(value, tools));
  return calls.every((call) => call !== undefined) ? calls : [];
}

function valuesIn(piece: string): readonly unknown[] {
  const values = [piece, `[${piece.replace(/\}\s*\n\s*\{/g, "},{")}]`].map(parsed);
  const value = values.find((one) => one !== undefined);
  return Array.isArray(value) ? (value as readonly unknown[]) : [value];
}

function parsed(json: string): unknown {
  try {
    return parseJson(json);
  } catch {
    return undefined;
  }
}

function callOf(value: unknown, tools: ReadonlySet<string>): ModelToolCall | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const record = value as Record<string, unknown>;
  const inner = record["function"];
  if (typeof inner === "object" && inner !== null) return callOf(inner, tools);
  const { name, arguments: written, parameters } = record;
  if (typeof name !== "string" || !tools.has(name)) return undefined;
  const input = written ?? parameters ?? {};
  return { callId: `call_${randomUUID()}`, name, input: typeof input === "string" ? (parsed(input) ?? input) : input };
}
