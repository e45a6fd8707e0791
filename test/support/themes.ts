/** A colour theme of the editor, and how a page in a webview learns its kind. */
export interface Theme {
  readonly title: string;
  /** As settings name it. */
  readonly id: string;
  readonly className: string;
  readonly bodyClass: string;
}

/** The themes in which every look is checked, ordered so that each differs in kind from the one before. */
export const THEMES = [
  { title: "Light Modern", id: "Light Modern", className: "vs", bodyClass: "vscode-light" },
  { title: "Dark Modern", id: "Dark Modern", className: "vs-dark", bodyClass: "vscode-dark" },
  {
    title: "Dark High Contrast",
    id: "Default High Contrast",
    className: "hc-black",
    bodyClass: "vscode-high-contrast",
  },
  {
    title: "Light High Contrast",
    id: "Default High Contrast Light",
    className: "hc-light",
    bodyClass: "vscode-high-contrast-light",
  },
  { title: "Dark+", id: "Dark+", className: "vs-dark", bodyClass: "vscode-dark" },
] as const satisfies readonly Theme[];
