/**
 * Pairs of lines whose first lines rise; finds as many of them as possible whose second lines rise, too. Reused many
 * times.
 */
export class RisingPairs {
  readonly #first: Int32Array;
  readonly #second: Int32Array;
  /** For each length, the pair that ends a rising sequence of that length with the smallest second line. */
  readonly #ends: Int32Array;
  /** For each pair, the one before it in the longest sequence that it ends. */
  readonly #before: Int32Array;
  #length = 0;
  #longest = 0;

  constructor(lengthAtMost: number) {
    this.#first = new Int32Array(lengthAtMost);
    this.#second = new Int32Array(lengthAtMost);
    this.#ends = new Int32Array(lengthAtMost);
    this.#before = new Int32Array(lengthAtMost);
  }

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
    this.#longest = 0;
  }

  add(first: number, second: number): void {
    let low = 0;
    let high = this.#longest;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#second[this.#ends[middle] ?? 0] ?? 0) < second) low = middle + 1;
      else high = middle;
    }
    const index = this.#length++;
    this.#first[index] = first;
    this.#second[index] = second;
    this.#before[index] = low === 0 ? -1 : (this.#ends[low - 1] ?? -1);
    this.#ends[low] = index;
    if (low === this.#longest) this.#longest++;
  }

  /** The longest sequence, in order. Nothing can be added after this until everything is cleared. */
  takeLongest(take: (first: number, second: number) => void): void {
    for (let at = this.#longest - 1, index = this.#ends[at] ?? -1; at >= 0; at--) {
      this.#ends[at] = index;
      index = this.#before[index] ?? -1;
    }
    for (const index of this.#ends.subarray(0, this.#longest)) take(this.#first[index] ?? 0, this.#second[index] ?? 0);
  }
}
