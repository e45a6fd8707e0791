import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { lookInThreads, SilentFolders } from "../../../../../src/local/code/files/silentFolders.ts";
import { itWithScripts } from "../../../../support/systems.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { matchesOf, runService, textOf, until, type Json } from "../../runningService.ts";

describe("a served folder that does not answer, as on a mount that hangs", () => {
  let temporary: TemporaryFolder;
  beforeEach(() => {
    temporary = makeTemporaryFolder();
  });
  afterEach(() => temporary.remove());

  it("is waited for once, and is served again as soon as it answers", async () => {
    const hanging: (() => void)[] = [];
    const asked: string[] = [];
    const folders = new SilentFolders({
      withinMs: 300,
      look(folder, began, answered) {
        asked.push(folder);
        began();
        if (folder === "/away") hanging.push(answered);
        else answered();
      },
    });
    const all = ["/here", "/away"];
    assert.deepEqual([...(await folders.among(["/here"]))], []);
    assert.deepEqual([...(await folders.among(all))], ["/away"]);
    const begun = performance.now();
    for (let times = 0; times < 100; times++) assert.deepEqual([...(await folders.among(all))], ["/away"]);
    assert.ok(performance.now() - begun < 250, "nobody waits for it any more");
    assert.deepEqual(asked, ["/here", "/away"]);
    hanging[0]?.();
    assert.deepEqual([...(await folders.among(all))], []);
  });

  it("is no folder that is missing, or no folder", async () => {
    const file = path.join(temporary.write("here", { "a.txt": "text\n" }), "a.txt");
    const all = [temporary.root, path.join(temporary.root, "missing"), file];
    assert.deepEqual([...(await new SilentFolders().among(all))], []);
  });

  itWithScripts("holds one thread that others do not wait for", async () => {
    const pipes = ["one", "two", "three"].map((name) => path.join(temporary.root, name));
    execFileSync("mkfifo", pipes);
    const folders = new SilentFolders({ look: lookInThreads("openSync"), withinMs: 2_000 });
    const file = path.join(temporary.write("here", { "a.txt": "text\n" }), "a.txt");
    assert.deepEqual([...(await folders.among([...pipes, file]))], pipes);
    for (const pipe of pipes) execFileSync("sh", ["-c", `exec 3<>"$0"; sleep 0.5`, pipe]);
    await until(async () => (await folders.among(pipes)).size === 0 || undefined);
  });

  it("is left out of searches, answers and files, with a word, while the others are served", async () => {
    const here = temporary.commit("here", { "a.txt": "the needle is here\n" }, { remote: "https://h/o/here" });
    const away = temporary.commit("away", { "b.txt": "the needle is away\n" }, { remote: "https://h/o/away" });
    let silent = new Set([away]);
    const service = await runService(temporary.root, [here, away], {
      silentFolders: { among: (folders) => Promise.resolve(new Set(folders.filter((folder) => silent.has(folder)))) },
    });
    const search = async (query: string) => {
      const events = await service.search(query);
      const skipped = events.findLast(({ event }) => event === "progress")?.data["skipped"] as Json[] | undefined;
      return {
        paths: matchesOf(events).map(({ path }) => path),
        skipped: (skipped ?? []).map(({ title, message }) => `${textOf(title)} ${textOf(message)}`),
        alerts: events.flatMap(({ event, data }) => (event === "alert" ? [textOf(data["title"])] : [])),
      };
    };
    const answer = async () => {
      const asked = await service.legacy("POST", "", { question: "Where is the needle?" });
      return until(async () => {
        const { body } = await service.legacy("GET", `/${textOf(asked.body["id"])}`);
        const question = body["questions"]?.[0];
        return textOf(question?.["status"]) === "processing" ? undefined : question;
      });
    };
    try {
      for (const query of ["needle", "needle type:path", "needle type:diff", "needle rev:main", "type:symbol needle"]) {
        const { skipped } = await search(query);
        assert.match(skipped.join("\n"), /^1 folder can't be read [^]*away/m, query);
      }
      assert.deepEqual((await search("needle type:file")).paths, ["a.txt"]);
      assert.equal((await service.get("/h/o/here/-/raw/a.txt")).status, 200);
      assert.equal((await service.get("/h/o/away/-/raw/b.txt")).status, 503);
      const { answer: text } = await answer();
      assert.match(textOf(text), /1 folder can't be read:\*\*[^]*away/);
      assert.match(textOf(text), /a\.txt/);
      assert.doesNotMatch(textOf(text), /b\.txt/);

      silent = new Set([here, away]);
      assert.match((await search("needle")).alerts.join("\n"), /2 folders can't be read/);
      assert.match(JSON.stringify(await answer()), /2 folders can't be read/);

      silent = new Set();
      assert.deepEqual((await search("needle type:file")).paths.sort(), ["a.txt", "b.txt"]);
      assert.equal((await service.get("/h/o/away/-/raw/b.txt")).status, 200);
    } finally {
      await service.close();
    }
  });
});
