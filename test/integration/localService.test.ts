import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState } from "../../src/protocol/answer.ts";
import { isThorough } from "../support/depth.ts";
import { plumbline, until } from "./extension.ts";

const KILLS = isThorough ? 20 : 3;

describe("the local service of a window", () => {
  let parts: TestAccess;
  const states = new Map<string, AnswerState>();
  let subscription: vscode.Disposable;

  before(async () => {
    parts = await plumbline();
    await parts.accounts.use({ id: "local" });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    subscription = parts.answers.onDidPost((state) => {
      states.set(state.questions[0]?.text ?? "", state);
    });
  });

  after(async () => {
    subscription.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const kill = (): void => {
    if (parts.local.pid !== undefined) process.kill(parts.local.pid, "SIGKILL");
  };

  it(`killed ${KILLS} times during questions and searches is started again, and every panel has its answer`, async function () {
    this.timeout(240_000);
    const words = (index: number) => `How does part ${String(index)} parse an event?`;
    for (let index = 0; index < KILLS; index++) {
      const asking = vscode.commands.executeCommand("plumbline.ask", words(index));
      const searching = vscode.commands.executeCommand("plumbline.search", `createParser ${String(index)}`);
      await sleep((index % 5) * 20); // before the question is sent, or while it is on its way
      kill();
      await Promise.all([asking, searching]);
      // The service has the question; it answers it while the next ones are asked and the service is killed.
      await until("the conversation", () => parts.answers.panels.at(-1)?.reference, 60_000);
    }
    const { panels } = parts.answers;
    assert.equal(panels.length, KILLS);
    for (const [index, panel] of panels.entries()) {
      panel.reveal(); // a hidden panel is sent nothing
      const { notice, questions } = await until(
        "an answer",
        () => {
          const state = states.get(words(index));
          return state?.questions[0]?.progress === undefined && state?.name !== undefined && state;
        },
        60_000,
      );
      assert.deepEqual([notice, questions.length], [undefined, 1]);
      assert.notEqual(questions[0]?.notice?.severity, "error", questions[0]?.notice?.message); // it may offer a model
      assert.ok((questions[0]?.answer.length ?? 0) > 0, words(index));
    }
  });

  it("reads files in the encoding that the editor reads them in, from when a setting says so", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = join(folder.uri.fsPath, "latin.txt");
    writeFileSync(file, Buffer.from("die Größe der Schaltfläche, für ältere Geräte\n", "latin1"));
    const { baseUrl, token } = await parts.local.start();
    const found = async () => {
      const url = `${baseUrl}/.api/search/stream?${new URLSearchParams({ q: "Schaltfläche" }).toString()}`;
      return (await (await fetch(url, { headers: { authorization: `token ${token}` } })).text()).includes("latin.txt");
    };
    const set = (name: string, value: unknown) =>
      vscode.workspace.getConfiguration("files").update(name, value, vscode.ConfigurationTarget.Global);
    try {
      assert.equal(await found(), false);
      await set("encoding", "iso88591");
      await until("what is in ISO 8859-1", found);
      await set("encoding", undefined);
      await until("nothing in UTF-8", async () => !(await found()));
      await set("autoGuessEncoding", true);
      await until("what is guessed", found);
      await set("candidateGuessEncodings", ["shiftjis"]);
      await until("nothing in Shift JIS", async () => !(await found()));
    } finally {
      for (const name of ["encoding", "autoGuessEncoding", "candidateGuessEncodings"]) await set(name, undefined);
      rmSync(file);
    }
  });

  it("leaves out what the editor leaves out of its own searches, from when a setting says so, as the same process", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const below = join(folder.uri.fsPath, "kept-apart");
    mkdirSync(join(below, "node_modules"), { recursive: true });
    for (const name of ["a.snap", "b.ts", "b.js", "c.js", "c.log", ".gitignore", "node_modules/d.js"])
      writeFileSync(join(below, name), name === ".gitignore" ? "*.log\n" : "a rare quokka\n");
    const { baseUrl, token } = await parts.local.start();
    const { pid } = parts.local;
    const found = async () => {
      const url = `${baseUrl}/.api/search/stream?${new URLSearchParams({ q: "quokka file:^kept-apart/" }).toString()}`;
      const text = await (await fetch(url, { headers: { authorization: `token ${token}` } })).text();
      const paths = [...text.matchAll(/"path":"kept-apart\/([^"]*)"/g)].map(([, path]) => path);
      return [...new Set(paths)].sort().join(" ");
    };
    const set = (name: string, value: unknown, target = vscode.ConfigurationTarget.Workspace) =>
      vscode.workspace.getConfiguration(undefined, folder.uri).update(name, value, target);
    const expect = async (wanted: string) => {
      let seen = "";
      await until(wanted, async () => (seen = await found()) === wanted).catch((error: unknown) => {
        throw new Error(`found ${seen} instead of ${wanted}`, { cause: error });
      });
    };
    try {
      await expect("a.snap b.js b.ts c.js"); // without node_modules, as the editor has it by default
      await set("search.exclude", { "*.snap": true, "**/*.js": { when: "$(basename).ts" }, "**/node_modules": false });
      await expect("a.snap b.ts c.js node_modules/d.js");
      await set("files.exclude", { "**/kept-apart/*.{snap,ts}": true });
      await expect("c.js node_modules/d.js");
      await set("files.exclude", undefined);
      await set("search.exclude", undefined);
      await set("search.useIgnoreFiles", false, vscode.ConfigurationTarget.Global);
      await expect("a.snap b.js b.ts c.js c.log");
      assert.equal(parts.local.pid, pid);
    } finally {
      for (const name of ["search.exclude", "files.exclude"]) await set(name, undefined);
      await set("search.useIgnoreFiles", undefined, vscode.ConfigurationTarget.Global);
      rmSync(below, { recursive: true });
    }
  });

  it("that hangs is said to, and started again", async () => {
    kill();
    await until("its end", () => parts.local.pid === undefined);
    parts.localSwitches.watchTurnMs = 100;
    const { baseUrl } = await parts.local.start();
    parts.localSwitches.watchTurnMs = undefined; // the next one is given the usual time
    const { pid } = parts.local;
    assert.ok(pid !== undefined);
    const { showWarningMessage } = vscode.window;
    const told: string[] = [];
    vscode.window.showWarningMessage = (message: string) => {
      told.push(message);
      return Promise.resolve(undefined);
    };
    try {
      process.kill(pid, "SIGSTOP");
      await until("another process", () => parts.local.pid !== undefined && parts.local.pid !== pid);
    } finally {
      vscode.window.showWarningMessage = showWarningMessage;
    }
    assert.deepEqual(told, ["The local service stopped responding and was restarted."]);
    assert.notEqual((await parts.local.start()).baseUrl, baseUrl);
  });
});
