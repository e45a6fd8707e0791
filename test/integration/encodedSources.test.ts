import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Account } from "../../src/host/accounts/accounts.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState } from "../../src/protocol/answer.ts";
import { ScriptedConversations } from "../support/scriptedConversations.ts";
import { plumbline, until } from "./extension.ts";

const REPOSITORY = "github.com/rexxars/eventsource-parser";
const NAME = "users/-/conversations/1";
const LINES = ["première ligne", "deuxième ligne, à lire", "troisième ligne", "et la dernière, déjà"];
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12345\n`;

const inUtf16 = (lines: readonly string[]) => Buffer.from(`\uFEFF${lines.join("\n")}`, "utf16le");
const inLatin1 = (lines: readonly string[]) => Buffer.from(lines.join("\n"), "latin1");
const inUtf8 = (lines: readonly string[]) => Buffer.from(lines.join("\n"));
const withCr = (lines: readonly string[]) => Buffer.from(lines.join("\r"));

/** By file: what was cited of it, and its present content. */
const FILES: Readonly<Record<string, readonly [cited: Buffer, now: Buffer]>> = {
  "encoded/utf16.txt": [inUtf16(LINES), inUtf16(["nouvelle ligne", ...LINES])],
  "encoded/latin1.txt": [inLatin1(LINES), inLatin1(["nouvelle ligne, là", ...LINES])],
  "encoded/cr.txt": [withCr(LINES), withCr(["nouvelle ligne", ...LINES])],
  "encoded/toUtf16.txt": [inUtf8(LINES), inUtf16(["nouvelle ligne", ...LINES])],
  "encoded/fromUtf16.txt": [inUtf16(LINES), inUtf8(["nouvelle ligne", ...LINES])],
  "encoded/pointer.txt": [Buffer.from(POINTER), withCr(LINES)],
  "encoded/replaced.txt": [withCr(LINES), Buffer.from(POINTER)],
};

const labelsOf = (state: AnswerState | undefined) =>
  state?.questions[0]?.sources.map(({ status }) => status?.label) ?? [];

describe("a source in a file that is no plain UTF-8", () => {
  let parts: TestAccess;
  let service: ScriptedConversations;
  let account: Account;
  let root: string;
  /** The commit before the test. */
  let original: string;
  const states: AnswerState[] = [];
  let subscription: vscode.Disposable;

  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

  before(async () => {
    parts = await plumbline();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    root = join(folder.uri.fsPath, "eventsource-parser");
    original = git("rev-parse", "HEAD");
    await vscode.workspace.fs.createDirectory(vscode.Uri.file(join(root, "encoded")));
    for (const [path, [cited]] of Object.entries(FILES)) writeFileSync(join(root, path), cited);
    symlinkSync("cr.txt", join(root, "encoded/link.txt"));
    git("add", "encoded");
    git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "Encodings");
    const commit = git("rev-parse", "HEAD");
    for (const [path, [, now]] of Object.entries(FILES)) writeFileSync(join(root, path), now);
    const cited = [...Object.keys(FILES), "encoded/link.txt"].map(
      (path) => `[\`${path}\`](/${REPOSITORY}@${commit}/-/blob/${path}?L2-3)`,
    );
    service = await ScriptedConversations.start([
      { title: "Mine", questions: [{ question: "What?", answer: cited.join(", ") }] },
    ]);
    account = parts.accounts.for(service.server.baseUrl);
    await parts.tokens.set(account.id, "sgp_0123456789abcdef_0123456789012345678901234567890123456789");
    await parts.accounts.add(account);
    subscription = parts.answers.onDidPost((state) => {
      states.push(state);
    });
  });

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("all panels closed", () => parts.answers.panels.length === 0);
  });

  after(async () => {
    subscription.dispose();
    await parts.accounts.remove(account);
    await service[Symbol.asyncDispose]();
    git("reset", "--quiet", "--hard", original);
    if (existsSync(join(root, "encoded"))) rmSync(join(root, "encoded"), { recursive: true });
  });

  async function checked(): Promise<readonly unknown[]> {
    states.length = 0;
    await parts.answers.show({ accountId: account.id, name: NAME, title: "Mine" });
    return until("the check", () => {
      const labels = labelsOf(states.at(-1));
      return labels.length > 0 && !labels.includes(undefined) && labels;
    });
  }

  const EXPECTED = [
    "moved to line 3",
    "moved to line 3",
    "no such lines", // a service counts lines at LF: this file has one
    "moved to line 3", // in another encoding by now
    "moved to line 3",
    "not checked", // nothing is known about a pointer
    "not checked",
    "not checked", // a link's target is not its content
  ];

  it("is compared as an editor would decode it; pointers and links are not compared with what they stand for", async () => {
    assert.deepEqual(await checked(), EXPECTED);
    const [inUtf16] = states.at(-1)?.questions[0]?.sources ?? [];
    assert.equal(inUtf16?.excerpt, LINES.slice(1, 3).join("\n"));
  });

  it("is compared in the encoding in which it is open", async () => {
    const uri = vscode.Uri.file(join(root, "encoded/latin1.txt"));
    const document = await vscode.workspace.openTextDocument(uri, { encoding: "iso88591" });
    await vscode.window.showTextDocument(document);
    assert.equal(document.lineAt(1).text, LINES[0]);
    assert.deepEqual(await checked(), EXPECTED);
  });

  it("is compared in the encoding in which it was opened after it had been compared", async () => {
    assert.deepEqual(await checked(), EXPECTED);
    const file = join(root, "encoded/latin1.txt");
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file), { encoding: "iso88591" });
    await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
    writeFileSync(file, inLatin1(["une ligne", "une autre, là", ...LINES]));
    await until("the check", () => labelsOf(states.at(-1))[1] === "moved to line 4");
    writeFileSync(file, inLatin1(["nouvelle ligne, là", ...LINES]));
    await until("the check again", () => labelsOf(states.at(-1))[1] === "moved to line 3");
  });

  it("is compared with what was cited in another encoding than the one in which it is open", async () => {
    for (const [name, encoding] of [
      ["toUtf16.txt", "utf16le"],
      ["fromUtf16.txt", "utf8"],
    ] as const) {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(join(root, "encoded", name)));
      await vscode.window.showTextDocument(document, { preview: false });
      assert.equal(document.encoding, encoding);
      assert.equal(document.lineAt(1).text, LINES[0]);
    }
    assert.deepEqual(await checked(), EXPECTED);
  });
});
