import type { MatchedItem, MatchedLine, Matches, RepositoryMatches } from "../core/matches.ts";

/** A row of the results. Elements are kept, so that the editor knows them again when the tree has grown. */
export type ResultNode =
  | { readonly kind: "repository"; readonly id: string; readonly repository: RepositoryMatches }
  | {
      readonly kind: "range";
      readonly id: string;
      readonly from: number;
      readonly to: number;
      readonly parent: ResultNode | undefined;
    }
  | { readonly kind: "item"; readonly id: string; readonly item: MatchedItem; readonly parent: ResultNode | undefined }
  | {
      readonly kind: "line";
      readonly id: string;
      readonly line: MatchedLine;
      readonly item: MatchedItem;
      readonly parent: ResultNode;
    };

/** A level shows as many rows flat; further ones come in ranges of as many, appended and closed, so that nothing moves. */
const LEVEL = 1000;

/** How the rows are arranged and what is left out of them. */
export interface Arrangement {
  /** Files one below the other, without their repositories. */
  readonly isFlat: boolean;
  /** Only files with this in their path or in a matched line, in lower case. */
  readonly filter: string;
  /** Ids of rows that were dismissed. */
  readonly dismissed: ReadonlySet<string>;
}

/** The rows of one search, made when somebody looks at them. */
export class ResultNodes {
  readonly #matches: Matches;
  readonly #arrangement: Arrangement;
  readonly #kept = new Map<string, ResultNode>();

  constructor(matches: Matches, arrangement: Arrangement) {
    this.#matches = matches;
    this.#arrangement = arrangement;
  }

  children(node?: ResultNode): ResultNode[] {
    switch (node?.kind) {
      case undefined:
        return this.#arrangement.isFlat ? this.#allItems() : this.#repositories();
      case "repository":
        return this.#level(node.repository.itemCount, node, (from, to) =>
          this.#items(node.repository.index, from, to, node),
        );
      case "range":
        return this.#itemsOfRange(node);
      case "item":
        return this.#matches
          .lines(node.item.index, 0, node.item.lineCount)
          .map((line) =>
            this.#keep({ kind: "line", id: `l${node.item.index}.${line.line}`, line, item: node.item, parent: node }),
          )
          .filter(({ id }) => !this.#arrangement.dismissed.has(id));
      case "line":
        return [];
    }
  }

  #repositories(): ResultNode[] {
    return this.#matches
      .repositories(0, this.#matches.kept.repositories)
      .map((repository) => this.#keep({ kind: "repository", id: `r${repository.index}`, repository }))
      .filter(({ id }) => !this.#arrangement.dismissed.has(id));
  }

  #allItems(): ResultNode[] {
    return this.#repositories().flatMap((node) =>
      node.kind === "repository" ? this.children(node).map((child) => this.#keep({ ...child })) : [],
    );
  }

  #itemsOfRange(range: Extract<ResultNode, { kind: "range" }>): ResultNode[] {
    const { parent } = range;
    return parent?.kind === "repository" ? this.#items(parent.repository.index, range.from, range.to, range) : [];
  }

  /** Up to a thousand rows as they are, the rest as ranges. */
  #level(count: number, parent: ResultNode, rows: (from: number, to: number) => ResultNode[]): ResultNode[] {
    const flat = rows(0, Math.min(count, LEVEL));
    for (let from = LEVEL; from < count; from += LEVEL) {
      flat.push(
        this.#keep({ kind: "range", id: `${parent.id}+${from}`, from, to: Math.min(from + LEVEL, count), parent }),
      );
    }
    return flat;
  }

  #items(repository: number, from: number, to: number, parent: ResultNode): ResultNode[] {
    const { filter, dismissed } = this.#arrangement;
    return this.#matches
      .items(repository, from, to)
      .filter((item) => filter === "" || this.#holds(item, filter))
      .map((item) => this.#keep({ kind: "item", id: `i${item.index}`, item, parent }))
      .filter(({ id }) => !dismissed.has(id));
  }

  #holds(item: MatchedItem, filter: string): boolean {
    if (`${item.repository}/${item.label}`.toLowerCase().includes(filter)) return true;
    return this.#matches.lines(item.index, 0, item.lineCount).some(({ text }) => text.toLowerCase().includes(filter));
  }

  /** The same element for the same row, with what is new of it. */
  #keep(node: ResultNode): ResultNode {
    const kept = this.#kept.get(node.id);
    if (kept) return Object.assign(kept, node);
    this.#kept.set(node.id, node);
    return node;
  }
}
