import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { intentOf } from "../../../../../src/local/answers/questions/questionIntent.ts";
import { outlineOf } from "../../../../../src/core/text/outline.ts";
import { stemsWithin } from "../../../../../src/local/answers/questions/compounds.ts";
import { readQuestionContext } from "../../../../../src/local/answers/questions/questionContext.ts";
import { labelsOf, termsOf } from "../../../../../src/local/answers/questions/questionTerms.ts";
import { fitOfText } from "../../../../../src/local/answers/questions/textRules.ts";
import { createTermMatching } from "../../../../../src/local/answers/questions/termMatching.ts";
import { stemOf, wordsOf } from "../../../../../src/local/answers/questions/words.ts";

describe("the words of a question", () => {
  it("are no code between what two backticks quote", () => {
    const exact = termsOf(readQuestionContext("A scheme, like ``basic`` or ``digest``.")).flatMap(
      ({ exact: name = [] }) => name,
    );
    assert.deepEqual(exact, ["basic", "digest"]);
  });

  it("are whole identifiers in any language", () => {
    for (const [question, ...expected] of [
      ["Where is größeBerechnen called?", "größeberechnen"],
      ["Wer ruft prüfe_Maß() und Müll::leeren auf?", "prüfe_maß", "leeren", "müll"],
      ["Что делает считатьСумму?", "считатьсумму"],
      ["straße?", "straße"],
      ["calculPrêtはどこで呼ばれますか", "calculprêt"],
    ] as const) {
      const names = termsOf(readQuestionContext(question)).flatMap(({ exact: name = [] }) => name);
      assert.deepEqual(names, expected, question);
    }
    const { english, ...context } = readQuestionContext("Why?");
    const selected = { ...context, english, excerpts: ["const größe = prüfeMaß(x);\n"] };
    const labels = termsOf(selected).map(({ label }) => label);
    for (const name of ["größe", "prüfeMaß"]) assert.ok(labels.includes(name), labels.join());
    assert.ok(intentOf("What does größe do?").definition);
  });

  it("are the name of a file without its ending, where it looks like one of code", () => {
    for (const [question, ...expected] of [
      ["What does settle.py do?", "settle"],
      ["Is Cart.test.ts run?", "test", "cart"],
      ["Who calls console.log and res.json?", "log", "json", "console", "res"],
      ["Does it need Node.js?", "js", "node"],
    ] as const) {
      const names = termsOf(readQuestionContext(question)).flatMap(({ exact: name = [] }) => name);
      assert.deepEqual(names, expected, question);
    }
  });

  it("are chords of keys and names with a number, as one", () => {
    for (const [question, ...expected] of [
      ["How is ctrl+c handled?", "ctrl+c"],
      ["where is Ctrl+Shift+P bound", "ctrl+shift+p"],
      ["Where is utf-8 decoded?", "utf-8"],
      ["Is C++ or a-b- meant, or 3+?"],
    ] as const) {
      const names = termsOf(readQuestionContext(question)).flatMap(({ exact: name = [] }) => name);
      assert.deepEqual(names, expected, question);
    }
  });

  it("are cut out of identifiers", () => {
    assert.deepEqual(wordsOf("parseHTTPBody_v2 kRetry-after $x"), [
      "parse",
      "http",
      "body",
      "v2",
      "k",
      "retry",
      "after",
      "x",
    ]);
  });

  it("of other languages stay as they are, unstemmed", () => {
    const words = ["größe", "übertragung", "fällt", "naïve", "x", "über"];
    assert.deepEqual(
      wordsOf("Größe der_Übertragung: fällt, naïve xÜber").filter((word) => word !== "der"),
      words,
    );
    assert.deepEqual(words.map(stemOf), words);
    const labels = termsOf(readQuestionContext("Wo wird die Größe der Übertragung geprüft?")).map(({ label }) => label);
    for (const word of ["größe", "übertragung", "geprüft"]) assert.ok(labels.includes(word), labels.join());
    assert.ok(speaksOf("Wo wird die Größe geprüft?", "// Hier: Größe").includes("größe"));
  });

  const speaksOf = (question: string, code: string) => {
    const { terms, probes, probesIn } = createTermMatching(termsOf(readQuestionContext(question)));
    return probesIn(code).map((index) => terms[probes[index]?.term ?? -1]?.label);
  };

  it("stay whole in names that mix cases", () => {
    assert.deepEqual(wordsOf("SQLite wrongPINs getURLs openIDs"), [
      "sqlite",
      "wrong",
      "pins",
      "get",
      "urls",
      "open",
      "ids",
    ]);
    assert.ok(speaksOf("How does SQLite lose a column?", 'require("sqlite3")').includes("sqlite"));
  });

  it("are those of an identifier, whatever letters it is written with", () => {
    for (const [identifier, ...words] of [
      ["prüfeMaß", "prüfe", "maß"],
      ["LÄNGE_MAX", "länge", "max"],
      ["HTTPÜbertragung", "http", "übertragung"],
      ["größteZahl2", "größte", "zahl2"],
      ["проверитьДлину", "проверить", "длину"],
      ["ΜΕΓΕΘΟΣ_αρχείου", "μεγεθος", "αρχείου"],
      ["Año", "año"],
    ] as const)
      for (const form of ["NFC", "NFD"] as const)
        assert.deepEqual(wordsOf(identifier.normalize(form)), words, `${identifier} ${form}`);
    assert.equal(stemOf("größe2"), stemOf("größe"));
  });

  it("are taken out of scripts that have no spaces between them, and from beside others", () => {
    assert.deepEqual(wordsOf("获取Element的宽度。"), ["获取", "element", "的宽", "宽度", "。"]);
    assert.deepEqual(wordsOf("アセットを読み込む"), ["アセット", "読", "込"]);
    assert.deepEqual(wordsOf("React에서 größeÄndern"), ["react", "에서", "größe", "ändern"]);
    assert.ok(speaksOf("宽度在哪里计算?", "// 计算元素的宽度").includes("宽度"));
    assert.ok(speaksOf("アセットの読み込み", "// 読み込んだアセット").includes("アセット"));
  });

  it("are told as one where they overlap, without the words that ask", () => {
    const labels = labelsOf(termsOf(readQuestionContext("节点的字符串在哪里吸附对齐?")));
    for (const label of ["节点的字符串", "吸附对齐"]) assert.ok(labels.includes(label), labels.join());
  });

  it("are found in names that run them together", () => {
    assert.deepEqual(stemsWithin("getfield"), ["get", "field"].map(stemOf));
    assert.deepEqual(stemsWithin("evbuffer"), [stemOf("buffer")]);
    assert.deepEqual(stemsWithin("lineno"), ["line", "number"].map(stemOf));
    for (const word of ["context", "transport", "latest", "returned", "buffers", "größe"])
      assert.deepEqual(stemsWithin(word), [], word);
    assert.deepEqual(speaksOf("Where is a field of the buffer read?", "evbuffer_getfield(b)"), ["buffer", "field"]);
  });

  for (const [one, ...others] of [
    ["retry", "retries", "retried", "retrying"],
    ["parse", "parser", "parsed", "parsing", "parses"],
    ["connection", "connect", "connected", "connections"],
    ["cookie", "cookies"],
    ["decompress", "decompressed", "decompression"],
    ["validate", "validated", "validation"],
    ["split", "splitting"],
    ["migrate", "migration", "migrations", "migrated"],
    ["color", "colour", "colours", "colored"],
    ["normalize", "normalise", "normalised", "normalization"],
    ["center", "centre"],
    ["загрузка", "загрузки", "загрузчик"],
    ["파일", "파일을", "파일에서"],
    ["サーバ", "サーバー"],
  ] as const) {
    it(`have one stem: ${[one, ...others].join(", ")}`, () => {
      for (const other of others) assert.equal(stemOf(other), stemOf(one), other);
    });
  }

  it("are found in identifiers, alone and together", () => {
    assert.ok(speaksOf("keep a connection alive", "keepAliveTimeout").includes("keep alive"));
    assert.ok(speaksOf("byte order mark", "stripBOM").includes("byte order mark"));
    assert.ok(speaksOf("the configuration", "loadCfg").includes("configuration"));
    assert.ok(speaksOf("request time out", "requestTimeout").includes("time out"));
    assert.ok(speaksOf("What is `Foo.parseField`?", "parse_field").includes("Foo.parseField"));
    assert.ok(speaksOf("How is the timestamp written?", "const timeStamp = 1").includes("timestamp"));
    assert.deepEqual(speaksOf("How does the parser work?", "sparse"), []);
  });

  it("are all looked for in a long question, before the phrases that they make", () => {
    const words = "alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november".split(" ");
    const labels = termsOf(readQuestionContext(words.join(" "))).map(({ label }) => label);
    assert.deepEqual(labels.slice(0, words.length), words);
  });

  it("keep what code is about, though many questions have it", () => {
    const labels = termsOf(readQuestionContext("How does it find out which file called it?")).map(({ label }) => label);
    assert.ok(
      ["file", "called", "find"].every((word) => labels.includes(word)),
      labels.join(),
    );
  });

  it("leave out how something is asked", () => {
    assert.deepEqual(
      termsOf(readQuestionContext("What is given to something to keep it open?")).map(({ label }) => label),
      ["keep", "open", "keep open"],
    );
    assert.deepEqual(
      termsOf(readQuestionContext("How does this function work, and where is it used?")).map(({ label }) => label),
      ["function"],
    );
    const weightOf = (question: string) =>
      Object.fromEntries(termsOf(readQuestionContext(question)).map(({ label, weight }) => [label, weight]));
    assert.deepEqual(
      weightOf("Find the implementation of berth booking, including where it is configured and how errors are handled"),
      {
        ...{ berth: 1, booking: 1, "berth booking": 1, configured: 0.35, errors: 0.35, handled: 0.35 },
        ...{
          "configured errors": 0.35,
          "errors handled": 0.35,
          "configured handled": 0.35 * 0.7,
        },
      },
    );
    assert.deepEqual(Object.keys(weightOf("Locate all places where boats are counted")), [
      "boats",
      "counted",
      "boats counted",
    ]);
    assert.deepEqual(Object.keys(weightOf("Find the longest boat")), [
      "find",
      "longest",
      "boat",
      "find longest",
      "longest boat",
      "find boat",
    ]);
    assert.deepEqual(
      termsOf(readQuestionContext("Whether the 404 page has 2 links?")).map(({ label }) => label),
      ["404", "page", "links", "404 page", "page links", "404 links"],
    );
  });
});

describe("what a question asks for", () => {
  it("is a default of what is given a value, in any alphabet", () => {
    const fit = (question: string, line: string) => {
      const context = readQuestionContext(question);
      return fitOfText([line], termsOf(context), intentOf(context.english.text));
    };
    for (const name of ["size", "größe", "maß", "検索"]) {
      assert.equal(fit(`What is the default of ${name}?`, `  ${name} = 3`), 4, name);
      assert.equal(fit(`What is the default of ${name}?`, "  über = 3"), 1, name);
    }
  });

  it("is told at once, whatever stands on a line", () => {
    const context = readQuestionContext("Where is the default berth set?");
    const lines = Array.from({ length: 500 }, () => "default".repeat(42));
    const start = performance.now();
    assert.equal(fitOfText(lines, termsOf(context), intentOf(context.english.text)), 1);
    assert.ok(performance.now() - start < 2_000, `${performance.now() - start} ms`); // it took 8 s
  });

  it("is a default where what is called so is given a value", () => {
    const fit = (question: string, line: string) => {
      const context = readQuestionContext(question);
      return fitOfText([line], termsOf(context), intentOf(context.english.text));
    };
    for (const question of ["Where is the default berth length set?", "What's the default berth?"]) {
      for (const line of [
        "const DEFAULT_BERTH: &str = NORTH;",
        "  static final int DEFAULT_BERTH = 4;",
        "var defaultBerth int = 4",
        "default_berth: north",
        'defaultBerth := os.Getenv("BERTH")',
      ])
        assert.equal(fit(question, line), 4, line);
      for (const line of [
        "berth: number = 4,",
        "takeDefaultBerth(4);",
        "default = 4",
        "DEFAULT_BERTH_COLOUR = 4",
        "if (berth == defaultBerth) {",
        "// The default berth is set elsewhere",
      ])
        assert.equal(fit(question, line), 1, line);
    }
    assert.equal(fit("Where is the berth set?", "default_berth = 4"), 1);
  });

  for (const [text, isSentence, isChange, isDescription = false] of [
    ["How does the cache drop old entries?", true, false],
    ["Do aliases hide names that are now gone", true, false],
    ["Fixed a crash when the queue is empty", false, true],
    ["Don't wait for a closed socket", false, true],
    ["fix(http)!: close idle sockets", false, true],
    ["lib/http: close idle sockets", false, true],
    ["Idle sockets are now closed", false, true],
    ["`close`: tell idle sockets", false, true],
    ["Feature: tell idle sockets", false, true],
    ["765da0f idle sockets", false, true],
    ["idle sockets of clients (#12)", false, true],
    ["Restore the cursor behind a selection", false, true],
    ["The new `isIdle` tells whether a socket waits", false, true],
    ["Limit the number of sockets for a client", false, true],
    ["Specified the license of the package", false, true],
    ["Bug where sockets of clients stay open", false, true],
    ["Remove idle sockets from the pool", false, true],
    ["Remove idle sockets from the pool.", false, false, true],
    ["Make sure that idle sockets are closed.", false, true],
    ["Make messages of idle sockets more informative.", false, true],
    ["Make an idle socket of the pool.", false, false, true],
    ["[BUGFIX] Idle sockets", false, true],
    ["[0] is the first socket", false, false],
    ["idle sockets of clients (@name)", false, true],
    ["Idle sockets of slow clients @name", false, true],
    ["idle sockets of clients, closes #12", false, true],
    ["Make sure that what is removed is now closed.", false, true],
    ["Adds an entry to the cache", false, false, true],
    ["Called when a socket has been idle", false, false],
    ["Returns the socket that waits for a client.", false, false, true],
    ["Closes the socket of a client", false, false, true],
    ["Closes the socket", false, false],
    ["sockets of clients that wait long", false, false],
    ["Use this to close a socket that waits", false, false],
    ["Error: no socket", false, false],
    ["limit sockets", false, false],
    ["include path", false, false],
    ["crash handling", false, false],
    ["defaced 1234567", false, false],
    ["retry interval", false, false],
    ["support idle sockets behind a proxy", false, false],
    ["drop idle sockets when a client is gone", false, false],
    ["use an idle socket of the pool", false, false],
    ["encrypted sockets of clients that wait", false, false],
    ["added sockets that wait", false, true],
    ["fix sockets that wait", false, true],
    ["don't close sockets that wait", false, true],
    ["idle sockets are now closed", false, true],
    ["sockets crash where clients are slow", false, true],
  ] as const) {
    const kind = isSentence ? "a question" : isChange ? "a change" : isDescription ? "a description" : "neither";
    it(`is ${kind}: ${text}`, () => {
      const intent = intentOf(text);
      assert.deepEqual(
        [intent.isSentence, intent.isChange, intent.isDescription],
        [isSentence, isChange, isDescription],
      );
    });
  }
});

describe("files of settings", () => {
  for (const [text, areAskedFor] of [
    ["Where is the database password set?", true],
    ["Where is the connection string for the orders?", true],
    ["Which port does it listen on?", true],
    ["Where are the credentials kept?", true],
    ["How is a password hashed?", false],
    ["How does it parse a connection string?", false],
    ["How are ports of the harbour loaded?", false],
    ["Where is the report written?", false],
  ] as const)
    it(`are ${areAskedFor ? "" : "not "}asked for: ${text}`, () => {
      assert.equal(intentOf(text).configuration, areAskedFor);
    });
});

describe("tests", () => {
  for (const [text, areAskedFor] of [
    ["Which test evicts the oldest session?", true],
    ["Which tests cover the session store", true],
    ["Are there tests for the session store?", true],
    ["unit tests of the session store", true],
    ["Where is the session store tested?", true],
    ["Show me the tests", true],
    ["How does it decide which tests need to run again?", false],
    ["How does it notice that a test took too long?", false],
    ["What tests run first?", false],
  ] as const)
    it(`are ${areAskedFor ? "" : "not "}asked for: ${text}`, () => {
      assert.equal(intentOf(text).tests, areAskedFor);
    });
});

describe("what a question names", () => {
  it("is read from the line in front of an excerpt", () => {
    const context = readQuestionContext(
      "In `src/a.ts` (repository `h/o/n`, revision `abc`), lines 12–40:\n\n````ts\nconst x = `a`;\n```\n````\n\nWhy?",
    );
    assert.deepEqual(context, {
      text: "Why?",
      english: { text: "Why?", spoken: [] },
      places: [{ path: "src/a.ts", repository: "h/o/n", startLine: 11, endLine: 39 }],
      excerpts: ["const x = `a`;\n```\n"],
    });
  });

  it("is read from what stands behind the question", () => {
    const about = (text: string) => {
      const { text: question, places } = readQuestionContext(`Why? (about ${text})`);
      return [question, ...places];
    };
    assert.deepEqual(about("@h/o/n@0123456789ab @src/a (b).ts:12-40"), [
      "Why?",
      { isMentioned: true, repository: "h/o/n", path: "src/a (b).ts", startLine: 11, endLine: 39 },
    ]);
    assert.deepEqual(about("@my folder @a.ts:3"), [
      "Why?",
      { isMentioned: true, repository: "my folder", path: "a.ts", startLine: 2, endLine: 2 },
    ]);
    assert.deepEqual(about("@h/o/n"), ["Why?", { isMentioned: true, repository: "h/o/n" }]);
  });

  it("is read from the lines of a stack trace, in its order", () => {
    const { places } = readQuestionContext(`Why?
TypeError: x is not a function
    at #open (/home/me/app/lib/retry.js:412:21)
    at async file:///home/me/app/lib/index.js:7:3
    at node:internal/process/task_queues:104:5
    at go (http://localhost:3000/src/go.ts:3:1)
    at C:\\me\\app\\Go.cs:line 12
  File "/srv/app/go.py", line 5, in go
src/go.rs:9:4 error: no
example.com:8080`);
    assert.deepEqual(
      places.flatMap(({ path = "", startLine }) => (startLine === undefined ? [] : [`${path} ${startLine}`])),
      [
        "/home/me/app/lib/retry.js 411",
        "/home/me/app/lib/index.js 6",
        "src/go.ts 2",
        "me/app/Go.cs 11",
        "/srv/app/go.py 4",
        "src/go.rs 8",
        "example.com 8079",
      ],
    );
  });

  it("is read from names in any language, and none of the words around it", () => {
    for (const [question, ...expected] of [
      ["Was macht Übung.ts in src/übungen/Größe.py?", "Übung.ts", "src/übungen/Größe.py"],
      ["What does „src/a.ts“ do, “b.ts”, «c.ts» and (d.ts)?", "src/a.ts", "b.ts", "c.ts", "d.ts"],
      ["Что делает src/папка/файл.ts?", "src/папка/файл.ts"],
      ["Что делает файл.ts?", "файл.ts"],
      ["Τι κάνει το αρχείο.ts;", "αρχείο.ts"],
      ["यह क्या है: src/हिन्दी.ts", "src/हिन्दी.ts"],
      ["请问src/a.ts是什么", "src/a.ts"],
      ["请问“src/a.ts”是什么", "src/a.ts"],
      ["src/utils下的a.ts做什么，和b.ts呢", "src/utils", "a.ts", "b.ts"],
      ["src/設定/読み込み.tsは何をする？", "src/設定/読み込み.ts"],
      ["設定.tsと「設定Reader.ts」の違い", "設定Reader.ts", "設定.ts"],
      ["설정/읽기.ts는 무엇을 하나요?", "설정/읽기.ts"],
      ["ไฟล์src/a.tsคืออะไร", "src/a.ts"],
      ["@src/Übung.ts was macht das?", "@src/Übung.ts"],
      ["@src/papа/файл.ts:3 @Übung.ts?", "@src/papа/файл.ts:3", "@Übung.ts"],
      ["@src/API設定.ts は @設定.tsの何？", "@src/API設定.ts", "@設定.ts"],
      ["@src/a.tsとb.tsの違い", "@src/a.ts", "b.ts"],
      ["请问src/a.ts:12是什么", "src/a.ts:12"],
      ["設定/a.ts:12は何？", "設定/a.ts:12"],
      ["Wo ist „src/Übung.ts:12“?", "src/Übung.ts:12"],
      ["Was macht src\\Übung.ts?", "src/Übung.ts"],
    ] as const) {
      const named = readQuestionContext(question).places.map(
        ({ isMentioned, path = "", startLine }) =>
          `${isMentioned ? "@" : ""}${path}${startLine === undefined ? "" : `:${startLine + 1}`}`,
      );
      assert.deepEqual(named, expected, question);
    }
  });

  it("is read from paths as Windows has them", () => {
    for (const [question, ...expected] of [
      ["What does src\\git\\log.ts do?", { path: "src/git/log.ts" }],
      ["What does `src\\a.ts` do, and .\\b-c.test.tsx?", { path: "src/a.ts" }, { path: "b-c.test.tsx" }],
      ["Why is C:\\code\\app\\src\\a.ts there?", { path: "code/app/src/a.ts" }],
      ['"C:\\\\code\\\\a.ts" fails', { path: "code/a.ts" }],
      ["Look in (C:/code\\.vscode\\settings.json).", { path: "code/.vscode/settings.json" }],
      ["请问src\\a.ts是什么", { path: "src/a.ts" }],
      ["Why @src\\a.ts:12-40?", { isMentioned: true, path: "src/a.ts", startLine: 11, endLine: 39 }],
      ["What is in @src\\git?", { isMentioned: true, path: "src/git" }],
      ["src\\a.ts(12,5): error TS2304: No.", { path: "src/a.ts", startLine: 11, endLine: 11 }],
      ["at src/a.ts(12,5)", { path: "src/a.ts", startLine: 11, endLine: 11 }],
      ["A.cs(12,34,13,40): warning", { path: "A.cs", startLine: 11, endLine: 11 }],
      ["C:\\app\\A.cs(7): error [C:\\app\\A.csproj]", { path: "app/A.cs", startLine: 6, endLine: 6 }],
    ] as const)
      assert.deepEqual(readQuestionContext(question).places, expected, question);
  });

  it("is no path in what only has backslashes", () => {
    for (const question of [
      "What matches `\\d+\\.\\d+` and \\w+\\.ts?",
      "Why `^src\\\\.*\\.ts$`, /foo\\.test\\.ts/ or (foo\\.ts)?",
      'Why does it print "a\\nb" and "one.\\ntwo.\\n", not %s\\t%d?',
      "What does `split(/\\r\\n/)` do, `x\\y.size()`, `a:\\d+` and App\\Http\\Kernel?",
      "What is $\\alpha.beta\\frac{a}{b}$ in x\\cdot y?",
      "What is Math.max(1,2) or `a.slice(1)`?",
      'What is "@cached\\ndef one()", and `.ts`?',
    ])
      assert.deepEqual(readQuestionContext(question), { ...readQuestionContext(question), text: question, places: [] });
  });

  it("is read from mentions in quotation marks, whatever is in the name", () => {
    const read = (question: string) => {
      const { text, places } = readQuestionContext(question, ["my folder"]);
      return [text, ...places];
    };
    assert.deepEqual(read('How does @"my folder" @"src/my file.ts":3-5 work?'), [
      "How does   work?",
      { isMentioned: true, repository: "my folder" },
      { isMentioned: true, path: "src/my file.ts", startLine: 2, endLine: 4 },
    ]);
    assert.deepEqual(read('@"app/(a)/[id].tsx", @"my file.ts"の'), [
      ", の",
      { isMentioned: true, path: "app/(a)/[id].tsx" },
      { isMentioned: true, path: "my file.ts" },
    ]);
    for (const question of ['NSLog(@"a/b c") and @"a b" fail', '```\ns = @"my file.ts"\n```', '@"my\nfile.ts'])
      assert.ok(!readQuestionContext(question).places.some(({ isMentioned }) => isMentioned), question);
  });

  it("is read from mentions of files in this folder", () => {
    for (const [question, expected] of [
      ["What does @./Makefile do?", { isMentioned: true, path: "Makefile" }],
      ["What is in @./.gitignore.", { isMentioned: true, path: ".gitignore" }],
    ] as const)
      assert.deepEqual(readQuestionContext(question).places, [expected], question);
  });

  it("is read from mentions and paths", () => {
    assert.deepEqual(readQuestionContext("@github.com/o/n how does @src/a.ts:3-5 use lib/b.js?").places, [
      { isMentioned: true, repository: "github.com/o/n" },
      { isMentioned: true, path: "src/a.ts", startLine: 2, endLine: 4 },
      { path: "lib/b.js" },
    ]);
    const { text, places } = readQuestionContext("How does @wave@main differ from @h/o/n, @src/deep and @Component?", [
      "wave",
      "h/o/n",
    ]);
    assert.equal(text, "How does  differ from ,  and @Component?");
    assert.deepEqual(places, [
      { isMentioned: true, repository: "wave" },
      { isMentioned: true, repository: "h/o/n" },
      { isMentioned: true, path: "src/deep" },
    ]);
  });
});

describe("the outline of a file", () => {
  const namesIn = (code: string, language = "TypeScript") =>
    outlineOf(code.split("\n"), language).map(({ name, startLine, endLine }) => [name, startLine, endLine]);

  it("has functions with their comments, and methods in classes", () => {
    assert.deepEqual(
      namesIn(
        "/** Doc. */\nexport async function one(\n  a: string,\n): void {\n  go();\n}\n\nclass Two {\n  #three(x) {\n    if (x) {\n    }\n  }\n}",
      ),
      [
        ["one", 0, 5],
        ["Two", 7, 12],
        ["three", 8, 11],
      ],
    );
  });

  it("has no local variables, but functions in functions", () => {
    assert.deepEqual(
      namesIn(
        "class Cache {\n  get (key) {\n    const ref = this.map.get(key)\n    const one = (a) => {\n      return a\n    }\n    return ref\n  }\n}",
      ),
      [
        ["Cache", 0, 8],
        ["get", 1, 7],
        ["one", 3, 5],
      ],
    );
  });

  it("has the whole of what has parameters of its type on lines of their own", () => {
    const code =
      "export function moor<\n  Boat extends Hull,\n>(\n  boat: Boat,\n): Boat {\n  const line = boat.line;\n  return tie(line);\n}\n\nclass Quay<\n  Boat,\n> extends Place {\n  size() {\n    return 1;\n  }\n}\n\ntype All<\n  Boat,\n> = Boat[];\nconst after = 1;";
    assert.deepEqual(namesIn(code), [
      ["moor", 0, 7],
      ["Quay", 9, 15],
      ["size", 12, 14],
      ["All", 17, 19],
      ["after", 20, 20],
    ]);
  });

  it("knows other languages by their looks", () => {
    assert.deepEqual(namesIn("@cached\ndef one(x):\n    return x\n\nclass Two:\n    pass", "Python"), [
      ["one", 0, 2],
      ["Two", 4, 5],
    ]);
    assert.deepEqual(namesIn("// One does.\nfunc (s *S) One() error {\n\treturn nil\n}", "Go"), [["One", 0, 3]]);
    assert.deepEqual(namesIn("pub fn one() {\n}\nimpl Two {\n}", "Rust"), [
      ["one", 0, 1],
      ["Two", 2, 3],
    ]);
    assert.deepEqual(namesIn("static int one(int a)\n{\n  return a;\n}", "C"), [["one", 0, 3]]);
    assert.deepEqual(namesIn("# One\ntext\n```\n# no\n```\n## Two\nmore", "Markdown"), [
      ["One", 0, 4],
      ["Two", 5, 6],
    ]);
  });

  it("is read once, however long the file is", () => {
    const count = 150_000;
    assert.equal(namesIn("const a = 1;\n".repeat(count)).length, count);
    assert.equal(namesIn(`class A {\n${"  b() {\n    const c = 1;\n  }\n".repeat(40_000)}}\n`).length, 40_001);
    assert.deepEqual(namesIn(`# ${" ".repeat(500_000)}x`, "Markdown"), []);
  });
});

describe("a hostile question", () => {
  for (const [what, question] of [
    ["backticks", "`".repeat(50_000)],
    ["lines of backticks", "```a\n".repeat(20_000)],
    ["fences", "```\na\n```\n".repeat(10_000)],
    ["ever shorter fences", Array.from({ length: 400 }, (_, at) => `${"`".repeat(403 - at)}a`).join("\n")],
    ["places", "(about @".repeat(12_000)],
    ["blanks behind a place", `(about @a${")".repeat(1000)}${" ".repeat(90_000)}x`],
    ["files", "a/b.ts ".repeat(14_000)],
    ["mentions", "@a/b.ts ".repeat(12_000)],
    ["quotes", "'\"`".repeat(30_000)],
    ["messages", "error: a where ".repeat(8_000)],
    ["quoted mentions", ' @"a b/'.repeat(14_000)],
    ["parts of a name", "a.".repeat(50_000)],
    ["frames", "at a (/b/c.ts:1:2)\n".repeat(5_000)],
    ["parts of a frame", "/a.b".repeat(25_000)],
    ["schemes", "ab://".repeat(20_000)],
    ["files in quotes", 'File "'.repeat(16_000)],
    ["letters without spaces", "字".repeat(90_000)],
    ["paths without spaces", "字/a.ts".repeat(15_000)],
    ["files without spaces", "a.ts字.ts".repeat(12_000)],
    ["mentions without spaces", `@${"a/字.ts".repeat(15_000)}`],
    ["parts of a path", "a\\b.c".repeat(20_000)],
    ["paths that are called", "a\\b.c(".repeat(15_000)],
    ["letters in a path", `${"ü.a".repeat(30_000)}\\b.ts`],
  ] as const) {
    it(`of many ${what} is read in a moment`, () => {
      const { user } = process.cpuUsage();
      termsOf(readQuestionContext(question));
      assert.ok(process.cpuUsage().user - user < 2_000_000);
    });
  }

  it("loses no fence", () => {
    const { text, excerpts } = readQuestionContext("Why?\n```ts\nconst a = 1;\n```\n````\n```\n````\nand\n```\nopen");
    assert.deepEqual(excerpts, ["const a = 1;\n", "```\n"]);
    assert.equal(text, "Why?\n\n\nand\n```\nopen");
  });
});
