import { plain, ScriptedServer } from "../support/scriptedServer.ts";
import { clickRow, Workbench } from "./workbench.ts";

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** An empty window, and a service that lets anybody search. */
describe("without a folder and without a token", () => {
  let workbench: Workbench;
  let server: ScriptedServer;

  before(async () => {
    server = await ScriptedServer.start(({ path, headers }, response) => {
      if (headers.authorization !== undefined) plain(response, 500, "nobody has signed in");
      else if (path.endsWith("/__version")) plain(response, 200, "7.1.0\n");
      else if (path.endsWith("/-/raw/away.ts")) plain(response, 200, "first line\nsecond line\n");
      else if (path.includes("/-/raw/")) plain(response, 404, "file does not exist");
      else if (path.includes("/search/stream")) {
        const lineMatches = [{ line: "second line", lineNumber: 1, offsetAndLengths: [[0, 6]] }];
        const match = { type: "content", repository: "far/away", path: "away.ts", commit: "c0ffee", lineMatches };
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(event("matches", [match]) + event("done", {}));
      } else plain(response, 401, "Private mode requires authentication.");
    });
    workbench = await Workbench.open({});
  });

  after(async () => {
    await workbench.close();
    await server[Symbol.asyncDispose]();
  });

  it("the local service says what it lacks, to a search and to a question", async () => {
    await workbench.runCommand("Plumbline: Search Code…");
    await workbench.typeInput("Search Code", "second");
    await workbench.page
      .getByText(/No folder is open/)
      .first()
      .waitFor();
    await workbench.screenshot("no-folder-search");
    const composer = await workbench.compose();
    await composer.locator(".composer .notice", { hasText: "No folder is open." }).waitFor();
    await composer.getByRole("button", { name: "Open Folder…" }).waitFor();
    await workbench.screenshot("no-folder-composer");
    await workbench.ask("What is second?", composer);
    const panel = await workbench.webviewWith(".answer");
    await panel
      .getByText(/folder/i)
      .first()
      .waitFor();
    await workbench.screenshot("no-folder-answer");
  });

  it("a service that takes no token is searched, and its files are read", async () => {
    await workbench.runCommand("Plumbline: Sign In…");
    await workbench.typeInput("Sign In (1/2)", `${server.baseUrl}/search?q=second`);
    await workbench.typeInput("Sign In (2/2)", "");
    await workbench
      .toast(/Using .* \(7\.1\.0\) without a token\. Questions can't be asked there: that needs an access token\./)
      .waitFor();
    await workbench.screenshot("without-token");
    await workbench.runCommand("Plumbline: Search Code…");
    await workbench.typeInput("Search Code", "second");
    await clickRow(workbench.treeRow("Search Results", "second line"));
    await workbench.activeTab("away.ts").waitFor();
    await workbench.cursorAt(2).waitFor();
  });
});

/** As in a virtual workspace, or if a setting makes Plumbline run beside the window of a remote machine. */
describe("with a folder that is not on this machine", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ folder: "elsewhere://machine/far/away" });
  });

  after(async () => {
    await workbench.close();
  });

  it("says so before a question is sent, and in what a search finds", async () => {
    const composer = await workbench.compose();
    await composer.locator(".composer .notice", { hasText: "not on the machine where Plumbline runs" }).waitFor();
    await composer.getByRole("button", { name: "Sign In…" }).waitFor();
    await workbench.screenshot("folders-elsewhere");
    await workbench.runCommand("Plumbline: Search Code…");
    await workbench.typeInput("Search Code", "anything");
    const box = await workbench.webviewWith("input[role=combobox]");
    await box
      .getByText(/folders on this machine/)
      .first()
      .waitFor();
  });
});
