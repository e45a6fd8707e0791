import assert from "node:assert/strict";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Account } from "../../src/host/accounts/accounts.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { plain, ScriptedServer } from "../support/scriptedServer.ts";
import { markedText, plumbline, until } from "./extension.ts";

const HASH = "0123456789abcdef0123456789abcdef01234567";
const SOURCE = {
  repository: "github.com/rexxars/eventsource-parser",
  revision: HASH,
  path: "src/parse.ts",
  range: { startLine: 1, endLine: 2 },
};

/** Tests with a source whose repository is in the workspace. */
describe("the copy that a source opens in", () => {
  let parts: TestAccess;
  let server: ScriptedServer;
  let account: Account;
  let file: string;

  before(async () => {
    parts = await plumbline();
    server = await ScriptedServer.start(({ path }, response) => {
      if (path.includes("/-/raw/src/parse.ts")) plain(response, 200, "one\ntwo\nthree\n\nfive (5)\n");
      else plain(response, 404, "file does not exist");
    });
    account = parts.accounts.for(server.baseUrl);
    await parts.accounts.add(account);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    file = join(folder.uri.fsPath, "eventsource-parser/src/parse.ts");
  });

  afterEach(async () => {
    await set(undefined);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  after(async () => {
    await parts.accounts.remove(account);
    await server[Symbol.asyncDispose]();
  });

  const set = (value: string | undefined) =>
    vscode.workspace.getConfiguration("plumbline.sources").update("open", value, vscode.ConfigurationTarget.Global);
  const shown = () => vscode.window.activeTextEditor;

  it("is the person's own, unless a setting says otherwise", async () => {
    await parts.opener.open(account.id, SOURCE);
    assert.equal(shown()?.document.uri.fsPath, file);
    await set("local");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await parts.opener.open(account.id, SOURCE);
    assert.equal(shown()?.document.uri.fsPath, file);
  });

  it("is the service's by setting, at the cited lines, and from there the person's own on one command", async () => {
    await set("remote");
    await parts.opener.open(account.id, SOURCE);
    assert.equal(shown()?.document.uri.scheme, "plumbline");
    assert.equal(markedText(parts), "two\nthree");
    await vscode.commands.executeCommand("plumbline.openLocalCopy");
    assert.equal(shown()?.document.uri.fsPath, file);
  });

  it("is never another one for the local service", async () => {
    await set("remote");
    await parts.opener.open("local", { repository: SOURCE.repository, path: SOURCE.path });
    assert.equal(shown()?.document.uri.fsPath, file);
  });

  it("is asked for by setting: the first choice is the person's own", async () => {
    await set("ask");
    await answered("workbench.action.acceptSelectedQuickOpenItem");
    assert.equal(shown()?.document.uri.fsPath, file);
  });

  it("is asked for by setting: the next choice is the service's", async () => {
    await set("ask");
    for (let tries = 0; tries < 20 && shown()?.document.uri.scheme !== "plumbline"; tries++) {
      // The question appears between two of the commands, at an unknown point: it takes an odd number of steps.
      const steps = new Array<string>(tries + 1).fill("workbench.action.quickOpenSelectNext");
      await answered(...steps, "workbench.action.acceptSelectedQuickOpenItem");
    }
    assert.equal(shown()?.document.uri.scheme, "plumbline");
    await until("the cited lines", () => markedText(parts) === "two\nthree");
  });

  it("is none where whoever is asked wants none", async () => {
    await set("ask");
    await answered("workbench.action.closeQuickOpen");
    assert.equal(shown(), undefined);
  });

  it("is not asked for where there is only one", async () => {
    await set("ask");
    await parts.opener.open(account.id, { ...SOURCE, repository: "host/elsewhere" });
    assert.equal(shown()?.document.uri.scheme, "plumbline");
  });

  /**
   * Opens the source, and runs commands repeatedly until the question is answered: there is no event for when it
   * appears.
   */
  async function answered(...commands: readonly string[]): Promise<void> {
    const question = { isOpen: true };
    const opening = parts.opener.open(account.id, SOURCE).finally(() => {
      question.isOpen = false;
    });
    for (const end = Date.now() + 60_000; question.isOpen && Date.now() < end;) {
      for (const command of commands) await vscode.commands.executeCommand(command);
    }
    await opening;
  }
});
