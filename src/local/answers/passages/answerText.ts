import { fenceLanguageOf } from "../../../core/text/languages.ts";
import { SELECTED, type Confidence } from "../ranking/confidence.ts";
import type { Copy, Passage } from "../ranking/passages.ts";
import { labelsOf, type QuestionTerm } from "../questions/questionTerms.ts";
import { wordsOf } from "../questions/words.ts";
import {
  filesOf,
  ignoredWords,
  refusedFiles,
  unreadableFolders,
  unsafeIgnoreFiles,
  type IgnoredCount,
} from "../../search/files/skippedFiles.ts";
import type { FileInRepository } from "../../code/files/codeBase.ts";
import type { ListedSource, PassageLines } from "../../../core/model/conversation.ts";
import { l10n } from "../../base/l10n.ts";
import { namedText, namer, othersText, type CitedNamed } from "./namedText.ts";
import { nothingFound, notFound } from "./notFound.ts";
import { usesText, type CitedUses } from "./usesText.ts";
import { codeSpan, excerptOf, fence, labelOf, linkTo, searchLink } from "../named/answerParts.ts";
import { placeIn } from "./longLines.ts";
import { scannedLines } from "./bestLines.ts";

/** What an answer is written from. */
export interface AnswerMaterial {
  readonly passages: readonly CitedPassage[];
  /** Where else to look, in other files. */
  readonly further: readonly CitedPassage[];
  readonly related: readonly RelatedSymbol[];
  /** The places that a tool has printed in the question, in its order, with a link to those that are shown. */
  readonly printed?: readonly {
    readonly label: string;
    readonly link: string | undefined;
    /** The other files that it may be in. */
    readonly others?: readonly FileInRepository[];
  }[];
  readonly terms: readonly QuestionTerm[];
  /** The words of the question that were translated into English. */
  readonly translated: readonly string[];
  /** How likely the first passage is the place that is sought. */
  readonly confidence: Confidence;
  /** Whether the first two passages define the two names that the question compares. */
  readonly isComparison?: boolean;
  /** Set if the question asks what all of something is about: paragraphs that say it. */
  readonly overview?: readonly string[];
  /** What the question asks where it is used. */
  readonly uses?: readonly CitedUses[];
  /** What the question was taken to be about, if it does not say so itself. */
  readonly about?: string;
  /** Set if the question names files or folders. */
  readonly named?: CitedNamed;
  /** Identifiers of the question that are nowhere in the code that was read. */
  readonly missing: readonly QuestionTerm[];
  /** The files that were not read for them because of their size. */
  readonly tooLarge: readonly string[];
  /** The folders and repositories that the question says to look in; none for all. */
  readonly scope: readonly string[];
  /** How many files were searched, how many of them only for words, and in how many repositories. */
  readonly fileCount: number;
  readonly unreadCount: number;
  readonly repositoryCount: number;
  /** The served folders that could not be listed. */
  readonly unreadable: readonly string[];
  /** The files and folders in the others that could not be read. */
  readonly refused: readonly string[];
  readonly notHeeded: readonly string[];
  /** What is ignored or excluded, if nothing was found and a person asks. */
  readonly ignored?: IgnoredCount | undefined;
}

/** A passage, and the revision that has it exactly like this: a commit, or the content of the file. */
export interface CitedPassage extends Passage {
  readonly revision: string;
  readonly copies?: readonly CitedCopy[];
}

/** The same code in another file. */
export interface CitedCopy extends Copy {
  readonly revision: string;
}

export interface RelatedSymbol extends Pick<CitedPassage, "file" | "revision"> {
  readonly name: string;
  /** Zero-based. */
  readonly line: number;
}

/** Writes the answer, in Markdown. It says first that no model wrote it. */
export function writeAnswer(material: AnswerMaterial): string {
  return material.passages.length === 0 && !material.named ? writeNothingFound(material) : writePassages(material);
}

/** The places that an answer cites, and the repositories that they are in. */
export function sourcesOf({ passages, further }: AnswerMaterial): readonly ListedSource[] {
  const places = [...passages, ...further];
  const repositories = new Set(places.map(({ file }) => file.repository.name));
  return [
    ...places.map((passage) => ({ type: "File", link: linkTo(passage), label: labelOf(passage) })),
    ...[...repositories].map((name) => ({
      type: "Repository",
      link: `/${name.split("/").map(encodeURIComponent).join("/")}`,
      label: name,
    })),
  ];
}

/** What to see first of each passage that the answer shows. */
export function passageLinesOf({
  passages,
  terms,
}: Pick<AnswerMaterial, "passages" | "terms">): readonly PassageLines[] {
  const excerpts = passages.map((passage) => ({
    lines: shownLines(passage, terms),
    language: passage.file.index.language,
    name: passage.name,
  }));
  return scannedLines(excerpts, terms);
}

function shownLines({ lines }: CitedPassage, terms: readonly QuestionTerm[]): readonly string[] {
  return excerptOf(lines, (line) => placeIn(line, terms));
}

/** Every answer begins with this, so that it is not taken for a model's. */
function noModel(): string {
  return `*${l10n.t("Extracted from the code on this machine, not written by a model.")}*`;
}

function placeText(passage: CitedPassage): string {
  const link = `[${codeSpan(labelOf(passage))}](${linkTo(passage)})`;
  return passage.name === undefined ? link : l10n.t("{0} in {1}", codeSpan(passage.name), link);
}

function writePassages(material: AnswerMaterial): string {
  const {
    passages,
    further,
    related,
    printed = [],
    terms,
    confidence,
    isComparison = false,
    overview,
    uses = [],
    about,
    named,
    missing,
    tooLarge,
    scope,
    fileCount,
    unreadCount,
    repositoryCount,
    unreadable,
    refused,
    notHeeded,
  } = material;
  const several = repositoryCount > 1;
  const [best, second] = passages;
  const found = listTerms(
    terms.filter(({ isAsked }, index) => isAsked && passages.some((passage) => passage.terms.includes(index))),
  );
  const where =
    scope.length > 0
      ? l10n.t("{0} of {1}", filesOf(fileCount), scope.map(codeSpan).join(", "))
      : several
        ? l10n.t("{0} of {1} repositories", filesOf(fileCount), l10n.number(repositoryCount))
        : filesOf(fileCount);
  // Without terms, only the place that was asked about was looked at.
  const isSelected = best !== undefined && best.score >= SELECTED;
  const fit =
    terms.length === 0
      ? !isSelected && passages.length > 0 && l10n.t("First lines of the most relevant files, out of {0}.", where)
      : l10n.t("Best matches in {0}.", where);
  const few =
    unreadCount > 0 &&
    l10n.t(
      "That is too much to read at once; the {0} that contain most of the words were ranked.",
      filesOf(fileCount - unreadCount),
    );
  const parts = [
    [noModel(), fit, few, found !== "" && confidence !== "doubtful" && l10n.t("Terms: {0}.", found)]
      .filter(Boolean)
      .join(" "),
  ];
  parts.push(...unread({ unreadable, refused, notHeeded }));
  if (about !== undefined) parts.push(l10n.t("**About:** {0}", about));
  if (named) parts.push(...namedText(named, { several, listsFolders: !overview }));
  if (overview) parts.push(...overview);
  if (missing.length > 0) parts.push(notFound(listTerms(missing), tooLarge));
  // What the question names says where to look.
  const isTold = named !== undefined && (named.files.length + named.folders.length > 0 || terms.length === 0);
  if (uses.length > 0) {
    const headingOf = ({ name }: CitedUses) => (uses.length > 1 ? [`**${codeSpan(name)}**`] : []);
    parts.push(...uses.flatMap((each) => [...headingOf(each), ...usesText(each, several)]));
  } else if (isComparison && best && second)
    parts.push(l10n.t("**Compared:** {0} and {1}", placeText(best), placeText(second)));
  else if (!isTold && !overview && confidence === "doubtful") parts.push(notSure(material));
  else if (!isTold && !overview && best && confidence === "sure") {
    const place = placeText(best);
    parts.push(isSelected ? l10n.t("**You asked about:** {0}", place) : l10n.t("**Look here first:** {0}", place));
  }
  if (printed.length === 1) parts.push(...othersText(printed[0]?.others ?? [], namer(several)));
  else if (printed.length > 1) {
    const listed = printed.slice(0, PRINTED_LISTED).map(({ label, link }) => {
      return link === undefined ? codeSpan(label) : `[${codeSpan(label)}](${link})`;
    });
    const more = printed.length - listed.length;
    parts.push(
      l10n.t(
        "**Printed places:** {0}",
        [...listed, ...(more > 0 ? [l10n.t("{0} more", l10n.number(more))] : [])].join(", "),
      ),
    );
  }
  const headOf = (passage: CitedPassage) => {
    const inRepository = several ? ` — ${passage.file.repository.name}` : "";
    return `${passage.name === undefined ? "" : `${codeSpan(passage.name)} · `}[${codeSpan(labelOf(passage))}](${linkTo(passage)})${inRepository}`;
  };
  passages.forEach((passage, index) => {
    parts.push(`### ${index + 1}. ${headOf(passage)}`);
    const reason = reasonOf(passage, terms);
    if (reason !== "") parts.push(`_${reason}_`);
    parts.push(fence(shownLines(passage, terms), fenceLanguageOf(passage.file.index.language)));
    if (passage.copies && passage.copies.length > 0) parts.push(copiesText(passage.copies));
  });
  if (further.length > 0) {
    const lines = further.map((passage) => {
      const reason = reasonOf(passage, terms, 2);
      return `- ${headOf(passage)}${reason === "" ? "" : ` · _${reason}_`}`;
    });
    parts.push(l10n.t("**Also look here:**"), lines.join("\n"));
  }
  if (related.length > 0)
    parts.push(
      l10n.t(
        "**Related:** {0}",
        related
          .map(
            (symbol) =>
              `[${codeSpan(symbol.name)}](${linkTo({ ...symbol, startLine: symbol.line, endLine: symbol.line })})`,
          )
          .join(", "),
      ),
    );
  return parts.join("\n\n");
}

const PRINTED_LISTED = 60;
const COPIES_LISTED = 5;

/** Where the same code is once more. */
function copiesText(copies: readonly CitedCopy[]): string {
  const links = copies.slice(0, COPIES_LISTED).map((copy) => `[${codeSpan(labelOf(copy))}](${linkTo(copy)})`);
  const listed = [...links, ...(copies.length > COPIES_LISTED ? ["…"] : [])].join(", ");
  return copies.length === 1
    ? l10n.t("+1 duplicate: {0}", listed)
    : l10n.t("+{0} duplicates: {1}", l10n.number(copies.length), listed);
}

/** Which words these passages have, also from earlier questions if none of this one, and which they lack. */
function notSure({ passages, terms, missing, translated }: AnswerMaterial): string {
  const has = new Set(passages.flatMap(({ terms: inLines, named, inPath }) => [...inLines, ...named, ...inPath]));
  const found = terms.filter((_, index) => has.has(index));
  const asked = found.filter(({ isAsked }) => isAsked);
  const shown = listTerms(asked.length > 0 ? asked : found);
  // What was translated is looked for in English above all: that code lacks the words of the question says nothing.
  const spoken = new Set(translated.flatMap(wordsOf));
  const isOwn = ({ label, isAsked, isPhrase }: QuestionTerm) => isAsked && !isPhrase && !spoken.has(label);
  const lacking = listTerms(terms.filter((term, index) => isOwn(term) && !has.has(index) && !missing.includes(term)));
  if (shown === "") return l10n.t("**Not sure:** these only roughly fit the question.");
  return lacking === ""
    ? l10n.t("**Not sure:** these mention {0}.", shown)
    : l10n.t("**Not sure:** these mention {0}, but not {1}.", shown, lacking);
}

/** One short line that says where a passage has what was asked about, in at most `most` kinds of places. */
function reasonOf(
  { terms: found, commented, named, inPath }: Passage,
  terms: readonly QuestionTerm[],
  most = 4,
): string {
  const told = new Set<number>();
  const list = (where: string, positions: readonly number[]) => {
    const asked = positions.filter(
      (position) => terms[position]?.isAsked === true && !terms[position].isPhrase && !told.has(position),
    );
    for (const position of asked) told.add(position);
    const labels = labelsOf(asked.flatMap((position) => terms[position] ?? [])).slice(0, 4);
    return labels.length === 0 ? [] : [`${where}: ${labels.map(codeSpan).join(", ")}`];
  };
  return [
    ...list(
      l10n.t("in the name"),
      named.filter((term) => terms[term]?.isQuoted !== true),
    ),
    ...list(
      l10n.t("in the code"),
      found.filter((term) => !commented.includes(term)),
    ),
    ...list(l10n.t("in a comment"), commented),
    ...list(l10n.t("in the path"), inPath),
  ]
    .slice(0, most)
    .join(" · ");
}

/** What an answer may lack: the first folders and files that could not be read. */
function unread({
  unreadable,
  refused,
  notHeeded,
}: Pick<AnswerMaterial, "unreadable" | "refused" | "notHeeded">): readonly string[] {
  const named = (paths: readonly string[], titleOf: (paths: readonly string[]) => { readonly title: string }) => {
    const first = [...paths.slice(0, UNREAD_NAMED).map(codeSpan), ...(paths.length > UNREAD_NAMED ? ["…"] : [])];
    return paths.length === 0 ? [] : [`**${titleOf(paths).title}:** ${first.join(", ")}`];
  };
  return [
    ...named(unreadable, unreadableFolders),
    ...named(refused, refusedFiles),
    ...named(notHeeded, unsafeIgnoreFiles),
  ];
}

const UNREAD_NAMED = 3;

function writeNothingFound(material: AnswerMaterial): string {
  const { terms, tooLarge, scope, fileCount, repositoryCount } = material;
  if (repositoryCount === 0)
    return `${noModel()}\n\n${l10n.t("**Nothing found.** No folder is open. The local service answers from the folders on this machine that are open in the editor: open one, or sign in to a code search service.")}`;
  const searched =
    fileCount === 0 && scope.length === 0
      ? l10n.t("**Nothing found.** There are no files in what is open.")
      : terms.length === 0
        ? l10n.t("**Nothing found.** The question has no words to search for.")
        : nothingFound(listTerms(terms), fileCount, tooLarge);
  return [
    noModel(),
    searched,
    ...unread(material),
    ...ignoredText(material),
    ...(scope.length > 0
      ? [
          l10n.t(
            "Only {0} was searched, because the question is about it. Remove it from the question to search everything that is open.",
            scope.map(codeSpan).join(", "),
          ),
        ]
      : []),
    l10n.t(
      "Name an identifier, a file or words from the code, or use *Search Code…* for a text or a regular expression.",
    ),
    l10n.t(
      "Questions are understood in English, German, French, Spanish, Portuguese, Russian, Chinese, Japanese and Korean. Words in other languages are looked for as they are.",
    ),
  ].join("\n\n");
}

/** That more is there than was read, and a search of all of it. */
function ignoredText({ ignored, terms }: AnswerMaterial): readonly string[] {
  if (!ignored || ignored.count === 0) return [];
  const texts = labelsOf(terms)
    .slice(0, 8)
    .map((label) => (/^[\w$]+$/.test(label) ? label : JSON.stringify(label)));
  const text = texts.length > 1 ? `(${texts.join(" or ")})` : (texts[0] ?? "");
  const unread = l10n.t("Ignore files or the editor's settings leave out {0}.", ignoredWords(ignored));
  return [text === "" ? unread : `${unread} ${searchLink(`ignored:yes ${text}`, l10n.t("Search them too"))}`];
}

/** Longer ones were usually pasted. */
const LABEL_AT_MOST = 80;

function listTerms(terms: readonly QuestionTerm[]): string {
  return labelsOf(terms)
    .slice(0, 8)
    .map((label) => codeSpan(label.length > LABEL_AT_MOST ? `${label.slice(0, LABEL_AT_MOST)}…` : label))
    .join(", ");
}
