/**
 * Distinguishes the rows that a view selects itself from those that a person selects. The editor reports both in the
 * same way, and only later, when the view may already have selected another row.
 */
export class OwnSelections {
  /** By their ids, in order. */
  readonly #ids: string[] = [];

  /** Notes that the view is about to select a row. */
  add(id: string): void {
    if (this.#ids.at(-1) !== id) this.#ids.push(id);
  }

  /**
   * Returns whether the view itself selected the row that the editor reports, and discards that selection and all
   * before it. If a person selected the row, all are discarded.
   */
  take(id: string): boolean {
    const at = this.#ids.indexOf(id);
    this.#ids.splice(0, at < 0 ? Infinity : at + 1);
    return at >= 0;
  }
}
