import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import type { Account } from "../../src/host/accounts/accounts.ts";
import { scopesOf } from "../../src/host/search/searchScopes.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { SAME_PATH, textOf } from "../support/manyFolders.ts";
import { plain, ScriptedServer } from "../support/scriptedServer.ts";
import { plumbline, until } from "./extension.ts";

/**
 * After this, a search that runs for another reason has ended: it might otherwise find by chance what is to be noticed.
 */
const LOOKS_END_MS = 3_000;
const HASH = "0123456789abcdef0123456789abcdef01234567";
const FROM_SERVICE = 'export const folder = "the service";\n';

/** A workspace of several folders, with repositories of every kind, each with a file of the same name. */
describe("a source of a repository", () => {
  let parts: TestAccess;
  let server: ScriptedServer;
  let account: Account;

  before(async () => {
    parts = await plumbline();
    server = await ScriptedServer.start(({ path }, response) => {
      if (path.includes("/-/raw/")) plain(response, 200, FROM_SERVICE);
      else plain(response, 404, "not found");
    });
    account = parts.accounts.for(server.baseUrl);
    await parts.accounts.add(account);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  after(async () => {
    await parts.accounts.remove(account);
    await server[Symbol.asyncDispose]();
  });

  const opened = async (repository: string, path = SAME_PATH, accountId = account.id) => {
    await parts.opener.open(accountId, { repository, path, revision: HASH, range: { startLine: 0, endLine: 0 } });
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    return document;
  };

  const folders: Readonly<Record<string, string>> = {
    "github.com/acme/one": "https",
    "GitHub.com/Acme/One": "https",
    "github.com/acme/one.git": "https",
    "github.com/acme/one~worktree": "worktree",
    "git.test/acme/two": "ssh",
    "git.test:7999/acme/two": "ssh",
    "git.test-7999/acme/two": "ssh",
    "github.com/acme/three": "scp",
    "github.com/acme/four": "instead",
    "work/acme/four": "instead",
    "github.com/acme/five": "packages",
    "github.com/acme/six": "outer",
    "github.com/acme/seven": "outer/vendor/nested",
    "github.com/acme/eight": "outer/libs/eight",
    "from-file": "from-file",
    "no-git": "no-git",
    "mirror.test/seven": "outer/vendor/nested",
    "mirror.test/Three": "scp",
    "files.test/from-file": "from-file",
  };
  const places = (repositories: readonly string[]) =>
    repositories.map((repository) => parts.opener.uriOf(account.id, { repository, path: SAME_PATH }));

  it("is offered with its name at a service, and a folder without a repository only to the local one", async () => {
    await parts.repositories.load();
    const uri = parts.repositories.uriOf({ repository: "no-git", path: SAME_PATH }) ?? assert.fail();
    await vscode.window.showTextDocument(uri);
    const scopes = async () => (await scopesOf(parts.repositories)).map(({ label }) => label);
    await parts.accounts.use(account);
    try {
      assert.ok(parts.repositories.names.includes("mirror.test/one"), "as the settings call it there");
      assert.ok(parts.repositories.names.includes("files.test/from-file"));
      assert.ok(!parts.repositories.names.includes("no-git"));
      assert.deepEqual(await scopes(), ["In this workspace"]);
    } finally {
      await parts.accounts.use({ id: "local" });
    }
    assert.ok(parts.repositories.names.includes("no-git"));
    assert.deepEqual(await scopes(), ["In this workspace folder", "In this folder", "In this workspace"]);
  });

  it("is searched in where its folder is selected, and a folder without a repository at the local service alone", async () => {
    await parts.repositories.load();
    const folderOf = (repository: string): vscode.Uri =>
      vscode.Uri.joinPath(parts.repositories.uriOf({ repository, path: SAME_PATH }) ?? assert.fail(), "..");
    const [plainFolder, folder] = [folderOf("no-git"), folderOf("from-file")];
    const { showInformationMessage } = vscode.window;
    const told: string[] = [];
    const tell = (message: string) => Promise.resolve(void told.push(message));
    const written = () => parts.queryView.state?.draft.text;
    const search = async (...folders: vscode.Uri[]) => {
      await vscode.commands.executeCommand("plumbline.openSearch", "x");
      await until("the text", () => written() === "x");
      await vscode.commands.executeCommand("plumbline.searchFolder", folders[0], folders);
    };
    await parts.accounts.use(account);
    try {
      Object.assign(vscode.window, { showInformationMessage: tell });
      await search(plainFolder);
      assert.deepEqual(told, ["What was selected is in no repository that the service in use could have."]);
      assert.equal(written(), "x");
      await search(plainFolder, folder);
      await until("the one that it may have", () => written()?.includes("repo:^files\\.test/from-file$ "));
      await parts.accounts.use({ id: "local" });
      await search(plainFolder);
      await until("what is on this machine", () => written()?.includes("repo:^no-git$ "));
      assert.equal(told.length, 1);
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
      await parts.accounts.use({ id: "local" });
    }
  });

  it("is in the folder that has it, by each of its names", async () => {
    await parts.opener.prepare();
    for (const [index, uri] of places(Object.keys(folders)).entries()) {
      const [repository = "", folder = ""] = Object.entries(folders)[index] ?? [];
      assert.equal(uri.scheme, "file", repository);
      assert.ok(uri.path.endsWith(`/${folder}/${SAME_PATH}`), `${repository} in ${uri.path}`);
      assert.equal(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString(), textOf(folder), repository);
    }
  });

  it("is at the service where it is not here, whatever here is called like it", async () => {
    await parts.opener.prepare();
    const others = ["github.com/acme/other", "git.test:22/acme/two", "acme/one", "mirror.test/other", "library"];
    assert.deepEqual(
      places(others).map(({ scheme }) => scheme),
      others.map(() => "plumbline"),
    );
  });

  for (const [repository, folder] of [
    ["github.com/acme/one", "https"],
    ["mirror.test/seven", "outer/vendor/nested"],
  ] as const) {
    it(`opens in the folder ${folder} for ${repository}`, async () => {
      const document = await opened(repository);
      assert.equal(document.uri.scheme, "file");
      assert.equal(document.getText(), textOf(folder));
      assert.ok(document.uri.path.endsWith(`/${folder}/${SAME_PATH}`), document.uri.path);
    });
  }

  it("opens as the service has it where it is not here", async () => {
    const document = await opened("github.com/acme/other");
    assert.equal(document.uri.scheme, "plumbline");
    assert.equal(document.getText(), FROM_SERVICE);
  });

  it("opens where only its folder in the repository is open", async () => {
    assert.equal((await opened("github.com/acme/five", "inner/own.ts")).getText(), textOf("packages/inner"));
  });

  it("opens in no other copy of its repository, and in none that is nested in it", async () => {
    for (const [repository, path] of [
      ["github.com/acme/one", "src/new.ts"],
      ["github.com/acme/six", `vendor/nested/${SAME_PATH}`],
      ["github.com/acme/six", `libs/eight/${SAME_PATH}`],
    ] as const) {
      assert.equal((await opened(repository, path)).getText(), FROM_SERVICE, path);
    }
  });

  it("stays in its repository", () => {
    for (const path of [`../ssh/${SAME_PATH}`, `src/../../ssh/${SAME_PATH}`]) {
      assert.equal(parts.opener.uriOf(account.id, { repository: "github.com/acme/one", path }).scheme, "plumbline");
    }
  });

  describe("that comes later", () => {
    const folder = path.join(vscode.workspace.workspaceFolders?.at(-1)?.uri.fsPath ?? "", "later");
    const isHere = (repository: string): boolean =>
      parts.opener.uriOf(account.id, { repository, path: SAME_PATH }).scheme === "file";

    afterEach(() => {
      rmSync(folder, { recursive: true, force: true });
    });

    it("is noticed without anybody looking, its remotes too", async () => {
      await parts.opener.prepare();
      mkdirSync(path.join(folder, "src"), { recursive: true });
      writeFileSync(path.join(folder, SAME_PATH), textOf("later"));
      git(folder, "init", "--quiet");
      await until("the repository", () => isHere("later"));
      git(folder, "remote", "add", "origin", "https://github.com/acme/nine.git");
      await until("its remote", () => isHere("github.com/acme/nine"));
      git(folder, "remote", "set-url", "origin", "https://github.com/acme/ten.git");
      await until("its other remote", () => isHere("github.com/acme/ten") && !isHere("github.com/acme/nine"));
      assert.equal((await opened("github.com/acme/ten")).getText(), textOf("later"));
    });

    it("is noticed where it comes as a whole, its other remotes and its end too", async () => {
      await parts.opener.prepare();
      await sleep(LOOKS_END_MS);
      const elsewhere = path.join(path.dirname(vscode.workspace.workspaceFile?.fsPath ?? ""), "elsewhere");
      mkdirSync(path.join(elsewhere, "src"), { recursive: true });
      writeFileSync(path.join(elsewhere, SAME_PATH), textOf("elsewhere"));
      git(elsewhere, "init", "--quiet");
      git(elsewhere, "remote", "add", "origin", "https://github.com/acme/twelve.git");
      renameSync(elsewhere, folder);
      await until("the repository", () => isHere("github.com/acme/twelve"));
      await sleep(LOOKS_END_MS);
      git(folder, "remote", "set-url", "origin", "https://github.com/acme/thirteen.git");
      await until("its other remote", () => isHere("github.com/acme/thirteen") && !isHere("github.com/acme/twelve"));
      await sleep(LOOKS_END_MS);
      rmSync(folder, { recursive: true });
      await until("its end", () => !isHere("github.com/acme/thirteen"));
    });
  });

  it("opens where VS Code's own git has it open, outside of the folders", async () => {
    const repository = "github.com/acme/eleven";
    const outside = path.join(path.dirname(vscode.workspace.workspaceFile?.fsPath ?? ""), "outside");
    mkdirSync(path.join(outside, "src"), { recursive: true });
    writeFileSync(path.join(outside, SAME_PATH), textOf("outside"));
    git(outside, "init", "--quiet");
    git(outside, "remote", "add", "origin", `https://${repository}.git`);
    assert.equal((await opened(repository)).getText(), FROM_SERVICE);
    await vscode.commands.executeCommand("git.openRepository", outside);
    const where = () => parts.opener.uriOf(account.id, { repository, path: SAME_PATH }).scheme;
    await until("the repository", () => where() === "file");
    assert.equal((await opened(repository)).getText(), textOf("outside"));
  });

  it("of the local service opens in the folder that it was found in", async () => {
    await parts.accounts.use({ id: "local" });
    await vscode.commands.executeCommand("plumbline.search", 'file:same.ts "export const folder"');
    const { matches } = parts.searches.current ?? {};
    assert.ok(matches);
    const names = matches.itemsAsFound(0, 100).map(({ repository }) => repository);
    assert.deepEqual(names.toSorted(), [
      "from-file",
      "git.test/acme/two",
      "github.com/Acme/Three",
      "github.com/acme/eight",
      "github.com/acme/four",
      "github.com/acme/one",
      "github.com/acme/one~worktree",
      "github.com/acme/seven",
      "github.com/acme/six",
      "no-git",
    ]);
    for (const { repository, path } of matches.itemsAsFound(0, 100)) {
      const file = parts.opener.uriOf("local", { repository, path });
      assert.equal(
        Buffer.from(await vscode.workspace.fs.readFile(file)).toString(),
        textOf(folders[repository] ?? foldersOf(repository)),
      );
    }
    await parts.accounts.use(account);
  });

  const foldersOf = (repository: string) => folders[repository.toLowerCase()] ?? "";
});

function git(folder: string, ...args: readonly string[]): void {
  execFileSync("git", args, { cwd: folder, stdio: "ignore" });
}
