import { END_AT_MOST, thoughtsAtStart, THOUGHTS_END } from "../../../core/text/thoughts.ts";

const CLOSED = /^[ \t]*<\/(?:think|thinking|reasoning)>[ \t]*$/i;
const FENCE = /^[\s>]*(`{3,}(?=[^`]*$)|~{3,})/;
/** A line that ends thoughts is a tag and some blanks. */
const CLOSING_AT_MOST = 100;

/**
 * What a model says, without what it thinks to itself before: thoughts are in tags, or go up to a line with only the
 * closing tag if its server has begun them, or within a line, where the answer follows at once. A line in a block of
 * code does not count, unless the thoughts turn out to have left that block open. Text is added as it comes, and each
 * character is read once.
 */
export class SpokenText {
  #state: "beginning" | "thinking" | "speaking" | "answering" = "beginning";
  #text = "";
  /** The last line so far; in thoughts, as much of it as may be part of the tag that ends them. */
  #line = "";
  #closed = /$^/;
  /** The fence that began the block of code in which the last line is. */
  #fence: string | undefined;
  /** Where the text goes on after the first line in code that may end thoughts. */
  #endInCode: number | undefined;

  /** Empty as long as there are only thoughts. */
  get text(): string {
    return this.#state === "speaking" && this.#endsThoughts() ? "" : this.#text;
  }

  /**
   * The same, once nothing more comes: a block of code that is still open then was left open by thoughts, if they may
   * end in a block.
   */
  get whole(): string {
    const isOpen = this.#state === "speaking" && this.#fenceBehind(this.#line) !== undefined;
    const end = this.#state === "speaking" ? this.#endInLine() : undefined;
    if (end !== undefined) return this.#line.slice(end).trimStart();
    return isOpen && this.#endInCode !== undefined ? this.#text.slice(this.#endInCode).trimStart() : this.text;
  }

  add(part: string): void {
    switch (this.#state) {
      case "beginning": {
        this.#text += part;
        const thoughts = thoughtsAtStart(this.#text);
        if (thoughts === "maybe") break;
        const begun = this.#text.slice(thoughts?.length ?? 0);
        this.#text = "";
        if (thoughts) this.#closed = thoughts.closed;
        this.#state = thoughts ? "thinking" : "speaking";
        this.add(begun);
        break;
      }
      case "thinking": {
        const held = this.#line + part;
        const end = this.#closed.exec(held);
        if (!end) this.#line = held.slice(-END_AT_MOST);
        else this.#answer(held.slice(end.index + end[0].length));
        break;
      }
      case "speaking":
        this.#speak(part);
        break;
      case "answering":
        this.#text += this.#text === "" ? part.trimStart() : part;
    }
  }

  /** Goes on line by line, as any line may turn out to end thoughts. */
  #speak(part: string): void {
    const from = this.#text.length;
    this.#text += part;
    let at = 0;
    for (let end = part.indexOf("\n"); end >= 0; end = part.indexOf("\n", at)) {
      this.#line += part.slice(at, end);
      if (this.#endsThoughts()) {
        this.#answer(part.slice(end + 1));
        return;
      }
      const inLine = this.#endInLine();
      if (inLine !== undefined) {
        this.#answer(this.#line.slice(inLine) + part.slice(end));
        return;
      }
      if (this.#endInCode !== undefined && this.#beginsCodeInCode()) {
        this.#answer(this.#text.slice(this.#endInCode));
        return;
      }
      if (isEnd(this.#line)) this.#endInCode ??= from + end + 1;
      this.#fence = this.#fenceBehind(this.#line);
      this.#line = "";
      at = end + 1;
    }
    this.#line += part.slice(at);
    const inLine = this.#endInLine(Math.max(0, this.#line.length - part.length - END_AT_MOST));
    if (inLine !== undefined && this.#line.length > inLine + 1) this.#answer(this.#line.slice(inLine));
  }

  /** Where the last line goes on after what ends thoughts in it, from a position on. */
  #endInLine(from = 0): number | undefined {
    const found = this.#fence === undefined ? THOUGHTS_END.exec(this.#line.slice(from)) : null;
    if (!found || isEnd(this.#line)) return undefined;
    const at = from + found.index;
    const ticks = this.#line.slice(0, at).match(/`/g)?.length ?? 0;
    return ticks % 2 === 1 ? undefined : at + found[0].length;
  }

  #endsThoughts(): boolean {
    return this.#fence === undefined && isEnd(this.#line);
  }

  /** The fence that began the block of code that is open after a line. */
  #fenceBehind(line: string): string | undefined {
    const fence = FENCE.exec(line)?.[1];
    if (this.#fence === undefined) return fence;
    return fence?.startsWith(this.#fence) && line.trimEnd().endsWith(fence) ? undefined : this.#fence;
  }

  /** Whether the line begins a block with a language although one is open, where a fence could only end that one. */
  #beginsCodeInCode(): boolean {
    const fence = FENCE.exec(this.#line)?.[1];
    return this.#fence !== undefined && fence === this.#fence && !this.#line.trimEnd().endsWith(fence);
  }

  #answer(begun: string): void {
    this.#state = "answering";
    this.#text = begun.trimStart();
  }
}

/** Whether a line is the end of thoughts and nothing else. */
function isEnd(line: string): boolean {
  return line.length <= CLOSING_AT_MOST && CLOSED.test(line);
}
