/** How many characters a token has, on average. */
const PER_TOKEN = 3.5;

/** About how many tokens a text has. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / PER_TOKEN);
}

/** What a model is given at most, in tokens by {@link tokensOf}. */
export const BUDGET = {
  /** How many numbered passages at once, and the tokens of all of them. */
  passages: 14,
  evidence: 7_500,
  /** Of these, what earlier answers of the conversation rest on, and what was said in them. */
  earlierEvidence: 2_000,
  earlierWords: 1_200,
  /** All that an agent reads. */
  agent: 22_000,
  /** The share of what a model takes: instructions, question and answer need the rest, and `rest` tokens at least. */
  share: 0.6,
  rest: 1_000,
} as const;
