import { setTimeout as sleep } from "node:timers/promises";
import type * as vscode from "vscode";

const TRIES = 20;
const PAUSE_MS = 50;

/**
 * Reveals a row of a view. While the editor reads rows anew, it may refuse one that it is about to know; so it is asked
 * again for a moment, with what `row` gives by then. Resolves with whether the row was revealed.
 */
export async function revealRow<Node>(
  view: Pick<vscode.TreeView<Node>, "reveal">,
  row: () => Node | undefined | Promise<Node | undefined>,
  options: { readonly select: boolean; readonly focus: boolean },
): Promise<boolean> {
  for (let tries = TRIES; tries > 0; tries--) {
    const node = await row();
    if (node === undefined) return false;
    const isRevealed = await view.reveal(node, options).then(
      () => true,
      () => false,
    );
    if (isRevealed) return true;
    await sleep(PAUSE_MS);
  }
  return false;
}
