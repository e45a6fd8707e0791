import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { matchesOf, runService, textOf, type Json, type RunningService } from "../../runningService.ts";

describe("a search for uses", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;

  before(async () => {
    temporary = makeTemporaryFolder();
    const root = temporary.commit("code", {
      "a.ts": "export function sing(n: number): string {\n  return n > 0 ? sing(n - 1) : 'sing';\n}\n",
      "b/use.ts": '\ufeffimport { sing } from "../a";\r\n/* sing */ const größe = "🐦" + sing(1) + sing(2);\r\n',
      "latin.py": Buffer.from("# gr\xf6\xdfe\nx = '\xf6' + sing(1)\n", "latin1"),
      "or.js": "function or(a) {}\nor(1) || or(2);\n",
      "other.js": 'import "./sing.js";\nfunction shout(sing) { return sing(1); }\n',
      "README.md": "They sing.\n",
      "large.js": `sing();\n${"x();\n".repeat(250_000)}`,
      "$.js": "$el = $el2 + $el;\n",
      "mac.js": "// older than OS X\rhum(1);\r\nhum(2);\rhum(3);",
    });
    service = await runService(temporary.root, [root], { gitFolders: [] });
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  /** `path:line:columns`, zero-based, in code points. */
  const placesIn = async (query: string) =>
    matchesOf(await service.search(query, { cm: "true", cl: "0" }))
      .flatMap((match) =>
        ((match["chunkMatches"] ?? []) as unknown as Json[]).map(({ content, contentStart, ranges }) => {
          const { line, offset } = contentStart as unknown as { line: number; offset: number };
          const columns = (ranges as unknown as { start: { column: number } }[]).map(({ start }) => start.column);
          return `${textOf(match["path"])}:${line}:${columns.join(",")} @${offset} ${textOf(content)}`;
        }),
      )
      .sort();

  it("finds what is behind a comment that a carriage return ends, on the lines that end with a line feed", async () => {
    assert.deepEqual(await placesIn("type:use hum"), [
      "mac.js:0:19,0,8 @0 // older than OS X\rhum(1);\r\nhum(2);\rhum(3);",
    ]);
  });

  it("finds where a name is called, brought in or mentioned in code, and neither its definition nor words", async () => {
    assert.deepEqual(await placesIn("type:use sing"), [
      "a.ts:1:17 @42   return n > 0 ? sing(n - 1) : 'sing';",
      'b/use.ts:0:9,31,41 @3 import { sing } from "../a";\r\n/* sing */ const größe = "🐦" + sing(1) + sing(2);\r',
      "latin.py:1:10 @8 x = '\ufffd' + sing(1)",
    ]);
    assert.deepEqual(await placesIn("type:use $el lang:javascript"), ["$.js:0:0,13 @0 $el = $el2 + $el;"]);
  });

  it("keeps to the filters, and tells capital letters from small ones", async () => {
    assert.deepEqual(await placesIn("type:use sing file:^b/ count:1"), [
      'b/use.ts:0:9 @3 import { sing } from "../a";\r',
    ]);
    assert.deepEqual(await placesIn("type:use Sing"), []);
    assert.deepEqual((await placesIn('type:use "sing" select:file')).length, 0);
  });

  it("says how often comments and texts have it, and which files are too large", async () => {
    const events = await service.search("type:use sing");
    const progress = events.findLast(({ event }) => event === "progress")?.data as unknown as {
      skipped: { title: string }[];
    };
    assert.deepEqual(progress.skipped.map(({ title }) => title).sort(), [
      "1 file is too large for symbols",
      "2 parameters and local variables have this name",
      "4 mentions in comments and text",
      "Ignored files are not searched",
    ]);
  });

  it("takes a word for a name that is an operator in other searches", async () => {
    for (const query of ["type:use or", "or type:use", 'type:use "or" patternType:keyword'])
      assert.deepEqual(await placesIn(query), ["or.js:1:0,9 @18 or(1) || or(2);"], query);
    assert.deepEqual(await placesIn("type:use NOT"), []);
  });

  it("takes one name", async () => {
    for (const query of [
      "type:use",
      "type:use a b",
      "type:use a or b",
      "type:use /a/",
      "type:use type:file a",
      "type:use a rev:HEAD",
    ]) {
      const events = await service.search(query);
      assert.match(JSON.stringify(events), /`type:use` takes one name/, query);
    }
  });
});
