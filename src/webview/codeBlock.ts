import type { VscodeToolbarButton } from "@vscode-elements/elements/dist/vscode-toolbar-button/vscode-toolbar-button.js";
import { html } from "lit";
import type { TemplateResult } from "lit";
import type { Surroundings } from "./surroundings.ts";

const TICK_MS = 1_500;

/** Code as it was written, in the editor's font, with its language and a button that copies it. Only it scrolls sideways. */
export function codeBlock(
  { language, text }: { readonly language: string; readonly text: string },
  { labels, send, announce }: Surroundings,
): TemplateResult {
  const copy = (event: Event) => {
    send({ type: "copy", text });
    announce(labels.copied);
    const button = event.currentTarget as VscodeToolbarButton;
    button.icon = "check";
    setTimeout(() => (button.icon = "copy"), TICK_MS);
  };
  return html`<div class="code" dir="ltr">
    <div class="code-head">
      <span>${language}</span>
      <vscode-toolbar-button
        icon="copy"
        label=${labels.copy}
        title=${labels.copy}
        @click=${copy}
      ></vscode-toolbar-button>
    </div>
    <pre><code>${text}</code></pre>
  </div>`;
}
