import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { ForwardProxy } from "../support/forwardProxy.ts";
import { json, plain, ScriptedServer } from "../support/scriptedServer.ts";
import { plumbline, until } from "./extension.ts";
import { TypedPrompts } from "./prompts.ts";

const CANARY = "sgp_0123456789abcdef_canary5678901234567890123456789012345678";
const PROXY_PASSWORD = "canary-of-the-proxy";

/** The dispatchers that every extension's `fetch` goes through. */
const dispatchers = () =>
  [1, 2].map((number) => (globalThis as Record<symbol, unknown>)[Symbol.for(`undici.globalDispatcher.${number}`)]);

describe("the connection to a service", () => {
  let parts: TestAccess;
  let server: ScriptedServer;

  before(async () => {
    parts = await plumbline();
    server = await ScriptedServer.start(({ path }, response) => {
      if (path.endsWith("/__version")) plain(response, 200, "7.1.0\n");
      else if (path.endsWith("/graphql")) json(response, { data: { currentUser: { username: "ann" } } });
      else if (path.includes("deepsearch")) json(response, { conversationSummaries: [] });
      else if (path.includes("/search/stream")) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end("event: done\ndata: {}\n\n");
      } else plain(response, 404, "no route");
    });
  });

  after(async () => {
    await server[Symbol.asyncDispose]();
    await parts.accounts.use({ id: "local" });
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  async function use(baseUrl: string, act: () => Promise<void>): Promise<void> {
    const account = parts.accounts.for(baseUrl);
    await parts.tokens.set(account.id, CANARY);
    await parts.accounts.add(account);
    try {
      await act();
    } finally {
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
    }
  }

  it("is diagnosed in a report that holds no secret", async () => {
    await use(server.baseUrl, async () => {
      await vscode.commands.executeCommand("plumbline.diagnose");
      const text = vscode.window.activeTextEditor?.document.getText() ?? "";
      for (const words of [
        /✓ Version .*7\.1\.0/,
        /✓ User .*ann/,
        /✓ Search/,
        /– Interface reference at \/api-reference, optional/,
        /Token: kept/,
      ]) {
        assert.match(text, words);
      }
      assert.ok(!text.includes(CANARY) && !text.includes("canary"), text);
    });
  });

  it("is diagnosed without a fault where one of the two interfaces for questions is there, whichever it is", async () => {
    let missing = "/.api/deepsearch/v1";
    await using half = await ScriptedServer.start(({ path }, response) => {
      if (path.endsWith("/__version")) plain(response, 200, "7.1.0\n");
      else if (path.includes("deepsearch") && !path.startsWith(missing)) json(response, { conversationSummaries: [] });
      else plain(response, 404, "no route");
    });
    const marks = () => {
      const text = vscode.window.activeTextEditor?.document.getText() ?? "";
      return Array.from(text.matchAll(/^- (\S) Questions/gm), ([, mark]) => mark).join("");
    };
    await use(half.baseUrl, async () => {
      await vscode.commands.executeCommand("plumbline.diagnose");
      assert.equal(marks(), "✓–");
      missing = "/api/deepsearch.v1.Service/";
      await vscode.commands.executeCommand("plumbline.diagnose");
      assert.equal(marks(), "–✓");
      missing = "/";
      await vscode.commands.executeCommand("plumbline.diagnose");
      assert.equal(marks(), "✗✗");
    });
  });

  it("goes through the proxy of the editor's settings, from the next request on, and says no password", async () => {
    await using proxy = await ForwardProxy.start({
      hosts: { "service.test": new URL(server.baseUrl).host },
      credentials: `ann:${PROXY_PASSWORD}`,
    });
    const lines: string[] = [];
    const subscription = parts.log.onDidWrite((line) => {
      lines.push(line);
    });
    const http = vscode.workspace.getConfiguration("http");
    const setProxy = (value: string | undefined) => http.update("proxy", value, vscode.ConfigurationTarget.Global);
    await use("http://service.test", async () => {
      await setProxy(`http://${proxy.address}`);
      await vscode.commands.executeCommand("plumbline.search", "x");
      await until("the proxy's refusal", () => /proxy .* needs a user name/.test(parts.results.message));
      await setProxy(`http://ann:${PROXY_PASSWORD}@${proxy.address}`);
      await vscode.commands.executeCommand("plumbline.search", "x");
      await until("the search to go through", () => parts.searches.current?.status === "done");
      await vscode.commands.executeCommand("plumbline.diagnose");
      const text = vscode.window.activeTextEditor?.document.getText() ?? "";
      assert.ok(text.includes(`Proxy: ${proxy.address}`), text);
      assert.ok(!`${text}${lines.join("")}`.includes(PROXY_PASSWORD));
    });
    await setProxy(undefined);
    subscription.dispose();
  });

  describe("that only the editor's own fetch can make", () => {
    const HOST = "http://only-the-editor.invalid";
    const USE = "Use the Editor's Fetch";
    const { fetch } = globalThis;
    const { showWarningMessage, showErrorMessage, showInputBox } = vscode.window;
    const setting = () => vscode.workspace.getConfiguration("plumbline.network").get("editorFetch");
    const told: string[] = [];
    const choose = (message: string, ...actions: unknown[]) => {
      told.push(message);
      return Promise.resolve(actions.find((action) => action === USE)) as Thenable<undefined>;
    };

    beforeEach(() => {
      told.length = 0;
      globalThis.fetch = (input, init) =>
        fetch(typeof input === "string" ? input.replace(HOST, server.baseUrl) : input, init);
      vscode.window.showWarningMessage = vscode.window.showErrorMessage = choose;
    });

    afterEach(async () => {
      globalThis.fetch = fetch;
      Object.assign(vscode.window, { showWarningMessage, showErrorMessage, showInputBox });
      await vscode.workspace
        .getConfiguration("plumbline.network")
        .update("editorFetch", undefined, vscode.ConfigurationTarget.Global);
    });

    const report = () => vscode.window.activeTextEditor?.document.getText() ?? "";

    it("is found out by Diagnose, which offers it; then everything goes that way, and the report says so", async () => {
      await use(HOST, async () => {
        await vscode.commands.executeCommand("plumbline.diagnose");
        assert.match(report(), /✗ Version .*Could not resolve/);
        await until("the second report", () =>
          report().includes("fetch: used, as set in plumbline.network.editorFetch"),
        );
        assert.match(report(), /✓ Version .*7\.1\.0/);
        assert.match(report(), /Proxy: left to the editor's own fetch/);
        assert.deepEqual(setting(), [HOST]);
        assert.equal(told.length, 1);
        assert.match(told[0] ?? "", /own fetch reaches only-the-editor\.invalid, and Plumbline's own .* do not/);
        await vscode.commands.executeCommand("plumbline.search", "x");
        await until("the search to go through", () => parts.searches.current?.status === "done");
        const sent = server.received.findLast(({ path }) => path.includes("/search/stream"));
        assert.equal(sent?.headers.authorization, `token ${CANARY}`);
        assert.ok(!report().includes("canary"));
      });
    });

    it("is offered by Sign In…, which goes on with the token that was typed", async () => {
      vscode.window.showInputBox = () => Promise.resolve(HOST);
      using prompts = new TypedPrompts(CANARY);
      await vscode.commands.executeCommand("plumbline.signIn");
      assert.equal(parts.accounts.current.baseUrl, HOST);
      assert.match(told[0] ?? "", /own fetch reaches it: Plumbline can use that/);
      assert.deepEqual([prompts.count, setting()], [1, [HOST]]);
      await parts.tokens.delete(parts.accounts.current.id);
      await parts.accounts.remove(parts.accounts.current);
    });

    it("is not offered where it does no better", async () => {
      globalThis.fetch = fetch;
      await use(HOST, async () => {
        await vscode.commands.executeCommand("plumbline.diagnose");
        assert.match(report(), /own fetch: does not reach it/);
        assert.deepEqual(told, []);
      });
    });
  });

  it("leaves the way of other extensions' requests alone", async () => {
    await fetch(`${server.baseUrl}/__version`); // Node sets them when they are first needed
    const before = dispatchers();
    await use(server.baseUrl, async () => {
      await vscode.commands.executeCommand("plumbline.search", "x");
    });
    assert.deepEqual(dispatchers(), before);
  });
});
