import { ByNumber } from "./byNumber.ts";
import { gapsOf, mapLines, type Gap, type LineMap, type Pair } from "./lineMap.ts";
import { LineNumbers } from "./lineNumbers.ts";
import { LinePlaces } from "./linePlaces.ts";
import { NO_WORDS, Vocabulary, type LineWords } from "./lineWords.ts";
import { ScopeLines } from "./scopeLines.ts";
import { mapScopes, readScopes, type ScopeMap, type Scopes } from "./scopes.ts";
import { TextLines } from "../text/textLines.ts";
import type { TimeSlices } from "../text/timeSlices.ts";

/** Two versions of a text, and which lines of one correspond to which of the other. */
export interface Versions {
  readonly old: Version;
  readonly current: Version;
  readonly map: LineMap;
  /** In order. */
  readonly gaps: readonly Gap[];
  readonly vocabulary: Vocabulary;
  /** The scopes that contain the lines. */
  readonly scopes: ScopeMap;
  /** In how many lines of the old version each word occurs, by the word's number. */
  readonly frequencies: () => Promise<readonly number[]>;
  /** Pairs of similar lines in an old and a new scope, by where the old scope begins and ends. */
  readonly alike: Map<string, readonly Pair[]>;
  /** Whether scopes are sections under headings. */
  readonly isMarkdown: boolean;
}

/** A text as lines. */
export interface Version {
  readonly lines: TextLines;
  /** The same number for the same line in both versions. */
  readonly numbers: Int32Array;
  /** The same, ignoring blanks at both ends. */
  readonly trimmed: Int32Array;
  /** Where a line occurs, in order, by its number. */
  placesOf(number: number): Int32Array;
  placesOfTrimmed(number: number): Int32Array;
  wordsOf(line: number): LineWords;
}

/** How much is read before checking whether the time slice is over. */
const CHARACTERS_AT_ONCE = 8_192;

/**
 * What was read of texts, for several comparisons with the same ones. Most lines are in several of them: each is read
 * once.
 */
export class ReadTexts {
  readonly vocabulary = new Vocabulary();
  readonly #numbers = new LineNumbers();
  /** By the number of a line. */
  readonly #words = new ByNumber<LineWords>();
  readonly #scopeLines = new ScopeLines();
  readonly #versions = new Map<string, Promise<Version>>();
  readonly #scopes = new Map<string, Promise<Scopes>>();
  readonly #frequencies = new Map<string, Promise<readonly number[]>>();

  /** The numbers of all lines are less than this. */
  get lineCount(): number {
    return this.#numbers.count;
  }

  versionOf(text: string, slices: TimeSlices): Promise<Version> {
    const known = this.#versions.get(text) ?? this.#readVersion(text, slices);
    this.#versions.set(text, known);
    return known;
  }

  scopesOf(text: string, version: Version, isMarkdown: boolean, slices: TimeSlices): Promise<Scopes> {
    const key = `${isMarkdown ? "#" : " "}${text}`;
    const known = this.#scopes.get(key) ?? readScopes(version, isMarkdown, this.#scopeLines, slices);
    this.#scopes.set(key, known);
    return known;
  }

  /** In how many lines each word occurs, by the word's number. */
  frequenciesOf(text: string, version: Version, slices: TimeSlices): Promise<readonly number[]> {
    const known = this.#frequencies.get(text) ?? countWords(version, this.vocabulary, slices);
    this.#frequencies.set(text, known);
    return known;
  }

  async #readVersion(text: string, slices: TimeSlices): Promise<Version> {
    const lines = await TextLines.read(text, slices);
    const numbers = new Int32Array(lines.length);
    const trimmed = new Int32Array(lines.length);
    for (let line = 0, read = 0; line < lines.length; line++) {
      const [start, end] = [lines.startOf(line), lines.endOf(line)];
      if (end - read > CHARACTERS_AT_ONCE) {
        if (slices.isOver) await slices.next();
        read = end;
      }
      const number = this.#numbers.of(text, start, end);
      numbers[line] = number;
      trimmed[line] = this.#numbers.trimmed(number);
    }
    if (slices.isOver) await slices.next();
    const places = new LinePlaces(numbers);
    if (slices.isOver) await slices.next();
    const trimmedPlaces = new LinePlaces(trimmed);
    return {
      lines,
      numbers,
      trimmed,
      placesOf: (number) => places.of(number),
      placesOfTrimmed: (number) => trimmedPlaces.of(number),
      wordsOf: (line) => {
        const number = numbers[line];
        if (number === undefined) return NO_WORDS;
        return this.#words.get(number) ?? this.#words.set(number, this.vocabulary.read(lines.at(line)));
      },
    };
  }
}

/**
 * Compares two versions of a text: line by line, then, in what is left, without the blanks at both ends of a line.
 * Different line endings count as the same. `path` decides how scopes are found; what is in `texts` already is not read
 * again.
 */
export async function compareVersions(
  oldText: string,
  newText: string,
  slices: TimeSlices,
  path = "",
  texts = new ReadTexts(),
): Promise<Versions> {
  const { vocabulary } = texts;
  const old = await texts.versionOf(oldText, slices);
  const current = await texts.versionOf(newText, slices);
  const map = await mapLines(
    [
      { old: old.numbers, current: current.numbers, count: texts.lineCount },
      { old: old.trimmed, current: current.trimmed, count: texts.lineCount },
    ],
    slices,
  );
  const isMarkdown = /\.(?:md|markdown|mdx)$/i.test(path);
  const before = await texts.scopesOf(oldText, old, isMarkdown, slices);
  const after = await texts.scopesOf(newText, current, isMarkdown, slices);
  const frequencies = () => texts.frequenciesOf(oldText, old, slices);
  const scopes = await mapScopes(before, after, slices);
  return { old, current, map, gaps: gapsOf(map), vocabulary, scopes, frequencies, alike: new Map(), isMarkdown };
}

async function countWords(version: Version, vocabulary: Vocabulary, slices: TimeSlices): Promise<readonly number[]> {
  const counts: number[] = [];
  for (let line = 0; line < version.lines.length; line++) {
    if (line % 16 === 0 && slices.isOver) await slices.next();
    let last = -1; // words are in ascending order
    for (const word of vocabulary.wordsOf(version.wordsOf(line))) {
      if (word !== last) counts[word] = (counts[word] ?? 0) + 1;
      last = word;
    }
  }
  return counts;
}
