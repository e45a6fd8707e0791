import { appendFileSync, mkdirSync, rmSync, writeFileSync, readFileSync, readdirSync } from "node:fs";
import assert from "node:assert/strict";
import { join } from "node:path";
import { env } from "node:process";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { plumbline } from "./extension.ts";
import { followAfterInserting } from "./keptSources.ts";

const RAINFALL = `${"\n".repeat(4)}/** Adds up the rainfall of some days. */
export function measureRainfall(days) {
  return days.reduce((sum, day) => sum + day.rainfall, 0);
}
`;

describe("a source of the local service that no commit has", () => {
  let parts: TestAccess;
  let root: string;
  before(async () => {
    parts = await plumbline();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    root = folder.uri.fsPath;
  });

  it("in a plain folder is followed to its new lines, in the row, on a click and after reopening", async () => {
    const folder = join(root, "weather");
    mkdirSync(folder);
    writeFileSync(join(folder, "rainfall.js"), RAINFALL);
    try {
      await followAfterInserting(parts, "What does measureRainfall do?", "weather/rainfall.js");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("in a file with uncommitted edits is followed to its new lines, in the row, on a click and after reopening", async () => {
    const file = join(root, "eventsource-parser/src/errors.ts");
    const committed = readFileSync(file);
    appendFileSync(file, RAINFALL);
    try {
      await followAfterInserting(parts, "What does measureRainfall do?", "eventsource-parser/src/errors.ts");
    } finally {
      writeFileSync(file, committed);
    }
  });

  it("is forgotten with the local data", async () => {
    const { storage } = parts;
    const kept = join(env["PLUMBLINE_STORE"] ?? join(storage.fsPath, "local"), "kept");
    assert.ok(readdirSync(kept).length > 0);
    await parts.local.forgetKeptFiles();
    assert.throws(() => readdirSync(kept), /ENOENT/);
    await parts.local.forgetKeptFiles(); // there is nothing left to forget
  });
});
