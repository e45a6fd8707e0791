import { html } from "lit";
import type { TemplateResult } from "lit";
import { codeTools, type Code } from "./codeBlock.ts";
import { drawn, pictureOf } from "../diagrams/pictures.ts";
import type { RenderContext } from "../page/renderContext.ts";
import { tick, toolbar, type Tool } from "../page/toolbar.ts";

const STEP = 1.25;

/** A diagram as a picture that can be zoomed and copied, or as its source, which is also shown if it can't be drawn. */
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
    const button = event.currentTarget;
    void pictureOf(code.text).then((picture) => {
      send({ type: "copy", text: typeof picture === "string" ? code.text : picture.svg });
      announce(labels.copied);
      tick(button);
    });
  };
  const tool = (icon: string, label: string, onClick: Tool["onClick"]): Tool => ({ icon, label, onClick });
  const showSource = () => {
    folds.toggle(sourceKey);
  };
  const words = {
    picture: `${labels.diagram}: ${code.text.slice(0, 200)}`,
    broken: labels.brokenDiagram,
    endless: labels.endlessDiagram,
  };
  const tools = isSource
    ? codeTools(code, around)
    : [
        tool("zoom-out", labels.zoomOut, zoomBy(1 / STEP)),
        tool("zoom-in", labels.zoomIn, zoomBy(STEP)),
        tool("screen-normal", labels.zoomReset, zoomBy(0)),
        tool("file-media", labels.copySvg, copy),
      ];
  return html`<div class=${isSource ? "code" : "code diagram"} dir="ltr">
    <div class="code-head">
      <span class="language">${code.language}</span>
      ${toolbar(labels.diagram, [
        ...tools,
        { icon: "code", label: labels.showSource, onClick: showSource, isPressed: isSource },
      ])}
    </div>
    ${
      isSource
        ? source
        : html`<div
            class="picture"
            tabindex="0"
            role="group"
            aria-label=${labels.diagram}
            @keydown=${zoomByKey}
            @click=${showWhole}
          >
            ${drawn(code.text, words, source)}
          </div>`
    }
  </div>`;
}

/** Shows a picture in its full width where it was made to fit, and made to fit where it was not. */
function showWhole({ target }: Event): void {
  if (!(target instanceof HTMLImageElement)) return;
  const isWhole = target.classList.contains("zoomed");
  zoom(target, isWhole ? 0 : target.naturalWidth / target.getBoundingClientRect().width);
}

/** Makes the picture larger or smaller; a factor of zero fits it again. */
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
