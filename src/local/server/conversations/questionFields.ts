import type { StoredQuestion } from "../../answers/conversations/storedConversation.ts";

/**
 * What both interfaces say about a question besides its text, its answer and its state. The description has these
 * fields for the legacy interface; the new one sends them under the same names.
 */
export function encodeDetails({ text, createdAt, updatedAt, state, steps, writing }: StoredQuestion) {
  const isSettled = state.status !== "processing";
  const { inputTokens = 0, outputTokens = 0 } = isSettled ? (writing ?? {}) : {};
  const tookMs = state.status === "completed" ? state.tookMs : Math.max(0, updatedAt - createdAt);
  return {
    turns: [
      { reasoning: text, timestamp: seconds(createdAt), role: "user" },
      ...steps.map((step) => ({ reasoning: step.text, timestamp: seconds(step.at), role: "assistant" })),
    ],
    stats: {
      time_millis: isSettled ? tookMs : 0,
      tool_calls: state.status === "completed" ? state.searches : 0,
      total_input_tokens: 0,
      cached_tokens: 0,
      cache_creation_input_tokens: 0,
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
      credits: 0,
    },
    suggested_followups: state.status === "completed" ? state.followUps : null,
    ...(state.status === "completed" && { sources: state.sources }),
  };
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
