/** Where a person is reading: a part of a question and its answer, and how far below the top of the page it begins. */
export interface ReadingPlace {
  readonly id: string;
  /** Counted from zero. The heights of the parts above it are not known before they are laid out. */
  readonly part: number;
  /** In pixels; negative if its beginning is out of sight. */
  readonly top: number;
}

/** The questions of the page, in order. Doesn't search inside them: an answer may have ten thousand elements. */
export function articlesIn(main: HTMLElement): readonly HTMLElement[] {
  const children = [...(main.querySelector(".conversation")?.children ?? [])];
  return children.filter((child) => child instanceof HTMLElement).filter(({ localName }) => localName === "article");
}

/** The position of the first question in sight, or of the last one if none is; -1 if there are none. */
export function positionInSight(articles: readonly HTMLElement[]): number {
  const position = articles.findIndex((article) => article.getBoundingClientRect().bottom > 0);
  return position < 0 ? articles.length - 1 : position;
}

/** The reading place in an article that is in sight, whose question has this id. */
export function placeIn(article: HTMLElement, id: string): ReadingPlace {
  const parts = partsIn(article);
  const found = parts.findIndex(isInSight);
  const part = found < 0 ? parts.length - 1 : found;
  return { id, part, top: (parts[part] ?? article).getBoundingClientRect().top };
}

/** Scrolls so that the part begins as far below the top of the page as the place says. */
export function scrollToPlace(article: HTMLElement, { part, top }: ReadingPlace): void {
  const element = partsIn(article)[part] ?? article;
  element.style.contentVisibility = "visible"; // its end may be in sight when its beginning is not
  scrollBy({ top: element.getBoundingClientRect().top - top, behavior: "instant" });
}

function partsIn(within: HTMLElement): readonly HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>("article > header, article > section > *")];
}

function isInSight(element: Element): boolean {
  return element.getBoundingClientRect().bottom > 0;
}

/** The first part that is in sight, and how far below the top of the page it begins. */
export interface BlockInSight {
  readonly element: Element;
  readonly top: number;
}

/** The first part of a question or an answer that is in sight; `undefined` if the page is scrolled to its top. */
export function blockInSight(main: HTMLElement): BlockInSight | undefined {
  const element = scrollY === 0 ? undefined : partsIn(main).find(isInSight);
  return element && { element, top: element.getBoundingClientRect().top };
}

/** Whether any of an element is in sight, above the box. */
export function isAboveBox(main: HTMLElement, element: Element | null | undefined): element is Element {
  if (!element) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < boxTop(main);
}

/** Scrolls no further than needed to have all of an element above the box, also while the cursor is in that. */
export function bringAboveBox(main: HTMLElement, element: Element): void {
  const by = element.getBoundingClientRect().bottom + 8 - boxTop(main);
  if (by > 0) scrollBy({ top: by, behavior: "instant" });
}

function boxTop(main: HTMLElement): number {
  return Math.min(innerHeight, main.querySelector("footer")?.getBoundingClientRect().top ?? Infinity);
}

/** Scrolls so that it stays where it was: the browser does that itself, but not while the cursor is in the box. */
export function keepInSight({ element, top }: BlockInSight): void {
  const by = element.isConnected ? element.getBoundingClientRect().top - top : 0;
  if (Math.abs(by) >= 1) scrollBy({ top: by, behavior: "instant" });
}

/** The same of the last answer only, and wherever the page is scrolled; `undefined` if nothing of it is in sight. */
export function lastAnswerInSight(main: HTMLElement): BlockInSight | undefined {
  const blocks = [...(articlesIn(main).at(-1)?.querySelectorAll(".answer > :not(.unseen)") ?? [])];
  const element = blocks.find(isInSight);
  const top = element?.getBoundingClientRect().top ?? Infinity;
  return element && top < innerHeight ? { element, top } : undefined;
}
