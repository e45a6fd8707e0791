import { readFileSync, statSync, type Stats } from "node:fs";
import type { FileEncoding } from "../../../core/model/localProcess.ts";
import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import { readableText } from "../../../core/text/notebook.ts";
import { isNotebook, NOTEBOOK_AT_MOST } from "../../../core/text/notebookFile.ts";
import { toUtf8 } from "../../code/encodings/utf8.ts";
import { indexText, sizeOf, type IndexedFile } from "./indexedFile.ts";

/** Larger files are data, and would take long. */
const FILE_AT_MOST = 2_000_000;
/** What is kept is about a third of the size of the code. */
const KEPT_AT_MOST = 200_000_000;

/**
 * What is known of the files that questions were asked about: a file is read again only if its time, size or encoding
 * has changed. Holds 200 MB at most, of those that were asked about last.
 */
export class CodeIndex {
  readonly #kept = new Map<string, { readonly stamp: string; readonly file: IndexedFile; readonly bytes: number }>();
  #bytes = 0;
  readonly #atMost: number;

  constructor(atMostBytes = KEPT_AT_MOST) {
    this.#atMost = atMostBytes;
  }

  /** Whether less than half of the room is left for other files. */
  get isFull(): boolean {
    return this.#bytes > this.#atMost / 2;
  }

  /**
   * What is in a file; `undefined` where it is too large, is no text or can't be read. What {@link stateOf} has just
   * told to be `known` of it is not looked for again. `onRefused` is told of a file that is there, but can't be read.
   */
  async read(
    file: string,
    slices: TimeSlices,
    encoding?: FileEncoding,
    known?: IndexedFile,
    onRefused?: OnRefused,
  ): Promise<IndexedFile | undefined> {
    const looked = known ? undefined : this.#look(file, encoding, onRefused);
    const before = known ?? looked?.known;
    if (before) this.#touch(file);
    if (before || !looked) return before;
    const { stamp } = looked;
    const content = contentOf(file, onRefused);
    const utf8 = content && (await toUtf8(content, encoding));
    if (!utf8) return undefined;
    if (slices.isOver) await slices.next();
    const { text, language } = readableText(file, utf8.toString());
    const indexed = await indexText(file, text, slices, language);
    this.#keep(file, stamp, indexed);
    return indexed;
  }

  /** How many bytes a file has, and what is known of its content; `undefined` if it is no file or too large. */
  stateOf(
    file: string,
    encoding?: FileEncoding,
    onRefused?: OnRefused,
  ): { readonly bytes: number; readonly known: IndexedFile | undefined } | undefined {
    const looked = this.#look(file, encoding, onRefused);
    return looked && { bytes: looked.size, known: looked.known };
  }

  /** Forgets all files but these. */
  keepOnly(files: ReadonlySet<string>): void {
    for (const file of this.#kept.keys()) if (!files.has(file)) this.#forget(file);
  }

  #look(file: string, encoding: FileEncoding | undefined, onRefused?: OnRefused) {
    const stats = statsOf(file, onRefused);
    if (!stats?.isFile() || stats.size > (isNotebook(file) ? NOTEBOOK_AT_MOST : FILE_AT_MOST)) return undefined;
    const { mtimeMs, size } = stats;
    const stamp = `${mtimeMs} ${size}${encoding ? ` ${JSON.stringify(encoding)}` : ""}`;
    const kept = this.#kept.get(file);
    return { stamp, size, known: kept?.stamp === stamp ? kept.file : undefined };
  }

  /** Counts a file among those that were asked about last. */
  #touch(file: string): void {
    const kept = this.#kept.get(file);
    if (!kept) return;
    this.#kept.delete(file);
    this.#kept.set(file, kept);
  }

  #keep(file: string, stamp: string, indexed: IndexedFile): void {
    const bytes = sizeOf(indexed) + OVERHEAD_BYTES;
    this.#forget(file);
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes + bytes <= this.#atMost) break;
      this.#forget(oldest);
    }
    if (this.#bytes + bytes > this.#atMost) return;
    this.#kept.set(file, { stamp, file: indexed, bytes });
    this.#bytes += bytes;
  }

  #forget(file: string): void {
    this.#bytes -= this.#kept.get(file)?.bytes ?? 0;
    this.#kept.delete(file);
  }
}

/** What the objects of a file take besides their content. */
const OVERHEAD_BYTES = 1_500;

type OnRefused = (file: string) => void;

/** `undefined` where there is no such file, or where it is `onRefused`. */
export function statsOf(file: string, onRefused?: OnRefused): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    onRefused?.(file); // for example, it is in a folder that may be listed but not entered
    return undefined;
  }
}

function contentOf(file: string, onRefused?: OnRefused): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (!isGone(error)) onRefused?.(file);
    return undefined;
  }
}

/** Whether a file could not be read because there is none. */
export function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
