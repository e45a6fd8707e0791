import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Account } from "../../src/host/accounts.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState } from "../../src/protocol/answer.ts";
import { ScriptedInstance, type WireConversation } from "../support/scriptedInstance.ts";
import { plumbline, until } from "./extension.ts";

const TOKEN = "sgp_0123456789abcdef_canary5678901234567890123456789012345678";
const DAY_MS = 86_400_000;

describe("the history", () => {
  let parts: TestAccess;
  let posted: AnswerState | undefined;
  let subscription: vscode.Disposable;

  before(async () => {
    parts = await plumbline();
    subscription = parts.answers.onDidPost((state) => {
      posted = state;
    });
  });

  beforeEach(() => {
    posted = undefined;
  });

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("all panels closed", () => parts.answers.panels.length === 0);
  });

  after(async () => {
    subscription.dispose();
    await parts.accounts.use({ id: "local" });
  });

  /** Signed in to an instance with these conversations, and out again afterwards. */
  async function at(
    conversations: readonly WireConversation[],
    use: (instance: ScriptedInstance, account: Account) => Promise<void>,
    options?: { readonly pageSize: number },
  ): Promise<void> {
    await using instance = await ScriptedInstance.start(conversations, options);
    const account = parts.accounts.for(instance.baseUrl);
    await parts.tokens.set(account.id, TOKEN);
    await parts.accounts.add(account);
    try {
      await use(instance, account);
    } finally {
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
    }
  }

  const open = (account: Account, { name, title }: WireConversation) =>
    vscode.commands.executeCommand("plumbline.openConversation", { accountId: account.id, name, title });
  const closeAll = async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("all panels closed", () => parts.answers.panels.length === 0);
    posted = undefined;
  };
  const textOf = (state: AnswerState) => JSON.stringify(state.questions[0]?.answer);

  describe("copies", () => {
    it("open what was opened once without network, at once, with their age", async () => {
      await at([conversation(1)], async (instance, account) => {
        await open(account, conversation(1));
        await until("the answer", () => posted && !posted.copy && textOf(posted).includes("Answer 1"));
        await closeAll();
        await instance[Symbol.asyncDispose]();
        await open(account, conversation(1));
        const copy = await until("the copy", () => posted?.copy !== undefined && posted);
        assert.match(copy.copy ?? "", /Copy on this machine, made now/);
        assert.match(textOf(copy), /Answer 1/);
        const offline = await until("what is wrong", () => posted?.notice && posted);
        assert.match(offline.notice?.message ?? "", /can't be reached/);
        assert.match(textOf(offline), /Answer 1/);
        assert.ok(offline.copy !== undefined);
      });
    });

    it("are there before a slow service answers, and give way to what it says", async () => {
      await at([conversation(1)], async (instance, account) => {
        await open(account, conversation(1));
        await until("the answer", () => posted && textOf(posted).includes("Answer 1"));
        await closeAll();
        instance.finish(conversation(1).name, "Answered anew");
        instance.delayMs = 300;
        const states: (string | undefined)[] = [];
        const listener = parts.answers.onDidPost((state) => {
          if (state.questions.length > 0) states.push(`${state.copy === undefined ? "" : "copy: "}${textOf(state)}`);
        });
        await open(account, conversation(1));
        await until("the new answer", () => posted && textOf(posted).includes("Answered anew"));
        listener.dispose();
        assert.match(states[0] ?? "", /^copy: .*Answer 1/);
        assert.doesNotMatch(states.at(-1) ?? "", /^copy/);
      });
    });

    it("go with the account, and hold no address that grants access", async () => {
      let folder = "";
      await at([conversation(1)], async (instance, account) => {
        await open(account, conversation(1));
        await until("the answer", () => posted && textOf(posted).includes("Answer 1"));
        const [label] = await parts.copies.all(account.id);
        assert.equal(label?.status, "completed");
        folder = parts.copies.folderOf(account.id);
        const file = join(folder, readdirSync(folder)[0] ?? "");
        assert.equal(/cafe|canary/.test(readFileSync(file, "utf8")), false);
        assert.equal(statSync(file).mode & 0o077, 0);
      });
      await until("the copies gone", () => statSync(folder, { throwIfNoEntry: false }) === undefined);
      await until("the panel closed", () => parts.answers.panels.length === 0);
    });
  });

  it("offers to remove what the service doesn't have any more, and does", async () => {
    await at([conversation(1)], async (instance, account) => {
      await open(account, conversation(1));
      await until("the answer", () => posted && textOf(posted).includes("Answer 1"));
      await closeAll();
      instance.remove(conversation(1).name);
      await open(account, conversation(1));
      const gone = await until("the notice", () => posted?.notice && posted);
      assert.deepEqual(gone.notice?.actions[0]?.action, "forget");
      assert.match(textOf(gone), /Answer 1/);
      assert.equal(gone.followUp, undefined);
      parts.answers.panels[0]?.receive({ type: "notice", action: "forget" });
      await until("the panel closed", () => parts.answers.panels.length === 0);
      assert.deepEqual(await parts.copies.all(account.id), []);
    });
  });
});

function conversation(number: number, { daysAgo = 0 } = {}): WireConversation {
  return {
    name: `users/4/conversations/${String(number)}`,
    title: `Title ${String(number)}`,
    question: `Question ${String(number)}?`,
    answer: `Answer ${String(number)}, with **words**.`,
    updateTime: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
  };
}
