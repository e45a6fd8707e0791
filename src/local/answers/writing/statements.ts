import type { Run, Span } from "../../../core/markdown/markdownParts.ts";

/** Something that a text says, which may cite where it is from. */
export interface Statement {
  readonly isSourced: boolean;
  /** Where its words end. */
  readonly end: number;
}

/** The statements of a text: its sentences, items of lists and rows of tables. Headings and titles are none. */
export function statementsIn(runs: readonly Run[], marksOf: (run: Run) => readonly Span[]): readonly Statement[] {
  const found: Statement[] = [];
  const told = new Set<number>();
  for (const run of runs) {
    if (run.kind === "heading" || isTitle(run)) continue;
    const { item } = run;
    if (item !== undefined || run.kind === "row") {
      if (item !== undefined && told.has(item)) continue;
      if (item !== undefined) told.add(item);
      const all = item === undefined ? [run] : runs.filter((other) => other.item === item);
      const isSourced = all.some((each) => marksOf(each).length > 0);
      const words = wordsOf(run, marksOf(run));
      const isLeading = !isStatement(words.text);
      const last = run.pieces.at(-1);
      if (!isLeading && last) found.push({ isSourced, end: run.kind === "row" ? last.end : run.end });
      continue;
    }
    const words = wordsOf(run, marksOf(run));
    const sentences = sentencesOf(words.text);
    sentences.forEach(({ start, end }, index) => {
      const next = sentences[index + 1];
      const isSourced = words.cited.some(
        (at) => (at > start || index === 0) && (next === undefined || at <= next.start),
      );
      const length = words.text.slice(start, end).trimEnd().length;
      found.push({ isSourced, end: words.offsets[start + length] ?? run.end });
    });
  }
  return found;
}

/** The statements without the last one if a text that broke off ends in it: its source would have come after it. */
export function withoutUnfinished(statements: readonly Statement[], text: string): readonly Statement[] {
  const last = statements.at(-1);
  if (!last || last.isSourced || text.slice(last.end).trim() !== "") return statements;
  return /[.!?…\u3002\uff01\uff1f][)"'”’*_]*\s*$/.test(text) ? statements : statements.slice(0, -1);
}

/**
 * The words of a run without its marks, with code as plain letters; the position of each letter; and where marks were.
 */
function wordsOf(
  { kind, pieces }: Run,
  citations: readonly Span[],
): { readonly text: string; readonly offsets: readonly number[]; readonly cited: readonly number[] } {
  let text = "";
  const offsets: number[] = [];
  const cited: number[] = [];
  for (const piece of pieces) {
    const marks = citations.filter(({ start, end }) => start >= piece.start && end <= piece.end);
    if (kind === "row" && text !== "") {
      text += " "; // separates cells, which is enough here
      offsets.push(piece.start);
    }
    for (let at = piece.start; at < piece.end; at++) {
      const mark = marks.find(({ start, end }) => at >= start && at < end);
      if (mark) {
        cited.push(text.length);
        at = mark.end - 1;
        continue;
      }
      text += piece.kind === "code" ? "x" : (piece.text[at - piece.start] ?? "");
      offsets.push(at);
    }
  }
  return { text, offsets, cited };
}

/** Whether a run is a line in bold above something. */
function isTitle({ pieces, start, end }: Run): boolean {
  const [only, ...others] = pieces;
  return (
    only !== undefined &&
    others.length === 0 &&
    only.start - start >= 2 &&
    end - only.end >= 2 &&
    !/[.!?]$/.test(only.text)
  );
}

const SEGMENTER = new Intl.Segmenter("en", { granularity: "sentence" });
const ABBREVIATED = /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|etc|approx|resp|no|fig|incl)\.\s*$/i;

/**
 * The sentences of a text, each with the blanks after it. Those that only introduce a list or code (`as follows:`), or
 * have no words, are left out.
 */
function sentencesOf(text: string): readonly Span[] {
  const plain = text.replaceAll(/[\r\n\u2028\u2029\u0085]/g, " ");
  const sentences: { start: number; end: number }[] = [];
  for (const { index, segment } of SEGMENTER.segment(plain)) {
    const last = sentences.at(-1);
    if (last && ABBREVIATED.test(plain.slice(last.start, last.end))) last.end = index + segment.length;
    else sentences.push({ start: index, end: index + segment.length });
  }
  return sentences.filter(({ start, end }) => isStatement(plain.slice(start, end)));
}

/** Whether words say something. */
function isStatement(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const isWritten =
    words.length > 1 || /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u.test(text);
  return isWritten && /\p{L}/u.test(text) && !/[:：]\s*$/.test(text);
}
