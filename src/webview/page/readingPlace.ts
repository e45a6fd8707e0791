/** Where a person reads: how far below the top of the page a question begins, in pixels; less than zero where that is out of sight. */
export interface ReadingPlace {
  readonly id: string;
  readonly top: number;
}

/** The questions of the page, in order. Looks into none of them: an answer may have ten thousand elements. */
export function articlesIn(main: HTMLElement): readonly HTMLElement[] {
  const children = [...(main.querySelector(".conversation")?.children ?? [])];
  return children.filter((child) => child instanceof HTMLElement).filter(({ localName }) => localName === "article");
}

/** The position of the first question in sight, the last one where none is; -1 where there is none at all. */
export function positionInSight(articles: readonly HTMLElement[]): number {
  const position = articles.findIndex((article) => article.getBoundingClientRect().bottom > 0);
  return position < 0 ? articles.length - 1 : position;
}

/** Scrolls so that a question begins so far below the top of the page. */
export function scrollToPlace(article: HTMLElement, { top }: ReadingPlace): void {
  scrollBy({ top: article.getBoundingClientRect().top - top, behavior: "instant" });
}

/** What is in sight first, and how far below the top of the page. */
export interface BlockInSight {
  readonly element: Element;
  readonly top: number;
}

/** The first part of a question or an answer that is in sight; `undefined` where the page stands at its beginning. */
export function blockInSight(main: HTMLElement): BlockInSight | undefined {
  if (scrollY === 0) return undefined;
  for (const element of main.querySelectorAll("article > header, article > section > *")) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > 0) return { element, top };
  }
  return undefined;
}

/** Scrolls so that it is where it was: the browser sees to that itself, but not while the cursor is in the box. */
export function keepInSight({ element, top }: BlockInSight): void {
  const by = element.isConnected ? element.getBoundingClientRect().top - top : 0;
  if (Math.abs(by) >= 1) scrollBy({ top: by, behavior: "instant" });
}
