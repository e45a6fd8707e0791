import { isAbort } from "./errors.ts";
import { ModelError, type LanguageModel, type ModelRequest } from "./languageModel.ts";
import { reason } from "./reasons.ts";

/** What came of trying a model. */
export interface ModelTrial {
  readonly tools: "yes" | "no";
  /** Absent where it said all at once, or too little to tell. */
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

/**
 * Asks a model twice, with no code and nothing of the person's: whether it writes and how fast, and whether it calls a
 * tool. Throws a `ModelError` where it doesn't write, or an `AbortError`.
 */
export async function tryModel(model: LanguageModel, signal: AbortSignal): Promise<ModelTrial> {
  const tokensPerSecond = await writingSpeed(model, signal);
  return { tools: await callsTools(model, signal), ...(tokensPerSecond !== undefined && { tokensPerSecond }) };
}

async function writingSpeed(model: LanguageModel, signal: AbortSignal): Promise<number | undefined> {
  let length = 0;
  let tokens: number | undefined;
  let firstAt: number | undefined;
  let lastAt = 0;
  for await (const part of model.send(WORDS, { signal })) {
    if (part.kind === "usage") tokens = part.outputTokens;
    if (part.kind !== "text") continue;
    lastAt = performance.now();
    firstAt ??= lastAt;
    length += part.text.length;
  }
  if (firstAt === undefined) throw new ModelError("badAnswer", reason("modelWroteNothing"));
  const seconds = (lastAt - firstAt) / 1000;
  const written = tokens === undefined || tokens === 0 ? length / 4 : tokens; // some count none
  return seconds < 0.05 || written < 10 ? undefined : Math.round(written / seconds);
}

async function callsTools(model: LanguageModel, signal: AbortSignal): Promise<"yes" | "no"> {
  try {
    for await (const part of model.send(CALL, { signal })) if (part.kind === "toolCall") return "yes";
    return "no";
  } catch (error) {
    if (isAbort(error) || !(error instanceof ModelError)) throw error;
    return "no"; // it writes, as was seen before: it is as good as one without tools
  }
}
