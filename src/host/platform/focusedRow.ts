import * as vscode from "vscode";

/**
 * The row of a view that the keys are on; the selected one where they are elsewhere. The editor tells of selected rows
 * alone, and arrow keys select none: so the row is made one more of them, or one less, and at once what it was before.
 * Nothing is opened by that.
 */
export async function focusedRow<Node>(
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
  return focused ?? view.selection[0];
}
