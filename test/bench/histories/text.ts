/** A text by its lines, and questions about them: compares lines as text, and shares no code with what is measured. */
export class Text {
  readonly lines: readonly string[];
  readonly #joined: string;
  readonly #starts: number[] = [];
  readonly #places = new Map<string, number[]>();

  constructor(text: string) {
    this.lines = text.split(/\r\n|\r|\n/);
    this.#joined = `\n${this.lines.join("\n")}\n`;
    this.lines.forEach((line, at) => {
      this.#starts[at] = at === 0 ? 1 : (this.#starts[at - 1] ?? 0) + (this.lines[at - 1]?.length ?? 0) + 1;
      const key = line.trim();
      const places = this.#places.get(key);
      if (places) places.push(at);
      else this.#places.set(key, [at]);
    });
  }

  /** Where a block of lines stands, including its blanks, within the given lines. */
  of(block: readonly string[], { startLine, endLine }: Range = this.all): readonly number[] {
    const sought = `\n${block.join("\n")}\n`;
    const found: number[] = [];
    for (let at = this.#joined.indexOf(sought); at >= 0; at = this.#joined.indexOf(sought, at + 1)) {
      const line = this.#lineAt(at + 1);
      if (line >= startLine && line + block.length - 1 <= endLine) found.push(line);
      if (found.length > 50) break;
    }
    return found;
  }

  /** Where a block of lines stands, apart from the blanks at both ends of each line. */
  trimmedPlacesOf(block: readonly string[]): readonly number[] {
    const rarest = block
      .map((line, at) => ({ at, places: this.placesOf(line) }))
      .toSorted((a, b) => a.places.length - b.places.length)[0];
    const starts = (rarest?.places ?? []).map((place) => place - (rarest?.at ?? 0));
    return starts.filter((start) => block.every((line, at) => this.lines[start + at]?.trim() === line.trim()));
  }

  /**
   * The line that begins what a line is in, or ends: the next one above that is indented less, or as much as a closing
   * bracket.
   */
  headOf(line: number): string {
    const indentOf = (text: string) => /^\s*/.exec(text.replaceAll("\t", "    "))?.[0].length ?? 0;
    const text = this.lines[line] ?? "";
    const indent = indentOf(text) + (/^\s*[)\]}]/.test(text) ? 1 : 0);
    for (let above = line - 1; above >= 0; above--) {
      const head = this.lines[above] ?? "";
      if (head.trim() !== "" && indentOf(head) < indent) return head.trim();
    }
    return "";
  }

  /** Where a line stands, apart from the blanks at both ends. */
  placesOf(line: string): readonly number[] {
    return this.#places.get(line.trim()) ?? [];
  }

  get all(): Range {
    return { startLine: 0, endLine: this.lines.length - 1 };
  }

  has(text: string): boolean {
    return this.#joined.includes(text);
  }

  #lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Whole lines, zero-based and inclusive. */
export interface Range {
  readonly startLine: number;
  readonly endLine: number;
}

/** How many letters and digits there are. */
export function lettersIn(lines: readonly string[]): number {
  return lines.join("").replace(/[^\p{L}\p{N}]/gu, "").length;
}

/** Words and signs, each as often as it occurs. */
export function tokensOf(lines: readonly string[]): readonly string[] {
  return lines.join("\n").match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu) ?? [];
}

/** The share of some tokens that is among others. */
export function shareKept(tokens: readonly string[], others: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const token of others) counts.set(token, (counts.get(token) ?? 0) + 1);
  let kept = 0;
  for (const token of tokens) {
    const count = counts.get(token) ?? 0;
    if (count > 0) kept++;
    counts.set(token, count - 1);
  }
  return tokens.length === 0 ? 0 : kept / tokens.length;
}
