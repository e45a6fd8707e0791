import { gapsOf, mapLines, type Gap, type LineMap } from "./lineMap.ts";
import { Vocabulary, type LineWords } from "./lineWords.ts";
import type { TimeSlices } from "../text/timeSlices.ts";

/** Two versions of a text, and which lines of one are which of the other. */
export interface Versions {
  readonly old: Version;
  readonly current: Version;
  readonly map: LineMap;
  /** In order. */
  readonly gaps: readonly Gap[];
  readonly vocabulary: Vocabulary;
}

/** A text by its lines. */
export interface Version {
  readonly lines: readonly string[];
  /** The same number for the same line in both versions. */
  readonly numbers: Int32Array;
  /** Where each line occurs, in order, by its number. */
  placesOf(number: number): readonly number[];
  wordsOf(line: number): LineWords;
}

/**
 * Compares two versions of a text: line by line, then, in what is left, without the blanks at both ends of a line.
 * Line ends count as the same, however they are written.
 */
export async function compareVersions(oldText: string, newText: string, slices: TimeSlices): Promise<Versions> {
  const whole = new Numbers();
  const trimmed = new Numbers();
  const vocabulary = new Vocabulary();
  const [old, oldTrimmed] = await readVersion(oldText, whole, trimmed, vocabulary, slices);
  const [current, currentTrimmed] = await readVersion(newText, whole, trimmed, vocabulary, slices);
  const map = await mapLines(
    [
      { old: old.numbers, current: current.numbers, count: whole.count },
      { old: oldTrimmed, current: currentTrimmed, count: trimmed.count },
    ],
    slices,
  );
  return { old, current, map, gaps: gapsOf(map), vocabulary };
}

async function readVersion(
  text: string,
  whole: Numbers,
  trimmed: Numbers,
  vocabulary: Vocabulary,
  slices: TimeSlices,
): Promise<[Version, Int32Array]> {
  const lines = text.split("\n");
  const numbers = new Int32Array(lines.length);
  const trimmedNumbers = new Int32Array(lines.length);
  const places: number[][] = [];
  for (let index = 0; index < lines.length; index++) {
    if (index % 256 === 0 && slices.isOver) await slices.next();
    const line = withoutReturn(lines[index] ?? "");
    lines[index] = line;
    const number = whole.of(line);
    (places[number] ??= []).push(index);
    numbers[index] = number;
    trimmedNumbers[index] = trimmed.of(line.trim());
  }
  const words: LineWords[] = [];
  const version: Version = {
    lines,
    numbers,
    placesOf: (number) => places[number] ?? [],
    wordsOf: (line) => (words[line] ??= vocabulary.read(lines[line] ?? "")),
  };
  return [version, trimmedNumbers];
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** Gives each text a number, from 0 on. */
class Numbers {
  readonly #numbers = new Map<string, number>();

  get count(): number {
    return this.#numbers.size;
  }

  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}
