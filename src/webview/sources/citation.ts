/** The number of the source that something on the page stands for. */
export function sourceAt(target: EventTarget | null): number | undefined {
  const element = target instanceof Element ? target.closest("[data-source]") : null;
  return element ? Number(element.getAttribute("data-source")) : undefined;
}

/**
 * Brings the first place that cites one of these sources into view, and marks its sentence until another one is marked.
 * If no sentence cites them, a row in the list of sources is marked. The focus and the page's content stay as they are.
 */
export function showCitation(main: HTMLElement, indices: readonly number[]): void {
  CSS.highlights.delete("cited");
  const linkIn = (part: string) =>
    main.querySelector(indices.map((index) => `${part} [data-source="${index}"]`).join(", "));
  const link = linkIn(".answer") ?? linkIn(".sources");
  if (!link) return;
  unfoldBelow(link);
  CSS.highlights.set("cited", new Highlight(sentenceOf(link)));
  link.scrollIntoView({ block: "nearest" });
}

/** Unfolds the code of the passage in whose heading a link is. */
function unfoldBelow(link: Element): void {
  let next = link.closest(".passage-head")?.nextElementSibling;
  if (next?.matches(".reason") === true) next = next.nextElementSibling;
  next?.querySelector<HTMLElement>(".lines-fold[aria-expanded=false]")?.click();
}

/** From the first to the last letter of the sentence in which a link begins; for a row, all of it. */
function sentenceOf(link: Element): Range {
  const block = link.closest("p, li, td, th, h4, h5, h6") ?? link;
  const range = new Range();
  range.selectNodeContents(link.closest(".answer") ? block : link);
  if (range.startContainer === link) return range;
  const before = new Range();
  before.setStart(block, 0);
  before.setEndBefore(link);
  const at = before.toString().length;
  const sentences = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(block.textContent)];
  const sentence = sentences.findLast(({ index }) => index <= at);
  if (!sentence) return range;
  const start = placeOf(block, sentence.index);
  const end = placeOf(block, sentence.index + sentence.segment.trimEnd().length);
  if (start) range.setStart(...start);
  if (end) range.setEnd(...end);
  return range;
}

/** The text node that holds the letter at this offset of all text, and its offset there. */
function placeOf(block: Element, offset: number): [node: Node, offset: number] | undefined {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  let left = offset;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    if (left <= length) return [node, left];
    left -= length;
  }
  return undefined;
}
