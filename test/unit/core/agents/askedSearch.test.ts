import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { readAskedSearch } from "../../../../src/core/agents/askedSearch.ts";

const RANKED = "patternType:codycontext";

/** Questions as agents ask them, each with calls, paths, quotes or capitals in it. */
const QUESTIONS = [
  "How does `withRetries()` decide whether to try again?",
  'isRepeatable({ method: "POST" }) -> true or false?',
  "NO_PROXY: how are 10.0.0.0/8 and *.example.com matched?",
  "why does refusalOf() use timingSafeEqual(...)?",
  "where is a request with a foreign Origin header refused, isLocalOrigin?",
  "what ends the local service when its parent dies (process.ppid)?",
  "src/core/text/oneEdit.ts: which typing mistakes does nearestOf() forgive?",
  "can a question be sent twice after `unknownOutcome`?",
  "removeStaleFiles(folder): how does it know which files are in use?",
  "Turns.take(signal): what happens to a waiting caller on abort?",
  "difference between Throttle.request() and Throttle.requestWithin(ms)",
  "how does clipLine(text, ranges) choose what a row shows of a long line?",
  "matchesWildcards: how is `**/` stepped without backtracking?",
  "which token formats does redact(text) remove? sgp_… and JWTs?",
  'parseBaseUrl("https://code.example.com/team/deepsearch/7") returns what?',
  "core.hooksPath / core.fsmonitor: what is git started with so that nothing of the repository runs?",
  "when are left-behind `plumbline-git-*` folders removed?",
  "pollSchedule(...).delayAfter(elapsedMs): what is the longest wait?",
  "U+202E in code: withVisibleBidiControls() or withMarkedBidiControls()?",
  "TextWithin.add(...lines): how is the `budget` of tokens kept?",
  "Why does NOT negate the filter?",
  "how do AND and OR bind in a query?",
  "What happens with count: number in the arguments?",
  "How is `type:symbol` carried out?",
  "what does count:all change for large folders?",
  "retry interval",
  "retry-after header parsing",
  'where the "retry after" text is shown',
  "Summarise file:///home/ada/app/src/pay/settle.py",
  "What is src\\pay\\limits.toml for?",
  "Explain f:\\code\\app\\src\\limits.toml please",
  "Cannot read properties of undefined (reading 'id')",
  "TypeError: Cannot set headers after they are sent",
  "Wo wird `parseQuery()` aufgerufen?",
  "回调 onRequest 在哪里注册？ 谁调用它",
  "Warning in src/Fare.php on line 19",
  "TODO: fix this later",
  "SIGTERM handling of the worker pool",
  "who calls Foo::bar() before the pool is open",
  "is a connection kept open AND reused?",
  "Node.js streams and back pressure",
  "type of the fare error",
  "package manager detection",
  "let users log in",
] as const;

const TEXTS = [
  ["AbortError", "AbortError"],
  ["isInNetwork(", '"isInNetwork("'],
  ["foo(bar)", '"foo(bar)"'],
  ["path: string", '"path: string"'],
  ["timeout?: number | undefined", '"timeout?: number | undefined"'],
  ['"retry after"', '"retry after"'],
  ["export class Foo", '"export class Foo"'],
  ["throw new Error(`no", '"throw new Error(`no"'],
  ["const timeout", '"const timeout"'],
  ["if (err != nil) {", '"if (err != nil) {"'],
  ["x => x + 1", '"x => x + 1"'],
  ["Map<string, number>", '"Map<string, number>"'],
  ["#include <stdio.h>", '"#include <stdio.h>"'],
  ['say("hi")', '"say(\\"hi\\")"'],
  ["src/local/main.ts", '"src/local/main.ts"'],
  ["http://localhost:8080", '"http://localhost:8080"'],
  ["lang:ts isInNetwork(", 'lang:ts "isInNetwork("'],
  ["retryAfter lang:ts", "retryAfter lang:ts"],
  ["`withRetries`", '"withRetries"'],
  ["const { a, b } = require(", '"const { a, b } = require("'],
  ["SELECT id FROM orders WHERE id = ?", '"SELECT id FROM orders WHERE id = ?"'],
  ["from os import path", '"from os import path"'],
  ["public static void main", '"public static void main"'],
  ["func (b *Boat) Moor", '"func (b *Boat) Moor"'],
  ["func (Boat) Moor", '"func (Boat) Moor"'],
  ["type BoatChain []BoatFunc", '"type BoatChain []BoatFunc"'],
  ["type Fares map[string]int", '"type Fares map[string]int"'],
  ["import datetime as dt", '"import datetime as dt"'],
  ["import { tie } from './rope'", `"import { tie } from './rope'"`],
  ["def quay", '"def quay"'],
  ["const quay = useQuay()", '"const quay = useQuay()"'],
  ["require 'yaml'", `"require 'yaml'"`],
  ["var done sync.WaitGroup", '"var done sync.WaitGroup"'],
  ["val fare: Long", '"val fare: Long"'],
  ["enum Tide { High }", '"enum Tide { High }"'],
] as const;

const PATTERNS = [
  ["onRequest|preHandler", "/onRequest|preHandler/"],
  ["class .*Error extends", "/class .*Error extends/"],
  ["\\bfoo\\b", "/\\bfoo\\b/"],
  ["retryAt|retryAfter", "/retryAt|retryAfter/"],
  ["class .* implements vscode.Memento", "/class .* implements vscode.Memento/"],
  ["TODO\\|FIXME", "/TODO|FIXME/"],
  ["get\\w+Name", "/get\\w+Name/"],
  ["^export (const|function)", "/^export (const|function)/"],
  ["foo\\(", "/foo\\(/"],
  ["/re+try/", "/re+try/"],
  ["src/.*\\.test", "/src\\/.*\\.test/"],
  ["file:\\.ts$ on(Start|End)", "file:\\.ts$ /on(Start|End)/"],
  ["[A-Z]+_URL", "/[A-Z]+_URL/"],
] as const;

const QUERIES = [
  "retry AND timeout",
  "a OR b",
  "retry NOT timeout",
  "NOT file:test retry",
  "(onRequest OR preHandler) register",
  "retry now type:symbol",
  "type:banana x",
  "retry case:yes",
  "count:all TODO",
  'content:"and not" lang:go',
  "retry now patternType:regexp",
  "how are retries counted patternType:keyword",
  "repo:web/api",
  "type:diff after:yesterday timeout",
] as const;

describe("what an agent searches for on the local service", () => {
  for (const text of QUESTIONS)
    it(`is ranked: ${text}`, () => {
      const { kind, exact, ranked } = readAskedSearch(text);
      assert.deepEqual([kind, exact], ["question", []]);
      assert.ok(ranked?.endsWith(` ${RANKED}`));
    });
  for (const [text, query] of TEXTS)
    it(`is text of code: ${text}`, () => {
      const { kind, exact, ranked } = readAskedSearch(text);
      assert.deepEqual([kind, exact[0]], ["text", query]);
      assert.equal(ranked, `${text} ${RANKED}`);
    });
  for (const [text, query] of PATTERNS)
    it(`is an expression: ${text}`, () => {
      const { kind, exact } = readAskedSearch(text);
      assert.equal(kind, "pattern");
      assert.equal(exact[0], /[A-Z]/.test(text) ? `case:yes ${query}` : query);
    });
  for (const query of QUERIES)
    it(`is in the query language: ${query}`, () => {
      assert.deepEqual(readAskedSearch(query), { kind: "query", exact: [query] });
    });

  it("is ranked within the files that filters choose, and what only looks like a filter is text", () => {
    for (const [text, ranked] of [
      ["lang:ts how are retries counted? -file:test", `lang:ts how are retries counted? -file:test ${RANKED}`],
      ["what does count:all change here?", `content:"what does count:all change here?" ${RANKED}`],
      [
        'repo:web what does "a" mean for type:diff here?',
        `repo:web content:"what does \\"a\\" mean for type:diff here?" ${RANKED}`,
      ],
    ] as const)
      assert.equal(readAskedSearch(text).ranked, ranked);
  });

  it("is found in the case of an expression with capitals first", () => {
    for (const [text, ...exact] of [
      ["HACK|XXX", "case:yes /HACK|XXX/", "/\\b(?:HACK|XXX)\\b/"],
      ["lang:go open.*Berth", "case:yes lang:go /open.*Berth/", "lang:go /open.*Berth/"],
      ["quay\\S+berth", "/quay\\S+berth/"],
    ] as const)
      assert.deepEqual(readAskedSearch(text).exact, exact);
  });

  it("is tried as an expression if a word with its signs is nowhere as text", () => {
    assert.deepEqual(readAskedSearch("colou?r").exact, ['"colou?r"', "/colou?r/"]);
    assert.deepEqual(readAskedSearch("retry").exact, ["retry"]);
  });

  it("is read in a moment, whatever it is", () => {
    for (const piece of [
      '"',
      "a:'",
      "`",
      "a<",
      "(",
      "a|",
      "\\",
      "file:",
      "has.file(",
      "a ",
      '"a "',
      "x: ",
      "import a as ",
      "a { ",
    ]) {
      const before = process.cpuUsage();
      readAskedSearch(piece.repeat(5000 / piece.length));
      assert.ok(process.cpuUsage(before).user < 500_000, piece);
    }
  });
});
