/** How many characters are hashed to distinguish lines before all of them are compared. */
const HASHED = 512;
const AT_FIRST = 1024;

/**
 * Numbers the lines of some texts, from 0 on: the same number for the same characters. It extracts no line from its
 * text: many small strings that are kept are much work for the garbage collector, all at once.
 */
export class LineNumbers {
  #count = 0;
  /** By number: where the line was when it was first seen, and its hash. */
  readonly #texts: string[] = [];
  #starts = new Int32Array(AT_FIRST);
  #ends = new Int32Array(AT_FIRST);
  #hashes = new Int32Array(AT_FIRST);
  /** By number: the number of the same line without blanks at both ends, plus 1; 0 if not known yet. */
  #trimmed = new Int32Array(AT_FIRST);
  /** Numbers plus 1, each in the first free place from its hash on; 0 marks a free place. Half of them stay free. */
  #table = new Int32Array(4 * AT_FIRST);

  /** All numbers are less than this. */
  get count(): number {
    return this.#count;
  }

  /** The number of the line between two places of a text. */
  of(text: string, start: number, end: number): number {
    const hash = hashOf(text, start, end);
    const mask = this.#table.length - 1;
    let place = hash & mask;
    for (let known = this.#table[place] ?? 0; known > 0; known = this.#table[place] ?? 0) {
      if (this.#hashes[known - 1] === hash && this.#isSame(known - 1, text, start, end)) return known - 1;
      place = (place + 1) & mask;
    }
    this.#table[place] = this.#count + 1;
    return this.#add(text, start, end, hash);
  }

  /** The number of the same line without blanks at both ends, from the line's own number. */
  trimmed(number: number): number {
    const known = (this.#trimmed[number] ?? 0) - 1;
    if (known >= 0) return known;
    const text = this.#texts[number] ?? "";
    let start = this.#starts[number] ?? 0;
    let end = this.#ends[number] ?? 0;
    while (start < end && isBlank(text.charCodeAt(start))) start++;
    while (start < end && isBlank(text.charCodeAt(end - 1))) end--;
    const isWhole = start === this.#starts[number] && end === this.#ends[number];
    const trimmed = isWhole ? number : this.of(text, start, end);
    this.#trimmed[number] = trimmed + 1;
    return trimmed;
  }

  #isSame(number: number, text: string, start: number, end: number): boolean {
    const from = this.#starts[number] ?? 0;
    if ((this.#ends[number] ?? 0) - from !== end - start) return false;
    const other = this.#texts[number] ?? "";
    if (other === text && from === start) return true;
    for (let at = 0; at < end - start; at++)
      if (other.charCodeAt(from + at) !== text.charCodeAt(start + at)) return false;
    return true;
  }

  #add(text: string, start: number, end: number, hash: number): number {
    const number = this.#count++;
    if (number === this.#starts.length) this.#grow();
    this.#texts.push(text);
    this.#starts[number] = start;
    this.#ends[number] = end;
    this.#hashes[number] = hash;
    if (4 * this.#count > this.#table.length) this.#growTable();
    return number;
  }

  #grow(): void {
    this.#starts = doubled(this.#starts);
    this.#ends = doubled(this.#ends);
    this.#hashes = doubled(this.#hashes);
    this.#trimmed = doubled(this.#trimmed);
  }

  #growTable(): void {
    this.#table = new Int32Array(2 * this.#table.length);
    const mask = this.#table.length - 1;
    for (let number = 0; number < this.#count; number++) {
      let place = (this.#hashes[number] ?? 0) & mask;
      while ((this.#table[place] ?? 0) > 0) place = (place + 1) & mask;
      this.#table[place] = number + 1;
    }
  }
}

function hashOf(text: string, start: number, end: number): number {
  let hash = (0x811c9dc5 ^ (end - start)) | 0; // FNV-1a
  const last = Math.min(end, start + HASHED);
  for (let at = start; at < last; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** As in `trim`. */
function isBlank(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return /\s/.test(String.fromCharCode(code));
}

function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const all = new Int32Array(2 * numbers.length);
  all.set(numbers);
  return all;
}
