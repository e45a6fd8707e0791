import type {
  MatchCounts,
  MatchedItem,
  MatchedLine,
  Matches,
  MatchesSize,
  RepositoryMatches,
} from "../../core/model/matches.ts";
import { ServiceError } from "../../core/model/errors.ts";
import { ByteLog, type ByteLimits, type Staged } from "./byteLog.ts";
import { decodeMatch, type DecodedMatch } from "./decodeMatch.ts";
import { decodeLong, LINES_AT_ONCE, readItem, readLines, type LongMatch } from "./longMatch.ts";
import { GrowingNumbers } from "./growingNumbers.ts";
import { JsonObject } from "../http/json.ts";
import { OPENING_BRACKET, skipBlanks, startsWith } from "./jsonScan.ts";
import { scanMatches, type ScannedMatch } from "./matchScan.ts";
import { reason } from "../../core/model/reasons.ts";

/** What one {@link MatchStore} may keep. Beyond that, it only counts. */
export interface StoreLimits extends ByteLimits {
  /** Single ranges. */
  readonly ranges: number;
}

const MEBIBYTE = 1024 * 1024;
/** How many matches are kept in their parsed form, which is about three times as large. */
const PARSED_MATCHES = 64;
/** Of parsed matches larger than this, only one is kept. */
const LARGE_MATCH_BYTES = 16 * 1024;
/** This much is scanned in well under a millisecond. */
const STEP_BYTES = 64 * 1024;
const WITH_FILE: StoreLimits = { ranges: 1_000_000, memory: 32 * MEBIBYTE, total: 2048 * MEBIBYTE };
const MEMORY_ONLY: StoreLimits = { ...WITH_FILE, memory: 256 * MEBIBYTE };

/**
 * The matches of one stream, in the order in which they came. Appends only; see {@link Matches}.
 *
 * It keeps the bytes as they came, and two numbers for each match: where it begins and how long it is. A match is
 * parsed when it is looked at. To count, the bytes are scanned; what a scan can't tell for sure is parsed once, for its
 * counts.
 */
export class MatchStore implements Matches {
  readonly #bytes: ByteLog;
  readonly #limits: StoreLimits;
  readonly #starts = new GrowingNumbers();
  readonly #lengths = new GrowingNumbers();
  readonly #repositories: KeptRepository[] = [];
  /** All that were seen; those without a value are not kept. */
  readonly #byName = new Map<string, KeptRepository | undefined>();
  readonly #counts = { repositories: 0, items: 0, lines: 0, ranges: 0 };
  readonly #kept = { repositories: 0, items: 0, lines: 0, ranges: 0 };
  /** Where the lines of a long match are, in lists of so many. Its item is where other matches are. */
  readonly #lists = new Map<number, readonly KeptBytes[]>();
  #lastName = { bytes: Buffer.of(), text: "" };
  /**
   * The matches that were parsed last: a view of items asks for their lines next, often piece by piece. Each has a
   * fixed place: entries of a long-lived map stay in memory longer, and cost the garbage collector milliseconds.
   */
  readonly #parsed: ({ readonly item: number; readonly match: DecodedMatch } | undefined)[] = Array.from(
    { length: PARSED_MATCHES },
    () => undefined,
  );
  #isCut = false;
  #isDisposed = false;

  /** `newFile` names a file for what does not fit into memory; without it, less is kept. */
  constructor(newFile?: () => string, limits: Partial<StoreLimits> = {}) {
    this.#limits = { ...(newFile ? WITH_FILE : MEMORY_ONLY), ...limits };
    this.#bytes = new ByteLog(this.#limits, newFile);
  }

  get counts(): MatchCounts {
    return { ...this.#counts };
  }

  get kept(): MatchCounts {
    return { ...this.#kept };
  }

  get size(): MatchesSize {
    const indexBytes = this.#starts.byteLength + this.#lengths.byteLength + 8 * this.#kept.items;
    return { memoryBytes: this.#bytes.memoryBytes + indexBytes, fileBytes: this.#bytes.fileBytes };
  }

  get failure(): unknown {
    return this.#bytes.failure;
  }

  /** {@link appendInSteps}, all steps at once. */
  append(payload: Uint8Array): number {
    const steps = this.appendInSteps(payload);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /**
   * Adds the matches of one event, given as the bytes of its JSON, which are copied at once; what is not an object is
   * left out. Returns how many can't be read because they are nested too deeply. Between its steps, of a few
   * milliseconds unless a single match takes longer, other work may have its turn, but not another event. Throws a
   * `SyntaxError` when it comes to what is not valid JSON, and `malformed` if there is no list: the matches before that
   * stay.
   */
  *appendInSteps(payload: Uint8Array): Generator<undefined, number> {
    if (this.#isOver()) return 0;
    if (!this.#bytes.hasRoom(payload.length)) this.#isCut = true;
    const staged = this.#bytes.stage(payload);
    const { bytes, view, from, to, position } = staged;
    if (!this.#isCut) this.#bytes.keep(staged);
    let unreadable = 0;
    let stepFrom = from;
    const scan = scanMatches(view, from, to);
    for (;;) {
      const { done, value: match } = scan.next();
      if (done) {
        if (match) return unreadable;
        const isList = view.getUint8(skipBlanks(view, from)) === OPENING_BRACKET;
        throw isList ? new SyntaxError("no valid JSON") : new ServiceError("malformed", reason("notAList", "matches"));
      }
      if (!match) {
        yield;
        if (this.#isOver()) return unreadable;
        continue;
      }
      if (!match.isReadable) {
        unreadable += 1;
        continue;
      }
      if (match.short) {
        yield;
        const long = yield* decodeLong(bytes, match.short);
        if (this.#isOver()) return unreadable;
        this.#addLong(long, match.short.leftOut);
        stepFrom = match.to;
        yield;
        if (this.#isOver()) return unreadable;
        continue;
      }
      let counted: Counted;
      if (match.isPlain) counted = this.#countsOf(staged, match);
      else {
        const json: unknown = JSON.parse(bytes.toString("utf8", match.from, match.to));
        if (match.to - match.from > LARGE_MATCH_BYTES) yield;
        counted = countsIn(decodeMatch(JsonObject.expect(json, "match")));
      }
      if (this.#add(counted)) {
        this.#starts.push(position + match.from - from);
        this.#lengths.push(match.to - match.from);
      }
      if (match.isPlain && match.to - stepFrom < STEP_BYTES) continue;
      stepFrom = match.to;
      yield;
      if (this.#isOver()) return unreadable;
    }
  }

  #addLong(long: LongMatch, leftOut: number): void {
    const bytes = [long.item, ...long.lists];
    if (!this.#bytes.hasRoom(bytes.reduce((sum, { length }) => sum + length, 0))) this.#isCut = true;
    const item = this.#kept.items;
    if (this.#add(long)) {
      const [first, ...lists] = bytes.map((each) => {
        const staged = this.#bytes.stage(each);
        this.#bytes.keep(staged);
        return { position: staged.position, length: each.length };
      });
      this.#starts.push(first?.position ?? 0);
      this.#lengths.push(first?.length ?? 0);
      this.#lists.set(item, lists);
    }
    this.#counts.ranges += leftOut;
  }

  repositories(from: number, to: number): readonly RepositoryMatches[] {
    return this.#repositories
      .slice(from, to)
      .map(({ index, name, items, rangeCount }) => ({ index, name, itemCount: items.length, rangeCount }));
  }

  items(repository: number, from: number, to: number): readonly MatchedItem[] {
    return (this.#repositories[repository]?.items.slice(from, to) ?? []).map((index) => this.#item(index));
  }

  itemsAsFound(from: number, to: number): readonly MatchedItem[] {
    if (this.#isDisposed) return [];
    const end = Math.min(to, this.#kept.items);
    return Array.from({ length: Math.max(0, end - from) }, (_, place) => this.#item(from + place));
  }

  lines(item: number, from: number, to: number): readonly MatchedLine[] {
    if (this.#isDisposed || item < 0 || item >= this.#kept.items) return [];
    const lists = this.#lists.get(item);
    if (!lists) return this.#parse(item).lines.slice(from, to);
    const first = Math.floor(Math.max(0, from) / LINES_AT_ONCE);
    return lists
      .slice(first, Math.ceil(Math.max(0, to) / LINES_AT_ONCE))
      .flatMap(({ position, length }) => readLines(this.#bytes.read(position, length)))
      .slice(Math.max(0, from) - first * LINES_AT_ONCE, Math.max(0, to) - first * LINES_AT_ONCE);
  }

  park(): void {
    this.#parsed.fill(undefined);
    this.#bytes.park();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#parsed.fill(undefined);
    this.#repositories.length = 0;
    this.#byName.clear();
    this.#bytes.dispose();
  }

  /** Checked again after each step. */
  #isOver(): boolean {
    return this.#isDisposed;
  }

  /** Counts a match. Returns whether it must be kept. */
  #add({ repository: name, lines, ranges }: Counted): boolean {
    let repository = this.#byName.get(name);
    if (!repository && !this.#byName.has(name)) {
      this.#counts.repositories += 1;
      this.#byName.set(name, undefined);
    }
    addTo(this.#counts, lines, ranges);
    if (this.#kept.ranges + ranges > this.#limits.ranges) this.#isCut = true; // and so it stays: no gaps
    if (this.#isCut) return false;
    if (!repository) {
      repository = { index: this.#repositories.length, name, items: [], rangeCount: 0 };
      this.#repositories.push(repository);
      this.#byName.set(name, repository);
      this.#kept.repositories += 1;
    }
    repository.items.push(this.#kept.items);
    repository.rangeCount += ranges;
    addTo(this.#kept, lines, ranges);
    return true;
  }

  #countsOf({ bytes, view }: Staged, { lines, ranges, repositoryFrom, repositoryTo }: ScannedMatch): Counted {
    const last = this.#lastName;
    const isLast = last.bytes.length === repositoryTo - repositoryFrom && startsWith(view, repositoryFrom, last.bytes);
    if (!isLast) {
      const name = Buffer.from(bytes.subarray(repositoryFrom, repositoryTo));
      this.#lastName = { bytes: name, text: name.toString() };
    }
    return { repository: this.#lastName.text, lines, ranges };
  }

  #item(index: number): MatchedItem {
    return { ...this.#parse(index).item, index };
  }

  #parse(item: number): DecodedMatch {
    const length = this.#lengths.at(item);
    const place = length > LARGE_MATCH_BYTES ? 0 : 1 + (item % (PARSED_MATCHES - 1));
    const known = this.#parsed[place];
    if (known?.item === item) return known.match;
    const bytes = this.#bytes.read(this.#starts.at(item), length);
    const match = this.#lists.has(item) ? { item: readItem(bytes), lines: [] } : parseMatch(bytes, 0, length);
    this.#parsed[place] = { item, match };
    return match;
  }
}

interface KeptBytes {
  readonly position: number;
  readonly length: number;
}

interface KeptRepository {
  readonly index: number;
  readonly name: string;
  readonly items: number[];
  rangeCount: number;
}

/** What is counted of one match. */
interface Counted {
  readonly repository: string;
  readonly lines: number;
  readonly ranges: number;
}

function addTo(counts: { items: number; lines: number; ranges: number }, lines: number, ranges: number): void {
  counts.items += 1;
  counts.lines += lines;
  counts.ranges += ranges;
}

function parseMatch(bytes: Buffer, from: number, to: number): DecodedMatch {
  return decodeMatch(JsonObject.expect(JSON.parse(bytes.toString("utf8", from, to)), "match"));
}

function countsIn({ item, lines }: DecodedMatch): Counted {
  return { repository: item.repository, lines: lines.length, ranges: item.rangeCount };
}
