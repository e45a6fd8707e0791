import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import * as vscode from "vscode";
import type { Conversation } from "../../src/core/model/conversation.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { plumbline, until } from "./extension.ts";

const REPOSITORY = "github.com/rexxars/eventsource-parser";
const PATH = "src/parse.ts";

/** A file of the workspace that answers cite, with copies of the answers on this machine. */
describe("a file that answers cite", () => {
  let parts: TestAccess;
  let root: string;
  let file: string;
  let text: string;
  let commit: string;
  /** Zero-based. */
  let line: number;

  before(async () => {
    parts = await plumbline();
    await parts.accounts.use({ id: "local" });
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    root = join(folder.uri.fsPath, "eventsource-parser");
    file = join(root, PATH);
    commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
    text = readFileSync(file, "utf8");
    line = text.split("\n").findIndex((one) => one.startsWith("export function createParser"));
    const { copies } = await parts.history();
    await copies.removeAll("local"); // other answers cite the file as well
    const at = (lines: string, path = PATH, repository = REPOSITORY) =>
      `[here](/${repository}@${commit}/-/blob/${path}${lines})`;
    const lines = `?L${String(line + 1)}-${String(line + 3)}`;
    await copies.save("local", conversation("901", "Where is it made?", at(lines)));
    await copies.save("local", conversation("902", "And again?", `${at(lines)}, all of ${at("")}`));
    await copies.save("local", conversation("903", "Elsewhere?", at(lines, "src/stream.ts")));
    await copies.save("local", conversation("904", "In another?", at(lines, PATH, "github.com/nodejs/undici")));
  });

  afterEach(async () => {
    await set(undefined);
    const document = await vscode.workspace.openTextDocument(file);
    if (document.getText() !== text) {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
      await vscode.workspace.applyEdit(edit);
    }
    await document.save(); // the editor may have saved what was edited
    assert.equal(readFileSync(file, "utf8"), text);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("all panels closed", () => parts.answers.panels.length === 0);
  });

  after(async () => {
    const { copies } = await parts.history();
    for (const name of ["901", "902", "903", "904"]) await copies.remove("local", name);
  });

  const set = (value: boolean | undefined) =>
    vscode.workspace.getConfiguration("plumbline.sources").update("codeLens", value, vscode.ConfigurationTarget.Global);
  const lenses = async ({ uri }: vscode.TextDocument) => {
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 100);
    return found
      .filter(({ command }) => command?.command === "plumbline.showAnswersAboutFile")
      .map(({ range, command }) => [range.start.line, command?.title] as const)
      .sort(([a], [b]) => a - b);
  };
  const isShown = (name: string) => parts.answers.panels.some((panel) => panel.shows("local", name));
  /** Runs a command that asks for a choice, and takes the first one repeatedly until the command ends. */
  async function choosingFirst(running: Thenable<unknown>): Promise<void> {
    const choice = { isOpen: true };
    const through = Promise.resolve(running).finally(() => {
      choice.isOpen = false;
    });
    for (const end = Date.now() + 60_000; choice.isOpen && Date.now() < end;) {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    }
    await through;
  }

  it("says nothing of it unless a setting is on", async () => {
    const document = await vscode.workspace.openTextDocument(file);
    assert.deepEqual(await lenses(document), []);
  });

  it("says how many cite it and its lines, where these are now", async () => {
    await set(true);
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    const cited = [
      [0, "Cited in 1 answer"],
      [line, "Cited in 2 answers"],
    ];
    await untilEqual(() => lenses(document), cited);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(1, 0), "// one\n// two\n");
    await vscode.workspace.applyEdit(edit);
    await untilEqual(() => lenses(document), [cited[0], [line + 2, "Cited in 2 answers"]]);
    await set(false);
    await untilEqual(() => lenses(document), []);
  });

  it("has its line where the editor does, which begins one after a CR alone", async () => {
    const uri = vscode.Uri.file(join(root, "alone.txt"));
    await vscode.workspace.fs.writeFile(uri, Buffer.from("one\r\r\ntwo\r\r\nthree\r\r\nfour"));
    const { copies } = await parts.history();
    await copies.save("local", conversation("905", "And here?", `[here](/${REPOSITORY}/-/blob/alone.txt?L3)`));
    try {
      await set(true);
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document);
      await untilEqual(() => lenses(document), [[4, "Cited in 1 answer"]]);
      assert.equal(document.lineAt(4).text, "three");
    } finally {
      await copies.remove("local", "905");
      await vscode.workspace.fs.delete(uri);
    }
  });

  it("knows a new answer as soon as there is a copy of it", async () => {
    await set(true);
    const document = await vscode.workspace.openTextDocument(file);
    await untilEqual(async () => (await lenses(document)).length, 2);
    const { copies } = await parts.history();
    await copies.save("local", conversation("904", "In this one?", `[all](/${REPOSITORY}/-/blob/${PATH})`));
    await untilEqual(
      () => lenses(document),
      [
        [0, "Cited in 2 answers"],
        [line, "Cited in 2 answers"],
      ],
    );
    await copies.remove("local", "904");
  });

  it("finds the lines of a version that only a later fetch brought", async () => {
    const objects = mkdtempSync(join(tmpdir(), "plumbline-objects-"));
    const elsewhere = {
      GIT_OBJECT_DIRECTORY: objects,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: join(root, ".git/objects"),
      GIT_INDEX_FILE: join(objects, "index"),
    };
    const git = (input: string, ...args: readonly string[]) =>
      execFileSync("git", args, { cwd: root, encoding: "utf8", input, env: { ...process.env, ...elsewhere } }).trim();
    const blob = git(`// one\n// two\n${text}`, "hash-object", "-w", "--stdin");
    git("", "read-tree", "HEAD");
    git("", "update-index", "--cacheinfo", `100644,${blob},${PATH}`);
    const tree = git("", "write-tree");
    const older = git("", "-c", "user.name=A", "-c", "user.email=a@example.org", "commit-tree", tree, "-m", "Older");
    const { copies } = await parts.history();
    const lines = `?L${String(line + 3)}-${String(line + 5)}`;
    await copies.save("local", conversation("905", "Older?", `[it](/${REPOSITORY}@${older}/-/blob/${PATH}${lines})`));
    try {
      await set(true);
      const document = await vscode.workspace.openTextDocument(file);
      const whole = [0, "Cited in 1 answer"] as const;
      await untilEqual(() => lenses(document), [whole, [line, "Cited in 2 answers"], [line + 2, "Cited in 1 answer"]]);
      cpSync(objects, join(root, ".git/objects"), {
        recursive: true,
        filter: (path) => path !== elsewhere.GIT_INDEX_FILE,
      });
      await untilEqual(() => lenses(document), [whole, [line, "Cited in 3 answers"]]);
    } finally {
      await copies.remove("local", "905");
      rmSync(objects, { recursive: true });
    }
  });

  it("lists the answers, the last one first, and opens the conversation of the one that is chosen", async () => {
    await vscode.window.showTextDocument(vscode.Uri.file(file));
    await choosingFirst(vscode.commands.executeCommand("plumbline.showAnswersAboutFile"));
    assert.ok(isShown("902"));
    assert.ok(!isShown("901"));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors"); // a page with the focus closes the choice
    await choosingFirst(
      vscode.commands.executeCommand("plumbline.showAnswersAboutFile", vscode.Uri.file(file), [
        JSON.stringify(["local", "901", "1"]),
      ]),
    );
    assert.ok(isShown("901"));
  });

  it("lists the answers with the names that their conversations have here", async () => {
    const { marks } = await parts.history();
    const { showQuickPick } = vscode.window;
    const place = { accountId: "local", name: "901" };
    const details: (string | undefined)[] = [];
    await marks.set(place, { title: "My words" });
    try {
      const look = (rows: readonly vscode.QuickPickItem[]) => {
        details.push(...rows.map(({ detail }) => detail));
        return Promise.resolve(undefined);
      };
      Object.assign(vscode.window, { showQuickPick: look });
      await vscode.commands.executeCommand("plumbline.showAnswersAboutFile", vscode.Uri.file(file));
    } finally {
      Object.assign(vscode.window, { showQuickPick });
      await marks.set(place, { title: undefined });
    }
    assert.match(details.join("\n"), /And again\?[^]*My words/);
  });

  it("that none cites, or is not in the workspace, opens nothing", async () => {
    const { panels } = parts.answers;
    await vscode.commands.executeCommand("plumbline.showAnswersAboutFile", vscode.Uri.file(join(file, "../index.ts")));
    await vscode.commands.executeCommand("plumbline.showAnswersAboutFile", vscode.Uri.file("/nowhere/src/parse.ts"));
    assert.equal(parts.answers.panels.length, panels.length);
  });

  async function untilEqual(look: () => Promise<unknown>, expected: unknown): Promise<void> {
    let found: unknown;
    for (const end = Date.now() + 60_000; Date.now() < end;) {
      found = await look();
      if (JSON.stringify(found) === JSON.stringify(expected)) return;
    }
    assert.deepEqual(found, expected);
  }
});

function conversation(name: string, text: string, answer: string): Conversation {
  const question = { id: "1", text, listedSources: [], suggestedFollowUps: [] };
  return {
    name,
    title: text,
    updatedAt: Number(name) * 1000,
    questions: [{ ...question, outcome: { status: "completed", answer } }],
  };
}
