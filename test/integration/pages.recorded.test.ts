import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import type { Account } from "../../src/host/accounts/accounts.ts";
import { activityWords } from "../../src/host/answers/writtenState.ts";
import { webviewPage } from "../../src/host/platform/webviewPage.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState } from "../../src/protocol/answer.ts";
import type { SearchState } from "../../src/protocol/search.ts";
import {
  NONCE,
  ROOT_ADDRESS,
  SERVICE,
  settled,
  shortened,
  SOURCE,
  type RecordedAnswers,
  type RecordedTheme,
  type Recordings,
} from "../page/recorded.ts";
import { CONVERSATIONS } from "../support/panelConversations.ts";
import { ScriptedConversations } from "../support/scriptedConversations.ts";
import { ScriptedModelServer, type ChatScript } from "../support/scriptedModelServer.ts";
import { THEMES } from "../support/themes.ts";
import { HALF, WORDS, WRITING_FAILURES } from "../support/writingFailures.ts";
import { plumbline, until } from "./extension.ts";

const TOKEN = "sgp_0123456789abcdef_canary5678901234567890123456789012345678";
const QUESTION = "How does the parser handle a byte order mark?";
const isRecording = env["PLUMBLINE_RECORD"] !== undefined;
/** While recording, a state that stays this long is the last one. */
const QUIET_MS = 2_000;

/** What a page in a webview tells of its surroundings. */
interface Told extends RecordedTheme {
  readonly defaults: string;
}

/** Tells what the editor has put into the page, and again whenever that changes. */
const TELLING = `
  const api = acquireVsCodeApi();
  const { style } = document.documentElement;
  const tell = () => api.postMessage({
    variables: Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)])),
    body: Object.fromEntries([...document.body.attributes].map(({ name, value }) => [name, value])),
    defaults: document.getElementById("_defaultStyles").textContent,
  });
  new MutationObserver(tell).observe(document.body, { attributes: true });
  tell();`;

/** What a model is doing, in words. */
const ACTIVITIES = {
  thinking: activityWords("thinking", `qwen3:4b at ${SERVICE}`),
  writing: activityWords("writing", `qwen3:4b at ${SERVICE}`),
};

/** All but what is only long: its first questions are enough. */
const SHOWN = CONVERSATIONS.map((conversation) => ({ ...conversation, questions: conversation.questions.slice(0, 3) }));

/** What the tests of pages are given is what the editor and the host really give. */
describe("what is recorded for the tests of pages", () => {
  let parts: TestAccess;
  let root: vscode.Uri;
  /** The last state of each panel's conversation, by title. */
  let posted: AnswerState | undefined;
  let postedAt = 0;
  let subscription: vscode.Disposable;

  before(async () => {
    parts = await plumbline();
    root = vscode.extensions.getExtension("plumbline.plumbline")?.extensionUri ?? assert.fail();
    subscription = parts.answers.onDidPost((state) => {
      posted = state;
      postedAt = Date.now();
    });
  });

  afterEach(closePanels);

  /** What has been recorded so far. */
  const made: { answers?: RecordedAnswers; written?: RecordedAnswers } = {};

  after(async () => {
    subscription.dispose();
    await parts.accounts.use({ id: "local" });
  });

  async function closePanels(): Promise<void> {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("the panels closed", () => parts.answers.panels.length === 0);
    posted = undefined;
  }

  const fileOf = (name: string) => join(root.fsPath, "test/page/recorded", `${name}.json`);
  const read = <K extends keyof Recordings>(name: K): Recordings[K] | undefined => {
    try {
      return JSON.parse(readFileSync(fileOf(name), "utf8")) as Recordings[K];
    } catch (error) {
      if (isRecording) return undefined;
      throw error;
    }
  };

  /** Records a value, or else fails if it is not what was recorded. */
  function holds<K extends keyof Recordings>(name: K, value: Recordings[K]): void {
    if (isRecording) writeFileSync(fileOf(name), `${JSON.stringify(value, undefined, 1)}\n`);
    else assert.deepEqual(value, read(name));
  }

  /** Records the state that is posted last, or else fails if that is not what was recorded. */
  async function holdsState(file: "answers" | "written", name: string): Promise<void> {
    const recorded = isRecording ? undefined : read(file);
    const expected =
      recorded && shortened(settled({ ...(recorded.states[name] ?? assert.fail(name)), labels: recorded.labels }));
    const seen = () => posted && shortened(settled(posted));
    const isIt = () =>
      isRecording ? Date.now() - postedAt > QUIET_MS && seen() !== undefined : isDeepStrictEqual(seen(), expected);
    await until(`the state ${name}`, isIt).catch(() => {
      assert.deepEqual(seen(), expected);
    });
    if (!isRecording) return;
    const { labels, ...state } = seen() ?? assert.fail();
    const known = made[file] ?? { labels, states: {} };
    made[file] = { labels, states: { ...known.states, [name]: state } };
  }

  /** Makes the panel post its states before its page asks for them. */
  function drawNow(): void {
    parts.answers.panels[0]?.receive({ type: "ready" });
  }

  it("the pages and their policy", () => {
    const panel = vscode.window.createWebviewPanel("test.page", "Page", vscode.ViewColumn.Active);
    const address = panel.webview.asWebviewUri(vscode.Uri.joinPath(root, "dist/webview")).toString();
    const page = (name: "answer" | "search") =>
      webviewPage(panel.webview, root, name)
        .replaceAll(address, ROOT_ADDRESS)
        .replaceAll(panel.webview.cspSource, SOURCE)
        .replace(/nonce-[^']+/, `nonce-${NONCE}`)
        .replace(/nonce="[^"]+"/, `nonce="${NONCE}"`);
    const pages = { answer: page("answer"), search: page("search") };
    panel.dispose();
    holds("pages", pages);
  });

  it("the style sheet and the variables of each theme", async () => {
    const panel = vscode.window.createWebviewPanel("test.page", "Page", vscode.ViewColumn.Active, {
      enableScripts: true,
    });
    let told: Told | undefined;
    panel.webview.onDidReceiveMessage((message: Told) => {
      told = message;
    });
    panel.webview.html = `<!doctype html>
      <html>
        <head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-told'" /></head>
        <body><script nonce="told">${TELLING}</script></body>
      </html>`;
    const workbench = vscode.workspace.getConfiguration("workbench");
    const themes: Record<string, RecordedTheme> = {};
    let defaults = "";
    try {
      for (const { title, id, bodyClass } of THEMES) {
        await workbench.update("colorTheme", id, vscode.ConfigurationTarget.Global);
        const { variables, body, ...rest } = await until(`the theme ${title}`, () => {
          const isIt = told?.body["data-vscode-theme-id"] === id && told.body["class"]?.split(" ").includes(bodyClass);
          return isIt ? told : undefined;
        });
        themes[title] = { variables, body };
        ({ defaults } = rest);
      }
    } finally {
      await workbench.update("colorTheme", undefined, vscode.ConfigurationTarget.Global);
      panel.dispose();
    }
    holds("themes", themes);
    holds("defaults", defaults);
  });

  describe("the state of", () => {
    let service: ScriptedConversations;
    let account: Account;
    let names: ReadonlyMap<string, string>;

    before(async () => {
      service = await ScriptedConversations.start(SHOWN);
      account = parts.accounts.for(service.server.baseUrl);
      await parts.tokens.set(account.id, TOKEN);
      await parts.accounts.add(account);
      const { conversations } = await (await parts.history()).list.load();
      names = new Map(conversations.map(({ summary: { title, name } }) => [title, name]));
    });

    after(async () => {
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
      await service[Symbol.asyncDispose]();
      if (made.answers) holds("answers", made.answers);
    });

    async function open(title: string): Promise<void> {
      const conversation = { accountId: account.id, name: names.get(title), title };
      await vscode.commands.executeCommand("plumbline.openConversation", conversation);
      drawNow();
    }

    for (const { title } of SHOWN)
      it(`the conversation ${title}`, async () => {
        await open(title);
        await holdsState("answers", title);
      });

    it("a new conversation", async () => {
      await vscode.commands.executeCommand("plumbline.ask");
      await until("the composer", () => parts.answers.panels.length > 0);
      drawNow();
      await holdsState("answers", "A new conversation");
    });

    it("a copy, where the service can't be reached", async () => {
      await open("Completed");
      const { list } = await parts.history();
      await until("the copy", async () => {
        const { conversations } = await list.load();
        return conversations.some(({ summary, label }) => label && summary.title === "Completed");
      });
      await service[Symbol.asyncDispose]();
      await closePanels();
      await open("Completed");
      await holdsState("answers", "A copy");
    });
  });

  describe("the state of an answer that a model writes", () => {
    const realPick = vscode.window.showQuickPick;
    let server: ScriptedModelServer;
    let script: ChatScript | Promise<ChatScript> = { text: WORDS };

    before(async () => {
      const sendPassages = (rows: readonly vscode.QuickPickItem[]) => Promise.resolve(rows[0]);
      vscode.window.showQuickPick = sendPassages as unknown as typeof realPick;
      server = await ScriptedModelServer.start(async () => ({
        usage: { prompt: 6000, completion: 40 },
        ...(await script),
      }));
      await parts.accounts.use({ id: "local" });
      const source = { kind: "endpoint", baseUrl: `${server.origin}/v1`, model: "qwen3:4b", hasKey: false } as const;
      const limits = { inputTokens: 16_384, tools: "no" } as const;
      await (await parts.models()).choose({ id: "recorded", name: "qwen3:4b", source, limits });
    });

    after(async () => {
      vscode.window.showQuickPick = realPick;
      await (await parts.models()).clear();
      await server[Symbol.asyncDispose]();
      if (made.written) holds("written", { ...made.written, activities: ACTIVITIES });
    });

    async function ask(next: typeof script): Promise<void> {
      script = next;
      await closePanels();
      await vscode.commands.executeCommand("plumbline.ask", QUESTION);
      drawNow();
    }

    const isTold = (words: RegExp) => until(String(words), () => words.test(JSON.stringify(posted?.questions)));
    const isWhole = () => until("the whole answer", () => posted?.questions[0]?.written?.statements);

    it("before its first word, and when it has stopped in the middle", async () => {
      const asked = Promise.withResolvers<ChatScript>();
      const held = Promise.withResolvers<undefined>();
      try {
        await ask(asked.promise);
        await isTold(/"Waiting for /);
        await holdsState("written", "Waiting");
        asked.resolve({ text: [...HALF, "reads."], heldAfter: { pieces: HALF.length, until: held.promise } });
        await isTold(/ is writing"/);
        await isTold(/"Waiting for .*from the first chunk/);
        await holdsState("written", "Silent");
      } finally {
        held.resolve(undefined);
      }
    });

    it("by another model than was asked for", async () => {
      const held = Promise.withResolvers<undefined>();
      const heldAfter = { pieces: HALF.length, until: held.promise };
      try {
        await ask({ text: [...HALF, "reads [1]."], answersAs: "/models/gemma.gguf", heldAfter });
        await isTold(/"Waiting for .*gemma.*from the first chunk/);
        await holdsState("written", "Silent, another model");
      } finally {
        held.resolve(undefined);
      }
      await isWhole();
      await holdsState("written", "Another model");
    });

    it("when it is whole", async () => {
      await ask({ text: WORDS });
      await isWhole();
      await holdsState("written", "Written");
    });

    for (const { name, script: failing } of WRITING_FAILURES)
      it(`when it fails: ${name}`, async () => {
        await ask(failing);
        await until("the end", () => posted?.questions[0]?.notice);
        await holdsState("written", name);
      });

    it("in words for what the model is doing", () => {
      if (!isRecording) assert.deepEqual(ACTIVITIES, read("written")?.activities);
    });
  });

  it("the states of the query box", async () => {
    await parts.accounts.use({ id: "local" });
    await vscode.commands.executeCommand("plumbline.query.focus");
    await until("the page's state", () => parts.queryView.state);
    const expected = read("searches");
    const searches: Record<string, SearchState> = {};
    const state = () => {
      const { draft, ...rest } = settled(parts.queryView.state ?? assert.fail("There is no page."));
      // What was searched for, and what is open, is up to the tests before this one. What narrower scopes there are is
      // known a moment after the page is ready, which may be before or after this test.
      const scopes = rest.scopes.slice(0, 1);
      return { ...rest, scopes, draft: { ...draft, edit: 0, seed: 0 }, history: [], status: "", announced: "" };
    };
    for (const [text, cursor] of [
      ["createParser", 0],
      ["createParser type:banana", 0],
      ["type:banana parser", 0],
      ["parser la", 9],
      ["parser lang:typ", 15],
    ] as const) {
      parts.queryView.receive({ type: "edit", edit: 1, text, cursor });
      await until(text, () => isRecording || isDeepStrictEqual(state(), expected?.[text])).catch(() => {
        assert.deepEqual(state(), expected?.[text]);
      });
      searches[text] = state();
    }
    parts.queryView.receive({ type: "edit", edit: 1, text: "", cursor: 0 });
    holds("searches", searches);
  });
});
