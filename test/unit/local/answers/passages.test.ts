import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { CodeIndex } from "../../../../src/local/answers/ranking/codeIndex.ts";
import { TimeSlices } from "../../../../src/core/text/timeSlices.ts";
import { statedPassages } from "../../../../src/local/answers/passages/statedFirst.ts";
import { rankedPassages } from "../../../../src/local/answers/passages/rankedPassages.ts";
import { createWordKinship } from "../../../../src/local/answers/ranking/wordKinship.ts";
import { openCodeBase } from "../../../../src/local/code/files/codeBase.ts";
import { LINE_BREAK_IN_NAME } from "../../../support/systems.ts";
import { watchTurns } from "../../../support/turns.ts";
import { engineOf, engineOver, ripgrep } from "../runningService.ts";

describe("the passages that fit a question", () => {
  let root: string;
  before(() => {
    root = mkdtempSync(path.join(tmpdir(), "plumbline-passages-"));
  });
  after(() => {
    rmSync(root, { recursive: true });
  });
  let folders = 0;
  const write = (files: Readonly<Record<string, string>>): string => {
    const folder = mkdtempSync(path.join(root, `code${folders++}-`));
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
    return folder;
  };
  const rank = async (folder: string, question: string, index = new CodeIndex()) => {
    const engine = engineOf(await openCodeBase([folder]));
    const request = { question, earlier: [], engine, most: 6, signal: new AbortController().signal };
    return rankedPassages(request, { index });
  };
  const find = async (...args: Parameters<typeof rank>) => (await rank(...args)).passages;

  for (const [what, begin, indent, end] of [
    ["functions", "", "", ""],
    ["methods of one class", "class All {\n", "  ", "\n}"],
  ] as const) {
    it(`are found while everything else has its turn, however many lines there are: ${what}`, async () => {
      const body = Array.from({ length: 60_000 }, (_, at) =>
        at % 6 === 0
          ? `${indent}${indent === "" ? "function " : ""}item${at}(value) {`
          : at % 6 === 5
            ? `${indent}}`
            : `${indent}  let retry${at} = go(interval);`,
      );
      const folder = write({ "a.js": `${begin}${body.join("\n")}${end}` });
      const turns = watchTurns();
      const passages = await find(folder, "Where is the retry interval read?");
      const longestMs = turns.stop();
      assert.ok(passages.length > 0);
      assert.ok(longestMs < 100, `${longestMs} ms of processor time without a turn for others`);
    });
  }

  it("hold the code rather than the tail of a long comment above it", async () => {
    const comment = Array.from({ length: 100 }, (_, at) => ` * line ${at} about the retry`).join("\n");
    const [first] = await find(
      write({ "a.js": `/**\n${comment}\n */\nfunction retry() {\n  return interval\n}\n` }),
      "Where is retry?",
    );
    assert.equal(first?.lines[0], "function retry() {");
  });

  describe("for a text in quotation marks", () => {
    let folder: string;
    before(() => {
      folder = write({
        "berth.js": [
          "/** Raised when no berth is free. */",
          "class BerthError extends Error {}",
          "function moor(ship) {",
          "  // It's an error if no berth is free.",
          "  if (berths.length === 0)",
          "    throw new BerthError(`${ship.name}: no berth is free.`);",
          "}",
          "",
        ].join("\n"),
        "quay.js": "function berth(free) {\n  return free.berth;\n}\n",
        "cli.js": 'function stop() {\n  console.log("Stopped!");\n  console.log("🚢");\n}\n',
        "stopped.js": "export function stopped() {\n  return printed(text);\n}\n",
        "pier.js":
          'function dock(size) {\n  fail(`Too long for this pier (${size} m)`);\n  setUp("Set up the pier");\n}\n',
      });
    });
    for (const [question, file, line] of [
      ['Where is "no berth is free" raised?', "berth.js", "throw new"],
      ["What says 'no berth is free.'?", "berth.js", "throw new"],
      ["Where does “No berth is free.” come from?", "berth.js", "throw new"],
      ["where is the text 'Stopped!' printed?", "cli.js", "Stopped!"],
      ['Where is "Stopped!." printed?', "cli.js", "Stopped!"],
      ["Wo wird „Stopped!“ ausgegeben?", "cli.js", "Stopped!"],
      ['Where is "🚢" used?', "cli.js", "🚢"],
      ['What prints "Too long for this pier (90 m)"?', "pier.js", "Too long"],
      ['Who calls it with "Set up the pier"?', "pier.js", "Set up"],
      ["Error: Too long for this pier (90 m)", "pier.js", "Too long"],
      ["BerthError: Ada: no berth is free. Where does that come from?", "berth.js", "throw new"],
      ["I get this:\n[12:03] error: no berth is free\nWhy?", "berth.js", "throw new"],
    ] as const)
      it(`begin with the code that has it: ${question}`, async () => {
        const { passages, confidence } = await rank(folder, question);
        const [first] = passages;
        assert.equal(first?.file.path, file);
        assert.ok(first.lines.some((each) => each.includes(line)));
        assert.equal(confidence, "sure");
      });

    it("are told of a message without a word about what is not in the code, which may be a library's", async () => {
      const { missing } = await rank(folder, "error: undefined is not a function. Why?");
      assert.deepEqual(missing, []);
    });

    it("are not sure to be the place where it is nowhere", async () => {
      const { missing, confidence } = await rank(folder, 'Where is "no such text at all" in BerthError?');
      assert.deepEqual(
        missing.map(({ label }) => label),
        ["no such text at all"],
      );
      assert.notEqual(confidence, "sure");
    });
  });

  it("show of a long class what comes first in it, unless that has a place of its own, rather than its head alone", async () => {
    const method = (name: string, length: number) => [
      `  ${name}() {`,
      ...Array.from({ length }, () => "    work();"),
      "  }",
    ];
    const methods = [method("constructor", 72), ...Array.from({ length: 8 }, (_, at) => method(`other${at}`, 12))];
    const long = ["class Frobnicator {", ...methods.flat(), "}", ""].join("\n");
    const headIn = async (files: Readonly<Record<string, string>>) =>
      (await find(write({ "a.js": long, ...files }), "Frobnicator")).find(
        ({ startLine, file }) => startLine === 0 && file.path === "a.js",
      );
    const alone = await headIn({});
    assert.deepEqual(alone?.lines, ["class Frobnicator {"]);
    const uses = Array.from({ length: 8 }, (_, at) => [
      `b${at}.js`,
      `function makeFrobnicator${at}() {\n  return new Frobnicator();\n}\n`,
    ]);
    const head = await headIn(Object.fromEntries(uses) as Record<string, string>);
    assert.equal(head?.name, "Frobnicator");
    assert.deepEqual(head.lines.slice(0, 2), ["class Frobnicator {", "  constructor() {"]);
    assert.equal(head.endLine, 74, "the end of the constructor");
  });

  it("are code in a script that only its first line tells, before data that says the same", async () => {
    const script = "#!/usr/bin/env bash\n\n# Sends the release.\nupload-release ()\n{\n  curl release\n}\n";
    const folder = write({
      "a.json": '{ "upload": "release", "upload-release": "upload the release" }',
      deploy: script,
    });
    const [first] = await find(folder, "How is a release uploaded?");
    assert.equal(first?.file.path, "deploy");
    assert.equal(first.name, "upload-release");
  });

  it("have eighty lines at most, and stand in no two places", async () => {
    const long = Array.from({ length: 400 }, (_, at) => `  send(frobnicate, ${at});`).join("\n");
    const passages = await find(write({ "a.js": `function all() {\n${long}\n}\n` }), "Where is frobnicate sent?");
    assert.ok(passages.length > 1);
    for (const { startLine, endLine, lines } of passages) {
      assert.ok(lines.length <= 80 && lines.length === endLine - startLine + 1);
      const others = passages.filter((other) => other.startLine <= endLine && other.endLine >= startLine);
      assert.equal(others.length, 1);
    }
  });

  it("have the lines that a search counts, however they end", async () => {
    const lines = [
      ...Array.from({ length: 200 }, (_, at) => `step(${at});`),
      "function retry() {",
      "  return interval;",
      "}",
    ];
    for (const end of ["\n", "\r\n"]) {
      const [first] = await find(write({ "a.js": lines.join(end) }), "Where is the interval of retry?");
      assert.ok(first && first.startLine > 100);
      assert.deepEqual(first.lines, lines.slice(first.startLine, first.endLine + 1));
      assert.ok(first.lines.includes("function retry() {"));
    }
    for (const [text, line] of [
      ["one\r\r\ntwo\r\r\nthree anchor\r\r\n", 2],
      ["one\rtwo\rthree anchor\r", 0],
      ["one\rtwo\nthree anchor\n", 1],
    ] as const) {
      const [first] = await find(write({ "a.js": text }), "Where is the anchor?");
      assert.ok(first && first.startLine <= line && first.endLine >= line, JSON.stringify(first));
      assert.match(first.lines[line - first.startLine] ?? "", /anchor/);
    }
  });

  it("are those of the code as it is now", async () => {
    const index = new CodeIndex();
    const folder = write({ "a.js": "function retry() {\n  return interval\n}\n" });
    assert.equal((await find(folder, "Where is the interval?", index))[0]?.name, "retry");
    const file = path.join(folder, "a.js");
    writeFileSync(file, "function again() {\n  return interval\n}\n");
    utimesSync(file, new Date(), new Date(Date.now() + 5_000));
    assert.equal((await find(folder, "Where is the interval?", index))[0]?.name, "again");
  });

  it("are found too where there is no room to keep what was read", async () => {
    const index = new CodeIndex(0);
    const folder = write({ "a.js": "function retry() {\n  return interval\n}\n" });
    for (const time of [1, 2]) assert.equal((await find(folder, "Where is the interval?", index)).length, 1, `${time}`);
  });

  it("are found beside a file of which the system tells nothing, as in a folder that can't be entered", async () => {
    const folder = write({ "retry.js": "function retry() {\n  return interval\n}\n" });
    const index = new CodeIndex();
    const untold = path.join(folder, "untold\0"); // no system looks at such a name
    assert.equal(index.stateOf(untold), undefined);
    const listed: typeof ripgrep = async function* (...request) {
      yield Buffer.from(untold);
      yield* ripgrep(...request);
    };
    const engine = engineOver(listed)(await openCodeBase([folder]));
    const request = { question: "Where is retry?", earlier: [], engine, most: 6, signal: AbortSignal.any([]) };
    const { passages } = await rankedPassages(request, { index });
    assert.deepEqual(
      passages.map(({ file }) => file.path),
      ["retry.js"],
    );
  });

  describe("of more code than can be read for one question", () => {
    const noise = Array.from(
      { length: 40 },
      (_, at) => [`noise${at}.js`, `function wait${at}(delay) {\n${"  go(delay);\n".repeat(50)}}\n`] as const,
    );
    const ask = async (folder: string, question: string, index = new CodeIndex(), readAtMost = 4_000) => {
      const engine = engineOf(await openCodeBase([folder]));
      const { signal } = new AbortController();
      const steps: string[] = [];
      const step = (text: string) => steps.push(text);
      const found = await rankedPassages(
        { question, earlier: [], engine, most: 6, signal, step },
        { index, readAtMost },
      );
      return { ...found, steps, first: found.passages[0]?.file.path };
    };

    it("are those of files with most of the words, and it is told", async () => {
      const oddName = `a${LINE_BREAK_IN_NAME}b.js`;
      const folder = write({
        ...Object.fromEntries(noise),
        [oddName]: "function pause(delay) {\n  return backoff(delay);\n}\n",
        "backoff.test.js": "test(backoff(delay));\n",
      });
      const { first, unreadCount, steps } = await ask(folder, "Where is the delay of a backoff decided?");
      assert.equal(first, oddName);
      assert.ok(unreadCount > 30, `${unreadCount}`);
      assert.ok(steps.includes(`Reading ${42 - unreadCount} of 42 files`), steps.join("\n"));
      const all = await ask(folder, "Where is the delay of a backoff decided?", undefined, 1_000_000);
      assert.deepEqual([all.first, all.unreadCount], [oddName, 0]);
    });

    it("are found by short words where these begin one, and by the names of files", async () => {
      const folder = write({
        ...Object.fromEntries(noise.map(([file, text]) => [file, text.replaceAll("go(", "dialog(cleanup, ")])),
        "user.js": "function open(delay) {\n  return userLog(delay);\n}\n",
        "cleanup.js": "function shut(delay) {\n  return cleanup(delay);\n}\n",
      });
      assert.equal((await ask(folder, "Where is the log?")).first, "user.js");
      assert.equal((await ask(folder, "Where is the cleanup?")).first, "cleanup.js");
    });

    it("are those of the file that is asked about, whatever is in it", async () => {
      const folder = write({ ...Object.fromEntries(noise), "other.js": "function shut() {\n  return all;\n}\n" });
      const name = path.basename(folder);
      assert.equal((await ask(folder, `What is the delay? (about @${name} @other.js:1-3)`)).first, "other.js");
      assert.equal((await ask(folder, `Explain this (about @${name} @other.js)`)).first, "other.js");
      assert.equal((await ask(folder, "What is nowhere?")).passages.length, 0);
    });

    it("are read again only where others were asked about since", async () => {
      const folder = write(Object.fromEntries(noise));
      const index = new CodeIndex(12_000);
      const known = async (question: string) => {
        await ask(folder, question, index, 1_500);
        return noise.flatMap(([file]) => (index.stateOf(path.join(folder, file))?.known ? [file] : []));
      };
      assert.deepEqual(await known("Where is wait7?"), ["noise7.js"]);
      assert.deepEqual(await known("Where is wait8?"), ["noise7.js", "noise8.js"]);
      for (const at of [10, 11, 12, 7, 13, 14, 15, 16]) await known(`Where is wait${at}?`);
      const last = await known("Where is wait17?");
      assert.ok(last.includes("noise17.js") && last.includes("noise7.js") && !last.includes("noise8.js"), last.join());
    });
  });

  it("are of another file at last where a sentence asks, and those before it are of few", async () => {
    const body = (name: string) =>
      `function ${name}(interval) {\n  retry(interval);\n${"  go();\n".repeat(70)}  retry(interval);\n}\n`;
    const folder = write({
      "much.js": Array.from({ length: 12 }, (_, at) => body(`retry${at}`)).join("\n"),
      "other.js": `${"go();\n".repeat(200)}sleep(interval);\n`,
    });
    const filesOf = async (question: string) => (await find(folder, question)).map(({ file }) => file.path);
    const much = Array.from({ length: 5 }, () => "much.js");
    assert.deepEqual(await filesOf("Where is the interval of a retry?"), [...much, "other.js"]);
    assert.deepEqual(await filesOf("interval of retry"), [...much, "much.js"]);
  });

  it("are of several files rather than of one where a change is spoken of", async () => {
    const body = (name: string) => `function ${name}(interval) {\n  retry(interval);\n${"  go();\n".repeat(70)}}\n`;
    const folder = write({
      "much.js": Array.from({ length: 12 }, (_, at) => body(`retry${at}`)).join("\n"),
      "other.js": body("sleep"),
    });
    const filesOf = async (question: string) => new Set((await find(folder, question)).map(({ file }) => file.path));
    assert.equal((await filesOf("interval of retry")).size, 1);
    assert.equal((await filesOf("Fixed the interval of retry")).size, 2);
  });

  it("define what the question names, before what uses it most", async () => {
    const folder = write({
      "uses.js": Array.from({ length: 30 }, (_, at) => `parseRetry(${at}, parseRetry);`).join("\n"),
      "home.js": "/* … */\nfunction parseRetry(value) {\n  const number = Number(value);\n  return number;\n}\n",
    });
    for (const question of ["parseRetry", "What does parseRetry do?"])
      assert.equal((await find(folder, question))[0]?.file.path, "home.js", question);
  });

  it("define a single word that is asked for alone, and what is named with its class", async () => {
    const uses = (call: string) => Array.from({ length: 30 }, (_, at) => `${call}(${at}, ${call});`).join("\n");
    const folder = write({
      "uses.cc": `${uses("open")}\n${uses("Door::open")}\n`,
      "door.cc":
        "#include <door>\n\nvoid Door::open(int how, const Key &key) {\n  unlock(how, key);\n  swing(90);\n}\n",
    });
    for (const question of ["open", "Door::open", "What does Door::open do?"])
      assert.equal((await find(folder, question))[0]?.file.path, "door.cc", question);
  });

  for (const [words, file, mentioned] of [
    ["rate limiter", "rate_limiter.rs", "rate"],
    ["session store expiry", "sessionStore/index.ts", "session, store, expiry"],
    ["url parsing", "urlparser.py", "url"],
  ] as const) {
    it(`are those of the file that is called like what is sought: ${words}`, async () => {
      const folder = write({
        "a.js": `function begin() {\n${`  go(${words.replaceAll(" ", ", ")});\n`.repeat(30)}}\n`,
      });
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), `function begin() {\n  go(${mentioned});\n}\n`);
      assert.equal((await find(folder, words))[0]?.file.path, file);
    });
  }

  it("are those that do what is asked, rather than of a file that is called like one word of the question", async () => {
    const folder = write({
      "log.ts": "export function line() {\n  return log;\n}\n",
      "rotation.ts": "export function rotate() {\n  removeOldest(log, sizeLimit);\n  rename(log);\n}\n",
    });
    const [first] = await find(folder, "How is the oldest log removed when its size limit is reached?");
    assert.equal(first?.file.path, "rotation.ts");
  });

  it("do what is described, rather than define what the description mentions", async () => {
    const others = Array.from({ length: 40 }, (_, at) => `function other${at}(client) {\n  go(${at});\n}\n`);
    const folder = write({
      "home.js": "function parseRetry(value) {\n  const number = Number(value);\n  return number;\n}\n",
      "ask.js":
        "function askAgain(client) {\n  const interval = parseRetry(client.header);\n  banner.show(interval);\n}\n",
      "others.js": others.join("\n"),
    });
    const first = async (question: string) => (await find(folder, question))[0]?.file.path;
    assert.equal(await first("interval of parseRetry"), "home.js");
    assert.equal(await first("Shows a banner with the interval of a header that parseRetry reads."), "ask.js");
  });

  it("define what some words describe, before what only has the same words", async () => {
    const body = (name: string, words: string) =>
      `function ${name}(one, two) {\n  const ${words} = one(two);\n  return ${words};\n}\n`;
    const folder = write({
      "a.js": body("handleTheOtherValueLater", "retry = interval"),
      "b.js": body("retryInterval", "value = other"),
    });
    assert.equal((await find(folder, "interval of a retry"))[0]?.file.path, "b.js");
  });

  it("are those of the file that does much, where a change is spoken of", async () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, at) => `function other${at}() {\n  go(${at});\n}\n`).join("\n");
    const has = (name: string) => `function ${name}() {\n  const queue = socket.read();\n}\n\n${others(30)}\n`;
    const folder = write({ "core.js": `${has("wait")}${has("again")}${others(400)}`, "small.js": has("keep") });
    assert.equal((await find(folder, "socket of the queue"))[0]?.file.path, "small.js");
    assert.equal((await find(folder, "Fixed the socket of the queue"))[0]?.file.path, "core.js");
  });

  it("are those of the larger of two files that have as much of it, where a change is spoken of", async () => {
    const has = "function keep() {\n  const queue = socket.read();\n}\n\n";
    const others = Array.from({ length: 40 }, (_, at) => `function other${at}() {\n  go(${at});\n}\n`).join("\n");
    const folder = write({ "large.js": `${has}${others}`, "a.js": has });
    assert.equal((await find(folder, "socket of the queue"))[0]?.file.path, "a.js");
    assert.equal((await find(folder, "Fixed the socket of the queue"))[0]?.file.path, "large.js");
  });

  it("begin with a definition, rather than in the middle of one", async () => {
    const steps = (count: number) => Array.from({ length: count }, (_, at) => `  step(${at});\n`).join("");
    const folder = write({
      "a.js": `function open() {\n${steps(60)}  step(retry);\n${steps(60)}}\n`,
      "b.js": `function close() {\n${steps(33)}  step(retry);\n${steps(5)}}\n\nfunction other() {\n${steps(60)}}\n`,
    });
    assert.equal((await find(folder, "Where is retry?"))[0]?.file.path, "b.js");
  });

  it("have words that go with those of the question, if both have those", async () => {
    const code = (call: string) => `function one(file) {\n  ${call}(file);\n  finish();\n}\n`;
    const folder = write({ "a.js": code("describe"), "b.js": code("unlink"), "c.js": code("measure") });
    const kinship = createWordKinship((message) => assert.equal(message, ""))();
    const engine = engineOf(await openCodeBase([folder]));
    const request = { question: "Delete a file", earlier: [], engine, most: 3, signal: new AbortController().signal };
    const { passages } = await rankedPassages(request, { index: new CodeIndex(), kinship });
    assert.deepEqual([passages[0]?.file.path, passages.length], ["b.js", 3]);
  });

  it("have words that go with those of a description, or of words alone, in all of their pieces", async () => {
    const call = (name: string) => `const ${name} = () => {\n${`  ${name}(file);\n`.repeat(6)}};\n\n`;
    const folder = write({
      "a.js": `${call("unlink")}${call("font")}${call("paint")}`,
      "b.js": `${call("unlink")}${call("unlink")}${call("unlink")}`,
    });
    const kinship = createWordKinship((message) => assert.equal(message, ""))();
    const engine = engineOf(await openCodeBase([folder]));
    const first = async (question: string) => {
      const request = { question, earlier: [], engine, most: 1, signal: new AbortController().signal };
      const { passages } = await rankedPassages(request, { index: new CodeIndex(), kinship });
      return passages[0]?.file.path;
    };
    assert.equal(await first("Where is a file deleted?"), "a.js"); // both are equally akin by their best piece
    assert.equal(await first("delete a file"), "b.js");
    assert.equal(await first("Deletes a file from the disk."), "b.js");
  });

  it("have words that a name runs together", async () => {
    const [first] = await find(
      write({
        "a.c": "int freereg(State *s) {\n  return s->top--;\n}\n",
        "b.c": "int closefile(State *s) {\n  return s->top--;\n}\n",
      }),
      "Free a register",
    );
    assert.equal(first?.file.path, "a.c");
  });

  it("have the words that code has, rather than those that only describe it", async () => {
    const folder = write({
      "a.js": "function one() {\n  return correspondingWhether(appropriate);\n}\n",
      "b.js": "function two() {\n  return token(schema);\n}\n",
      ...Object.fromEntries(
        Array.from({ length: 9 }, (_, at) => [`c${at}.js`, `function three${at}() {\n  return ${at};\n}\n`]),
      ),
      "d.js": "function four() {\n  return token;\n}\nfunction five() {\n  return schema;\n}\n",
    });
    const [first] = await find(folder, "whether the corresponding token has an appropriate schema");
    assert.equal(first?.file.path, "b.js");
  });

  it("are the lines that are selected, with the name of what they are", async () => {
    const method = (name: string, lines: number) => `  fun ${name}(to: Ledger) {\n${"    go(to)\n".repeat(lines)}  }\n`;
    const folder = write({
      "Ledger.kt": `class Ledger {\n${method("deposit", 1)}\n${method("transfer", 3)}\n${method("long", 120)}}\n`,
    });
    const name = path.basename(folder);
    const about = async (lines: string) => {
      const [first] = await find(folder, `What does this deposit? (about @${name} @Ledger.kt:${lines})`);
      return [first?.name, (first?.startLine ?? 0) + 1, (first?.endLine ?? 0) + 1];
    };
    assert.deepEqual(await about("6-10"), ["transfer", 6, 10]);
    assert.deepEqual(await about("5-11"), ["transfer", 6, 10]); // with blank lines around it
    assert.deepEqual(await about("8"), ["transfer", 6, 10]);
    assert.deepEqual(await about("20-30"), ["long", 20, 30]);
    assert.deepEqual(await about("2-10"), ["Ledger", 2, 10]);
    assert.equal((await about("20"))[0], "long");
  });

  it("are code rather than its tests, unless those are asked for", async () => {
    const folder = write({
      "store.js": "function evictOldest(sessions) {\n  sessions.delete(oldest(sessions));\n}\n",
      "store.test.js":
        "it('evicts the oldest session', () => {\n  evictOldest(sessions);\n  evictOldest(sessions);\n});\n",
    });
    assert.equal((await find(folder, "How is the oldest session evicted?"))[0]?.file.path, "store.js");
    assert.equal((await find(folder, "Which test evicts the oldest session?"))[0]?.file.path, "store.test.js");
  });

  it("fit what is asked, whatever the name of all of it, unless that is what is asked for", async () => {
    const folder = path.join(root, "ferry-app");
    mkdirSync(folder);
    writeFileSync(path.join(folder, "a.js"), "function countBoats(pier) {\n  return pier.boats.length;\n}\n");
    const labels = async (question: string) =>
      (await rank(folder, question)).terms.filter(({ isPhrase }) => !isPhrase).map(({ label }) => label);
    assert.deepEqual(await labels("How does ferry-app count boats?"), ["count", "boats"]);
    assert.deepEqual(await labels("How are boats counted in Ferry-App?"), ["boats", "counted"]);
    assert.ok((await labels("Who paints the ferry-app icon?")).includes("ferry"));
    assert.ok((await labels("Why does ferry-app?")).includes("ferry"));
  });

  it("begin with what a manifest states, if that is asked for, and only then", async () => {
    const files = {
      "package.json": '{\n  "name": "shop",\n  "engines": {\n    "node": ">=20"\n  }\n}\n',
      "node.js":
        "/** Which node version is required, as a string. */\nfunction nodeVersion() {\n  return required;\n}\n",
      "CHANGELOG.md": "# Changes\n\n## 1.1.0\n\n- Second\n\n## 1.0.0\n\n- First\n",
    };
    const placesFor = async (question: string) =>
      (await find(write(files), question)).map(({ file, startLine, endLine }) => [file.path, startLine, endLine]);
    const [needs, ranked] = await placesFor("Which Node version is required?");
    assert.deepEqual([needs, ranked?.[0]], [["package.json", 2, 4], "node.js"]);
    assert.deepEqual((await placesFor("What changed in 1.0?"))[0], ["CHANGELOG.md", 6, 8]);
    assert.deepEqual((await placesFor("Where is the node version returned?"))[0]?.[0], "node.js");
    assert.deepEqual((await placesFor("Which Python version is required?"))[0]?.[0], "node.js");
  });

  it("are looked for in manifests while everything else has its turn, however many files there are", async () => {
    const folder = write({ "package.json": '{\n  "engines": { "node": ">=20" }\n}\n' });
    const codeBase = await openCodeBase([folder]);
    const place = codeBase.locate(path.join(folder, "package.json"));
    assert.ok(place);
    const paths = Array.from({ length: 100_000 }, (_, at) => {
      const name = at === 0 ? "package.json" : `packages/${at}/${at % 3 === 0 ? "package.json" : "index.js"}`;
      return { ...place, path: name, file: path.join(folder, name) };
    });
    const slices = new TimeSlices({ signal: new AbortController().signal });
    const turns = watchTurns();
    const stated = await statedPassages({ fact: "needs", of: "node" }, paths, { files: [], codeBase, slices });
    const longestMs = turns.stop();
    assert.deepEqual(
      stated.passages.map(({ file, startLine }) => [file.path, startLine]),
      [["package.json", 1]],
    );
    assert.ok(longestMs < 100, `${longestMs} ms of processor time without a turn for others`);
  });

  it("are where a name of several words is, though other code has all its words and counts more", async () => {
    const files = {
      "screen.js":
        "/** Enters the alt screen. */\nfunction enterAltScreen(screen) {\n  screen.alt = altScreen(screen);\n}\n",
      "UPGRADE.md": "# Upgrade\n\nSet `view.alt` in place of `withAltScreen()`.\n",
    };
    const [first] = await find(write(files), "What does withAltScreen do?");
    assert.deepEqual([first?.file.path, first?.lines.join().includes("withAltScreen")], ["UPGRADE.md", true]);
    const own = { ...files, "own.js": "function with_alt_screen() {\n  return enterAltScreen(screen);\n}\n" };
    assert.equal((await find(write(own), "What does with_alt_screen do?"))[0]?.file.path, "own.js");
  });
});
