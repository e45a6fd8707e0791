const PAGE = 256;

/** Values by numbers from 0 on, added in any order: an array that begins with a high index is a slow table. */
export class ByNumber<Value> {
  readonly #pages: (Value | undefined)[][] = [];

  get(number: number): Value | undefined {
    return this.#pages[Math.floor(number / PAGE)]?.[number % PAGE];
  }

  set(number: number, value: Value): Value {
    const page = (this.#pages[Math.floor(number / PAGE)] ??= Array.from({ length: PAGE }));
    page[number % PAGE] = value;
    return value;
  }
}
