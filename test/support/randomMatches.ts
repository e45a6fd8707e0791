/** A seeded source of numbers below one: the same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const TEXTS = [
  "plain",
  "",
  '{"start":{"line":1}}',
  "]}],[{",
  'a "quoted" \\ path\\n',
  "ä é 漢字",
  "😀 x 👩‍👩‍👧 y",
  "e\u0301 combined",
  "\ud83d lone \ude00",
  "tab\tand\r",
  "<html> & \u2028",
  "\u0000\u001f",
];
const TYPES = [
  "content",
  "content",
  "content",
  "content",
  "path",
  "repo",
  "symbol",
  "commit",
  "diff",
  "person",
  "team",
];

/** Matches of all types, as odd as the wire allows: for comparing different readings of them. */
export class RandomMatches {
  readonly #random: () => number;
  readonly #calmness: number;

  /** Even seeds give matches that mostly look as the service writes them. */
  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.#calmness = seed % 2 === 0 ? 20 : 1;
  }

  list(): readonly unknown[] {
    return this.#several(6, () => (this.#isOnceIn(40) ? this.#oddity() : this.match()));
  }

  match(): Record<string, unknown> {
    const type = this.#isOnceIn(20) ? "galaxy" : this.#oneOf(TYPES);
    const fields: Record<string, unknown> = {
      type,
      repository: this.#isOnceIn(15) ? this.#oddity() : `r/${this.#isOnceIn(4) ? this.text() : this.#below(4)}`,
      path: this.text(),
      ...(this.#isOnceIn(3) ? { commit: this.#isOnceIn(9) ? null : "c0ffee" } : {}),
      ...(this.#isOnceIn(3) ? { hunks: null, branches: [""], repoStars: -1.5e3, x: { y: [this.text()] } } : {}),
    };
    const lines = this.#lines(type);
    return this.#isOnceIn(8) ? shuffled({ ...lines, ...fields }, this.#random) : { ...fields, ...lines };
  }

  text(): string {
    return this.#several(3, () => this.#oneOf(TEXTS)).join(this.#oneOf(["", " ", "\n"]));
  }

  /** The JSON of a value, written in an unusual way: blanks, needless escapes, now and then a name twice. */
  json(value: unknown): string {
    const text = JSON.stringify(value);
    switch (this.#below(6)) {
      case 0:
        return JSON.stringify(value, undefined, 2).replaceAll("\n", this.#oneOf([" ", "\n", "\r\n", "\t"]));
      case 1:
        return text.replace(/[<>&äé漢]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
      case 2:
        return text.replaceAll("\\n", "\\u000A").replaceAll("/", "\\/");
      case 3:
        return text.replace(
          '"type":',
          this.#oneOf(['"ty\\u0070e":', '"type":"path","type":', '"chunk_matches":[],"type":']),
        );
      default:
        return text;
    }
  }

  #lines(type: string): object {
    switch (type) {
      case "symbol":
        return { symbols: this.#several(3, () => ({ name: this.text(), line: this.#below(50), kind: "CLASS" })) };
      case "commit":
      case "diff":
        return {
          message: this.text(),
          content: "```diff\n" + this.text(),
          ranges: this.#several(3, () => [this.#below(3), this.#below(6), this.#below(4)]),
        };
      case "path":
      case "repo":
        return this.#isOnceIn(9) ? { chunkMatches: null } : {};
      default:
        return this.#isOnceIn(6) ? { lineMatches: this.#several(3, () => this.#lineMatch()) } : this.#chunks();
    }
  }

  #lineMatch(): object {
    const pairs = this.#several(2, () => [this.#below(8), this.#below(4)]);
    return { line: this.text(), lineNumber: this.#below(20), offsetAndLengths: pairs };
  }

  #chunks(): object {
    let line = 0;
    const chunkMatches = this.#several(4, () => {
      line = this.#isOnceIn(8) ? this.#below(10) : line + 1 + this.#below(5);
      const content = this.#several(4, () => this.text()).join("\n");
      const chunk = this.#chunk(content, line);
      line += content.split("\n").length - 1;
      return this.#isOnceIn(10) ? shuffled(chunk, this.#random) : this.#isOnceIn(60) ? this.#oddity() : chunk;
    });
    return { chunkMatches };
  }

  #chunk(content: string, line: number): Record<string, unknown> {
    const texts = content.split("\n");
    const place = (at: number, column: number) =>
      this.#isOnceIn(50) ? { line: at, column } : { offset: this.#below(9999), line: at, column };
    const ranges = texts.flatMap((text, index) => {
      let column = 0;
      return this.#several(3, () => {
        const start = this.#isOnceIn(9) ? this.#below(text.length + 3) : column;
        const end = start + this.#below(4);
        column = end + this.#below(3);
        const endLine = line + index + (this.#isOnceIn(12) ? this.#below(3) : 0);
        return { start: place(line + index, start), end: place(endLine, end) };
      });
    });
    return {
      content: this.#isOnceIn(50) ? this.#oddity() : content,
      contentStart: this.#isOnceIn(50) ? this.#oddity() : place(line, 0),
      ranges: this.#isOnceIn(50) ? this.#oddity() : ranges,
      ...(this.#isOnceIn(9) ? { contentTruncated: true } : {}),
    };
  }

  #oddity(): unknown {
    return this.#oneOf([null, true, 12, -0.5, "text", [], {}, [[{}]], { line: "3" }]);
  }

  #several<T>(below: number, make: () => T): T[] {
    return Array.from({ length: this.#below(below) }, make);
  }

  #oneOf<T>(values: readonly T[]): T {
    return values[this.#below(values.length)] as T;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #isOnceIn(times: number): boolean {
    return this.#below(times * this.#calmness) === 0;
  }
}

function shuffled(fields: object, random: () => number): Record<string, unknown> {
  const entries = Object.entries(fields).map((entry) => [random(), entry] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => a - b).map(([, entry]) => entry));
}
