import { cutMarkdown } from "../../../core/markdown/markdownPieces.ts";
import { partsOfMarkdown, type MarkdownParts, type Run, type Span } from "../../../core/markdown/markdownParts.ts";
import { printSourceLink } from "../../../core/sources/sourceLink.ts";
import { IN_WORD } from "../../../core/text/letters.ts";
import {
  apply,
  asCode,
  codeSpan,
  fence,
  linksIn,
  readable,
  withBlankBefore,
  withoutLinks,
  withoutOpenMark,
  type Edit,
} from "./editedMarkdown.ts";
import type { Evidence, ServedPassage, ServedRange } from "./evidence.ts";
import { findMarks, type Cited } from "./marks.ts";
import { pathsIn } from "./namedPaths.ts";
import { namesInCode, namesInProse } from "./names.ts";
import { readQuote } from "./quotes.ts";
import { statementsIn, withoutUnfinished, type Statement } from "./statements.ts";
import { l10n } from "../../base/l10n.ts";

/** What a model wrote, as it may be shown. */
export interface CheckedText {
  /** Markdown. All its links lead to lines that were served. */
  readonly text: string;
  /** Where its links lead, in order, each place once. */
  readonly cited: readonly ServedRange[];
  readonly statements: number;
  /** Of these, those that cite nothing; each is marked in the text. */
  readonly unsourced: number;
  /** Citations that pointed to nothing. */
  readonly removedMarks: number;
  /** Citations whose lines were corrected by the code that is quoted. */
  readonly mended: number;
  /** Names, paths and quotes that are nowhere in what was read; marked in the text. */
  readonly unfound: number;
}

/** What a link must not directly follow. */
const BEHIND_WORD = new RegExp(`(?:${IN_WORD}|[$\`)])$`, "u");

/** The mark after a statement that cites nothing. */
export function noSource(): string {
  return `*(${l10n.t("no source")})*`;
}
/** The mark after a name or path that is nowhere in what was read. */
export function notFound(): string {
  return `*(${l10n.t("not found")})*`;
}
/** The mark below code that is nowhere in what was read. */
export function notQuoted(): string {
  return `*(${l10n.t("This code is not in what was read.")})*`;
}

/**
 * Turns what a model wrote into what may be shown: its marks become links to lines that were served in this run, its
 * own links become text. `isPartial`: more may come, so nothing is marked as missing yet. `isCut`: it broke off, so the
 * sentence in which it broke off can't have its source yet.
 */
export function checkCitations(
  written: string,
  evidence: Evidence,
  { isPartial = false, isCut = false }: { readonly isPartial?: boolean; readonly isCut?: boolean } = {},
): CheckedText {
  const run = new Check(evidence, isPartial);
  const { markdown } = cutMarkdown(readable(isPartial || isCut ? withoutOpenMark(written) : written));
  const text = markdown.map((piece, at) => run.check(piece, isCut && at === markdown.length - 1)).join("\n");
  const known = new Set(run.cited.map(linkTo));
  if (linksIn(text).every((link) => known.has(link))) return run.result(text);
  // A link that is no citation got through, however it was written: the words are shown as they are, as code.
  return new Check(evidence, isPartial).result(asCode(readable(written)));
}

/** A link to served lines, relative to the service. */
function linkTo({ passage: { repository, path, revision }, startLine, endLine }: ServedRange): string {
  const link = printSourceLink({ repository, path, revision, range: { startLine, endLine } });
  return link.replaceAll(/[()*_~!']/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** `parse.ts:12–18`: the name of the file with one-based lines. */
export function labelOf({ passage: { path }, startLine, endLine }: ServedRange): string {
  const lines = startLine === endLine ? String(startLine + 1) : `${startLine + 1}–${endLine + 1}`;
  return `${path.slice(path.lastIndexOf("/") + 1)}:${lines}`;
}

interface Citation extends Span {
  readonly ranges: { passage: ServedPassage; startLine: number; endLine: number; readonly isExact: boolean }[];
}

class Check {
  readonly cited: ServedRange[] = [];
  readonly #evidence: Evidence;
  readonly #isPartial: boolean;
  readonly #told = new Set<string>();
  readonly #links = new Set<string>();
  #statements = 0;
  #unsourced = 0;
  #removedMarks = 0;
  #mended = 0;
  #unfound = 0;

  constructor(evidence: Evidence, isPartial: boolean) {
    this.#evidence = evidence;
    this.#isPartial = isPartial;
  }

  result(text: string): CheckedText {
    return {
      text,
      cited: this.cited,
      statements: this.#statements,
      unsourced: this.#unsourced,
      removedMarks: this.#removedMarks,
      mended: this.#mended,
      unfound: this.#unfound,
    };
  }

  check(piece: string, isCut: boolean): string {
    const markdown = withoutLinks(piece, this.#evidence.passages.length);
    if (markdown === undefined) return asCode(piece);
    const parts = partsOfMarkdown(markdown);
    const edits: Edit[] = [];
    const citations = new Map(parts.runs.map((run) => [run, this.#citationsIn(run, markdown, edits)]));
    this.#mendByInlineCode(citations);
    this.#checkQuotes(parts, citations, edits);
    const cited = [...citations.values()].flat();
    for (const citation of cited) edits.push(this.#draw(citation, markdown));
    const linked = new Set<number>();
    for (const { start, end, text, range } of parts.runs.flatMap((run) => pathsIn(run, this.#evidence))) {
      if (cited.some((each) => each.start < end && start < each.end)) continue;
      edits.push({ start, end, text: this.#link(range, text) });
      linked.add(start);
    }
    if (!this.#isPartial) {
      for (const run of parts.runs) this.#checkNames(run, linked, edits);
      const statements = statementsIn(parts.runs, (run) => citations.get(run) ?? []);
      this.#countStatements(isCut ? withoutUnfinished(statements, markdown) : statements, edits);
    }
    return apply(markdown, edits);
  }

  /** The marks of a run that cite something; the others are removed. */
  #citationsIn(run: Run, markdown: string, edits: Edit[]): readonly Citation[] {
    const citations: Citation[] = [];
    for (const piece of run.pieces) {
      // Some models write marks as code.
      if (piece.kind === "code" && !/^(?:\[[\d:L,\s–-]+\]|【[^】]+】)$/.test(piece.text)) continue;
      const marks = findMarks(piece.text, this.#evidence.passages.length);
      for (const { start, end, cited } of marks) {
        const span =
          piece.kind === "code"
            ? { start: piece.start, end: piece.end }
            : { start: piece.start + start, end: piece.start + end };
        const ranges = cited.flatMap((each) => this.#resolve(each) ?? []);
        this.#removedMarks += cited.length - ranges.length;
        if (ranges.length > 0) citations.push({ ...span, ranges });
        else edits.push({ ...withBlankBefore(span, markdown), text: "" });
      }
    }
    return citations;
  }

  #resolve({ number, lines }: Cited): Citation["ranges"][number] | undefined {
    const passage = this.#evidence.at(number);
    if (!passage) return undefined;
    const [first, last] = [passage.startLine, passage.startLine + passage.lines.length - 1];
    const startLine = Math.max(first, (lines?.first ?? first + 1) - 1);
    const endLine = Math.min(last, (lines?.last ?? last + 1) - 1);
    // These lines were not served: then the whole passage is meant.
    if (startLine > endLine) return { passage, startLine: first, endLine: last, isExact: false };
    return { passage, startLine, endLine, isExact: lines !== undefined };
  }

  /** If a sentence quotes code that the lines it cites don't have, cites those that do. */
  #mendByInlineCode(citations: ReadonlyMap<Run, readonly Citation[]>): void {
    for (const [run, ofRun] of citations) {
      for (const [index, citation] of ofRun.entries()) {
        const from = ofRun[index - 1]?.end ?? run.start;
        const quotes = run.pieces.filter(
          ({ kind, start, end, text }) =>
            kind === "code" && start >= from && end <= citation.start && text.length >= QUOTE_AT_LEAST,
        );
        for (const { text } of quotes) {
          const [range, ...others] = citation.ranges;
          if (!range?.isExact || others.length > 0) break;
          this.#mend(range, this.#evidence.find([text], range.passage));
        }
      }
    }
  }

  #mend(range: Citation["ranges"][number], quote: ServedRange | undefined): void {
    if (quote?.passage !== range.passage) return;
    if (quote.startLine >= range.startLine && quote.endLine <= range.endLine) return;
    const has = range.passage.lines.slice(
      range.startLine - range.passage.startLine,
      range.endLine - range.passage.startLine + 1,
    );
    const wanted = range.passage.lines.slice(
      quote.startLine - range.passage.startLine,
      quote.endLine - range.passage.startLine + 1,
    );
    if (wanted.every((line) => has.includes(line))) return; // the cited lines have it as well
    range.startLine = quote.startLine;
    range.endLine = quote.endLine;
    this.#mended++;
  }

  /** Finds quoted code in what was served, so that its citation leads there; marks code that is nowhere. */
  #checkQuotes({ code, runs }: MarkdownParts, citations: ReadonlyMap<Run, readonly Citation[]>, edits: Edit[]): void {
    for (const part of code) {
      const quote = readQuote(part);
      if (!quote) continue;
      const { lines, chunks } = quote;
      const before = runs.findLast(({ end }) => end <= part.start);
      const after = runs.find(({ start }) => start >= part.end);
      const near = [before, after]
        .flatMap((run) => (run ? (citations.get(run) ?? []) : []))
        .flatMap(({ ranges }) => ranges);
      const found = chunks.map((chunk) => this.#evidence.find(chunk, near[0]?.passage));
      const indent = part.indent ?? "";
      const below = (text: string) => {
        edits.push({ start: part.end, end: part.end, text: `\n\n${indent}${text}` });
      };
      if (lines && part.indent !== undefined)
        edits.push({ start: part.start, end: part.end, text: fence(lines, part.language, indent) });
      const [first] = found;
      if (first === undefined || found.includes(undefined)) {
        if (this.#isPartial) continue;
        this.#unfound++;
        below(notQuoted());
        continue;
      }
      const ofPassage = found.filter((range) => range?.passage === first.passage);
      const whole: ServedRange = {
        passage: first.passage,
        startLine: Math.min(...ofPassage.map((range) => range?.startLine ?? 0)),
        endLine: Math.max(...ofPassage.map((range) => range?.endLine ?? 0)),
      };
      const cited = near.find(({ passage }) => passage === whole.passage);
      if (cited) this.#mend(cited, whole);
      else if (!this.#isPartial) below(this.#link(whole));
    }
  }

  #draw({ start, end, ranges }: Citation, markdown: string): Edit {
    const drawn = [...new Set(ranges.map((range) => this.#link(range)))].join(" ");
    return { start, end, text: BEHIND_WORD.test(markdown[start - 1] ?? "") ? ` ${drawn}` : drawn };
  }

  #link(range: ServedRange, label = labelOf(range)): string {
    const link = linkTo(range);
    if (!this.#links.has(link)) {
      this.#links.add(link);
      const { passage, startLine, endLine } = range;
      this.cited.push({ passage, startLine, endLine });
    }
    return `[${codeSpan(label)}](${link})`;
  }

  /** Marks names and paths that are nowhere in what was read, where they occur first, but not `linked` ones. */
  #checkNames({ pieces, kind }: Run, linked: ReadonlySet<number>, edits: Edit[]): void {
    for (const piece of pieces) {
      if (piece.kind === "code" && linked.has(piece.start)) continue;
      const names =
        piece.kind === "text"
          ? namesInProse(piece.text).map(({ name, end }) => ({ name, end: piece.start + end }))
          : namesInCode(piece.text).map((name) => ({ name, end: piece.end }));
      const unknown = names.filter(({ name }) => !this.#evidence.has(name));
      if (piece.kind === "code" && unknown.length > 0 && this.#evidence.find([piece.text])) continue;
      const untold = unknown.filter(({ name }) => !this.#told.has(name));
      for (const { name } of untold) this.#told.add(name);
      this.#unfound += untold.length;
      if (kind === "heading") continue;
      for (const end of new Set(untold.map((each) => each.end))) {
        const behindCall = piece.kind === "text" && piece.text.startsWith("()", end - piece.start) ? 2 : 0;
        edits.push({ start: end + behindCall, end: end + behindCall, text: ` ${notFound()}` });
      }
    }
  }

  #countStatements(statements: readonly Statement[], edits: Edit[]): void {
    for (const { isSourced, end } of statements) {
      this.#statements++;
      if (isSourced) continue;
      this.#unsourced++;
      edits.push({ start: end, end, text: ` ${noSource()}` });
    }
  }
}

/** Shorter code occurs in many places. */
const QUOTE_AT_LEAST = 8;
