import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Account } from "../../src/host/accounts/accounts.ts";
import type { AnswerPanel } from "../../src/host/answers/answerPanel.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState } from "../../src/protocol/answer.ts";
import { ScriptedConversations } from "../support/scriptedConversations.ts";
import { plumbline, until } from "./extension.ts";

const REPOSITORY = "github.com/rexxars/eventsource-parser";
const PATH = "src/parse.ts";
const OTHER = "0123456789abcdef0123456789abcdef01234567";
const NAME = "users/-/conversations/1";
const CITED = `See [\`${PATH}\`](/${REPOSITORY}@main/-/blob/${PATH}?L3-6).`;

describe("a source on a branch", () => {
  let parts: TestAccess;
  let service: ScriptedConversations;
  let account: Account;
  let file: string;
  let text: string;
  let head: string;
  /** The commit of the branch at the service. */
  let tip: string;
  /** The texts that were searched for. */
  const searches: string[] = [];
  const states: AnswerState[] = [];
  let subscription: vscode.Disposable;

  before(async () => {
    parts = await plumbline();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const root = join(folder.uri.fsPath, "eventsource-parser");
    file = join(root, PATH);
    text = readFileSync(file, "utf8");
    head = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
    service = await ScriptedConversations.start(
      [{ title: "Mine", questions: [{ question: "What?", answer: CITED }] }],
      (name) => (name === `${REPOSITORY}@main/${PATH}` ? text : undefined),
      (path, response) => {
        const query = new URL(path, service.server.baseUrl).searchParams.get("q") ?? "";
        searches.push(query);
        const isKnown = query.includes("eventsource-parser$@main");
        const matches = isKnown ? [{ type: "path", repository: REPOSITORY, path: "README.md", commit: tip }] : [];
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(`event: matches\ndata: ${JSON.stringify(matches)}\n\nevent: done\ndata: {}\n\n`);
      },
    );
    account = parts.accounts.for(service.server.baseUrl);
    await parts.tokens.set(account.id, "sgp_0123456789abcdef_0123456789012345678901234567890123456789");
    await parts.accounts.add(account);
    subscription = parts.answers.onDidPost((state) => {
      states.push(state);
    });
  });

  afterEach(async () => {
    writeFileSync(file, text);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("all panels closed", () => parts.answers.panels.length === 0);
  });

  after(async () => {
    subscription.dispose();
    await parts.accounts.remove(account);
    await service[Symbol.asyncDispose]();
  });

  async function show(): Promise<AnswerPanel> {
    states.length = 0;
    await parts.answers.show({ accountId: account.id, name: NAME, title: "Mine" });
    const panel = parts.answers.panels.find((each) => each.shows(account.id, NAME));
    assert.ok(panel);
    return panel;
  }

  const labelOf = (question: number): string | undefined =>
    states.at(-1)?.questions[question]?.sources[0]?.status?.label;

  /** Asks one more question, whose answer cites the branch; `meanwhile` runs before the answer is there. */
  async function ask(panel: AnswerPanel, question: string, meanwhile: () => void = () => undefined): Promise<number> {
    await until("the box", () => states.at(-1)?.followUp);
    panel.receive({ type: "followUp", text: question });
    const questions = await until("the question", () => {
      const [conversation] = service.all;
      return conversation?.questions.at(-1)?.question === question && conversation.questions;
    });
    meanwhile();
    service.change(1, { status: "completed", answer: `${CITED} ${question}` });
    const asked = questions.length - 1;
    await until("the answer", () => labelOf(asked));
    return asked;
  }

  it("is checked where the branch stood still while the answer was made, and also after reopening", async () => {
    tip = head;
    const panel = await show();
    await until("the first check", () => labelOf(0) === "not checked");
    // If a service is not known to cite branches, it is not asked for any.
    const first = await ask(panel, "And then?");
    await until("no check", () => labelOf(first) === "not checked");
    assert.deepEqual(searches, []);

    const second = await ask(panel, "And now?");
    await until("the tick", () => labelOf(second) === "unchanged");
    assert.equal(labelOf(first), "not checked", "what was not seen is not checked later either");

    const third = await ask(panel, "While it moves?", () => (tip = OTHER));
    await until("the third one", () => labelOf(third) === "not checked");
    assert.equal(labelOf(second), "unchanged");

    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("the panel closed", () => parts.answers.panels.length === 0);
    writeFileSync(file, `// one\n${text}`);
    await show();
    await until("the check after reopening", () => labelOf(second) === "moved to line 4");
    await until("the others", () => labelOf(first) === "not checked" && labelOf(third) === "not checked");
  });
});
