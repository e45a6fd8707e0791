import { isDeepStrictEqual } from "node:util";

/** What a row shows; one with the same `id` in the next update is the same row. */
interface Listed<Node> {
  readonly id: string;
  readonly children?: readonly Node[];
}

/** A row as the editor knows it: it stays the same object while what it shows changes. */
export interface TreeRow<Node> {
  readonly node: Node;
  readonly children: readonly TreeRow<Node>[];
}

/** The part of a row that {@link TreeRows} writes. */
type Written<Node> = { -readonly [Key in keyof TreeRow<Node>]: TreeRow<Node>[Key] };

/**
 * The rows of a tree view, and which of them differ. From the moment the editor is told to redraw rows until it has
 * asked for them, it knows none of the rows below them: a click on one of their checkboxes is lost. So it is told to
 * redraw as few as possible.
 */
export class TreeRows<Node extends Listed<Node>> {
  #top: readonly TreeRow<Node>[] = [];

  /** The rows that are not below other rows. */
  get top(): readonly TreeRow<Node>[] {
    return this.#top;
  }

  /** Shows these from now on. Returns the rows to redraw, each with all below it; `undefined` for all rows. */
  update(nodes: readonly Node[]): TreeRow<Node>[] | undefined {
    const { rows, changed } = next(this.#top, nodes);
    this.#top = rows;
    return changed;
  }
}

interface Next<Node> {
  readonly rows: readonly TreeRow<Node>[];
  readonly changed: TreeRow<Node>[] | undefined;
}

function next<Node extends Listed<Node>>(before: readonly TreeRow<Node>[], nodes: readonly Node[]): Next<Node> {
  const known = new Map(before.map((row) => [row.node.id, row]));
  const areSame = before.length === nodes.length && before.every(({ node }, index) => node.id === nodes[index]?.id);
  const changed: TreeRow<Node>[] = [];
  const rows = nodes.map((node) => {
    const row: Written<Node> = known.get(node.id) ?? { node, children: [] };
    const below = next(row.children, node.children ?? []);
    const isSame = isDeepStrictEqual({ ...row.node, children: [] }, { ...node, children: [] });
    changed.push(...((isSame ? below.changed : undefined) ?? [row]));
    row.node = node;
    row.children = below.rows;
    return row;
  });
  return { rows, changed: areSame ? changed : undefined };
}
