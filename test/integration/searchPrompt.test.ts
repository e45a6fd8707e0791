import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { plumbline, until, whileLooking } from "./extension.ts";
import { standIn } from "./prompts.ts";

describe("the search prompt", () => {
  const create = vscode.window.createQuickPick;
  let parts: TestAccess;

  before(async () => {
    parts = await plumbline();
    await parts.accounts.use({ id: "local" });
    for (const query of ["eventStreamOfBefore", "createParser"])
      await vscode.commands.executeCommand("plumbline.search", query);
  });

  afterEach(() => {
    vscode.window.createQuickPick = create;
  });

  /** Opens the prompt, types, and chooses the row that is drawn before the rows for what was typed have arrived. */
  async function typeAndEnter(typed: string, choose: (rows: readonly vscode.QuickPickItem[]) => number): Promise<void> {
    let accept: (() => unknown) | undefined;
    let rows: readonly vscode.QuickPickItem[] = [];
    let isTyped = false;
    vscode.window.createQuickPick = <T extends vscode.QuickPickItem>() => {
      const pick = create<T>();
      const stand: Partial<vscode.QuickPick<T>> = {
        onDidAccept: (listener: () => unknown) => {
          accept = listener;
          return vscode.Disposable.from();
        },
        get value() {
          return isTyped ? typed : pick.value;
        },
        get selectedItems() {
          rows = pick.items;
          return pick.items.slice(choose(rows), choose(rows) + 1);
        },
      };
      const standing = standIn(pick, stand);
      return standing;
    };
    const before = parts.searches.current?.id;
    void vscode.commands.executeCommand("plumbline.search");
    await until("the prompt", () => accept);
    isTyped = true;
    accept?.();
    await until("a search", () => parts.searches.current?.id !== before);
  }

  it("runs what is typed, though the rows are still those of what was typed before", async () => {
    const earlier = (rows: readonly vscode.QuickPickItem[]): number =>
      rows.findIndex(({ label }) => label.endsWith("eventStreamOfBefore"));
    for (const choose of [() => 0, earlier, () => 99]) {
      await typeAndEnter(" justTyped ", choose);
      assert.equal(parts.searches.current?.query.text, "justTyped");
    }
  });

  it("is there before the repositories of the workspace are found, and runs what is typed", async () => {
    await whileLooking(parts, async () => {
      await typeAndEnter("typedEarly", () => 0);
      assert.equal(parts.searches.current?.query.text, "typedEarly");
    });
  });
});
