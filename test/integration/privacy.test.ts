import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { env } from "node:process";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState } from "../../src/protocol/answer.ts";
import { ForwardProxy } from "../support/forwardProxy.ts";
import { json, plain, ScriptedServer, type Received } from "../support/scriptedServer.ts";
import { writtenFiles } from "../support/writtenFiles.ts";
import { plumbline, until } from "./extension.ts";

/** None of them looks like a secret: each can only be recognized by its value. */
const CANARIES = {
  token: "ca9a11d0ca9a11d1ca9a11d2ca9a11d3ca9a11d4", // an old access token: forty hexadecimal digits
  proxyPassword: "finch/of the@proxy",
  header: "siskin.of.the.gateway",
  access: "redstart.of.the.sign-in",
  refresh: "wheatear of/the@sign-in",
  readToken: "ca9a11d5-ca9a-4bd6-8bd7-ca9a11d8ca9a",
};
const HEADER = "X-Gateway-Key";
const HOST = "canaries.test";
const PROXY_USER = "ann";

/** The secrets as they are, and as they are written in addresses, headers and JSON. */
const FORMS = Object.entries(CANARIES).flatMap(([name, secret]) =>
  [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ "": secret }).toString().slice(1),
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
    Buffer.from(`${PROXY_USER}:${secret}`).toString("base64").replace(/=+$/, ""),
  ].map((form): [string, string] => [name, form.toLowerCase()]),
);

/** Which of the canaries are in a text, in any form. */
function canariesIn(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return [...new Set(FORMS.flatMap(([name, form]) => (lower.includes(form) ? [name] : [])))];
}

const CONVERSATION = {
  name: "users/1/conversations/77",
  state: { completed: {} },
  title: "The canaries",
  url: `http://${HOST}/deepsearch/${CANARIES.readToken}`,
  viewer: { isOwner: true },
  questions: [
    {
      input: [{ question: { text: "Where do they sing?" } }],
      answer: [{ markdown: { text: `In [a file](http://${HOST}/r/corp/birds@c0ffee/-/blob/song.ts?L1).` } }],
    },
  ],
};

/** What a person does, and what goes wrong, with every kind of secret: afterwards everything is searched. */
for (const byEditor of [false, true]) {
  describe(`secrets on ${byEditor ? "the editor's own fetch" : "Plumbline's own connections"}`, function () {
    this.timeout(120_000); // a diagnosis waits for what does not answer
    journeys(byEditor);
  });
}

function journeys(byEditor: boolean): void {
  let parts: TestAccess;
  let server: ScriptedServer;
  let elsewhere: ScriptedServer;
  let proxy: ForwardProxy;
  let subscriptions: vscode.Disposable;
  let mood: "well" | "refusing" | "busy" | "elsewhere" = "well";
  const lines: string[] = [];
  const states: AnswerState[] = [];
  const shown: string[] = [];
  let searchCount = 0;
  const setting = (name: string, value: unknown) =>
    vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);

  /** A service that repeats what it was sent in every failure, as some gateways do. */
  function answer({ path, headers, body }: Received, response: ServerResponse): void {
    if (path.endsWith("/oauth/token")) {
      const meant = new URLSearchParams(body).get("refresh_token") ?? "";
      json(response, { error: "invalid_grant", error_description: `You sent ${body}, ${meant}` }, 400);
      return;
    }
    const echo = `You sent ${headers.authorization ?? "nothing"} and ${String(headers[HEADER.toLowerCase()])}.`;
    if (mood === "refusing") plain(response, 401, echo);
    else if (mood === "busy") json(response, { code: "unavailable", message: echo }, 503);
    else if (mood === "elsewhere") {
      response.writeHead(302, { location: `${elsewhere.baseUrl}${path}?as=${headers.authorization ?? ""}` }).end();
    } else if (path.endsWith("/__version")) plain(response, 200, "7.1.0\n");
    else if (path.endsWith("/-/raw/song.ts")) plain(response, 200, "export const song = 1;\n");
    else if (path.includes("/-/raw/")) plain(response, 404, "file does not exist");
    else if (path.includes("/search/stream")) {
      const match = { type: "path", repository: "corp/birds", path: "song.ts", commit: "c0ffee" };
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`event: matches\ndata: ${JSON.stringify([match])}\n\nevent: done\ndata: {}\n\n`);
    } else if (path.endsWith("ListConversationSummaries")) json(response, { conversationSummaries: [CONVERSATION] });
    else if (path.includes("deepsearch")) json(response, CONVERSATION);
    else json(response, { data: { currentUser: { username: "ann" } } });
  }

  const withPassword = () => `http://${PROXY_USER}:${encodeURIComponent(CANARIES.proxyPassword)}@${proxy.address}`;
  const searched = async () => {
    const query = `song ${String(++searchCount)}`;
    await vscode.commands.executeCommand("plumbline.search", query);
    await until("the search to end", () => parts.searches.current?.status !== "running");
    const { results } = parts; // says so a moment later
    await until("its words", () => results.title === query && !results.message.startsWith("Searching"));
    shown.push(results.message);
  };
  const asked = async (isSettled: (state: AnswerState) => boolean) => {
    states.length = 0;
    await vscode.commands.executeCommand("plumbline.ask", "Where do they sing?");
    await until("the question to settle", () => states.some(isSettled));
    shown.push(JSON.stringify(states));
  };

  before(async () => {
    parts = await plumbline();
    server = await ScriptedServer.start(answer);
    elsewhere = await ScriptedServer.start((_, response) => {
      plain(response, 200, "Welcome elsewhere");
    });
    proxy = await ForwardProxy.start({
      hosts: { [HOST]: new URL(server.baseUrl).host },
      credentials: `${PROXY_USER}:${CANARIES.proxyPassword}`,
      tunnelPorts: ["80"], // the editor's fetch uses a tunnel wherever it goes
    });
    subscriptions = vscode.Disposable.from(
      parts.log.onDidWrite((line) => {
        lines.push(line);
      }),
      parts.answers.onDidPost((state) => {
        states.push(state);
      }),
    );
    await setting("http.proxy", withPassword());
    await setting("plumbline.network.headers", { [HEADER]: "${secret}" });
    await setting("plumbline.network.editorFetch", byEditor ? [`http://${HOST}`] : undefined);
    await parts.tokens.setHeaderValue(HEADER, CANARIES.header);
    const account = parts.accounts.for(`http://${HOST}`);
    await parts.tokens.set(account.id, CANARIES.token);
    await parts.accounts.add(account);
  });

  after(async () => {
    subscriptions.dispose();
    const { current } = parts.accounts;
    await parts.tokens.delete(current.id);
    await parts.accounts.remove(current);
    await setting("http.proxy", undefined);
    await setting("plumbline.network.headers", undefined);
    await setting("plumbline.network.editorFetch", undefined);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (const one of [server, elsewhere, proxy]) await one[Symbol.asyncDispose]();
  });

  it("travel in the headers of requests to their own service", async () => {
    await searched();
    await asked(({ questions }) => (questions[0]?.sources.length ?? 0) > 0);
    parts.answers.panels.at(-1)?.receive({ type: "openSource", index: 0 });
    await until("the source", () => vscode.window.activeTextEditor?.document.getText().startsWith("export const song"));
    await vscode.commands.executeCommand("plumbline.openConversationLink", CONVERSATION.url);
    await vscode.commands.executeCommand("plumbline.diagnose");
    const report = vscode.window.activeTextEditor?.document.getText() ?? "";
    assert.match(report, /✓ User .*ann/);
    assert.equal(report.includes("Proxy: left to the editor's own fetch"), byEditor);
    assert.ok(proxy.received.some((line) => !line.startsWith("CONNECT ")) !== byEditor);
    assert.ok(server.received.length > 5);
    for (const { headers } of server.received) {
      assert.equal(headers.authorization, `token ${CANARIES.token}`);
      assert.equal(headers[HEADER.toLowerCase()], CANARIES.header);
    }
  });

  it("are left out of the preview of a question, which is otherwise what is sent", async () => {
    const before = server.received.length;
    await vscode.commands.executeCommand("plumbline.previewRequest", "Who sings?");
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.equal(document?.uri.scheme, "plumbline-request");
    const text = document.getText();
    assert.equal(server.received.length, before);
    assert.deepEqual(canariesIn(text), []);
    const [head = "", body = ""] = text.slice(text.indexOf("POST ")).split("\n\n");
    await vscode.commands.executeCommand("plumbline.ask", "Who sings?");
    const sent = await until("the question", () => server.received.find((one) => one.body.includes("Who sings?")));
    const [line, ...headers] = head.split("\n");
    assert.equal(line, `${sent.method} http://${HOST}${sent.path}`);
    assert.deepEqual(JSON.parse(body), JSON.parse(sent.body));
    for (const [name = "", value] of headers.map((header) => header.split(": "))) {
      const secret = ["authorization", HEADER.toLowerCase()].includes(name.toLowerCase());
      assert.equal(value, secret ? "(secret, not shown)" : sent.headers[name], name);
    }
    const shown = new Set(headers.map((header) => header.split(":")[0]?.toLowerCase()));
    assert.equal(
      text.includes("goes through the editor's own fetch, which chooses a proxy and adds its own headers"),
      byEditor,
    );
    const ofTheConnection = ["host", "connection", "content-length"];
    if (byEditor) ofTheConnection.push("accept-language", "sec-fetch-mode", "user-agent", "pragma", "cache-control");
    assert.deepEqual(
      Object.keys(sent.headers).filter((name) => !shown.has(name) && !ofTheConnection.includes(name)),
      [],
    );
  });

  it("are not in the report of an issue, which names versions and says how the connection is", async () => {
    await vscode.commands.executeCommand("plumbline.reportIssue", "document");
    const text = vscode.window.activeTextEditor?.document.getText() ?? "";
    assert.match(text, /What happened[^]*Plumbline: plumbline \d[^]*✓ User .*ann/);
    assert.deepEqual(canariesIn(text), []);
  });

  it("are not in what is shown of a failure, even where the service says them", async () => {
    for (const failing of ["refusing", "busy", "elsewhere"] as const) {
      mood = failing;
      await searched();
      await asked(({ questions }) => questions[0]?.notice !== undefined);
      await vscode.commands.executeCommand("plumbline.diagnose");
    }
    mood = "well";
    await setting(
      "http.proxy",
      `http://${PROXY_USER}:wrong-${encodeURIComponent(CANARIES.proxyPassword)}@${proxy.address}`,
    );
    await searched();
    await vscode.commands.executeCommand("plumbline.diagnose");
    assert.match(shown.at(-1) ?? "", /proxy .* needs a user name/);
    assert.equal(shown.length, 9);
    assert.deepEqual(canariesIn(shown.join("\n")), []);
  });

  it("of a sign-in by OAuth are no different, also when it ends", async () => {
    await setting("http.proxy", withPassword());
    // A different one for each way: what a service refused once is not sent again.
    const refreshToken = `${CANARIES.refresh} ${String(byEditor)}`;
    const pair = { accessToken: CANARIES.access, refreshToken, clientId: "sgo_cid_canary" };
    const { id } = parts.accounts.current;
    await parts.tokens.setPair(id, pair);
    const before = server.received.length;
    shown.length = 0;
    await searched();
    await asked(({ questions }) => (questions[0]?.sources.length ?? 0) > 0);
    const sent = server.received.slice(before);
    assert.ok(sent.length > 1 && sent.every(({ headers }) => headers.authorization === `Bearer ${CANARIES.access}`));
    mood = "refusing";
    await searched();
    await asked(({ questions }) => questions[0]?.notice !== undefined);
    await vscode.commands.executeCommand("plumbline.diagnose");
    mood = "well";
    await parts.tokens.setPair(id, { ...pair, refreshToken: `${refreshToken} 2`, expiresAt: 1, dueAt: 1 });
    await searched();
    const exchanged = server.received.filter(({ path }) => path.endsWith("/oauth/token"));
    assert.deepEqual(
      exchanged.map(({ body }) => new URLSearchParams(body).get("refresh_token")),
      [refreshToken, `${refreshToken} 2`],
    );
    assert.match(shown.join("\n"), /sign-in to canaries\.test has ended/);
    assert.deepEqual(canariesIn(shown.join("\n")), []);
    const sessions = await (await parts.sessions).getSessions();
    assert.ok(sessions.some((session) => session.accessToken === id));
    assert.deepEqual(canariesIn(JSON.stringify(sessions)), []);
  });

  it("are in nothing that an agent is told, whether it works or fails", async () => {
    const told: string[] = [];
    await parts.tokens.set(parts.accounts.current.id, CANARIES.token); // the earlier sign-in has ended
    const call = async (name: string, input: object) => {
      const result = await Promise.resolve(
        vscode.lm.invokeTool(`plumbline_${name}`, { input, toolInvocationToken: undefined }),
      ).catch((error: unknown) => ({ content: [error] }));
      told.push(
        ...result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : String(part))),
      );
    };
    for (const how of ["well", "refusing", "busy", "elsewhere"] as const) {
      mood = how;
      await call("search", { query: "song" });
      await call("read", { repository: "corp/birds", path: "song.ts" });
      await call("symbol", { name: "song" });
      await call("ask", { question: "Where do the agents sing?" });
      await call("conversation", { conversation: CONVERSATION.name });
    }
    mood = "well";
    assert.equal(told.length, 20);
    assert.match(told.join("\n"), /# corp\/birds.*\nsong\.ts[^]*1:export const song = 1;[^]*Sources, to read/);
    const tools = await parts.agentTools();
    told.push(JSON.stringify(tools.prepare("plumbline_ask", { question: "Where?" })));
    await vscode.commands.executeCommand("plumbline.copyMcpConfiguration", "Codex");
    told.push(await vscode.env.clipboard.readText());
    await setting("plumbline.agents.mcpServers", true);
    const servers = parts.mcpServers.provideMcpServerDefinitions();
    told.push(JSON.stringify(servers));
    assert.deepEqual(canariesIn(told.join("\n")), []);
    const resolved = await Promise.all(servers.map((each) => parts.mcpServers.resolveMcpServerDefinition(each)));
    const [local, instance] = ["127.0.0.1", HOST].map((host) =>
      resolved.find((each) => each?.uri.authority.startsWith(host)),
    );
    assert.deepEqual(canariesIn(JSON.stringify(local)), []);
    assert.deepEqual(canariesIn(JSON.stringify([instance?.label, String(instance?.uri)])), []);
    assert.deepEqual(instance?.headers, { [HEADER]: CANARIES.header, Authorization: `token ${CANARIES.token}` });
    await setting("plumbline.agents.mcpServers", undefined);
  });

  it("are in no line of the log", () => {
    assert.ok(lines.length > 20, String(lines.length));
    assert.deepEqual(canariesIn(lines.join("\n")), []);
  });

  it("are in no document, no report and no name of a tab", () => {
    const documents = vscode.workspace.textDocuments.map(
      (document) => `${String(document.uri)}\n${document.getText()}`,
    );
    assert.ok(documents.filter((text) => text.includes("✓ User")).length > 0);
    // The settings are what the person wrote, so they are excluded.
    const ours = documents.filter((text) => !/^\S*settings\.json\n/.test(text));
    assert.deepEqual(canariesIn(ours.join("\n")), []);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    assert.deepEqual(canariesIn(JSON.stringify(tabs.map(({ label, input }) => [label, input]))), []);
  });

  it("are in nothing that the editor keeps for Plumbline", () => {
    const kept = parts.states.flatMap((state) => state.keys().map((key) => [key, state.get(key)]));
    assert.ok(kept.length > 3, JSON.stringify(kept));
    assert.deepEqual(canariesIn(JSON.stringify(kept)), []);
  });

  it("are in no address but the one that asks for a conversation by its read token", () => {
    const addresses = [server, elsewhere].flatMap(({ received }) => received.map(({ path }) => path));
    assert.deepEqual(
      canariesIn([...addresses, ...proxy.received].filter((path) => !path.includes("filter_read_token=")).join("\n")),
      [],
    );
    // The exchange with the OAuth server contains what the server gave.
    const bodies = server.received.flatMap(({ path, body }) => (path.endsWith("/oauth/token") ? [] : body));
    assert.deepEqual(canariesIn(JSON.stringify(bodies)), []);
    assert.deepEqual(elsewhere.received, []);
  });

  it("are in no file of the editor, except the proxy that the person wrote into the settings", () => {
    const root = env["PLUMBLINE_TEST_PROFILE"];
    assert.ok(root);
    // The browser of the packaged editor is the secret storage; the sample is other people's code.
    const files = writtenFiles(root, (path) => !/^(?:user\/chromium|sample)\//.test(path));
    const paths = [...files.keys()];
    assert.ok(
      paths.some((path) => path.endsWith("Plumbline.log")),
      paths.join("\n"),
    );
    assert.ok(
      paths.some((path) => path.includes("conversations")),
      paths.join("\n"),
    );
    const found = [...files].flatMap(([path, content]) => {
      const text = content.toString("latin1").replace(/"http\.proxy": ".*"/, "");
      return canariesIn(text).map((name) => `${name} in ${path}`);
    });
    assert.deepEqual(found, []);
  });
}
