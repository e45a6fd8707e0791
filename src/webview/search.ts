import "@vscode-elements/elements/dist/vscode-textfield/index.js";
import "@vscode-elements/elements/dist/vscode-toolbar-button/index.js";
import type { VsCodeApi } from "./page/memory.ts";
import { SearchPage } from "./search/searchPage.ts";

declare function acquireVsCodeApi(): VsCodeApi;

const main = document.getElementById("search");
if (main) new SearchPage(main, acquireVsCodeApi()).start();
