import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/host/testAccess.ts";
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
});
