import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeSample } from "../support/sample.mjs";
import { json, plain, ScriptedServer } from "../support/scriptedServer.ts";
import { clickRow, Workbench } from "./workbench.ts";

const TOKEN = "sgp_0123456789abcdef_canary5678901234567890123456789012345678";

/** Signing in by hand, including everything that people get wrong. */
describe("signing in", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  let workbench: Workbench;
  let server: ScriptedServer;

  before(async () => {
    makeSample(folder);
    server = await ScriptedServer.start(({ path, headers }, response) => {
      if (headers.authorization !== `token ${TOKEN}`) plain(response, 401, "Invalid access token.\n");
      else if (path.endsWith("/-/raw/away.ts")) plain(response, 200, "first line\nsecond line\n");
      else if (path.includes("/-/raw/")) plain(response, 404, "file does not exist");
      else if (path.includes("/search/stream")) {
        const found = [
          {
            type: "content",
            repository: "corp/far",
            path: "away.ts",
            commit: "c0ffee",
            lineMatches: [{ line: "second line", lineNumber: 1, offsetAndLengths: [[0, 6]] }],
          },
        ];
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(`event: matches\ndata: ${JSON.stringify(found)}\n\nevent: done\ndata: {}\n\n`);
      } else
        json(response, {
          conversationSummaries: [
            { name: "users/4/conversations/9", title: "Asked elsewhere", updateTime: "2020-01-01T00:00:00Z" },
          ],
        });
    });
    workbench = await Workbench.open({ folder });
  });

  after(async () => {
    await workbench.close();
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  it("is begun from the walkthrough", async () => {
    await workbench.runCommand("Welcome: Open Walkthrough...");
    await workbench.pick("Get Started with Plumbline");
    await workbench.page.getByRole("button", { name: "Sign in to your company's service" }).click();
    await workbench.page.locator(".getting-started-step.expanded").getByText("Sign In…").click();
    assert.equal(await workbench.inputValue("Sign In (1/2)"), "");
    await workbench.screenshot("walkthrough");
    await workbench.page.keyboard.press("Escape");
  });

  it("is in the menu of the status bar, and says what is wrong with an address before anything is sent", async () => {
    await workbench.statusItem("The local service").click();
    await workbench.pick("Sign In…");
    await workbench.typeInput("Sign In (1/2)", "ftp://nowhere");
    await workbench.page.locator(".quick-input-message", { hasText: "Type a web address" }).waitFor();
    await workbench.page.keyboard.press("Escape");
  });

  it("leads to the page that makes a token, and names its scopes", async () => {
    await workbench.runCommand("Plumbline: Sign In…");
    await workbench.typeInput("Sign In (1/2)", server.baseUrl);
    await workbench.inputValue("Sign In (2/2)");
    const widget = workbench.page.locator(".quick-input-widget");
    await widget.getByText(/externalapi:read and externalapi:write .* user:all/).waitFor();
    const opened = workbench.page.waitForEvent("popup"); // an address of this machine is opened without asking
    await widget.getByRole("button", { name: /^Create an Access Token at 127\.0\.0\.1/ }).click();
    const page = await opened;
    await page.waitForURL(/\/user\/settings\/tokens\/new$/, { waitUntil: "commit" });
    await page.close();
    await workbench.inputValue("Sign In (2/2)");
    await workbench.page.keyboard.press("Escape");
  });

  it("says that nobody is there, before it asks for a token", async () => {
    await workbench.runCommand("Plumbline: Sign In…");
    await workbench.typeInput("Sign In (1/2)", "http://127.0.0.1:9");
    await workbench.toast(/Could not connect to 127\.0\.0\.1:9 .* Check the address/).waitFor();
    await workbench.screenshot("sign-in-unreachable");
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  it("says that the token is not accepted, and takes another one", async () => {
    await workbench.runCommand("Plumbline: Sign In…");
    await workbench.typeInput("Sign In (1/2)", `${server.baseUrl}/`);
    await workbench.typeInput("Sign In (2/2)", "sgp_wrong_canary000");
    await workbench.toast(/did not accept your sign-in/).waitFor();
    await workbench.screenshot("sign-in-refused");
    await workbench.toastButton(/did not accept your sign-in/, "Enter Token Again").click();
    await workbench.typeInput("Sign In (2/2)", ` "token ${TOKEN}" `);
    await workbench.toast(/Signed in to/).waitFor();
    await workbench.openContainer("Plumbline");
    await workbench.treeRow("Conversations", "Asked elsewhere").waitFor();
    await workbench.screenshot("signed-in");
  });

  it("opens a match that is not in the workspace as the service has it, read-only", async () => {
    await workbench.runCommand("Plumbline: Search Code…");
    await workbench.typeInput("Search Code", "second");
    await clickRow(workbench.treeRow("Search Results", "second line"));
    await workbench.activeTab("away.ts").waitFor();
    await workbench.cursorAt(2).waitFor();
    await workbench.screenshot("remote-file");
  });

  it("is undone by signing out", async () => {
    await workbench.openContainer("Plumbline");
    await workbench.treeRow("Conversations", "Asked elsewhere").waitFor();
    await workbench.runCommand("Plumbline: Sign Out");
    await workbench.toast(/Signed out of/).waitFor();
    await workbench.treeRow("Conversations", "Asked elsewhere").waitFor({ state: "detached" });
  });

  it("left the tokens in no log of the editor", () => {
    const logs = workbench.logs();
    assert.match(logs, /ListConversationSummaries 401/); // proves that this is the right log
    assert.equal(logs.includes("canary"), false);
  });
});
