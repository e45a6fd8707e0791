import assert from "node:assert/strict";
import { mkdtempSync, rmSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerResponse } from "node:http";
import * as vscode from "vscode";
import { AccountChanges } from "../../src/host/accounts/accountChanges.ts";
import { Accounts, type Account } from "../../src/host/accounts/accounts.ts";
import { SignOuts } from "../../src/host/accounts/signOuts.ts";
import { signOut } from "../../src/host/accounts/signIn.ts";
import { switchAccount } from "../../src/host/accounts/switchAccount.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { TokenStore } from "../../src/host/network/tokenStore.ts";
import { EditorStorage } from "../support/editorStorage.ts";
import { ScriptedInstance } from "../support/scriptedInstance.ts";
import { json, plain, ScriptedServer, type Received } from "../support/scriptedServer.ts";
import { plumbline, until } from "./extension.ts";
import { standIn, TypedPrompts } from "./prompts.ts";

const TOKEN = "sgp_0123456789abcdef_canary5678901234567890123456789012345678";
const CONVERSATION = {
  name: "users/1/conversations/3",
  title: "T",
  state: { processing: {} },
  questions: [{ input: [{ question: { text: "Why?" } }] }],
};

describe("accounts in several windows", () => {
  let parts: TestAccess;
  let folder: string;
  let storage: EditorStorage;
  const open: vscode.Disposable[] = [];

  before(async () => {
    parts = await plumbline();
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "plumbline-accounts-"));
    storage = new EditorStorage();
  });

  afterEach(() => {
    vscode.Disposable.from(...open.splice(0)).dispose();
    rmSync(folder, { recursive: true });
  });

  /** A window's accounts, and what it reported about them. */
  function openWindow({ isLate = false, hearsOfSecrets = true } = {}) {
    const window = storage.open({ isLate });
    const accounts = new Accounts(window.state);
    const tokens = new TokenStore(window.secrets, window.state, parts.log, () =>
      assert.fail("nobody signed in by OAuth"),
    );
    const secrets = hearsOfSecrets
      ? window.secrets
      : { ...window.secrets, onDidChange: () => vscode.Disposable.from() };
    const told: string[] = [];
    open.push(
      accounts,
      tokens,
      new AccountChanges(accounts, secrets, folder, parts.log),
      accounts.onDidChangeCurrent(({ id }) => told.push(`current ${id}`)),
      accounts.onDidRemove(({ id }) => told.push(`removed ${id}`)),
    );
    return { accounts, tokens, told, window };
  }

  for (const hearsOfSecrets of [true, false]) {
    it(`are added, switched and removed in all of them, ${hearsOfSecrets ? "" : "also "}where ${hearsOfSecrets ? "all hear" : "only one hears"} of secrets`, async () => {
      const one = openWindow();
      const other = openWindow({ hearsOfSecrets });
      const account = { id: "a", baseUrl: "https://a.test" };
      await one.tokens.set("a", TOKEN);
      await one.accounts.add(account);
      await until("the account in the other window", () => other.told.includes("current a"));
      assert.equal(await other.tokens.get("a"), TOKEN);
      await one.accounts.use({ id: "local" });
      await until("the switch in the other window", () => other.told.at(-1) === "current local");
      await other.accounts.remove(account);
      await until("the removal in the first window", () => one.told.includes("removed a"));
      assert.deepEqual(one.told, ["current a", "current local", "removed a"], "what runs elsewhere is not touched");
      assert.deepEqual(other.told, one.told);
      const [file = ""] = readdirSync(folder);
      assert.ok(!readFileSync(join(folder, file), "utf8").includes("canary"));
    });
  }

  it("are told when what the editor remembers gets there, later than the file does", async () => {
    const one = openWindow();
    const late = openWindow({ isLate: true, hearsOfSecrets: false });
    await one.accounts.add({ id: "a", baseUrl: "https://a.test" });
    await until("the file", () => readdirSync(folder).length > 0);
    assert.deepEqual(late.told, []);
    late.window.catchUp();
    await until("the account in the late window", () => late.told.includes("current a"));
  });

  it("are told of when all of a change is written, however often somebody looks before", async () => {
    const { accounts, told, window } = openWindow();
    await accounts.add({ id: "a", baseUrl: "https://a.test" });
    await window.state.update("accounts", []);
    assert.equal(accounts.sync(), false);
    await accounts.remove({ id: "a" });
    assert.deepEqual(told, ["current a", "removed a", "current local"]);
  });

  it("are another one where another address is, and signing in anew is told", async () => {
    const one = openWindow();
    await one.accounts.add({ id: "a", baseUrl: "https://a.test" });
    await one.accounts.add({ id: "a", baseUrl: "https://a.test" });
    await one.accounts.add({ id: "a", baseUrl: "https://b.test" });
    assert.deepEqual(one.told, ["current a", "current a", "removed a", "current a"]);
  });
});

describe("one of several accounts", () => {
  const ONE = { id: "a", baseUrl: "https://a.test" };
  const TWO = { id: "b", baseUrl: "https://b.test" };
  const { createQuickPick } = vscode.window;
  let pick: vscode.QuickPick<vscode.QuickPickItem>;
  const pressed = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();

  before(() => {
    vscode.window.createQuickPick = <T extends vscode.QuickPickItem>() => {
      const seen = standIn(createQuickPick<T>(), { onDidTriggerItemButton: pressed.event as never });
      pick = seen;
      return seen;
    };
  });

  after(() => {
    vscode.window.createQuickPick = createQuickPick;
    pressed.dispose();
  });

  it("is edited or removed from its row, with its token, and the others stay", async () => {
    const { state, secrets } = new EditorStorage().open();
    const { log } = await plumbline();
    const accounts = new Accounts(state);
    const never = () => assert.fail("nobody signed in by OAuth");
    const tokens = new TokenStore(secrets, state, log, never);
    for (const account of [ONE, TWO]) {
      await tokens.set(account.id, TOKEN);
      await accounts.add(account);
    }
    const edited: Account[] = [];
    const signOuts = new SignOuts(
      state,
      (id) => tokens.delete(id),
      () => undefined,
    );
    const actions = {
      edit: (account: Account) => Promise.resolve(void edited.push(account)),
      remove: (account: Account) => signOut({ accounts, tokens, oauth: never, signOuts }, account),
    };
    for (const index of [0, 1]) {
      const done = switchAccount(accounts, actions);
      const item = pick.items[1];
      const button = item?.buttons?.[index];
      assert.ok(item && button);
      assert.equal(pick.items[0]?.buttons?.length, 0, "the local service stays");
      pressed.fire({ item, button });
      await done;
    }
    assert.deepEqual(edited, [ONE]);
    assert.deepEqual(accounts.all.slice(1), [TWO]);
    assert.equal(accounts.current.id, TWO.id, "what is current stays current");
    assert.deepEqual([await tokens.get(ONE.id), await tokens.get(TWO.id)], [undefined, TOKEN]);
    vscode.Disposable.from(accounts, tokens).dispose();
  });

  it("has another address when that one works, and keeps the one it had until then", async () => {
    const { accounts, tokens, searches } = await plumbline();
    const other = `${TOKEN}2`;
    let isOpen = false;
    const answer = ({ path, headers }: Received, response: ServerResponse): void => {
      const isKnown = headers.authorization === `token ${TOKEN}` || (isOpen && headers.authorization !== undefined);
      if (path.endsWith("/__version")) plain(response, 200, "7.1.0\n");
      else if (!isKnown) plain(response, 401, "no");
      else if (path.endsWith("/graphql")) json(response, { data: { currentUser: { username: "ann" } } });
      else if (path.includes("deepsearch")) json(response, { conversationSummaries: [] });
      else if (path.includes("/search/stream")) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        if (path.includes("needle"))
          response.write("event: progress\ndata: {}\n\n"); // and nothing more
        else response.end("event: done\ndata: {}\n\n");
      } else plain(response, 404, "no route");
    };
    await using before = await ScriptedServer.start(answer);
    await using after = await ScriptedServer.start(answer);
    const account = accounts.for(before.baseUrl);
    await tokens.set(account.id, TOKEN);
    await accounts.add(account);
    const { showInputBox, showErrorMessage, showInformationMessage } = vscode.window;
    const told: string[] = [];
    const tell = (message: string) => Promise.resolve(void told.push(message));
    const edit = async () => {
      const last = pick;
      const done = vscode.commands.executeCommand("plumbline.switchAccount");
      const rows = await until("the rows", () => pick !== last && pick.items);
      const item = rows.find(({ buttons }) => buttons && buttons.length > 0);
      const button = item?.buttons?.[0];
      assert.ok(button);
      pressed.fire({ item, button });
      await done;
    };
    try {
      Object.assign(vscode.window, { showErrorMessage: tell, showInformationMessage: tell });
      let proposed: string | undefined;
      vscode.window.showInputBox = (options?: vscode.InputBoxOptions) => {
        proposed = options?.value;
        return Promise.resolve(after.baseUrl);
      };
      using prompts = new TypedPrompts(other);
      void vscode.commands.executeCommand("plumbline.search", "needle");
      await until("the search", () => before.received.some(({ path }) => path.includes("needle")));
      await edit();
      assert.equal(proposed, before.baseUrl);
      assert.equal(told.length, 1, "that the token is refused");
      assert.deepEqual([accounts.current.baseUrl, await tokens.get(account.id)], [before.baseUrl, TOKEN]);
      assert.equal(searches.current?.status, "running");
      isOpen = true;
      await edit();
      assert.equal(prompts.count, 2);
      const { current } = accounts;
      assert.equal(current.baseUrl, after.baseUrl);
      assert.deepEqual([await tokens.get(account.id), await tokens.get(current.id)], [undefined, other]);
      assert.equal(
        accounts.all.some(({ id }) => id === account.id),
        false,
      );
      await until("the search gone", () => searches.current?.query.text !== "needle");
      const sent = before.received.length;
      await vscode.commands.executeCommand("plumbline.refreshConversations");
      assert.equal(before.received.length, sent, "nothing more goes where it was");
      await tokens.delete(current.id);
      await accounts.remove(current);
    } finally {
      Object.assign(vscode.window, { showInputBox, showErrorMessage, showInformationMessage });
    }
  });
});

describe("signing in", () => {
  it("reads the first page of conversations once, and the list is drawn from it", async () => {
    const { accounts, tokens, history } = await plumbline();
    const row = {
      name: "users/1/conversations/3",
      title: "The cart",
      question: "Why?",
      updateTime: "2026-11-01T00:00:00Z",
    };
    await using instance = await ScriptedInstance.start([row]);
    const { showInputBox, showInformationMessage, showWarningMessage } = vscode.window;
    using prompts = new TypedPrompts(TOKEN);
    try {
      const quiet = () => Promise.resolve(undefined);
      Object.assign(vscode.window, {
        showInputBox: () => Promise.resolve(instance.baseUrl),
        showInformationMessage: quiet,
        showWarningMessage: quiet,
      });
      await vscode.commands.executeCommand("plumbline.signIn", instance.baseUrl);
    } finally {
      Object.assign(vscode.window, { showInputBox, showInformationMessage, showWarningMessage });
    }
    assert.equal(prompts.count, 1);
    const { current } = accounts;
    assert.equal(current.baseUrl, instance.baseUrl);
    const { list } = await history();
    const { conversations } = await list.load();
    assert.deepEqual(
      conversations.map(({ summary }) => summary.title),
      ["The cart"],
    );
    assert.equal(instance.calls("ListConversationSummaries"), 1);
    list.refresh();
    await list.load();
    assert.equal(instance.calls("ListConversationSummaries"), 2, "Refresh reads it again");
    await tokens.delete(current.id);
    await accounts.remove(current);
  });
});

describe("signing in again", () => {
  it("asks for a token alone where it is known which service that is for, and for an address where it is not", async () => {
    const { accounts, tokens } = await plumbline();
    await using one = await ScriptedInstance.start([]);
    await using two = await ScriptedInstance.start([]);
    const both = [one, two].map(({ baseUrl }) => accounts.for(baseUrl));
    const [first = assert.fail(), second = assert.fail()] = both;
    for (const account of both) {
      await tokens.set(account.id, TOKEN);
      await accounts.add(account);
    }
    const { showInputBox, showInformationMessage, showWarningMessage } = vscode.window;
    const proposed: (string | undefined)[] = [];
    const quiet = () => Promise.resolve(undefined);
    using prompts = new TypedPrompts(`${TOKEN}2`);
    try {
      Object.assign(vscode.window, {
        showInputBox: ({ value }: vscode.InputBoxOptions) => {
          proposed.push(value);
          return Promise.resolve(undefined);
        },
        showInformationMessage: quiet,
        showWarningMessage: quiet,
      });
      await vscode.commands.executeCommand("plumbline.signIn", one.baseUrl);
      assert.equal(accounts.current.id, first.id);
      assert.deepEqual(await Promise.all(both.map(({ id }) => tokens.get(id))), [`${TOKEN}2`, TOKEN]);
      await accounts.use(second);
      await vscode.commands.executeCommand("plumbline.signInAgain");
      assert.equal(await tokens.get(second.id), `${TOKEN}2`);
      assert.deepEqual([prompts.count, proposed], [2, []]);
      await vscode.commands.executeCommand("plumbline.signIn");
      await vscode.commands.executeCommand("plumbline.signIn", "https://elsewhere.example");
      await accounts.use({ id: "local" });
      await vscode.commands.executeCommand("plumbline.signInAgain");
      assert.deepEqual([prompts.count, proposed], [2, [two.baseUrl, "https://elsewhere.example", ""]]);
    } finally {
      Object.assign(vscode.window, { showInputBox, showInformationMessage, showWarningMessage });
      for (const account of both) {
        await tokens.delete(account.id);
        await accounts.remove(account);
      }
    }
  });
});

describe("the services that an administrator names", () => {
  it("are offered first by Sign In, before an address is typed", async () => {
    const { accounts, tokens } = await plumbline();
    await using instance = await ScriptedInstance.start([]);
    const settings = vscode.workspace.getConfiguration("plumbline");
    const services = [{ name: "Company Code", address: instance.baseUrl }];
    await settings.update("services", services, vscode.ConfigurationTarget.Global);
    const { showQuickPick, showInputBox, showInformationMessage, showWarningMessage } = vscode.window;
    const offered: vscode.QuickPickItem[][] = [];
    using prompts = new TypedPrompts(TOKEN);
    try {
      const quiet = () => Promise.resolve(undefined);
      Object.assign(vscode.window, {
        showQuickPick: (rows: vscode.QuickPickItem[]) => {
          offered.push(rows);
          return Promise.resolve(rows[0]);
        },
        showInputBox: () => assert.fail("no address is typed"),
        showInformationMessage: quiet,
        showWarningMessage: quiet,
      });
      await vscode.commands.executeCommand("plumbline.signIn");
    } finally {
      Object.assign(vscode.window, { showQuickPick, showInputBox, showInformationMessage, showWarningMessage });
      await settings.update("services", undefined, vscode.ConfigurationTarget.Global);
    }
    assert.deepEqual(
      offered.map((rows) => rows.map(({ label }) => label)),
      [["Company Code", "Another Address…"]],
    );
    assert.equal(prompts.count, 1);
    const { current } = accounts;
    assert.equal(current.baseUrl, instance.baseUrl);
    await tokens.delete(current.id);
    await accounts.remove(current);
  });
});

describe("two sign-ins to one address at once", () => {
  const { showInputBox, showInformationMessage } = vscode.window;
  let parts: TestAccess;
  let server: ScriptedServer;
  /** The service does not answer until this resolves. */
  let gate = Promise.resolve();

  before(async () => {
    parts = await plumbline();
    server = await ScriptedServer.start(async ({ path }, response) => {
      await gate;
      if (path.endsWith("/__version")) plain(response, 200, "7.1.0\n");
      else if (path.endsWith("/graphql")) json(response, { data: { currentUser: { username: "ann" } } });
      else if (path.includes("deepsearch")) json(response, { conversationSummaries: [] });
      else response.writeHead(200, { "content-type": "text/event-stream" }).end("event: done\ndata: {}\n\n");
    });
    vscode.window.showInputBox = typeAddress;
    Object.assign(vscode.window, { showInformationMessage: () => Promise.resolve(undefined) });
  });

  afterEach(async () => {
    for (const account of known()) {
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
    }
  });

  after(async () => {
    Object.assign(vscode.window, { showInputBox, showInformationMessage });
    await server[Symbol.asyncDispose]();
  });

  const typeAddress = () => Promise.resolve(server.baseUrl);
  const known = () => parts.accounts.all.filter(({ baseUrl }) => baseUrl === server.baseUrl);
  const signIn = () => vscode.commands.executeCommand("plumbline.signIn", server.baseUrl);

  it("make one account in one window", async () => {
    using prompts = new TypedPrompts(TOKEN);
    await Promise.all([signIn(), signIn()]);
    assert.equal(prompts.count, 2);
    assert.deepEqual(
      known().map(({ id }) => id),
      [parts.accounts.current.id],
    );
    assert.equal(await parts.tokens.get(parts.accounts.current.id), TOKEN);
  });

  it("make one account in two windows", async () => {
    using prompts = new TypedPrompts(TOKEN);
    const waiting = Promise.withResolvers<undefined>();
    gate = waiting.promise.then(() => undefined);
    server.received.length = 0;
    const done = signIn();
    await until("the trial", () => server.received.length > 0);
    // The other window's change, as this one sees it.
    const [globalState] = parts.states;
    assert.ok(globalState);
    await globalState.update("accounts", [{ id: "of-another-window", baseUrl: server.baseUrl }]);
    waiting.resolve(undefined);
    await done;
    assert.equal(prompts.count, 1);
    assert.deepEqual(
      known().map(({ id }) => id),
      ["of-another-window"],
    );
    assert.equal(await parts.tokens.get("of-another-window"), TOKEN);
  });

  it("notice an address that is wrong before a token is asked for, and one that wants https", async () => {
    using prompts = new TypedPrompts(TOKEN);
    const { showErrorMessage } = vscode.window;
    const told: string[][] = [];
    await using leading = await ScriptedServer.start((_, response) => {
      response.writeHead(301, { location: server.baseUrl.replace("http:", "https:") }).end();
    });
    try {
      Object.assign(vscode.window, {
        showErrorMessage: (...words: string[]) => {
          told.push(words);
          return Promise.resolve(words.includes("Use https") ? "Use https" : undefined);
        },
        showInputBox: () => Promise.resolve(leading.baseUrl),
      });
      await vscode.commands.executeCommand("plumbline.signIn", leading.baseUrl);
      Object.assign(vscode.window, { showInputBox: () => Promise.resolve("http://127.0.0.1:1") });
      await vscode.commands.executeCommand("plumbline.signIn", "http://127.0.0.1:1");
    } finally {
      Object.assign(vscode.window, { showErrorMessage, showInputBox: typeAddress });
    }
    assert.equal(prompts.count, 0);
    const [wants, insecure, refused] = told.map(([message = ""]) => message);
    assert.match(wants ?? "", /^The address of .+ is https:\/\/127\.0\.0\.1:\d+: it wants https\.$/);
    assert.match(insecure ?? "", /Could not make a secure connection/, "asked over https, where nobody speaks it");
    assert.match(refused ?? "", /^Could not connect to/);
    assert.equal(known().length, 0);
  });

  it("warn, before a token is typed, of an address where another web site is", async () => {
    await using site = await ScriptedServer.start((_, response) => {
      plain(response, 200, "<!doctype html><title>Canteen</title>", "text/html");
    });
    const { showErrorMessage } = vscode.window;
    using prompts = new TypedPrompts(TOKEN);
    try {
      Object.assign(vscode.window, {
        showErrorMessage: () => Promise.resolve(undefined),
        showInputBox: () => Promise.resolve(site.baseUrl),
      });
      await vscode.commands.executeCommand("plumbline.signIn", site.baseUrl);
      assert.match(prompts.warning ?? "", /doesn't look like a code search service.* Check the address.*user:all/);
      assert.equal(prompts.count, 1, "a gateway may hide the version alone");
      Object.assign(vscode.window, { showInputBox: typeAddress });
      await signIn();
      assert.deepEqual([prompts.count, prompts.warning], [2, undefined]);
    } finally {
      Object.assign(vscode.window, { showErrorMessage, showInputBox: typeAddress });
    }
  });

  it("keep the token that was typed where another address is typed after it", async () => {
    using prompts = new TypedPrompts(TOKEN);
    const { showErrorMessage } = vscode.window;
    const told: string[] = [];
    await using other = await ScriptedServer.start((_, response) => {
      plain(response, 401, "Invalid access token.\n");
    });
    const typed = [other.baseUrl, server.baseUrl];
    try {
      Object.assign(vscode.window, {
        showErrorMessage: (message: string, ...actions: string[]) => {
          told.push(message);
          return Promise.resolve(actions.find((action) => action === "Change Address"));
        },
        showInputBox: () => Promise.resolve(typed.shift()),
      });
      await vscode.commands.executeCommand("plumbline.signIn");
    } finally {
      Object.assign(vscode.window, { showErrorMessage, showInputBox: typeAddress });
    }
    assert.equal(told.length, 1);
    assert.match(told[0] ?? "", /did not accept your sign-in/);
    assert.equal(prompts.count, 1);
    assert.equal(parts.accounts.current.baseUrl, server.baseUrl);
    assert.equal(await parts.tokens.get(parts.accounts.current.id), TOKEN);
  });

  it("get another account after signing out", async () => {
    using prompts = new TypedPrompts(TOKEN);
    await signIn();
    const { current } = parts.accounts;
    await parts.accounts.remove(current);
    await signIn();
    assert.equal(prompts.count, 2);
    assert.notEqual(parts.accounts.current.id, current.id);
    assert.equal(known().length, 1);
    await parts.tokens.delete(current.id);
  });
});

describe("signing out of one of several services", () => {
  it("goes to the other one, and to the local service after the last", async () => {
    const parts = await plumbline();
    const { showInformationMessage } = vscode.window;
    const told: string[] = [];
    const tell = (message: string) => {
      told.push(message);
      return Promise.resolve(undefined);
    };
    await using one = await ScriptedServer.start((_, response) => {
      plain(response, 404, "no route");
    });
    await using two = await ScriptedServer.start((_, response) => {
      plain(response, 404, "no route");
    });
    const [first, second] = [one, two].map(({ baseUrl }) => parts.accounts.for(baseUrl));
    Object.assign(vscode.window, { showInformationMessage: tell });
    try {
      for (const account of [first, second]) if (account) await parts.accounts.add(account);
      assert.equal(parts.accounts.current.id, second?.id);
      await vscode.commands.executeCommand("plumbline.signOut");
      assert.equal(parts.accounts.current.id, first?.id);
      assert.match(told.join("\n"), new RegExp(`Now using ${one.baseUrl.replace("http://", "")}\\.$`));
      await vscode.commands.executeCommand("plumbline.signOut");
      assert.equal(parts.accounts.current.baseUrl, undefined);
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
      for (const account of [first, second]) if (account) await parts.accounts.remove(account);
    }
  });
});

describe("an account that another window removes", () => {
  let parts: TestAccess;
  let server: ScriptedServer;
  function answer({ path }: Received, response: ServerResponse): void {
    if (path.endsWith("Summaries")) json(response, { conversationSummaries: [] });
    else if (path.includes("deepsearch")) json(response, CONVERSATION);
    else if (path.includes("/search/stream")) {
      const match = { type: "path", repository: "r", path: "a.ts" };
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`event: matches\ndata: ${JSON.stringify([match])}\n\n`); // and nothing more
    } else plain(response, 404, "no route");
  }

  before(async () => {
    parts = await plumbline();
    server = await ScriptedServer.start(answer);
  });

  after(async () => {
    await server[Symbol.asyncDispose]();
  });

  it("has its search stopped, its panels closed and its polls ended here, and nothing more is sent to it", async () => {
    const account = parts.accounts.for(server.baseUrl);
    await parts.tokens.set(account.id, TOKEN);
    await parts.accounts.add(account);
    await vscode.commands.executeCommand("plumbline.ask", "Why?");
    void vscode.commands.executeCommand("plumbline.search", "x");
    await until("a match", () => parts.searches.current?.matches);
    await until("a poll", () => server.received.some(({ path }) => path.endsWith("GetConversation")));

    // The other window's changes, as this one sees them.
    const [globalState] = parts.states;
    assert.ok(globalState);
    const version = `${account.id} of-another-window`;
    await globalState.update("accounts", []);
    await globalState.update("currentAccount", "local");
    await globalState.update("accountsVersion", version);
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(parts.storage, "accounts.version"), Buffer.from(version));

    await until("its panel closed", () => parts.answers.panels.length === 0);
    await until("its search gone", () => !parts.searches.all.some(({ reached }) => reached?.account.id === account.id));
    await until("its connections closed", () => server.sockets.size === 0);
    const { length } = server.received;
    const { awaited } = await parts.history();
    await until("its answer not awaited", () => awaited.stateOf(account.id, CONVERSATION.name) === undefined);
    await vscode.commands.executeCommand("plumbline.refreshConversations");
    assert.equal(server.received.length, length);
    await parts.tokens.delete(account.id);
  });
});
