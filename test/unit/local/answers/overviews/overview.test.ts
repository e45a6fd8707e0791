import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { parseSourceLink } from "../../../../../src/core/sources/sourceLink.ts";
import { createAnswerFinder } from "../../../../../src/local/answers/answer.ts";
import type { FoundAnswer } from "../../../../../src/local/answers/conversations/foundAnswer.ts";
import { Commits } from "../../../../../src/local/code/files/commits.ts";
import { GitPermission } from "../../../../../src/local/code/files/gitPermission.ts";
import { revisionOfContent } from "../../../../../src/local/code/files/keptFiles.ts";
import { exactProcessorTime } from "../../../../support/turns.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { engineOf } from "../../runningService.ts";
import { HARBOUR } from "../harbour.ts";

/** A program with layers, of which its documents speak. */
const FERRY = {
  "README.md":
    '<p align="center"><img src="ferry.svg" alt="A ferry on the sea"></p>\n\n# Ferry\n\n[![build](b.svg)](b)\n\nCarries cars over the water. It is fast.\n\n## Use\n\nRun it.\n',
  "CONTRIBUTING.md":
    "# Contributing\n\n| command | what |\n| --- | --- |\n| `npm test` | runs all tests in a minute |\n",
  "package.json":
    '{\n  "main": "dist/main.js",\n  "scripts": {\n    "start": "node tools/start.js",\n    "build": "node tools/build.mjs",\n    "test": "mocha"\n  }\n}\n',
  "tools/build.mjs": "/** Builds what ships. */\nexport function build() {\n  return 1;\n}\n",
  "src/README.md":
    "# The map\n\n| layer | what it is |\n| --- | --- |\n| `deck` | keeps the cars |\n| `engine` | drives it |\n| `bridge` | decides where to |\n\n**`deck`**\n\n- `lanes`: who stands where\n",
  "src/main.ts":
    "import { sail } from './bridge/sail';\n\n/** Starts the ferry. */\nexport function main(): void {\n  sail();\n}\n",
  "src/deck/lanes/lane.ts": "/** A row of cars. */\nexport class Lane {\n  cars = [];\n}\n",
  "src/deck/deck.ts": "export class Deck {\n  lanes = [];\n}\n",
  "src/engine/engine.ts": "export class Engine {\n  on = false;\n}\n",
  "src/bridge/sail.ts": "export function sail() {\n  return 1;\n}\n",
  "src/bridge/course.ts": "/** Where it goes. */\nexport const course = 1;\n",
  "test/deck/deck.test.ts": "it('has lanes', () => undefined);\n",
  "test/bridge/sail.test.ts": "it('sails', () => undefined);\n",
} as const;

const PYTHON = {
  "setup.py": 'from setuptools import setup\n\nsetup(name="tide", description="Knows when the water comes.")\n',
  "tide/__init__.py": '"""Knows when the water comes."""\n\nfrom .table import Table\n',
  "tide/table.py": '"""The times of a day."""\n\n\nclass Table:\n    def at(self, day):\n        return day\n',
  "tests/test_table.py": "def test_at():\n    assert True\n",
};

describe("an overview", () => {
  let temporary: TemporaryFolder;
  const roots: Record<string, string> = {};
  before(() => {
    temporary = makeTemporaryFolder();
    roots["ferry"] = temporary.write("plain/ferry", FERRY);
    roots["committed"] = temporary.commit("git/ferry", FERRY);
    roots["harbour"] = temporary.write("harbour", HARBOUR);
    roots["tide"] = temporary.write("tide", PYTHON);
    roots["notes"] = temporary.write("notes", { "one.txt": "Water.\n", "more/two.csv": "a,b\n" });
    roots["empty"] = path.join(temporary.root, "empty");
    mkdirSync(roots["empty"]);
    temporary.commit(
      "around",
      Object.fromEntries(Object.entries(FERRY).map(([file, text]) => [`ferry/${file}`, text])),
    );
    roots["within"] = path.join(temporary.root, "around", "ferry");
  });
  after(() => temporary.remove());

  const find = createAnswerFinder({ engineOf, commits: new Commits(new GitPermission([])) });
  const ask = (question: string, folders: readonly string[], withEvidence = false): Promise<FoundAnswer> =>
    find({
      ...{ question, earlier: [], folders, withEvidence },
      signal: new AbortController().signal,
      step: () => undefined,
    });
  const rootsOf = (...names: readonly string[]) => names.map((name) => roots[name] ?? "");
  const plainOf = ({ text }: FoundAnswer) => text.replaceAll(/\]\(\/[^)]*\)/g, "]");
  const has = (answer: FoundAnswer, ...parts: readonly string[]) => {
    for (const part of parts) assert.ok(plainOf(answer).includes(part), `${part}\n\n${plainOf(answer)}`);
  };

  for (const root of ["ferry", "committed", "within"])
    it(`says what it is, how it is built and started, its parts, where to begin and its tests: ${root}`, async () => {
      for (const question of [
        "Give an overview",
        "What is this?",
        "Gib einen Überblick",
        "Where do I begin to read?",
      ]) {
        const answer = await ask(question, rootsOf(root));
        has(
          answer,
          "**What it is:** Carries cars over the water. It is fast. · [`README.md:7`]".replace(
            "README",
            root === "within" ? "ferry/README" : "README",
          ),
          "- `npm test` · runs all tests in a minute · [",
          "- `npm start` · `node tools/start.js` · [",
          "start.js` is not there.**",
          "- `npm run build` · `node tools/build.mjs` · [",
          "- `src/deck/` · 2 files · keeps the cars · [",
          "- `src/engine/` · 1 file · drives it · [",
          "- `src/main.ts` · Starts the ferry. · [",
          "- `tools/` · 1 file · defines [`build`]",
          "· describes the parts",
          "- `main` · [",
          "**Tests:** 2 files in [",
          "· run by `npm test`",
        );
        assert.doesNotMatch(answer.text, /<p align|b\.svg|Look here first|Not sure/);
        assert.equal(plainOf(answer).match(/is not there/g)?.length, 1);
      }
    });

  it("is of a folder: what is said of it, its parts, and its tests elsewhere", async () => {
    for (const question of [
      "Give an overview of src/deck",
      "Gib einen Überblick über src/deck",
      "What is in the deck folder?",
      "Give an overview of deck",
    ]) {
      const answer = await ask(question, rootsOf("ferry"));
      has(
        answer,
        "**You asked about:** `src/deck`",
        "**What it is:** keeps the cars · [`src/README.md:5`]",
        "- `lanes/` · 1 file · who stands where · [`src/README.md:11`]",
        "- `deck.ts` · defines [`Deck`]",
        "**Tests:** 1 file in [`test/deck/`] (1)",
      );
    }
  });

  it("is of what the question names, not of a word of it", async () => {
    const answer = await ask("Give an overview of lanes and cars", rootsOf("harbour"));
    assert.doesNotMatch(answer.text, /What it is/);
  });

  it("is in the words of a manifest or of the code, where there is no readme", async () => {
    has(
      await ask("What does this project do?", rootsOf("tide")),
      "**What it is:** Knows when the water comes. · [`setup.py:3`]",
      "- `pip install .`",
      "- `tide/table.py` · The times of a day. · [`tide/table.py:1`]",
      "**Tests:** 1 file in [`tests/`] (1)",
    );
    has(
      await ask("Give an overview", rootsOf("notes")),
      "no readme, no manifest and no comment",
      "- `more/` · 1 file",
      "- `one.txt` · [`one.txt`]",
      "**Tests:** no file is called like one.",
    );
  });

  it("has no more than a line for each part, and says what a command runs that is not there", async () => {
    const answer = await ask("Give an overview", rootsOf("harbour"));
    has(
      answer,
      "**What it is:** Books places for small boats. · [`README.md:3`]",
      "- `npm start` · `node src/main.js` · [`package.json:3`] · **`src/main.js` is not there.**",
      "- `make all` · `node src/main.js` · [`Makefile:1`]",
      "- `src/` · 6 files",
      "- `app/` · 3 files",
      "- `routes/` · 1 file",
    );
  });

  it("is of each of several folders", async () => {
    const answer = await ask("Give an overview", rootsOf("ferry", "tide", "harbour"));
    has(
      answer,
      "**`ferry`**",
      "Carries cars over the water",
      "**`tide`**",
      "Knows when the water comes.",
      "**`harbour`**",
    );
    const one = await ask("Give an overview (about @tide)", rootsOf("ferry", "tide"));
    has(one, "Knows when the water comes.");
    assert.doesNotMatch(one.text, /Carries cars/);
  });

  it("names what else is open where that is too much", async () => {
    const many = Array.from({ length: 8 }, (_, at) => temporary.write(`many/root${at}`, { "a.js": "const a = 1;\n" }));
    has(await ask("Give an overview", many), "**Also open:** `root6`, `root7`.");
  });

  it("says so where there is nothing", async () => {
    assert.match(
      (await ask("Give an overview", rootsOf("empty"))).text,
      /Nothing found\.\*\* There are no files in what is open\./,
    );
  });

  it("links to what has these lines, at its revision", async () => {
    const answer = await ask("Give an overview", rootsOf("ferry"));
    const links = [...answer.text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, link = ""]) =>
      parseSourceLink(link, "http://127.0.0.1/"),
    );
    assert.ok(links.length > 15, answer.text);
    for (const link of links) {
      const content = FERRY[(link?.path ?? "") as keyof typeof FERRY];
      assert.equal(link?.revision, revisionOfContent(Buffer.from(content)), JSON.stringify(link));
      assert.ok((link.range?.endLine ?? 0) < content.split("\n").length);
    }
  });

  it("tells of what people have written, and not of the namespaces around it", async () => {
    const root = temporary.write("written", {
      "README.md": "# Ferry\n\nCarries cars over the water.\n",
      "src/Deck/Lane.cs": `namespace Ferry.Deck {\n    public class Lane {\n${"        int a;\n".repeat(40)}    }\n}\n`,
      "src/Deck/Protocol.cs": `// <auto-generated/>\nnamespace Ferry.Deck {\n    public class Wire {\n${"        int b;\n".repeat(90)}    }\n}\n`,
      "src/Bridge/Sail.cs": `namespace Ferry.Bridge;\n\npublic class Sail {\n${"    int c;\n".repeat(20)}}\n`,
    });
    const { text } = await ask("Give an overview", [root]);
    assert.match(text, /defines \[`Lane`\]/);
    assert.match(text, /`Sail`/);
    assert.doesNotMatch(text, /`Ferry\.|Wire/);
  });

  it("names what is in a module that nearly all is in, each once", async () => {
    const inModule = (name: string, lines: number) =>
      `module Ferry\n  class ${name}\n    def sail\n${"      go\n".repeat(lines)}    end\n  end\nend\n`;
    const root = temporary.write("gem", {
      "README.md": "# Ferry\n\nCarries cars over the water.\n",
      "lib/ferry/cli.rb": inModule("Start", 20),
      "lib/ferry/deck.rb": inModule("Deck", 40),
      "lib/ferry/lane.rb": inModule("Lane", 30),
      "lib/ferry/lane_twin.rb": inModule("Lane", 29),
      "lib/ferry/help.rb": `module Ferry\n  module Help\n    def help\n${"      go\n".repeat(10)}    end\n  end\nend\n`,
      "lib/ferry/all.rb": `module Ferry\n  def self.go\n${"    go\n".repeat(5)}  end\n\n  class Stuck < Error\n  end\nend\n`,
      "sample_app/main.rb": "def main\n  go\n  go\nend\n",
    });
    const answer = await ask("Give an overview", [root]);
    const listed = plainOf(answer).split("### ")[0] ?? "";
    has(
      answer,
      "- `Ferry::Start` · [`lib/ferry/cli.rb:2–25`] · where it begins, by its name",
      "- `Ferry::Deck` · [`lib/ferry/deck.rb:2–45`] · the largest definition",
      "- `Ferry::Lane` · [`lib/ferry/lane.rb:2–35`] · the largest definition",
    );
    assert.match(listed, /help\.rb` · defines \[`Ferry::Help`\]/);
    assert.match(listed, /all\.rb` · defines \[`Ferry`\]/);
    assert.doesNotMatch(listed.split("begin to read")[1] ?? "", /sample_app|lane_twin/);
  });

  it("begins with what the program does, and describes no folder by its tests", async () => {
    const root = temporary.write("sited", {
      "README.md": "# Ferry\n\nCarries cars over the water.\n",
      "go.mod": "module ferry\n",
      "deck/lane.go": "package deck\n\nfunc Lane() {\n\tgo()\n}\n",
      "deck/lane_test.go": `package deck\n\nfunc TestLane(t *T) {\n${"\tgo()\n".repeat(60)}}\n`,
      "deck/other.go": `package deck\n\nfunc Other() {\n${"\tgo()\n".repeat(30)}}\n`,
      "deck/src/jvmTest/Lanes.kt": `class Lanes {\n${"  val lane = go()\n".repeat(70)}}\n`,
      "site/scripts/index.js": `$(function () {\n${"  go();\n".repeat(20)}});\n`,
      "docs/app.js": `function app() {\n${"  go();\n".repeat(90)}}\n`,
    });
    const listed = plainOf(await ask("Give an overview", [root])).split("### ")[0] ?? "";
    assert.match(listed, /`deck\/` · 4 files · defines \[`Other`\], \[`Lane`\]/);
    assert.match(listed, /begin to read:\*\*\n\n- `Other` · \[`deck\/other\.go/);
    assert.doesNotMatch(listed, /TestLane|`Lanes`/);
    assert.doesNotMatch(listed.split("begin to read")[1] ?? "", /index\.js|app\.js/);
  });

  it("is what a model is given", async () => {
    const { evidence = [], told = "" } = await ask("Give an overview", rootsOf("ferry"), true);
    assert.match(told, /Carries cars.*npm test.*src\/deck/s);
    const paths = evidence.map((passage) => passage.path);
    assert.deepEqual(
      ["README.md", "src/main.ts", "package.json", "src/README.md"].filter((wanted) => !paths.includes(wanted)),
      [],
    );
    assert.equal((await ask("What does this project do with cars?", rootsOf("ferry"), true)).told, undefined);
  });

  it("of two thousand files that are known takes two seconds at most", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [
        `src/part${at % 40}/file${at}.ts`,
        `/** Number ${at}. */\nexport function run${at}() {\n${"  step();\n".repeat(60)}}\n`,
      ]),
    );
    const root = temporary.write("many", files);
    await ask("Give an overview", [root]);
    const times: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const before = exactProcessorTime();
      await ask("Give an overview", [root]);
      times.push(exactProcessorTime() - before);
    }
    assert.ok(Math.min(...times) < 2_000, times.join(", "));
  });
});
