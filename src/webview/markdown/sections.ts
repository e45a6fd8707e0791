import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Block, Inline } from "../../protocol/markdown.ts";
import { foldButton } from "../page/folding.ts";
import type { RenderContext } from "../page/renderContext.ts";
import { toolButton } from "../page/toolbar.ts";
import { headingRanks } from "./headingRanks.ts";

/** An answer with fewer blocks or fewer sections is looked through faster than its outline. */
const LONG = { blocks: 12, sections: 3 };
/** So many sections are listed with those in them. */
const LISTED = 10;

interface Section {
  readonly words: string;
  /** Its number among all headings of the answer. */
  readonly index: number;
  /** Whether it is in the one above. */
  readonly isInner: boolean;
}

/** Whether an answer is so long that it has an outline and a way back to its top. */
export function hasOutline(content: readonly Block[]): boolean {
  return content.length >= LONG.blocks && content.filter(isHeading).length >= LONG.sections;
}

/**
 * The sections of an answer, each with the sections in it: a click goes there. If these are many, the latter are
 * folded. `key` is that of the fold.
 */
export function outline(content: readonly Block[], key: string, around: RenderContext): TemplateResult {
  const sections = sectionsOf(content);
  const canFold = sections.length > LISTED && sections.some(({ isInner }) => isInner);
  const isFolded = canFold && !around.folds.isOpen(key);
  const line = ({ words, index }: Section) =>
    html`<button type="button" dir="auto" @click=${goTo(index)}>${words}</button>`;
  const group = ([first, ...inner]: readonly Section[]) =>
    html`<li>
      ${first ? line(first) : nothing}
      ${
        inner.length === 0 || isFolded
          ? nothing
          : html`<ul>
              ${inner.map((each) => html`<li>${line(each)}</li>`)}
            </ul>`
      }
    </li>`;
  return html`<nav class="outline" aria-label=${around.labels.outline}>
    <h3 aria-hidden="true">${around.labels.outline}</h3>
    <ul>
      ${groupsOf(sections).map(group)}
    </ul>
    ${canFold ? foldButton(key, isFolded, around) : nothing}
  </nav>`;
}

/**
 * A button that is in sight wherever an answer is read, but not where its top is: beside it, so that it hides nothing.
 */
export function backToTop({ labels }: RenderContext): TemplateResult {
  const onClick = ({ currentTarget }: Event) => {
    const article = currentTarget instanceof Element && currentTarget.closest("article");
    if (!(article instanceof HTMLElement)) return;
    article.focus({ preventScroll: true });
    // The title above the first question would be half out of sight.
    if (article.matches("article:first-of-type")) scrollTo({ top: 0 });
    else article.scrollIntoView({ block: "start" });
  };
  return html`<div class="back-to-top">${toolButton({ icon: "arrow-up", label: labels.backToTop, onClick })}</div>`;
}

/** Goes to a section of the answer that an element is in, or is above of, by its number. */
export function goToSection(from: Element, index: number): void {
  const answer = from.closest("article")?.querySelector(".answer");
  const headings = [...(answer?.children ?? [])].filter((child) => child.matches("h4, h5, h6"));
  const heading = headings[index];
  if (!(heading instanceof HTMLElement)) return;
  heading.tabIndex = -1; // what is read next, also by a screen reader, and where the Tab key goes on
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "start" });
}

function goTo(index: number): (event: Event) => void {
  return ({ currentTarget }) => {
    if (currentTarget instanceof Element) goToSection(currentTarget, index);
  };
}

/** Two levels of sections; where one heading stands above all others, the two below it. */
function sectionsOf(content: readonly Block[]): readonly Section[] {
  const ranks = headingRanks(content);
  const headings = content.flatMap((block, at) =>
    isHeading(block) ? [{ words: plainWords(block.content), rank: ranks[at] ?? 0 }] : [],
  );
  const outer = headings.filter(({ rank }) => rank === 0).length > 1 ? 0 : 1;
  return headings
    .map(({ words, rank }, index) => ({ words, index, rank, isInner: rank > outer }))
    .filter(({ rank }) => rank <= outer + 1);
}

/** Each section with those in it behind it. */
function groupsOf(sections: readonly Section[]): readonly (readonly Section[])[] {
  const groups: Section[][] = [];
  for (const section of sections) {
    const group = section.isInner ? groups.at(-1) : undefined;
    if (group) group.push(section);
    else groups.push([section]);
  }
  return groups;
}

function isHeading(block: Block): block is Extract<Block, { type: "heading" }> {
  return block.type === "heading";
}

/** The words of a heading: its links would lead elsewhere. */
function plainWords(content: readonly Inline[]): string {
  return content
    .map((inline) => (inline.type === "break" ? " " : "content" in inline ? plainWords(inline.content) : inline.text))
    .join("");
}
