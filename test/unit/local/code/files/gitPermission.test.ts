import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { readCommandLine } from "../../../../../src/local/commandLine.ts";
import { GitPermission } from "../../../../../src/local/code/files/gitPermission.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { matchesOf, runService, textOf, until, type RunningService } from "../../runningService.ts";

describe("the permission to run git", () => {
  let temporary: TemporaryFolder;
  let mine = "";
  let theirs = "";
  before(() => {
    temporary = makeTemporaryFolder();
    mine = temporary.commit("mine", { "a.txt": "needle of mine\n" });
    theirs = temporary.commit("theirs", { "b.txt": "needle of theirs\n" });
  });
  after(() => temporary.remove());

  it("belongs to a folder, the repository around it and those in it, and defaults to no", () => {
    const permission = new GitPermission();
    assert.equal(permission.mayRunIn({ root: path.resolve("/a") }), false);
    permission.set([path.resolve("/a/b")]);
    assert.deepEqual(
      ["/", "/a", "/a/b", "/a/b/c", "/a/bc", "/c"].filter((root) => permission.mayRunIn({ root: path.resolve(root) })),
      ["/", "/a", "/a/b", "/a/b/c"],
    );
    const linked = { root: path.resolve("/c"), links: [{ folder: path.resolve("/a/b"), path: "src" }] };
    assert.equal(permission.mayRunIn(linked), true);
    permission.set([]);
    assert.equal(permission.mayRunIn(linked), false);
    assert.equal(permission.mayRunIn({ root: path.resolve("/a/b") }), false);
  });

  it("is given to the folders that a person names on the command line", () => {
    const commandLine = readCommandLine([mine, theirs]);
    assert.ok(typeof commandLine !== "string");
    assert.deepEqual(commandLine.gitFolders, [mine, theirs]);
  });

  const commitsFound = async (service: RunningService, query: string) =>
    matchesOf(await service.search(query)).map((match) => [textOf(match["path"]), match["commit"]] as const);

  it("lets a search read what git has in permitted folders only", async () => {
    const service = await runService(temporary.root, [mine, theirs], { gitFolders: [mine] });
    try {
      const files = await commitsFound(service, "needle");
      const commitOf = (name: string) => files.find(([file]) => file === name)?.[1];
      assert.match(textOf(commitOf("a.txt")), /^[0-9a-f]{40}$/);
      assert.equal(commitOf("b.txt"), undefined);
      assert.equal((await commitsFound(service, "type:commit all")).length, 1);
      assert.equal((await commitsFound(service, "type:diff needle")).length, 1);
      assert.deepEqual(
        (await commitsFound(service, "rev:HEAD needle")).map(([file]) => file),
        ["a.txt"],
      );
      assert.equal((await service.get("/mine@HEAD/-/raw/a.txt")).status, 200);
      assert.equal((await service.get("/theirs@HEAD/-/raw/b.txt")).status, 404);
      assert.equal((await service.get("/theirs/-/raw/b.txt")).status, 200);
      service.setFolders([mine, theirs], []);
      assert.deepEqual(await commitsFound(service, "type:commit all"), []);
      assert.equal((await service.get("/mine@HEAD/-/raw/a.txt")).status, 404);
    } finally {
      await service.close();
    }
  });

  it("lets an answer read what git has in permitted folders only", async () => {
    const service = await runService(temporary.root, [mine, theirs], { gitFolders: [mine] });
    try {
      const { body } = await service.call("CreateConversation", {
        conversation: { questions: [{ input: [{ question: { text: "Where is the needle?" } }] }] },
      });
      const text = await until(async () => {
        const read = await service.call("GetConversation", { name: body["name"] });
        const answer = read.body["questions"]?.[0]?.["answer"];
        return answer && textOf(answer[0]?.["markdown"]?.["text"]);
      });
      assert.match(text, /\/mine@[0-9a-f]{40}\/-\/blob\/a\.txt/);
      assert.match(text, /\/theirs@kept-[0-9a-f]{64}\/-\/blob\/b\.txt/);
    } finally {
      await service.close();
    }
  });
});
