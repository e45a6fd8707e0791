import { QUESTION_AT_MOST, isSettled, type Conversation, type Question } from "../model/conversation.ts";
import { answerSteps, type ReadAnswers } from "../sources/answerSources.ts";
import { keptContentHash } from "../sources/pinnedRevision.ts";
import type { SourceLocation } from "../sources/sourceLink.ts";
import { budgetOf, BUDGET, HAND_BACK_MS, type Tool, type ToolCall } from "./tool.ts";
import type { ArgumentsOf } from "./toolArguments.ts";
import { countOf, framed, printed, prose, seconds, TextWithin, tokensOf } from "./toolText.ts";
import { ToolProblem, type ToolService } from "./toolService.ts";
import { inSlices } from "../text/timeSlices.ts";

const ASK_FIELDS = {
  question: {
    type: "string",
    isRequired: true,
    atMost: QUESTION_AT_MOST,
    description: "In plain words, with the names and paths that it is about.",
  },
  budget: BUDGET,
} as const;

const CONVERSATION_FIELDS = {
  conversation: {
    type: "string",
    isRequired: true,
    atMost: 2000,
    description: "Its name, id or link.",
  },
  question: { type: "integer", least: 1, description: "By default, the last one." },
  startLine: { type: "integer", least: 1, description: "First line of the answer, from 1." },
  budget: BUDGET,
} as const;

export const ASK_TOOL: Tool<typeof ASK_FIELDS> = {
  name: "plumbline_ask",
  description: [
    "Asks a company's code search service, where a model reads many files: how something works across repositories, where a behavior comes from.",
    "It may take minutes and counts against a quota: ask once. The local service answers with passages as plumbline_search does: use that.",
    "After 45 seconds it returns a name for plumbline_conversation.",
  ].join(" "),
  searchHint: "ask how code works across repositories",
  fields: ASK_FIELDS,
  run: ask,
};

export const CONVERSATION_TOOL: Tool<typeof CONVERSATION_FIELDS> = {
  name: "plumbline_conversation",
  description: [
    "Reads an answer that plumbline_ask did not wait for, or the conversation of a link. It costs nothing; while an answer is running, wait before you call it again.",
  ].join(" "),
  searchHint: "read an answer or a conversation by its link",
  fields: CONVERSATION_FIELDS,
  run: readConversation,
};

async function ask(
  { question, budget }: ArgumentsOf<typeof ASK_FIELDS>,
  service: ToolService,
  call: ToolCall,
): Promise<string> {
  const { signal, handBackMs = HAND_BACK_MS } = call;
  signal.throwIfAborted();
  call.progress(`Asking ${service.name}`);
  const asked = service.ask(question);
  const cancelAtService = (): void => {
    // Also a question that the service has not accepted yet: the name needed to cancel it comes with the acceptance.
    void asked.then(({ name }) => service.cancel(name)).catch(() => undefined);
  };
  signal.addEventListener("abort", cancelAtService, { once: true });
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort();
  }, handBackMs);
  try {
    let conversation = await before(asked, AbortSignal.any([signal, late.signal]));
    try {
      const watched = service.watch(conversation, { signal: AbortSignal.any([signal, late.signal]) });
      for await (const state of watched) {
        conversation = state;
        const outcome = state.questions.at(-1)?.outcome;
        const step = outcome?.status === "processing" ? outcome.steps.at(-1) : undefined;
        if (step !== undefined) call.progress(prose(step).slice(0, 200));
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!late.signal.aborted) throw error;
    }
    return await printConversation(conversation, service, { budget: budgetOf(budget, call) });
  } catch (error) {
    signal.throwIfAborted();
    if (!late.signal.aborted) throw error;
    return `The question was sent to ${service.name}, which has not confirmed it after ${seconds(handBackMs)}. Don't ask it again: if it was accepted, it appears in the person's history.`;
  } finally {
    clearTimeout(timer);
    late.abort(); // releases whatever listens to it
    signal.removeEventListener("abort", cancelAtService);
  }
}

/** What a promise resolves to. Rejects if the signal aborts first, while the work goes on. */
async function before<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => {
    reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function readConversation(
  { conversation, question, startLine, budget }: ArgumentsOf<typeof CONVERSATION_FIELDS>,
  service: ToolService,
  call: ToolCall,
): Promise<string> {
  const read = await service.conversation(conversation, { signal: call.signal });
  return printConversation(read, service, { question, startLine, budget: budgetOf(budget, call) });
}

interface PrintOptions {
  readonly question?: number | undefined;
  readonly startLine?: number | undefined;
  readonly budget: number;
}

async function printConversation(
  conversation: Conversation,
  service: ToolService,
  options: PrintOptions,
): Promise<string> {
  const { questions, name } = conversation;
  const number = options.question ?? questions.length;
  const question = questions[number - 1];
  if (!question && questions.length > 0)
    throw new ToolProblem(
      `The conversation has ${countOf(questions.length, "question")}: "question" must be from 1 to ${questions.length}.`,
    );
  const of = questions.length > 1 ? ` question ${number} of ${questions.length}` : "";
  const heading = `Conversation ${printed(name)}${of} (${service.name})`;
  if (!question || (question.outcome.status === "processing" && !isSettled(conversation)))
    return `${heading}: still running, read it with plumbline_conversation {"conversation": ${JSON.stringify(name)}} in a while. Don't ask again.`;
  const read = await inSlices(answerSteps({ questions: [question] }, service.baseUrl));
  const answer = read.answers.get(question.id)?.markdown ?? "";
  const sources = sourcesOf(question, read);
  const state = stateOf(question);
  const asked = [...titleOf(conversation), `Question: ${prose(question.text).slice(0, 500)}`, ...reasonOf(question)];
  const { text, note } = cutAnswer(answer, name, options, tokensOf([...asked, ...sources].join("\n")));
  const quoted = [
    ...asked,
    ...(text === "" ? [] : ["Answer:", text]),
    ...(sources.length > 0 ? ["Sources, to read with plumbline_read:", ...sources] : []),
  ];
  return framed(service.name, `${heading}${state}`, quoted.join("\n"), note);
}

/** The lines of an answer from one on, as many as fit beside the rest of the output. */
function cutAnswer(
  answer: string,
  name: string,
  { startLine = 1, budget }: PrintOptions,
  reserved: number,
): { readonly text: string; readonly note: readonly string[] } {
  const lines = answer.split("\n");
  if (startLine > lines.length)
    throw new ToolProblem(
      `The answer has ${countOf(lines.length, "line")}: "startLine" ${startLine} is beyond its end.`,
    );
  const within = new TextWithin(Math.max(budget - reserved, Math.ceil(budget / 2)));
  let line = startLine;
  while (line <= lines.length && within.add(printed(lines[line - 1] ?? ""))) line += 1;
  if (line > lines.length) return { text: within.text, note: [] };
  const more = countOf(lines.length - line + 1, "more line");
  const goOn = `plumbline_conversation {"conversation": ${JSON.stringify(name)}, "startLine": ${line}}`;
  return { text: within.text, note: [`[Cut: ${more} of the answer. Go on with ${goOn}.]`] };
}

const SOURCES_AT_MOST = 40;

/** One per line: repository, revision, path, lines. */
function sourcesOf({ id }: Question, { answers, sources }: ReadAnswers): readonly string[] {
  const { listed = [], otherSources = [] } = answers.get(id) ?? {};
  const places = listed.flatMap(({ index }) => sources[index] ?? []).map(printPlace);
  const all = [
    ...places,
    ...otherSources.filter(({ type }) => type !== "Repository").map(({ label }) => printed(label)),
  ];
  const more = all.length - SOURCES_AT_MOST;
  return [...all.slice(0, SOURCES_AT_MOST), ...(more > 0 ? [`[${countOf(more, "more source")}]`] : [])];
}

function printPlace({ repository, revision, path, range }: SourceLocation): string {
  const isPlain = revision === undefined || keptContentHash(revision) !== undefined;
  const at = isPlain ? "" : `@${/^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 12) : revision}`;
  const lines =
    range === undefined
      ? ""
      : `:${range.startLine + 1}${range.endLine > range.startLine ? `-${range.endLine + 1}` : ""}`;
  return printed(`${repository}${at} ${path}${lines}`);
}

/** Left out if it only repeats the first question of the conversation. */
function titleOf({ title, questions }: Conversation): readonly string[] {
  return title === "" || title === questions[0]?.text ? [] : [`Title: ${prose(title).slice(0, 100)}`];
}

function reasonOf({ outcome }: Question): readonly string[] {
  const reason = outcome.status === "failed" ? prose(outcome.reason).slice(0, 1000) : "";
  return reason === "" ? [] : [`Failed: ${reason}`];
}

function stateOf({ outcome }: Question): string {
  switch (outcome.status) {
    case "completed":
      return "";
    case "processing":
      return ": still running";
    case "canceled":
      return ": canceled";
    case "failed":
      return ": failed";
    case "unknown":
      return `: in the state ${printed(outcome.state)}, which is not known here`;
  }
}
