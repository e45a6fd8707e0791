import { printSourceLink } from "../../core/sources/sourceLink.ts";
import { fenceLanguageOf } from "../symbols/languages.ts";
import type { Passage } from "./passages.ts";
import type { QuestionTerm } from "./questionTerms.ts";
import type { AnswerSource } from "../conversations/storedConversation.ts";

/** What an answer is written from. */
export interface AnswerMaterial {
  readonly passages: readonly CitedPassage[];
  readonly related: readonly RelatedSymbol[];
  readonly terms: readonly QuestionTerm[];
  /** Whether the first passage is most probably the place that is sought. */
  readonly isSure: boolean;
  /** Identifiers of the question that are nowhere in the code. */
  readonly missing: readonly QuestionTerm[];
  /** How many files were searched, in how many repositories. */
  readonly fileCount: number;
  readonly repositoryCount: number;
}

/** A passage, and the revision that has it just like this: a commit, or the content of the file. */
export interface CitedPassage extends Passage {
  readonly revision: string;
}

export interface RelatedSymbol extends Pick<CitedPassage, "file" | "revision"> {
  readonly name: string;
  /** Zero-based. */
  readonly line: number;
}

/** Writes the answer, in Markdown. It says first that no model wrote it. */
export function writeAnswer(material: AnswerMaterial): string {
  return material.passages.length === 0 ? writeNothingFound(material) : writePassages(material);
}

/** The places that an answer cites, and the repositories that they are in. */
export function sourcesOf({ passages }: AnswerMaterial): readonly AnswerSource[] {
  const repositories = new Set(passages.map(({ file }) => file.repository.name));
  return [
    ...passages.map((passage) => ({ type: "File", link: linkTo(passage), label: labelOf(passage) })),
    ...[...repositories].map((name) => ({
      type: "Repository",
      link: `/${name.split("/").map(encodeURIComponent).join("/")}`,
      label: name,
    })),
  ];
}

/** Every answer begins with it: nobody is to take one for what it is not. */
const NO_MODEL = "*This answer is extracted from the code on this machine, not written by a model.*";

function writePassages({
  passages,
  related,
  terms,
  isSure,
  missing,
  fileCount,
  repositoryCount,
}: AnswerMaterial): string {
  const several = repositoryCount > 1;
  const [best] = passages;
  const found = listTerms(
    terms.filter(({ isAsked }, index) => isAsked && passages.some((passage) => passage.terms.includes(index))),
  );
  const fit =
    terms.length === 0
      ? "This is what stands first in the place asked about"
      : "These are the passages that fit the question best";
  const parts = [
    `${NO_MODEL} ${fit}, of ${countOf(fileCount, "file")}${several ? ` in ${countOf(repositoryCount, "repository", "repositories")}` : ""}${found === "" || !isSure ? "" : `; they speak of ${found}`}.`,
  ];
  if (missing.length > 0) parts.push(`Not found anywhere: ${listTerms(missing)}.`);
  if (!isSure) parts.push(`**Not sure:** these mention ${found || "some of it"}.`);
  else if (best)
    parts.push(
      `**Look here first:** ${best.name === undefined ? "" : `${codeSpan(best.name)} in `}[${codeSpan(labelOf(best))}](${linkTo(best)})`,
    );
  passages.forEach((passage, index) => {
    const inRepository = several ? ` — ${passage.file.repository.name}` : "";
    parts.push(
      `### ${index + 1}. ${passage.name === undefined ? "" : `${codeSpan(passage.name)} · `}[${codeSpan(labelOf(passage))}](${linkTo(passage)})${inRepository}`,
    );
    const reason = reasonOf(passage, terms);
    if (reason !== "") parts.push(`_${reason}_`);
    parts.push(fence(passage.lines, fenceLanguageOf(passage.file.path)));
  });
  if (related.length > 0)
    parts.push(
      `**Related:** ${related.map((symbol) => `[${codeSpan(symbol.name)}](${linkTo({ ...symbol, startLine: symbol.line, endLine: symbol.line })})`).join(", ")}`,
    );
  return parts.join("\n\n");
}

/** Where a passage has what was asked about: one short line. */
function reasonOf({ terms: found, commented, named, inPath }: Passage, terms: readonly QuestionTerm[]): string {
  const told = new Set<number>();
  const list = (where: string, positions: readonly number[]) => {
    const asked = positions.filter(
      (position) => terms[position]?.isAsked === true && !terms[position].isPhrase && !told.has(position),
    );
    for (const position of asked) told.add(position);
    const labels = asked.slice(0, 4).map((position) => codeSpan(terms[position]?.label ?? ""));
    return labels.length === 0 ? [] : [`${where}: ${labels.join(", ")}`];
  };
  return [
    ...list("in the name", named),
    ...list(
      "in the code",
      found.filter((term) => !commented.includes(term)),
    ),
    ...list("in a comment", commented),
    ...list("in the path", inPath),
  ].join(" · ");
}

function writeNothingFound({ terms, fileCount, repositoryCount }: AnswerMaterial): string {
  if (repositoryCount === 0)
    return `${NO_MODEL}\n\n**Nothing was found.** No folder is open: the local service answers from the folders that are open in the editor. Open one, or sign in to a code search service.`;
  const searched =
    terms.length === 0
      ? "The question holds no words to search for."
      : `Searched ${countOf(fileCount, "file")} for ${listTerms(terms)}, without a passage that fits.`;
  return [
    NO_MODEL,
    `**Nothing was found.** ${searched}`,
    "Name an identifier, a file or words that stand in the code, or use *Search Code…* to look for a text or a regular expression.",
  ].join("\n\n");
}

/** A link to the very lines, relative to the service. */
function linkTo({
  file,
  revision,
  startLine,
  endLine,
}: Pick<CitedPassage, "file" | "revision" | "startLine" | "endLine">): string {
  const link = printSourceLink({
    repository: file.repository.name,
    path: file.path,
    revision,
    range: { startLine, endLine },
  });
  // Parentheses would end a link in Markdown.
  return link.replaceAll("(", "%28").replaceAll(")", "%29");
}

function labelOf({ file, startLine, endLine }: Passage): string {
  return `${file.path}:${startLine + 1}${endLine === startLine ? "" : `–${endLine + 1}`}`;
}

function listTerms(terms: readonly QuestionTerm[]): string {
  return [...new Set(terms.map(({ label }) => label))].slice(0, 8).map(codeSpan).join(", ");
}

/** A code span that ends where the text does, whatever backticks it holds. */
function codeSpan(text: string): string {
  const ticks = "`".repeat(longestTicks(text) + 1);
  const blank = /^`|`$/.test(text) ? " " : "";
  return `${ticks}${blank}${text.replaceAll("\n", " ")}${blank}${ticks}`;
}

/** A fenced excerpt that ends where the lines do, whatever fences they hold, without the indentation that all of them have. */
function fence(lines: readonly string[], language: string): string {
  const ticks = "`".repeat(Math.max(2, longestTicks(lines.join("\n"))) + 1);
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)?.[0] ?? "");
  const [first = ""] = indents;
  const common = indents.reduce((prefix, indent) => {
    let length = 0;
    while (length < prefix.length && prefix[length] === indent[length]) length++;
    return prefix.slice(0, length);
  }, first);
  return [
    `${ticks}${language}`,
    ...lines.map((line) => clip(line.startsWith(common) ? line.slice(common.length) : line.trimStart())),
    ticks,
  ].join("\n");
}

function longestTicks(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);
}

const LINE_AT_MOST = 300;

function clip(line: string): string {
  return line.length > LINE_AT_MOST ? `${line.slice(0, LINE_AT_MOST)}…` : line;
}

function countOf(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : several}`;
}
