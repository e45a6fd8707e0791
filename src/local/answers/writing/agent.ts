import { MODEL_TOOLS } from "../../../core/agents/tools.ts";
import { ModelError, type ModelMessage, type ModelToolCall } from "../../../core/model/languageModel.ts";
import { callsBegin, writtenCalls } from "../../../core/text/writtenCalls.ts";
import { BUDGET, tokensOf } from "./budget.ts";
import { hand } from "./framing.ts";
import { readLookUp } from "./lookUp.ts";
import { AGENT_PROMPT } from "./prompts/agentPrompt.ts";
import { BrokenReply, type Reply } from "./reply.ts";
import type { Writing } from "./writing.ts";

const ROUNDS_AT_MOST = 6;
const CALLS_AT_ONCE = 8;
const CALLS_LEFT_OUT = `The calls after this one were not made: at most ${CALLS_AT_ONCE} at once.`;
/** How much one call may return: in tokens, and its text besides passages in characters. */
const CALL_TOKENS = 4_000;
const TEXT_AT_MOST = 4_000;
/**
 * With fewer tokens left than the first, nothing more can be looked up. A model that begins with fewer than the second
 * finds more in passages alone.
 */
const LEFT_AT_LEAST = 500;
const BEGINS_WITH_AT_LEAST = 1_500;

/**
 * Lets a model look things up by itself until it answers, in six rounds at most. The last round has no tools. Resolves
 * with whether there is an answer: false for a model that turns out to lack tools or room and, without asking it, for
 * one that takes so little that hardly anything could be looked up.
 */
export async function writeAsAgent(writing: Writing): Promise<boolean> {
  const opening = writing.opening(writing.budget(BUDGET.evidence));
  const messages: ModelMessage[] = [
    { role: "system", text: AGENT_PROMPT.system },
    { role: "user", text: opening },
  ];
  const answers = new Map<string, Promise<string>>();
  let left = writing.budget(BUDGET.agent) - tokensOf(opening);
  if (left < BEGINS_WITH_AT_LEAST) return false;
  for (let round = 1; ; round++) {
    const isLast = round === ROUNDS_AT_MOST || left < LEFT_AT_LEAST;
    let reply: Reply;
    try {
      reply = isLast
        ? await askLast(writing, messages)
        : await writing.ask({ messages, tools: MODEL_TOOLS }, (text) => callsBegin(text) !== 0);
    } catch (error) {
      const code = error instanceof BrokenReply && error.cause instanceof ModelError ? error.cause.code : undefined;
      if (code !== "toolsUnsupported" && code !== "contextTooSmall") throw error;
      return false;
    }
    const written = isLast || reply.calls.length > 0 || isPrintedCall(reply.text) ? [] : callsIn(reply.text, round);
    if (isLast || reply.calls.length + written.length === 0) {
      if (!isLast && isPrintedCall(reply.text)) return false;
      if (reply.text.trim() === "" && !isLast) return false;
      writing.accept(reply.text);
      return true;
    }
    const all = reply.calls.length > 0 ? reply.calls : written;
    const calls = all.slice(0, CALLS_AT_ONCE);
    const read = calls.map(({ name, input }) => readLookUp(name, input));
    if (round === 1 && read.every((each) => typeof each === "string")) return false;
    messages.push({ role: "assistant", text: written.length > 0 ? "" : reply.text, toolCalls: calls });
    const share = Math.floor(left / calls.length);
    const results = await Promise.all(
      read.map((lookUp): Promise<string> => {
        if (typeof lookUp === "string") return Promise.resolve(lookUp);
        const key = JSON.stringify(lookUp);
        const known = answers.get(key);
        const answer = known ?? look(writing, lookUp, share);
        answers.set(key, answer);
        return known ? known.then((text) => `The same as before:\n${text}`) : answer;
      }),
    );
    calls.forEach(({ callId }, index) => {
      const text = results[index] ?? "";
      left -= tokensOf(text);
      const isCut = index === CALLS_AT_ONCE - 1 && all.length > CALLS_AT_ONCE;
      messages.push({ role: "tool", callId, text: isCut ? `${text}\n${CALLS_LEFT_OUT}` : text });
    });
  }
}

/**
 * Asks for the answer. A server that refuses the form of the request, such as a person's message after a tool's or
 * calls without tools, gets it once more as one message: nothing was done with the first one.
 */
async function askLast(writing: Writing, messages: readonly ModelMessage[]): Promise<Reply> {
  const last = { role: "user", text: AGENT_PROMPT.last } as const;
  try {
    return await writing.ask({ messages: [...messages, last], toolChoice: "none" });
  } catch (error) {
    if (!(error instanceof BrokenReply) || error.reply.text !== "" || !isOfForm(error.cause)) throw error;
    return writing.ask({ messages: asOneMessage([...messages, last]) });
  }
}

/** Whether the words of a server are about the form of what it was sent. */
function isOfForm(error: unknown): boolean {
  const isRefusal = error instanceof ModelError && (error.code === "failed" || error.code === "toolsUnsupported");
  return (
    isRefusal &&
    /\b(?:messages?|roles?|tools?|tool_\w+|user|assistant|alternat\w*|template|jinja|order|content|bad request|invalid|unexpected|unprocessable)\b/i.test(
      error.message,
    )
  );
}

/** The same without calls: what was looked up, and what came of it, behind what was asked. */
function asOneMessage(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const calls = new Map(
    messages.flatMap((message) =>
      message.role === "assistant" ? (message.toolCalls ?? []).map((call) => [call.callId, call] as const) : [],
    ),
  );
  const texts = messages.flatMap((message): readonly string[] => {
    if (message.role === "system" || message.text === "") return [];
    if (message.role !== "tool") return [message.text];
    const { name = "", input } = calls.get(message.callId) ?? {};
    return [`Looked up ${name} ${JSON.stringify(input)}:\n${message.text}`];
  });
  return [...messages.filter(({ role }) => role === "system"), { role: "user", text: texts.join("\n\n") }];
}

/** The calls that a model wrote as text, and that its server passed on as such. */
function callsIn(text: string, round: number): readonly ModelToolCall[] {
  const calls = writtenCalls(text.slice(Math.max(0, callsBegin(text))), TOOL_NAMES);
  return calls.map((call, index) => ({ callId: `written_${round}_${index}`, ...call }));
}

const TOOL_NAMES: ReadonlySet<string> = new Set(MODEL_TOOLS.map(({ name }) => name));

async function look(
  writing: Writing,
  lookUp: Exclude<ReturnType<typeof readLookUp>, string>,
  share: number,
): Promise<string> {
  const { passages, text } = await writing.lookUp(lookUp);
  const told = text.length > TEXT_AT_MOST ? `${text.slice(0, TEXT_AT_MOST)}\n… (cut: ask for less)` : text;
  writing.evidence.tell(told);
  const tokens = Math.max(0, Math.min(CALL_TOKENS, share - tokensOf(told)));
  const handed = hand(writing.evidence, passages, { tokens });
  const cut =
    handed.leftOut === 0 ? "" : `${handed.leftOut} more passages were left out: ask for fewer lines, or more exactly.`;
  return [told, handed.text, cut].filter(Boolean).join("\n") || "0 matches.";
}

/** Some models print their calls instead of making them. */
function isPrintedCall(text: string): boolean {
  return /^\s*(?:```(?:json)?\s*)?(?:<tool_call>\s*)?\{\s*"(?:name|tool|function)"\s*:/.test(text);
}
