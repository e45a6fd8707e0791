import { ModelError, type LanguageModel, type ModelRequest } from "./languageModel.ts";
import { reason } from "./reasons.ts";

/** The result of trying a model. */
export interface ModelTrial {
  readonly tools: "yes" | "no";
  /** Absent if the model sent everything at once, or too little to tell. */
  readonly tokensPerSecond?: number;
}

const WORDS: ModelRequest = {
  messages: [{ role: "user", text: "Write the numbers from one to thirty as English words, separated by commas." }],
};

const CALL: ModelRequest = {
  messages: [
    { role: "system", text: "You use tools where they help." },
    { role: "user", text: "Which files are in the folder src? Use the tool list_files." },
  ],
  tools: [
    {
      name: "list_files",
      description: "Lists the files of a folder.",
      inputSchema: {
        type: "object",
        properties: { folder: { type: "string", description: "The folder." } },
        required: ["folder"],
      },
    },
  ],
  toolChoice: "auto",
};

/** How much is enough to tell: some models never stop by themselves. */
export interface TrialLimits {
  /** In characters, including what it thinks. */
  readonly length: number;
  /** From its first word on: before that, a server may have to load the model. */
  readonly writingMs: number;
  /** By then the model is loaded, but it may think before it calls a tool. */
  readonly callingMs: number;
}

const LIMITS: TrialLimits = { length: 2_000, writingMs: 10_000, callingMs: 60_000 };

/**
 * Asks a model twice, without any code or data of the user's: whether it writes and how fast, and whether it calls a
 * tool. Throws a `ModelError` if it doesn't write, or an `AbortError`.
 */
export async function tryModel(model: LanguageModel, signal: AbortSignal, limits = LIMITS): Promise<ModelTrial> {
  const tokensPerSecond = await writingSpeed(model, signal, limits);
  const tools = await callsTools(model, signal, limits);
  return { tools, ...(tokensPerSecond !== undefined && { tokensPerSecond }) };
}

async function writingSpeed(
  model: LanguageModel,
  signal: AbortSignal,
  { length: enough, writingMs }: TrialLimits,
): Promise<number | undefined> {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let length = 0;
  let tokens: number | undefined;
  let firstAt: number | undefined;
  let lastAt = 0;
  try {
    for await (const part of model.send(WORDS, { signal: AbortSignal.any([signal, over.signal]) })) {
      if (part.kind === "usage") tokens = part.outputTokens;
      if (part.kind !== "text" && part.kind !== "thought") continue;
      lastAt = performance.now();
      firstAt ??= lastAt;
      timer ??= setTimeout(() => {
        over.abort();
      }, writingMs);
      length += part.kind === "text" ? part.text.length : part.length;
      if (length > enough) break;
    }
  } catch (error) {
    // A model that may write only a little at once does write.
    const isCut = error instanceof ModelError && error.reason?.code === "modelCut" && firstAt !== undefined;
    if (signal.aborted || !(isCut || over.signal.aborted)) throw error;
  } finally {
    clearTimeout(timer);
  }
  if (firstAt === undefined) throw new ModelError("badAnswer", reason("modelWroteNothing"));
  const seconds = (lastAt - firstAt) / 1000;
  // Some servers count no tokens, others include thoughts that they never sent.
  const written = tokens === undefined || tokens === 0 ? length / 4 : Math.min(tokens, length);
  return seconds < 0.05 || written < 10 ? undefined : Math.round(written / seconds);
}

async function callsTools(
  model: LanguageModel,
  signal: AbortSignal,
  { length: enough, callingMs }: TrialLimits,
): Promise<"yes" | "no"> {
  const over = AbortSignal.timeout(callingMs);
  let length = 0;
  try {
    for await (const part of model.send(CALL, { signal: AbortSignal.any([signal, over]) })) {
      if (part.kind === "toolCall") return "yes";
      if (part.kind === "text") length += part.text.length;
      if (length > enough) break;
    }
    return "no";
  } catch (error) {
    if (signal.aborted || !(over.aborted || error instanceof ModelError)) throw error;
    return "no"; // it does write, as was seen before: it is as good as one without tools
  }
}
