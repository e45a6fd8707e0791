import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState } from "../../src/protocol/answer.ts";
import { plumbline, until } from "./extension.ts";
import { standIn } from "./prompts.ts";

const REPOSITORY = "github.com/rexxars/eventsource-parser";

describe("a page of the local service in a browser", () => {
  let parts: TestAccess;
  let baseUrl: string;
  let token: string;
  before(async () => {
    parts = await plumbline();
    await parts.accounts.use({ id: "local" });
    ({ baseUrl, token } = await parts.local.start());
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  /** Follows the link of the page, as the editor does once a person has allowed it. */
  async function follow(address: string): Promise<void> {
    const page = await (await fetch(address)).text();
    const [, link = ""] = /<a href="([^"]*)">/.exec(page) ?? [];
    const uri = vscode.Uri.parse(link.replaceAll("&amp;", "&"), true);
    assert.equal(uri.scheme, vscode.env.uriScheme);
    assert.equal(uri.authority, "plumbline.plumbline");
    await parts.handleUri(uri);
  }

  it("opens a file at its lines", async () => {
    await follow(`${baseUrl}/${REPOSITORY}/-/blob/src/parse.ts?L3-4`);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.match(editor.document.uri.fsPath, /\/src\/parse\.ts$/);
    assert.equal(editor.document.uri.scheme, "file");
    const { range } = parts.opener.marked ?? {};
    assert.deepEqual([editor.selection.active.line, range?.start.line, range?.end.line], [2, 2, 3]);
  });

  it("opens no file that isn't in the folders that are open", async () => {
    const { showErrorMessage } = vscode.window;
    const told: unknown[][] = [];
    vscode.window.showErrorMessage = (...words: unknown[]) => (told.push(words), Promise.resolve(undefined));
    try {
      for (const address of [
        `${baseUrl}/github.com/other/other/-/blob/a.ts`,
        `${baseUrl}/${REPOSITORY}/-/blob/..%2f..%2f..%2fetc/passwd`,
      ])
        await follow(address);
      await parts.handleUri(
        vscode.Uri.parse(`vscode://plumbline.plumbline/open?link=${encodeURIComponent("file:///etc/passwd")}`),
      );
    } finally {
      vscode.window.showErrorMessage = showErrorMessage;
    }
    assert.equal(vscode.window.activeTextEditor, undefined);
    assert.equal(told.length, 3);
    assert.ok(
      told.every(
        ([message, log]) => String(message).startsWith("The link could not be opened: ") && log === "Show Log",
      ),
      JSON.stringify(told),
    );
  });

  it("shows a search before it runs it", async () => {
    const before = parts.searches.current;
    const { createQuickPick } = vscode.window;
    let isShown = false;
    vscode.window.createQuickPick = <T extends vscode.QuickPickItem>() => {
      const pick = createQuickPick<T>();
      return standIn(pick, {
        show: () => {
          isShown = true;
          pick.show();
        },
      });
    };
    try {
      const prompt = { isOpen: true };
      const followed = follow(`${baseUrl}/search?q=createParser+lang%3Atypescript`).finally(() => {
        prompt.isOpen = false;
      });
      await until("the prompt", () => isShown);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      assert.equal(parts.searches.current, before);
      // There is no event for when it is drawn.
      for (const end = Date.now() + 60_000; prompt.isOpen && Date.now() < end;)
        await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      await followed;
    } finally {
      vscode.window.createQuickPick = createQuickPick;
    }
    assert.equal(parts.searches.current?.query.text, "createParser lang:typescript");
  });

  it("opens a conversation, whose address the service tells", async () => {
    let posted: AnswerState | undefined;
    const subscription = parts.answers.onDidPost((state) => {
      posted = state;
    });
    try {
      const response = await fetch(`${baseUrl}/.api/deepsearch/v1`, {
        method: "POST",
        headers: { authorization: `token ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ question: "Where are events parsed?" }),
      });
      await follow(((await response.json()) as { share_url: string }).share_url);
      await until("the conversation", () => posted?.questions[0]?.text === "Where are events parsed?");
      assert.equal(posted?.canOpenInBrowser, false, "its page would only lead back here");
    } finally {
      subscription.dispose();
    }
  });
});
