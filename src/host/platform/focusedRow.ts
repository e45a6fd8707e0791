import * as vscode from "vscode";

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

async function find<Node>(
  view: Pick<vscode.TreeView<Node>, "selection">,
  idOf: (node: Node) => string | undefined,
): Promise<Node | undefined> {
  const toggle = () => vscode.commands.executeCommand("list.toggleSelection");
  const before = view.selection;
  await toggle();
  const after = view.selection;
  const has = (nodes: readonly Node[], node: Node): boolean => nodes.some((other) => idOf(other) === idOf(node));
  const focused = after.find((node) => !has(before, node)) ?? before.find((node) => !has(after, node));
  await toggle();
  return focused;
}
