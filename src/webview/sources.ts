import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { SourceState } from "../protocol/answer.ts";
import { fold, foldButton } from "./folding.ts";
import type { Surroundings } from "./surroundings.ts";

const FILES_SHOWN = 8;

/** The files that an answer rests on, in its order, each once with all its places. Each place opens by click and by key. */
export function sources(
  list: readonly SourceState[],
  others: readonly string[],
  key: string,
  around: Surroundings,
): TemplateResult {
  const files = [...Map.groupBy(list, ({ repository, label }) => `${repository}\n${label}`).values()];
  const { shown, canFold, isFolded } = fold(files, FILES_SHOWN, key, around.folds);
  return html`<section class="sources">
    <h3>${around.labels.sources} <span class="count">${files.length + others.length}</span></h3>
    <ol>
      ${shown.map((places) => html`<li>${file(places, around)}</li>`)} ${isFolded ? nothing : others.map(other)}
    </ol>
    ${canFold ? foldButton(key, isFolded, around) : nothing}
  </section>`;
}

/** A source of a kind that can't be opened here: its label alone. */
function other(label: string): TemplateResult {
  return html`<li class="other">
    <span class="codicon codicon-references" aria-hidden="true"></span><span dir="auto">${label}</span>
  </li>`;
}

function file([first, ...others]: readonly SourceState[], around: Surroundings): unknown {
  if (!first) return nothing;
  const { label, repository, lines, description } = first;
  const slash = label.lastIndexOf("/");
  const row = html`<button
    type="button"
    class="row"
    title=${description}
    aria-label=${description}
    @click=${opener(first, around)}
  >
    <span class="codicon codicon-file-code" aria-hidden="true"></span>
    <bdi class="base">${label.slice(slash + 1)}</bdi>
    ${others.length > 0 || lines === undefined ? nothing : html`<span class="lines">${lines}</span>`}
    <span class="where">
      ${slash > 0 ? html`<bdi class="folder">${label.slice(0, slash)}</bdi>` : nothing}
      <bdi class="repository">${repository}</bdi>
    </span>
  </button>`;
  if (others.length === 0) return row;
  return html`${row}
    <div class="places">${[first, ...others].map((source) => place(source, around))}</div>`;
}

function place(source: SourceState, around: Surroundings): unknown {
  const { lines, description } = source;
  if (lines === undefined) return nothing; // its row opens it
  return html`<button type="button" title=${description} aria-label=${description} @click=${opener(source, around)}>
    ${lines}
  </button>`;
}

function opener({ index }: SourceState, { send }: Surroundings): () => void {
  return () => {
    send({ type: "openSource", index });
  };
}
