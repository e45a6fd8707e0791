import assert from "node:assert/strict";
import * as vscode from "vscode";
import { plumbline, until } from "./extension.ts";

describe("the conditions of menus", () => {
  const { executeCommand } = vscode.commands;

  afterEach(() => {
    Object.assign(vscode.commands, { executeCommand });
  });

  it("are told to the editor only when they change, however much comes of a search and an answer", async () => {
    const parts = await plumbline();
    await parts.accounts.use({ id: "local" });
    const told: (readonly [name: string, value: unknown])[] = [];
    Object.assign(vscode.commands, {
      executeCommand: (command: string, ...args: unknown[]) => {
        if (command === "setContext") told.push([String(args[0]), args[1]]);
        return executeCommand(command, ...args);
      },
    });
    for (const query of ["lang:typescript parser", "createParser", "createParser"])
      await executeCommand("plumbline.search", query);
    await executeCommand("plumbline.ask", "How does the parser handle a byte order mark?");
    await until("the answer", () => parts.answers.panels.some(({ places }) => places.length > 0));
    await executeCommand("plumbline.refreshConversations");
    await until("a condition", () => told.some(([name]) => name === "plumbline.searching"));
    const last = new Map<string, unknown>();
    for (const [name, value] of told) {
      assert.ok(!last.has(name) || last.get(name) !== value, `${name} was told ${String(value)} again`);
      last.set(name, value);
    }
  });

  it("say whether somebody is signed in, and for the tools of agents whether nobody is", async () => {
    const parts = await plumbline();
    await parts.accounts.use({ id: "local" });
    const told = new Map<string, unknown>();
    Object.assign(vscode.commands, {
      executeCommand: (command: string, ...args: unknown[]) => {
        if (command === "setContext") told.set(String(args[0]), args[1]);
        return executeCommand(command, ...args);
      },
    });
    const account = parts.accounts.for("https://keys.example.com");
    await parts.accounts.add(account);
    const signedIn = [told.get("plumbline.signedIn"), told.get("plumbline.signedOut")];
    await parts.accounts.remove(account);
    assert.deepEqual(signedIn, [true, false]);
    assert.deepEqual([told.get("plumbline.signedIn"), told.get("plumbline.signedOut")], [false, true]);
  });
});
