import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { createService } from "../../src/api/service.ts";
import { askOnce } from "../../src/core/conversations/askOnce.ts";
import type { CodeSearchService } from "../../src/core/model/service.ts";
import type { Account } from "../../src/host/accounts/accounts.ts";
import { ConversationHistory } from "../../src/host/conversations/conversationHistory.ts";
import { Services } from "../../src/host/accounts/services.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { ScriptedInstance } from "../support/scriptedInstance.ts";
import { plumbline, until } from "./extension.ts";

const QUESTIONS = ["Who?", "What?", "When?", "Where?", "Why?"];

/** Windows of one person: they share accounts, copies and the service, but each waits for its own answers. */
describe("two windows on one account", () => {
  let parts: TestAccess;
  let instance: ScriptedInstance;
  let account: Account;
  let folder: string;
  let service: CodeSearchService;
  const open = new Set<EditorWindow>();

  /** One window: what it remembers outlives a reload, everything else is created anew. */
  class EditorWindow {
    readonly notices: string[] = [];
    readonly #remembered = new Map<string, unknown>();
    #services = this.#connect();
    history = this.#start();

    constructor() {
      open.add(this);
    }

    /** As `AnswerPanel` does: the service has the question, then this window waits for its answer. */
    async ask(question: string): Promise<string> {
      const { service } = await this.#services.reach(account);
      const { name } = await askOnce(service, { question });
      const reference = { accountId: account.id, name, title: question };
      await this.history.awaited.add(reference, Date.now());
      this.history.awaited.takeOver(reference);
      return name;
    }

    /** Reads a conversation as a panel of this window does while nobody looks at it. */
    async observe(name: string): Promise<void> {
      const { service } = await this.#services.reach(account);
      await this.history.awaited.observe(account.id, await service.getConversation(name), false);
    }

    reload(): void {
      this.close();
      this.#services = this.#connect();
      this.history = this.#start();
    }

    close(): void {
      this.history.dispose();
      this.#services.dispose();
    }

    #connect(): Services {
      return new Services(parts.local, parts.tokens, createConnection, {
        find: () => account,
        runTimes: () => ({ past: [], add: () => undefined }),
      });
    }

    #start(): ConversationHistory {
      const history = new ConversationHistory({
        accounts: parts.accounts,
        services: this.#services,
        log: parts.log,
        folder,
        globalState: memento(new Map()),
        workspaceState: memento(this.#remembered),
        show: () => Promise.resolve(),
      });
      history.awaited.onDidNotice((notice) => {
        this.notices.push(...notice.map(({ name }) => name));
      });
      return history;
    }
  }

  const createConnection: ConstructorParameters<typeof Services>[2] = (address) =>
    createService(
      { ...address, client: "plumbline test", spillFolder: folder, log: () => undefined },
      parts.accounts.interfaceMemory(address.accountId),
    );

  before(async () => {
    parts = await plumbline();
  });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "plumbline-windows-"));
    instance = await ScriptedInstance.start([]);
    account = parts.accounts.for(instance.baseUrl);
    await parts.tokens.set(account.id, "sgp_0123456789abcdef_canary5678901234567890123456789012345678");
    await parts.accounts.add(account);
    service = createConnection({
      accountId: account.id,
      baseUrl: instance.baseUrl,
      token: () => parts.tokens.get(account.id),
    });
  });

  afterEach(async () => {
    for (const window of open) window.close();
    open.clear();
    await service.close();
    await parts.tokens.delete(account.id);
    await parts.accounts.remove(account);
    await instance[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  it("each tell of what they asked themselves, once, with a reload in the middle of each answer", async () => {
    const [first, second] = [new EditorWindow(), new EditorWindow()];
    const asked = await Promise.all(QUESTIONS.map((question) => first.ask(question)));
    const other = await second.ask("How?");
    for (const [index, name] of asked.entries()) {
      first.reload();
      instance.finish(name, `Answer ${String(index)}.`);
      await second.observe(name); // the other window has it open as well
      first.reload();
      await until(`the notice of ${name}`, () => first.notices.includes(name));
    }
    first.reload();
    instance.finish(other, "Thus.");
    second.reload();
    await until("the other window's notice", () => second.notices.length > 0);
    await sleep(1500); // a notice appears within 800 ms of its answer
    assert.deepEqual(first.notices, asked);
    assert.deepEqual(second.notices, [other]);
    assert.equal(first.history.awaited.unseenCount, 5);
    assert.equal(instance.calls("CreateConversation"), 6);
    const copies = await first.history.copies.all(account.id);
    assert.deepEqual(copies.map(({ name }) => name).sort(), [...asked, other].sort());
  });

  it("tell of an answer that came just before a reload, while its copy was being made", async () => {
    const window = new EditorWindow();
    const name = await window.ask("Who?");
    const { copies } = window.history;
    const isCopied = Promise.withResolvers<undefined>();
    const held = Promise.withResolvers<undefined>();
    const save = copies.save.bind(copies);
    copies.save = async (...given) => {
      await save(...given);
      isCopied.resolve(undefined);
      await held.promise;
    };
    instance.finish(name, "Because.");
    await isCopied.promise;
    window.reload();
    held.resolve(undefined);
    await until("the notice", () => window.notices.length > 0);
    assert.deepEqual(window.notices, [name]);
  });

  it("tell of five answers that came at once in one notice, also where the reload came before it", async () => {
    const [first, second] = [new EditorWindow(), new EditorWindow()];
    const asked = await Promise.all(QUESTIONS.map((question) => first.ask(question)));
    for (const name of asked) instance.finish(name, "Because.");
    first.reload();
    await until("the answers", () => first.history.awaited.unseenCount === 5);
    first.reload(); // the answers are there, but the notice was still to come
    await until("the notice", () => first.notices.length >= asked.length);
    await sleep(1500);
    assert.deepEqual([...first.notices].sort(), [...asked].sort());
    assert.deepEqual(second.notices, []);
    first.reload();
    await sleep(1500);
    assert.equal(first.notices.length, 5, "what was told is not told again");
  });
});

function memento(values: Map<string, unknown>): vscode.Memento {
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, otherwise?: T) => (values.has(key) ? (values.get(key) as T) : otherwise),
    update: (key, value) => {
      if (value === undefined) values.delete(key);
      else values.set(key, JSON.parse(JSON.stringify(value)));
      return Promise.resolve();
    },
  };
}
