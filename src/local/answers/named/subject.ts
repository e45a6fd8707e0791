import { languageOf } from "../../../core/text/languages.ts";
import { outlineOf, type Definition } from "../../../core/text/outline.ts";
import type { SourceLocation } from "../../../core/sources/sourceLink.ts";
import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import type { CodeBase } from "../../code/files/codeBase.ts";
import type { NamedPlace, QuestionContext } from "../questions/questionContext.ts";
import { withEnglishOrdinal } from "../questions/ordinals.ts";
import { termsOf } from "../questions/questionTerms.ts";
import { askedNameIn } from "../questions/usedName.ts";
import { namesIn, type NameableFile } from "../questions/writtenNames.ts";
import { l10n } from "../../base/l10n.ts";
import { readNamed, type Named } from "./namedFiles.ts";
import { hasLines } from "./selectedLines.ts";

/** What a question is about: something that has a name, or a place, or both. */
export interface Subject {
  readonly name?: string;
  readonly place?: SubjectPlace;
}

/** A file, or lines of it. */
export type SubjectPlace = Pick<SourceLocation, "repository" | "path" | "range">;

/** A question of a conversation, and the places that its answer shows, in their order. */
export interface AskedBefore {
  readonly context: QuestionContext;
  readonly shown: readonly SubjectPlace[];
}

/** Where what is meant is looked up. */
export interface SubjectServices {
  readonly files: readonly NameableFile[];
  readonly codeBase: CodeBase;
  readonly slices: TimeSlices;
}

/** A question whose pronouns were replaced by what they stand for. */
export interface ResolvedQuestion {
  /** In English, as far as it could be translated. */
  readonly text: string;
  readonly subject: Subject;
}

/**
 * What a question means that speaks of "it", "that file" or "the second one": the latest of what was selected, named or
 * shown. `undefined` for a question that says all by itself.
 */
export async function resolveQuestion(
  context: QuestionContext,
  earlier: readonly AskedBefore[],
  services: SubjectServices,
): Promise<ResolvedQuestion | undefined> {
  if (!mayReferBack(context)) return undefined; // looking up what each earlier question names takes long in a large tree
  let subject: Subject | undefined;
  let shown: readonly SubjectPlace[] = [];
  for (const before of earlier) {
    const resolved = await resolve(before.context, subject, shown, services);
    const [first] = before.shown;
    subject =
      (resolved ? resolved.subject : await ownSubject(before.context, services)) ??
      (first ? { place: first } : subject);
    if (before.shown.length > 0) shown = before.shown;
  }
  return resolve(context, subject, shown, services);
}

async function resolve(
  context: QuestionContext,
  subject: Subject | undefined,
  shown: readonly SubjectPlace[],
  services: SubjectServices,
): Promise<ResolvedQuestion | undefined> {
  if (!mayReferBack(context)) return undefined;
  const text = wordsIn(context);
  const ordinal = ORDINAL.exec(text);
  const ordered = ordinal && ((subject && (await definitionOf(ordinal, subject, services))) ?? placeOf(ordinal, shown));
  if (ordered) return { text: text.replace(ORDINAL, () => writtenOf(ordered, services)), subject: { place: ordered } };
  const { name, place } = subject ?? {};
  if (place && FOLDER.test(text)) {
    const folder = { repository: place.repository, path: place.path.replace(/[^/]*$/, "") };
    return folder.path === ""
      ? undefined
      : { text: text.replace(FOLDER, () => writtenOf(folder, services)), subject: { place: folder } };
  }
  if (subject && place && HERE.test(text) && !PRONOUN.test(text))
    return { text: text.replace(HERE, () => ` ${writtenOf(place, services)} `), subject };
  if (place && FILE.test(text)) {
    const file = { repository: place.repository, path: place.path };
    return { text: text.replace(FILE, () => writtenOf(file, services)), subject: { place: file } };
  }
  if (!subject || !PRONOUN.test(text) || askedNameIn(context) !== undefined) return undefined;
  const own = termsOf(context).filter(({ isAsked, isPhrase }) => isAsked && !isPhrase);
  if (own.length > OWN_TERMS_AT_MOST) return undefined;
  const asksForName = ABOUT_NAME.test(text);
  const meant = name ?? (place && asksForName ? await nameAt(place, services) : undefined);
  if (meant !== undefined) {
    const asked = text.replace(STARTS, "$1 calls ").replace(PRONOUN, () => `\`${meant}\``);
    return { text: asked, subject: { name: meant, ...(place && { place }) } };
  }
  return place && { text: text.replace(PRONOUN, () => writtenOf(place, services)), subject };
}

/** Whether a question has words that may stand for something else, and nothing that says all by itself. */
function mayReferBack(context: QuestionContext): boolean {
  const text = wordsIn(context);
  return (
    text.length <= ASKED_AT_MOST &&
    context.places.length === 0 &&
    context.excerpts.length === 0 &&
    [ORDINAL, FOLDER, FILE, HERE, PRONOUN].some((words) => words.test(text))
  );
}

function wordsIn(context: QuestionContext): string {
  return withEnglishOrdinal(context).replace(WORD_BY_WORD, "who calls it?").replace(ITS, "the $1 of it");
}

/** No question that refers to another one is longer. */
const ASKED_AT_MOST = 200;
/** With more, "it" is something in the question itself. */
const OWN_TERMS_AT_MOST = 2;
/** "Qui l'appelle ?", "Кто его вызывает?" and "누가 그것을 호출하나요?", in English word by word. */
const WORD_BY_WORD = /^\W*who(?: else)?(?: it| the)? (?:calls?|called|uses?|used)\W*$/i;
const ITS = /\bits ((?:unit )?tests?|specs?|callers?|call sites?|usages?|uses|users|definition|subclasses)\b/i;
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];
const ORDINAL = new RegExp(
  String.raw`(?:\bthe )?\b(${ORDINALS.join("|")}|last|\d{1,2}(?:st|nd|rd|th))(?: (?:one|passage|place|position|result|hit|match|source|file|(function|method|class|type|definition))\b|(?=\W*$))|(?:\b(?:number|passage|result|place)|#) ?(\d{1,2})\b`,
  "i",
);
const FOLDER = /\b(?:that|this|the same|its) (?:folder|directory)\b/i;
const FILE = /\b(?:that|this|the same) (?:file|module|script)\b|\b(?:in|over) there\b/i;
/** Where that is is said behind it, if anywhere: "here in the folder". */
const HERE = /\s+here\b(?!\s+(?:in|at|on)\b)/i;
/** "that" also joins sentences, and "this" stands before nouns. */
const PRONOUN =
  /\b(?:it|them)\b|\b(?:this|that)\b(?=\W*$|\s*[?.!,;]|\s+(?:is|does|do|called|used|tested|defined|work|works|and|for)\b)/i;
const ABOUT_NAME = /\b(?:who|call\w*|use[ds]?|using|usages?|test\w*|specs?|start\w*|invoke\w*|defined|implement\w*)\b/i;
const STARTS =
  /\b(who|what|which code)(?: else)? (?:starts?|runs?|triggers?|launches|needs?|imports?) (?=(?:it|this|that|them)\b)/i;

function placeOf(ordinal: RegExpExecArray, shown: readonly SubjectPlace[]): SubjectPlace | undefined {
  return shown.at(indexOf(ordinal));
}

function indexOf([, word = "", , number = ""]: RegExpExecArray): number {
  if (word.toLowerCase() === "last") return -1;
  const at = ORDINALS.indexOf(word.toLowerCase());
  return at >= 0 ? at : (Number.parseInt(number || word, 10) || Infinity) - 1; // there is no "#0"
}

/** One of the definitions of a kind in the file that is talked about. */
async function definitionOf(
  ordinal: RegExpExecArray,
  { name, place }: Subject,
  { files, codeBase }: SubjectServices,
): Promise<SubjectPlace | undefined> {
  const isOfKind = KINDS.get(ordinal[2]?.toLowerCase() ?? "");
  if (!isOfKind || !place || place.range || name !== undefined) return undefined;
  const { repository, path } = place;
  const file = files.find((each) => each.repository.name === repository && each.path === path);
  if (!file) return undefined;
  const { lines } = await readNamed(file, codeBase);
  const found = outlineOf(lines, languageOf(path))
    .filter(({ line }) => isOfKind(lines[line] ?? ""))
    .at(indexOf(ordinal));
  return found && { repository, path, range: { startLine: found.line, endLine: found.endLine } };
}

const isTypeHead = (head: string) =>
  /\b(?:class|struct|interface|trait|enum|module|record|object|protocol|type)\s+\w/.test(head);
const isFunctionHead = (head: string) =>
  !isTypeHead(head) && /^[^=]*[\w$>\]]\s*\(|=>|\b(?:def|fn|fun|func|function|sub)\b/.test(head);
/** By their first lines. */
const KINDS: ReadonlyMap<string, (head: string) => boolean> = new Map([
  ["function", isFunctionHead],
  ["method", isFunctionHead],
  ["class", isTypeHead],
  ["type", isTypeHead],
  ["definition", () => true],
]);

/** As a question may name it. */
function writtenOf({ repository, path, range }: SubjectPlace, { codeBase }: SubjectServices): string {
  const whole = codeBase.repositories.length > 1 ? `${repository}/${path}` : path;
  return `\`${whole}\`${range ? `:${range.startLine + 1}-${range.endLine + 1}` : ""}`;
}

/** What a question is about that says it: lines that were selected, a file, or a name. */
async function ownSubject(context: QuestionContext, services: SubjectServices): Promise<Subject | undefined> {
  const [selected] = context.places.filter(hasLines);
  const chip = selected ?? context.places.find(({ isMentioned, path }) => isMentioned && path !== undefined);
  const place = chip && placeIn(chip, services);
  if (place) {
    const name = place.range && (await nameAt(place, services));
    return { place, ...(name !== undefined && { name }) };
  }
  const [named] = (await namesIn(context.english.text, services.files, services.slices)).flatMap(({ files }) => files);
  if (named) return { place: { repository: named.repository.name, path: named.path } };
  const name = askedNameIn(context);
  return name === undefined ? undefined : { name };
}

function placeIn(
  { repository: name, path = "", startLine, endLine = startLine }: NamedPlace,
  { files }: SubjectServices,
): SubjectPlace | undefined {
  const file = files.find(
    (each) =>
      (name === undefined || each.repository.name === name) && (each.path === path || each.path.endsWith(`/${path}`)),
  );
  const range = startLine === undefined || endLine === undefined ? undefined : { startLine, endLine };
  return file && { repository: file.repository.name, path: file.path, ...(range && { range }) };
}

/** The name of what is defined in some lines, or of what they are in; of a file, that of what it is for. */
async function nameAt(
  { repository, path, range }: SubjectPlace,
  { files, codeBase }: SubjectServices,
): Promise<string | undefined> {
  const file = files.find((each) => each.repository.name === repository && each.path === path);
  if (!file) return undefined;
  const { lines } = await readNamed(file, codeBase);
  const definitions = outlineOf(lines, languageOf(path));
  const found = range
    ? (definitions.find(({ line }) => line >= range.startLine && line <= range.endLine) ??
      definitions.findLast(({ startLine, endLine }) => startLine <= range.startLine && endLine >= range.endLine))
    : mainOf(definitions, lines, path);
  return found?.name;
}

/** What a file is called after, or all that it offers to others, if that is one thing. */
function mainOf(definitions: readonly Definition[], lines: readonly string[], path: string): Definition | undefined {
  const stem = path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/\..*$/, "")
    .replaceAll(/[-_]/g, "")
    .toLowerCase();
  const isOfFile = ({ line, isType }: Definition) => isType || /^\S/.test(lines[line] ?? "");
  const offered = definitions.filter(isOfFile);
  const calledSo = (names: readonly string[]) =>
    offered.find(({ name }) => names.includes(name.toLowerCase())) ??
    offered.find(({ name }) => names.includes(name.replaceAll("_", "").toLowerCase()));
  const exported = definitions.filter(({ line }) => /^(?:export|pub|public)\b/.test(lines[line] ?? ""));
  const [only, ...others] = exported;
  return calledSo([stem]) ?? calledSo([stem.replace(/s$/, ""), `${stem}s`]) ?? (others.length > 0 ? undefined : only);
}

/** What a question was taken to be about, for the person; `undefined` if it names nothing. */
export function aboutOf(subject: Subject | undefined, named?: Named): string | undefined {
  const path = subject?.place?.path;
  if (subject?.name !== undefined)
    return path === undefined ? `\`${subject.name}\`` : l10n.t("{0} in {1}", `\`${subject.name}\``, `\`${path}\``);
  const paths = [...(named?.files ?? []), ...(named?.folders ?? [])].map((each) => each.path);
  return path ?? (paths.length > 0 ? paths.join(", ") : undefined);
}

/** The same for a question that says by itself what it is about: lines that were selected, or a name. */
export function aboutItself(context: QuestionContext): string | undefined {
  const isPlain = (context.trace ?? []).length <= 1; // of a stack trace, no place is the only one that is meant
  const selected = context.places.find((place) => hasLines(place) && (isPlain || place.isMentioned === true));
  if (selected?.path === undefined) {
    const name = askedNameIn(context);
    return name === undefined ? undefined : `\`${name}\``;
  }
  const { path, startLine = 0, endLine = startLine } = selected;
  return `${path}:${startLine + 1}–${endLine + 1}`;
}
