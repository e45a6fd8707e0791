import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { Directive, directive } from "lit/directive.js";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type { Block, Cell, ListItem } from "../../protocol/markdown.ts";
import { BlockKeys, foldNumbers } from "./blockKeys.ts";
import { citedSources } from "./citedSources.ts";
import { codeBlock } from "./codeBlock.ts";
import { diagram } from "./diagram.ts";
import { fold, foldButton } from "../page/folding.ts";
import { headingRanks } from "./headingRanks.ts";
import { inlines } from "./inlines.ts";
import type { RenderContext } from "../page/renderContext.ts";

const ROWS_SHOWN = 100;

type Heading = Extract<Block, { type: "heading" }>;
type List = Extract<Block, { type: "list" }>;
type Table = Extract<Block, { type: "table" }>;

/** Blocks, each in its place. `key` is the start of their keys in `folds`. */
export function blocks(content: readonly Block[], key: string, around: RenderContext): unknown[] {
  const [ranks, numbers] = [headingRanks(content), foldNumbers(content)];
  return content.map((block, index) => draw(block, `${key}.${numbers[index] ?? ""}`, around, ranks[index]));
}

/**
 * All blocks of an answer, which grows at its end and may get additions anywhere from its check. A block that is the
 * same object as before, with the same cited sources, is not drawn again but moves with its elements. `id` is that of
 * the question.
 */
export const growingBlocks = directive(
  class extends Directive {
    readonly #keys = new BlockKeys();

    override render(content: readonly Block[], id: string, around: RenderContext): unknown {
      const version = around.folds.versionOf(id);
      const [keys, ranks, numbers] = [this.#keys.of(content), headingRanks(content), foldNumbers(content)];
      return repeat(
        content,
        (_, index) => keys[index],
        (block, index) => {
          const cited = citedSources(block).map((number) => around.sources.get(number));
          const folded = around.folded.get(block);
          return guard([block, version, ranks[index], numbers[index], folded, ...cited], () =>
            draw(block, `${id}.${numbers[index] ?? ""}`, around, ranks[index]),
          );
        },
      );
    }
  },
);

function draw(block: Block, key: string, around: RenderContext, rank = 0): TemplateResult {
  switch (block.type) {
    case "paragraph":
      return around.folded.has(block)
        ? html`<p class="reason" dir="auto">${inlines(block.content, around)}</p>`
        : html`<p dir="auto">${inlines(block.content, around)}</p>`;
    case "heading":
      return heading(block, rank, around);
    case "code":
      return block.language.toLowerCase() === "mermaid" ? diagram(block, key, around) : codeBlock(block, key, around);
    case "quote":
      return html`<blockquote dir="auto">${blocks(block.content, key, around)}</blockquote>`;
    case "rule":
      return html`<hr />`;
    case "list":
      return list(block, key, around);
    case "table":
      return table(block, key, around);
  }
}

/** The page's own headings are one to three; an answer's begin below. The class determines how large they look. */
function heading(block: Heading, rank: number, around: RenderContext): TemplateResult {
  const { level, content } = block;
  const look = `level-${Math.min(level, 3)}${around.folded.has(block) ? " passage-head" : ""}`;
  const words = inlines(content, around);
  switch (rank) {
    case 0:
      return html`<h4 class=${look} dir="auto">${words}</h4>`;
    case 1:
      return html`<h5 class=${look} dir="auto">${words}</h5>`;
    default:
      return html`<h6 class=${look} dir="auto">${words}</h6>`;
  }
}

function list({ ordered, start, items }: List, key: string, around: RenderContext): TemplateResult {
  const drawn = items.map((item, index) => listItem(item, `${key}.${index}`, around));
  return ordered
    ? html`<ol dir="auto" start=${start}>
        ${drawn}
      </ol>`
    : html`<ul dir="auto">
        ${drawn}
      </ul>`;
}

/** The first paragraph is beside its bullet, without a paragraph's margin. */
function listItem({ checked, content }: ListItem, key: string, around: RenderContext): TemplateResult {
  const [first, ...others] = content;
  const isText = first?.type === "paragraph";
  const text = isText ? html`<span class="lead">${inlines(first.content, around)}</span>` : nothing;
  const rest = blocks(isText ? others : content, key, around);
  if (checked === undefined) return html`<li>${text}${rest}</li>`;
  return html`<li class="task">
    <label><input type="checkbox" disabled .checked=${checked} />${text}</label>${rest}
  </li>`;
}

function table({ align, head, rows }: Table, key: string, around: RenderContext): TemplateResult {
  const { shown, isFolded, canFold } = fold(rows, ROWS_SHOWN, key, around.folds);
  const cells = (row: readonly Cell[]) =>
    row.map((cell, column) => html`<td class=${align[column] ?? "none"} dir="auto">${inlines(cell, around)}</td>`);
  return html`<div class="scroller">
      <table>
        <thead>
          <tr>
            ${head.map(
              (cell, column) =>
                html`<th class=${align[column] ?? "none"} scope="col" dir="auto">${inlines(cell, around)}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${shown.map(
            (row) =>
              html`<tr>
                ${cells(row)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${canFold ? foldButton(key, isFolded, around) : nothing}`;
}
