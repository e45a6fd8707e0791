import type { ResultNode, ResultNodes } from "./resultNodes.ts";

/**
 * The row to go to when one is removed: the next sibling, else the one before; an only child takes its parent along.
 */
export function nextRow(nodes: Pick<ResultNodes, "rows">, gone: ResultNode): ResultNode | undefined {
  const siblings = nodes.rows(gone.parent);
  const at = siblings.findIndex(({ id }) => id === gone.id);
  return siblings[at + 1] ?? siblings[at - 1] ?? (gone.parent && nextRow(nodes, gone.parent));
}

/**
 * The match to go to from a row: the next one after it, or the last one before it, wrapping around at the end; without
 * a row, the first or the last. A match is a matched line, or a file that was found by its path.
 */
export function nextMatch(
  nodes: Pick<ResultNodes, "rows">,
  from: ResultNode | undefined,
  by: 1 | -1,
): ResultNode | undefined {
  for (const matches of [matchesBeside(nodes, from, by), matchesIn(nodes, undefined, by)]) {
    const { value } = matches.next();
    if (value) return value;
  }
  return undefined;
}

/** The matches after the start of a row, or before it, nearest first. */
function* matchesBeside(nodes: Pick<ResultNodes, "rows">, row: ResultNode | undefined, by: 1 | -1): RowIterator {
  if (row && by > 0 && !isMatch(row)) yield* matchesIn(nodes, row, by);
  for (let at = row; at; at = at.parent) {
    const { id, parent } = at;
    const siblings = nodes.rows(parent);
    const place = siblings.findIndex((sibling) => sibling.id === id);
    const others = by > 0 ? siblings.slice(place + 1) : siblings.slice(0, Math.max(0, place)).reverse();
    for (const other of others) yield* matchesIn(nodes, other, by);
  }
}

/** The matches that a row is or contains; without a row, all matches. Backwards, the last one comes first. */
function* matchesIn(nodes: Pick<ResultNodes, "rows">, row: ResultNode | undefined, by: 1 | -1): RowIterator {
  if (row && isMatch(row)) yield row;
  else for (const child of by > 0 ? nodes.rows(row) : nodes.rows(row).reverse()) yield* matchesIn(nodes, child, by);
}

type RowIterator = Generator<ResultNode, undefined>;

function isMatch(row: ResultNode): boolean {
  if (row.kind !== "item") return row.kind === "line";
  const { path, lineCount } = row.item;
  return lineCount === 0 && path !== "" && !path.endsWith("/");
}
