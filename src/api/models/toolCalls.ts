import { randomUUID } from "node:crypto";
import { ModelError, type ModelToolCall } from "../../core/model/languageModel.ts";
import { reason } from "../../core/model/reasons.ts";
import { parseJson } from "../../core/text/parseJson.ts";
import type { JsonObject } from "../http/json.ts";

interface BegunCall {
  /** As the server gives it; empty if it gives none. */
  readonly id: string;
  readonly index: number | undefined;
  name: string;
  input: string;
  readonly progress: JsonProgress;
}

/** More than any answer has. */
const CALLS_AT_MOST = 200;

/**
 * The tool calls of an answer, put together from the pieces in which they come. Servers disagree on how a piece says
 * which call it belongs to: a new id begins one, whatever its index, if it comes with a name, because some servers give
 * each piece a different id. Without an id the index decides, and without both the order.
 */
export class ToolCalls {
  readonly #calls: BegunCall[] = [];

  add(piece: JsonObject): void {
    const call = piece.object("function") ?? piece;
    const name = call.string("name") ?? "";
    const input = call.get("arguments");
    const id = piece.string("id") ?? "";
    const index = piece.whole("index");
    const begun = this.#begun(id, index, name);
    const written =
      typeof input === "string" ? input : input === undefined || input === null ? "" : JSON.stringify(input);
    const one = begun ?? { id, index, name, input: "", progress: new JsonProgress() };
    one.name ||= name;
    one.input += written;
    one.progress.add(written);
    if (begun || (name === "" && id === "")) return;
    if (this.#calls.length === CALLS_AT_MOST) throw new ModelError("badAnswer", reason("tooMuch"));
    this.#calls.push(one);
  }

  /** All of them, each with its own id. What has no name is not a call. */
  take(): readonly ModelToolCall[] {
    const seen = new Set<string>();
    return this.#calls.splice(0).flatMap(({ id, name, input }) => {
      if (name === "") return [];
      const callId = id === "" || seen.has(id) ? `call_${randomUUID()}` : id;
      seen.add(callId);
      return [{ callId, name, input: parsed(input) }];
    });
  }

  /** The call that the piece continues. */
  #begun(id: string, index: number | undefined, name: string): BegunCall | undefined {
    const same = (isIt: (call: BegunCall) => boolean) => this.#calls.findLast(isIt);
    const ofId =
      id === ""
        ? undefined
        : same((one) => one.id === id && (index === undefined || one.index === undefined || one.index === index));
    const ofPlace = index === undefined ? this.#calls.at(-1) : same((one) => one.index === index);
    const call = ofId ?? (id === "" || name === "" ? ofPlace : undefined);
    // A name comes with the first piece: another call begins if the one before is complete.
    const isAnother =
      call !== undefined && name !== "" && call.name !== "" && (name !== call.name || call.progress.isWhole);
    return isAnother ? undefined : call;
  }
}

/** Whether all lists and objects of some JSON are closed, told piece by piece. */
class JsonProgress {
  #depth = 0;
  #hasBegun = false;
  #isInString = false;
  #isEscaped = false;

  get isWhole(): boolean {
    return this.#hasBegun && this.#depth <= 0;
  }

  add(json: string): void {
    for (const sign of json) {
      if (this.#isInString) {
        this.#isInString = this.#isEscaped || sign !== '"';
        this.#isEscaped = !this.#isEscaped && sign === "\\";
      } else if (sign === '"') this.#isInString = true;
      else if ("{[".includes(sign)) {
        this.#depth += 1;
        this.#hasBegun = true;
      } else if ("}]".includes(sign)) this.#depth -= 1;
    }
  }
}

/** Some models write no input for a tool that takes none. */
function parsed(input: string): unknown {
  if (input.trim() === "") return {};
  try {
    return parseJson(input);
  } catch {
    return input.toWellFormed();
  }
}
