import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";

/** How often the focused row is looked for, and how long the editor may draw in between: a second in all. */
const ATTEMPTS = 10;
const DRAWN_WITHIN_MS = 100;

/**
 * The row of a view that has the keyboard focus; `undefined` if none has, as when it was just removed. The editor only
 * reports selected rows, and arrow keys select none: so the focused row is added to the selection or removed from it,
 * and put back at once. This opens nothing. Of keys pressed in quick succession, each waits for the one before, which
 * would otherwise undo what this one does to the selection.
 */
export function focusedRow<Node>(
  view: Pick<vscode.TreeView<Node>, "selection">,
  idOf: (node: Node) => string | undefined,
): Promise<Node | undefined> {
  const asked = last.then(() => find(view, idOf));
  last = asked.catch(() => undefined);
  return asked;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * While the rows are drawn anew, the editor knows only some of those that are selected. So nothing counts unless one
 * row alone has changed, and all is as before once it was put back.
 */
async function find<Node>(
  view: Pick<vscode.TreeView<Node>, "selection">,
  idOf: (node: Node) => string | undefined,
): Promise<Node | undefined> {
  const toggle = () => vscode.commands.executeCommand("list.toggleSelection");
  const without = (nodes: readonly Node[], others: readonly Node[]): readonly Node[] =>
    nodes.filter((node) => !others.some((other) => idOf(other) === idOf(node)));
  const between = (some: readonly Node[], others: readonly Node[]) => [
    ...without(some, others),
    ...without(others, some),
  ];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = view.selection;
    await toggle();
    const changed = between(before, view.selection);
    await toggle();
    if (changed.length === 1 && between(before, view.selection).length === 0) return changed[0];
    await sleep(DRAWN_WITHIN_MS);
  }
  return undefined;
}
