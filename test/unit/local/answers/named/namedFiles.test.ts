import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, describe, it } from "mocha";
import { parseSourceLink } from "../../../../../src/core/sources/sourceLink.ts";
import { createAnswerFinder } from "../../../../../src/local/answers/answer.ts";
import type { FoundAnswer } from "../../../../../src/local/answers/conversations/foundAnswer.ts";
import { Commits } from "../../../../../src/local/code/files/commits.ts";
import { GitPermission } from "../../../../../src/local/code/files/gitPermission.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { engineOf } from "../../runningService.ts";
import { BERTHS, HARBOUR, NAMED, SETTLE } from "../harbour.ts";

describe("what a question names", () => {
  let temporary: TemporaryFolder;
  const roots: string[] = [];
  before(() => {
    temporary = makeTemporaryFolder();
    roots.push(temporary.write("plain/harbour", HARBOUR), temporary.commit("git/harbour", HARBOUR));
  });
  after(() => temporary.remove());

  const ask = (
    question: string,
    folders: readonly string[],
    options: { readonly showsIgnored?: boolean; readonly withEvidence?: boolean } = {},
  ): Promise<FoundAnswer> =>
    createAnswerFinder({ engineOf, commits: new Commits(new GitPermission(folders)) })({
      question: question.replaceAll("FOLDER", folders[0] ?? "").replaceAll("ADDRESS", addressOf(folders[0] ?? "")),
      earlier: [],
      folders,
      signal: new AbortController().signal,
      step: () => undefined,
      ...options,
    });
  const addressOf = (folder: string) => pathToFileURL(folder).href;
  const filesOf = ({ sources }: FoundAnswer) =>
    sources.filter(({ type }) => type === "File").map(({ link }) => parseSourceLink(link, "http://127.0.0.1/"));
  const pathsOf = (answer: FoundAnswer) => [...new Set(filesOf(answer).map((file) => file?.path))];

  for (const [question, ...wanted] of NAMED)
    it(`is what the answer begins with: ${question}`, async () => {
      for (const root of roots) {
        const answer = await ask(question, [root]);
        assert.deepEqual(pathsOf(answer).slice(0, wanted.length).sort(), [...wanted].sort(), answer.text);
        if (wanted.length === 1 || question.includes("differ")) assert.equal(pathsOf(answer)[0], wanted[0]);
        for (const each of wanted) assert.ok(answer.text.includes(`\`${each}`), answer.text);
        assert.doesNotMatch(answer.text, /Not sure|Nothing found|Not found|There is no `(?!src\/\()/);
      }
    });

  it("is shown in its lines, where the question has these", async () => {
    for (const lines of [":5-7", "#L5-L7", "#L5C1-L7C2", "#L6", ":6:3", " lines 5 to 7", " (line 6)"]) {
      const answer = await ask(`What does src/berths.ts${lines} do?`, roots.slice(0, 1));
      const [first] = filesOf(answer);
      assert.deepEqual([first?.path, first?.range?.startLine, first?.range?.endLine], [BERTHS, 4, 6], lines);
      assert.match(answer.text, /\*\*You asked about:\*\* .*berths\.ts/);
    }
  });

  it("is no fixture that is called by a plain word, and no file where its path is asked for", async () => {
    const folder = temporary.write("plain", {
      "src/settings.py": "def hosts_file_path(user):\n    return user.home / 'hosts file'\n",
      "etc/hosts": "127.0.0.1 quay\n",
      "tests/cases/first/crew": "Ada\n",
      "src/crew.py": "def load_crew_file(path):\n    return path.read_text()\n",
    });
    assert.equal(pathsOf(await ask("What is in the hosts file?", [folder]))[0], "etc/hosts");
    assert.equal(pathsOf(await ask("Where is the hosts file path determined?", [folder]))[0], "src/settings.py");
    assert.equal(pathsOf(await ask("Where is the crew file loaded?", [folder]))[0], "src/crew.py");
    assert.equal(pathsOf(await ask("What is in the file crew?", [folder]))[0], "tests/cases/first/crew");
  });

  it("is shown in its lines, where a file without an ending has its name", async () => {
    const root = temporary.write("scripts", {
      "bin/deploy": "#!/bin/sh\nset -e\n\nupload() {\n  scp a b\n}\n\nrestart() {\n  ssh host restart\n}\n",
      "src/ports.txt": "redis = 7\nlocalhost 8080\n",
    });
    for (const place of [
      "deploy:9",
      "bin/deploy:9",
      "deploy#9",
      "deploy:9:3",
      "deploy: line 9: ssh: not found",
      "`deploy`:9",
    ]) {
      const [first] = filesOf(await ask(`What happens at ${place}?`, [root]));
      assert.deepEqual([first?.path, first?.range?.startLine, first?.range?.endLine], ["bin/deploy", 7, 9], place);
    }
    for (const question of ["Who uses redis:7?", "Is localhost:8080 used?", "What is in ports:2?"])
      assert.doesNotMatch((await ask(question, [root])).text, /You asked about|There is no/, question);
  });

  it("is shown in the lines that a tool has printed of it, wherever these were printed", async () => {
    const lines = (name: string) => Array.from({ length: 60 }, (_, at) => `${name}(${at});\n\n`).join("");
    const root = temporary.write("printed", {
      "main.go": lines("begin"),
      "test/rope.spec.ts": lines("tie"),
      "src/main/java/org/quay/Boat.java": lines("float"),
      "src/main/java/org/quay/old/Boat.java": lines("row"),
    });
    const printed: readonly (readonly [text: string, path: string])[] = [
      [
        " FAIL  test/rope.spec.ts > rope > is tied\nError: it is loose\n ❯ test/rope.spec.ts:75:20",
        "test/rope.spec.ts",
      ],
      ["[ERROR] src/main/java/org/quay/Boat.java:[75,9] cannot find symbol", "src/main/java/org/quay/Boat.java"],
      ["src/main/java/org/quay/Boat.java:[75,9] cannot find symbol", "src/main/java/org/quay/Boat.java"],
      ["Why?\n\tat org.quay.old.Boat.move(Boat.java:75)", "src/main/java/org/quay/old/Boat.java"],
      ["What happens at /home/me/quay/main.go:75?", "main.go"],
      ["C:\\work\\agent\\main.go:75", "main.go"],
    ];
    for (const [text, wanted] of printed) {
      const answer = await ask(text, [root]);
      const [first] = filesOf(answer);
      const range = first?.range ?? { startLine: 0, endLine: 0 };
      assert.equal(first?.path, wanted, answer.text);
      assert.ok(range.startLine > 60 && range.startLine <= 74 && range.endLine >= 74, answer.text);
      assert.doesNotMatch(answer.text, /not in an open folder|There is no|Also called so/, text);
    }
    const several = await ask("What is at Boat.java:75?", [root]);
    assert.deepEqual(pathsOf(several).slice(0, 2), [
      "src/main/java/org/quay/Boat.java",
      "src/main/java/org/quay/old/Boat.java",
    ]);
    assert.match(several.text, /\*\*Also called so:\*\* `src\/main\/java\/org\/quay\/old\/Boat\.java`/);
    for (const elsewhere of ["/home/me/quay/oar.go:75", "/usr/local/go/src/runtime/main.go:75"])
      assert.match((await ask(`Why ${elsewhere}?`, [root])).text, /`[^`]*\.go` is not in an open folder/);
  });

  it("is told with who uses it", async () => {
    const root = temporary.write("used", {
      "src/rope.ts": "export function tie() {\n  return 1;\n}\n",
      "src/quay.ts": 'import { a } from "./other";\nimport { tie } from "./rope.ts";\n\ntie();\n',
      "src/other.ts": "export const a = 'rope';\n",
      "test/rope.test.ts": 'import { tie } from "../src/rope";\n',
      "README.md": "See [rope](src/rope.ts).\n",
      "java/shop/Cart.java": "package shop;\n\nclass Cart {\n}\n",
      "java/shop/Till.java": "package shop;\n\nclass Till {\n  // Cart\n  Cart cart;\n}\n",
      "java/docs/Cart.html": "<h1>Cart</h1>\n<p>A Cart holds goods.</p>\n",
      "java/shop.pbxproj": "files = (Cart);\n",
      "lib/_knots.py": "def tie():\n    return 1\n",
      "lib/test/test_knots.py": "def test_tie():\n    assert True\n",
    });
    const plain = async (question: string) => (await ask(question, [root])).text.replaceAll(/\]\(\/[^)]*\)/g, "]");
    assert.match(await plain("Which consts and enums are in src/other.ts?"), /\*\*In it:\*\*\n\n- `a`/);
    for (const question of [
      "What does src/rope.ts do?",
      "Who uses src/rope.ts?",
      "Wer benutzt src/rope.ts?",
      "Where is rope.ts tested?",
    ])
      assert.match(
        await plain(question),
        /\*\*Used by:\*\* \[`src\/quay\.ts:2`\], \[`test\/rope\.test\.ts:1`\]\n/,
        question,
      );
    assert.match(await plain("Explain Cart.java"), /\*\*Used by:\*\* \[`java\/shop\/Till\.java:5`\]\n/);
    assert.match(await plain("Who uses src/quay.ts?"), /\*\*Used by:\*\* no file that says so/);
    assert.match(await plain("Who imports src/other.ts?"), /\*\*Used by:\*\* \[`src\/quay\.ts:1`\]/);
    assert.doesNotMatch(await plain("Who imports src/other.ts?"), /In it/);
    assert.match(await plain("Where is rope.ts tested?"), /\*\*Tested in:\*\* \[`test\/rope\.test\.ts`\]\n/);
    assert.match(await plain("Where is _knots.py tested?"), /\*\*Tested in:\*\* \[`lib\/test\/test_knots\.py`\]\n/);
    assert.doesNotMatch(await plain("What does src/quay.ts do?"), /Used by/);
  });

  it("is told with who imports its package, in Go", async () => {
    const root = temporary.write("ferry", {
      "go.mod": "module example.com/ferry/v2\n",
      "boat.go": "package ferry\n\nfunc Sail() {}\n",
      "other.go": "package ferry\n\n// ferry\n",
      "pier/pier.go": 'package pier\n\nimport "example.com/wharf/ferry/deep"\n',
      "cmd/main.go": 'package main\n\nimport (\n\tboats "example.com/ferry/v2"\n\t"example.com/ferry/v2/pier"\n)\n',
    });
    const plain = async (question: string) => (await ask(question, [root])).text.replaceAll(/\]\(\/[^)]*\)/g, "]");
    assert.match(await plain("Who uses boat.go?"), /\*\*Used by:\*\* \[`cmd\/main\.go:4`\]\n/);
    assert.match(await plain("Who uses pier/pier.go?"), /\*\*Used by:\*\* \[`cmd\/main\.go:5`\]\n/);
  });

  it("is no folder of that name where a name of code is asked for", async () => {
    const root = temporary.write("folders", {
      "src/rope/index.ts": "export function rope() {\n  return 1;\n}\n",
      "src/rope/Knot.ts": "export class Rope {}\n",
      "src/quay.ts": "rope();\nnew Rope();\n",
      "test/quay.test.ts": "rope();\nnew Rope();\n",
    });
    for (const name of ["rope", "Rope"])
      for (const [question, said] of [
        [`Who calls \`${name}\`?`, /Used in 2 places/],
        [`Where is \`${name}\` tested?`, /Tested in 1 place/],
        [`Where is "${name}" defined?`, /Defined in 1 place/],
      ] as const) {
        const { text } = await ask(question, [root]);
        assert.match(text, said, question);
        assert.doesNotMatch(text, /You asked about/, question);
      }
    for (const question of ["What is in `rope`?", "What is in `rope/`?", "Who uses `src/rope`?", "What is in @rope?"])
      assert.match((await ask(question, [root])).text, /You asked about:\*\* `src\/rope`/, question);
  });

  it("is told if there is none, with what is called nearly so, and nothing else is passed off as it", async () => {
    const missing: readonly (readonly [question: string, name: string, closest?: string])[] = [
      ["What does src/pay/settel.py do?", "src/pay/settel.py", SETTLE],
      ["What does `settel.py` do?", "settel.py", SETTLE],
      ["What does settel.py do?", "settel.py", SETTLE],
      ["What does Berthes.java do?", "Berthes.java", "src/Berths.java"],
      ["Explain @src/quay.ts", "src/quay.ts"],
      ["What does src/crew/berths.ts do?", "src/crew/berths.ts", BERTHS],
      ["What does src/berths.tsx do?", "src/berths.tsx", BERTHS],
      ["What is in src/quay.ts:12?", "src/quay.ts"],
      ['Explain @"deck plans/lower deck.md"', "deck plans/lower deck.md", "deck plans/upper deck.md"],
      ["Why does src/pay/settel.py send bills?", "src/pay/settel.py", SETTLE],
      ["What does this do? (about @harbour @src/quay.ts)", "src/quay.ts"],
    ];
    for (const [question, name, closest] of missing)
      for (const root of roots) {
        const answer = await ask(question, [root]);
        const told = answer.text.split("\n\n")[1] ?? "";
        assert.ok(told.startsWith(`**There is no \`${name}\`**`), answer.text);
        assert.equal(told.includes(`Closest: \`${closest ?? ""}`), closest !== undefined, told);
        const [first] = pathsOf(answer);
        if (!question.startsWith("Why")) assert.equal(first, closest, answer.text);
        assert.doesNotMatch(answer.text, /You asked about/);
      }
  });

  it("is only what exists, where it is not marked as a name", async () => {
    for (const question of [
      "Does it run on Node.js, with async/await?",
      "What does I/O cost, and who reads req.body?",
      "How are boats booked and/or crew paid e.g. in winter?",
      "Who is at https://example.com/src/quay.ts or me@example.com?",
      "Where does @app.route or @types/node or @github.com/owner/name come from?",
      "How do I book?",
      "Is there a page for the dock?",
    ]) {
      const { text } = await ask(question, roots.slice(0, 1));
      assert.doesNotMatch(text, /There is no|You asked about|not in an open folder/, text);
    }
    const existing = temporary.write("product", {
      "Node.js": "run();\n",
      "lib/req.body": "run\n",
      "other.js": "go();\n",
    });
    assert.equal(pathsOf(await ask("What is Node.js?", [existing]))[0], "Node.js");
    assert.equal(pathsOf(await ask("Who reads req.body?", [existing]))[0], "lib/req.body");
  });

  it("is shown to a person even if it is ignored, and never to anybody else", async () => {
    for (const root of [
      temporary.commit("git/ignoring", { ...HARBOUR, ".gitignore": "dist\n.env\n" }),
      temporary.write("plain/ignoring", { ...HARBOUR, ".ignore": "dist\n.env\n" }),
    ]) {
      temporary.write(path.relative(temporary.root, root), { "dist/app.js": "start();\n", ".env": "PORT=80\n" });
      for (const [question, name] of [
        ["What does dist/app.js do?", "dist/app.js"],
        ["What is in .env?", ".env"],
        [`Explain \`${root}/dist/app.js\``, "dist/app.js"],
      ] as const) {
        const shown = await ask(question, [root], { showsIgnored: true });
        assert.deepEqual(pathsOf(shown), [name], shown.text);
        assert.match(shown.text, /You asked about:.*It is ignored/);
        const hidden = await ask(question, [root]);
        assert.ok(!pathsOf(hidden).includes(name), hidden.text);
        assert.doesNotMatch(hidden.text, /start\(\)|PORT=80|ignored/);
      }
    }
  });

  it("is told to be none of text, too large to be read whole, or not in an open folder", async () => {
    const root = temporary.write("odd", {
      ...HARBOUR,
      "logo.png": Buffer.from("\x89PNG\0\0"),
      "all.py": `def begin():\n    go()\n${"step = 1\n".repeat(300_000)}`,
      "names.csv": "name,age\nAda,36\n",
    });
    temporary.write("elsewhere", { "secret.py": "hidden = 1\n" });
    symlinkSync(path.join(temporary.root, "elsewhere/secret.py"), path.join(root, "link.py"));
    const image = await ask("What is in logo.png?", [root]);
    assert.match(image.text, /You asked about:\*\* `logo\.png` · It is not text/);
    assert.deepEqual(image.sources, []);
    const large = await ask("What does all.py do?", [root]);
    assert.equal(pathsOf(large)[0], "all.py");
    assert.match(large.text, /It is large: only its beginning was read.*def begin/s);
    assert.equal(pathsOf(await ask("What is in names.csv?", [root]))[0], "names.csv");
    const outside = await ask(`What does ${temporary.root}/elsewhere/secret.py do?`, [root]);
    assert.match(outside.text, /`[^`]*secret\.py` is not in an open folder/);
    const link = await ask("What does `link.py` do?", [root], { showsIgnored: true });
    for (const { text } of [outside, link]) assert.doesNotMatch(text, /hidden/);
  });

  it("is a folder whose name has hyphens, with no word that says so", async () => {
    const compose = (name: string) =>
      `services:\n  ${name}:\n    image: ${name}\n    environment:\n      - MODE=${name}\n`;
    const server = (port: number) =>
      `const app = express();\n\n// the port\napp.listen(${port}, () => log("listening"));\n`;
    const root = temporary.write("examples", {
      "README.md": "# Examples\n\nOf compose files, environment variables and ports to listen on.\n",
      "redis-web/compose.yaml": compose("redis"),
      "redis-web/Dockerfile": "FROM redis\nEXPOSE 1\n",
      "redis-web/server.js": server(1),
      "postgres-web/compose.yaml": compose("postgres"),
      "postgres-web/Dockerfile": "FROM postgres\nEXPOSE 2\n",
      "postgres-web/server.js": server(2),
      "postgres-web/README.md": "# Postgres and a server\n\nRun it with `docker compose up`.\n",
    });
    for (const [question, wanted] of [
      ["Which port does postgres-web listen on?", "postgres-web/server.js"],
      ["What environment does the redis-web compose file set?", "redis-web/compose.yaml"],
      ["How do I run the postgres-web example?", "postgres-web/README.md"],
      ["What does the Dockerfile in postgres-web do?", "postgres-web/Dockerfile"],
      ["explain `redis-web`'s Dockerfile", "redis-web/Dockerfile"],
    ] as const) {
      const answer = await ask(question, [root]);
      assert.equal(pathsOf(answer)[0], wanted, `${question}\n${answer.text}`);
      assert.doesNotMatch(answer.text, /Not sure|Nothing found|There is no/, question);
    }
    const other = await ask("What does the Dockerfile in redis-web do?", [root]);
    assert.doesNotMatch(other.text, /postgres-web\/Dockerfile/);
    const words = await ask("Which files are for redis-webs?", [root]);
    assert.doesNotMatch(words.text, /You asked about/);
  });

  it("is a module or package of Python as it is imported, and a folder whose name has a dot", async () => {
    const root = temporary.write("dotted", {
      "src/shop/pay.py": "def settle():\n    return 1\n",
      "src/shop/__init__.py": "from shop.pay import settle\n",
      "src/shop/goods/crates.py": "COUNT = 4\n",
      "src/Quay.Api/Program.cs": "class Program {}\n",
      "src/tide.js": "export const pay = { tide: 1 };\n",
    });
    const shownFor = async (question: string) => pathsOf(await ask(question, [root]));
    for (const question of ["explain shop.pay", "What does `shop.pay` do?", "what is in src.shop.pay"])
      assert.deepEqual(await shownFor(question), ["src/shop/pay.py"], question);
    const asked = async (question: string) => (await ask(question, [root])).text;
    assert.match(await asked("explain shop.goods"), /\*\*You asked about:\*\* `src\/shop\/goods`/);
    for (const question of ["what is the Quay.Api", "Explain Quay.Api."])
      assert.match(await asked(question), /\*\*You asked about:\*\* `src\/Quay\.Api`/, question);
    for (const question of ["Who calls shop.pay()?", "What is pay.tide?", "Who uses shop.pay.settle?"])
      assert.doesNotMatch(await asked(question), /You asked about/, question);
  });

  it("is told with what is outermost in it, where that is much", async () => {
    const members = Array.from({ length: 30 }, (_, at) => `  reef${at}() {}\n`);
    const root = temporary.write("much", {
      "sail.ts": `class Jib {\n${members.join("")}}\n\nexport function hoist() {}\n`,
    });
    const listed = (await ask("What is in sail.ts?", [root])).text.match(/^- `\w+`/gm) ?? [];
    assert.deepEqual([listed.length, listed[0], listed[1], listed.at(-1)], [24, "- `Jib`", "- `reef0`", "- `hoist`"]);
  });

  it("is that of the folder that is mentioned or written, where several have it", async () => {
    const folders = [
      temporary.commit("two/harbour", HARBOUR),
      temporary.write("two/quay", { ...HARBOUR, [SETTLE]: "def pay():\n    cash()\n" }),
    ];
    const both = filesOf(await ask(`What does ${SETTLE} do?`, folders));
    assert.deepEqual(both.map((file) => `${file?.repository ?? ""}/${file?.path ?? ""}`).sort(), [
      `harbour/${SETTLE}`,
      `quay/${SETTLE}`,
    ]);
    for (const question of [
      `What does ${folders[1] ?? ""}/${SETTLE} do?`,
      `What does quay/${SETTLE} do?`,
      `What does @${SETTLE} in @quay do?`,
      `What does this do? (about @quay @${SETTLE})`,
    ]) {
      const answer = await ask(question, folders);
      assert.deepEqual(
        filesOf(answer).map((file) => file?.repository),
        ["quay"],
        `${question}\n${answer.text}`,
      );
    }
  });

  it("is what the passages begin with that a model is given", async () => {
    for (const [question, ...wanted] of NAMED) {
      const { evidence = [] } = await ask(question, roots.slice(0, 1), { withEvidence: true });
      const given = [...new Set(evidence.map((passage) => passage.path))];
      assert.deepEqual(given.slice(0, wanted.length).sort(), [...wanted].sort(), question);
    }
  });

  it("is shown from where it begins behind its licence, and with what says more than that", async () => {
    const rest = "are met:\n".repeat(20);
    const body = "export const fare = 1;\n".repeat(80);
    const files: Readonly<Record<string, readonly [text: string, begin: string]>> = {
      "lib/block.ts": [`/*\n * Copyright 2026 Ferries\n${rest} */\n\nimport "./a";\n${body}`, 'import "./a";'],
      "lib/lines.py": [
        `#!/usr/bin/env python\n# Copyright (c) Ferries\n${"# more\n".repeat(20)}\n"""Fares."""\nfare = 1\n`,
        '"""Fares."""',
      ],
      "lib/two.c": [
        `// SPDX-License-Identifier: MIT\n/* All rights reserved. */\n/* What a fare costs. */\nint fare;\n`,
        "/* What a fare costs. */",
      ],
      "lib/told.c": [`/* Fares of ferries.\n *\n * Copyright 2026\n */\nint fare;\n`, "/* Fares of ferries."],
      "lib/plates.ts": [`// License plates of cars.\n${body}`, "// License plates of cars."],
      "lib/alone.ts": ["// Copyright 2026 Ferries\n", "// Copyright 2026 Ferries"],
    };
    const root = temporary.write(
      "licences",
      Object.fromEntries(Object.entries(files).map(([path, [text]]) => [path, text])),
    );
    for (const [path, [, begin]] of Object.entries(files)) {
      const { text } = await ask(`What does ${path} do?`, [root]);
      const [, code] = text.split("### 1. ")[1]?.split(/^```.*\n/m) ?? [];
      assert.equal(code?.split("\n", 1)[0], begin, path);
    }
  });

  it("is shown in a long file with its head and definitions, or where it has what is asked", async () => {
    const steps = Array.from({ length: 40 }, (_, at) => `export function step${at}() {\n  return run${at}();\n}\n`);
    const root = temporary.write("long", {
      "lib/steps.ts": `// All steps.\nimport { run } from "./run";\n\n${steps.join("\n")}\nexport function giveBack(fare) {\n  return refundOf(fare);\n}\n`,
      "lib/refund.ts": "export function refundOf(fare) {\n  return fare; // refund the fare\n}\n",
    });
    const general = await ask("What does lib/steps.ts do?", [root]);
    assert.match(general.text, /\*\*In it:\*\*\n\n- `step0` · \[`lib\/steps\.ts:4–6`\].*\n- `step1`/);
    assert.match(general.text, /and 17 more/);
    assert.match(general.text, /### 1\. .*lib\/steps\.ts:1–/);
    const specific = await ask("How does lib/steps.ts refund a fare?", [root]);
    assert.match(specific.text, /### 1\. `giveBack` · .*lib\/steps\.ts/);
    assert.deepEqual(pathsOf(specific), ["lib/steps.ts", "lib/refund.ts"]);
    const { evidence = [] } = await ask("What does lib/steps.ts do?", [root], { withEvidence: true });
    const lines = evidence.flatMap((passage) => passage.lines.map((_, at) => passage.startLine + at));
    assert.equal(new Set(lines).size, lines.length, "no line is given twice");
    assert.ok(lines.length > 160, "all of it is given");
  });
});
