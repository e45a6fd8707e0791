import { isExported } from "../../../core/conversations/exportMark.ts";
import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import { linesOf } from "../../../core/text/lines.ts";
import { languageOf } from "../../../core/text/languages.ts";
import { lastPartOf, outlineOfStructure, type Definition } from "../../../core/text/outline.ts";
import { structureOf } from "../../../core/text/structure.ts";
import { hashesOf } from "./hashes.ts";
import { partsOfFile, piecesOf, type Piece } from "./pieces.ts";

/**
 * Where in a piece a word occurs: in its lines, in a name that it defines, as the whole of such a name, or in the name
 * of what is around it.
 */
export const FIELDS = { body: 0, name: 1, wholeName: 2, around: 3 } as const;

/** What a piece mostly consists of. */
export const SHAPES = { code: 0, comment: 1, imports: 2, type: 3 } as const;

/** What is kept of a file to rank its pieces: no text, only which words occur where, as hashes. */
export interface IndexedFile {
  /** Whether it is an exported conversation. */
  readonly isExported: boolean;
  /** Whether its first lines say that a program has written it. */
  readonly isGenerated: boolean;
  /** Recognized by its name, or by its first line if the name says nothing. */
  readonly language: string | undefined;
  /** For each piece, its first and last line, zero-based. */
  readonly lines: Uint32Array;
  /** For each piece, {@link Piece.group}. */
  readonly groups: Uint32Array;
  /** For each piece, how many words its lines have. */
  readonly lengths: Uint16Array;
  /** For each piece, one of {@link SHAPES}. */
  readonly shapes: Uint8Array;
  /** Where the entries of each piece begin, and finally where those of the last one end. */
  readonly starts: Uint32Array;
  /** For each entry, the hash of a stem. */
  readonly hashes: Uint32Array;
  /** For each entry, how often it occurs (63 at most) times 4, plus one of {@link FIELDS}. */
  readonly counts: Uint8Array;
}

/** Longer lines were not written by a person. */
export const COLUMNS_AT_MOST = 2_000;

/** Indexes the text of a file, in slices. Its language is recognized by its name or first line unless it is given. */
export async function indexText(path: string, text: string, slices: TimeSlices, given?: string): Promise<IndexedFile> {
  const lines = linesOf(text);
  const language =
    given ??
    languageOf(
      path,
      lines.find((line) => line.trim() !== ""),
    );
  const entries = new Entries();
  const pieces: Piece[] = [];
  const lengths: number[] = [];
  const shapes: number[] = [];
  const starts = [0];
  if (slices.isOver) await slices.next();
  const structure = structureOf(lines, language);
  for (const [from, to] of partsOfFile(structure)) {
    if (slices.isOver) await slices.next();
    const definitions = outlineOfStructure(structure.slice(from, to + 1), language).map((definition) =>
      shifted(definition, from),
    );
    for (const piece of piecesOf(structure, [from, to], definitions)) {
      if (slices.isOver) await slices.next();
      lengths.push(readPiece(piece, lines, entries));
      shapes.push(shapeOf(lines, piece));
      starts.push(entries.length);
      pieces.push(piece);
    }
  }
  if (slices.isOver) await slices.next();
  return {
    isExported: isExported(text),
    isGenerated: isGenerated(lines),
    language,
    lines: Uint32Array.from(pieces.flatMap(({ startLine, endLine }) => [startLine, endLine])),
    groups: Uint32Array.from(pieces, ({ group }) => group),
    lengths: Uint16Array.from(lengths),
    shapes: Uint8Array.from(shapes),
    starts: Uint32Array.from(starts),
    ...entries.taken(),
  };
}

/** A file whose pieces are not known, as it is too large to be ranked. */
export function unindexed(language: string | undefined): IndexedFile {
  const [none, bytes] = [new Uint32Array(0), new Uint8Array(0)];
  return {
    ...{
      isExported: false,
      isGenerated: false,
      language,
      lines: none,
      groups: none,
      lengths: new Uint16Array(0),
      shapes: bytes,
    },
    ...{ starts: new Uint32Array(1), hashes: none, counts: bytes },
  };
}

const LINES_OF_NOTICE = 12;
/** As compilers of protocols, designers of forms and others write it. */
const GENERATED =
  /@generated\b|<auto-?generated\b|\bautomatically generated\b|\bauto-?generated (?:by|from|file|code)\b|\b(?:code|file|this) (?:is |was |has been )?generated (?:by|from|with)\b|\bgenerated (?:by|from|with)\b.*\bdo not (?:edit|modify|change)\b/i;

function isGenerated(lines: readonly string[]): boolean {
  return lines
    .slice(0, LINES_OF_NOTICE)
    .some((line) => line.length < COLUMNS_AT_MOST && NOTICE.test(line) && GENERATED.test(line));
}

/** A comment: in code, the words may be what it writes. */
const NOTICE = /^\s*(?:\/\/|\/\*|\*|#|--|;|%|<!--|"""|'|\{-|\(\*)/;

/** How many bytes its arrays take. */
export function sizeOf({ lines, groups, lengths, shapes, starts, hashes, counts }: IndexedFile): number {
  return [lines, groups, lengths, shapes, starts, hashes, counts].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

const IDENTIFIER =
  /[A-Za-z_$][\w$]*(?:[^\p{ASCII}\P{L}][\w\p{L}\p{M}$]*)?|[^\p{ASCII}\P{L}][\w\p{L}\p{M}$]*|[^\p{ASCII}\s\p{L}]+/gu;

/** Returns how many words the lines have. */
function readPiece({ startLine, endLine, definitions, around }: Piece, lines: readonly string[], entries: Entries) {
  let length = 0;
  for (let line = startLine; line <= endLine; line++) {
    const text = lines[line] ?? "";
    if (text.length > COLUMNS_AT_MOST) continue;
    for (const identifier of text.match(IDENTIFIER) ?? []) {
      const hashes = hashesOf(identifier);
      for (const hash of hashes) entries.add(hash, FIELDS.body);
      length += hashes.length;
    }
  }
  for (const { name } of definitions) {
    const hashes = hashesOf(name);
    for (const hash of hashes) entries.add(hash, FIELDS.name);
    const whole = hashesOf(lastPartOf(name)).at(-1);
    if (whole !== undefined) entries.add(whole, FIELDS.wholeName);
  }
  for (const { name } of around) for (const hash of hashesOf(name)) entries.add(hash, FIELDS.around);
  entries.endPiece();
  return Math.min(length, 65_535);
}

/** Collects entries, and adds up equal ones of a piece. */
class Entries {
  #hashes = new Uint32Array(1024);
  #counts = new Uint8Array(1024);
  length = 0;
  #from = 0;
  /** Positions in the piece, from 1 on, by hash, open addressing. */
  #table = new Uint32Array(512);

  add(hash: number, field: number): void {
    if ((this.length - this.#from) * 2 >= this.#table.length) this.#grow();
    const mask = this.#table.length - 1;
    let slot = (hash ^ field) & mask;
    for (let at = this.#table[slot] ?? 0; at > 0; at = this.#table[slot] ?? 0) {
      const entry = this.#from + at - 1;
      const count = this.#counts[entry] ?? 0;
      if (this.#hashes[entry] === hash && (count & 3) === field) {
        if (count < 252) this.#counts[entry] = count + 4;
        return;
      }
      slot = (slot + 1) & mask;
    }
    if (this.length === this.#hashes.length) {
      this.#hashes = doubled(this.#hashes, new Uint32Array(this.length * 2));
      this.#counts = doubled(this.#counts, new Uint8Array(this.length * 2));
    }
    this.#hashes[this.length] = hash;
    this.#counts[this.length] = 4 + field;
    this.length++;
    this.#table[slot] = this.length - this.#from;
  }

  endPiece(): void {
    this.#from = this.length;
    this.#table.fill(0);
  }

  taken(): { readonly hashes: Uint32Array; readonly counts: Uint8Array } {
    return { hashes: this.#hashes.slice(0, this.length), counts: this.#counts.slice(0, this.length) };
  }

  #grow(): void {
    this.#table = new Uint32Array(this.#table.length * 2);
    const mask = this.#table.length - 1;
    for (let entry = this.#from; entry < this.length; entry++) {
      let slot = ((this.#hashes[entry] ?? 0) ^ ((this.#counts[entry] ?? 0) & 3)) & mask;
      while ((this.#table[slot] ?? 0) > 0) slot = (slot + 1) & mask;
      this.#table[slot] = entry - this.#from + 1;
    }
  }
}

function doubled<A extends Uint32Array | Uint8Array>(old: A, larger: A): A {
  larger.set(old);
  return larger;
}

function shifted({ name, startLine, line, endLine, isType }: Definition, by: number): Definition {
  return { name, isType, startLine: startLine + by, line: line + by, endLine: endLine + by };
}

const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!\w)|--)/;
/** Imports and lists, which mention much and say little. */
const IMPORT =
  /^\s*(?:import\b|(?:const|var|let)\s+.*\brequire\(|export\s+(?:\{|\*)|use\s+[\w:]+|using\s+[\w:.]+;|#include|from\s+\S+\s+import|\w+,?\s*$|module\.exports\b|package\b)/;

function shapeOf(lines: readonly string[], { startLine, endLine, definitions, around }: Piece): number {
  if ((definitions.length > 0 ? definitions : around.slice(-1)).some(({ isType }) => isType)) return SHAPES.type;
  let comments = 0;
  let imports = 0;
  let others = 0;
  for (let line = startLine; line <= endLine; line++) {
    const text = lines[line] ?? "";
    if (COMMENT.test(text)) comments++;
    else if (IMPORT.test(text)) imports++;
    else if (text.trim() !== "") others++;
  }
  if (comments > (comments + imports + others) * 0.7) return SHAPES.comment;
  return imports > (imports + others) * 0.6 ? SHAPES.imports : SHAPES.code;
}
