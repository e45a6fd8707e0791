import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { marked } from "../../../../../src/core/conversations/exportMark.ts";
import { createAnswerFinder } from "../../../../../src/local/answers/answer.ts";
import { Commits } from "../../../../../src/local/code/files/commits.ts";
import { EditorExcludes } from "../../../../../src/local/code/files/editorExcludes.ts";
import { GitPermission } from "../../../../../src/local/code/files/gitPermission.ts";
import { createCodeTools } from "../../../../../src/local/answers/tools/codeTools.ts";
import type { LookUp } from "../../../../../src/local/answers/writing/lookUp.ts";
import { headOf, makeTemporaryFolder, runGit, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { engineOf } from "../../runningService.ts";

describe("what a model can look up", function () {
  this.timeout(120_000);
  let temporary: TemporaryFolder;
  let root = "";
  before(() => {
    temporary = makeTemporaryFolder();
    temporary.write("outside", { "secret.ts": "export const needle = 0;\n" });
    root = temporary.commit("code", {
      "src/a.ts": `${"// line\n".repeat(200)}export function needle() {\n  return 1;\n}\n`,
      "src/deep/b.ts": 'import { needle } from "../a.ts";\n\nneedle();\n',
      "README.md": "A needle.\n",
    });
  });
  after(() => temporary.remove());
  const look = (lookUp: LookUp, folders = [root], excludes = new EditorExcludes()) => {
    const commits = new Commits(new GitPermission([temporary.root]));
    const find = createAnswerFinder({ engineOf, commits, excludes });
    const tools = createCodeTools({ engineOf, commits, find, excludes });
    return tools(lookUp, folders, new AbortController().signal);
  };

  it("is lines that match, with those around them, at the revision that has them", async () => {
    const { passages, text } = await look({ tool: "grep", pattern: "needle\\(\\)", path: "src/" });
    assert.equal(text, "2 matches in 2 of 2 files.");
    const places = passages.map(({ path, startLine, lines }) => [path, startLine, lines.length]);
    assert.deepEqual(places, [
      ["src/a.ts", 198, 5],
      ["src/deep/b.ts", 0, 4],
    ]);
    assert.ok(passages.every(({ revision }) => revision === headOf(root)));
    assert.equal((await look({ tool: "grep", pattern: "nothing here" })).text, "0 matches in 3 files.");
    assert.match((await look({ tool: "grep", pattern: "(" })).text, /^The pattern is not understood/);
  });

  it("is nothing that the editor leaves out of searches, unless it is read by its path and git does not ignore it", async () => {
    const folder = temporary.write("excluded", {
      ".gitignore": "*.log\n",
      "a.ts": "needle\n",
      "dist/a.ts": "needle\n",
      "dist/a.log": "needle\n",
      "dist/.env": "needle\n",
    });
    const excludes = new EditorExcludes([{ folder, globs: [{ glob: "dist" }], unheeded: "all" }]);
    const lookIn = (lookUp: LookUp) => look(lookUp, [folder], excludes);
    assert.equal((await lookIn({ tool: "grep", pattern: "needle" })).text, "1 matches in 1 of 2 files.");
    assert.doesNotMatch((await lookIn({ tool: "list" })).text, /dist/);
    assert.deepEqual(
      (await lookIn({ tool: "read", path: "dist/a.ts" })).passages.map(({ path, lines }) => [path, lines[0]]),
      [["dist/a.ts", "needle"]],
    );
    for (const path of ["dist/a.log", "dist/.env", "dist/none.ts"])
      assert.deepEqual((await lookIn({ tool: "read", path })).passages, [], path);
    const found = await lookIn({ tool: "search", query: "What is in dist/a.ts?" });
    assert.deepEqual(found.passages.map(({ path }) => path).slice(0, 1), ["dist/a.ts"]);
    const ignored = await lookIn({ tool: "search", query: "What is in dist/a.log?" });
    assert.ok(ignored.passages.every(({ path }) => path !== "dist/a.log"));
  });

  it("is lines that match up to their ends, however those are written", async () => {
    const folder = temporary.write("windows", { "c.ts": "function f(x) {\r\n  return x + 2;\r\n}\r\n" });
    for (const pattern of ["return x \\+ 2;$", "^}$", "2;\\n}", "2;\\r\\n", "2;\\r$"])
      assert.equal((await look({ tool: "grep", pattern }, [folder])).text, "1 matches in 1 of 1 files.", pattern);
  });

  it("is no conversation that was exported into the folder, unless it is named", async () => {
    const exported = marked("# Needles\n\nThe needle() is in src/a.ts.\n");
    const folder = temporary.write("exported", {
      "asked.md": exported,
      "renamed/as/notes.txt": `\uFEFF${exported.replaceAll("\n", "\r\n")}`,
      "b.ts": "needle();\n",
    });
    const { passages, text } = await look({ tool: "grep", pattern: "needle\\(\\)" }, [folder]);
    assert.deepEqual(
      passages.map(({ path }) => path),
      ["b.ts"],
    );
    assert.equal(text, "1 matches in 1 of 3 files.");
    const named = await look({ tool: "grep", pattern: "needle\\(\\)", path: "asked.md" }, [folder]);
    assert.deepEqual(
      named.passages.map(({ path }) => path),
      ["asked.md"],
    );
  });

  it("is found in large files and on long lines, of which a model gets the part around it", async () => {
    const filler = "other(1234567890);";
    const folder = temporary.write("long", {
      "table.py": `${`${filler}\n`.repeat(130_000)}def hoist_sail():\n    return 7\n`,
      "app.min.js": `${filler.repeat(100_000)}function lowerSail(){return 7}${filler.repeat(9_000)}`,
    });
    for (const [pattern, path, line] of [
      ["hoist_\\w+", "table.py", "def hoist_sail():"],
      ["lowerSail\\b", "app.min.js", "function lowerSail(){return 7}"],
    ] as const) {
      const { passages, text } = await look({ tool: "grep", pattern }, [folder]);
      assert.equal(text, "1 matches in 1 of 2 files.");
      assert.deepEqual(
        passages.map((passage) => passage.path),
        [path],
      );
      const lines = passages.flatMap((passage) => passage.lines);
      assert.ok(lines.some((each) => each.includes(line)) && lines.join("\n").length < 3_000, path);
    }
    const { passages } = await look({ tool: "read", path: "app.min.js" }, [folder]);
    assert.ok((passages[0]?.lines.join("\n").length ?? Infinity) < 3_000);
    const { text } = await look({ tool: "symbol", name: "hoist_sail" }, [folder]);
    assert.match(text, /^0 definitions .* Not looked at, as too large, are 1 files with this name, .*: table\.py\.$/);
  });

  it("is where a name in any alphabet is defined and used", async () => {
    const folder = temporary.write("alphabets", {
      "a.ts": "export class Maß {\n  prüfe() {\n  }\n}\nnew Maß().prüfe();\n",
    });
    for (const name of ["Maß.prüfe()", "prüfe"]) {
      const { passages, text } = await look({ tool: "symbol", name }, [folder]);
      assert.match(text, /^1 definitions of prüfe, 1 uses/, name);
      assert.deepEqual([passages[0]?.startLine, passages[0]?.lines.length], [1, 2]);
    }
  });

  it("is lines of a file, with how many there are and how to go on", async () => {
    const { passages, text } = await look({ tool: "read", path: "a.ts" });
    assert.deepEqual([passages[0]?.path, passages[0]?.lines.length], ["src/a.ts", 160]);
    assert.equal(text, "src/a.ts has 204 lines. Go on with first=161.");
    assert.equal((await look({ tool: "read", path: "src/a.ts", first: 999 })).text, "src/a.ts has 204 lines.");
    assert.match(
      (await look({ tool: "read", path: "lib/b.js" })).text,
      /^0 files at lib\/b\.js, of 3\. Alike: src\/deep\/b\.ts/,
    );
  });

  it("is at a path as Windows has it, unless a file is called so", async () => {
    const folder = temporary.write("slashes", { "src/a.ts": "const needle = 1;\n", "od\\d.ts": "needle\n" });
    const pathsOf = async (lookUp: LookUp) => (await look(lookUp, [folder])).passages.map(({ path }) => path);
    assert.deepEqual(await pathsOf({ tool: "read", path: ".\\src\\a.ts" }), ["src/a.ts"]);
    assert.deepEqual(await pathsOf({ tool: "read", path: "od\\d.ts" }), ["od\\d.ts"]);
    assert.deepEqual(await pathsOf({ tool: "grep", pattern: "needle", path: "src\\" }), ["src/a.ts"]);
  });

  it("is nothing outside of the folders that are served", async () => {
    for (const path of ["../outside/secret.ts", "/etc/passwd", "secret.ts", ".git/config"])
      assert.deepEqual((await look({ tool: "read", path })).passages, [], path);
  });

  it("is what is in a folder, and the commits of a path", async () => {
    assert.equal((await look({ tool: "list", path: "src" })).text, "src/a.ts\nsrc/deep/ (1 files)");
    assert.equal((await look({ tool: "list", path: "lib" })).text, "0 of 3 files are below lib.");
    const { text } = await look({ tool: "history", path: "src/a.ts" });
    assert.match(text, /^[0-9a-f]{10} \d{4}-\d\d-\d\d [^\n]+: [^\n]+$/);
    assert.equal((await look({ tool: "history", query: "no such words" })).text, "0 commits.");
    const unborn = temporary.write("unborn", { "c.ts": "" });
    runGit(unborn, "init", "--quiet");
    assert.equal(
      (await look({ tool: "history" }, [unborn, root])).text.split("\n").at(-1),
      "No commits, or git can't read them, in unborn.",
    );
  });

  it("is ranked passages for words", async () => {
    const { passages } = await look({ tool: "search", query: "needle" });
    assert.equal(passages[0]?.path, "src/a.ts");
  });
});
