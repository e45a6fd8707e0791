import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState } from "../../src/protocol/answer.ts";
import { ForwardProxy } from "../support/forwardProxy.ts";
import { json, plain, ScriptedServer } from "../support/scriptedServer.ts";
import { TRAP_SETTINGS } from "../support/traps.ts";
import { labelOf, plumbline, until } from "./extension.ts";
import { followAfterInserting } from "./keptSources.ts";

const HOST = "restricted.test";
const REPOSITORY = "github.com/rexxars/eventsource-parser";
const LINK = `http://${HOST}/r/${REPOSITORY}@c0ffee/-/blob/src/parse.ts?L3-5`;
const CONVERSATION = {
  name: "users/1/conversations/5",
  state: { completed: {} },
  title: "From there",
  viewer: { isOwner: true },
  questions: [{ input: [{ question: { text: "Why?" } }], answer: [{ markdown: { text: `See [it](${LINK}).` } }] }],
};

/** In a stranger's folder, whose settings and programs are traps. */
describe("Restricted Mode", () => {
  let parts: TestAccess;
  let state: AnswerState | undefined;
  let subscription: vscode.Disposable;

  before(async () => {
    parts = await plumbline();
    subscription = parts.answers.onDidPost((posted) => {
      state = posted;
    });
  });

  beforeEach(() => {
    state = undefined;
  });

  /** No panel of one test may report anything in the next. */
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("all panels closed", () => parts.answers.panels.length === 0);
  });

  after(() => {
    subscription.dispose();
  });

  const traces = () => readFileSync(env["PLUMBLINE_TEST_TRACE"] ?? "", "utf8");
  const answered = () => state?.questions[0] && state.questions.every(({ progress }) => !progress) && state;

  it("lets no model answer, whatever was chosen and allowed before", async () => {
    const models = await parts.models();
    await models.choose({
      id: "restricted",
      name: "scripted",
      source: { kind: "endpoint", baseUrl: "http://127.0.0.1:9/v1", model: "scripted", hasKey: false },
      limits: { tools: "no" },
    });
    assert.equal(models.answering, undefined);
    assert.equal(await models.lend(new AbortController().signal), undefined);
    await models.clear();
  });

  it("is on, and the folder's settings for the network and for Plumbline count for nothing", () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const manifest = vscode.extensions.getExtension("plumbline.plumbline")?.packageJSON as {
      contributes: { configuration: { properties: object } };
    };
    const names = Object.keys(manifest.contributes.configuration.properties);
    assert.deepEqual(
      // A folder may always say what agents are not given: that takes nothing from the person.
      names.filter((name) => !(name in TRAP_SETTINGS) && name !== "plumbline.agents.exclude"),
      [],
      "settings without a trap",
    );
    const settings = vscode.workspace.getConfiguration();
    for (const [name, value] of Object.entries(TRAP_SETTINGS)) {
      assert.notDeepEqual(settings.get(name), value, name);
    }
  });

  it("asks the local service, and opens what it cites", async () => {
    await parts.accounts.use({ id: "local" });
    await vscode.commands.executeCommand("plumbline.ask", "How does the parser handle a byte order mark?");
    const { questions } = await until("the answer", answered);
    const source = questions[0]?.sources.find(({ lines }) => lines !== undefined);
    assert.ok(source, JSON.stringify(questions));
    parts.answers.panels.at(-1)?.receive({ type: "openSource", index: source.index });
    await until("the editor", () => vscode.window.activeTextEditor?.document.uri.path.endsWith(source.label));
  });

  it("lets agents search, read and ask, runs no git for them, and tells those outside not to", async () => {
    const call = async (name: string, input: object) => {
      const { content } = await vscode.lm.invokeTool(`plumbline_${name}`, { input, toolInvocationToken: undefined });
      return (content[0] as vscode.LanguageModelTextPart).value;
    };
    assert.match(await call("search", { query: "createParser file:parse" }), /src\/parse\.ts\n\d+:/);
    assert.match(await call("read", { repository: REPOSITORY, path: "src/parse.ts", endLine: 2 }), /\n1:/);
    assert.match(await call("ask", { question: "How does the parser handle a byte order mark?" }), /Sources, to read/);
    await assert.rejects(
      call("search", { query: "type:commit published" }),
      /git is not run in folders that are not trusted/,
    );
    await vscode.commands.executeCommand("plumbline.copyMcpConfiguration", "Cursor");
    assert.match(await vscode.env.clipboard.readText(), /"--no-git"/);
    assert.deepEqual(parts.mcpServers.provideMcpServerDefinitions(), []);
    assert.equal(traces(), "");
  });

  it("follows what the local service cited to its new lines, in the row, on a click and after reopening", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await followAfterInserting(
      parts,
      "What does createParser of eventsource-parser do?",
      "eventsource-parser/src/parse.ts",
    );
  });

  it("searches the open folders, and says of commits what is in the way", async () => {
    await vscode.commands.executeCommand("plumbline.search", '"event stream"');
    const found = await parts.results.getChildren();
    const repositories = await Promise.all(found.map(async (node) => labelOf(await parts.results.getTreeItem(node))));
    assert.ok(repositories.includes("…/rexxars/eventsource-parser"), String(repositories));
    assert.ok((parts.searches.current?.matches?.counts.ranges ?? 0) > 1);
    await vscode.commands.executeCommand("plumbline.search", "type:commit parser");
    // An alert is below the query, if that can be seen.
    const words = () => parts.results.message || (parts.queryView.state?.alert?.message ?? "");
    await until("the words", () => words().includes("Trust this workspace"));
  });

  it("asks and searches a service that was signed in to, the way that the person's own settings say", async () => {
    await using server = await ScriptedServer.start(({ path }, response) => {
      if (path.endsWith("/__version")) plain(response, 200, "7.1.0\n");
      else if (path.includes("/-/raw/")) plain(response, 200, "one\ntwo\nthree\nfour\nfive\n");
      else if (path.includes("/search/stream")) {
        const match = { type: "path", repository: REPOSITORY, path: "src/parse.ts", commit: "c0ffee" };
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(`event: matches\ndata: ${JSON.stringify([match])}\n\nevent: done\ndata: {}\n\n`);
      } else json(response, path.endsWith("Summaries") ? { conversationSummaries: [CONVERSATION] } : CONVERSATION);
    });
    await using proxy = await ForwardProxy.start({ hosts: { [HOST]: new URL(server.baseUrl).host } });
    const setProxy = (value: string | undefined) =>
      vscode.workspace.getConfiguration("http").update("proxy", value, vscode.ConfigurationTarget.Global);
    await setProxy(`http://${proxy.address}`);
    const account = parts.accounts.for(`http://${HOST}`);
    await parts.accounts.add(account);
    try {
      await vscode.commands.executeCommand("plumbline.search", "parse");
      assert.equal(parts.searches.current?.status, "done");
      assert.equal((await parts.results.getChildren()).length, 1);
      await vscode.commands.executeCommand("plumbline.ask", "Why?");
      await until("the answer", () => (state?.questions[0]?.sources.length ?? 0) > 0);
      parts.answers.panels.at(-1)?.receive({ type: "openSource", index: 0 });
      const copy = await until("the person's own copy", () => {
        const editor = vscode.window.activeTextEditor;
        return editor?.document.uri.path.endsWith("/eventsource-parser/src/parse.ts") && editor;
      });
      assert.equal(copy.document.uri.scheme, "file");
      await vscode.commands.executeCommand("plumbline.diagnose");
      assert.match(vscode.window.activeTextEditor?.document.getText() ?? "", /✓ Version .*7\.1\.0/);
      assert.ok(server.received.length > 3);
      assert.deepEqual(
        server.received.filter(({ headers }) => "x-trap" in headers),
        [],
      );
      const stream = server.received.find(({ path }) => path.includes("/search/stream"));
      assert.doesNotMatch(stream?.path ?? "", /t=regexp|display=1\b/);
    } finally {
      await parts.accounts.remove(account);
      await setProxy(undefined);
    }
  });

  it("runs no git for a command that a row would not offer", async () => {
    await parts.opener.prepare();
    const hash = "0123456789abcdef0123456789abcdef01234567";
    const commit = { hash, message: "", files: [] };
    await vscode.commands.executeCommand("plumbline.openCommit", { repository: REPOSITORY, path: "", commit });
    assert.equal(traces(), "");
  });

  it("has run nothing of the folder, and no git, all this time", () => {
    assert.equal(traces(), "");
    const cwd = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "", "eventsource-parser");
    // The traps work: whoever steps on one leaves a trace.
    assert.match(env["PATH"] ?? "", /programs/);
    assert.throws(() => execFileSync("git", ["status"], { cwd, stdio: "ignore" }));
    assert.match(traces(), /^git status\n$/);
    execFileSync("/bin/sh", ["-c", "PATH=${PATH##*/programs:}; git status"], { cwd, stdio: "ignore" });
    assert.match(traces(), /\nmonitor /);
  });
});
