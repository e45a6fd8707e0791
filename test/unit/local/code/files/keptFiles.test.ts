import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { parseSourceLink, type SourceLocation } from "../../../../../src/core/sources/sourceLink.ts";
import { KeptFiles } from "../../../../../src/local/code/files/keptFiles.ts";
import { assertMode } from "../../../../support/systems.ts";
import { headOf, makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { runService, textOf, until, type Json } from "../../runningService.ts";

const CODE = `export function measureRainfall(days) {
  return days.reduce((sum, day) => sum + day.rain, 0);
}

export function forecastSnow(days) {
  return days.some((day) => day.cold);
}
`;
const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

describe("what an answer of the local service cites", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  /** Starts a service that answers questions about one folder. */
  async function serve(folder: string, gitFolders: readonly string[], store: string) {
    const storeDir = path.join(temporary.root, store);
    const service = await runService(temporary.root, [folder], { gitFolders, storeDir });
    const { baseUrl } = service;
    const call = async (name: string, body: object) => (await service.call(name, body)).body;
    return {
      kept: path.join(storeDir, "kept"),
      call,
      /** The name of the conversation and all places that its answer links to. */
      async ask(text: string): Promise<{ readonly name: string; readonly places: readonly SourceLocation[] }> {
        const { name } = await call("CreateConversation", {
          conversation: { questions: [{ input: [{ question: { text } }] }] },
        });
        const answer = await until(async () => {
          const { state, questions } = await call("GetConversation", { name });
          return state?.["completed"] ? textOf(questions?.[0]?.["answer"]?.[0]?.["markdown"]?.["text"]) : undefined;
        });
        const places = [...answer.matchAll(/\]\((\/\S+)\)/g)].flatMap(
          ([, link = ""]) => parseSourceLink(link, baseUrl) ?? [],
        );
        return { name: textOf(name), places };
      },
      async raw(repository: string, revision: string, file: string) {
        const response = await service.get(`/${repository}@${revision}/-/raw/${file}`);
        return { status: response.status, text: await response.text() };
      },
      async graphql(repo: string, rev: string, file: string) {
        const query =
          "query ($repo: String!, $rev: String!, $path: String!) { repository(name: $repo) { commit(rev: $rev) { oid blob(path: $path) { content } } } }";
        const response = await fetch(`${baseUrl}/.api/graphql`, {
          method: "POST",
          headers: { authorization: `token ${service.token}`, "content-type": "application/json" },
          body: JSON.stringify({ query, variables: { repo, rev, path: file } }),
        });
        return ((await response.json()) as Json)["data"]?.["repository"]?.["commit"];
      },
      [Symbol.asyncDispose]: () => service.close(),
    };
  }

  const kinds: readonly (readonly [
    what: string,
    name: string,
    make: () => { folder: string; git: readonly string[] },
  ])[] = [
    ["a plain folder", "plain", () => ({ folder: temporary.write("plain", { "rain.js": CODE }), git: [] })],
    [
      "a file with uncommitted edits",
      "dirty",
      () => {
        const folder = temporary.commit("dirty", { "rain.js": `// before\n${CODE}` });
        writeFileSync(path.join(folder, "rain.js"), CODE);
        return { folder, git: [folder] };
      },
    ],
    [
      "a repository in which git may not be run",
      "restricted",
      () => ({ folder: temporary.commit("restricted", { "rain.js": CODE }), git: [] }),
    ],
  ];
  for (const [what, name, make] of kinds) {
    it(`from ${what} is served as it was, after the file has changed, under a revision that is no commit`, async () => {
      const { folder, git } = make();
      await using service = await serve(folder, git, `store-${name}`);
      const { places } = await service.ask("What does measureRainfall do?");
      const [place] = places;
      assert.ok(place?.range);
      for (const { revision } of places) assert.equal(revision, `kept-${sha256(CODE)}`);
      const revision = String(place.revision);
      writeFileSync(path.join(folder, "rain.js"), `// one\n// two\n// three\n${CODE}`);
      assert.deepEqual(await service.raw(place.repository, revision, "rain.js"), { status: 200, text: CODE });
      const commit = await service.graphql(place.repository, revision, "rain.js");
      assert.deepEqual(commit, { oid: "0".repeat(40), blob: { content: CODE } });
    });
  }

  it("has the commit where the file is as committed and git may be run, and nothing is kept", async () => {
    const folder = temporary.commit("clean", { "rain.js": CODE });
    await using service = await serve(folder, [folder], "store-clean");
    const { places } = await service.ask("What does measureRainfall do?");
    assert.equal(places[0]?.revision, headOf(folder));
    assert.throws(() => readdirSync(service.kept), /ENOENT/);
  });

  it("is kept once, for this person alone, and goes with the last conversation that cites it", async () => {
    const folder = temporary.write("counted", { "rain.js": CODE });
    await using service = await serve(folder, [], "store-counted");
    const one = await service.ask("What does measureRainfall do?");
    const other = await service.ask("What does forecastSnow do?");
    const names = readdirSync(service.kept);
    assert.equal(names.length, 2);
    const [first, second] = names.map((name) => statSync(path.join(service.kept, name)).ino);
    assert.equal(first, second, "one content");
    for (const name of names) assertMode(path.join(service.kept, name), 0o600);
    assertMode(service.kept, 0o700);
    const revision = `kept-${sha256(CODE)}`;
    await service.call("DeleteConversation", { name: one.name });
    assert.equal((await service.raw("counted", revision, "rain.js")).status, 200);
    await service.call("DeleteConversation", { name: other.name });
    assert.equal((await service.raw("counted", revision, "rain.js")).status, 404);
    assert.deepEqual(readdirSync(service.kept), []);
  });

  it("is served as the file that was cited alone, and only where its folder is", async () => {
    const folder = temporary.write("own", { "rain.js": CODE, "other.js": "// another\n" });
    const revision = `kept-${sha256(CODE)}`;
    {
      await using service = await serve(folder, [], "store-own");
      await service.ask("What does measureRainfall do?");
      assert.equal((await service.raw("own", revision, "rain.js")).status, 200);
      assert.equal((await service.raw("own", revision, "other.js")).status, 404);
      assert.equal((await service.raw("own", `kept-${"0".repeat(64)}`, "rain.js")).status, 404);
    }
    await using elsewhere = await serve(temporary.write("elsewhere", { "a.js": "1" }), [], "store-own");
    assert.equal((await elsewhere.raw("own", revision, "rain.js")).status, 404);
  });

  it("makes room when there is too much, what was cited least recently first", async () => {
    const folder = path.join(temporary.root, "evicted");
    const kept = new KeptFiles(folder, { limitBytes: 25 });
    const cite = async (conversation: number, text: string) => {
      await kept.keep(conversation, [{ repository: "r", path: "a", content: Buffer.from(text) }]);
      await kept.makeRoom();
    };
    const isKept = async (text: string) =>
      (await kept.read(sha256(text), { repository: "r", path: "a" })) !== undefined;
    const [first, second, third] = ["1".repeat(10), "2".repeat(10), "3".repeat(10)];
    await cite(1, first);
    await cite(2, second);
    const age = (text: string, seconds: number) => {
      for (const name of readdirSync(folder).filter((each) => each.startsWith(sha256(text))))
        utimesSync(path.join(folder, name), seconds, seconds);
    };
    age(first, 1_000);
    age(second, 2_000);
    await cite(3, first); // now the second is the older one
    await cite(4, third);
    assert.deepEqual([await isKept(first), await isKept(second), await isKept(third)], [true, false, true]);
  });

  it("looks for room once by itself, and then only when it has added to what is kept", async () => {
    const folder = path.join(temporary.root, "seldom");
    const kept = new KeptFiles(folder, { limitBytes: 1_000 });
    const cite = async (text: string) => {
      await kept.keep(1, [{ repository: "r", path: "a", content: Buffer.from(text) }]);
      await kept.makeRoom();
    };
    const ofAnother = path.join(folder, `${sha256("another")}.${"0".repeat(32)}.2`);
    const addLarge = () => {
      writeFileSync(ofAnother, "x".repeat(2_000));
      utimesSync(ofAnother, 1_000, 1_000);
    };
    await kept.keep(1, []);
    mkdirSync(folder);
    addLarge();
    await cite("one");
    assert.ok(!existsSync(ofAnother), "what others left is seen");
    addLarge();
    await cite("one");
    await cite("two");
    assert.ok(existsSync(ofAnother), "nothing much was added");
    await cite("three, four");
    assert.ok(!existsSync(ofAnother));
  });

  it("is kept on Windows also where a scanner has the new file open for a moment", async () => {
    const folder = path.join(temporary.root, "scanned");
    let refused = 0;
    const move: typeof rename = (from, to) =>
      ++refused <= 2 ? Promise.reject(Object.assign(new Error("open"), { code: "EPERM" })) : rename(from, to);
    const kept = new KeptFiles(folder, { platform: "win32", move });
    await kept.keep(1, [{ repository: "r", path: "a", content: Buffer.from("as cited") }]);
    assert.equal((await kept.read(sha256("as cited"), { repository: "r", path: "a" }))?.toString(), "as cited");
    assert.equal(readdirSync(folder).length, 1);
  });

  it("is not served where it is damaged", async () => {
    const folder = path.join(temporary.root, "damaged");
    const kept = new KeptFiles(folder);
    await kept.keep(1, [{ repository: "r", path: "a", content: Buffer.from("as cited") }]);
    const [name = ""] = readdirSync(folder);
    assert.equal(readFileSync(path.join(folder, name), "utf8"), "as cited");
    writeFileSync(path.join(folder, name), "another text");
    assert.equal(await kept.read(sha256("as cited"), { repository: "r", path: "a" }), undefined);
  });
});
