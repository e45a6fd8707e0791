import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../editor/places.mjs";
import { makeSample } from "../support/sample.mjs";
import { Workbench } from "./workbench.ts";

describe("the package", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;

  before(async () => {
    const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", "package"], {
      cwd: ROOT,
      encoding: "utf8",
    });
    assert.equal(status, 0, stdout + stderr);
    const [vsix] = readdirSync(join(ROOT, "dist-vsix"));
    assert.ok(vsix);
    makeSample(folder);
    workbench = await Workbench.open({ folder, vsix: join(ROOT, "dist-vsix", vsix) });
  });

  after(async () => {
    await workbench.close();
    rmSync(folder, { recursive: true });
  });

  it("installs, and its search finds a match and opens it", async () => {
    await workbench.runCommand("Plumbline: Search Code…");
    await workbench.typeInput("Search Code", 'repo:eventsource-parser file:parse\\.ts$ "function createParser"');
    await workbench.treeRow("Search Results", "function createParser").click();
    await workbench.activeTab("parse.ts").waitFor();
    await workbench.screenshot("package");
  });
});
