import { stat } from "node:fs/promises";
import type { CodeSymbol } from "../../../core/model/codeSymbol.ts";
import type { FileEncoding } from "../../../core/model/localProcess.ts";
import { readRegular } from "../../../git/disk/disk.ts";
import { toUtf8 } from "../encodings/utf8.ts";
import { isTooLargeToParse, symbolsOf } from "./symbols.ts";

/** A file whose definitions are wanted. */
export interface DefinitionRequest {
  /** Absolute. */
  readonly file: string;
  /** The text of a file that is not on disk; `file` is then any name. */
  readonly text?: string;
  readonly language: string | undefined;
  /** Of a file that is not UTF-8. */
  readonly encoding?: FileEncoding;
  /** Zero-based, ascending: only what is named on these lines. All if left out. */
  readonly lines?: readonly number[];
}

/**
 * The definitions in a file, in order; or that there are none because it was too large to parse, or reading it failed.
 */
export type FileDefinitions = readonly CodeSymbol[] | "tooLarge" | "failed";

/** Finds the definitions in a file. Rejects only with the reason of a signal. */
export type ReadDefinitions = (request: DefinitionRequest) => Promise<FileDefinitions>;

/** About how much memory may be taken by what is known of files. */
const KEPT_AT_MOST = 32_000_000;

/** What is known of a file. */
interface Kept {
  readonly version: string;
  /** The zero-based lines that it covers; `undefined` for all. */
  readonly lines: readonly number[] | undefined;
  /** Objects would take several times as much memory. */
  readonly json: string;
}

/** Finds the definitions in files, and remembers those of files that have not changed since. */
export class DefinitionReader {
  /** The least recently requested one is first. */
  readonly #kept = new Map<string, Kept>();
  readonly #keptAtMost: number;
  #keptLength = 0;

  /** `keptAtMost` is for tests. */
  constructor(keptAtMost = KEPT_AT_MOST) {
    this.#keptAtMost = keptAtMost;
  }

  /** A file that went away, or is binary, defines nothing. */
  async read({ file, text, language, encoding, lines }: DefinitionRequest): Promise<FileDefinitions> {
    if (text !== undefined)
      return isTooLargeToParse(Buffer.byteLength(text), language) ? "tooLarge" : symbolsOf(text, language, lines);
    const status = await stat(file, { bigint: true }).catch(() => undefined);
    if (!status?.isFile()) return [];
    if (isTooLargeToParse(Number(status.size), language)) return "tooLarge";
    const version = `${status.mtimeNs} ${status.size} ${status.ino} ${language ?? ""}${encoding ? ` ${JSON.stringify(encoding)}` : ""}`;
    const kept = this.#take(file, version);
    if (kept && knows(kept, lines)) {
      this.#keep(file, kept);
      return on(lines, JSON.parse(kept.json) as CodeSymbol[]);
    }
    // A file that is asked about again will be asked about once more: then everything is read.
    const read = kept ? undefined : lines;
    const symbols = await readSymbols({ file, language, ...(encoding && { encoding }) }, read);
    if (symbols === undefined) return [];
    this.#keep(file, { version, lines: read, json: JSON.stringify(symbols) });
    return on(lines, symbols);
  }

  #take(file: string, version: string): Kept | undefined {
    const kept = this.#kept.get(file);
    if (!kept) return undefined;
    this.#kept.delete(file);
    this.#keptLength -= lengthOf(kept);
    return kept.version === version ? kept : undefined;
  }

  #keep(file: string, kept: Kept): void {
    this.#kept.set(file, kept);
    this.#keptLength += lengthOf(kept);
    for (const [oldest, leastAskedFor] of this.#kept) {
      if (this.#keptLength <= this.#keptAtMost) break;
      this.#kept.delete(oldest);
      this.#keptLength -= lengthOf(leastAskedFor);
    }
  }
}

function lengthOf({ json, lines }: Kept): number {
  return json.length + (lines?.length ?? 0) * NUMBER_BYTES;
}

const NUMBER_BYTES = 8;

function knows({ lines: known }: Kept, lines: readonly number[] | undefined): boolean {
  if (!known) return true;
  const all = new Set(known);
  return lines?.every((line) => all.has(line)) === true;
}

function on(lines: readonly number[] | undefined, symbols: readonly CodeSymbol[]): readonly CodeSymbol[] {
  const wanted = lines && new Set(lines);
  return wanted ? symbols.filter(({ line }) => wanted.has(line)) : symbols;
}

async function readSymbols(
  { file, language, encoding }: DefinitionRequest,
  lines: readonly number[] | undefined,
): Promise<readonly CodeSymbol[] | undefined> {
  const content = await readRegular(file).catch(() => undefined); // it went away, or can't be read
  const text = content && (await toUtf8(content, encoding));
  return text && symbolsOf(text.toString().replace(/^\ufeff/, ""), language, lines);
}
