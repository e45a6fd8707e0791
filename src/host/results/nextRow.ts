import type { ResultNode, ResultNodes } from "./resultNodes.ts";

/** The row to go to when one is taken away: the next beside it, else the one before; where it is alone, what holds it goes too. */
export function nextRow(nodes: Pick<ResultNodes, "rows">, gone: ResultNode): ResultNode | undefined {
  const siblings = nodes.rows(gone.parent);
  const at = siblings.findIndex(({ id }) => id === gone.id);
  return siblings[at + 1] ?? siblings[at - 1] ?? (gone.parent && nextRow(nodes, gone.parent));
}
