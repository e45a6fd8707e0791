import * as vscode from "vscode";
import type { Attention } from "../../core/conversations/watchConversation.ts";

/** The attention for a panel: it is looked at while it is visible and the window has the focus. */
export function attentionOf(panel: vscode.WebviewPanel): Attention {
  return attention(
    () => panel.visible && vscode.window.state.focused,
    (look) => vscode.Disposable.from(panel.onDidChangeViewState(look), vscode.window.onDidChangeWindowState(look)),
  );
}

/** The attention for what no panel shows. It is never looked at; coming back to the window is a reason to look once. */
export const windowAttention: Attention = {
  isLooking: false,
  get isThere() {
    return vscode.window.state.focused;
  },
  waitForFocus: (signal) =>
    attention(
      () => vscode.window.state.focused,
      (look) => vscode.window.onDidChangeWindowState(look),
    ).waitForFocus(signal),
};

function attention(isLooking: () => boolean, onChange: (look: () => void) => vscode.Disposable): Attention {
  return {
    get isLooking() {
      return isLooking();
    },
    get isThere() {
      return vscode.window.state.focused;
    },
    waitForFocus: (signal) =>
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
