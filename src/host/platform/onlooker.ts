import * as vscode from "vscode";
import type { Onlooker } from "../../core/conversations/watchConversation.ts";

/** Whoever sits before a panel: they look at it while it is visible and the window has the focus. */
export function onlookerOf(panel: vscode.WebviewPanel): Onlooker {
  return onlooker(
    () => panel.visible && vscode.window.state.focused,
    (look) => vscode.Disposable.from(panel.onDidChangeViewState(look), vscode.window.onDidChangeWindowState(look)),
  );
}

/** Nobody who looks at a panel: somebody who comes to the window now and then. */
export const passerBy: Onlooker = {
  isLooking: false,
  begins: (signal) =>
    onlooker(
      () => vscode.window.state.focused,
      (look) => vscode.window.onDidChangeWindowState(look),
    ).begins(signal),
};

function onlooker(isLooking: () => boolean, onChange: (look: () => void) => vscode.Disposable): Onlooker {
  return {
    get isLooking() {
      return isLooking();
    },
    begins: (signal) =>
      new Promise((resolve, reject) => {
        let was = isLooking();
        const changes = onChange(() => {
          if (isLooking() && !was) {
            changes.dispose();
            resolve();
          }
          was = isLooking();
        });
        signal.addEventListener("abort", () => {
          changes.dispose();
          reject(new DOMException("Nobody waits any more.", "AbortError"));
        });
      }),
  };
}
