import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLIENT_ID, OAuthServer } from "../support/oauthServer.ts";
import { makeSample } from "../support/sample.mjs";
import { json, plain } from "../support/scriptedServer.ts";
import { Workbench } from "./workbench.ts";

/** An extension that copies the address by which a browser comes back to the editor, and there to `back`. */
function writeAddresses(folder: string, back: string): string {
  mkdirSync(folder);
  const command = { command: "addresses.copy", title: "Copy the Address That Leads Back", category: "Addresses" };
  const manifest = {
    name: "addresses",
    publisher: "test",
    version: "1.0.0",
    engines: { vscode: "^1.90.0" },
    main: "main.js",
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, contributes: { commands: [command] } }));
  writeFileSync(
    join(folder, "main.js"),
    `const { commands, env, Uri } = require("vscode");
    exports.activate = () => commands.registerCommand("addresses.copy", async () => {
      const address = await env.asExternalUri(Uri.parse(env.uriScheme + ${JSON.stringify(back)}));
      await env.clipboard.writeText(address.toString(true));
    });`,
  );
  return folder;
}

/** Signing in by hand, with Plumbline registered by an administrator, in an editor that no browser can come back to. */
describe("signing in with a code", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  const helper = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;
  let server: OAuthServer;

  before(async () => {
    makeSample(folder);
    server = await OAuthServer.start(({ path }, response) => {
      if (path.endsWith("/__version")) plain(response, 200, "7.1.0\n");
      else if (path.includes("/search/stream")) {
        response.writeHead(200, { "content-type": "text/event-stream" }).end("event: done\ndata: {}\n\n");
      } else if (path.endsWith("/graphql")) json(response, { data: { currentUser: { username: "ann" } } });
      else
        json(response, {
          conversationSummaries: [
            { name: "users/4/conversations/9", title: "Asked elsewhere", updateTime: "2020-01-01T00:00:00Z" },
          ],
        });
    });
    server.intervalS = 1;
    const settings = { "plumbline.signIn.clientIds": { [`${server.baseUrl}/`]: CLIENT_ID } };
    const extensions = [
      writeAddresses(join(helper, "addresses"), "://plumbline.plumbline/auth?code=c0de-canary&state=0ther"),
    ];
    workbench = await Workbench.open({ folder, settings, extensions });
  });

  after(async () => {
    await workbench.close();
    await server[Symbol.asyncDispose]();
    for (const each of [folder, helper]) rmSync(each, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  /** Goes up to the page on which the code is typed. */
  async function openPage(): Promise<string> {
    for (const way of ["Sign in with a code", "Sign in with your browser"]) await workbench.listRow(way).waitFor();
    await workbench.screenshot("sign-in-ways");
    await workbench.pick("Sign in with a code");
    const dialog = /Your code for .*FINCH-WREN/;
    await workbench.dialog(dialog).waitFor();
    await workbench.screenshot("sign-in-code");
    const opening = workbench.page.context().waitForEvent("page");
    await workbench.dialogButton(dialog, "Copy Code and Open Page").click();
    const page = await opening;
    await page.waitForURL(/\/device$/);
    const address = page.url();
    await page.close();
    return address;
  }

  it("says that somebody said no, and starts again", async () => {
    await workbench.runCommand("Plumbline: Sign In…");
    await workbench.typeInput("Sign In (1/2)", server.baseUrl);
    // The editor in the browser leads there by way of its own address, as for everything on the machine that it runs
    // on.
    assert.match(await openPage(), new RegExp(`\\b${new URL(server.baseUrl).port}/device$`));
    await workbench.toast(/Waiting for the code FINCH-WREN/).waitFor();
    await workbench.screenshot("sign-in-waiting");
    for (const device of server.devices) device.outcome = "denied";
    await workbench.toast(/was denied by you or an administrator/).waitFor();
    await workbench.screenshot("sign-in-denied");
    await workbench.toastButton(/was denied by you or an administrator/, "Try Again").click();
  });

  it("signs in when the code is typed, and shows the account to the editor", async () => {
    await openPage();
    for (const device of server.devices) device.outcome = "allowed";
    await workbench.toast(/Signed in to .* as ann/).waitFor();
    await workbench.openContainer("Plumbline");
    await workbench.treeRow("Conversations", "Asked elsewhere").waitFor();
    await workbench.page.locator('.activitybar a.action-label[aria-label^="Accounts"]').click();
    await workbench.page.getByText(`${new URL(server.baseUrl).host} (Plumbline)`).waitFor();
    await workbench.screenshot("accounts-menu");
    await workbench.page.keyboard.press("Escape");
  });

  it("says that the sign-in has ended, once, and takes a new one", async () => {
    server.endAll();
    await workbench.runCommand("Plumbline: Refresh Conversations");
    const ended = /Your sign-in to .* has ended/;
    await workbench.toast(ended).waitFor();
    await workbench.runCommand("Plumbline: Refresh Conversations");
    await workbench.screenshot("sign-in-ended");
    assert.equal(await workbench.toast(ended).count(), 1);
    await workbench.toastButton(ended, "Sign In…").click(); // now: a warning disappears after twelve seconds
    await workbench.listRow("Sign in with a code").waitFor(); // the address is known
    await workbench.page.keyboard.press("Escape");
    await workbench.runCommand("Plumbline: Search Code…");
    await workbench.typeInput("Search Code", "parse");
    for (const action of ["Show Log", "Sign In…"])
      await (await workbench.viewButton("Search Results", action)).waitFor();
    await workbench.screenshot("search-refused");
    await workbench.runCommand("Plumbline: Sign In…");
    await workbench.typeInput("Sign In (1/2)", server.baseUrl);
    await openPage();
    for (const device of server.devices) device.outcome = "allowed";
    await workbench.toast(/Signed in to .* as ann/).waitFor();
    await workbench.openContainer("Plumbline");
    await workbench.treeRow("Conversations", "Asked elsewhere").waitFor();
    assert.equal(server.refreshes.length, 1);
  });

  it("takes a browser that comes back for what it is, and uses no answer that it does not wait for", async () => {
    await workbench.runCommand("Addresses: Copy the Address That Leads Back");
    const address = await workbench.copied(/vscode-reqid/);
    const before = server.given.length;
    const browser = await workbench.page.context().newPage();
    await browser.goto(address);
    await browser.getByText("You can close this page now.").waitFor();
    await browser.close();
    const told = /returned from a sign-in that this window is not waiting for/;
    await workbench.toast(told).waitFor();
    await workbench.screenshot("sign-in-not-waited-for");
    assert.equal(server.given.length, before);
    await workbench.toastButton(told, "Sign In…").click();
    assert.equal(await workbench.inputValue("Sign In (1/2)"), server.baseUrl);
    await workbench.page.keyboard.press("Escape");
  });

  it("left nothing secret in the logs of the editor", () => {
    assert.match(workbench.logs(), /\/\.auth\/idp\/oauth\/token 200/);
    assert.doesNotMatch(workbench.logs(), /(?:access|refresh|device)-[0-9a-f]{40}|c0de-canary/);
  });
});
