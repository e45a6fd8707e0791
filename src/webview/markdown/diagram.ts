import type { VscodeToolbarButton } from "@vscode-elements/elements/dist/vscode-toolbar-button/vscode-toolbar-button.js";
import { html } from "lit";
import type { TemplateResult } from "lit";
import { codeButtons, tick, type Code } from "./codeBlock.ts";
import { drawn, pictureOf } from "./pictures.ts";
import type { RenderContext } from "../page/renderContext.ts";

const STEP = 1.25;

/** A diagram as a picture that can be zoomed and copied, or as its source, which also stands there where it can't be drawn. */
export function diagram(code: Code, key: string, around: RenderContext): TemplateResult {
  const { labels, folds, send, announce } = around;
  const sourceKey = `${key}.source`;
  const isSource = folds.isOpen(sourceKey);
  const source = html`<pre><code data-code=${code.index}>${code.text}</code></pre>`;
  const zoomBy = (factor: number) => (event: Event) => {
    zoom(event.currentTarget as HTMLElement, factor);
  };
  const zoomByKey = (event: KeyboardEvent) => {
    const factor = { "+": STEP, "=": STEP, "-": 1 / STEP, "0": 0 }[event.key];
    if (factor === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    zoom(event.currentTarget as HTMLElement, factor);
  };
  const copy = (event: Event) => {
    const button = event.currentTarget as VscodeToolbarButton;
    void pictureOf(code.text).then((picture) => {
      send({ type: "copy", text: picture?.svg ?? code.text });
      announce(labels.copied);
      tick(button, "file-media");
    });
  };
  const button = (icon: string, label: string, onClick: (event: Event) => void) =>
    html`<vscode-toolbar-button icon=${icon} label=${label} title=${label} @click=${onClick}></vscode-toolbar-button>`;
  return html`<div class=${isSource ? "code" : "code diagram"} dir="ltr">
    <div class="code-head" role="toolbar" aria-label=${labels.diagram}>
      <span class="language">${code.language}</span>
      ${
        isSource
          ? codeButtons(code, around)
          : [
              button("zoom-out", labels.zoomOut, zoomBy(1 / STEP)),
              button("zoom-in", labels.zoomIn, zoomBy(STEP)),
              button("screen-normal", labels.zoomReset, zoomBy(0)),
              button("file-media", labels.copySvg, copy),
            ]
      }
      <vscode-toolbar-button
        icon="code"
        toggleable
        .checked=${isSource}
        label=${labels.showSource}
        title=${labels.showSource}
        @click=${() => {
          folds.toggle(sourceKey);
        }}
      ></vscode-toolbar-button>
    </div>
    ${
      isSource
        ? source
        : html`<div class="picture" tabindex="0" role="group" aria-label=${labels.diagram} @keydown=${zoomByKey}>
            ${drawn(code.text, `${labels.diagram}: ${code.text.slice(0, 200)}`, source)}
          </div>`
    }
  </div>`;
}

/** Makes the picture larger or smaller; a factor of zero makes it fit again. */
function zoom(within: HTMLElement, factor: number): void {
  const picture = within.closest(".diagram")?.querySelector("img");
  if (!picture) return;
  if (factor === 0) picture.style.removeProperty("inline-size");
  else {
    const width = picture.getBoundingClientRect().width * factor;
    picture.style.inlineSize = `${String(Math.min(8_000, Math.max(60, width)))}px`;
  }
  picture.classList.toggle("zoomed", factor !== 0);
}
