import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { after, before, describe, it } from "mocha";
import { createAnswerFinder } from "../../../../../src/local/answers/answer.ts";
import { Commits } from "../../../../../src/local/code/files/commits.ts";
import { GitPermission } from "../../../../../src/local/code/files/gitPermission.ts";
import { readQuestionContext } from "../../../../../src/local/answers/questions/questionContext.ts";
import { usedNameIn } from "../../../../../src/local/answers/questions/usedName.ts";
import { piecesOf, type Ripgrep } from "../../../../../src/local/code/ripgrep/ripgrep.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { engineOf, engineOver, ripgrep } from "../../runningService.ts";

describe("an answer to where something is used", () => {
  let temporary: TemporaryFolder;
  let folder: string;
  before(() => {
    temporary = makeTemporaryFolder();
    folder = temporary.write("parser", {
      "src/parser.js":
        "// feed calls what is registered, and calls feed again.\nexport function feed(chunk) {\n  const calls = calls.next();\n  return calls(chunk);\n}\n\nexport function idle() {\n  return 0;\n}\n",
      "src/stream.js":
        'import { feed } from "./parser.js";\n\nexport class Stream {\n  write(chunk) {\n    this.count += 1;\n    feed(chunk);\n  }\n}\n',
      "src/table.js": 'import { feed } from "./parser.js";\n\nexport const handlers = { data: feed };\n',
      "test/parser.test.js": 'import { feed } from "../src/parser.js";\n\nit("feed", () => feed("a"));\n',
      "src/tape.js":
        "export class Tape {\n  run() {}\n}\nexport class Reel {\n  run() {}\n}\n\nexport const both = (tape) => tape.run();\n",
      "src/sum.pas":
        "function total(a: Integer): Integer;\nbegin\n  Result := a;\nend;\nprocedure Show;\nbegin\n  WriteLn(TOTAL(1));\nend;\n",
      "src/min.js": `function minified(){}${"minified();".repeat(100)}\nminified();${"others;".repeat(200)}\n`,
      "README.md": "# Parser\n\nCall feed to feed the parser; who calls feed again gets memory.\n",
    });
  });
  after(() => temporary.remove());
  const ask = async (question: string, earlier: readonly string[] = [], root = folder, runs = ripgrep) => {
    const find = createAnswerFinder({ engineOf: engineOver(runs), commits: new Commits(new GitPermission([])) });
    const signal = new AbortController().signal;
    return (await find({ question, earlier, folders: [root], signal, step: () => undefined })).text;
  };
  /** What is listed, without links. */
  const listIn = (text: string) =>
    text
      .replaceAll(/\]\([^)]*\)/g, "]")
      .split("\n")
      .filter((line) => /^(?:- |\*\*(?:Defined|Used|Not used|Tested))/.test(line));

  const LIST = [
    "**Defined:** [`src/parser.js:2`]",
    "**Used in 3 places:**",
    "- `write` · [`src/stream.js:6`] · `feed(chunk);`",
    "- `handlers` · [`src/table.js:3`] · `export const handlers = { data: feed };`",
    '- [`test/parser.test.js:3`] · `it("feed", () => feed("a"));`',
  ];
  for (const question of ["Who calls feed?", "Where is `feed` used?", "callers of feed", "Wer ruft feed auf?"])
    it(`lists the places, calls before other uses and tests: ${question}`, async () => {
      assert.deepEqual(listIn(await ask(question)), LIST);
    });

  const DEFINED = ["**Defined in 1 place:**", "- [`src/parser.js:2`] · `export function feed(chunk) {`"];
  for (const question of [
    "Where is feed defined?",
    "where's the function `feed`",
    "Which file defines feed?",
    "Show me the definition of feed",
    "Wo ist feed definiert?",
  ])
    it(`lists where it is defined: ${question}`, async () => {
      const text = await ask(question);
      assert.deepEqual(listIn(text), DEFINED);
      assert.match(text.split("### ")[1] ?? "", /^1\. `feed`[^]*calls\.next/);
      assert.doesNotMatch(text, /Not sure|Look here first/);
    });

  for (const question of [
    "What is `feed`?",
    "what does the feed function do",
    "Explain `feed()`.",
    "How does the function feed work?",
    "Was macht `feed`?",
  ])
    it(`explains it by its definition, uses and tests: ${question}`, async () => {
      const text = await ask(question);
      assert.deepEqual(listIn(text), [
        ...DEFINED,
        "**Used in 2 places:**",
        ...LIST.slice(2, 4),
        "**Tested in 1 place:**",
        ...LIST.slice(4),
      ]);
      assert.match(text.split("### ")[1] ?? "", /^1\. `feed`[^]*calls\.next/);
      assert.doesNotMatch(text, /Not sure|Look here first/);
    });

  it("knows names that end in a mark from those without, and from the mark of a sentence", async () => {
    const root = temporary.write("ruby", {
      "app.rb":
        "class App\n  def route(verb)\n    verb\n  end\n\n  def route!(base)\n    route(base)\n  end\n\n  def call\n    route!(self) unless empty?\n  end\n\n  def empty?\n    false\n  end\nend\n",
    });
    const listed = async (question: string) => (await ask(question, [], root)).match(/app\.rb:\d+/g)?.slice(0, 2);
    assert.deepEqual(await listed("who calls route!"), ["app.rb:6", "app.rb:11"]);
    assert.deepEqual(await listed("who calls route?"), ["app.rb:2", "app.rb:7"]);
    assert.deepEqual(await listed("Who calls `empty?`?"), ["app.rb:14", "app.rb:11"]);
    assert.deepEqual(listIn(await ask("Who calls feed!")), LIST);
  });

  it("takes the mark of a question for that of a name that is in the code", async () => {
    const root = temporary.write("asking", {
      "lib/door.rb":
        "class Door\n  def open?\n    @open\n  end\n\n  def open\n    @open = true unless !open?\n  end\n\n  def shut\n  end\nend\n",
      "lib/house.ex":
        "defmodule House do\n  def empty?(house), do: house.doors == []\n  def go(it), do: !empty?(it)\nend\n",
      "test/door_test.rb": "it 'opens' do\n  assert door.open?\n  door.shut\nend\n",
      "src/door.ts": "export interface Door {\n  open?: boolean;\n  shut?: boolean;\n}\n",
    });
    const uses = ["- `open` · [`lib/door.rb:7`]", "- [`test/door_test.rb:2`]"];
    for (const question of [
      "who calls open?",
      "Who calls open??",
      "who calls `open?`?",
      "who calls open?()",
      "Where is open? called",
      "Where is the method open? used?",
    ]) {
      const listed = listIn(await ask(question, [], root));
      assert.equal(listed[0], "**Defined:** [`lib/door.rb:2`]", question);
      assert.deepEqual(
        listed.slice(2).map((line) => line.replace(/ · `[^`]*`$/, "")),
        uses,
        question,
      );
    }
    assert.deepEqual(listIn(await ask("where is open? tested?", [], root)), [
      "**Defined:** [`lib/door.rb:2`]",
      "**Tested in 1 place:**",
      "- [`test/door_test.rb:2`] · `assert door.open?`",
    ]);
    assert.match(listIn(await ask("who calls empty?", [], root)).join(), /house\.ex:2.*house\.ex:3/);
    assert.match(listIn(await ask("who calls shut?", [], root)).join(), /door\.rb:10.*door_test\.rb:3/);
  });

  it("begins with the definition of what a name of code is, also of a macro", async () => {
    const root = temporary.write("macros", {
      "link.h": "/* How a link waits. */\n#define LINK_BLOCK 0x1\n#define LINK_FREE 0x2\n",
      "link.c": `#include "link.h"\n\nstatic void *__linkBlockForReply(link *c) {\n  return c->flags & LINK_BLOCK ? block(c) : 0;\n}\n`,
    });
    for (const question of ["what is LINK_BLOCK", "What does LINK_BLOCK mean?", "tell me about LINK_BLOCK"]) {
      const text = await ask(question, [], root);
      assert.deepEqual(listIn(text), [
        "**Defined in 1 place:**",
        "- [`link.h:2`] · `#define LINK_BLOCK 0x1`",
        "**Used in 1 place:**",
        "- `__linkBlockForReply` · [`link.c:4`] · `return c->flags & LINK_BLOCK ? block(c) : 0;`",
      ]);
      assert.match(text.split("### ")[1] ?? "", /^1\. .*link\.h:1/);
    }
  });

  it("begins with the definitions of both names that are compared, if both are defined", async () => {
    const root = temporary.write("compared", {
      "client.ts": "/** Waits for each answer. */\nexport class Client {\n  send() {}\n}\n",
      "later.ts":
        "/** Does not wait. */\nexport class AsyncClient {\n  send() {}\n}\n\nexport class Other {\n  go() {}\n}\n",
      "all.ts": `// A client, an async client and another client: the difference is in when they send.\n${"export const clients = [Client, AsyncClient, client];\n".repeat(9)}`,
    });
    const placesIn = (answer: string) => [...answer.matchAll(/^### \d\. .*?(\w+\.ts:\d+)/gm)].map(([, place]) => place);
    for (const question of [
      "What is the difference between Client and AsyncClient?",
      "difference between `Client` and `AsyncClient`",
      "Client vs AsyncClient",
      "compare Client with AsyncClient",
      "How does Client differ from AsyncClient?",
      "When should I use Client instead of AsyncClient?",
      "Was ist der Unterschied zwischen Client und AsyncClient?",
    ]) {
      const answer = await ask(question, [], root);
      assert.match(
        answer,
        /^\*\*Compared:\*\* `Client` in .*client\.ts:\d.* and `AsyncClient` in .*later\.ts:\d/m,
        question,
      );
      assert.deepEqual(placesIn(answer).slice(0, 2), ["client.ts:1", "later.ts:1"], question);
    }
    assert.match(await ask("AsyncClient vs Other", [], root), /^\*\*Look here first:\*\* .*later\.ts:1–8/m); // in one passage
    for (const question of ["Client vs NoClient", "What is the difference between Client and Client?"])
      assert.doesNotMatch(await ask(question, [], root), /Compared/, question);
  });

  it("shows both that are compared, each with its own lines, where one follows the other", async () => {
    const root = temporary.write("neighbours", {
      "tide.rs":
        "//! Tides.\n\n/// Rises.\npub struct Flood {\n    level: Level,\n}\n\n/// Falls, and holds\n/// what rises.\npub struct Ebb {\n    flood: Flood,\n}\n\nimpl Flood {\n    fn rise(&mut self) {\n        self.level.add(1);\n    }\n}\n",
    });
    for (const names of ["Flood and Ebb", "Ebb and Flood"]) {
      const answer = (await ask(`What is the difference between ${names}?`, [], root)).replaceAll(/\]\([^)]*\)/g, "]");
      const places = { Flood: "`Flood` in [`tide.rs:3–6`]", Ebb: "`Ebb` in [`tide.rs:8–12`]" };
      const [one, other] = names.split(" and ") as ("Flood" | "Ebb")[];
      assert.ok(one && other && answer.includes(`**Compared:** ${places[one]} and ${places[other]}`), answer);
    }
  });

  it("compares methods of one class rather than of two, and none with a function", async () => {
    const method = (type: string, name: string) => `// Goes.\nfunc (it *${type}) ${name}() int {\n\treturn 1\n}\n\n`;
    const root = temporary.write("methods", {
      "any.go": "package door\n\nfunc Open(key string) int {\n\treturn go(key)\n}\n",
      "door.go": `package door\n\n${method("Door", "Open")}`,
      "gate.go": `package door\n\n${method("Gate", "OpenSlowly")}${method("Gate", "Open")}`,
      "gate_more.go": `package door\n\n${method("Gate", "MustOpen")}`,
      "air/far.go": `package air\n\n${method("Bird", "Far")}`,
      "sea/far.go": `package sea\n\n${method("Fish", "Far")}`,
      "sea/near.go": `package sea\n\n${method("Boat", "Near")}`,
      "door_more.go": `package door\n\n${method("Door", "Shut")}`,
    });
    for (const [question, ...places] of [
      ["difference between Open and MustOpen", "`Open` in [`gate.go:8–11`]", "`MustOpen` in [`gate_more.go:3–6`]"],
      ["MustOpen vs Open", "`MustOpen` in [`gate_more.go:3–6`]", "`Open` in [`gate.go:8–11`]"],
      ["Near vs Far", "`Near` in [`sea/near.go:3–6`]", "`Far` in [`sea/far.go:3–6`]"],
      ["Shut vs Open", "`Shut` in [`door_more.go:3–6`]", "`Open` in [`door.go:3–6`]"],
    ] as const) {
      const answer = (await ask(question, [], root)).replaceAll(/\]\([^)]*\)/g, "]");
      assert.ok(answer.includes(`**Compared:** ${places.join(" and ")}`), `${question}\n${answer}`);
    }
  });

  it("lists what extends or implements a class, else all that uses it", async () => {
    const root = temporary.write("heirs", {
      "source.ts":
        "export interface Source {\n  read(): void;\n}\nexport class Alone {}\nexport const one: Alone = new Alone();\n",
      "file.ts":
        'import type { Source } from "./source.ts";\nexport class FileSource implements Source {\n  read() {}\n}\nexport function all(from: Source) {}\n',
    });
    for (const question of [
      "Which classes implement Source?",
      "Which classes implement `Source<T>`?",
      "who implements Source<Map<string, T[]>>",
      "who extends `Source`",
      "subclasses of Source",
      "what classes inherit from the Source interface?",
    ])
      assert.deepEqual(
        listIn(await ask(question, [], root)),
        [
          "**Defined:** [`source.ts:1`]",
          "- `FileSource` · [`file.ts:2`] · `export class FileSource implements Source {`",
        ],
        question,
      );
    assert.match(
      await ask("which classes implement Source?", [], root),
      /\*\*1 place extends or implements `Source`:\*\*/,
    );
    assert.ok(listIn(await ask("Which classes extend Alone?", [], root)).includes("**Used in 1 place:**"));
  });

  it("lists the types of Go that have all methods of an interface, wherever these are", async () => {
    const root = temporary.write("goTypes", {
      "boat.go":
        "package boat\n\n// Boat floats.\ntype Boat interface {\n\tfmt.Stringer\n\t// Load takes cargo.\n\tLoad(tons int) error\n\tName() string\n}\n",
      "ferry.go":
        "package boat\n\ntype Ferry struct {\n\tname string\n}\n\nfunc (f *Ferry) Load(tons int) error {\n\treturn nil\n}\n",
      "names.go":
        "package boat\n\nfunc (f *Ferry) Name() string {\n\treturn f.name\n}\n\nfunc (r Raft) Name() string {\n\treturn Name(r)\n}\n",
      "other/ferry.go": "package other\n\ntype Raft struct{}\n\nfunc (Raft) Load(tons int) error {\n\treturn nil\n}\n",
      "barge/barge.go":
        "package barge\n\ntype Barge[T any] struct{}\n\nfunc (b *Barge[T]) Load(tons int) error {\n\treturn nil\n}\n\nfunc (b *Barge[T]) Name() string {\n\treturn string(b)\n}\n",
      "barge/barge_test.go":
        "package barge\n\ntype (\n\tdinghy struct{}\n)\n\nfunc (dinghy) Load(int) error { return nil }\nfunc (dinghy) Name() string { return one }\n",
      "empty.go": "package boat\n\ntype Anything interface{}\n\nvar one Anything = 1\n",
    });
    assert.deepEqual(listIn(await ask("Which types implement Boat?", [], root)), [
      "**Defined:** [`boat.go:4`]",
      "- `Barge` · [`barge/barge.go:3`] · `type Barge[T any] struct{}`",
      "- `Ferry` · [`ferry.go:3`] · `type Ferry struct {`",
      "- `dinghy` · [`barge/barge_test.go:7`] · `func (dinghy) Load(int) error { return nil }`",
    ]);
    assert.ok(listIn(await ask("Which types implement Anything?", [], root)).includes("**Used in 1 place:**"));
  });

  it("lists the types of Go at once, whatever stands on a line, and members of what is called by signs", async () => {
    const root = temporary.write("endless", {
      "buoy.go": "package buoy\n\ntype Buoy interface {\n\tBlink(times int)\n}\n",
      "long.go": `package buoy\n\nfunc (${"a".repeat(300_000)}!) Blink(times int) {}\n`,
      "lamp.go": "package buoy\n\ntype Lamp struct{}\n\nfunc (Lamp) Blink(times int) {}\n",
    });
    assert.deepEqual(listIn(await ask("Which types implement Buoy?", [], root)), [
      "**Defined:** [`buoy.go:3`]",
      "- `Lamp` · [`lamp.go:3`] · `type Lamp struct{}`",
    ]);
    assert.match(await ask("What methods does `Buoy++` have?", [], root), /buoy\.go/);
  });

  it("lists the files that implement, include or import something", async () => {
    const root = temporary.write("mixins", {
      "mooring.rb": "module Mooring\n  def tie; end\nend\n",
      "boat.rb": "class Boat\n  include Quay::Mooring\nend\n",
      "raft.rb": "class Raft\n  prepend Mooring\nend\n",
      "tide.ts": "export interface Tide {}\nexport const high = 1;\n",
      "flood.ts": 'import type { Tide } from "./tide";\nexport class Flood implements Tide {}\n',
      "clock.py": "import time\n",
    });
    const heirs = [
      "- `Boat` · [`boat.rb:2`] · `include Quay::Mooring`",
      "- `Raft` · [`raft.rb:2`] · `prepend Mooring`",
    ];
    for (const question of ["which classes include Mooring?", "which files prepend `Mooring`?", "who includes Mooring"])
      assert.deepEqual(listIn(await ask(question, [], root)), ["**Defined:** [`mooring.rb:1`]", ...heirs], question);
    assert.deepEqual(listIn(await ask("Which files implement Tide?", [], root)), [
      "**Defined:** [`tide.ts:1`]",
      "- `Flood` · [`flood.ts:2`] · `export class Flood implements Tide {}`",
    ]);
    assert.deepEqual(listIn(await ask("Which files import time?", [], root)), [
      "**Used in 1 place:**",
      "- [`clock.py:1`] · `import time`",
    ]);
  });

  it("lists both, where a question names two", async () => {
    const root = temporary.write("two", {
      "tide.js": "export function rise() {}\nexport function fall() {}\n",
      "moon.js": "rise();\nfall();\nfall();\n",
    });
    for (const question of ["Who calls rise and fall?", "Where are `rise` and `fall` used?"])
      assert.deepEqual(
        listIn(await ask(question, [], root)),
        [
          ...["**Defined:** [`tide.js:1`]", "**Used in 1 place:**", "- [`moon.js:1`] · `rise();`"],
          ...["**Defined:** [`tide.js:2`]", "**Used in 2 places:**"],
          ...["- [`moon.js:2`] · `fall();`", "- [`moon.js:3`] · `fall();`"],
        ],
        question,
      );
    const answer = await ask("Who calls rise and fall?", [], root);
    assert.ok(/^\*\*`rise`\*\*\n\n\*\*Defined[^]*^\*\*`fall`\*\*\n\n\*\*Defined/m.test(answer), answer);
    assert.doesNotMatch(await ask("Who calls fall?", [], root), /^\*\*`fall`/m);
    assert.deepEqual(listIn(await ask("Who calls rise and shine?", [], root)).slice(0, 2), [
      "**Defined:** [`tide.js:1`]",
      "**Used in 1 place:**",
    ]);
  });

  it("lists what implements a thing in lower case, if its kind is said", async () => {
    const root = temporary.write("lower", {
      "pump.go":
        "package pump\n\ntype drain interface {\n\tempty() error\n}\n\ntype pipe struct{}\n\nvar _ drain = &pipe{}\n\nvar first drain\n",
    });
    for (const question of ["What implements the drain interface?", "Which types implement the interface drain?"])
      assert.deepEqual(
        listIn(await ask(question, [], root)),
        ["**Defined:** [`pump.go:3`]", "- `_` · [`pump.go:9`] · `var _ drain = &pipe{}`"],
        question,
      );
  });

  it("lists what extends or implements what is defined nowhere in the code, too", async () => {
    const root = temporary.write("elsewhere", {
      "Wrapper.java":
        "class Wrapper {\n  private final Appendable out;\n\n  static class Recorder implements Appendable {\n    void close() {}\n  }\n}\n",
    });
    assert.deepEqual(listIn(await ask("Which class implements Appendable?", [], root)), [
      "- `Recorder` · [`Wrapper.java:4`] · `static class Recorder implements Appendable {`",
    ]);
    assert.doesNotMatch(await ask("Which class implements Wrapping?", [], root), /extends or implements/);
  });

  it("lists what is in a class or a type, also where it is given that elsewhere", async () => {
    const root = temporary.write("members", {
      "winch.py":
        'class Winch:\n    """Turns a drum::\n\n        class Example:\n            winch = Winch()\n    """\n\n    def turn(self):\n        def once():\n            pass\n        once()\n\n    class Drum:\n        def wind(self):\n            pass\n\n\ndef turn(winch):\n    winch.turn()\n',
      "hull.go":
        "package boat\n\ntype Hull struct {\n\tlength int\n}\n\nfunc (h *Hull) Paint() {}\n\nfunc Sink(h *Hull) {}\n",
      "repair.go": "package boat\n\nfunc (h Hull) Mend(at int) {}\n\nfunc (k Keel) Mend(at int) {}\n",
      "far/hull.go": "package far\n\nfunc (h Hull) Drift() {}\n",
      "mast.rs":
        "pub struct Mast {\n    height: u8,\n}\n\nimpl Mast {\n    pub fn raise(&mut self) {}\n}\n\nimpl Drop for Mast {\n    fn drop(&mut self) {}\n}\n\nfn lower(mast: Mast) {}\n",
    });
    const membersIn = async (question: string) => {
      const text = (await ask(question, [], root)).split("**In it:**")[1]?.split("### ")[0] ?? "";
      return [...text.matchAll(/^- `(\w+)` · \[`([^`]+)`/gm)].map(([, name = "", place = ""]) => `${name} ${place}`);
    };
    for (const question of ["What methods does Winch have?", "List the members of Winch", "methods of `Winch`"])
      assert.deepEqual(await membersIn(question), ["turn winch.py:8", "Drum winch.py:13"], question);
    assert.deepEqual(await membersIn("Which methods does the Hull struct have?"), [
      "Paint hull.go:7",
      "Mend repair.go:3",
    ]);
    assert.deepEqual(await membersIn("Which functions are in Mast?"), ["raise mast.rs:6", "drop mast.rs:10"]);
    assert.deepEqual(await membersIn("Where is Mast defined?"), []);
    assert.match((await ask("What fields does Hull have?", [], root)).split("### ")[1] ?? "", /length int/);
  });

  it("begins with the definition of a thing that is named with an article, if its name is written as one", async () => {
    for (const question of ["What is a Tape?", "explain the Tape", "what does the Tape do?", "Was ist ein Tape?"])
      assert.deepEqual(
        listIn(await ask(question)),
        ["**Defined in 1 place:**", "- [`src/tape.js:1`] · `export class Tape {`"],
        question,
      );
  });

  it("lists where a thing is made, thrown or set, calls first", async () => {
    const root = temporary.write("thrown", {
      "errors.py": "class Stuck(Exception):\n    pass\n\n\ndef wait(): pass\n",
      "run.py":
        "from errors import Stuck\n\ndef pull():\n    try:\n        turn()\n    except Stuck:\n        pass\n\ndef turn():\n    raise Stuck('jammed')\n",
    });
    for (const question of [
      "Where is Stuck raised?",
      "what throws a Stuck",
      "which function creates `Stuck`?",
      "who publishes Stuck?",
      "Where do we catch the Stuck class",
    ])
      assert.deepEqual(
        listIn(await ask(question, [], root)),
        [
          "**Defined:** [`errors.py:1`]",
          "**Used in 2 places:**",
          "- `turn` · [`run.py:10`] · `raise Stuck('jammed')`",
          "- `pull` · [`run.py:6`] · `except Stuck:`",
        ],
        question,
      );
    assert.deepEqual(listIn(await ask("Where is the wait set?", [], root)), []);
  });

  for (const question of ["What is feed?", "What is parseNothing?", "What does it feed?", "Explain the feed."])
    it(`lists nothing where a name is only a word, or of nothing: ${question}`, async () => {
      assert.deepEqual(listIn(await ask(question)), []);
    });

  it("lists definitions with what they belong to, and those of one thing alone if the question says which", async () => {
    const each = ["- `Reel` · [`src/tape.js:5`] · `run() {}`", "- `Tape` · [`src/tape.js:2`] · `run() {}`"];
    assert.deepEqual(
      listIn(await ask("Where is run defined?")).toSorted(),
      ["**Defined in 2 places:**", ...each].toSorted(),
    );
    assert.deepEqual(listIn(await ask("Where is Tape.run defined?")), ["**Defined in 1 place:**", each[1]]);
  });

  it("leaves out what is written as a member of something else, where the name is asked for with its owner", async () => {
    const root = temporary.write("owners", {
      "src/boat.rs":
        "pub struct Boat;\n\nimpl Boat {\n    pub fn build() -> Self {\n        Boat\n    }\n\n    pub fn twin() -> Self {\n        Self::build()\n    }\n}\n\npub struct Raft;\n\nimpl Raft {\n    pub fn build() -> Self {\n        Raft\n    }\n\n    pub fn pair() -> Self {\n        Self::build()\n    }\n}\n",
      "src/yard.rs":
        "fn open() {\n    let boat = Boat::build();\n    let raft = Raft::build();\n    let list = Other::build();\n    boat.build();\n}\n",
      "yard.py":
        "class Hull:\n    def paint(self):\n        pass\n\nclass Deck:\n    def paint(self):\n        pass\n\ndef all(hull, thing):\n    hull.paint()\n    thing.paint()\n    Deck.paint(thing)\n    Hull.paint(thing)\n",
    });
    assert.deepEqual(listIn(await ask("Who calls Boat::build?", [], root)), [
      "**Defined:** [`src/boat.rs:4`]",
      "**Used in 3 places:**",
      "- `twin` · [`src/boat.rs:9`] · `Self::build()`",
      "- `open` · [`src/yard.rs:2`] · `let boat = Boat::build();`",
      "- `open` · [`src/yard.rs:5`] · `boat.build();`",
    ]);
    assert.deepEqual(listIn(await ask("Who calls Hull.paint?", [], root)), [
      "**Defined:** [`yard.py:2`]",
      "**Used in 3 places:**",
      "- `all` · [`yard.py:10`] · `hull.paint()`",
      "- `all` · [`yard.py:13`] · `Hull.paint(thing)`",
      "- `all` · [`yard.py:11`] · `thing.paint()`",
    ]);
  });

  it("says that there is nothing of the name of which a member is asked for", async () => {
    const root = temporary.write("unknown", {
      "sail.py": "class Base:\n    def hoist(self):\n        pass\n\nclass Jib(Base):\n    pass\n\nJib().hoist()\n",
    });
    for (const question of ["Who calls Keel.hoist?", "What is Keel.hoist?", "Where is `Keel.hoist` defined?"])
      assert.match(await ask(question, [], root), /^\*\*There is no `Keel`\*\* in what was searched\.$/m, question);
    for (const question of ["Who calls Jib.hoist?", "Where is Base.hoist defined?"])
      assert.doesNotMatch(await ask(question, [], root), /There is no/, question);
    assert.match(await ask("What is Jib.hoist?", [], root), /found by the name `hoist` alone/);
  });

  it("leaves out what a script for the shell runs, unless the name is defined in one", async () => {
    const root = temporary.write("scripts", {
      "src/oven.ts": "export class Oven {\n  bake(loaf) {}\n}\n\nexport const all = (oven) => oven.bake(1);\n",
      "ci/test.sh": "sift() {\n  grep flour\n}\npnpm run bake \\\n  --loaf\nsift\n",
      Makefile: "all:\n\tnpx bake\n",
    });
    assert.deepEqual(listIn(await ask("Who calls Oven.bake?", [], root)), [
      "**Defined:** [`src/oven.ts:2`]",
      "**Used in 1 place:**",
      "- `all` · [`src/oven.ts:5`] · `export const all = (oven) => oven.bake(1);`",
    ]);
    assert.match(listIn(await ask("Who calls sift?", [], root)).join(), /Used in 1 place.*ci\/test\.sh:6/);
  });

  it("knows what is set in a file of settings, if no code defines it", async () => {
    const root = temporary.write("settings", {
      "defaults/main.yml": "# mooring_fee: in euros\nmooring_fee: 12\nboats: 2\n",
      "tasks/main.yml": 'task: Charge\nfee: "{{ mooring_fee }}"\n',
      "compose.yaml": "services:\n  api:\n    environment:\n      QUAY_URL: http://quay\n      limit_of: 3\n",
      "api.js": "export const url = process.env.QUAY_URL;\nexport function limit_of() {}\n",
      "README.md": "Set mooring_fee.\n",
    });
    assert.deepEqual(listIn(await ask("Where is mooring_fee defined?", [], root)), [
      "**Defined in 1 place:**",
      "- [`defaults/main.yml:2`] · `mooring_fee: 12`",
    ]);
    assert.deepEqual(listIn(await ask("Who uses mooring_fee?", [], root)), [
      "**Defined:** [`defaults/main.yml:2`]",
      "**Used in 1 place:**",
      '- [`tasks/main.yml:2`] · `fee: "{{ mooring_fee }}"`',
    ]);
    const [, defined, , used] = listIn(await ask("What is QUAY_URL?", [], root));
    assert.deepEqual(
      [defined, used?.replace(/^- `url` · /, "- ")],
      ["- [`compose.yaml:4`] · `QUAY_URL: http://quay`", "- [`api.js:1`] · `export const url = process.env.QUAY_URL;`"],
    );
    assert.equal(listIn(await ask("Where is limit_of defined?", [], root)).length, 2);
    assert.deepEqual(listIn(await ask("Where is boats defined?", [], root)), []);
  });

  it("says where it is defined, however many files use it", async () => {
    const uses = Array.from({ length: 60 }, (_, at) => [`src/use${at}.ts`, `export const a${at} = pour(${at});\n`]);
    const root = temporary.write("many", {
      ...(Object.fromEntries(uses) as Record<string, string>),
      "types/pour.ts": "export function pour(water) {\n  return water;\n}\n",
    });
    const [defined, used] = listIn(await ask("Who calls pour?", [], root));
    assert.deepEqual([defined, used], ["**Defined:** [`types/pour.ts:1`]", "**Used in 60 places:**"]);
  });

  it("knows a name by the kind of it, its receiver, its arguments, or if nothing else is asked", async () => {
    const root = temporary.write("written", {
      "mill.go":
        "package mill\n\ntype Mill struct{}\n\nfunc (m *Mill) Grind() {}\n\nfunc all(m *Mill) {\n\tm.Grind()\n}\n",
      "flour.rs": "pub enum Flour {\n    Rye,\n}\n\nfn sift(flour: Flour) {}\n",
      "Sack.swift": "final class Sack<Content> {\n    func fill() {}\n}\n",
    });
    const ground = "- `all` · [`mill.go:8`] · `m.Grind()`";
    for (const question of ["Who calls (*Mill).Grind?", "Where is `(*Mill).Grind()` used?", "Who calls (Mill).Grind?"])
      assert.deepEqual(listIn(await ask(question, [], root)).at(-1), ground, question);
    for (const question of ["What does `(*Mill).Grind` do?", "Mill.Grind", "`Mill.Grind()`?"]) {
      const [defined, where, , use] = listIn(await ask(question, [], root));
      assert.deepEqual([defined, use], ["**Defined in 1 place:**", ground], question);
      assert.match(where ?? "", /^- `Mill` · \[`mill\.go:5`\]/);
    }
    for (const question of ["Who uses the Flour enum?", "Where is enum Flour used?"])
      assert.match(listIn(await ask(question, [], root)).at(-1) ?? "", /flour\.rs:5/, question);
    for (const question of ["Explain Sack<Content>", "Where is Sack<Content> defined?"])
      assert.match(listIn(await ask(question, [], root)).at(1) ?? "", /Sack\.swift:1/, question);
    assert.match(listIn(await ask("Where is Sack<Content>.fill defined?", [], root)).at(1) ?? "", /Sack\.swift:2/);
    for (const question of ["Mill.Missing", "mill.go", "e.g."])
      assert.doesNotMatch(await ask(question, [], root), /\*\*Defined/, question);
  });

  it("shows more of a definition than its head where what is said of it is long", async () => {
    const said = Array.from({ length: 90 }, (_, at) => `  Line ${at} of what is said.\n\n`).join("");
    const root = temporary.write("said", {
      "hum.ex": `defmodule Song.Hum do\n  @moduledoc """\n${said}  """\n\n  def go, do: 1\nend\n`,
    });
    assert.match(await ask("What does Song.Hum do?", [], root), /```elixir\ndefmodule Song\.Hum do\n[^`]*Line 3 of/);
  });

  it("knows a module by its whole name", async () => {
    const root = temporary.write("modules", {
      "song/hum.ex": "defmodule Song.Hum do\n  def go, do: 1\nend\n",
      "bird/hum.ex": "defmodule Bird.Hum do\n  alias Song.Hum\n  def go, do: Hum.go()\nend\n",
    });
    for (const question of ["What does Song.Hum do?", "Where is Song.Hum defined?", "Was ist Song.Hum?"])
      assert.deepEqual(
        listIn(await ask(question, [], root)).slice(0, 2),
        ["**Defined in 1 place:**", "- `Song` · [`song/hum.ex:1`] · `defmodule Song.Hum do`"],
        question,
      );
  });

  it("lists after the definition what gives it further members", async () => {
    const root = temporary.write("extended", {
      "a.swift": "extension Card: Equatable {\n  func same() {}\n}\n",
      "z.swift": "struct Card {\n  let size: Int\n}\n",
      "a_methods.go": "package shop\n\nfunc (c *Cart) Add(n int) int { return n }\n",
      "cart.go": "package shop\n\ntype Cart struct {\n\ttotal int\n}\n",
      "a.rs": "impl Display for Shape {\n    fn fmt(&self) {}\n}\n",
      "shape.rs": "pub struct Shape;\n",
      "A.cs": "partial class Basket : Box\n{\n}\n",
      "Basket.cs": "public partial class Basket\n{\n  public int Total() => 1;\n}\n",
    });
    for (const [name, definition, extension] of [
      ["Card", "- [`z.swift:1`] · `struct Card {`", "- [`a.swift:1`] · `extension Card: Equatable {`"],
      [
        "Cart",
        "- [`cart.go:3`] · `type Cart struct {`",
        "- [`a_methods.go:3`] · `func (c *Cart) Add(n int) int { return n }`",
      ],
      ["Shape", "- [`shape.rs:1`] · `pub struct Shape;`", "- [`a.rs:1`] · `impl Display for Shape {`"],
      ["Basket", "- [`Basket.cs:1`] · `public partial class Basket`", "- [`A.cs:1`] · `partial class Basket : Box`"],
    ] as const) {
      const text = await ask(`Where is ${name} defined?`, [], root);
      assert.deepEqual(
        text
          .replaceAll(/\]\([^)]*\)/g, "]")
          .split("\n")
          .filter((line) => /^(?:- |\*\*(?:Defined|Extended))/.test(line)),
        ["**Defined in 1 place:**", definition, "**Extended in 1 place:**", extension],
      );
    }
  });

  it("knows names of code that begin with an acronym, and looks for other words as ever", async () => {
    const root = temporary.write("acronyms", {
      "http.py": "class HTTPAdapter:\n    def send(self):\n        pass\n\n\nclass X86Features:\n    pass\n",
      "proxy.py": "# An http adapter adapts http.\ndef http_adapter_headers():\n    pass\n",
    });
    assert.match(await ask("Where is HTTPAdapter defined?", [], root), /Defined in 1 place:[^]*class HTTPAdapter/);
    assert.match(await ask("Where is X86Features?", [], root), /Defined in 1 place:[^]*class X86Features/);
    for (const question of ["Where is the adapter?", "Where is proxying implemented?", "Where are the URLs defined?"])
      assert.doesNotMatch(await ask(question, [], root), /Defined in/, question);
  });

  it("does not say that all are listed where a file with the name is too large", async () => {
    const large = temporary.write("large", {
      "src/parser.js": "export function feedLarge(chunk) {\n  return chunk;\n}\n",
      "src/table.js": `feedLarge(1);\n${"other(1234567890);\n".repeat(130_000)}`,
    });
    const find = createAnswerFinder({ engineOf, commits: new Commits(new GitPermission([])) });
    const { signal } = new AbortController();
    const question = "Where is `feedLarge` used?";
    const { text } = await find({ question, earlier: [], folders: [large], signal, step: () => undefined });
    assert.match(text, /\*\*No use found\*\* in the files that were looked at\./);
  });

  it("lists them for a follow-up, too", async () => {
    const text = await ask("And who calls feed?", ["How does the parser stay idle?"]);
    assert.deepEqual(listIn(text), LIST);
    assert.ok(text.split("### ")[1]?.includes("feed(chunk);"), text);
    assert.doesNotMatch(text, /Not sure|Look here first/);
  });

  for (const before of ["Which file defines feed?", "Show me the definition of feed", "Where is feed declared?"])
    it(`lists them for what was to be defined: ${before}`, async () => {
      assert.deepEqual(listIn(await ask("Who calls it?", [before])), LIST);
    });

  it("lists them where the same question asks for the definition first", async () => {
    assert.deepEqual(listIn(await ask("Show me the definition of feed, and who calls it?")), LIST);
  });

  it("lists them for what is selected", async () => {
    const text = await ask("Who calls this? (about @parser @src/parser.js:7-9)", ["What does feed do?"]);
    assert.deepEqual(listIn(text), ["**Defined:** [`src/parser.js:7`]", "**Not used** in code."]);
  });

  it("finds what a name belongs to among definitions, and says that uses are found by the name alone", async () => {
    const text = await ask("Where is `Tape.run` used?");
    assert.deepEqual(listIn(text), [
      "**Defined:** [`src/tape.js:2`]",
      "**Used in 1 place:**",
      "- `both` · [`src/tape.js:8`] · `export const both = (tape) => tape.run();`",
    ]);
    assert.match(text, /found by the name `run` alone/);
  });

  it("lists them in a language in which case makes no difference", async () => {
    assert.deepEqual(listIn(await ask("Who calls Total?")), [
      "**Defined:** [`src/sum.pas:1`]",
      "**Used in 1 place:**",
      "- `Show` · [`src/sum.pas:7`] · `WriteLn(TOTAL(1));`",
    ]);
  });

  it("says that what is defined is not used", async () => {
    assert.deepEqual(listIn(await ask("Who calls idle?")), [
      "**Defined:** [`src/parser.js:7`]",
      "**Not used** in code.",
    ]);
  });

  it("shows the start of a line that is too long to be read", async () => {
    const [, , use = ""] = listIn(await ask("Who calls minified?"));
    assert.ok(use.endsWith("…`") && use.length < 400, use);
  });

  it("lists only tests, where these are asked for", async () => {
    for (const question of [
      "Where is `feed` tested?",
      "How is feed tested?",
      "Is feed tested?",
      "Which tests cover feed?",
      "Are there any tests for feed?",
      "tests for `feed`",
      "Wo wird feed getestet?",
      "Gibt es einen Test für `feed`?",
      "Où `feed` est-il testé ?",
    ])
      assert.deepEqual(
        listIn(await ask(question)),
        [
          "**Defined:** [`src/parser.js:2`]",
          "**Tested in 1 place:**",
          '- [`test/parser.test.js:3`] · `it("feed", () => feed("a"));`',
        ],
        question,
      );
    assert.match(await ask("Where is `idle` tested?"), /\*\*No test\*\* uses `idle` by its name\./);
    assert.deepEqual(listIn(await ask("How is the parser tested?")), []);
  });

  it("lists the tests first that are called as what they test", async () => {
    const root = temporary.write("tests", {
      "src/knot.js": "export function tie(end) {\n  return end;\n}\n",
      "test/all.test.js": "it('all', () => tie(1));\n",
      "test/knot.test.js": "it('ties', () => tie(2));\n",
    });
    const [, , first] = listIn(await ask("Where is `tie` tested?", [], root));
    assert.match(first ?? "", /test\/knot\.test\.js:1/);
  });

  it("lists tests before benchmarks, in whatever they are kept", async () => {
    const root = temporary.write("raced", {
      "oar.go": "package boat\n\nfunc Pull(n int) int {\n\treturn n\n}\n",
      "oar_bench_test.go": "package boat\n\nfunc run() {\n\tPull(1)\n}\n",
      "bench/pace.test.js": "Pull(2);\n",
      "oar_test.go":
        "package boat\n\nfunc BenchmarkPull(b *testing.B) {\n\tPull(3)\n}\n\nfunc TestPull(t *testing.T) {\n\tPull(4)\n}\n",
      "row_test.go": "package boat\n\nfunc TestRow(t *testing.T) {\n\tPull(5)\n}\n",
    });
    assert.deepEqual(listIn(await ask("Where is Pull tested?", [], root)).slice(2, 4), [
      "- `TestPull` · [`oar_test.go:8`] · `Pull(4)`",
      "- `TestRow` · [`row_test.go:4`] · `Pull(5)`",
    ]);
  });

  it("lists the tests of Rust in the file of what they test", async () => {
    const root = temporary.write("inside", {
      "src/rope.rs":
        "pub fn splice(ends: u8) -> u8 {\n    ends\n}\n\nfn knot() -> u8 {\n    splice(1)\n}\n\n#[test]\nfn splices_two() {\n    assert_eq!(splice(2), 2);\n}\n",
      "src/deck.rs":
        "fn coil() -> u8 {\n    splice(3)\n}\n\n#[cfg(test)]\nmod tests {\n    fn many() -> u8 {\n        splice(4)\n    }\n}\n",
    });
    assert.deepEqual(listIn(await ask("Where is `splice` tested?", [], root)), [
      "**Defined:** [`src/rope.rs:1`]",
      "**Tested in 2 places:**",
      "- `splices_two` · [`src/rope.rs:11`] · `assert_eq!(splice(2), 2);`",
      "- `many` · [`src/deck.rs:8`] · `splice(4)`",
    ]);
    const explained = listIn(await ask("What does `splice` do?", [], root));
    assert.ok(explained.includes("**Used in 2 places:**") && explained.includes("**Tested in 2 places:**"));
  });

  it("knows a test by its folder, and none by the name of what is built with the rest", async () => {
    const root = temporary.write("marked", {
      "src/splice/index.ts": "export function splice(end) {\n  return end;\n}\n",
      "src/splice/test.ts": "it('splices', () => splice(1));\n",
      "src/commands/test.ts": "export const run = () => splice(2);\n",
      "src/a.test.ts": "it('all', () => splice(3));\n",
      "core/src/main/java/quay/RopeSpec.java": "class RopeSpec {\n  int tie() {\n    return moor(1);\n  }\n}\n",
      "core/src/jvmMain/kotlin/quay/test/Check.kt": "fun check() = moor(2)\n",
      "core/src/main/java/quay/Moor.java": "class Moor {\n  static int moor(int end) {\n    return end;\n  }\n}\n",
      "core/src/test/java/quay/MoorSpec.java": "class MoorSpec {\n  int ties() {\n    return moor(3);\n  }\n}\n",
    });
    const testsOf = async (name: string) =>
      listIn(await ask(`Where is \`${name}\` tested?`, [], root))
        .slice(2)
        .map((line) => /`([^`]*)\.\w+:\d+`/.exec(line)?.[1]);
    assert.deepEqual(await testsOf("splice"), ["src/splice/test", "src/a.test"]);
    assert.deepEqual(await testsOf("moor"), ["core/src/test/java/quay/MoorSpec"]);
  });

  it("lists the tests that come with a dependency", async () => {
    const root = temporary.write("vendored", {
      "deps/rope/src/rope.c": "int splice(int end) {\n  return end;\n}\n",
      "deps/rope/test/rope_test.cc": "TEST(Rope, Splices) {\n  EXPECT_EQ(splice(1), 1);\n}\n",
      "build/rope.c": "int main() {\n  return splice(2);\n}\n",
    });
    const [, tested, place = "", ...others] = listIn(await ask("Where is `splice` tested?", [], root));
    assert.equal(tested, "**Tested in 1 place:**");
    assert.match(place, /deps\/rope\/test\/rope_test\.cc:2/);
    assert.deepEqual(others, []);
  });

  it("says how many there are at least, and where not all was looked at", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 204 }, (_, at) => [`src/use${at + 100}.js`, `export const a${at} = () => knot(${at});\n`]),
    );
    const many = temporary.write("many", {
      ...files,
      "src/knot.js": "export function knot(end) {\n  return end;\n}\n",
    });
    const text = await ask("Who calls knot?", [], many);
    assert.match(text, /\*\*Used in (?:199|200) places at least:\*\*/);
    assert.match(text, /\n5 files that contain the name were not looked at: `src\//);
    assert.match(
      text,
      /The search \[`type:use knot`\]\(\/search\?q=type%3Ause\+knot&patternType=keyword\) lists all of them/,
    );
  });

  it("says that too where looking takes too long", async () => {
    let isFirst = true;
    const slow: Ripgrep = async function* (args, end, options) {
      const isSought = args.includes("--files-with-matches") && args.some((each) => each.includes("feed"));
      const stops = isSought && isFirst;
      if (isSought) isFirst = false;
      for await (const printed of ripgrep(args, end, options))
        for (const piece of piecesOf(printed, end)) {
          yield piece;
          if (stops) await setTimeout(60_000, undefined, { signal: options.signal });
        }
    };
    const text = await ask("Who calls feed?", [], folder, slow);
    assert.match(text, /\*\*(?:Used in \d places? at least:|No use found)\*\*/);
    assert.match(text, /\n\d files that contain the name were not looked at: `/);
  });

  it("lists nothing for a word that names nothing in code", async () => {
    assert.deepEqual(listIn(await ask("What uses memory?")), []);
  });

  it("is looked for in a moment, whatever the question is", () => {
    for (const [filler, end] of [
      ["$", "!"],
      ["é", "!"],
      ["who calls ", ""],
      ["`a.", "?"],
    ] as const) {
      const context = readQuestionContext(filler.repeat(20_000) + end);
      const before = process.cpuUsage();
      assert.equal(usedNameIn(context, [context]), undefined);
      assert.equal(usedNameIn(readQuestionContext("Who calls it?"), [context]), undefined);
      assert.ok(process.cpuUsage(before).user < 1_000_000, filler);
    }
  });

  it("is given only to questions that ask for nothing else", () => {
    const nameIn = (question: string, ...earlier: readonly string[]) =>
      usedNameIn(
        readQuestionContext(question),
        earlier.map((each) => readQuestionContext(each)),
      );
    for (const question of [
      "And who calls feed?",
      "what uses `feed`",
      "Where is feed() called?",
      "Where is the feed function used?",
      "which tests use feed?",
      "usages of feed",
      "Show me all references to feed.",
      "Wo wird feed verwendet?",
      "Und von wem wird die Funktion feed aufgerufen?",
      "Aufrufer von feed",
      "Verwendungen von feed",
      "Qui appelle feed ?",
      "Où feed est-il utilisé ?",
      "Où est-ce que feed est appelé ?",
      "¿Dónde se llama a feed?",
      "Quem chama feed?",
      "Где вызывается feed?",
      "누가 feed를 호출하나요?",
      "feedの呼び出し元",
      "feedはどこで呼ばれますか",
      "谁调用了feed？",
    ])
      assert.equal(nameIn(question), "feed", question);
    assert.equal(nameIn("Where is Parser.feed used?"), "Parser.feed");
    for (const before of ["What does feed do?", "How does `feed` handle chunks?", "And who uses feed?"])
      assert.equal(nameIn("And who calls it?", "How is it built?", before), "feed", before);
    assert.equal(nameIn("Where is it used?", "How does Parser.feed work?", "Who calls it?"), "Parser.feed");
    for (const before of ["How are chunks handled?", "Does `feed` call `idle`?", "What is it?"])
      assert.equal(nameIn("Who calls it?", "What does feed do?", before), undefined, before);
    for (const question of [
      "Who calls it?",
      "Where is the cache used?",
      "Where is feed used again for a longer query?",
      "What calls are made?",
      "Who uses package.json?",
      "Where is src/config.js used?",
      "token usage",
      "How is feed used?",
      "What does feed use?",
      "Where is feed defined?",
    ])
      assert.equal(nameIn(question), undefined, question);
  });
});
