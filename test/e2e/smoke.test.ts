import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeSample } from "../support/sample.mjs";
import { Workbench } from "./workbench.ts";

describe("the workbench", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;

  before(async () => {
    makeSample(folder);
    workbench = await Workbench.open({ folder });
  });

  after(async () => {
    await workbench.close();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  it("lists our commands in the palette", async () => {
    const titles = await workbench.commandTitles("Plumbline: Search"); // only rows in sight exist
    await workbench.screenshot("palette");
    assert.ok(titles.includes("Plumbline: Search Code…"), titles.join("\n"));
  });
});
