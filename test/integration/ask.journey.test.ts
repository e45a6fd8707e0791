import assert from "node:assert/strict";
import * as vscode from "vscode";
import { conversationId } from "../../src/core/model/conversation.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState } from "../../src/protocol/answer.ts";
import { click, labelOf, plumbline, until } from "./extension.ts";

const QUESTION = "How does the parser handle a byte order mark?";

describe("asking", () => {
  let parts: TestAccess;
  let posted: AnswerState | undefined;
  let subscription: vscode.Disposable;

  before(async () => {
    parts = await plumbline();
    await parts.accounts.use({ id: "local" });
    subscription = parts.answers.onDidPost((state) => {
      posted = state;
    });
  });

  beforeEach(() => {
    posted = undefined;
  });

  after(async () => {
    subscription.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const answered = (count: number) => () => {
    const settled = posted?.questions.length === count && posted.questions.every(({ progress }) => !progress);
    return settled ? posted : undefined;
  };

  it("shows the question at once and the answer with at least three sources when it is there", async () => {
    await vscode.commands.executeCommand("plumbline.ask", QUESTION);
    const first = await until("the question", () => posted);
    assert.equal(first.questions[0]?.text, QUESTION);
    const { questions } = await until("the answer", answered(1));
    assert.ok((questions[0]?.answer.length ?? 0) > 1);
    assert.ok((questions[0]?.sources.length ?? 0) >= 3, JSON.stringify(questions[0]?.sources));
  });

  it("opens a source at its lines", async () => {
    const [panel] = parts.answers.panels;
    await vscode.commands.executeCommand("plumbline.ask", QUESTION);
    const state = await until("the answer", answered(1));
    const source = state.questions[0]?.sources.find(({ lines }) => lines !== undefined);
    assert.ok(source && panel);
    panel.receive({ type: "openSource", index: source.index });
    const editor = await until("the editor", () => {
      const active = vscode.window.activeTextEditor;
      return active?.document.uri.path.endsWith(source.label) && !active.selection.isEmpty && active;
    });
    const [start] = (source.lines ?? "").split("–").map(Number);
    assert.equal(editor.selection.start.line + 1, start);
    assert.equal(editor.document.uri.scheme, "file");
  });

  it("takes a follow-up in the same conversation", async () => {
    await vscode.commands.executeCommand("plumbline.ask", QUESTION);
    await until("the answer", answered(1));
    const panel = parts.answers.panels.at(-1);
    panel?.receive({ type: "followUp", text: "Where is the retry interval parsed?" });
    const { questions } = await until("the second answer", answered(2));
    assert.deepEqual(
      questions.map(({ text }) => text),
      [QUESTION, "Where is the retry interval parsed?"],
    );
  });

  it("lists the conversation in the history, newest first, and opens it again from there", async () => {
    await vscode.commands.executeCommand("plumbline.ask", QUESTION);
    await until("the answer", answered(1));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("all panels closed", () => parts.answers.panels.length === 0);
    posted = undefined;
    (await parts.history()).list.reset();
    const [today] = await parts.conversations.getChildren();
    assert.ok(today);
    assert.equal(labelOf(parts.conversations.getTreeItem(today)), "Today");
    const ids = (await parts.conversations.getChildren(today)).map((node) => parts.conversations.getTreeItem(node));
    const numbers = ids.map(({ id }) => Number(conversationId(id ?? "")));
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => b - a),
    );
    assert.ok(ids[0]);
    await click(ids[0]);
    const { questions } = await until("the conversation", answered(1));
    assert.equal(questions[0]?.text, QUESTION);
    assert.ok(questions[0].sources.length >= 3);
  });
});
