import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/**
 * One of our pages, by the name of its script. Its policy lets in nothing but our own scripts, style sheets, fonts and
 * drawn pictures.
 */
export function webviewPage(webview: vscode.Webview, root: vscode.Uri, name: "answer" | "search"): string {
  const nonce = randomBytes(16).toString("base64");
  const address = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(root, "dist", "webview", file)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    "img-src blob:",
  ].join("; ");
  return `<!doctype html>
<html lang="${vscode.env.language}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="${address("codicon.css")}" id="vscode-codicon-stylesheet" />
    <link rel="stylesheet" href="${address(`${name}.css`)}" />
    <title>Plumbline</title>
  </head>
  <body>
    <main id="${name}"></main>
    <script type="module" nonce="${nonce}" src="${address(`${name}.js`)}"></script>
  </body>
</html>`;
}
