import assert from "node:assert/strict";
import { symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { describeWithAnyNames } from "../../../../support/systems.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import {
  matchesOf,
  parseEvents,
  runService,
  textOf,
  until,
  type Json,
  type RunningService,
} from "../../runningService.ts";

const FILES = {
  ".gitignore": "build/\nnode_modules/\n",
  ".ignore": "vendor/\n",
  "src/lamp.ts": "lamp\nlamp\nlamp\n",
  "src/one.ts": "anchor\n",
};
const IGNORED = {
  "build/lamp.js": "lamp\nknot\n",
  "node_modules/lamp/index.js": "lamp\n",
  "vendor/lamp.go": "lamp\n",
};

for (const kind of ["with git", "without git", "with git that may not run"])
  describe(`files that are ignored, ${kind}`, () => {
    let temporary: TemporaryFolder;
    let service: RunningService;
    let root: string;
    before(async () => {
      temporary = makeTemporaryFolder();
      root = kind === "without git" ? temporary.write("code", FILES) : temporary.commit("code", FILES);
      temporary.write("code", IGNORED);
      service = await runService(temporary.root, [root], { gitFolders: kind === "with git" ? [root] : [] });
      service.setFolders([root], kind === "with git" ? [root] : [], {
        excludes: [{ folder: root, globs: [{ glob: "**/one.ts" }], unheeded: [] }],
      });
    });
    after(async () => {
      await service.close();
      await temporary.remove();
    });

    const search = async (q: string, token = service.token) => {
      const url = `/.api/search/stream?${new URLSearchParams({ q }).toString()}`;
      const response = await service.get(url, { authorization: `token ${token}` });
      const events = parseEvents(await response.text());
      const skipped = (events.findLast(({ event }) => event === "progress")?.data["skipped"] ??
        []) as unknown as Json[];
      return {
        paths: matchesOf(events)
          .map((match) => textOf(match["path"]))
          .sort(),
        ignored: [...skipped].find(({ reason }) => textOf(reason) === "ignored"),
        alert: textOf(events.find(({ event }) => event === "alert")?.data["title"]),
      };
    };

    it("are counted where little is found, with a search that finds them", async () => {
      const { paths, ignored } = await search("knot");
      assert.deepEqual(paths, []);
      assert.equal(ignored?.["title"], "4 files ignored or excluded");
      assert.equal(ignored["suggested"]?.["queryExpression"], "ignored:yes");
      assert.deepEqual((await search("knot ignored:yes")).paths, ["build/lamp.js"]);
    });

    it("are counted as well where no symbol or use of one is found", async () => {
      for (const type of ["symbol", "use"]) {
        const { ignored } = await search(`knot type:${type}`);
        assert.equal(ignored?.["title"], "4 files ignored or excluded", type);
        const { ignored: forAgent } = await search(`knot type:${type}`, service.agentToken);
        assert.equal(forAgent?.["title"], "Ignored files are not searched", type);
      }
    });

    it("are not counted where there are few results because no more were wanted", async () => {
      assert.equal((await search("lamp count:2")).ignored, undefined);
    });

    it("are searched by text, by path and for symbols, with what the editor excludes, and nothing of git's own", async () => {
      assert.deepEqual((await search("lamp type:file ignored:yes")).paths, [
        ...["build/lamp.js", "node_modules/lamp/index.js", "src/lamp.ts", "vendor/lamp.go"],
      ]);
      assert.deepEqual((await search("file:one ignored:yes")).paths, ["src/one.ts"]);
      assert.deepEqual((await search("ignored:yes file:.")).paths, [
        ...[".gitignore", ".ignore", "build/lamp.js", "node_modules/lamp/index.js"],
        ...["src/lamp.ts", "src/one.ts", "vendor/lamp.go"],
      ]);
      assert.deepEqual((await search("file:one")).paths, []);
    });

    it("are only named in the details where enough is found, and not where they are searched", async () => {
      const { ignored } = await search("lamp");
      assert.deepEqual([ignored?.["title"], ignored?.["suggested"]], ["Ignored files are not searched", undefined]);
      assert.equal((await search("nowhere ignored:yes")).ignored, undefined);
      assert.equal((await search("lamp ignored:no")).ignored?.["title"], "Ignored files are not searched");
    });

    it("are not searched for agents, whatever they ask", async () => {
      for (const query of ["lamp ignored:yes", "ignored:yes file:build"]) {
        const { paths, alert } = await search(query, service.agentToken);
        assert.deepEqual([paths, alert], [[], "`ignored:yes` is for a person's own searches"], query);
      }
      const { ignored } = await search("knot", service.agentToken);
      assert.deepEqual([ignored?.["title"], ignored?.["suggested"]], ["Ignored files are not searched", undefined]);
    });

    it("can't be searched in commits, and `ignored:` needs yes or no", async () => {
      for (const query of ["lamp ignored:yes type:commit", "lamp ignored:yes rev:HEAD"])
        assert.equal((await search(query)).alert, "`ignored:yes` searches files on disk", query);
      assert.equal((await search("lamp ignored:maybe")).alert, "`ignored:maybe` needs yes or no");
      assert.match((await search("lamp -ignored:yes")).alert, /not supported/);
    });

    it("are offered by an answer that found nothing", async () => {
      const conversation = { questions: [{ input: [{ question: { text: "Where is the `quadrupleKnot` tied?" } }] }] };
      const { body } = await service.call("CreateConversation", { conversation });
      const { name } = body as { readonly name?: unknown };
      const text = await until(async () => {
        const { body: now } = await service.call("GetConversation", { name });
        return now["state"]?.["processing"] ? undefined : JSON.stringify(now);
      });
      assert.match(
        text,
        /Ignore files or the editor's settings leave out 4 files\. \[Search them too\]\(\/search\?q=ignored%3Ayes\+/,
      );
    });
  });

describe("files that are ignored, beside others that can't be searched", () => {
  it("are counted where little is found, and links named", async () => {
    const temporary = makeTemporaryFolder();
    const root = temporary.write("code", { ".gitignore": "build\n", "build/a.js": "lamp\n", "large.log": "" });
    symlinkSync(temporary.write("beside", { "b.ts": "lamp\n" }), path.join(root, "beside"));
    truncateSync(path.join(root, "large.log"), 17 * 1024 * 1024);
    const service = await runService(temporary.root, [root], { gitFolders: [] });
    try {
      const events = await service.search("lamp");
      const skipped = events.findLast(({ event }) => event === "progress")?.data["skipped"] as unknown as Json[];
      assert.deepEqual(
        [...skipped].map(({ title }) => textOf(title)),
        ["1 file is too large", "1 file ignored or excluded", "1 link leads out of the folder"],
      );
    } finally {
      await service.close();
      await temporary.remove();
    }
  });
});

describe("files of a folder in which nothing is ignored", () => {
  it("are all searched, and nothing is said of others", async () => {
    const temporary = makeTemporaryFolder();
    const service = await runService(temporary.root, [temporary.write("code", { "a.ts": "lamp\n" })], {
      gitFolders: [],
    });
    try {
      const events = await service.search("nowhere");
      assert.deepEqual(
        [...(events.findLast(({ event }) => event === "progress")?.data["skipped"] as unknown as Json[])],
        [],
      );
    } finally {
      await service.close();
      await temporary.remove();
    }
  });
});

describeWithAnyNames("files whose names are not UTF-8", () => {
  it("are named as far as that goes among what was not searched, and nothing leads to them", async () => {
    const temporary = makeTemporaryFolder();
    const root = temporary.write("code", { "good \ufffd.js": "needle\n", "other.js": "needle\n" });
    writeFileSync(Buffer.from(`${root}/caf\u00e9.js`, "latin1"), "needle\n");
    const service = await runService(temporary.root, [root], { gitFolders: [] });
    try {
      for (const [query, isFound] of [
        ["needle", true],
        ["file:caf", false],
      ] as const) {
        const events = await service.search(query);
        const skipped = events.findLast(({ event }) => event === "progress")?.data["skipped"] as unknown as Json[];
        const names = [...skipped].find(({ reason }) => textOf(reason) === "names");
        assert.equal(names?.["title"], "The name of 1 file can't be read", query);
        assert.match(textOf(names["message"]), /caf\ufffd\.js`$/);
        assert.deepEqual(
          matchesOf(events)
            .map(({ path }) => textOf(path))
            .sort(),
          isFound ? ["good \ufffd.js", "other.js"] : [],
        );
      }
    } finally {
      await service.close();
      await temporary.remove();
    }
  });
});
