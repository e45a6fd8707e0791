import assert from "node:assert/strict";
import * as vscode from "vscode";
import { newDocument } from "../../src/host/platform/newDocument.ts";

describe("a new document", () => {
  it("has its own text, not that of a document of the same name that was just closed", async () => {
    for (let count = 1; count <= 20; count++) {
      const content = `# Query: parser\n# ${String(count)} matches`;
      const document = await newDocument({ content, language: "markdown" });
      await vscode.window.showTextDocument(document, { preview: false });
      assert.equal(document.getText().replaceAll("\r\n", "\n"), content);
      assert.equal(document.languageId, "markdown");
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
  });
});
