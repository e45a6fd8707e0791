const OPENED = /^\s*<(think|thinking|reasoning)>/i;
const CLOSED = /^[ \t]*<\/(?:think|thinking|reasoning)>[ \t]*$/i;
const FENCE = /^[\s>]*(`{3,}(?=[^`]*$)|~{3,})/;
/** Within this many characters it must be clear whether thoughts begin: with a tag, after some blanks. */
const BEGINNING_AT_MOST = 100;
/** A line that ends thoughts is a tag and some blanks. */
const CLOSING_AT_MOST = 100;

/**
 * What a model says, without what it thinks to itself before: thoughts are in tags, or go up to a line with only the
 * closing tag if its server has begun them. A line in a block of code does not count, unless the thoughts turn out to
 * have left that block open. Text is added as it comes, and each character is read once.
 */
export class SpokenText {
  #state: "beginning" | "thinking" | "speaking" | "answering" = "beginning";
  #text = "";
  /** The last line so far; in thoughts, as much of it as may be part of the tag that ends them. */
  #line = "";
  #closing = "";
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
    return isOpen && this.#endInCode !== undefined ? this.#text.slice(this.#endInCode).trimStart() : this.text;
  }

  add(part: string): void {
    switch (this.#state) {
      case "beginning": {
        this.#text += part;
        const [tag, name = ""] = OPENED.exec(this.#text) ?? [];
        if (tag !== undefined) {
          const rest = this.#text.slice(tag.length);
          this.#closing = `</${name.toLowerCase()}>`;
          this.#text = "";
          this.#state = "thinking";
          this.add(rest);
        } else if (this.#text.length > BEGINNING_AT_MOST || !/^\s*(?:<[a-z]*)?$/i.test(this.#text)) {
          const begun = this.#text;
          this.#text = "";
          this.#state = "speaking";
          this.add(begun);
        }
        break;
      }
      case "thinking": {
        const held = this.#line + part;
        const end = held.search(new RegExp(this.#closing, "i"));
        if (end < 0) this.#line = held.slice(1 - this.#closing.length);
        else this.#answer(held.slice(end + this.#closing.length));
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
