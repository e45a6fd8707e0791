import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import type { Account } from "../../src/host/accounts/accounts.ts";
import type { Services } from "../../src/host/accounts/services.ts";
import { Deletions } from "../../src/host/conversations/deletions.ts";
import { otherMachine } from "../../src/host/platform/machine.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState } from "../../src/protocol/answer.ts";
import { plainMemento } from "../support/plainMemento.ts";
import { json, plain, ScriptedServer } from "../support/scriptedServer.ts";
import { ScriptedInstance, type WireConversation } from "../support/scriptedInstance.ts";
import { labelOf, onMachine, plumbline, until } from "./extension.ts";

const TOKEN = "sgp_0123456789abcdef_canary5678901234567890123456789012345678";
const DAY_MS = 86_400_000;

describe("the history", () => {
  let parts: TestAccess;
  let posted: AnswerState | undefined;
  let subscription: vscode.Disposable;

  before(async () => {
    parts = await plumbline();
    await closeAll(); // a panel of the tests before, which comes in sight while others close, posts as well
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

  /** Signs in to an instance with these conversations for `use`, and out again afterwards. */
  async function at(
    conversations: readonly WireConversation[],
    use: (instance: ScriptedInstance, account: Account) => Promise<void>,
    options?: { readonly pageSize: number },
  ): Promise<void> {
    await using instance = await ScriptedInstance.start(conversations, options);
    await signedIn(instance.baseUrl, (account) => use(instance, account));
  }

  async function signedIn(baseUrl: string, use: (account: Account) => Promise<void>): Promise<void> {
    const account = parts.accounts.for(baseUrl);
    await parts.tokens.set(account.id, TOKEN);
    await parts.accounts.add(account);
    try {
      await use(account);
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
  /** Waits until there is a copy of it, and its row knows that. */
  const copied = async ({ name }: WireConversation) => {
    const { list } = await parts.history();
    for (const end = Date.now() + 60_000; Date.now() < end;) {
      const { conversations } = await list.load();
      if (conversations.some(({ summary, label }) => label && summary.name === name)) return;
      await sleep(20);
    }
    assert.fail(`There is no copy of ${name}.`);
  };
  const textOf = (state: AnswerState) => JSON.stringify(state.questions[0]?.answer ?? []);

  describe("copies", () => {
    it("open what was opened once without network, at once, with their age", async () => {
      await at([conversation(1)], async (instance, account) => {
        await open(account, conversation(1));
        await until("the answer", () => posted && !posted.copy && textOf(posted).includes("Answer 1"));
        await closeAll();
        await instance[Symbol.asyncDispose]();
        await open(account, conversation(1));
        const copy = await until("the copy", () => posted?.copy !== undefined && posted);
        assert.match(copy.copy ?? "", /Offline copy, made now/);
        assert.match(textOf(copy), /Answer 1/);
        const offline = await until("what is wrong", () => posted?.notice && posted);
        assert.match(offline.notice?.message ?? "", /Could not connect to/);
        assert.match(offline.notice?.brief ?? "", /^127\.0\.0\.1:\d+ can't be reached$/);
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
        const slow = Promise.withResolvers<undefined>();
        instance.holding = slow.promise;
        const states: (string | undefined)[] = [];
        const listener = parts.answers.onDidPost((state) => {
          if (state.questions.length > 0) states.push(`${state.copy === undefined ? "" : "copy: "}${textOf(state)}`);
        });
        await open(account, conversation(1));
        await until("the copy", () => posted?.copy !== undefined);
        slow.resolve(undefined);
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
        const [label] = await (await parts.history()).copies.all(account.id);
        assert.equal(label?.status, "completed");
        folder = (await parts.history()).copies.folderOf(account.id);
        const file = join(folder, readdirSync(folder)[0] ?? "");
        assert.equal(/00000000cafe|canary/.test(readFileSync(file, "utf8")), false);
        assert.equal(statSync(file).mode & 0o077, 0);
      });
      await until("the copies gone", () => statSync(folder, { throwIfNoEntry: false }) === undefined);
      await until("the panel closed", () => parts.answers.panels.length === 0);
    });
  });

  it("copies that can't be removed when somebody signs out are told, and go at the next start", async () => {
    const copies = join(parts.storage.fsPath, "conversations");
    const { showWarningMessage, showInformationMessage } = vscode.window;
    const told: string[] = [];
    const tell = (message: string): Promise<undefined> => {
      told.push(message);
      return Promise.resolve(undefined);
    };
    vscode.window.showWarningMessage = tell;
    vscode.window.showInformationMessage = tell;
    try {
      await at([conversation(1)], async (_, account) => {
        await open(account, conversation(1));
        await until("the answer", () => posted && textOf(posted).includes("Answer 1"));
        const folder = (await parts.history()).copies.folderOf(account.id);
        await until("the copy", () => statSync(folder, { throwIfNoEntry: false }));
        renameSync(copies, `${copies}.aside`);
        writeFileSync(copies, "a file where the folder was");
        await vscode.commands.executeCommand("plumbline.signOut");
        assert.deepEqual(parts.signOuts.unfinished, [account.id]);
        assert.match(
          told.join("\n"),
          /^Signed out of .* could not be removed \(.*ENOTDIR.*\); they are removed at the next start\./,
        );
        rmSync(copies);
        renameSync(`${copies}.aside`, copies);
        assert.ok(statSync(folder));
        await parts.signOuts.finishAll(); // as a start does
        assert.equal(statSync(folder, { throwIfNoEntry: false }), undefined);
        assert.deepEqual(parts.signOuts.unfinished, []);
      });
    } finally {
      Object.assign(vscode.window, { showWarningMessage, showInformationMessage });
    }
  });

  /** The rows of the view, by group. */
  async function rows(): Promise<{ readonly label: string; readonly rows: readonly vscode.TreeItem[] }[]> {
    // Everything that was asked locally is one row, tested by itself.
    const groups = (await parts.conversations.getChildren()).filter(({ item }) => item.id !== "local");
    return Promise.all(
      groups.map(async (group) => ({
        label: labelOf(parts.conversations.getTreeItem(group)),
        rows: (await parts.conversations.getChildren(group)).map((row) => parts.conversations.getTreeItem(row)),
      })),
    );
  }
  const labels = async () => (await rows()).map(({ label, rows: found }) => [label, found.map(titleOf)]);
  /** Without the age before it. */
  const titleOf = (item: vscode.TreeItem) => labelOf(item).replace(/^[^·]+ · /, "");
  const iconOf = ({ iconPath }: vscode.TreeItem) => (iconPath as vscode.ThemeIcon | undefined)?.id;
  const reset = async () => {
    (await parts.history()).list.reset();
  };

  describe("the view", () => {
    it("groups by day, with more behind the last row", async () => {
      const all = [0, 0, 1, 3, 20, 100].map((daysAgo, index) => conversation(index + 1, { daysAgo }));
      await at(
        all,
        async () => {
          await reset();
          assert.deepEqual(await labels(), [
            ["Today", ["Title 1", "Title 2"]],
            ["Yesterday", ["Title 3"]],
            ["Last 7 Days", ["Title 4"]],
            ["Load More…", []],
          ]);
          await vscode.commands.executeCommand("plumbline.loadMoreConversations");
          assert.deepEqual((await labels()).slice(2), [
            ["Last 7 Days", ["Title 4"]],
            ["Last 30 Days", ["Title 5"]],
            ["Older", ["Title 6"]],
          ]);
          (await parts.history()).list.refresh();
          assert.equal((await labels()).length, 5, "a refresh keeps the pages that were loaded");
        },
        { pageSize: 4 },
      );
    });

    it("groups by repository where a person wants it, and says so in its menu until they don't", async () => {
      const citing = (id: number, repository: string): WireConversation => ({
        ...conversation(id),
        answer: `[a](/${repository}/-/blob/a.ts), [b](/${repository}/-/blob/b.ts) [c](/o/c/-/blob/c)`,
      });
      const all = [citing(1, "o/a"), conversation(2), citing(3, "o/b"), citing(4, "o/a")];
      await at(all, async (_, account) => {
        await reset();
        for (const each of all.slice(1)) {
          await open(account, each);
          await copied(each);
        }
        try {
          await vscode.commands.executeCommand("plumbline.groupConversationsByRepository");
          assert.deepEqual(await labels(), [
            ["o/b", ["Title 3"]],
            ["o/a", ["Title 4"]],
            ["Repository Not Known", ["Title 1", "Title 2"]],
          ]);
          await open(account, citing(1, "o/a"));
          await copied(citing(1, "o/a"));
          assert.deepEqual((await labels())[0], ["o/a", ["Title 1", "Title 4"]]);
          assert.equal(parts.conversations.grouping, "repository");
        } finally {
          await vscode.commands.executeCommand("plumbline.groupConversationsByDay");
        }
        assert.deepEqual(await labels(), [["Today", ["Title 1", "Title 2", "Title 3", "Title 4"]]]);
      });
    });

    it("says how old each is before its title, however long that is, and whatever code it names", async () => {
      const long = `Title ${"of a long question ".repeat(5)}`.trim();
      const time = (agoMs: number) => new Date(Date.now() - agoMs).toISOString();
      const year = new Date().getFullYear() - 2;
      const aged = [
        { ...conversation(1), title: long, updateTime: time(5 * 60_000 + 1000) },
        { ...conversation(2), title: "Where is `a*b` in `2 * 3`?", updateTime: time(3 * 3_600_000 + 1000) },
        { ...conversation(3), updateTime: time(12 * 86_400_000 + 1000) },
        { ...conversation(4), updateTime: `${String(year)}-05-07T12:00:00Z` },
      ];
      await at(aged, async () => {
        await reset();
        assert.deepEqual(
          (await rows()).flatMap((group) => group.rows.map(labelOf)),
          [`5m · ${long}`, "3h · Where is a*b in 2 * 3?", "12d · Title 3", `May 7, ${String(year)} · Title 4`],
        );
      });
    });

    it("loads one page with a double click on what brings more, and those behind it with the next", async () => {
      await at(
        [1, 2, 3].map((number) => conversation(number)),
        async (instance) => {
          await reset();
          assert.deepEqual(await labels(), [
            ["Today", ["Title 1"]],
            ["Load More…", []],
          ]);
          const asked = instance.calls("ListConversationSummaries");
          const click = () => vscode.commands.executeCommand("plumbline.loadMoreConversations");
          await Promise.all([click(), click()]);
          assert.equal(instance.calls("ListConversationSummaries"), asked + 1);
          assert.deepEqual(await labels(), [
            ["Today", ["Title 1", "Title 2"]],
            ["Load More…", []],
          ]);
          await click();
          assert.deepEqual(await labels(), [["Today", ["Title 1", "Title 2", "Title 3"]]]);
        },
        { pageSize: 1 },
      );
    });

    it("loads more after a reset, though what was being loaded before it is still on its way", async () => {
      await at(
        [1, 2, 3].map((number) => conversation(number)),
        async (instance) => {
          const { list } = await parts.history();
          await reset();
          await labels();
          const late = Promise.withResolvers<undefined>();
          instance.holding = late.promise;
          const asked = instance.calls("ListConversationSummaries");
          const before = list.loadMore();
          await until("it asked for", () => instance.calls("ListConversationSummaries") > asked);
          instance.holding = undefined;
          await reset();
          await labels();
          await list.loadMore();
          assert.deepEqual((await labels())[0], ["Today", ["Title 1", "Title 2"]]);
          late.resolve(undefined);
          await before;
          await list.loadMore();
          assert.deepEqual(await labels(), [["Today", ["Title 1", "Title 2", "Title 3"]]]);
        },
        { pageSize: 1 },
      );
    });

    it("offers more where many pages had nothing that passes the filter, until there is none", async () => {
      const all = Array.from({ length: 45 }, (_, index) => conversation(index + 1));
      await at(
        all.map((each, index) => (index === 21 || index === 44 ? { ...each, starred: true } : each)),
        async (instance) => {
          instance.siftsPages = true;
          const click = () => vscode.commands.executeCommand("plumbline.loadMoreConversations");
          await vscode.commands.executeCommand("plumbline.showStarredConversations");
          assert.deepEqual(await labels(), [["Load More…", []]]);
          await click();
          const withOne = [
            ["Today", ["Title 22"]],
            ["Load More…", []],
          ];
          assert.deepEqual(await labels(), withOne);
          await click();
          assert.deepEqual(await labels(), withOne, "another twenty without any");
          (await parts.history()).list.refresh();
          assert.deepEqual(await labels(), withOne, "a refresh keeps what was loaded");
          await click();
          assert.deepEqual(await labels(), [["Today", ["Title 22", "Title 45"]]]);
          await vscode.commands.executeCommand("plumbline.showAllConversations");
        },
        { pageSize: 1 },
      );
    });

    it("tells anew how long ago all was, when it is seen again and every minute, and asks for none", async () => {
      const { setInterval } = globalThis;
      const isMinute = (ms?: number) => ms === 60_000;
      // Shortens the minute of the view.
      globalThis.setInterval = ((act: () => void, ms?: number) =>
        setInterval(act, isMinute(ms) ? 400 : ms)) as typeof setInterval;
      const hide = () => vscode.commands.executeCommand("workbench.view.explorer");
      let told = 0;
      const listener = parts.conversations.onDidChangeTreeData(() => told++);
      /** Waits until the view is told nothing for longer than its minute. */
      const quiet = (when: string) =>
        until(`nothing told ${when}`, async () => {
          told = 0;
          await sleep(1000);
          return told === 0;
        });
      try {
        await hide();
        await at([conversation(1)], async (instance) => {
          await reset();
          await labels();
          await quiet("while it is hidden");
          const asked = instance.calls("ListConversationSummaries");
          await vscode.commands.executeCommand("plumbline.conversations.focus");
          await until("the rows told anew", () => told > 0);
          await until("them told anew every minute", () => told > 3);
          await hide();
          await quiet("when it is hidden again");
          assert.equal(instance.calls("ListConversationSummaries"), asked);
        });
      } finally {
        globalThis.setInterval = setInterval;
        listener.dispose();
        await hide();
      }
    });

    it("selects the row of the answer in view, without the focus, and stays hidden where it is", async () => {
      const both = [conversation(1), conversation(2)];
      await at(both, async (_, account) => {
        const select = (title: string) =>
          until(title, () => parts.conversations.selected && titleOf(parts.conversations.selected.item) === title);
        await reset();
        await vscode.commands.executeCommand("plumbline.conversations.focus");
        for (const each of both) {
          await open(account, each);
          await select(each.title);
        }
        await vscode.commands.executeCommand("workbench.action.previousEditor");
        await select("Title 1");
        assert.ok(parts.answers.active, "the focus is still in the answer");
        await vscode.commands.executeCommand("workbench.view.explorer");
        await open(account, conversation(2));
        await sleep(1500);
        assert.equal(parts.conversations.isVisible, false);
        await vscode.commands.executeCommand("plumbline.conversations.focus");
        await select("Title 2");
      });
    });

    it("lists a conversation once, though a copy says that it is somebody else's", async () => {
      await at([conversation(1)], async (_, account) => {
        const { name, title } = conversation(1);
        const once = [["Today", ["Title 1"]]];
        await reset();
        assert.deepEqual(await labels(), once);
        const theirs = { name, title, questions: [], isOwner: false };
        await (await parts.history()).copies.save(account.id, theirs);
        assert.deepEqual(await labels(), once, "after it was copied");
        await reset();
        assert.deepEqual(await labels(), once, "read anew");
      });
    });

    it("says how a conversation stands only where a copy knows, and asks for none", async () => {
      await at([conversation(1), conversation(2)], async (instance, account) => {
        assert.deepEqual((await rows())[0]?.rows.map(iconOf), ["comment", "comment"]);
        await open(account, conversation(1));
        await until("the answer", () => posted && textOf(posted).includes("Answer 1"));
        await closeAll();
        await copied(conversation(1));
        assert.deepEqual((await rows())[0]?.rows.map(iconOf), ["pass", "comment"]);
        const asked = instance.calls("GetConversation");
        await reset();
        const [today] = await rows();
        assert.deepEqual(today?.rows.map(iconOf), ["pass", "comment"]);
        assert.equal(instance.calls("GetConversation"), asked);
        assert.match(today.rows[0]?.accessibilityInformation?.label ?? "", /^Title 1, answered, now$/);
        assert.match(today.rows[0]?.tooltip as string, /Title 1\nQuestion 1\?/);
      });
    });

    it("knows of what was copied or deleted while the list was read", async () => {
      await at([conversation(1), conversation(2)], async (_, account) => {
        const { list, copies } = await parts.history();
        const labels = copies.labels.bind(copies);
        const isRead = Promise.withResolvers<undefined>();
        const held = Promise.withResolvers<undefined>();
        copies.labels = async (...given) => {
          const before = await labels(...given);
          isRead.resolve(undefined);
          await held.promise;
          return before;
        };
        try {
          list.reset();
          const reading = list.load();
          await isRead.promise;
          const { name, title } = conversation(1);
          await copies.save(account.id, { name, title, questions: [] });
          list.remove(account.id, conversation(2).name);
          held.resolve(undefined);
          await reading;
        } finally {
          held.resolve(undefined);
          Reflect.deleteProperty(copies, "labels"); // restores the method of its class
        }
        const { conversations } = await list.load();
        assert.deepEqual(
          conversations.map(({ label }) => label?.title),
          ["Title 1"],
        );
      });
    });

    it("shows what was read last, though what was read before it comes later", async () => {
      await at([conversation(1)], async (instance) => {
        const { list, copies } = await parts.history();
        const labels = copies.labels.bind(copies);
        const held = Promise.withResolvers<undefined>();
        const isRead = Promise.withResolvers<undefined>();
        copies.labels = async (...given) => {
          copies.labels = labels;
          isRead.resolve(undefined);
          await held.promise;
          return labels(...given);
        };
        try {
          list.reset();
          const slow = list.load();
          await isRead.promise;
          instance.conversations.unshift(conversation(2));
          list.refresh();
          const counts = [(await list.load()).conversations.length];
          held.resolve(undefined);
          await slow;
          await sleep(100);
          counts.push((await list.load()).conversations.length);
          assert.deepEqual(counts, [2, 2]);
        } finally {
          held.resolve(undefined);
          Reflect.deleteProperty(copies, "labels"); // restores the method of its class
        }
      });
    });

    it("keeps the next page and what is new, though the first page is read again meanwhile", async () => {
      await at(
        [1, 2, 3].map((number) => conversation(number)),
        async (instance) => {
          const { list, copies } = await parts.history();
          const labelsOf = copies.labels.bind(copies);
          /** Runs `first`, which doesn't end until what `second` has begun has had time to end. */
          const during = async (first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> => {
            const held = Promise.withResolvers<undefined>();
            const isRead = Promise.withResolvers<undefined>();
            copies.labels = async (...given) => {
              copies.labels = labelsOf;
              isRead.resolve(undefined);
              await held.promise;
              return labelsOf(...given);
            };
            const slow = first();
            await isRead.promise;
            const fast = second();
            await sleep(200);
            held.resolve(undefined);
            await Promise.all([slow, fast]);
            await sleep(100);
          };
          const refresh = (): Promise<unknown> => {
            list.refresh();
            return list.load();
          };
          try {
            await reset();
            await labels();
            await during(refresh, () => list.loadMore());
            assert.deepEqual((await labels())[0], ["Today", ["Title 1", "Title 2"]]);
            instance.conversations.unshift(conversation(4));
            await during(() => list.loadMore(), refresh);
            assert.deepEqual((await labels())[0], ["Today", ["Title 4"]], "with more behind it");
          } finally {
            Reflect.deleteProperty(copies, "labels"); // restores the method of its class
          }
        },
        { pageSize: 1 },
      );
    });

    it("shows the copies where the service can't be reached, and says so", async () => {
      await at([conversation(1), conversation(2)], async (instance, account) => {
        await open(account, conversation(1));
        await until("the answer", () => posted && textOf(posted).includes("Answer 1"));
        await labels(); // once, the page by which the interface was found is shown
        await closeAll();
        await instance[Symbol.asyncDispose]();
        await reset();
        assert.deepEqual(await labels(), [["Today", ["Title 1"]]]);
        assert.match(parts.conversations.message, /^Offline copies\. Could not connect to/);
      });
    });

    it("shows the copies at once where the service is slow, and then what it says", async () => {
      await at([conversation(1), conversation(2)], async (instance, account) => {
        await open(account, conversation(1));
        await until("the answer", () => posted && textOf(posted).includes("Answer 1"));
        await labels(); // as above
        const slow = Promise.withResolvers<undefined>();
        instance.holding = slow.promise;
        await reset();
        assert.deepEqual(await labels(), [["Today", ["Title 1"]]]);
        slow.resolve(undefined);
        while ((await labels())[0]?.[1]?.length === 1) await sleep(100);
        assert.deepEqual(await labels(), [["Today", ["Title 1", "Title 2"]]]);
        assert.equal(parts.conversations.message, "");
      });
    });

    it("is filtered by words at the service, and says by which", async () => {
      await at([conversation(1), conversation(2)], async (instance) => {
        await vscode.commands.executeCommand("plumbline.filterConversations", "answer 2");
        assert.deepEqual(await labels(), [["Today", ["Title 2"]]]);
        assert.match(parts.conversations.message, /Conversations with “answer 2”/);
        const { body } = instance.server.received.findLast(({ path }) => path.includes("List")) ?? {};
        assert.match(body ?? "", /"contentQuery":"answer 2"/);
        await vscode.commands.executeCommand("plumbline.clearConversationFilter");
        assert.deepEqual(await labels(), [["Today", ["Title 1", "Title 2"]]]);
        assert.equal(parts.conversations.message, "");
      });
    });

    it("is filtered over the copies where there is no service", async () => {
      await at([conversation(1), conversation(2)], async (instance, account) => {
        for (const number of [1, 2]) {
          await open(account, conversation(number));
          await until("the answer", () => posted && textOf(posted).includes(`Answer ${String(number)}`));
        }
        await instance[Symbol.asyncDispose]();
        await vscode.commands.executeCommand("plumbline.filterConversations", "ANSWER 2");
        assert.deepEqual(await labels(), [["Today", ["Title 2"]]]);
      });
    });

    it("shows only what has a star, by the service's word", async () => {
      await at([{ ...conversation(1), starred: true }, conversation(2)], async () => {
        await vscode.commands.executeCommand("plumbline.showStarredConversations");
        assert.deepEqual(await labels(), [["Today", ["Title 1"]]]);
        await vscode.commands.executeCommand("plumbline.showAllConversations");
        assert.deepEqual(await labels(), [["Today", ["Title 1", "Title 2"]]]);
      });
    });
  });

  describe("what a person makes of a conversation", () => {
    /** The row with this name. */
    const rowOf = async (name: string) => {
      const groups = await parts.conversations.getChildren();
      const found = await Promise.all(groups.map((group) => parts.conversations.getChildren(group)));
      return found.flat().find(({ reference }) => reference?.name === name) ?? assert.fail(name);
    };
    const marks = async () => (await parts.history()).marks;

    it("a name of its own is in its row and its panel, and goes when it is emptied", async () => {
      await at([conversation(1)], async (_, account) => {
        const { name } = conversation(1);
        await reset();
        await open(account, conversation(1));
        await until("the conversation", () => posted?.title === "Title 1");
        const { showInputBox } = vscode.window;
        try {
          vscode.window.showInputBox = () => Promise.resolve("My `words`");
          await vscode.commands.executeCommand("plumbline.renameConversation", await rowOf(name));
          assert.deepEqual(await labels(), [["Today", ["My words"]]]);
          await until("the name in the panel", () => posted?.title === "My `words`");
          const sources = await parts.sources();
          await until("the name above its sources", () => sources.description === "My words");
          vscode.window.showInputBox = () => Promise.resolve("");
          await vscode.commands.executeCommand("plumbline.renameConversation", await rowOf(name));
          assert.deepEqual(await labels(), [["Today", ["Title 1"]]]);
        } finally {
          vscode.window.showInputBox = showInputBox;
        }
      });
    });

    it("a name of its own is found by the filter, and what it is exported by", async () => {
      await at([conversation(1), conversation(2)], async (_, account) => {
        await reset();
        await open(account, conversation(1));
        await copied(conversation(1));
        await (await marks()).set({ accountId: account.id, name: conversation(1).name }, { title: "My words" });
        await vscode.commands.executeCommand("plumbline.filterConversations", "MY words");
        assert.deepEqual(await labels(), [["Today", ["My words"]]]);
        await vscode.commands.executeCommand("plumbline.copyConversation", await rowOf(conversation(1).name));
        assert.match(await vscode.env.clipboard.readText(), /^# My words\n/);
        await vscode.commands.executeCommand("plumbline.filterConversations", "");
      });
    });

    it("a star of this machine is in its row and found by the filter, beside those of the service", async () => {
      await at([conversation(1), { ...conversation(2), starred: true }, conversation(3)], async (_, account) => {
        await reset();
        await open(account, conversation(1)); // there is a copy of it here
        await until("the answer", () => posted && textOf(posted).includes("Answer 1"));
        await vscode.commands.executeCommand("plumbline.starConversation", await rowOf(conversation(1).name));
        const row = await rowOf(conversation(1).name);
        assert.equal(iconOf(row.item), "star-full");
        assert.equal(row.item.contextValue, "conversation.own.starred.remote");
        await vscode.commands.executeCommand("plumbline.showStarredConversations");
        // Where the service takes a moment, its copy is shown until then.
        await until("both stars", async () => {
          const titles = (await labels()).flatMap(([, each]) => each);
          return isDeepStrictEqual(titles.sort(), ["Title 1", "Title 2"]);
        });
        await vscode.commands.executeCommand("plumbline.showAllConversations");
        await vscode.commands.executeCommand("plumbline.unstarConversation", await rowOf(conversation(1).name));
        assert.equal((await rowOf(conversation(1).name)).item.contextValue, "conversation.own.unstarred.remote");
      });
    });

    it("a star is found by the filter also where the conversation was never opened here", async () => {
      await at([conversation(1), conversation(2), conversation(3)], async (_, account) => {
        await reset();
        const place = { accountId: account.id, name: conversation(2).name };
        await vscode.commands.executeCommand("plumbline.starConversation", await rowOf(place.name));
        await vscode.commands.executeCommand("plumbline.showStarredConversations");
        assert.deepEqual(await labels(), [["Today", ["Title 2"]]]);
        await vscode.commands.executeCommand("plumbline.filterConversations", "title 2");
        assert.deepEqual(await labels(), [["Today", ["Title 2"]]]);
        await vscode.commands.executeCommand("plumbline.filterConversations", "title 3");
        assert.deepEqual(await labels(), []);
        await vscode.commands.executeCommand("plumbline.filterConversations", "");
        assert.doesNotMatch(JSON.stringify((await marks()).of(place)), /http/, "nothing that grants access is kept");
        await vscode.commands.executeCommand("plumbline.unstarConversation", await rowOf(place.name));
        assert.deepEqual((await marks()).of(place), {});
        await reset();
        await vscode.commands.executeCommand("plumbline.showStarredConversations");
        assert.deepEqual(await labels(), []);
        await vscode.commands.executeCommand("plumbline.showAllConversations");
      });
    });

    it("it is copied as a whole, and its question asked again", async () => {
      await at([conversation(1)], async () => {
        await reset();
        await vscode.commands.executeCommand("plumbline.copyConversation", await rowOf(conversation(1).name));
        assert.match(await vscode.env.clipboard.readText(), /^# Title 1[^]*Answer 1/);
        await vscode.commands.executeCommand("plumbline.askAgain", await rowOf(conversation(1).name));
        const panel = await until("the composer", () => parts.answers.panels.find(({ isNew }) => isNew));
        assert.equal(panel.draft, "Question 1?");
        panel.receive({ type: "draft", text: "" });
      });
    });

    it("it is written to a file, and copied as JSON", async () => {
      await at([conversation(1)], async () => {
        await reset();
        const { showQuickPick, showSaveDialog, showInformationMessage } = vscode.window;
        const file = vscode.Uri.joinPath(parts.storage, "exported.md");
        const choose = async (label: string) => {
          const pick = (rows: readonly vscode.QuickPickItem[]) =>
            Promise.resolve(rows.find((row) => row.label === label));
          Object.assign(vscode.window, { showQuickPick: pick });
          await vscode.commands.executeCommand("plumbline.exportConversation", await rowOf(conversation(1).name));
        };
        try {
          Object.assign(vscode.window, {
            showSaveDialog: () => Promise.resolve(file),
            showInformationMessage: () => Promise.resolve(undefined),
          });
          await choose("Save as Markdown…");
          const written = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
          assert.match(written, /^# Title 1\n\n<!-- Conversation exported by Plumbline[^\n]*-->\n\n[^]*Answer 1/);
          await choose("Copy as JSON");
          const copied = JSON.parse(await vscode.env.clipboard.readText()) as { readonly title: string };
          assert.equal(copied.title, "Title 1");
        } finally {
          Object.assign(vscode.window, { showQuickPick, showSaveDialog, showInformationMessage });
          await vscode.workspace.fs.delete(file);
        }
      });
    });

    it("one that was begun with other folders stands below, folded, until its folder is open", async () => {
      await at([conversation(1), conversation(2)], async (_, account) => {
        const place = { accountId: account.id, name: conversation(2).name };
        await (await marks()).set(place, { folders: ["file:///somewhere/else"] });
        await reset();
        assert.deepEqual(await labels(), [
          ["Today", ["Title 1"]],
          ["Other Folders", ["Title 2"]],
        ]);
        const [, group] = await parts.conversations.getChildren();
        assert.equal(group?.item.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
        await (await marks()).setFolders(place);
        assert.deepEqual(await labels(), [["Today", ["Title 1", "Title 2"]]]);
      });
    });
  });

  it("says at a service where the conversations about the open folders are, and leads to them", async () => {
    const { copies, marks } = await parts.history();
    const name = "users/1/conversations/local-here";
    const local = { name, title: "Local", questions: [] };
    const localRow = async () =>
      (await parts.conversations.getChildren()).find(({ item }) => item.id === "local")?.item;
    try {
      await at([conversation(1)], async (instance) => {
        const before = Number((await localRow())?.description ?? 0);
        await copies.save("local", local);
        await reset();
        const row = await localRow();
        assert.deepEqual([row?.label, row?.description], ["Local Conversations", String(before + 1)]);
        await marks.set({ accountId: "local", name }, { folders: ["file:///somewhere/else"] });
        await reset();
        assert.equal(Number((await localRow())?.description ?? 0), before, "those of other folders are not counted");
        await marks.setFolders({ accountId: "local", name });
        instance.remove(conversation(1).name);
        await reset();
        assert.deepEqual(await parts.conversations.getChildren(), [], "an empty view says it in words");
        await vscode.commands.executeCommand(row?.command?.command ?? "");
        assert.equal(parts.accounts.current.id, "local");
        assert.equal(await localRow(), undefined);
      });
    } finally {
      await (await parts.history()).remove({ accountId: "local", name });
    }
  });

  it("has the names, stars and drafts of this machine alone: others number their local conversations as well", async () => {
    const { drafts, marks } = await parts.history();
    const place = { accountId: "local", name: "1" };
    const row = { name: "1", title: "Theirs", isStarred: false };
    await onMachine("ssh-remote", async () => {
      await marks.set(place, { title: "Renamed" });
      await marks.star(place, row);
      await drafts.keep(place, "And then?");
    });
    await onMachine(undefined, async () => {
      assert.equal(marks.titleOf(place, "Ours"), "Ours");
      assert.ok(!marks.isStarred("local", { name: "1" }));
      assert.deepEqual(marks.starredRows("local"), []);
      assert.equal(drafts.take(place), "");
      await marks.drop(place);
    });
    await onMachine("ssh-remote", async () => {
      assert.equal(marks.titleOf(place, "Theirs"), "Renamed");
      assert.deepEqual(marks.starredRows("local"), [{ name: "1", title: "Theirs" }]);
      assert.equal(drafts.take(place), "And then?");
      await marks.drop(place);
    });
  });

  describe("deleting", () => {
    it("hides at once, can be undone, and sends nothing before the grace is over", async () => {
      await at([conversation(1), conversation(2)], async (instance, account) => {
        const { deletions, list } = await parts.history();
        list.reset();
        const { name, title } = conversation(1);
        const deleting = deletions.delete({ accountId: account.id, name, title });
        await until("the row gone", () => deletions.has(account.id, name));
        assert.deepEqual(await labels(), [["Today", ["Title 2"]]]);
        await until("the undo", () => (deletions.undo(), !deletions.has(account.id, name)));
        assert.equal(await deleting, false);
        assert.deepEqual(await labels(), [["Today", ["Title 1", "Title 2"]]]);
        assert.equal(instance.calls("DeleteConversation"), 0);
      });
    });

    it("takes the row that the keys are on alone, also where two keys follow fast or that row is gone", async () => {
      await at(
        [1, 2, 3, 4].map((number) => conversation(number)),
        async (_, account) => {
          const { deletions, list } = await parts.history();
          list.reset();
          const press = async (command: string) => vscode.commands.executeCommand(command);
          const gone = () => [1, 2, 3, 4].filter((id) => deletions.has(account.id, conversation(id).name));
          await press("plumbline.conversations.focus");
          await until("the rows", async () => (await rows())[0]?.rows.length === 4 && parts.conversations.isVisible);
          await sleep(600); // time for them to be drawn
          await until("the first row selected and the keys on the third", async () => {
            for (const key of ["clear", "focusFirst", "focusDown", "toggleSelection", "focusDown", "focusDown"])
              await press(`list.${key}`);
            const focused = await parts.conversations.focused();
            const at = [parts.conversations.selected, focused].map((row) => row?.reference?.name);
            return isDeepStrictEqual(at, [conversation(1).name, conversation(3).name]);
          });
          const deleting = [1, 2].map(() => press("plumbline.deleteConversation"));
          await until("the deletion", () => gone().length > 0);
          assert.deepEqual(gone(), [3]);
          await sleep(600); // time for that to be drawn
          await press("plumbline.deleteConversation");
          assert.deepEqual(gone(), [3], "what is only selected stays");
          await until("all brought back", () => (deletions.undo(), gone().length === 0));
          await Promise.all(deleting);
        },
      );
    });

    it("takes the row that the keys are on, and no other, while the rows are drawn anew", async () => {
      const pages = [1, 2, 3, 4].map((number) => conversation(number));
      await at(pages, async () => {
        const { list } = await parts.history();
        list.reset();
        const press = async (command: string) => vscode.commands.executeCommand(command);
        const { conversations } = parts;
        await press("plumbline.conversations.focus");
        await until("the rows", async () => (await rows())[0]?.rows.length === 4 && conversations.isVisible);
        await sleep(600); // time for them to be drawn
        await until("the first row selected and the keys on the third", async () => {
          for (const key of ["clear", "focusFirst", "focusDown", "toggleSelection", "focusDown", "focusDown"])
            await press(`list.${key}`);
          const at = [conversations.selected, await conversations.focused()].map((row) => row?.reference?.name);
          return isDeepStrictEqual(at, [conversation(1).name, conversation(3).name]);
        });
        const getChildren = conversations.getChildren.bind(conversations);
        conversations.getChildren = async (node) => {
          await sleep(5); // as on a machine that is busy
          return getChildren(node);
        };
        try {
          const found = new Set<string | undefined>();
          for (let delay = 0; delay < 20; delay++) {
            await sleep(250); // of changes that follow faster, the editor heeds the last
            await conversations.group("day"); // draws them anew
            await sleep(delay);
            found.add((await conversations.focused())?.reference?.name);
          }
          assert.deepEqual([...found], [conversation(3).name]);
        } finally {
          conversations.getChildren = getChildren;
        }
      });
    });

    it("is left to the machine where it was begun, whose local service alone has the conversation", async () => {
      const { copies } = await parts.history();
      const deleted: string[] = [];
      const deleteConversation = (name: string) => Promise.resolve(void deleted.push(name));
      const services = { reach: () => Promise.resolve({ service: { deleteConversation } }) } as unknown as Services;
      const begun = (name: string, machine: string) => ({ accountId: "local", name, title: "", dueAt: 0, machine });
      const state = plainMemento({ deletions: [begun("theirs", "elsewhere"), begun("ours", otherMachine())] });
      const { accounts, log } = parts;
      const deletions = new Deletions({ state, accounts, services, copies, log, onDidDelete: () => undefined });
      try {
        assert.deepEqual([deletions.has("local", "theirs"), deletions.has("local", "ours")], [false, true]);
        await until("the end of ours", () => !deletions.has("local", "ours"));
        await sleep(100);
        assert.deepEqual(deleted, ["ours"]);
        assert.deepEqual(state.get("deletions"), [begun("theirs", "elsewhere")]);
      } finally {
        deletions.dispose();
      }
    });

    it("deletes at the service and here when the grace is over, also what is gone there already", async () => {
      await at([conversation(1), conversation(2)], async (instance, account) => {
        const { deletions, list, copies } = await parts.history();
        list.reset();
        await open(account, conversation(1));
        await until("the answer", () => posted && textOf(posted).includes("Answer 1"));
        const remove = ({ name, title }: WireConversation) => deletions.delete({ accountId: account.id, name, title });
        const both = Promise.all([remove(conversation(1)), remove(conversation(9))]);
        assert.deepEqual(await both, [true, true]);
        assert.equal(instance.calls("DeleteConversation"), 2);
        assert.deepEqual(await copies.all(account.id), []);
        assert.deepEqual(await labels(), [["Today", ["Title 2"]]]);
      });
    });
  });

  describe("a link", () => {
    const link = "0b8b1a5e-0000-4000-8000-00000000cafe";

    it("opens its conversation: by address, token, name and id; no log line has the token", async () => {
      await at([conversation(1)], async (instance) => {
        const lines: string[] = [];
        const log = parts.log.onDidWrite((line) => {
          lines.push(line);
        });
        for (const text of [
          `${instance.baseUrl}/deepsearch/${link}`,
          `${instance.baseUrl}/deepsearch/shared/${link}?x`,
          link,
          "users/4/conversations/1",
        ]) {
          await vscode.commands.executeCommand("plumbline.openConversationLink", text);
          await until(`the conversation of ${text}`, () => posted && textOf(posted).includes("Answer 1"));
          await closeAll();
        }
        log.dispose();
        assert.equal(lines.join("\n").includes("00000000cafe"), false);
      });
    });

    for (const name of ["new", "legacy"] as const) {
      it(`opens somebody else's conversation for reading, which leaves the history without a word to the service (${name})`, async () => {
        const theirs = {
          id: 7,
          read_token: link,
          viewer: { is_owner: false },
          questions: [{ id: 1, conversation_id: 7, question: "Theirs?", status: "completed", answer: "Theirs." }],
        };
        const read = {
          name: "users/3/conversations/7",
          state: { completed: {} },
          questions: [{ input: [{ question: { text: "Theirs?" } }], answer: [{ markdown: { text: "Theirs." } }] }],
        };
        await using server = await ScriptedServer.start(({ path, method }, response) => {
          if (name === "new" && path.startsWith("/api/")) json(response, path.endsWith("/GetConversation") ? read : {});
          else if (!path.startsWith("/.api/deepsearch/v1")) plain(response, 404, "404 page not found\n");
          else if (method !== "GET") plain(response, 500, "only for reading");
          else if (path.startsWith("/.api/deepsearch/v1/7")) json(response, theirs);
          else json(response, path.includes(`filter_read_token=${link}`) ? [theirs] : []);
        });
        await signedIn(server.baseUrl, async (account) => {
          await vscode.commands.executeCommand(
            "plumbline.openConversationLink",
            `${server.baseUrl}/deepsearch/${link}`,
          );
          const shown = await until(
            "their answer",
            () => posted && !posted.copy && textOf(posted).includes("Theirs.") && posted,
          );
          assert.equal(shown.followUp, undefined);
          await closeAll();
          await reset();
          const [group] = await parts.conversations.getChildren();
          assert.ok(group);
          assert.equal(labelOf(parts.conversations.getTreeItem(group)), "Other People's");
          const spoken = parts.conversations.getTreeItem(group).accessibilityInformation?.label;
          assert.equal(spoken, "Other People's, 1 conversation");
          const [row] = await parts.conversations.getChildren(group);
          assert.ok(row);
          assert.match(row.item.accessibilityInformation?.label ?? "", /^Theirs\?, answered, from another person/);
          assert.equal(row.item.contextValue, "conversation.others.unstarred.remote");
          await vscode.commands.executeCommand("plumbline.deleteConversation", row);
          assert.deepEqual(await rows(), []);
          assert.deepEqual(await (await parts.history()).copies.all(account.id), []);
          assert.deepEqual(
            server.received.filter(({ method, path }) => method !== "GET" && !/\/(?:Get|List)[A-Z]\w+$/.test(path)),
            [],
          );
        });
      });
    }

    it("is copied, and opened in a browser, from the row", async () => {
      await at([conversation(1)], async (instance) => {
        await reset();
        const [today] = await parts.conversations.getChildren();
        const [row] = await parts.conversations.getChildren(today);
        await vscode.commands.executeCommand("plumbline.copyConversationLink", row);
        assert.equal(await vscode.env.clipboard.readText(), `${instance.baseUrl}/deepsearch/${link}`);
      });
    });

    it("is copied from the panel, too, whatever its menu hands on and whichever row is there", async () => {
      await at([conversation(1), conversation(2)], async (instance, account) => {
        await reset();
        const [today] = await parts.conversations.getChildren();
        const [first] = await parts.conversations.getChildren(today);
        const copied = async (...given: unknown[]) => {
          await vscode.env.clipboard.writeText("");
          await vscode.commands.executeCommand("plumbline.copyConversationLink", ...given);
          return vscode.env.clipboard.readText();
        };
        assert.equal(await copied(), "", "there is no panel");
        await open(account, { ...conversation(7), name: "users/4/conversations/7" });
        await until("the notice", () => posted?.notice);
        const page = `${instance.baseUrl}/deepsearch/7`;
        assert.equal(await copied(), page, "by its number, where the service tells of no page");
        await open(account, conversation(2));
        await until("the answer", () => posted && textOf(posted).includes("Answer 2"));
        assert.equal(await copied(), `${instance.baseUrl}/deepsearch/${link}`);
        assert.equal(
          await copied(vscode.Uri.parse("webview-panel:/plumbline")),
          `${instance.baseUrl}/deepsearch/${link}`,
        );
        assert.equal(await copied(first), `${instance.baseUrl}/deepsearch/${link}`);
        assert.equal(await copied(undefined), "", "a row that is being drawn anew is no reason to take another");
      });
    });
  });

  describe("an answer that is awaited", () => {
    // Other tests ask the local service, and close the tab before a slow machine has the answer.
    before(async () => {
      await (await parts.history()).awaited.forget("local");
      await until("no badge", () => parts.conversations.badge === undefined);
    });

    it("is told once, and in a badge, when it comes after the tab was closed, until it is seen", async () => {
      await at([], async (instance, account) => {
        const { awaited } = await parts.history();
        const notices: (readonly { readonly name: string }[])[] = [];
        const listener = awaited.onDidNotice((notice) => {
          notices.push(notice);
        });
        await vscode.commands.executeCommand("plumbline.ask", "Why?");
        await until("the question", () => posted?.questions[0]?.progress && posted.name);
        const [{ name } = conversation(0)] = instance.conversations;
        assert.equal(awaited.stateOf(account.id, name), "running");
        await closeAll();
        await (await parts.history()).marks.set({ accountId: account.id, name }, { title: "My words" });
        const [today] = await rows();
        assert.deepEqual(today?.rows.map(iconOf), ["loading~spin"]);
        instance.finish(name, "Because.");
        await until("the notice", () => notices.length > 0); // while nobody looks, the service is asked rarely
        assert.deepEqual(notices, [[{ ...notices[0]?.[0], name, title: "My words" }]]);
        assert.equal(parts.conversations.badge?.value, 1);
        assert.equal(instance.calls("CreateConversation"), 1);
        await open(account, { ...conversation(0), name });
        await until("the answer", () => posted && textOf(posted).includes("Because."));
        await until("the badge gone", () => parts.conversations.badge === undefined);
        assert.equal(notices.length, 1);
        assert.equal(awaited.stateOf(account.id, name), undefined);
        listener.dispose();
      });
    });

    it("is listed by its question though there is no copy of it, and the service has no title yet", async () => {
      await at([], async (_, account) => {
        await vscode.commands.executeCommand("plumbline.ask", "Why? (about @o/r)");
        await until("the question", () => posted?.questions[0]?.progress && posted.name);
        await closeAll();
        const { copies } = await parts.history();
        await copies.removeAll(account.id);
        await reset();
        assert.deepEqual(await labels(), [["Today", ["Why?"]]]);
      });
    });

    it("is not told where it is looked at", async () => {
      await at([], async (instance, account) => {
        const { awaited } = await parts.history();
        await vscode.commands.executeCommand("plumbline.ask", "Why?");
        await until("the question", () => posted?.questions[0]?.progress && posted.name);
        const [{ name } = conversation(0)] = instance.conversations;
        instance.finish(name, "Because.");
        await until("the answer", () => posted && textOf(posted).includes("Because."));
        await until("nothing awaited", () => awaited.stateOf(account.id, name) === undefined);
        assert.equal(parts.conversations.badge, undefined);
      });
    });
  });

  describe("a draft", () => {
    const words = "And what of canary words?";
    const shown = () => until("the box", () => posted?.followUp?.draft.text);
    const type = (text: string) => {
      parts.answers.panels[0]?.receive({ type: "draft", text });
    };
    const left = async (account: Account) => {
      const { drafts } = await parts.history();
      const text = drafts.take({ accountId: account.id, name: conversation(1).name });
      await drafts.keep({ accountId: account.id, name: conversation(1).name }, text);
      return text;
    };

    it("is there again when its conversation is opened again, until it is emptied or asked", async () => {
      const lines: string[] = [];
      const listener = parts.log.onDidWrite((line) => {
        lines.push(line);
      });
      await at([conversation(1)], async (instance, account) => {
        await open(account, conversation(1));
        await until("the box", () => posted?.followUp);
        type("And");
        type(words);
        await closeAll();
        assert.equal(await left(account), words);
        await open(account, conversation(1));
        assert.equal(await shown(), words);
        await closeAll();
        assert.equal(await left(account), words, "also where nobody typed on");
        await open(account, conversation(1));
        await shown();
        type("");
        await closeAll();
        assert.equal(await left(account), "");
        await open(account, conversation(1));
        await until("the box", () => posted?.followUp && !posted.copy);
        type(words);
        instance.delayMs = 1000;
        parts.answers.panels[0]?.receive({ type: "followUp", text: words });
        await closeAll();
        assert.equal(await left(account), "", "it is on its way");
      });
      listener.dispose();
      assert.deepEqual(
        lines.filter((line) => line.includes("canary words")),
        [],
      );
    });

    it("stays with what its page held over a reload", async () => {
      await at([conversation(1)], async (_, account) => {
        const { drafts } = await parts.history();
        const reference = { accountId: account.id, name: conversation(1).name };
        for (const [draft, expected] of [
          ["Held by the page", "Held by the page"],
          ["", "Left elsewhere"],
        ] as const) {
          await drafts.keep(reference, "Left elsewhere");
          const panel = vscode.window.createWebviewPanel("plumbline.answer", "", vscode.ViewColumn.One);
          await parts.answers.deserializeWebviewPanel(panel, { name: `${account.id}/${reference.name}`, draft });
          assert.equal(await shown(), expected);
          await closeAll();
          assert.equal(await left(account), expected);
        }
      });
    });

    it("goes with its conversation, and with its account", async () => {
      let id = "";
      const { drafts } = await parts.history();
      await at([conversation(1), conversation(2)], async (_, account) => {
        ({ id } = account);
        for (const each of [conversation(1), conversation(2)]) {
          await open(account, each);
          await until("the box", () => posted?.followUp);
          type(words);
          await closeAll();
        }
        await (await parts.history()).remove({ accountId: account.id, name: conversation(1).name });
        assert.equal(await left(account), "");
        await open(account, conversation(2));
        assert.equal(await shown(), words);
      });
      await until("the panel closed", () => parts.answers.panels.length === 0);
      await until("it to be gone", () => drafts.take({ accountId: id, name: conversation(2).name }) === "");
    });
  });

  it("opens a link of an answer as it is, with what is encoded in it", async () => {
    const { openExternal } = vscode.env;
    const opened: string[] = [];
    // As the editor does with what it is given:
    // https://github.com/microsoft/vscode/blob/main/src/vs/editor/browser/services/openerService.ts
    vscode.env.openExternal = (given: vscode.Uri | string) => {
      opened.push(typeof given === "string" ? given : encodeURI(given.toString(true)));
      return Promise.resolve(true);
    };
    try {
      const page = "https://example.com/c%23/a%2Fb?q=x%26y%3Dz&lang=c%2B%2B#part%201";
      const answered = { ...conversation(1), answer: `Answer 1, see [this](${page}).` };
      await at([answered], async (_, account) => {
        await open(account, answered);
        await until("the answer", () => posted && textOf(posted).includes("Answer 1"));
        parts.answers.inView?.receive({ type: "openWebLink", index: 0 });
        assert.deepEqual(opened, [page]);
      });
    } finally {
      vscode.env.openExternal = openExternal;
    }
  });

  it("asks for another answer in place of one, again where that failed", async () => {
    await at([conversation(1)], async (instance, account) => {
      instance.capabilities = "written-answers";
      await open(account, conversation(1));
      const { questions } = await until("the answer", () => posted && textOf(posted).includes("Answer 1") && posted);
      const panel = parts.answers.inView ?? assert.fail();
      panel.receive({ type: "notice", action: "continue", question: questions[0]?.id });
      const failed = () =>
        posted?.questions.find(({ notice }) => notice?.actions.some(({ action }) => action === "retry"));
      const { id: question } = await until("the failure", failed);
      panel.receive({ type: "notice", action: "retry", question });
      await until("the second try", () => instance.calls("AddConversationQuestion") === 2);
      const bodies = instance.server.received.filter(({ path }) => path.endsWith("/AddConversationQuestion"));
      for (const { body } of bodies) assert.match(body, /"plumbline_instead_of":\{"question":0,"goes_on":true\}/);
      await until("the failure", failed);
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
      assert.deepEqual(await (await parts.history()).copies.all(account.id), []);
    });
  });
});

/** The higher the number, the longer ago. */
function conversation(number: number, { daysAgo = 0 } = {}): WireConversation {
  return {
    name: `users/4/conversations/${String(number)}`,
    title: `Title ${String(number)}`,
    question: `Question ${String(number)}?`,
    answer: `Answer ${String(number)}, with **words**.`,
    updateTime: new Date(Date.now() - daysAgo * DAY_MS - number * 100).toISOString(),
  };
}
