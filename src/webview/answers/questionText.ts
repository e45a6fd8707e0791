import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { foldButton } from "../page/folding.ts";
import type { RenderContext } from "../page/renderContext.ts";

const LINES_SHOWN = 8;
const CHARACTERS_SHOWN = 600;

/** A question as it was asked, its excerpts of code as code. A long one shows its beginning until it is unfolded. */
export function questionText(text: string, key: string, around: RenderContext): TemplateResult {
  const isLong = text.length > CHARACTERS_SHOWN || text.split("\n", LINES_SHOWN + 1).length > LINES_SHOWN;
  const isFolded = isLong && !around.folds.isOpen(key);
  return html`<div class=${isFolded ? "question-text folded" : "question-text"}>
      ${parts(text).map(({ isCode, text }) =>
        isCode ? html`<pre dir="ltr"><code>${text}</code></pre>` : html`<p dir="auto">${text}</p>`,
      )}
    </div>
    ${isLong ? foldButton(key, isFolded, around) : nothing}`;
}

/** Cuts a text where its fences are. One that is never closed reaches to the end. */
function parts(text: string): { readonly isCode: boolean; readonly text: string }[] {
  const found: { isCode: boolean; lines: string[] }[] = [{ isCode: false, lines: [] }];
  let fence: string | undefined;
  for (const line of text.split("\n")) {
    const marker = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined ? marker !== undefined : line.trim() === fence) {
      fence = fence === undefined ? marker : undefined;
      found.push({ isCode: fence !== undefined, lines: [] });
    } else {
      found.at(-1)?.lines.push(line);
    }
  }
  return found
    .map(({ isCode, lines }) => ({ isCode, text: isCode ? lines.join("\n") : lines.join("\n").trim() }))
    .filter(({ text }) => text !== "");
}
