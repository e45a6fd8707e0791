import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import type { QuestionState, SourceState, SourceStatus } from "../../protocol/answer.ts";
import { fold, foldButton } from "../page/folding.ts";
import { openingBy } from "../page/opening.ts";
import { toolButton } from "../page/toolbar.ts";
import type { RenderContext } from "../page/renderContext.ts";

const FILES_SHOWN = 8;

/**
 * The files that an answer is based on, in its order, each once with all its places. Each place opens by click and by
 * key; what became of it is shown beside it.
 */
export function sources(
  { sources: list, otherSources: others, sourcesSummary: summary, uncited }: QuestionState,
  key: string,
  around: RenderContext,
): TemplateResult {
  const rows = list.filter(({ within }) => within === undefined);
  const files = [...Map.groupBy(rows, ({ repository, label }) => `${repository}\n${label}`).values()];
  const { shown, canFold, isFolded } = fold(files, FILES_SHOWN, key, around.folds);
  return html`<section class="sources">
    <div class="sources-head">
      <h3>
        ${around.labels.sources} <span class="count">${rows.length + others.length - (uncited?.count ?? 0)}</span>
      </h3>
      ${uncited ? html`<span class="quiet uncited">${uncited.words}</span>` : nothing}
      ${summary === undefined ? nothing : html`<span class="quiet">${summary}</span> ${again(around)}`}
    </div>
    <ol>
      ${shown.map((places) => html`<li>${file(places, around)}</li>`)} ${isFolded ? nothing : others.map(other)}
    </ol>
    ${canFold ? foldButton(key, isFolded, around) : nothing}
  </section>`;
}

/** A source of a kind that can't be opened here: only its label. */
function other(label: string): TemplateResult {
  return html`<li class="other">
    <span class="codicon codicon-references" aria-hidden="true"></span><span dir="auto">${label}</span>
  </li>`;
}

function again({ labels, send }: RenderContext): TemplateResult {
  const check = () => {
    send({ type: "checkSources" });
  };
  return toolButton({ icon: "refresh", label: labels.checkSources, onClick: check });
}

function file([first, ...others]: readonly SourceState[], around: RenderContext): unknown {
  if (!first) return nothing;
  const { label, repository, lines } = first;
  const slash = label.lastIndexOf("/");
  const words = others.length > 0 ? `${label} · ${repository}` : wordsOf(first);
  const opening = opener(first, around);
  const row = html`<button
    type="button"
    class="row"
    data-source=${ifDefined(others.length === 0 ? first.index : undefined)}
    title=${words}
    @click=${opening.click}
    @auxclick=${opening.auxclick}
    @keydown=${opening.keydown}
  >
    <span class="codicon codicon-file-code" aria-hidden="true"></span>
    <bdi class="base" dir="ltr">${label.slice(slash + 1)}</bdi>
    ${others.length > 0 || lines === undefined ? nothing : html`<span class="lines">${lines}</span>`}
    <span class="where">
      ${slash > 0 ? html`<bdi class="folder" dir="ltr">${label.slice(0, slash)}</bdi>` : nothing}
      <bdi class="repository" dir="ltr">${repository}</bdi>
    </span>
  </button>`;
  if (others.length === 0) return html`<div class="only">${row}${status(first, around)}</div>`;
  return html`${row}
    <div class="places">${[first, ...others].map((source) => place(source, around))}</div>`;
}

function place(source: SourceState, around: RenderContext): unknown {
  const { lines } = source;
  if (lines === undefined) return status(source, around); // its row opens it
  const words = wordsOf(source);
  const opening = opener(source, around);
  return html`<span class="place"
    ><button
      type="button"
      data-source=${source.index}
      title=${words}
      aria-label=${words}
      @click=${opening.click}
      @auxclick=${opening.auxclick}
      @keydown=${opening.keydown}
    >
      ${lines}</button
    >${status(source, around)}</span
  >`;
}

const ICONS: Record<SourceStatus["kind"], string> = {
  same: "check",
  cited: "cloud",
  moved: "arrow-swap",
  changed: "diff",
  perhaps: "question",
  gone: "circle-slash",
  perhapsGone: "circle-slash",
  broken: "warning",
  unchecked: "question",
};

/** What became of a source. Its button already tells screen readers; if all is as it was, a mark is enough. */
function status(source: SourceState, around: RenderContext): unknown {
  if (!source.status) return nothing;
  const { kind, label, description, canCompare } = source.status;
  const icon = html`<span class="codicon codicon-${ICONS[kind]}" aria-hidden="true"></span>`;
  if (!canCompare) {
    const isQuiet = kind === "same";
    return html`<span class="status ${kind}" title=${description} aria-hidden="true"
      >${icon}${isQuiet ? nothing : html`<bdi>${label}</bdi>`}</span
    >`;
  }
  const compare = () => {
    around.send({ type: "compareSource", index: source.index });
  };
  const words = `${label}. ${around.labels.compareSource}: ${source.description}`;
  return html`<button
    type="button"
    class="status ${kind}"
    title="${description}. ${around.labels.compareSource}"
    aria-label=${words}
    @click=${compare}
  >
    ${icon}<bdi>${label}</bdi>
  </button>`;
}

function wordsOf({ description, status }: SourceState): string {
  return status ? `${description}\n${status.description}` : description;
}

function opener({ index }: SourceState, { send }: RenderContext) {
  return openingBy((isKept) => {
    send({ type: "openSource", index, ...(isKept && { isKept }) });
  });
}
