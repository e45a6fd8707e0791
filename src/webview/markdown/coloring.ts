import { html, noChange } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { CodeText } from "../../protocol/markdown.ts";
import { whenIdle } from "../page/whenIdle.ts";
import { runs, type Look } from "./foldedCode.ts";
import type { Token } from "./syntax.ts";

/** Longer code stays in one colour: it is too long to be read here, and highlighting it takes time. */
const COLORED_AT_MOST = 30_000;
const COLORED_WITHIN_MS = 500;

/**
 * Code that gets its colours when there is time, block by block; until then, and if its language isn't known, it is
 * plain. Once coloured, it never turns plain again while it grows.
 */
export const colored = directive(
  class extends AsyncDirective {
    #code: CodeText = { language: "", text: "" };
    #look: Look | undefined;
    #tokens: readonly Token[] | undefined;

    override render(code: CodeText, look?: Look): unknown {
      const before = this.#code;
      const isSame = before.text === code.text && before.language === code.language;
      if (isSame && isSameLook(this.#look, look)) return noChange;
      this.#look = look;
      if (isSame) return draw(code, this.#tokens, look);
      this.#code = code;
      this.#tokens = undefined;
      if (code.language === "" || code.text.length > COLORED_AT_MOST) return draw(code, undefined, look);
      if (before.text !== "" && syntax) this.#tokens = syntax.tokenize(code.text, code.language.toLowerCase());
      else queue = queue.then(() => this.#color(code));
      return draw(code, this.#tokens, look);
    }

    async #color(code: CodeText): Promise<void> {
      syntax ??= await import("./syntax.ts");
      await new Promise<void>((resolve) => {
        whenIdle(resolve, COLORED_WITHIN_MS);
      });
      if (!this.isConnected || this.#code !== code) return;
      this.#tokens = syntax.tokenize(code.text, code.language.toLowerCase());
      this.setValue(draw(code, this.#tokens, this.#look));
    }
  },
);

let syntax: typeof import("./syntax.ts") | undefined;
let queue = Promise.resolve();

function isSameLook(before: Look | undefined, look: Look | undefined): boolean {
  return before?.isFolded === look?.isFolded && before?.shown === look?.shown && before?.marks === look?.marks;
}

function draw({ text }: CodeText, tokens: readonly Token[] | undefined, look: Look | undefined): unknown {
  if (look) return runs(tokens ?? [{ text, classes: "" }], look);
  if (!tokens) return text;
  return tokens.map(({ text, classes }) => (classes === "" ? text : html`<span class=${classes}>${text}</span>`));
}
