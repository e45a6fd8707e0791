import { IgnorePatterns } from "./ignorePatterns.ts";

/** A regular expression takes as much time again with each star, so those with more are compared step by step. */
const STARS_AT_MOST = 1;

/**
 * Lines of an ignore file that take nothing in again, compared with many thousands of paths: what most people write in
 * one go.
 */
export class ExcludingLines {
  readonly #expression: RegExp | undefined;
  readonly #others: IgnorePatterns;

  constructor(lines: readonly string[]) {
    const quick = new Set(lines.filter(isQuick));
    this.#expression = quick.size > 0 ? new RegExp(`^(?:${[...quick].map(expressionOf).join("|")})$`, "s") : undefined;
    this.#others = new IgnorePatterns(lines.filter((line) => !quick.has(line)).join("\n"));
  }

  /** Whether one of them fits a path itself, which is relative to the folder of the lines and has slashes. */
  has(path: string): boolean {
    return this.#expression?.test(path) === true || this.#others.of(path, true) !== undefined;
  }
}

/** What has no wildcards, or is an ending, is looked up by its name. */
function isQuick(line: string): boolean {
  if (/[[\\]/.test(line) || !/[*?]/.test(line) || /^\*\.[^*?]+$/.test(line)) return false;
  return (line.match(/\*+/g) ?? []).length <= STARS_AT_MOST;
}

function expressionOf(line: string): string {
  const glob = line.startsWith("/") ? line.slice(1) : `**/${line}`;
  return glob.replace(/(?<=^|\/)\*\*(\/|$)|\*+|[^]/g, (piece, slash?: string) => {
    if (slash !== undefined) return slash === "" ? ".*" : "(?:.*/)?";
    if (piece.startsWith("*")) return "[^/]*";
    return piece === "?" ? "[^/]" : piece.replace(/[$()*+.?[\\\]^{|}]/, "\\$&");
  });
}
