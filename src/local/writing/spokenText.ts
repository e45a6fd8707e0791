const OPENED = /^\s*<(think|thinking|reasoning)>/i;
const CLOSED = /^[ \t]*<\/(?:think|thinking|reasoning)>[ \t]*$/i;
const FENCE = /^[\s>]*(`{3,}(?=[^`]*$)|~{3,})/;
/** What the first characters must be for thoughts to begin: a tag, behind some blanks. */
const BEGINNING_AT_MOST = 100;
/** A line that ends its thoughts is a tag and some blanks. */
const CLOSING_AT_MOST = 100;

/**
 * What a model says, without what it thinks to itself before: in tags, or up to a line with their end alone where its server
 * has begun them. What stands in a block of code is no such line, unless the thoughts turn out to have left that block open.
 * Text is added as it comes, and each character is read once.
 */
export class SpokenText {
  #state: "beginning" | "thinking" | "speaking" | "answering" = "beginning";
  #text = "";
  /** The last line so far; of thoughts, as much of it as the tag that ends them has. */
  #line = "";
  #closing = "";
  /** With what the block of code began that it is in. */
  #fence: string | undefined;
  /** Where the text goes on behind the first line in code that may end thoughts. */
  #endInCode: number | undefined;

  /** Empty as long as there are thoughts alone. */
  get text(): string {
    return this.#state === "speaking" && this.#endsThoughts() ? "" : this.#text;
  }

  /** The same, once nothing more comes: a block of code that is open in the end was left open by thoughts, if they may end in one. */
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

  /** Goes on line by line: any of them may turn out to end thoughts. */
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

  /** With what the block of code began that is open behind a line. */
  #fenceBehind(line: string): string | undefined {
    const fence = FENCE.exec(line)?.[1];
    if (this.#fence === undefined) return fence;
    return fence?.startsWith(this.#fence) && line.trimEnd().endsWith(fence) ? undefined : this.#fence;
  }

  /** Whether the line begins a block in a language, where only one could end. */
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
