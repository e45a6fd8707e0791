import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/host/testAccess.ts";

/** The parts of the running extension. */
export async function plumbline(): Promise<TestAccess> {
  const extension = vscode.extensions.getExtension<TestAccess>("plumbline.plumbline");
  assert.ok(extension, "VS Code does not know plumbline.plumbline");
  return await extension.activate();
}

type Found<T> = T | undefined | false;

/** Waits until a value is there; if it never is, the error says what was awaited. */
export async function until<T>(what: string, look: () => Found<T> | Promise<Found<T>>, limitMs = 60_000): Promise<T> {
  for (const end = Date.now() + limitMs; Date.now() < end;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await sleep(20);
  }
  throw new Error(`Waited in vain for ${what}.`);
}

/** Runs a tree row's own command, as a click on it does. */
export async function click(row: vscode.TreeItem): Promise<void> {
  assert.ok(row.command, `the row ${labelOf(row)} has no command`);
  await vscode.commands.executeCommand(row.command.command, ...((row.command.arguments ?? []) as unknown[]));
}

/** Opens the results in an editor, and waits until it is the active one: the window may say so a moment later. */
export async function openResults(): Promise<vscode.TextEditor> {
  const earlier = new Set(vscode.workspace.textDocuments);
  await vscode.commands.executeCommand("plumbline.openResultsInEditor");
  return await until("the editor with the results", () => {
    const { activeTextEditor } = vscode.window;
    return activeTextEditor && !earlier.has(activeTextEditor.document) && activeTextEditor;
  });
}

export function labelOf({ label }: vscode.TreeItem): string {
  return typeof label === "object" ? label.label : (label ?? "");
}

/**
 * The text of the lines that are marked because a source was opened; `undefined` if there are none. The cursor is in
 * front of them.
 */
export function markedText({ opener }: Pick<TestAccess, "opener">): string | undefined {
  const { marked } = opener;
  const editor = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === marked?.uri.toString(),
  );
  if (!marked || !editor) return undefined;
  assert.ok(editor.selection.isEmpty, "what is cited is not selected");
  assert.ok(editor.selection.active.isEqual(marked.range.start), "the cursor is in front of what is cited");
  return editor.document.getText(marked.range);
}

/**
 * During `act`, this window belongs to the machine that the editor runs on, or to another one that it reaches in this
 * way.
 */
export async function onMachine(reachedBy: "ssh-remote" | undefined, act: () => Promise<void>): Promise<void> {
  const remoteName = Object.getOwnPropertyDescriptor(vscode.env, "remoteName");
  assert.ok(remoteName);
  Object.defineProperty(vscode.env, "remoteName", { ...remoteName, get: () => reachedBy });
  try {
    await act();
  } finally {
    Object.defineProperty(vscode.env, "remoteName", remoteName);
  }
}

/**
 * During `act`, the search for the workspace's repositories goes on until `act` calls `found`; with `isOnce`, only the
 * first search takes that long.
 */
export async function whileLooking(
  { repositories }: Pick<TestAccess, "repositories">,
  act: (found: () => void) => Promise<void>,
  { isOnce = false } = {},
): Promise<void> {
  const load = repositories.load.bind(repositories);
  const looking = Promise.withResolvers<undefined>();
  const found = () => {
    looking.resolve(undefined);
  };
  repositories.load = async () => {
    if (isOnce) repositories.load = load;
    await looking.promise;
    return load();
  };
  try {
    await act(found);
  } finally {
    found();
    Reflect.deleteProperty(repositories, "load"); // restores the method of its class
  }
}
