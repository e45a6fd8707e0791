import "@vscode-elements/elements/dist/vscode-button/index.js";
import { Panel } from "./answers/panel.ts";
import type { VsCodeApi } from "./page/memory.ts";

declare function acquireVsCodeApi(): VsCodeApi;

const main = document.getElementById("answer");
if (main) new Panel(main, acquireVsCodeApi()).start();
