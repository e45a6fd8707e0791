import * as vscode from "vscode";

/**
 * The row of a view that the keys are on; `undefined` where they are on none, as when it was just taken away. The editor
 * tells of selected rows alone, and arrow keys select none: so the row is made one more of them, or one less, and at once
 * what it was before. Nothing is opened by that. Of keys that follow fast, each waits for the one before, which would
 * undo what this one does to the selection.
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
