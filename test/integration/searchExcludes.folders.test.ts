import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { compileQuery } from "../../src/core/query/queryFields.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { NO_FIELDS } from "../../src/protocol/writtenQuery.ts";
import { SAME_PATH } from "../support/manyFolders.ts";
import { plumbline, until } from "./extension.ts";

describe("what the editor leaves out of searches in one of several folders", () => {
  let parts: TestAccess;
  before(async () => {
    parts = await plumbline();
  });

  const folderOf = (name: string) =>
    (vscode.workspace.workspaceFolders?.find((folder) => folder.name === name) ?? assert.fail(name)).uri;
  const set = (folder: string, name: string, value: unknown) =>
    vscode.workspace
      .getConfiguration(undefined, folderOf(folder))
      .update(name, value, vscode.ConfigurationTarget.WorkspaceFolder);
  /** The repositories in which a query finds something. */
  const found = async (q: string, by: "token" | "agentToken" = "token") => {
    const { baseUrl, ...tokens } = await parts.local.start();
    const url = `${baseUrl}/.api/search/stream?${new URLSearchParams({ q }).toString()}`;
    const text = await (await fetch(url, { headers: { authorization: `token ${tokens[by]}` } })).text();
    return new Set([...text.matchAll(/"repository":"([^"]*)"/g)].map(([, name = ""]) => name));
  };

  it("is found in the others, and its ignored files are the person's alone", async () => {
    const query = `type:path file:^${SAME_PATH}$`;
    const [one, two] = ["github.com/acme/one", "git.test/acme/two"];
    const all = await found(query);
    assert.ok(all.has(one) && all.has(two), [...all].join());
    const ignored = join(folderOf("ssh").fsPath, "quokka.log");
    const ignoring = join(folderOf("ssh").fsPath, ".ignore");
    writeFileSync(ignored, "a rare quokka\n");
    writeFileSync(ignoring, "*.log\n");
    try {
      await set("https", "search.exclude", { src: true });
      await until("nothing in the one", async () => !(await found(query)).has(one));
      assert.ok((await found(query)).has(two));
      assert.equal((await found("quokka")).size, 0);
      await set("ssh", "search.useIgnoreFiles", false);
      await until("what is ignored", async () => (await found("quokka")).has(two));
      assert.equal((await found("quokka", "agentToken")).size, 0);
      assert.ok(!(await found(query, "agentToken")).has(one));
    } finally {
      await set("https", "search.exclude", undefined);
      await set("ssh", "search.useIgnoreFiles", undefined);
      for (const file of [ignored, ignoring]) rmSync(file);
      for (const name of ["https", "ssh"]) rmSync(join(folderOf(name).fsPath, ".vscode"), { recursive: true });
    }
  });

  it("is named from the folder on, as it is called in the editor", async () => {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const index = folders.findIndex(({ name }) => name === "ssh");
    const uri = folderOf("ssh");
    const call = async (name: string) => {
      vscode.workspace.updateWorkspaceFolders(index, 1, { uri, name });
      await until("the name", () => vscode.workspace.workspaceFolders?.[index]?.name === name);
    };
    const fields = { ...NO_FIELDS, include: "./Over there/src" };
    const query = `${compileQuery({ text: "", fields }, "keyword", true)} type:path`;
    assert.equal((await found(query)).size, 0);
    try {
      await call("Over there");
      await until("the folder of that name", async () => (await found(query)).has("git.test/acme/two"));
      assert.equal((await found(query)).size, 1);
    } finally {
      await call("ssh");
    }
  });

  it("is what ignore files above a folder name, unless the person says that these don't count", async () => {
    const above = join(folderOf("ssh").fsPath, "..", ".ignore");
    const ignored = join(folderOf("ssh").fsPath, "wombat.md");
    const setting = "search.useParentIgnoreFiles";
    const isFound = async () => (await found("wombat")).size > 0;
    writeFileSync(ignored, "a shy wombat\n");
    try {
      assert.ok(await isFound());
      writeFileSync(above, "wombat.md\n");
      assert.equal(vscode.workspace.getConfiguration("search").get("useParentIgnoreFiles"), false, "by default");
      assert.ok(!(await isFound()));
      await set("ssh", setting, false);
      await until("what is ignored from above", isFound);
      await set("ssh", setting, true);
      await until("nothing again", async () => !(await isFound()));
    } finally {
      await set("ssh", setting, undefined);
      for (const file of [ignored, above]) rmSync(file, { force: true });
      rmSync(join(folderOf("ssh").fsPath, ".vscode"), { recursive: true, force: true });
    }
  });
});
