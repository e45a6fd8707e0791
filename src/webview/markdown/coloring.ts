import { html, noChange } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { CodeText } from "../../protocol/markdown.ts";
import { whenIdle } from "../page/whenIdle.ts";
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

    override render(code: CodeText): unknown {
      const before = this.#code;
      if (before.text === code.text && before.language === code.language) return noChange;
      this.#code = code;
      if (code.language === "" || code.text.length > COLORED_AT_MOST) return code.text;
      if (before.text !== "" && syntax) return draw(code, syntax.tokenize(code.text, code.language.toLowerCase()));
      queue = queue.then(() => this.#color(code));
      return code.text;
    }

    async #color(code: CodeText): Promise<void> {
      syntax ??= await import("./syntax.ts");
      await new Promise<void>((resolve) => {
        whenIdle(resolve, COLORED_WITHIN_MS);
      });
      if (!this.isConnected || this.#code !== code) return;
      this.setValue(draw(code, syntax.tokenize(code.text, code.language.toLowerCase())));
    }
  },
);

let syntax: typeof import("./syntax.ts") | undefined;
let queue = Promise.resolve();

function draw({ text }: CodeText, tokens: readonly Token[] | undefined): unknown {
  if (!tokens) return text;
  return tokens.map(({ text, classes }) => (classes === "" ? text : html`<span class=${classes}>${text}</span>`));
}
