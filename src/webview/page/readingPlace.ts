/** Where a person reads: how far below the top of the page a question begins, in pixels; less than zero where that is out of sight. */
export interface ReadingPlace {
  readonly id: string;
  readonly top: number;
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
