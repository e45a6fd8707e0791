import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../editor/places.mjs";
import { makeSample } from "../support/sample.mjs";
import { wordsIn } from "./pseudoLocale.ts";
import { clickRow, Workbench } from "./workbench.ts";

interface Bom {
  readonly bomFormat: string;
  readonly components: readonly { readonly name: string; readonly version: string }[];
}

/** In an editor that speaks another language: what is said in it must be in the package as well. */
describe("the package", () => {
  const messages = wordsIn("l10n/bundle.l10n.de.json");
  const { "view.results": results = "" } = wordsIn("package.nls.de.json");
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;

  before(async () => {
    const vsix = readdirSync(join(ROOT, "dist-vsix")).find((name) => name.endsWith(".vsix"));
    assert.ok(vsix, "npm run package makes it");
    makeSample(folder);
    workbench = await Workbench.open({ folder, vsix: join(ROOT, "dist-vsix", vsix), language: "de" });
  });

  after(async () => {
    await workbench.close();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  it("comes with a list of what is in it, in which every package with a licence is", () => {
    const name = readdirSync(join(ROOT, "dist-vsix")).find((file) => file.endsWith(".cdx.json")) ?? "";
    const bom = JSON.parse(readFileSync(join(ROOT, "dist-vsix", name), "utf8")) as Bom;
    assert.equal(bom.bomFormat, "CycloneDX");
    const listed = bom.components.map((component) => `${component.name} ${component.version}`);
    const notices = readFileSync(join(ROOT, "dist/THIRD_PARTY_NOTICES.md"), "utf8");
    const licensed = [...notices.matchAll(/^## (\S+ \d\S*) \(/gm)].map(([, one]) => one ?? "");
    assert.ok(licensed.length > 100);
    assert.doesNotMatch(notices, /^## .*\(undefined\)$/m);
    assert.match(notices, /^## elkjs .*\n\nIts source is at <https:\/\/github\.com\/kieler\/elkjs>\.$/m);
    assert.deepEqual(
      licensed.filter((one) => !listed.includes(one)),
      [],
    );
    for (const inside of ["ripgrep", "tree-sitter-python", "langium", "PCRE2"])
      assert.ok(bom.components.some((one) => one.name === inside));
  });

  it("installs, and lists its commands in the palette", async () => {
    const command = "Plumbline: Code durchsuchen…";
    assert.ok((await workbench.commandTitles(command)).includes(command));
  });

  it("has the page that says what leaves this machine", async () => {
    const { "command.showPrivacy": title = "" } = wordsIn("package.nls.de.json");
    await workbench.runCommand(`Plumbline: ${title}`);
    await workbench.webviewWith('td:has-text("telemetry")');
    await workbench.screenshot("privacy");
  });

  it("finds a match and opens it", async () => {
    await workbench.runCommand("Plumbline: Search Code…"); // the palette finds it by its English name as well
    const query = 'repo:eventsource-parser file:parse\\.ts$ "function createParser"';
    await workbench.typeInput(messages["Search Code"] ?? "", query);
    await clickRow(workbench.treeRow(results, "function createParser"));
    await workbench.activeTab("parse.ts").waitFor();
    await workbench.screenshot("package");
  });
});
