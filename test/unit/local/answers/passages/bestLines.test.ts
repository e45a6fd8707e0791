import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { bestLines, scannedLines } from "../../../../../src/local/answers/passages/bestLines.ts";
import { readQuestionContext } from "../../../../../src/local/answers/questions/questionContext.ts";
import { termsOf } from "../../../../../src/local/answers/questions/questionTerms.ts";
import { createTermMatching } from "../../../../../src/local/answers/questions/termMatching.ts";

const EVICT = `// What nobody asks for goes first.
export function set(key: string, session: Session): void {
  if (this.size >= this.max) {
    // Evict the oldest session.
    const oldest = this.oldestKey();
    this.log("full");
    this.delete(oldest);
  }
  this.map.set(key, session);
}`.split("\n");

const excerpt = (lines: readonly string[], name?: string, language = "TypeScript") => ({ lines, name, language });
const termsIn = (question: string) => termsOf(readQuestionContext(question));
const QUESTION = "How is the oldest session evicted?";

describe("of a passage, the lines to see first", () => {
  it("are its signature and the two that say most about the question", () => {
    const [, second] = scannedLines([excerpt(["x"]), excerpt(EVICT, "set")], termsIn(QUESTION));
    assert.deepEqual(
      second?.shown.map((row) => EVICT[row]?.trim()),
      [
        "export function set(key: string, session: Session): void {",
        "// Evict the oldest session.",
        "this.delete(oldest);",
      ],
    );
  });

  it("are eight of the first passage: how it begins, and its best ones", () => {
    const filler = Array.from({ length: 20 }, (_, index) => `  step${index}();`);
    const lines = [...EVICT.slice(0, 2), ...filler, ...EVICT.slice(2)];
    const [first] = scannedLines([excerpt(lines, "set")], termsIn(QUESTION));
    assert.deepEqual(first?.shown, [0, 1, 2, 3, 4, 5, 23, 26]);
    const [short] = scannedLines([excerpt(lines.slice(0, 3), "set")], termsIn(QUESTION));
    assert.deepEqual(short?.shown, [0, 1, 2]);
  });

  it("begin with the first line of code where nothing is defined, and go on where no word is", () => {
    const [, other] = scannedLines(
      [excerpt(["x"]), excerpt(["# A note", "", "{", "port: 80", "host: a", "path: b"], undefined, "YAML")],
      termsIn(QUESTION),
    );
    assert.deepEqual(other?.shown, [3, 4, 5]);
  });

  it("each add something that those before it lack", () => {
    const lines = ["begin();", "retry();", "retry(again);", "delay(1000);"];
    assert.deepEqual(bestLines(lines, 2, createTermMatching(termsIn("retry delay"))), [1, 3]);
  });

  it("are the whole of it where it has no more", () => {
    for (const lines of [["one"], [""], ["a", "b"]])
      for (const at of [0, 1])
        assert.ok(
          (scannedLines([excerpt(["x"]), excerpt(lines)].toReversed(), termsIn("one"))[at]?.shown.length ?? 9) <= 2,
        );
  });
});

describe("the words of a question", () => {
  const marked = (line: string, question: string) => {
    const [lines] = scannedLines([excerpt([line])], termsIn(question));
    const marks = lines?.marks ?? [];
    return Array.from({ length: marks.length / 3 }, (_, at) => line.slice(marks[3 * at + 1], marks[3 * at + 2]));
  };

  it("are marked within names, in their other forms, and as a whole if they are a name", () => {
    assert.deepEqual(marked("const oldest = evictOldestSessions(store);", QUESTION), [
      "oldest",
      "evict",
      "Oldest",
      "Sessions",
    ]);
    assert.deepEqual(
      marked("idleTimeout = idle_timeout", "What is `idleTimeout`?").join(),
      "idle,Timeout,idle,timeout",
    );
    assert.deepEqual(marked("nothing of it", QUESTION), []);
  });

  it("are marked at columns of UTF-16 units, and in other scripts", () => {
    assert.deepEqual(marked("'😀', session", QUESTION), ["session"]);
    assert.deepEqual(marked("// сессия истекла", "Когда сессия истекает?"), ["сессия", "истекла"]);
  });
});
