/** What ripgrep prints on its standard error, read as it comes. */
export class StandardError {
  readonly #onTooLarge: ((file: string) => void) | undefined;
  #complaints = "";
  /** The beginning of a line. */
  #rest = "";
  /** What it tells of its work, of which a line begins another. */
  #told: string | undefined;

  /**
   * `onTooLarge` is called for each file that is left out because of its size; for that, it has to tell of its work.
   */
  constructor(onTooLarge?: (file: string) => void) {
    this.#onTooLarge = onTooLarge;
  }

  /** Its complaints so far, in whole lines while more may come. */
  get complaints(): string {
    return this.#complaints;
  }

  add(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#read(`${line}\n`);
  }

  /** Nothing more will come. */
  end(): void {
    this.#read(this.#rest);
    this.#rest = "";
    this.#readTold();
  }

  #read(line: string): void {
    const isFirst = /^(?:rg: |error: |thread ')/.test(line);
    if (isFirst) this.#readTold();
    if (isFirst && line.startsWith(TELLS)) this.#told = line;
    else if (this.#told !== undefined) this.#told += line;
    else if (this.#complaints.length < COMPLAINTS_AT_MOST) this.#complaints += line;
  }

  #readTold(): void {
    const file = TOO_LARGE.exec(this.#told ?? "")?.[1];
    this.#told = undefined;
    if (file !== undefined) this.#onTooLarge?.(file);
  }
}

const COMPLAINTS_AT_MOST = 100_000;
const TELLS = "rg: DEBUG|";
const TOO_LARGE = /^rg: DEBUG\|ignore::walk\|[^|]*?:\d+: ignoring ([^]+): \d+ bytes\r?\n?$/;

/**
 * Files and folders that exist but could not be read: no permission, locked by a program, broken, or too deep for a
 * path.
 */
export function refusedIn(complaints: string): readonly string[] {
  return [...complaints.matchAll(/^rg: (.+): .*\(os error (?:1|5|13|32|33|36|63|206)\)\r?$/gm)].map(
    ([, file = ""]) => file,
  );
}

/** A complaint about a file that can't be read contains the system's error; the file may have any name. */
export function isAboutPattern(complaints: string): boolean {
  return complaints.split("\n").some((line) => /regex|pattern|literal/i.test(line) && !/\(os error \d+\)/.test(line));
}

/** ripgrep spreads its complaint over several lines; the last one says what is wrong. */
export function plainMessage(complaints: string): string {
  const lines = complaints.split("\n").map((line) => line.trim());
  return (lines.find((line) => line.startsWith("error: "))?.slice(7) ?? lines[0] ?? "").replace(/^rg: /, "");
}
