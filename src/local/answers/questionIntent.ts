/** What kind of place a question asks for. */
export interface QuestionIntent {
  readonly tests: boolean;
  /** Where something is used, rather than what it is. */
  readonly uses: boolean;
  /** What something is, rather than what happens to it. */
  readonly definition: boolean;
  /** The value that something has unless another is given. */
  readonly defaultValue: boolean;
  /** When or whether something is done. */
  readonly decision: boolean;
  /** What is written about the code. */
  readonly documentation: boolean;
  /** What the types say. */
  readonly types: boolean;
  /** How, when or where something is done: an implementation, not what is written about it. */
  readonly implementation: boolean;
}

/** Reads from the words of a question what kind of place would answer it. */
export function intentOf(text: string): QuestionIntent {
  const has = (words: RegExp) => words.test(text);
  return {
    tests: has(/\b(?:tests?|tested|testing|specs?)\b/i),
    uses: has(/\b(?:used|uses|usages?|call(?:s|ed|ers?)|invoked|references?)\b/i),
    definition: has(/\b(?:defin(?:ed|ition|es)|declared|look like)\b|^\W*what (?:is|are|does)\s+[`\w.$]+(?: do)?\W*$/i),
    defaultValue: has(/\bdefaults? (?:[\w-]+ ){0,3}(?:of|for)\b|\bby default\b/i),
    decision: has(/\b(?:when|whether|if|decides?|limit(?:s|ed)?|choose|chooses)\b/i),
    documentation: has(/\b(?:docs?|documentation|documented|readme|guide|manual|changelog)\b/i),
    types: has(/\b(?:types?|interfaces?|typings?|declarations?|signatures?)\b/i),
    implementation: has(
      /\b(?:how|where|when|which|who|why|implement(?:ed|s|ation)?|what (?:happens|limits|decides|makes|causes))\b/i,
    ),
  };
}
