import assert from "node:assert/strict";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, it } from "mocha";
import { toPattern } from "../../../../../src/local/code/patterns/pattern.ts";
import { Literal, readLiteralLines } from "../../../../../src/local/code/lines/literalLines.ts";
import { findMarkedLines } from "../../../../../src/local/code/ripgrep/markedLines.ts";
import { findPrinted } from "../../../../../src/local/code/ripgrep/printedFiles.ts";
import type { Ripgrep } from "../../../../../src/local/code/ripgrep/ripgrep.ts";
import type { FoundFile } from "../../../../../src/local/code/lines/foundLines.ts";
import { findInFiles } from "../../../../../src/local/code/ripgrep/ripgrepFiles.ts";
import { LINE_BREAK_IN_NAME } from "../../../../support/systems.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { ripgrep } from "../../runningService.ts";

const { signal } = new AbortController();

const inJson = (args: readonly string[], root: string) => findInFiles(ripgrep, [...args, "--", root], signal);
const partsOf = (_: Buffer, start: number, end: number) =>
  Array.from({ length: (end - start) / 3 }, (_, index) => start + index * 3);

/** How `foo` is found in the output for files; `reread` is for a file that can't be read that way. */
type Find = (
  run: Ripgrep,
  args: readonly string[],
  reread: (file: string) => AsyncIterable<FoundFile>,
) => AsyncIterable<FoundFile>;

const inColour: Find = (run, args, reread) => findMarkedLines(run, args, partsOf, reread, signal);
const asLiteral: Find = (run, args, reread) => {
  const caseSensitive = !args.includes("--ignore-case");
  const literal = new Literal("foo", caseSensitive, toPattern({ kind: "literal", text: "foo" }, caseSensitive));
  const read = (file: string, printed: Buffer) => readLiteralLines(file, printed, literal);
  return findPrinted(run, args, { read, reread }, signal);
};

for (const [what, find] of Object.entries({ "in colour": inColour, "for a literal": asLiteral })) {
  describe(`lines that ripgrep prints ${what}`, () => {
    let temporary: TemporaryFolder;
    let root: string;

    before(() => {
      temporary = makeTemporaryFolder();
      root = temporary.write("code", {
        "plain.txt": "a foo b\nnothing\nfoofoo foo\n\n\nfoo",
        "windows.txt": "one foo\r\nfoo\r\n\r\nx\r\nlast foo",
        "mixed.txt": "foo\r\nfoo\n",
        "unicode.txt": "café 😀 foo 漢字foo\nfoo\u2028foo\n",
        "latin.txt": Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x66, 0x6f, 0x6f, 0x0a]),
        "coloured.txt": "\x1b[0mfoo\x1b[31mfoo\x1b[0m\nfoo\n",
        "reset.txt": "foo\x1b[0mfoo\n",
        "marked.txt": "\ufefffoo\n",
        "wide.txt": Buffer.from("\ufefffoo in UTF-16\n", "utf16le"),
        "dashes.txt": "1-2-foo\n--\n3:4:foo\n\n\nfoo\n",
        "late.bin": Buffer.concat([Buffer.from("foo\n".repeat(20_000)), Buffer.alloc(10), Buffer.from("foo\n")]),
        [`name with${LINE_BREAK_IN_NAME}break.txt`]: "foo\n",
        "ünïcode name.txt": "foo\n",
        "long.txt": `${"foo x ".repeat(30_000)}\n`.repeat(3),
        "Foo.txt": "FOO fOo\n",
      });
    });
    after(() => temporary.remove());

    const collect = async (files: AsyncIterable<FoundFile>) => {
      const found: (readonly [string, object])[] = [];
      for await (const { file, lines, isBinary } of files) {
        const plain = lines.map(({ bytes, line, offset, ranges }) => ({
          text: bytes.toString("latin1").replace(/\n$/, ""),
          line,
          offset,
          ranges,
        }));
        found.push([path.relative(root, file), isBinary ? { isBinary } : { lines: plain }]);
      }
      return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
    };
    const printed = (args: readonly string[], run: Ripgrep = ripgrep) =>
      find(run, [...args, "--", root], (file) => inJson(args, file));

    for (const context of [0, 1, 3]) {
      it(`are the same as in its JSON, with ${context} lines around them`, async () => {
        // In a fixed order: if a thread's buffer has grown for long lines before, it finds a late zero byte at once.
        const args = [
          "--sort=path",
          "--ignore-case",
          ...(context > 0 ? ["--context", String(context)] : []),
          "--regexp",
          "foo",
        ];
        const expected = await collect(inJson(args, root));
        assert.ok(Object.keys(expected).length >= 14);
        assert.deepEqual(await collect(printed(args)), expected);
      });
    }

    it("are the same wherever the output is cut, and however slowly it comes", async () => {
      const args = ["--sort=path", "--regexp", "foo", "--glob=!long.txt", "--glob=!late.bin"];
      const expected = await collect(inJson(args, root));
      let round = 0;
      const inPieces: Ripgrep = async function* (...given) {
        const chunks: Buffer[] = [];
        for await (const chunk of ripgrep(...given)) chunks.push(chunk);
        const whole = Buffer.concat(chunks);
        for (let at = 0; at < whole.length; at += 7) yield whole.subarray(at, at + 7);
        round++;
      };
      assert.deepEqual(await collect(printed(args, inPieces)), expected);
      assert.equal(round, 1);
      /** Pauses after every file, and after the blank line that follows it. */
      for (const cut of ["\n\n", "\n"]) {
        const slowly: Ripgrep = async function* (...given) {
          const chunks: Buffer[] = [];
          for await (const chunk of ripgrep(...given)) chunks.push(chunk);
          const whole = Buffer.concat(chunks);
          let from = 0;
          for (let at = whole.indexOf("\n\n"); at >= 0; at = whole.indexOf("\n\n", from)) {
            yield whole.subarray(from, at + cut.length);
            from = at + cut.length;
            await sleep(60);
          }
          yield whole.subarray(from);
        };
        assert.deepEqual(await collect(printed(args, slowly)), expected, JSON.stringify(cut));
      }
    });

    it("are those of one file where ripgrep waits in its middle until there is room in the pipe", async () => {
      const lines = temporary.write("many", { "many.txt": "foo\n".repeat(20_000) });
      const args = ["--regexp", "foo", "--", lines];
      const waiting: Ripgrep = async function* (...given) {
        const chunks: Buffer[] = [];
        for await (const chunk of ripgrep(...given)) chunks.push(chunk);
        const whole = Buffer.concat(chunks);
        const full = whole.lastIndexOf("\n", 65_535) + 1;
        const more = whole.lastIndexOf("\n", full + 20_000) + 1;
        yield whole.subarray(0, full);
        await sleep(60);
        yield whole.subarray(full, more);
        await sleep(60);
        yield whole.subarray(more);
      };
      const json = () => assert.fail("nothing in it can't be read");
      const found: number[] = [];
      for await (const { lines } of find(waiting, args, json)) found.push(lines.length);
      assert.deepEqual(found, [20_000]);
    });
  });
}

describe("a literal in bytes", () => {
  it("is found as in strings, one after the other, with or without regard to case", () => {
    const LITERALS = ["a", "aa", "aab", "ab a", "Foo", "sink", "[x]", "é", "ſo", "k"];
    const LINES = [
      "aaaa", "aabaabaaab", "xab ab a", "fooFOOfo", "SINK sinK ſink sin\u212a", "[X][x]", "É é", "so ſO", "", "K\u212a",
    ]; // prettier-ignore
    for (const text of LITERALS)
      for (const line of LINES)
        for (const caseSensitive of [true, false]) {
          const pattern = toPattern({ kind: "literal", text }, caseSensitive);
          const literal = new Literal(text, caseSensitive, pattern);
          const expected = [...pattern.placesIn(line)].map(([start, end]) => [
            Buffer.byteLength(line.slice(0, start)),
            Buffer.byteLength(line.slice(0, end)),
          ]);
          const bytes = Buffer.from(line);
          assert.deepEqual(literal.rangesIn(bytes), expected);
          if (bytes.length > line.length || text.length < Buffer.byteLength(text)) continue;
          const found: (readonly number[])[] = [];
          for (let at = literal.indexIn(bytes, 0, bytes.length); at >= 0;) {
            found.push([at, at + literal.length]);
            at = literal.indexIn(bytes, at + literal.length, bytes.length);
          }
          assert.deepEqual(found, expected, `${text} in ${line}`);
        }
  });
});
