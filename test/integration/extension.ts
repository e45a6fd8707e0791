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

/** Waits for a value that is there; says what it waited for when it never is. */
export async function until<T>(what: string, look: () => T | undefined | false, limitMs = 20_000): Promise<T> {
  for (const end = Date.now() + limitMs; Date.now() < end;) {
    const found = look();
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

export function labelOf({ label }: vscode.TreeItem): string {
  return typeof label === "object" ? label.label : (label ?? "");
}
