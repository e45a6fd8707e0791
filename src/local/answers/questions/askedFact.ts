import type { QuestionContext } from "./questionContext.ts";
import type { QuestionTerm } from "./questionTerms.ts";
import { stemOf, wordsOf } from "./words.ts";

/** What a question asks of a project that one of its files states, rather than its code. */
export type AskedFact =
  | { readonly fact: "dependencies" | "licence" | "version" }
  /** Which version of a language or a runtime it needs. */
  | { readonly fact: "needs"; readonly of: Platform }
  /** Which version of a dependency it uses. */
  | { readonly fact: "dependency"; readonly name: string }
  /** What was changed in versions; in the latest one if there are none. */
  | { readonly fact: "changes"; readonly versions: readonly string[] };

export type Platform = keyof typeof PLATFORMS;

/** What a language or a runtime is called. */
const PLATFORMS = {
  python: /\bc?python\b/gi,
  java: /\b(?:java|jdk|jre)\b/gi,
  kotlin: /\bkotlin\b/gi,
  scala: /\bscala\b/gi,
  node: /\bnode(?:\.?js)?\b/gi,
  vscode: /\bvs ?code\b|\bvisual studio code\b/gi,
  go: /\bgo(?:lang)?\b/gi,
  rust: /\b(?:rustc?|msrv)\b/gi,
  php: /\bphp\b/gi,
  ruby: /\bruby\b/gi,
  swift: /\bswift\b/gi,
  dart: /\b(?:dart|flutter)\b/gi,
  terraform: /\b(?:terraform|opentofu)\b/gi,
  elixir: /\b(?:elixir|erlang)\b/gi,
  dotnet: /\.net\b|\bdotnet\b|\bc#|\bcsharp\b/gi,
  cpp: /\bc(?:\+\+|pp\b)|\bc (?:standard|compiler)\b/gi,
};

/**
 * The fact that a question asks for, if all its words are about that: "Where is the version of Python checked?" is
 * about code. `called` are the names of what is asked about.
 */
export function factAskedIn(
  { english: { text, spoken } }: Pick<QuestionContext, "english">,
  terms: readonly QuestionTerm[],
  called: readonly string[],
): AskedFact | undefined {
  if (text.length > ASKED_AT_MOST) return undefined;
  const versions = [...text.matchAll(VERSION)].map(([, inDots, alone]) => inDots ?? alone ?? "").slice(0, 4);
  const stemsOf = (names: readonly string[]) => new Set(names.flatMap(wordsOf).map(stemOf));
  const known = stemsOf([...called, ...spoken, ...versions.map((version) => `v${version}`)]);
  const hasOnly = ({ alternatives: [said] }: QuestionTerm, words: ReadonlySet<string>) =>
    said?.stems.every((stem) => words.has(stem)) === true;
  const own = terms.filter((term) => term.isAsked && !term.isPhrase && !hasOnly(term, known));
  const besides = (words: ReadonlySet<string>) => own.filter((term) => !hasOnly(term, words));
  const isOnly = (words: ReadonlySet<string>) => besides(words).length === 0;
  if (LICENCE.test(text) && isOnly(OF_LICENCES)) return { fact: "licence" };
  if ((versions.length > 0 ? CHANGE.test(text) : LATEST.test(text) && !ASKS_FOR_CODE.test(text)) && isOnly(OF_CHANGES))
    return { fact: "changes", versions };
  if (ASKS_FOR_CODE.test(text)) return undefined;
  for (const [platform, form] of Object.entries(PLATFORMS) as [Platform, RegExp][]) {
    const said = text.match(form);
    if (said && NEEDS.test(text) && besides(OF_NEEDS).every((term) => hasOnly(term, stemsOf(said))))
      return { fact: "needs", of: platform };
  }
  if (DEPENDENCIES.test(text) && isOnly(OF_DEPENDENCIES)) return { fact: "dependencies" };
  if (!/\bversions?\b/i.test(text)) return undefined;
  // "the version of packaging": its stem is that of "package".
  const [, ofName, asWord] = OF_NAME.exec(text) ?? [];
  const name = ofName ?? asWord;
  if (name !== undefined && !called.some((each) => each.toLowerCase().split("/").at(-1) === name.toLowerCase()))
    return besides(OF_VERSIONS).every((term) => hasOnly(term, stemsOf([name])))
      ? { fact: "dependency", name }
      : undefined;
  return own.length > 0 && isOnly(OF_VERSIONS) ? { fact: "version" } : undefined;
}

/** None that asks only for that is longer. The time that the expressions take grows with the square of the length. */
const ASKED_AT_MOST = 300;
/** `1.7`, `v2.0.0-beta.1`; a number alone only behind `v` or such a word. */
const VERSION = /(?<![\w.])(?:v?(\d+(?:\.\d+){1,3}(?:-[\w.]*\w)?)|(?:v|(?:version|release) )(\d+))(?![\w]|\.\d)/gi;
const OTHER = String.raw`(?!(?:this|that|these|the|it|its|all|our|my|your|project|repo|app|code|current|latest|newest)\b)`;
const WRITTEN_NAME = String.raw`[\x60"]?([@\w](?:[\w./@-]*\w)?)[\x60"]?`;
const OF_NAME = new RegExp(
  String.raw`\b(?:which|what)\b(?:.*?\bversions? of ${OTHER}${WRITTEN_NAME}| ${OTHER}${WRITTEN_NAME}(?: (?:provider|plugin|package|library|crate|gem))? versions?\b)`,
  "i",
);
const ASKS_FOR_CODE = /^\W*(?:how (?!many\b)|why\b|who\b|where\b.*\b(?:add|chang|fix|remov))/i;
const LATEST =
  /\bwhat(?:['’]s| is| are| was)(?: the)? new\b|\b(?:latest|last|newest|most recent) (?:release|version|changes?|features?)\b|\bcurrent (?:release|changes)\b|\brecent(?:ly)? (?:changes?|changed|added|fixed)\b|\b(?:changed|added|fixed|removed|new) (?:recently|lately)\b/i;
const CHANGE =
  /\b(?:chang|new\b|releas|add|fix|remov|deprecat|break|broke|feature|improve|upgrad|migrat|introduc|note)/i;
const LICENCE = /\blicen[cs]/i;
const NEEDS =
  /\bversions?\b|\b(?:needs?|needed|requires?|required|supports?|supported|minimum|minimal|oldest|compatible|prerequisites?|targets?|standard)\b|\b(?:works?|runs?|builds?|compiles?) (?:on|with|under|in)\b/i;
const DEPENDENCIES = /\bdepend(?:s|encies|ency)?\b|\bthird[- ]party\b|\b(?:libraries|packages|frameworks?)\b.*\buse/i;

const stems = (words: string): ReadonlySet<string> => new Set(wordsOf(words).map(stemOf));
const OF_ALL =
  "project repo repository package library app application program extension tool list find there state stated use used uses using";
const OF_LICENCES = stems(`${OF_ALL} licence license licensed licensing under copyright open source term released`);
const OF_VERSIONS = stems(
  `${OF_ALL} version current currently latest newest release number installed provider plugin crate gem dependency require required requires`,
);
const OF_CHANGES = stems(
  `${OF_ALL} version latest last newest new recent recently current currently change changed changes changelog release released
   releases note notes add added fix fixed fixes remove removed deprecate deprecated break breaking broke broken feature features improve
   improved improvement introduce introduced upgrade upgrading migrate migrating migration update since come came include
   included main major important bug`,
);
const OF_DEPENDENCIES = stems(
  `${OF_ALL} dependency dependencies depend depends third party external libraries packages framework frameworks module modules
   require requires required import imports runtime dev development direct main rely relies built install installed`,
);
const OF_NEEDS = stems(
  `${OF_ALL} version versions need needed require required requirement requires support supported supports minimum minimal least
   old oldest lowest compatible compatibility prerequisite target targets standard language run runs build compile install
   installed compiler runtime sdk machine exactly`,
);
