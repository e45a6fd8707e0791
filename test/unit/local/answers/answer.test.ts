import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { marked } from "../../../../src/core/conversations/exportMark.ts";
import { parseSourceLink } from "../../../../src/core/sources/sourceLink.ts";
import { createAnswerFinder } from "../../../../src/local/answers/answer.ts";
import { Commits } from "../../../../src/local/code/files/commits.ts";
import { revisionOfContent } from "../../../../src/local/code/files/keptFiles.ts";
import { GitPermission } from "../../../../src/local/code/files/gitPermission.ts";
import type { FoundAnswer } from "../../../../src/local/answers/conversations/foundAnswer.ts";
import { headOf, makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { engineOf, engineOver, ripgrep } from "../runningService.ts";

const PACKAGE = new URL("../../../../node_modules/eventsource-parser/", import.meta.url);
const FILES = [
  "README.md",
  "package.json",
  "src/errors.ts",
  "src/index.ts",
  "src/parse.ts",
  "src/stream.ts",
  "src/types.ts",
];

/** A small program, in which each question has a single answer. */
const PROGRAM = {
  "README.md": "# Cache\n\nThe default of idleTimeout is documented. A SessionStore evicts sessions from the cache.\n",
  "lib/errors.js":
    "class IdleTimeoutError extends Error {\n  constructor (message) {\n    super(message)\n    this.name = 'IdleTimeoutError'\n  }\n}\nmodule.exports = { IdleTimeoutError }\n",
  "lib/client.js":
    "const { SessionStore } = require('./store')\nconst { IdleTimeoutError } = require('./errors')\n\nclass Client {\n  constructor ({ idleTimeout, sessions }) {\n    if (idleTimeout != null && idleTimeout < 0) {\n      throw new IdleTimeoutError('idleTimeout is negative')\n    }\n    this.idleTimeout = idleTimeout != null ? idleTimeout : 3e3\n    this.store = new SessionStore(sessions)\n  }\n}\n",
  "lib/store.js":
    "class SessionStore {\n  constructor (max) {\n    this.max = max\n    this.cache = new Map()\n  }\n\n  get (key) {\n    const ref = this.cache.get(key)\n    return ref ? ref.deref() : null\n  }\n\n  set (key, session) {\n    if (this.cache.size >= this.max) {\n      // evict the oldest session\n      const [oldest] = this.cache.keys()\n      this.cache.delete(oldest)\n    }\n    this.cache.set(key, session)\n  }\n}\nmodule.exports = { SessionStore }\n",
};

describe("an answer", () => {
  let temporary: TemporaryFolder;
  let root: string;
  let head: string;
  before(() => {
    temporary = makeTemporaryFolder();
    root = temporary.commit(
      "parser",
      Object.fromEntries(FILES.map((file) => [file, readFileSync(new URL(file, PACKAGE))])),
      {
        remote: "https://github.com/rexxars/eventsource-parser.git",
      },
    );
    head = headOf(root);
    appendFileSync(path.join(root, "src/index.ts"), "// changed since\n");
    temporary.write("program", PROGRAM);
    temporary.write("tested", {
      ...PROGRAM,
      "test/store.test.js":
        "describe('session store', () => {\n  it('evicts the oldest entry', () => {\n    const store = new SessionStore(1)\n    store.set('a', 1)\n    store.set('b', 2)\n    assert(!store.get('a'))\n  })\n})\n",
      "test/client.test.js":
        "describe('client', () => {\n  it('refuses a negative timeout', () => {\n    assert.throws(() => new Client({ idleTimeout: -1 }))\n  })\n})\n",
    });
    temporary.write("exported", {
      ...PROGRAM,
      "evicted.md": marked("# Evicted\n\n> Where is the oldest session evicted?\n\nThe oldest session is evicted.\n"),
      "evicted.json": '{ "exportedBy": "Plumbline", "title": "Where is the oldest session evicted?" }\n',
    });
    temporary.write("doors", {
      "bin/deploy": "#!/bin/sh\n\n# Sends the doors.\nupload ()\n{\n  curl doors\n}\n",
      "door.lua":
        "local Door = {}\n\nfunction Door:open(key)\n  if key then\n    return unlock(key)\n  end\nend\n\nreturn Door\n",
      "use.lua": "local function enter(door)\n  door:open(door)\n  door:open(1)\nend\nreturn enter\n",
      "keys/lock.lua": `local doors = {}\n${"local step = go()\n".repeat(90)}function Lock.unlock(key)\n  turn(key)\n  return true\nend\n`,
    });
    temporary.write("odd", {
      "fences.ts": "/** Unusualword:\n * ````md\n * ```\n */\nexport function unusualword() {\n  return `x`;\n}\n",
      "par(en)s.ts":
        "\n\n\nexport const parenthetical = 1;\nexport function parenthetical2() {\n  return parenthetical;\n}\n",
    });
  });
  after(() => temporary.remove());
  const steps: string[] = [];
  const ask = (
    question: string,
    earlier: readonly string[] = [],
    folders: readonly string[] = [root],
    gitFolders: readonly string[] = [], // with git, each answer starts eight processes of it
  ): Promise<FoundAnswer> =>
    createAnswerFinder({ engineOf, commits: new Commits(new GitPermission(gitFolders)) })({
      question,
      earlier,
      folders,
      signal: new AbortController().signal,
      step: (text) => steps.push(text),
    });
  const filesOf = ({ sources }: FoundAnswer) =>
    sources.filter(({ type }) => type === "File").map(({ link }) => parseSourceLink(link, "http://127.0.0.1/"));
  /** Whether one of the first passages contains a text. */
  const shows = ({ text }: FoundAnswer, wanted: string) => text.split("### ").slice(1, 4).join("").includes(wanted);

  it("says first that no model wrote it", async () => {
    const { text } = await ask("How does the parser handle a byte order mark?");
    assert.match(text, /^\*Extracted from the code on this machine, not written by a model\.\*/);
  });

  const places: readonly (readonly [question: string, wanted: string])[] = [
    ["How does the parser handle a byte order mark?", "Strip exactly one leading BOM"],
    ["Where is the retry interval parsed?", "case 'retry':"],
    ["What happens to an unknown field?", "unknown-field"],
    ["What limits the size of the buffer?", "maxBufferSize"],
    ["What does `ParseError` look like?", "class ParseError"],
    ["where is createParser defined", "export function createParser"],
  ];
  for (const [question, wanted] of places) {
    it(`finds the place: ${question}`, async () => {
      const answer = await ask(question);
      assert.ok(shows(answer, wanted), answer.text);
      assert.ok(filesOf(answer).length >= 3, "at least three sources");
    });
  }

  const first: readonly (readonly [question: string, wanted: string, earlier?: string])[] = [
    ["What is the default of idleTimeout?", ": 3e3"],
    ["When is a session thrown out of the cache?", "this.cache.delete(oldest)"],
    ["And who uses SessionStore?", "new SessionStore(", "What is SessionStore?"],
    ["What is SessionStore?", "class SessionStore"],
    ["What does the README say about the default?", "is documented"],
  ];
  for (const [question, wanted, earlier] of first) {
    it(`comes to the point first: ${question}`, async () => {
      const { text } = await ask(question, earlier === undefined ? [] : [earlier], [
        path.join(temporary.root, "program"),
      ]);
      assert.ok(text.split("### ")[1]?.includes(wanted), text);
    });
  }

  it("begins with the part of a document whose heading says what somebody wants to do", async () => {
    const yard = temporary.write("yard", {
      "src/cranes.ts":
        "/** Takes a crane and makes sure that no new one is added beside it. */\nexport function hoist(crane: Crane): void {\n  cranes.push(crane);\n}\n\nexport function cranesOf(yard: Yard): readonly Crane[] {\n  return yard.cranes;\n}\n",
      "docs/yard.md":
        "# The yard\n\nCranes are added and removed at night, when no crane moves.\n\n## Adding new cranes\n\nWrite to the harbour master, then wait for the tide.\n",
      "docs/boats.rst": "Removing a boat\n===============\n\nPull it out of the water.\n",
      "src/boats.py": "def haul(boat):\n    # remove the boat\n    boats.remove(boat)\n",
    });
    for (const [question, wanted] of [
      ["How do I add a new crane?", "Write to the harbour master"],
      ["How can I remove a boat?", "Pull it out"],
      ["Where is a new crane added?", "cranes.push"],
    ] as const) {
      const { text } = await ask(question, [], [yard]);
      assert.ok(text.split("### ")[1]?.includes(wanted), text);
    }
  });

  it("says where to look first only where one place is far ahead, else that it is not sure", async () => {
    const program = [path.join(temporary.root, "program")];
    assert.match(
      (await ask("How does a `SessionStore` evict?", [], program)).text,
      /\*\*Look here first:\*\* `SessionStore`/,
    );
    const twins = temporary.write("twins", {
      "one.js": "function first(record) {\n  if (!record) {\n    return undefined\n  }\n  return record.name\n}\n",
      "two.js": "function second(record) {\n  if (!record) {\n    return null\n  }\n  return record.title\n}\n",
    });
    const { text } = await ask("What becomes of an empty record?", [], [twins]);
    assert.doesNotMatch(text, /Look here first/);
    assert.match(text, /\*\*Not sure:\*\* these mention .*`record`/);
    const partly = await ask("How are records and giraffes told apart?", [], [twins]);
    assert.match(partly.text, /\*\*Not sure:\*\* these mention `records`, but not `giraffes`/);
    const german = await ask("Wie werden Datensätze und Giraffen unterschieden?", [], [twins]);
    assert.match(german.text, /\*\*Not sure:\*\* these mention `record`, but not `giraffen`, `distinguish`\./);
    const later = await ask("And why?", ["What becomes of an empty record?"], [twins]);
    assert.match(later.text, /\*\*Not sure:\*\* these mention .*`record`/);
  });

  it("says of each passage where it has what was asked about", async () => {
    const { text } = await ask(
      "When is a session thrown out of the cache?",
      [],
      [path.join(temporary.root, "program")],
    );
    const [, first = ""] = text.split("### ");
    assert.match(first, /^_.*in the code: .*`cache`.*_$/m);
    assert.match(first, /^_.*in the code: .*`evicted`|in a comment: `evicted`/m);
  });

  it("names further files that fit below the passages, each with its lines and a reason, and without code", async () => {
    const handler = (at: number) =>
      `function handle${at}(record) {\n  if (!record) {\n    return reject(record, ${at})\n  }\n  return record.name\n}\n`;
    const folder = temporary.write("handlers", {
      ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`handler${at}.js`, handler(at)])),
      "far.js": "function far() {\n  const record = 1\n}\n",
    });
    const { text, sources } = await ask("Where is a record without a name rejected by its handle?", [], [folder]);
    const [passages = "", below = ""] = text.split("**Also look here:**\n\n");
    const places = [...(below.split("\n\n")[0] ?? "").split("\n")];
    assert.equal(places.length, 4, text);
    for (const place of places) {
      assert.ok(place.split(" · ").length <= 4, place); // on one line, if possible
      const [, file = ""] = /^- `handle\d+` · \[`(handler\d+\.js):1–6`\]\(\S+\) · _in the name: .*_$/.exec(place) ?? [];
      assert.ok(file !== "" && !passages.includes(file), place);
      assert.ok(
        sources.some(
          ({ type, label, link }) => type === "File" && label === `${file}:1–6` && place.includes(`(${link})`),
        ),
        place,
      );
    }
  });

  it("names no further files where none comes near the passages", async () => {
    const { text } = await ask("What is `SessionStore`?", [], [path.join(temporary.root, "program")]);
    assert.doesNotMatch(text, /Also look here/);
  });

  it("takes the subject of the question before along to its tests", async () => {
    const folder = [path.join(temporary.root, "tested")];
    const [before] = filesOf(await ask("How does the session store evict its oldest entry?", [], folder));
    assert.equal(before?.path, "lib/store.js");
    const [after] = filesOf(
      await ask("And where is it tested?", ["How does the session store evict its oldest entry?"], folder),
    );
    assert.equal(after?.path, "test/store.test.js");
  });

  it("shows definitions of at most eighty lines as a whole, and never a part that is cut inside braces", async () => {
    const long = Array.from({ length: 30 }, (_, at) => `  if (ready${at}) {\n    send(frobnicate, ${at});\n  }`).join(
      "\n",
    );
    const folder = temporary.write("long", {
      "long.js": `function frobnicate() {\n${long}\n}\n`,
      "fits.js": `function frobnicateAll() {\n${long.split("\n").slice(0, 60).join("\n")}\n}\n`,
    });
    const { text } = await ask("Where is frobnicate sent?", [], [folder]);
    const excerpts = [...text.matchAll(/^```\w*\n([^]*?)\n```$/gm)].map(([, excerpt = ""]) => excerpt);
    assert.ok(
      excerpts.some((excerpt) => /^function frobnicateAll\(\) \{[^]*^\}$/m.test(excerpt)),
      text,
    );
    for (const excerpt of excerpts.filter((part) => !part.startsWith("function frobnicate()")))
      assert.equal(excerpt.split("{").length, excerpt.split("}").length, excerpt);
  });

  it("shows whole statements", async () => {
    const { text } = await ask("Which fields are potential and buffered as trailing?");
    for (const [, excerpt = ""] of text.matchAll(/^```\w*\n([^]*?)\n```$/gm)) {
      const [head = ""] = excerpt.split("\n");
      assert.doesNotMatch(head, /^\s*[)&|?.]/);
    }
  });

  it("lists the words of the question, not those of the selection", async () => {
    const at = "(about @github.com/rexxars/eventsource-parser @src/parse.ts:459-471)";
    const [, listed = ""] =
      /(?:Terms:|these mention) (.*)\.$/m.exec((await ask(`How is the retry value checked? ${at}`)).text) ?? [];
    assert.match(listed, /`retry`/);
    assert.doesNotMatch(listed, /parseInt|onRetry|ParseError/);
  });

  it("links to the very lines that it shows, at the commit of files that are as committed, else at the file's content", async () => {
    const question = "Where is the retry interval parsed, and what does index export?";
    const answer = await ask(question, [], [root], [root]);
    for (const [, link = "", excerpt = ""] of answer.text.matchAll(
      /^### .*?\]\((\S+)\).*\n\n(?:_.*_\n\n)?```\w*\n([^]*?)\n```$/gm,
    )) {
      const place = parseSourceLink(link, "http://127.0.0.1/");
      assert.equal(place?.repository, "github.com/rexxars/eventsource-parser");
      const content = readFileSync(path.join(root, place.path));
      const isChanged = place.path === "src/index.ts";
      assert.equal(place.revision, isChanged ? revisionOfContent(content) : head);
      assert.equal(answer.cited?.some(({ path }) => path === place.path) ?? false, isChanged);
      const lines = readFileSync(path.join(root, place.path), "utf8")
        .split("\n")
        .slice(place.range?.startLine, (place.range?.endLine ?? 0) + 1);
      assert.deepEqual(
        excerpt.split("\n").map((line) => line.trim()),
        lines.map((line) => line.trim()),
      );
    }
  });

  it("is about names as a whole, whatever letters these have", async () => {
    const others = Array.from({ length: 30 }, (_, at) => `function other${at}() {\n  go();\n  go();\n  go();\n}\n\n`);
    const folder = temporary.write("maße", {
      "a.ts": [
        "export function prüfeMaß(größe: number) {\n  const a = istGültig(größe);\n  return a && 検索(größe);\n}\n\n",
        ...others,
        "function istGültig(größe: number) {\n  go();\n  return größe < 10;\n}\n\n",
        "function 検索(größe: number) {\n  go();\n  return größe > 1;\n}\n",
      ].join(""),
    });
    const { text, followUps } = await ask("What does prüfeMaß do?", [], [folder]);
    assert.match(text, /### 1\. `prüfeMaß`/);
    for (const name of ["istGültig", "検索"]) assert.ok(text.includes(`\`${name}\``), `${name} is related`);
    assert.ok(followUps.includes("Where is `prüfeMaß` used?"), followUps.join());
  });

  it("has a short title, suggestions, and steps while it is made", async () => {
    steps.length = 0;
    const { title, text, followUps } = await ask(
      "Where is the retry interval parsed? I looked everywhere and could not find it at all.",
    );
    assert.equal(title, "Where is the retry interval parsed?");
    assert.ok(followUps.length >= 2);
    for (const followUp of followUps) {
      const [, name] = /^\S.* `([\w$]+)`.*\?$/.exec(followUp) ?? [];
      assert.ok(name !== undefined && text.includes(name), `${followUp} is about what the answer shows`);
    }
    assert.ok(steps.length >= 3 && steps[0]?.startsWith("Searching for"));
    assert.ok((await ask(`How ${"very ".repeat(40)}long`)).title.length <= 70);
  });

  it("is about the files that are named, in whatever language and writing", async () => {
    const folder = temporary.write("words", {
      "src/Übung.js": "function check(x) {\n  return x > 1\n}\n",
      "src/bung.js": "function check(x) {\n  return x > 2\n}\n",
      "lib/bung.js": "function check(x) {\n  return x > 3\n}\n",
      "lib/my (own) bung.js": "function check(x) {\n  return x > 4\n}\n",
    });
    for (const [question, file] of [
      ["What does @src/Übung.js do?", "src/Übung.js"],
      ['What does @"lib/my (own) bung.js" do?', "lib/my (own) bung.js"],
      ["请问src/Übung.js的check是什么", "src/Übung.js"],
      ["What does src\\bung.js check?", "src/bung.js"],
      ["What does `C:\\code\\words\\lib\\bung.js` check?", "lib/bung.js"],
    ] as const)
      assert.ok((await ask(question, [], [folder])).text.split("### ")[1]?.includes(file), question);
  });

  it("is called as it was asked, in whatever language", async () => {
    const asked = "Wo wird das Intervall der Wiederholung gelesen?";
    const { title, text } = await ask(asked);
    assert.equal(title, asked);
    assert.ok(text.includes("`interval`"), text);
    assert.equal((await ask("再試行の間隔はどこで読み取る？設定ではない。")).title, "再試行の間隔はどこで読み取る？");
  });

  it("starts from the selection that stands in front of the question", async () => {
    const excerpt = "function processField(field: string, value: string, line: string) {\n  switch (field) {";
    const answer = await ask(
      `In \`src/parse.ts\` (repository \`github.com/rexxars/eventsource-parser\`), lines 440–460:\n\n\`\`\`ts\n${excerpt}\n\`\`\`\n\nWhat does this do?`,
    );
    const [first] = filesOf(answer);
    assert.equal(first?.path, "src/parse.ts");
    assert.ok((first.range?.startLine ?? 0) <= 459 && (first.range?.endLine ?? 0) >= 439);
    assert.equal(answer.title, "What does this do? (parse.ts)");
  });

  it("starts from the place that stands behind the question", async () => {
    const at = `@github.com/rexxars/eventsource-parser@${head.slice(0, 12)} @src/parse.ts:459-471`;
    const answer = await ask(`What does this do? (about ${at})`);
    const [first] = filesOf(answer);
    assert.equal(first?.path, "src/parse.ts");
    assert.ok((first.range?.startLine ?? 0) <= 470 && (first.range?.endLine ?? 0) >= 458);
    assert.equal(answer.title, "What does this do? (parse.ts)");
    assert.ok(filesOf(answer).length >= 3, answer.text);
    assert.match(answer.text, /^\*\*You asked about:\*\* .*`src\/parse\.ts:4/m);
    assert.doesNotMatch(answer.text, /Look here first/); // the person has just been there
  });

  it("keeps the subject of earlier questions", async () => {
    const answer = await ask("And who calls it?", ["What does `processField` do?"]);
    assert.ok(answer.text.includes("processField"));
    assert.ok(filesOf(answer).some((file) => file?.path === "src/parse.ts"));
  });

  it("finds what a follow-up asks that says all by itself, whatever was asked about before", async () => {
    const about = "(about @github.com/rexxars/eventsource-parser @src/parse.ts:40-60)";
    const before = `How does this handle a byte order mark?\nAnd where? ${about}`;
    const answer = await ask("Where is the retry interval parsed?", [before]);
    assert.ok(shows(answer, "case 'retry':"), answer.text);
  });

  it("says when an identifier is nowhere", async () => {
    assert.match(
      (await ask("Is `parseFrobnication` like ParseError?")).text,
      /Not found anywhere: `parseFrobnication`/,
    );
  });

  it("shows a document first that a question is about", async () => {
    const answer = await ask(
      "How is the retry interval handled? (about @github.com/rexxars/eventsource-parser @README.md)",
    );
    assert.equal(filesOf(answer)[0]?.path, "README.md", answer.text);
    assert.ok(
      filesOf(answer).some((file) => file?.path === "src/parse.ts"),
      answer.text,
    );
  });

  it("gives an overview of a folder or a repository where nothing else is asked", async () => {
    const folder = await ask("What is done here? (about @github.com/rexxars/eventsource-parser @src)");
    assert.equal(filesOf(folder)[0]?.path, "src/index.ts");
    assert.ok(
      filesOf(folder).every((file) => file?.path.startsWith("src/")),
      folder.text,
    );
    const repository = await ask("What is done here? (about @github.com/rexxars/eventsource-parser)");
    assert.equal(filesOf(repository)[0]?.path, "README.md");
    assert.ok(filesOf(repository).length >= 3, repository.text);
  });

  it("counts the repositories that have files, not a folder around them that has none", async () => {
    temporary.commit("around/one", { "a.js": "const retries = 3;\n" });
    temporary.commit("around/other", { "b.js": "const retries = 4;\n" });
    const { text } = await ask("Where are the retries?", [], [path.join(temporary.root, "around")]);
    assert.match(text, /Best matches in 2 files of 2 repositories\./);
  });

  it("is of the folders and repositories only that the question is about", async () => {
    const folders = [root, path.join(temporary.root, "program"), path.join(temporary.root, "tested")];
    const from = (answer: FoundAnswer) => [...new Set(filesOf(answer).map((file) => file?.repository))];
    const program = await ask("Where is the retry interval of a session? (about @program)", [], folders);
    assert.deepEqual(from(program), ["program"]);
    assert.match(program.text, /Best matches in 4 files of `program`\./);
    assert.deepEqual(from(await ask("Where does @tested evict a session?", [], folders)), ["tested"]);
    const test = await ask("Where is a session evicted? (about @tested @test)", [], folders);
    assert.ok(
      filesOf(test).every((file) => file?.path.startsWith("test/")),
      test.text,
    );
    const both = await ask("Where is the oldest session evicted?\n\n(about @program)\n(about @tested)", [], folders);
    assert.deepEqual(from(both).sort(), ["program", "tested"]);
    const folder = await ask("Where is a session evicted? (about @lib)", [], folders);
    assert.ok(
      filesOf(folder).length > 0 && filesOf(folder).every((file) => file?.path.startsWith("lib/")),
      folder.text,
    );
    const nothing = await ask("Where is the byte order mark? (about @program)", [], folders);
    assert.match(nothing.text, /Nothing found\..*Only `program` was searched, because the question is about it\./s);
    const file = await ask(
      "Where is the session evicted that this makes? (about @program @lib/client.js:5-11)",
      [],
      folders,
    );
    assert.ok(
      filesOf(file).some((other) => other?.path === "lib/store.js"),
      file.text,
    );
  });

  it("is of the folder first that the question names, also where that is no repository", async () => {
    const folders = [path.join(temporary.root, "tested"), path.join(temporary.root, "program")];
    for (const name of ["program", "tested"]) {
      const [first] = filesOf(await ask(`Where does the ${name} throw the idle timeout error?`, [], folders));
      assert.equal(first?.repository, name);
    }
  });

  it("begins with the lines of a stack trace, in its order, whatever is around them", async () => {
    const folders = [path.join(temporary.root, "program")];
    const answer = await ask(
      `Why does this happen?

IdleTimeoutError: idleTimeout is negative
    at new Client (/home/me/app/program/lib/client.js:7:13)
    at SessionStore.get (/home/me/app/program/lib/store.js:8:30)
    at process.processTicksAndRejections (node:internal/process/task_queues:104:5)
    at go (/home/me/app/program/lib/nowhere.js:1:1)`,
      [],
      folders,
    );
    assert.match(answer.text, /\*\*You asked about:\*\* `Client` in/);
    assert.deepEqual(
      filesOf(answer)
        .slice(0, 2)
        .map((file) => file?.path),
      ["lib/client.js", "lib/store.js"],
    );
    assert.doesNotMatch(answer.text, /Not found anywhere/);
  });

  it("begins with the six innermost frames in files of one's own, in every language's order", async () => {
    const lines = "x\n".repeat(30);
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`src/f${at}.js`, lines]));
    const folder = temporary.write("frames", {
      ...files,
      "a/index.js": lines,
      "index.js": lines,
      "node_modules/lib/index.js": lines,
      "web.py": lines,
      "db.py": lines,
    });
    const frames = Array.from({ length: 9 }, (_, at) => `    at f (/srv/frames/src/f${at}.js:${at + 3}:5)`);
    const js = await ask(
      `Why?\nError: x\n    at g (/srv/frames/node_modules/lib/index.js:3:1)\n${frames.join("\n")}`,
      [],
      [folder],
    );
    assert.deepEqual(
      filesOf(js).map((file) => file?.path),
      [0, 1, 2, 3, 4, 5].map((at) => `src/f${at}.js`),
    );
    assert.match(
      js.text,
      /\*\*Printed places:\*\* `\/srv\/frames\/node_modules\/lib\/index\.js:3`, \[`\/srv\/frames\/src\/f0\.js:3`\]\(.*f8\.js:11`/,
    );
    const python = await ask(
      'Why?\n  File "/home/me/frames/web.py", line 3, in a\n    b()\n  File "/app/db.py", line 9, in b\nValueError',
      [],
      [folder],
    );
    assert.deepEqual(
      filesOf(python)
        .slice(0, 2)
        .map((file) => file?.path),
      ["db.py", "web.py"],
    );
    const [only] = filesOf(await ask("Why?\n    at f (/home/me/frames/a/index.js:3:1)", [], [folder]));
    assert.equal(only?.path, "a/index.js");
  });

  it("is the lines or the file alone that are asked about, where these have no words to look for", async () => {
    const folders = [path.join(temporary.root, "doors")];
    const lines = await ask("What is done here? (about @doors @use.lua:5)", [], folders);
    assert.match(lines.text, /^\*Extracted [^*]*\*\n\n\*\*You asked about:\*\* .*use\.lua/);
    const file = await ask("What is done here? (about @doors @bin/deploy)", [], folders);
    assert.deepEqual(
      filesOf(file).map((each) => each?.path),
      ["bin/deploy"],
    );
  });

  it("is an overview where it is asked what all of it is", async () => {
    const folders = [path.join(temporary.root, "program")];
    for (const question of [
      "What does this project do?",
      "Give an overview: the parts, and how they work together. (about @program)",
      "How is the code base organized?",
      "architecture",
      "Was macht dieses Projekt?",
    ]) {
      const { text } = await ask(question, [], folders);
      assert.match(text, /First lines of the most relevant files/, question);
      assert.match(text, /### 1\. .*README\.md/, question);
    }
    for (const question of ["What does this project do with sessions?", "Where is the architecture of the store?"])
      assert.doesNotMatch((await ask(question, [], folders)).text, /First lines/, question);
  });

  it("knows what is defined by the last part of its name", async () => {
    const { text } = await ask("What is `open`?", [], [path.join(temporary.root, "doors")]);
    assert.match(text, /\*\*Defined in 1 place:\*\*\n\n- `Door` · \[`door\.lua:3`\]/);
    assert.match(text, /### 1\. `Door:open`/);
    const found = await ask("Where does a door open?", [], [path.join(temporary.root, "doors")]);
    assert.match(found.text, /`Lock\.unlock`/);
  });

  it("knows the language of a script by its first line", async () => {
    const folders = [path.join(temporary.root, "doors")];
    const found = await ask("What is done here? (about @doors @bin)", [], folders);
    assert.match(found.text, /`upload` · .*```sh\n# Sends the doors\.\n/s);
  });

  it("of a folder says how many files it has, whatever else is open", async () => {
    const folders = [root, path.join(temporary.root, "program")];
    const { text } = await ask("What is done here? (about @github.com/rexxars/eventsource-parser @src)", [], folders);
    assert.match(text, /First lines of the most relevant files, out of 5 files of `src`\./);
    const whole = await ask("What is done here? (about @github.com/rexxars/eventsource-parser)", [], folders);
    assert.match(
      whole.text,
      /First lines of the most relevant files, out of 7 files of `github\.com\/rexxars\/eventsource-parser`\./,
    );
  });

  it("leaves conversations out that were exported into the folder, unless it is asked about them", async () => {
    const folders = [path.join(temporary.root, "exported")];
    const found = await ask("Where is the oldest session evicted?", [], folders);
    assert.equal(filesOf(found)[0]?.path, "lib/store.js");
    assert.deepEqual(
      filesOf(found).filter((file) => file?.path.startsWith("evicted")),
      [],
      found.text,
    );
    const about = await ask("What is said of the oldest session? (about @exported @evicted.md)", [], folders);
    assert.ok(
      filesOf(about).some((file) => file?.path === "evicted.md"),
      about.text,
    );
  });

  it("says what it searched for when it finds nothing, and what to do", async () => {
    const answer = await ask("Where is the zyzzogeton quuxified?");
    assert.match(answer.text, /Nothing found.*`zyzzogeton`/s);
    assert.match(answer.text, /Search Code/);
    assert.deepEqual(answer.sources, []);
    assert.match((await ask("???")).text, /Nothing found/);
  });

  it("says which files and folders could not be read, whether it finds something or nothing", async () => {
    const secret = path.join(root, "secret");
    const untold = path.join(root, "u".repeat(256)); // no system looks at such a name
    const refusing: typeof ripgrep = async function* (args, separator, options) {
      yield* ripgrep(args, separator, options);
      if (args.includes("--files")) yield Buffer.from(`${untold}\0`);
      options.onRefused?.(secret);
    };
    const find = createAnswerFinder({
      engineOf: engineOver(refusing),
      commits: new Commits(new GitPermission([root])),
    });
    const told: string[] = [];
    const asked = { earlier: [], folders: [root], signal: AbortSignal.any([]), step: told.push.bind(told) };
    for (const question of ["How does the parser handle a byte order mark?", "Where is the zyzzogeton quuxified?"]) {
      const { text, refused } = await find({ ...asked, question });
      assert.ok(text.includes(`**2 files or folders can't be read:** \`secret\`, \`${path.basename(untold)}\``), text);
      assert.deepEqual(refused, [secret, untold]);
    }
    assert.ok(told.includes("2 files or folders can't be read"), told.join("\n"));
  });

  it("says which of the open folders could not be read", async () => {
    const gone = path.join(temporary.root, "gone");
    for (const question of ["How does the parser handle a byte order mark?", "Where is the zyzzogeton quuxified?"]) {
      const { text } = await ask(question, [], [root, gone]);
      assert.ok(text.includes(`**1 folder can't be read:** \`${gone}\``), text);
    }
  });

  it("says that no folder is open, and looks nowhere else", async () => {
    const { text, sources } = await ask("How does the parser handle a byte order mark?", [], []);
    assert.match(text, /Nothing found\.\*\* No folder is open/);
    assert.doesNotMatch(text, /Searched/);
    assert.deepEqual(sources, []);
    const looked: string[] = [];
    const refuse = (args: readonly string[]) => {
      looked.push(args.join(" "));
      return ripgrep(args, "\0", { signal: AbortSignal.abort() });
    };
    const find = createAnswerFinder({ engineOf: engineOver(refuse), commits: new Commits(new GitPermission([root])) });
    await find({
      question: "byte",
      earlier: [],
      folders: [],
      signal: new AbortController().signal,
      step: () => undefined,
    });
    assert.deepEqual(looked, []);
  });

  it("survives backticks in code and brackets in paths", async () => {
    const { text } = await ask("What is unusualword?", [], [path.join(temporary.root, "odd")]);
    assert.match(text, /^`{5}typescript\n[^]*?^`{5}$/m);
    const { text: other } = await ask("What is parenthetical?", [], [path.join(temporary.root, "odd")]);
    assert.match(other, /\]\(\/odd@kept-[0-9a-f]{64}\/-\/blob\/par%28en%29s\.ts\?L\d/);
  });

  it("stops when it is told to", async () => {
    const controller = new AbortController();
    const answer = createAnswerFinder({ engineOf, commits: new Commits(new GitPermission([root])) })({
      question: "retry",
      earlier: [],
      folders: [root],
      signal: controller.signal,
      step: () => {
        controller.abort();
      },
    });
    await assert.rejects(answer, { name: "AbortError" });
  });
});
