import type { Frame, Page } from "playwright-core";

/** Where a window shows an extension's words, apart from its pages: rows, headings, inputs, notices and documents. */
const OURS = [
  ".part.sidebar .title-label",
  ".pane-header h3.title",
  ".pane-body .welcome-view-content",
  ".pane-body .monaco-list-row",
  ".quick-input-title",
  ".quick-input-message",
  ".quick-input-box input",
  ".quick-input-list .monaco-list-row",
  ".notification-toast .notification-list-item-message",
  ".notification-toast .monaco-button",
  ".part.editor .view-line",
  ".part.editor .tab .label-name",
  "[id='status.plumbline.status'], [id*='plumbline.status']",
];

/** Code doesn't count as words. */
const NOT_WORDS = "code, pre";

/** Every text, name, hint and description in sight there, each once. */
export async function shownTexts(page: Page, webviews: readonly Frame[]): Promise<readonly string[]> {
  const found = await page.mainFrame().evaluate(textsWithin, [OURS.join(), NOT_WORDS] as const);
  for (const webview of webviews) found.push(...(await webview.evaluate(textsWithin, ["body", NOT_WORDS] as const)));
  return [...new Set(found)];
}

/** Runs in a page. */
function textsWithin([selector, excluded]: readonly [string, string]): string[] {
  const found: (string | null)[] = [];
  for (const root of document.querySelectorAll(selector)) {
    for (const element of [root, ...root.querySelectorAll("*")]) {
      if (!element.checkVisibility() || ["SCRIPT", "STYLE"].includes(element.tagName)) continue;
      if (element.closest(excluded)) continue;
      for (const name of ["aria-label", "title", "placeholder", "alt", "label"]) found.push(element.getAttribute(name));
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.push(node.nodeValue);
    }
  }
  return found.flatMap((text) => text?.trim() || []);
}
