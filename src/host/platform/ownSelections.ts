/**
 * Tells the rows that a view selects itself from those that a person selects. The editor tells of both alike, and later:
 * by then the view may be further on.
 */
export class OwnSelections {
  /** By their ids, in order. */
  readonly #ids: string[] = [];

  /** The view is about to select a row. */
  add(id: string): void {
    if (this.#ids.at(-1) !== id) this.#ids.push(id);
  }

  /** The editor tells that a row is selected. Whether the view did that, which is used up by it. */
  take(id: string): boolean {
    const at = this.#ids.indexOf(id);
    this.#ids.splice(0, at < 0 ? Infinity : at + 1);
    return at >= 0;
  }
}
