/** What kind of place a question asks for. */
export interface QuestionIntent {
  readonly tests: boolean;
  readonly examples: boolean;
  /** What was changed from version to version. */
  readonly changes: boolean;
  /** What is in files of settings. */
  readonly configuration: boolean;
  /** Where something is used, rather than what it is. */
  readonly uses: boolean;
  /** What something is, rather than what happens to it. */
  readonly definition: boolean;
  /** The value that something has unless another is given. */
  readonly defaultValue: boolean;
  /** What is written about the code. */
  readonly documentation: boolean;
  /** What somebody does who uses the code or works on it: "How do I …?", which documents tell as often as code. */
  readonly howTo: boolean;
  /** Under which terms the code is used and contributed to. */
  readonly community: boolean;
  /** What the types say. */
  readonly types: boolean;
  /** How, when or where something is done: an implementation, not what is written about it. */
  readonly implementation: boolean;
  /** Asked in a sentence, rather than in some words. */
  readonly isSentence: boolean;
  /** Not a question but a change that was made or is to be made, as changelogs and commits word it. */
  readonly isChange: boolean;
  /** Not a question but what something does, as comments above functions word it. */
  readonly isDescription: boolean;
}

/** Recognizes by the words of a question what kind of place would answer it. */
export function intentOf(text: string): QuestionIntent {
  const has = (words: RegExp) => words.test(text);
  const isSentence = has(
    /\?\s*$|^\W*(?:how|where|when|which|what|who|whose|why|(?:is|are|does|do|can)(?! not\b|n['’]t\b))\b/i,
  );
  const isLong = text.trim().split(/\s+/).length >= 5;
  const saysChange = has(LOWER_CASE)
    ? has(CHANGE_IN_LOWER_CASE) || (isLong && has(SAID_OF_CHANGES))
    : (has(CHANGE) && !has(DESCRIPTION)) || (isLong && (has(LONG_CHANGE) || has(SAID_OF_CHANGES)));
  const isChange = !isSentence && (has(MARK) || saysChange);
  return {
    tests: has(
      /\b(?:unit|integration|regression|any|are there|is there a) tests?\b|^\W*(?:which|what|the) tests?\b(?! (?:took|files?|runs?|is|are|fails?|need|get)\b)|\b(?:which|what|the|a|its|his) tests?\b(?=\W*$| (?:about|assert|call|check|cover|exercis|exist|for|of|prove|there|touch|use|verif)\w*\b)|\btested\b|\bspecs? for\b|\btest (?:cases?|coverage|suite) (?:for|of)\b/i,
    ),
    examples: has(/\b(?:examples?|samples?|demos?)\b/i),
    changes: has(/\b(?:changelog|release notes|changes? (?:in|since) (?:v|version)|when was)\b/i),
    configuration: has(
      /\b(?:package\.json|tsconfig|ya?ml|manifest|(?:configuration|config|settings?) files?|(?:passwords?|credentials?|connection strings?) (?:for|of|set|stored|defined|configured|kept)|(?:which|what) ports?|ports? (?:is|are) (?:exposed|open|published|configured|set))\b|\bwhere\b.{0,80}\b(?:passwords?|credentials?|connection strings?|ports?)\b/i,
    ),
    uses: has(
      /\b(?:used|uses|usages?|call(?:s|ed|ers?)|who (?:call|use|import)|invoked|references?|import(?:s|ed|ers?))\b/i,
    ),
    definition: has(
      /\b(?:defin(?:ed|ition|es)|declared|look like)\b|^\W*what (?:is|are|does)\s+[`\p{L}\p{M}\p{N}_.$]+(?: do)?\W*$/iu,
    ),
    defaultValue: has(/\bdefaults? (?:[\w-]+ ){0,3}(?:of|for)\b|\bby default\b/i),
    documentation: has(/\b(?:docs?|documentation|documented|readme|guide|manual|changelog)\b/i),
    howTo: has(
      /^\W*(?:how (?:do|does|can|could|should|would|must|may) (?:I|we|you|one|someone|somebody|people|a user|users)\b|how to\b|what (?:is|are) the (?:steps?|way) to\b|is there a way to\b|where can I (?:find|read|learn)\b)/i,
    ),
    community: has(/\blicen[cs]|\bcopyright|\bwarrant|\bconduct\b|\bfunding\b|\bsponsor|\bissue templates?\b/i),
    types: has(
      /\b(?:typings?|(?:type|interface) (?:definitions?|declarations?)|types? (?:of|for)|signatures?|infer\w*|(?:update|fix|add)\b.*\btypes?)\b/i,
    ),
    isSentence,
    isChange,
    isDescription: !isSentence && !isChange && isLong && has(DESCRIBES),
    implementation: has(
      /\b(?:how|where|when|which|who|why|implement(?:ed|s|ation)?|what (?:happens|limits|decides|makes|causes))\b/i,
    ),
  };
}

/** Without their endings. */
const VERBS =
  "add|allow|avoid|chang|correct|deprecat|disabl|drop|enabl|ensur|expos|fix|handl|ignor|implement|improv|introduc|prevent|reduc|remov|renam|replac|restor|revert|support|switch|updat|upgrad";
const FROM_NOW_ON = String.raw`\b(?:now|no longer|regressions?|the new \`[^\`\n]+\`)(?!\w)`;
/** "Fixed a crash when …", "Don't wait for …", "… is now kept"; but descriptions say "Adds", "Removes". */
const CHANGE = new RegExp(
  String.raw`^\W*(?:(?:${VERBS})(?:e|p?ed)?|fixes|make|made|do not|don['’]t|work ?around)\b|${FROM_NOW_ON}`,
  "i",
);
/** Words to look for are often typed like this, some with a verb: "support proxies", "nested transactions". */
const LOWER_CASE = /^\W*[a-z]/;
/** What has been done by then, or was wrong. */
const CHANGE_IN_LOWER_CASE = new RegExp(
  String.raw`^\W*(?:(?:${VERBS})p?ed|fix|fixes|made|do not|don['’]t)\b|${FROM_NOW_ON}`,
);
/** With a full stop, what begins like this is usually a description: "Remove the last item from the stack." */
const DESCRIPTION =
  /^\W*(?:add|change|enable|ensure|handle|make(?! sure\b)|reduce|remove|rename|replace|switch|update)\b(?!.*\b(?:now|no longer|more|less)\b).*\.\s*$/i;
/** "Returns the …", or a sentence with a full stop. */
const DESCRIBES = /\.\s*$|^\W*[A-Z]?[a-z]+s (?:the|an?|all|any|each|if|whether|that)\b/;
/** With fewer than five words, these are just as often words to look for: "Limit the size of …", "Specified …". */
const LONG_CHANGE =
  /^\W*(?:(?:better|correctly|further|include|(?:de|in)crease|limit|prefer|properly|provide|resolve|use(?! of\b| this\b| new\b))\b|(?!based|called|intended|invoked|named|need|owned|privileged|returned|shared|used)[a-z]{3,}ed\b)/i;
/** What marks a change wherever it stands, but also only with five words or more: "… crashes". */
const SAID_OF_CHANGES = /\b(?:bugs?|crash(?:es|ed)?)\b|\s@[\w-]+\s*$/i;
/**
 * "fix: …", "feat(http)!: …", "lib/http: …", "`close`: …", "Feature: …", "[BUGFIX] …", "765da0f …", "… (#12)",
 * "… (@name)", "…, closes #12".
 */
const MARK =
  /^\s*(?:[a-z][\w./-]*(?:\([^)\n]*\))?!?|`[^`\n]+`(?:,? (?:and )?`[^`\n]+`)*|[Ff]eature|[Bb]ug ?fix|[Ff]ix|[Ss]ecurity): |^\W*\[[A-Za-z][\w -]*\]\s|^\W*(?=[a-f]*\d)[0-9a-f]{7,40}\s|\(#\d+\)|\(@[\w-]+\)|\b(?:fixes|closes)\b[\s#\d,.()]*$/;
