const FIRST_CAPACITY = 1024;

/** A list of numbers that only grows, with eight bytes for each and spare room for at most half as many. */
export class GrowingNumbers {
  #numbers = new Float64Array(FIRST_CAPACITY);
  #length = 0;

  get byteLength(): number {
    return this.#numbers.byteLength;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Float64Array(this.#length * 1.5);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = value;
    this.#length += 1;
  }

  /** Throws if there is no number at that index. */
  at(index: number): number {
    const value = index < this.#length ? this.#numbers[index] : undefined;
    if (value === undefined) throw new RangeError(`There is no number ${index}.`);
    return value;
  }
}
