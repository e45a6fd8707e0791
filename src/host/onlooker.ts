import * as vscode from "vscode";
import type { Onlooker } from "../core/watchConversation.ts";

/** Whoever sits before a panel: they look at it while it is visible and the window has the focus. */
export function onlookerOf(panel: vscode.WebviewPanel): Onlooker {
  const isLooking = (): boolean => panel.visible && vscode.window.state.focused;
  return {
    get isLooking() {
      return isLooking();
    },
    begins: (signal) =>
      new Promise((resolve, reject) => {
        let was = isLooking();
        const look = (): void => {
          if (isLooking() && !was) {
            changes.dispose();
            resolve();
          }
          was = isLooking();
        };
        const changes = vscode.Disposable.from(
          panel.onDidChangeViewState(look),
          vscode.window.onDidChangeWindowState(look),
        );
        signal.addEventListener("abort", () => {
          changes.dispose();
          reject(new DOMException("Nobody waits any more.", "AbortError"));
        });
      }),
  };
}
