import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { conversationId } from "../../src/core/model/conversation.ts";
import type { ConversationReference } from "../../src/host/conversations/conversationReference.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState, MentionsState } from "../../src/protocol/answer.ts";
import { click, labelOf, markedText, plumbline, until, whileLooking } from "./extension.ts";

const QUESTION = "How does the parser handle a byte order mark?";

describe("asking", () => {
  let parts: TestAccess;
  let posted: AnswerState | undefined;
  let subscription: vscode.Disposable;
  const problems = vscode.languages.createDiagnosticCollection("test");

  before(async () => {
    parts = await plumbline();
    await parts.accounts.use({ id: "local" });
    subscription = parts.answers.onDidPost((state) => {
      posted = state;
    });
  });

  beforeEach(() => {
    posted = undefined;
  });

  /** No panel of one test may report anything in the next. */
  afterEach(async () => {
    for (const panel of parts.answers.panels.filter(({ isNew }) => isNew)) panel.receive({ type: "draft", text: "" });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("all panels closed", () => parts.answers.panels.length === 0);
  });

  after(() => {
    subscription.dispose();
    problems.dispose();
  });

  const answered = (count: number) => () => {
    const settled = posted?.questions.length === count && posted.questions.every(({ progress }) => !progress);
    return settled ? posted : undefined;
  };

  let reference: ConversationReference | undefined;
  /** Shows the answer to the question in a panel; it is asked the first time. */
  const showAnswer = async () => {
    if (reference) await parts.answers.show(reference);
    else await vscode.commands.executeCommand("plumbline.ask", QUESTION);
    const state = await until("the answer", () => {
      const settled = answered(1)();
      return settled?.copy === undefined && settled;
    });
    reference ??= parts.answers.panels.at(-1)?.reference;
    return state;
  };

  it("shows the question at once and the answer with at least three sources when it is there", async () => {
    await vscode.commands.executeCommand("plumbline.ask", QUESTION);
    const first = await until("the question", () => posted);
    assert.equal(first.questions[0]?.text, QUESTION);
    const { questions } = await until("the answer", answered(1));
    reference = parts.answers.panels.at(-1)?.reference;
    assert.ok((questions[0]?.answer.length ?? 0) > 1);
    assert.ok((questions[0]?.sources.length ?? 0) >= 3, JSON.stringify(questions[0]?.sources));
  });

  /** The panel in which the first question of a conversation is written. */
  const composing = () => until("the composer", () => parts.answers.panels.find(({ isNew }) => isNew));

  it("opens a box for a question where one is gone to and no answer is open, as the walkthrough does", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("no answer", () => parts.answers.inView === undefined);
    await vscode.commands.executeCommand("plumbline.focusQuestion");
    await composing();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("no answer", () => parts.answers.panels.length === 0);
  });

  it("keeps what was typed before the list that was asked for came, where nothing is chosen there", async () => {
    await vscode.commands.executeCommand("plumbline.ask");
    const panel = await composing();
    const { version } = (await until("the box", () => posted?.followUp)).draft;
    panel.receive({ type: "draft", text: "/" });
    panel.receive({ type: "recall", text: "" });
    panel.receive({ type: "draft", text: "/late" });
    const { draft } = await until("the way back to the box", async () => {
      await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
      return posted?.followUp && posted.followUp.draft.version > version && posted.followUp;
    });
    assert.deepEqual({ ...draft, version: 0 }, { version: 0, text: "/late", cursor: 5 });
  });

  it("lists what can be mentioned by what is open, by its name, and as soon as it is made", async () => {
    const [folder = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
    const open = vscode.Uri.joinPath(folder.uri, "eventsource-parser", "src", "parse.ts");
    await vscode.window.showTextDocument(open, { preview: false });
    await vscode.commands.executeCommand("plumbline.ask");
    const panel = await composing();
    const found = (words: string, wanted: (found: MentionsState["found"]) => boolean) => {
      panel.receive({ type: "mention", text: "How ", words });
      return until(words, () => {
        const { mentions } = posted?.followUp ?? {};
        return mentions?.words === words && wanted(mentions.found) && mentions.found;
      });
    };
    const [first] = await found("", (all) => all.some(({ kind }) => kind === "repository"));
    assert.match(first?.text ?? "", /^@(?:eventsource-parser\/)?src\/parse\.ts$/);
    const all = await found("pars", (rows) => rows.some(({ kind }) => kind === "symbol"));
    assert.equal(all[0]?.kind, "file");
    assert.ok(
      all.some(({ text }) => /src\/parse\.ts `pars\w+`$/.test(text)),
      JSON.stringify(all),
    );
    assert.equal((await found("src", (rows) => rows.length > 0))[0]?.kind, "folder");
    const made = vscode.Uri.joinPath(folder.uri, "eventsource-parser", "src", "justMade.ts");
    await found("justMade", (rows) => rows.length === 0);
    await vscode.workspace.fs.writeFile(made, Buffer.from("export const x = 1;\n"));
    try {
      await until("the file that was just made", async () => {
        panel.receive({ type: "mention", text: "How ", words: "justMade" });
        await sleep(2_500);
        return posted?.followUp?.mentions?.found.some(({ text }) => text.endsWith("src/justMade.ts"));
      });
    } finally {
      await vscode.workspace.fs.delete(made);
    }
  });

  it("is about the changed files that were chosen in source control, and about a tab", async () => {
    const [folder = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
    const [first, second] = ["package.json", "README.md"].map((name) => vscode.Uri.joinPath(folder.uri, name));
    const about = () => posted?.followUp?.about.flatMap(({ label, isOn }) => (isOn ? [label] : []));
    const changed = [first, second].map((resourceUri) => ({ resourceUri }));
    await vscode.commands.executeCommand("plumbline.ask", ...changed);
    await until("both files", () => about()?.join() === "package.json,README.md");
    await vscode.commands.executeCommand("plumbline.ask", second, { groupId: 0, editorIndex: 0 });
    await until("the tab's", () => about()?.join() === "README.md");
  });

  it("leaves a panel alone whose tab was closed before anything could be shown in it", async () => {
    const panel = vscode.window.createWebviewPanel("plumbline.answer", "Back", vscode.ViewColumn.Active);
    await until("its tab", () => panel.active);
    const restored = parts.answers.deserializeWebviewPanel(panel, { unasked: JSON.stringify(["local"]) });
    panel.dispose();
    await restored;
    assert.equal(parts.answers.panels.length, 0);
  });

  it("takes a question at once, though what it is about is not known yet, and asks it with that", async () => {
    await whileLooking(parts, async (found) => {
      const [folder = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
      await vscode.commands.executeCommand("plumbline.ask", folder.uri);
      const panel = await composing();
      await until("the page", () => posted?.start);
      panel.receive({ type: "draft", text: "What is this? " });
      panel.receive({ type: "followUp", text: "What is this? " });
      assert.ok(panel.isNew, "nothing is asked before it is known what about");
      found();
      const { questions } = await until("the question", () => (posted?.questions.length ?? 0) > 0 && posted);
      assert.match(questions[0]?.text ?? "", /^What is this\? \(about @/);
      assert.equal(panel.draft, "");
      await until("the answer", answered(1));
    });
  });

  it("asks a question whose tab is closed at once, and does not keep it as a draft", async () => {
    await whileLooking(parts, async (found) => {
      const [folder = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
      await vscode.commands.executeCommand("plumbline.ask", folder.uri);
      const panel = await composing();
      panel.receive({ type: "draft", text: "What was closed?" });
      panel.receive({ type: "followUp", text: "What was closed?" });
      panel.dispose();
      found();
    });
    const { list } = await parts.history();
    await until("the question", async () => {
      list.refresh();
      return (await list.load()).conversations.some(({ summary }) => summary.title.startsWith("What was closed?"));
    });
    await vscode.commands.executeCommand("plumbline.ask");
    assert.equal((await composing()).draft, "");
  });

  it("is about what it was asked about last, though what was before is not known yet", async () => {
    await whileLooking(parts, async (found) => {
      const [folder = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
      const ask = (path: string) =>
        vscode.commands.executeCommand("plumbline.ask", vscode.Uri.joinPath(folder.uri, "eventsource-parser", path));
      await Promise.all([ask("src/parse.ts"), ask("src/stream.ts")]);
      assert.equal(parts.answers.panels.length, 1, "one panel is enough for both");
      found();
      const about = await until("what it is about", () => {
        const parts = posted?.followUp?.about ?? [];
        return parts.length > 0 && parts;
      });
      assert.deepEqual(
        about.map(({ label }) => label),
        ["stream.ts"],
      );
    });
  });

  it("shows what a follow-up would send, to which conversation, and sends nothing", async () => {
    const { name = "" } = await showAnswer();
    const panel = parts.answers.inView ?? assert.fail("There is no panel.");
    panel.receive({ type: "preview", text: "And what comes after it?" });
    const text = await until("the preview", () =>
      vscode.window.visibleTextEditors
        .map(({ document }) => document)
        .find(({ uri }) => uri.scheme === "plumbline-request")
        ?.getText(),
    );
    assert.match(text, /POST http[^]*And what comes after it\?/);
    assert.ok(text.includes(conversationId(name)), text);
    assert.equal(panel.conversation?.questions.length, 1);
  });

  it("names no commit that was never pushed, and says why", async () => {
    const [folder = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
    const git = (...args: readonly string[]) => {
      execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.invalid", ...args], {
        cwd: join(folder.uri.fsPath, "eventsource-parser"),
      });
    };
    const uri = vscode.Uri.joinPath(folder.uri, "eventsource-parser/src/parse.ts");
    const about = async () => {
      await vscode.commands.executeCommand("plumbline.ask", uri);
      const state = await until("what it is about", () =>
        posted?.followUp?.about.some(({ isOn }) => isOn) ? posted.followUp : undefined,
      );
      (await composing()).dispose();
      posted = undefined;
      return state;
    };
    const account = parts.accounts.for("http://127.0.0.1:9");
    await parts.accounts.add(account);
    await parts.accounts.use(account);
    git("update-ref", "refs/remotes/origin/main", "HEAD");
    try {
      const pushed = await about();
      assert.match(pushed.about[0]?.detail ?? "", /@[0-9a-f]{12}\n/);
      assert.equal(pushed.notice, undefined);
      git("commit", "--quiet", "--allow-empty", "--no-gpg-sign", "--message=not pushed");
      const ahead = await about();
      assert.doesNotMatch(ahead.about[0]?.detail ?? "", /@[0-9a-f]{12}\n/);
      assert.match(ahead.notice?.message ?? "", /was not pushed/);
    } finally {
      git("reset", "--quiet", "--soft", "refs/remotes/origin/main");
      git("update-ref", "-d", "refs/remotes/origin/main");
      await parts.accounts.remove(account);
      await parts.accounts.use({ id: "local" });
    }
  });

  it("is about what was selected, and about an open file only if that is wanted", async () => {
    const [folder = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
    const uri = vscode.Uri.joinPath(folder.uri, "eventsource-parser/src/parse.ts");
    await vscode.window.showTextDocument(uri, { selection: new vscode.Range(5, 2, 5, 2) });
    await vscode.commands.executeCommand("plumbline.ask");
    const panel = await composing();
    const about = (kind: string, isOn: boolean) => () => {
      const [part] = posted?.followUp?.about ?? [];
      return part?.kind === kind && part.isOn === isOn && part;
    };
    const offered = await until("the open file", about("file", false));
    assert.equal(offered.label, "parse.ts");
    panel.receive({ type: "about", index: offered.id });
    await until("the file as a part of the question", about("file", true));

    await vscode.window.showTextDocument(uri, {
      selection: new vscode.Range(5, 2, 20, 0),
      viewColumn: vscode.ViewColumn.One,
    });
    await vscode.commands.executeCommand("plumbline.ask");
    assert.equal(await composing(), panel, "what is being written goes on");
    const selected = await until("the selection", about("lines", true));
    assert.equal(selected.label, "parse.ts:6–20");
    panel.receive({ type: "about", index: selected.id });
    await until("nothing that it is about", () => posted?.followUp?.about.every(({ kind }) => kind === "workingIn"));
    panel.dispose();
  });

  it("is about the lines as the service counts them, which knows no line that ends with a CR alone", async () => {
    const [folder = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
    const uri = vscode.Uri.joinPath(folder.uri, "eventsource-parser/alone.txt");
    await vscode.workspace.fs.writeFile(uri, Buffer.from("one\r\r\ntwo\r\r\nthree\r\r\nfour"));
    const about = (label: string) => () =>
      posted?.followUp?.about.some((part) => part.kind === "lines" && part.isOn && part.label === label);
    try {
      const selection = new vscode.Range(2, 1, 4, 5);
      const editor = await vscode.window.showTextDocument(uri, { selection });
      assert.equal(editor.document.lineAt(4).text, "three");
      await vscode.commands.executeCommand("plumbline.ask");
      await until("the selection", about("alone.txt:2–3"));

      await editor.edit((edit) => {
        edit.insert(new vscode.Position(6, 4), "!");
      });
      await vscode.window.showTextDocument(uri, { selection, viewColumn: vscode.ViewColumn.One });
      await vscode.commands.executeCommand("plumbline.ask");
      await until("the selection in what has no such CR any more", about("alone.txt:3–5"));
    } finally {
      await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      await vscode.workspace.fs.delete(uri);
    }
  });

  it("is only offered a match that was opened, and is about it where that is asked for", async () => {
    await vscode.commands.executeCommand(
      "plumbline.search",
      'repo:eventsource-parser file:parse\\.ts$ "function createParser"',
    );
    await until("the match", () => parts.searches.current?.status === "done");
    await vscode.commands.executeCommand("plumbline.nextMatch");
    await until("the match in its file", () => vscode.window.activeTextEditor?.selection.isEmpty === false);
    const about = (isOn: boolean) => () => {
      const [part] = posted?.followUp?.about ?? [];
      return part?.kind === "lines" && part.isOn === isOn && part;
    };
    await vscode.commands.executeCommand("plumbline.ask");
    await until("the match, offered", about(false));
    const [repository] = await parts.results.getChildren();
    const [file] = await parts.results.getChildren(repository);
    const [line] = await parts.results.getChildren(file);
    await vscode.commands.executeCommand("plumbline.askAboutResult", line);
    await until("its line as a part of the question", about(true));
  });

  it("is about all that is selected in the explorer, whichever of it was clicked", async () => {
    const [folder = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
    const [parse = folder.uri, stream = folder.uri, src = folder.uri] = ["src/parse.ts", "src/stream.ts", "src"].map(
      (path) => vscode.Uri.joinPath(folder.uri, "eventsource-parser", path),
    );
    await vscode.commands.executeCommand("plumbline.ask", stream, [parse, stream, src]);
    const about = await until("all of it", () => posted?.followUp?.about.length === 3 && posted.followUp.about);
    assert.deepEqual(
      about.map(({ label, isOn }) => [label, isOn]),
      [
        ["parse.ts", true],
        ["stream.ts", true],
        ["src", true],
      ],
    );
  });

  it("says that it is not about what is in no open folder, though that was selected", async () => {
    const document = await vscode.workspace.openTextDocument({ content: "const somewhere = 1;" });
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(0, 0, 0, 5) });
    await vscode.commands.executeCommand("plumbline.ask");
    const { message } = await until("the note", () => posted?.followUp?.notice, 5000);
    assert.match(message, /Untitled-\d+.? is not a file in an open folder/);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("plumbline.ask");
    await until("no note", () => posted?.followUp && !posted.followUp.notice);
  });

  it("is about a problem that the editor reports, from its code action", async () => {
    const [folder = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
    const uri = vscode.Uri.joinPath(folder.uri, "eventsource-parser/src/parse.ts");
    problems.set(uri, [new vscode.Diagnostic(new vscode.Range(5, 0, 5, 4), "Nothing works here")]);
    await vscode.window.showTextDocument(uri);
    const actions = await vscode.commands.executeCommand<readonly vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      uri,
      new vscode.Range(5, 0, 5, 4),
    );
    const { command = assert.fail() } = actions.find(({ title }) => title === "Ask About This Problem") ?? {};
    await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
    const panel = await composing();
    const part = await until("the problem", () => posted?.followUp?.about.find(({ kind }) => kind === "problem"));
    assert.deepEqual([part.label, part.isOn], ["parse.ts:6 Nothing works here", true]);
    panel.receive({ type: "followUp", text: panel.draft });
    const { questions } = await until("the question", () => (posted?.questions.length ?? 0) > 0 && posted);
    assert.match(
      questions[0]?.text ?? "",
      /^Why is this a problem, and how is it solved\? The editor reports here: "Nothing works here" \(about @.+ @src\/parse\.ts:6\)$/,
    );
    await until("the answer", answered(1));
  });

  it("keeps what was typed when the panel is closed before it is asked", async () => {
    await vscode.commands.executeCommand("plumbline.ask");
    const first = await composing();
    first.receive({ type: "draft", text: "Half a question" });
    first.dispose();
    await vscode.commands.executeCommand("plumbline.ask");
    const second = await composing();
    assert.equal(second.draft, "Half a question");
    second.receive({ type: "draft", text: "" });
    second.dispose();
  });

  it("puts an earlier question into the box, to be edited and asked again", async () => {
    const { questions } = await showAnswer();
    const panel = parts.answers.panels.at(-1) ?? assert.fail();
    assert.equal(questions[0]?.canEdit, true);
    panel.receive({ type: "notice", action: "edit", question: questions[0].id });
    assert.equal(panel.draft, QUESTION);
    const draft = await until(
      "the words in the box",
      () => posted?.followUp?.draft.cursor !== undefined && posted.followUp.draft,
    );
    assert.equal(draft.text, QUESTION);
  });

  it("opens a source at its lines", async () => {
    const state = await showAnswer();
    const source = state.questions[0]?.sources.find(({ lines }) => lines !== undefined);
    const panel = parts.answers.panels.at(-1);
    assert.ok(source && panel);
    panel.receive({ type: "openSource", index: source.index });
    const editor = await until("the editor", () => {
      const active = vscode.window.activeTextEditor;
      return active?.document.uri.path.endsWith(source.label) && markedText(parts) !== undefined && active;
    });
    const [start] = (source.lines ?? "").split("–").map(Number);
    assert.equal(editor.selection.active.line + 1, start);
    assert.equal(editor.document.uri.scheme, "file");
  });

  it("shows what was clicked last, though what was clicked before takes longer", async () => {
    const { opener, repositories } = parts;
    await opener.prepare();
    const repository = repositories.names.find((name) => name.endsWith("eventsource-parser")) ?? assert.fail();
    const act = async (found: () => void) => {
      const slow = opener.open("local", { repository, path: "src/parse.ts" });
      await opener.open("local", { repository, path: "src/stream.ts" });
      found();
      await slow;
      assert.match(vscode.window.activeTextEditor?.document.uri.path ?? "", /stream\.ts$/);
    };
    await whileLooking(parts, act, { isOnce: true });
  });

  it("offers to open the folder of a source that is not open", async () => {
    const { questions } = await showAnswer();
    const [source = assert.fail()] = questions[0]?.sources ?? [];
    const { showWarningMessage } = vscode.window;
    let offered: readonly unknown[] | undefined;
    const offer = (...given: readonly unknown[]) => {
      offered = given;
      return Promise.resolve(undefined);
    };
    const { repositories } = parts;
    try {
      Object.assign(vscode.window, { showWarningMessage: offer });
      repositories.uriOf = () => undefined; // as if its folder were not open
      parts.answers.panels.at(-1)?.receive({ type: "openSource", index: source.index });
      const [message, button] = await until("the offer", () => offered);
      assert.match(String(message), /is not among the folders that are open\. Open its folder to go there\./);
      assert.equal(button, "Open Folder");
    } finally {
      Reflect.deleteProperty(repositories, "uriOf"); // restores the method of its class
      Object.assign(vscode.window, { showWarningMessage });
    }
  });

  it("takes a follow-up in the same conversation", async () => {
    await vscode.commands.executeCommand("plumbline.ask", QUESTION);
    await until("the answer", answered(1));
    const panel = parts.answers.panels.at(-1);
    panel?.receive({ type: "followUp", text: "Where is the retry interval parsed?" });
    const { questions } = await until("the second answer", answered(2));
    assert.deepEqual(
      questions.map(({ text }) => text),
      [QUESTION, "Where is the retry interval parsed?"],
    );
  });

  it("lists the conversation in the history, newest first, and opens it again from there", async () => {
    await vscode.commands.executeCommand("plumbline.ask", QUESTION);
    await until("the answer", answered(1));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("all panels closed", () => parts.answers.panels.length === 0);
    posted = undefined;
    (await parts.history()).list.reset();
    const [today] = await parts.conversations.getChildren();
    assert.ok(today);
    assert.equal(labelOf(parts.conversations.getTreeItem(today)), "Today");
    const ids = (await parts.conversations.getChildren(today)).map((node) => parts.conversations.getTreeItem(node));
    const numbers = ids.map(({ id }) => Number(conversationId(id ?? "")));
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => b - a),
    );
    assert.ok(ids[0]);
    await click(ids[0]);
    const { questions } = await until("the conversation", answered(1));
    assert.equal(questions[0]?.text, QUESTION);
    assert.ok(questions[0].sources.length >= 3);
  });
});
