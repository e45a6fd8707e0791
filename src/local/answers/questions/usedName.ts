import { languageOf } from "../../../core/text/languages.ts";
import { IN_WORD } from "../../../core/text/letters.ts";
import type { QuestionContext } from "./questionContext.ts";
import { definedIn, isIdentifier, termsOf } from "./questionTerms.ts";

/** A name whose uses and definitions a question wants to see, or only one kind of them. */
export interface ListedName {
  readonly name: string;
  /** With the mark that ends the question, which may be the name's. */
  readonly marked?: string;
  readonly only?: "tests" | "heirs" | "definitions";
  /** Whether it is asked what it is or does, which its uses and tests show, too. */
  readonly isExplained?: true;
  /** Whether it is asked what is in it. */
  readonly hasMembers?: true;
}

/** None that asks only for uses is longer. The time that the expressions take grows with the square of the length. */
const ASKED_AT_MOST = 300;

/**
 * All that a question only wants to see listed, by {@link listedNameIn}: two names in "Who calls feed and drain?".
 */
export function listedNamesIn(context: QuestionContext, earlier: readonly QuestionContext[]): readonly ListedName[] {
  const one = listedNameIn(context, earlier);
  if (one) return [one];
  const { text } = context.english;
  const pair = text.length > ASKED_AT_MOST ? null : PAIR.exec(text);
  if (!pair) return [];
  const both = pair.slice(1).map((name) => {
    const asked = text.slice(0, pair.index) + name + text.slice(pair.index + pair[0].length);
    return listedNameIn({ ...context, english: { ...context.english, text: asked } });
  });
  return both.flatMap((each) => each ?? []).length === 2 ? both.flatMap((each) => each ?? []) : [];
}

/**
 * What a question only wants to see listed: "Who calls feed?", "Where is `feed` tested?", "definition of
 * `Client.close`". Who asks what a name of code is wants to see its definition first.
 */
function listedNameIn(context: QuestionContext, earlier: readonly QuestionContext[] = []): ListedName | undefined {
  const listed = listedIn(context, earlier);
  if (!listed) return undefined;
  const marked = `${listed.name}?`;
  return context.english.text.trimEnd().endsWith(marked) ? { ...listed, marked } : listed;
}

function listedIn(context: QuestionContext, earlier: readonly QuestionContext[]): ListedName | undefined {
  const { text } = context.english;
  const used = usedNameIn(context, earlier);
  const made = used ?? written(nameOfThing(firstGroup(ASKS_WHERE_MADE, text), text));
  if (made !== undefined) return { name: made };
  const extended = written(nameOfThing(firstGroup(ASKS_FOR_HEIRS, text), text));
  if (extended !== undefined) return { name: extended, only: "heirs" };
  const holding = written(nameOfThing(firstGroup(ASKS_FOR_MEMBERS, text), text));
  if (holding !== undefined) return { name: holding, only: "definitions", hasMembers: true };
  const tested = written(firstGroup(ASKS_FOR_TESTS, text)) ?? nameInParts(text, ASKS_FOR_TESTS);
  if (tested !== undefined) return { name: tested, only: "tests" };
  const defined = written(firstGroup(ASKS_FOR_DEFINITION, text) ?? nameOfCode(firstGroup(ASKS_WHERE, text), text));
  if (defined !== undefined) return { name: defined, only: "definitions" };
  const explained = written(
    firstGroup(ASKS_WHAT_KIND, text) ??
      nameOfCode(firstGroup(ASKS_WHAT_NAME, text), text) ??
      firstGroup(IS_MEMBER, text) ??
      nameOfThing(firstGroup(ASKS_WHAT_THING, text), text),
  );
  return explained === undefined ? undefined : { name: explained, only: "definitions", isExplained: true };
}

/**
 * The name of which a question asks only where it is used: "And who calls feed?", "usages of `Client.close`". "Who
 * calls it?" asks about the first definition in the selected lines, or else about the name that the question before,
 * the last of the `earlier` ones, is about. For text in English, even if it was translated word by word; `undefined`
 * for any other question.
 */
export function usedNameIn(
  { english: { text }, excerpts, places }: QuestionContext,
  earlier: readonly QuestionContext[] = [],
): string | undefined {
  const found = firstGroup(ASKS_FOR_USES, text);
  if (found === undefined) return nameInParts(text, ASKS_FOR_USES);
  if (NO_NAME.test(found)) return undefined;
  if (!PRONOUN.test(found)) return isFile(found) ? undefined : found;
  if (places.length > 0 || excerpts.length > 0)
    return places.every(({ startLine }) => startLine !== undefined) ? definedIn(excerpts[0] ?? "")[0] : undefined;
  const before = earlier.at(-1);
  return before && (usedNameIn(before, earlier.slice(0, -1)) ?? subjectOf(before));
}

/** The two names that a question wants to see beside each other: "the difference between Client and AsyncClient". */
export function comparedNamesIn({ english: { text } }: QuestionContext): readonly [string, string] | undefined {
  if (text.length > ASKED_AT_MOST) return undefined;
  for (const form of COMPARES) {
    const groups: readonly (string | undefined)[] = form.exec(text)?.slice(1) ?? [];
    const [one, other] = groups.filter((name) => name !== undefined).map(written);
    if (one !== undefined && other !== undefined && one !== other) return [one, other];
  }
  return undefined;
}

/** "What is the cache?" may ask for anything, "What is CacheEntry?" and "What is `cache`?" ask for that. */
function nameOfCode(found: string | undefined, text: string): string | undefined {
  return found !== undefined && (isIdentifier(found) || text.includes(`\`${found}`) || text.includes(`${found}<`))
    ? found
    : undefined;
}

/** "What is the cache?" may ask for anything, "What is a Segment?" and "the cache class" for that. */
function nameOfThing(found: string | undefined, text: string): string | undefined {
  if (found === undefined || /^\p{Lu}/u.test(found)) return found;
  const hasKind = KINDS.some((kind) => text.includes(`${kind} ${found}`) || text.includes(`${found} ${kind}`));
  return hasKind ? found : nameOfCode(found, text);
}

/** The name of which the last part of a question asks something, and the first one what it is or where. */
function nameInParts(text: string, forms: readonly RegExp[]): string | undefined {
  if (text.length > ASKED_AT_MOST) return undefined;
  const at = text.search(
    /[,;?]?\s+(?:and|then)\s+(?=(?:who|what|which|where|how|is|are|does)\b)|[?;]\s+(?=who|what|which|where|is\b)/i,
  );
  const found = at < 0 ? undefined : firstGroup(forms, text.slice(at).replace(/^[,;?\s]+/, ""));
  const asked = at < 0 ? undefined : firstGroup(ASKS_WHAT, text.slice(0, at));
  if (found === undefined || asked === undefined || NO_NAME.test(asked) || PRONOUN.test(asked)) return undefined;
  return PRONOUN.test(found) || found === asked ? asked : undefined;
}

/** The name that a question is about, if it asks where that is used, what it is or where it is defined. */
export function askedNameIn(context: QuestionContext): string | undefined {
  return usedNameIn(context) ?? subjectOf(context);
}

/** What was found where a name is looked for, if it can be one. */
function written(found: string | undefined): string | undefined {
  return found === undefined || NO_NAME.test(found) || PRONOUN.test(found) || isFile(found) ? undefined : found;
}

/** `config.js` is a file, `Parser.feed` and `Context.JSON` are none. */
function isFile(name: string): boolean {
  return /\.\p{Ll}/u.test(name) && languageOf(name) !== undefined;
}

/** What a question is about, if that is one name: "What does feed do?", "How does `feed` handle chunks?". */
function subjectOf(context: QuestionContext): string | undefined {
  // "removed" is no name because selected code calls `remove`.
  const asked = termsOf(context).filter(
    ({ exact, isAsked, label }) => exact !== undefined && isAsked && label.toLowerCase().endsWith(exact),
  );
  const names = asked.map(({ label }) => label);
  const isPart = (name: string, of: string) => of !== name && of.toLowerCase().includes(name.toLowerCase());
  const [name, ...others] = names.filter((each) => !names.some((other) => isPart(each, other)));
  if (name !== undefined) return others.length > 0 || isFile(name) ? undefined : name;
  return written(firstGroup(ASKS_WHAT, context.english.text));
}

function firstGroup(patterns: readonly RegExp[], asked: string): string | undefined {
  if (asked.length > ASKED_AT_MOST) return undefined;
  const text = asked.replaceAll(RECEIVER, "$1").replaceAll(ARGUMENTS_OF_OWNER, "");
  const groups: readonly (string | undefined)[] = patterns.flatMap((pattern) => pattern.exec(text)?.slice(1) ?? []);
  return groups.find((name) => name !== undefined);
}

/** Patterns of whole questions, which may go on from what was said before: "And who calls feed?" */
function asks(forms: readonly string[]): readonly RegExp[] {
  return forms.map((form) => new RegExp(String.raw`^\W*(?:(?:and|but|so|then|now)\b\W*)?${form}[\s.?!]*$`, "iu"));
}

const PART = String.raw`(?!\d)(?:\$|${IN_WORD})+`;
/** Names of Ruby and its kin may end in a mark, which at the end of the sentence may be its own. */
const MARK = "(?:!|\\?(?=[`\"'(?]|\\s+\\p{L}))?";
/** The arguments of a generic type: `From<String>` is asked for as `From`. */
const ARGUMENTS = "(?:<[^\\n?]{1,80}>)?";
/** The owner of a method as Go has it: `(*Program).Kill`. */
const RECEIVER = new RegExp(`\\(\\*?(${PART})\\)(?=\\.)`, "gu");
const ARGUMENTS_OF_OWNER = /<[^<>\n?]{1,80}>(?=(?:::|\.)\w)/g;
const WRITTEN = `[\`"']?(${PART}(?:(?:\\.|::|->|#)${PART})*${MARK})${ARGUMENTS}(?:\\(\\))?[\`"']?`;
const KINDS =
  "function method class type interface constant variable enum struct trait protocol record macro hook component decorator annotation exception field property constructor".split(
    " ",
  );
const KIND = `(?:${KINDS.join("|")})`;
const OF_KIND = `(?:(?:the )?${KIND} ${WRITTEN}|the ${WRITTEN} ${KIND})`;
const NAME = `(?:${OF_KIND}|${WRITTEN})`;
const PAIR = new RegExp(`${WRITTEN} (?:and|or) ${WRITTEN}`, "u");
const USE = "(?:calls?|called|uses?|used|invokes?|invoked|references?|referenced|imports?|imported)";
const WHO = "(?:who|(?:what|which)(?: other)?(?: (?:code|functions?|methods?|class(?:es)?|files?|modules?|tests?))?)";
const LIST =
  "(?:(?:show|list|find|open|give|locate|go to|jump to|(?:what|where|which) (?:is|are))(?: me)? )?(?:all )?(?:the )?";
const USERS = "(?:callers?|call sites?|usages?|uses|users?|references)";

/**
 * With what is left of other languages once each word is translated: the "on" of "Wer ruft feed auf?", the "is-it" of
 * "Où feed est-il utilisé ?", the order of words of "누가 feed를 호출하나요?".
 */
const ASKS_FOR_USES = asks([
  `${WHO}(?: else)? ${USE}(?: to)? ${NAME}(?: on)?`,
  `(?:where|(?:(?:of|by) )?who)(?: else)?(?: (?:is|are|does))? ${NAME}(?: being| is-it| is)? ${USE}`,
  `where (?:is |are |do we )?${USE}(?: we| to)? ${NAME}(?: on)?`,
  `${LIST}(?:${USERS}|use) (?:of|to) ${NAME}`,
  `${NAME} (?:callers?|call sites?)`,
]);
const ARTICLE = "(?:an?|the)";
const A_NAME = `(?:${ARTICLE} )?${NAME}`;
const MAKE =
  "(?:throw|raise|catch|create|instantiate|construct|emit|publish|dispatch|register|override|mock|set|assign)";
/** What is thrown or created is called there, and calls are listed before other uses. */
const ASKS_WHERE_MADE = asks([
  `where(?: is| are| gets?)? ${A_NAME} (?:actually |being )?(?:thrown|raised|caught|created|instantiated|constructed|emitted|published|dispatched|registered|overridden|mocked|set|assigned)`,
  `(?:where do(?:es)? (?:we|you|they|it|the code|this project)|${WHO}) ${MAKE}(?:e?s)? ${A_NAME}`,
]);
const EXTEND = "(?:implement|extend|subclass|inherit from|derive from|conform to|mix in|include|prepend)";
const EXTENDS =
  "(?:implements|extends|subclasses|inherits from|derives from|conforms to|mixes in|includes|prepends|is a subclass of)";
const TYPES = "(?:class(?:es)?|types?|structs?|interfaces?|traits?|modules?|enums?|components?|protocols?)";
const ASKS_FOR_HEIRS = asks([
  `(?:which|what)(?: other)? ${TYPES} (?:${EXTEND}|${EXTENDS}|are subclasses of) ${A_NAME}`,
  `(?:which|what)(?: other)? files ${EXTEND} ${A_NAME}`,
  `(?:who|what|which code) ${EXTENDS} ${A_NAME}`,
  `where(?: is| are)? ${A_NAME} (?:extended|subclassed|inherited(?: from)?)`,
  `${LIST}(?:subclasses|subtypes|implementers|implementors|heirs|children|derived classes) of ${A_NAME}`,
]);
const MEMBERS = "(?:public )?(?:methods|functions|fields|properties|attributes|members|variants|constants)";
const ASKS_FOR_MEMBERS = asks([
  `(?:which|what) ${MEMBERS} (?:do(?:es)?|has|have|are (?:there )?in) ${A_NAME}(?: have| define| offer| provide)?`,
  `${LIST}${MEMBERS} (?:of|in|on) ${A_NAME}`,
]);
const TESTS = "(?:unit )?(?:tests?|specs?|test cases?)";
const ASKS_FOR_TESTS = asks([
  `(?:where|how|by what|in which (?:files?|tests?)|by which tests?)(?: is| are| gets?)? ${NAME}(?: is-it| is)? (?:being )?(?:unit )?(?:tested|covered)(?: by tests)?`,
  `(?:is|are) ${NAME} (?:unit )?(?:tested|covered)(?: by tests| anywhere)?`,
  `(?:who|what|(?:which|what) ${TESTS}) (?:are there |exist |is there )?(?:for|covers?|exercises?|checks?|verif(?:y|ies)|tests?) ${NAME}`,
  `(?:is |are )?there (?:it )?(?:an? |any |some )?${TESTS} (?:for|of) ${NAME}`,
  `do(?:es)? ${NAME} have (?:an? |any |some )?${TESTS}`,
  `${LIST}${TESTS} (?:for|of) ${NAME}`,
]);
const DEFINED = "(?:defined|declared|implemented)";
const DEFINES = "(?:defines?|declares?|implements?)";
const DEFINITION = "(?:definitions?|declarations?|implementations?)";
const ASKS_FOR_DEFINITION = asks([
  `where(?:['’]s| is| are| gets?)? ${NAME}(?: is-it| is)? (?:actually |being )?${DEFINED}`,
  `where (?:do|does|did) (?:we|you|they|it|the code|this project) (?:define|declare|implement) ${NAME}`,
  `(?:which|what) (?:file|module|class|package)s? ${DEFINES} ${NAME}`,
  `in (?:which|what) (?:file|module|class|package) is ${NAME} ${DEFINED}`,
  `${LIST}${DEFINITION} of ${NAME}`,
  `where(?:['’]s| is) (?:the ${KIND} ${WRITTEN}|the ${WRITTEN} ${KIND})`,
]);
const ASKS_WHERE = [`where(?:['’]s| is) ${WRITTEN}`].map((form) => new RegExp(String.raw`^\W*${form}[\s.?!]*$`, "iu"));
/** What asks what a thing is, for the ways in which that may be written. */
function asksWhat(written: string): readonly RegExp[] {
  return [
    `what(?:['’]s| is| are| does) ${written}(?: do| for| mean)?`,
    `how (?:does|do|is) ${written} (?:work|implemented|defined)`,
    `(?:explain|describe|tell me about) ${written}`,
  ].map((form) => new RegExp(String.raw`^\W*${form}[\s.?!]*$`, "iu"));
}

/** Who only names a member of something asks what it is. */
const IS_MEMBER = [
  new RegExp(String.raw`^\s*[\x60"']?(${PART}(?:(?:\.|::|->|#)${PART})+)(?:\(\))?[\x60"']?[\s?]*$`, "u"),
];
const ASKS_WHAT_NAME = asksWhat(NAME);
/** "What does the settings method do?" */
const ASKS_WHAT_KIND = asksWhat(OF_KIND);
/** "What is a Segment?" */
const ASKS_WHAT_THING = asksWhat(`${ARTICLE} ${WRITTEN}`);
const ASKS_WHAT = [...ASKS_WHAT_NAME, ...ASKS_FOR_DEFINITION];
const DIFFERS = "(?:differ(?:s|ent)?|distinct) (?:from|to|than)";
const COMPARES = asks([
  `(?:(?:what(?:['’]s| is| are)|explain|show|tell me|describe) )?(?:the )?(?:main )?(?:differences?|distinction) (?:is )?(?:between|of|in) ${NAME} (?:and|vs\\.?|versus|or) ${NAME}`,
  `(?:compare )?${NAME} (?:vs\\.?|versus|compared (?:to|with)) ${NAME}`,
  `compare ${NAME} (?:and|with|to|against) ${NAME}`,
  `(?:how|in what way) (?:do|does|is|are) ${NAME} ${DIFFERS} ${NAME}`,
  `(?:how|in what way) (?:do|does|are) ${NAME} and ${NAME} (?:differ|different)`,
  `(?:when|why) (?:do|should|would|to|must) (?:I|we|you|one)? ?use ${NAME} (?:or|and when|instead of|rather than|over) ${NAME}`,
]);
const PRONOUN = /^(?:it|this|that|them)$/i;
const NO_NAME = /^(?:its|these|those|they|he|she|we|you|i|a|an|the|what|which|there)$/i;
