import type { CodeBase } from "../files/codeBase.ts";
import type { QuestionTerm } from "../questions/questionTerms.ts";
import { SELECTED } from "../ranking/confidence.ts";
import type { CodeFile } from "../ranking/passages.ts";
import type { RankedLines } from "../ranking/rankedLines.ts";
import type { Ripgrep } from "../ripgrep/ripgrep.ts";
import { findName } from "../search/nameSearch.ts";
import type { Role } from "../symbols/occurrences.ts";

/** Where a name is defined, and where it is used in code. */
export interface Uses {
  readonly name: string;
  readonly definitions: readonly UsePlace[];
  /** Calls before other uses, source code before tests. Imports count only if there is nothing else. */
  readonly uses: readonly UsePlace[];
  /** Whether it occurs in so many files that not all were looked at. */
  readonly isCut: boolean;
}

export interface UsePlace {
  readonly file: CodeFile;
  /** Zero-based. */
  readonly line: number;
  /** What it is in, or what it defines; empty at the top level. */
  readonly within: string;
}

/** A name in more files is hardly one thing, and parsing them takes long. */
const FILES_AT_MOST = 200;

/** `undefined` if these files neither define nor use such a name, or only use what is just a word of the `terms`. */
export async function findUses(
  name: string,
  files: readonly CodeFile[],
  terms: readonly QuestionTerm[],
  {
    codeBase,
    ripgrep,
    signal,
  }: { readonly codeBase: CodeBase; readonly ripgrep: Ripgrep; readonly signal: AbortSignal },
): Promise<Uses | undefined> {
  const last = name.split(/\.|::|->|#/).at(-1) ?? name;
  const known = new Map(files.map((file) => [file.file, file]));
  const found: (UsePlace & { readonly role: Role })[] = [];
  let count = 0;
  for await (const { file: path, occurrences } of findName(codeBase, last, { ripgrep, signal })) {
    const file = known.get(path);
    if (!file) continue;
    if (++count > FILES_AT_MOST) break;
    const ofLines = new Map(occurrences.toReversed().map((occurrence) => [occurrence.line, occurrence]));
    for (const { role, line, symbol } of ofLines.values()) found.push({ role, file, line, within: symbol?.name ?? "" });
  }
  const order = new Map(files.map((file, index) => [file, index]));
  const inOrder = found.toSorted(
    (a, b) =>
      WORTH[b.role] * b.file.prior - WORTH[a.role] * a.file.prior ||
      (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0) ||
      a.line - b.line,
  );
  const those = (...roles: readonly Role[]) => inOrder.filter(({ role }) => roles.includes(role));
  const definitions = those("definition");
  const inCode = those("call", "reference");
  const uses = inCode.length > 0 ? inCode : those("import");
  const isCode = terms.some(({ exact }) => exact === last.toLowerCase());
  return definitions.length > 0 || (isCode && uses.length > 0)
    ? { name: last, definitions, uses, isCut: count > FILES_AT_MOST }
    : undefined;
}

const WORTH: Readonly<Record<Role, number>> = { call: 2, reference: 1, import: 1, definition: 1, comment: 0, text: 0 };

/** No answer needs more. */
const PASSAGES_AT_MOST = 100;
const AROUND_USE = 2;

/** The passages around these places, which come before all others but after what the question selects. */
export function linesOfUses(
  { uses, definitions }: Uses,
  linesAt: (file: CodeFile, lines: { startLine: number; endLine: number }) => RankedLines<CodeFile> | undefined,
): readonly RankedLines<CodeFile>[] {
  const places = [
    ...uses
      .slice(0, PASSAGES_AT_MOST)
      .map(({ file, line }) => ({ file, startLine: Math.max(0, line - AROUND_USE), endLine: line + AROUND_USE })),
    ...definitions.map(({ file, line }) => ({ file, startLine: line, endLine: line })),
  ];
  return places.flatMap(({ file, ...place }, index) => {
    const lines = linesAt(file, place);
    return lines ? [{ ...lines, score: SELECTED / (10 + index / 100) }] : [];
  });
}
