import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Account } from "../../src/host/accounts/accounts.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { CLIENT_ID, OAuthServer } from "../support/oauthServer.ts";
import { json, plain } from "../support/scriptedServer.ts";
import { plumbline, until } from "./extension.ts";

/** What the browser would come back with, as the editor passes it on. */
const queryOf = (address: URL) => vscode.Uri.parse(address.href, true).query;

describe("signing in by OAuth", () => {
  let parts: TestAccess;
  let server: OAuthServer;
  let account: Account;
  const { showWarningMessage } = vscode.window;
  const { asExternalUri } = vscode.env;
  /** As on the desktop, which names the window. */
  const withWindow = (uri: vscode.Uri) => Promise.resolve(uri.with({ query: "windowId=7" }));
  const told: string[] = [];
  const lines: string[] = [];
  let subscription: vscode.Disposable;

  before(async () => {
    parts = await plumbline();
    subscription = parts.log.onDidWrite((line) => {
      lines.push(line);
    });
    vscode.window.showWarningMessage = (message: string) => {
      told.push(message);
      return Promise.resolve(undefined);
    };
    vscode.env.asExternalUri = withWindow;
  });

  after(() => {
    subscription.dispose();
    vscode.window.showWarningMessage = showWarningMessage;
    vscode.env.asExternalUri = asExternalUri;
  });

  beforeEach(async () => {
    told.length = 0;
    server = await OAuthServer.start(({ path }, response) => {
      if (path.endsWith("/__version")) plain(response, 200, "7.1.0\n");
      else if (path.includes("/search/stream")) {
        response.writeHead(200, { "content-type": "text/event-stream" }).end("event: done\ndata: {}\n\n");
      } else json(response, { conversationSummaries: [] });
    });
    server.redirectUris.clear();
    server.redirectUris.add(`${vscode.env.uriScheme}://plumbline.plumbline/auth`);
    account = parts.accounts.for(server.baseUrl);
  });

  afterEach(async () => {
    await parts.tokens.delete(account.id);
    await parts.accounts.remove(account);
    await server[Symbol.asyncDispose]();
  });

  /** Starts a sign-in, and resolves to it when its page would be opened. */
  async function begin() {
    const signIns = await parts.oauth();
    const pages: string[] = [];
    const listening = parts.onDidOpenPage((page) => {
      pages.push(page);
    });
    const done = signIns.signIn("browser", account, CLIENT_ID);
    done.catch(() => undefined); // whoever waits for it learns of it
    const page = await until("the page", () => pages[0]);
    listening.dispose();
    return { signIns, done, page };
  }

  /**
   * The page leads back by an address of the editor's own scheme, which the editor passes to the extension it belongs
   * to.
   */
  async function signIn(): Promise<void> {
    const { done, page } = await begin();
    const { href } = await server.visit(page);
    await vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(href, true));
    const pair = await done;
    assert.ok(pair);
    await parts.tokens.setPair(account.id, pair);
    await parts.accounts.add(account);
  }

  const search = async () => {
    await vscode.commands.executeCommand("plumbline.search", "x");
    await until("the search to end", () => parts.searches.current?.status !== "running");
    return parts.searches.current?.status;
  };

  it("sends the token that came of it, and renews it where it is refused in between", async () => {
    await signIn();
    assert.equal(await search(), "done");
    const [first] = server.given;
    const sent = server.server.received.findLast(({ path }) => path.includes("/search/stream"));
    assert.equal(sent?.headers.authorization, `Bearer ${first?.access ?? ""}`);
    server.expireAccess();
    assert.equal(await search(), "done");
    assert.deepEqual(server.refreshes, [first?.refresh]);
    assert.equal((await parts.tokens.pair(account.id))?.refreshToken, server.given[1]?.refresh);
    assert.deepEqual(told, []);
  });

  it("uses only the answer that it waits for, and that once", async () => {
    const { signIns, done, page } = await begin();
    const back = await server.visit(page);
    const query = queryOf(back);
    signIns.receive(query.replace("state=", "state=x"));
    signIns.receive(`code=${back.searchParams.get("code") ?? ""}`);
    assert.equal(server.given.length, 0);
    assert.equal(told.length, 2);
    assert.match(told[0] ?? "", /a sign-in that this window is not waiting for/);
    signIns.receive(query);
    assert.equal((await done)?.accessToken, server.given[0]?.access);
    signIns.receive(query);
    assert.deepEqual([told.length, server.given.length], [3, 1]);
  });

  it("has the browser come back to the address that the editor has for it, and else to its own", async () => {
    const own = `${vscode.env.uriScheme}://plumbline.plumbline/auth`;
    const web = "https://code.example.com/callback?vscode-reqid=1&vscode-path=/auth";
    const editors: readonly (readonly [unknown, string])[] = [
      [withWindow, own],
      [undefined, own],
      [() => undefined, own],
      [() => Promise.reject(new Error("not in this editor")), own],
      [() => Promise.resolve(vscode.Uri.parse(web, true)), web],
    ];
    try {
      for (const [external, address] of editors) {
        Object.assign(vscode.env, { asExternalUri: external });
        const { signIns, done, page } = await begin();
        assert.equal(new URL(page).searchParams.get("redirect_uri"), address);
        signIns.receive(`error=access_denied&state=${new URL(page).searchParams.get("state") ?? ""}`);
        await assert.rejects(done, { code: "signInDenied" });
      }
    } finally {
      vscode.env.asExternalUri = withWindow;
    }
  });

  it("says that somebody said no", async () => {
    server.consent = "deny";
    const { signIns, done, page } = await begin();
    signIns.receive(queryOf(await server.visit(page)));
    await assert.rejects(done, { code: "signInDenied", message: "access_denied: The user said no" });
  });

  it("says once that it has ended, asks no more, and leaves everything as it is", async () => {
    await signIn();
    server.endAll();
    assert.equal(await search(), "failed");
    const words = await until("the words", () => {
      const { message } = parts.results;
      return /sign-in to 127\.0\.0\.1:\d+ has ended\. Sign in again/.test(message) && message;
    });
    assert.equal(await search(), "failed");
    await parts.conversations.getChildren();
    assert.equal(server.refreshes.length, 1);
    assert.deepEqual(
      told.filter((each) => each.includes("has ended")),
      [words],
    );
    assert.equal(parts.accounts.current.id, account.id);
    await signIn();
    assert.equal(await search(), "done");
  });

  it("shows the account to the editor, by its id and never by its token", async () => {
    const sessions = await parts.sessions;
    const changes: vscode.AuthenticationProviderAuthenticationSessionsChangeEvent[] = [];
    const listening = sessions.onDidChangeSessions((change) => {
      changes.push(change);
    });
    await signIn();
    const host = new URL(server.baseUrl).host;
    const session = { id: account.id, accessToken: account.id, account: { id: account.id, label: host }, scopes: [] };
    assert.deepEqual(await sessions.getSessions(), [session]);
    const known = await vscode.authentication.getAccounts("plumbline");
    assert.deepEqual(
      known.map(({ id, label }) => ({ id, label })),
      [session.account],
    );
    assert.deepEqual(changes, [{ added: [session], removed: [], changed: [] }]);
    await sessions.removeSession(account.id);
    assert.deepEqual(changes[1], { added: [], removed: [session], changed: [] });
    assert.equal(await parts.tokens.get(account.id), undefined);
    assert.equal(parts.accounts.current.id, "local");
    await until("the service to hear of it", () => server.revoked.length > 0);
    assert.deepEqual(server.revoked, [server.given[0]?.refresh]);
    listening.dispose();
  });

  it("does not show who uses a service without signing in", async () => {
    await parts.accounts.add({ ...account, isAnonymous: true });
    assert.deepEqual(await (await parts.sessions).getSessions(), []);
  });

  it("leaves no code, state or token in the log", () => {
    assert.ok(lines.some((line) => line.includes("/.auth/idp/oauth/token 200")));
    assert.doesNotMatch(lines.join("\n"), /(?:code|access|refresh|device)-[0-9a-f]{40}|state=/);
  });
});
