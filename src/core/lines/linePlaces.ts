/** Where each number occurs in a sequence of numbers, in order. */
export class LinePlaces {
  /** The places of a number are from its start up to the start of the next number. */
  readonly #starts: Int32Array;
  readonly #places: Int32Array;

  constructor(numbers: Int32Array) {
    let count = 0;
    for (const number of numbers) count = Math.max(count, number + 1);
    const starts = new Int32Array(count + 1);
    for (const number of numbers) starts[number + 1] = (starts[number + 1] ?? 0) + 1;
    for (let number = 0; number < count; number++)
      starts[number + 1] = (starts[number + 1] ?? 0) + (starts[number] ?? 0);
    const next = starts.slice();
    const places = new Int32Array(numbers.length);
    for (let place = 0; place < numbers.length; place++) {
      const number = numbers[place] ?? 0;
      const at = next[number] ?? 0;
      places[at] = place;
      next[number] = at + 1;
    }
    this.#starts = starts;
    this.#places = places;
  }

  of(number: number): Int32Array {
    const start = this.#starts[number];
    const end = this.#starts[number + 1];
    return start === undefined || end === undefined || start === end ? NONE : this.#places.subarray(start, end);
  }
}

const NONE = new Int32Array();
