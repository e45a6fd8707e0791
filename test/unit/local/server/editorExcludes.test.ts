import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "mocha";
import type { ExcludingGlob, IgnoreFilesUnheeded } from "../../../../src/core/model/localProcess.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import {
  matchesOf,
  parseEvents,
  runService,
  textOf,
  until,
  type Json,
  type RunningService,
} from "../runningService.ts";

describe("what the editor leaves out of searches, in the local service", function () {
  this.timeout(120_000);
  let temporary: TemporaryFolder;
  let root: string;
  let service: RunningService;
  before(async () => {
    temporary = makeTemporaryFolder();
    root = temporary.commit("code", {
      "src/lamp.ts": "/** Lights the lamp in the kitchen. */\nexport function lightLamp() {}\nlightLamp();\n",
      "old/lamp.ts": "/** Lights the lamp in the kitchen. */\nexport function lightLamp() {}\nlightLamp();\n",
      ".gitignore": "*.log\n",
    });
    temporary.write("code", { "lamp.log": "lightLamp was called\n" });
    service = await runService(temporary.root, [root]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  const set = (globs: readonly ExcludingGlob[], unheeded: IgnoreFilesUnheeded = []) => {
    service.setFolders([root], [root], { excludes: [{ folder: root, globs, unheeded }] });
  };
  const OLD = [{ glob: "old" }];
  beforeEach(() => {
    set(OLD);
  });
  const found = async (q: string, t = "keyword", token = service.token) => {
    const url = `/.api/search/stream?${new URLSearchParams({ q, t }).toString()}`;
    const response = await service.get(url, { authorization: `token ${token}` });
    return matchesOf(parseEvents(await response.text()))
      .map(({ path }) => textOf(path))
      .sort();
  };

  for (const query of ["lightLamp", "type:path lamp.ts", "type:symbol lightLamp", "type:use lightLamp", "file:^old/"])
    it(`is not found by ${query}, until the settings change`, async () => {
      const isOldAlone = query.startsWith("file:");
      assert.deepEqual(await found(query), isOldAlone ? [] : ["src/lamp.ts"]);
      assert.deepEqual(await found(query, "keyword", service.agentToken), isOldAlone ? [] : ["src/lamp.ts"]);
      set([]);
      assert.deepEqual((await found(query)).at(0), "old/lamp.ts");
    });

  it("is found in revisions and changes, as the editor's settings are about files on disk", async () => {
    assert.deepEqual(await found("lightLamp rev:HEAD type:file"), ["old/lamp.ts", "src/lamp.ts"]);
    assert.deepEqual(await found("lightLamp rev:HEAD type:symbol"), ["old/lamp.ts", "src/lamp.ts"]);
    assert.equal((await found("type:diff lightLamp file:^old/")).length, 1);
  });

  it("is in no ranked answer, unless it is named", async () => {
    const answer = async (question: string) => {
      const conversation = { questions: [{ input: [{ question: { text: question } }] }] };
      const { body } = await service.call("CreateConversation", { conversation });
      const { name } = body as { readonly name?: unknown };
      return until(async () => {
        const { body: now } = await service.call("GetConversation", { name });
        return now["state"]?.["processing"] ? undefined : JSON.stringify(now);
      });
    };
    assert.doesNotMatch(await answer("Where is the lamp in the kitchen lit?"), /old\/lamp\.ts/);
    assert.match(await answer("What is in old/lamp.ts?"), /Lights the lamp/);
    set([]);
    assert.match(await answer("Who lights the lamp in the kitchen?"), /old\/lamp\.ts/);
  });

  it("is read where it is named, by the person and by agents", async () => {
    for (const token of [service.token, service.agentToken]) {
      const response = await service.get("/code/-/raw/old/lamp.ts", { authorization: `token ${token}` });
      assert.match(await response.text(), /lightLamp/);
    }
  });

  it("is joined by what is ignored where the person searches, and says so, but not for agents", async () => {
    assert.deepEqual(await found("lightLamp"), ["src/lamp.ts"]);
    set(OLD, "all");
    assert.deepEqual(await found("lightLamp"), ["lamp.log", "src/lamp.ts"]);
    assert.deepEqual(await found("lightLamp", "keyword", service.agentToken), ["src/lamp.ts"]);
    const events = await service.search("nowhere-at-all");
    const skipped = events.flatMap(({ data }) => (data["skipped"] ?? []) as unknown as readonly Json[]);
    const told = skipped.find(({ reason }) => textOf(reason) === "ignored");
    assert.ok(told);
    assert.equal(told["title"], "1 file ignored or excluded");
    assert.match(textOf(told["message"]), /`search\.exclude`/);
    assert.doesNotMatch(textOf(told["message"]), /gitignore/);
  });
});
