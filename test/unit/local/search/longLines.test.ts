import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, it } from "mocha";
import { SEARCH_TOOL } from "../../../../src/core/agents/searchTool.ts";
import { createService } from "../../../../src/api/service.ts";
import type { MatchedLine, Matches } from "../../../../src/core/model/matches.ts";
import type { CodeSearchService } from "../../../../src/core/model/service.ts";
import { watchTurns } from "../../../support/turns.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { matchesOf, runService, type RunningService } from "../runningService.ts";

const filler = (length: number, text = "var a=1;") => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const WORD = "payLater";
const HALF = filler(300_000);
const ENORMOUS = `${filler(2_400_000)}function ${WORD}(){return 42}${filler(2_400_000)}\n`;

/** Texts of files, each with the word on a long line. */
const TEXTS: Readonly<Record<string, string>> = {
  "middle.js": `${HALF}function ${WORD}(){return 42}${HALF}\nnext();\n`,
  "start.js": `${WORD}();${HALF}\n`,
  "end.js": `first();\n${HALF}${WORD}`,
  "return.js": `${HALF}${WORD}\r\nnext();\r\n`,
  "several.js": `${filler(100)}${WORD}${filler(90)}${WORD}${filler(900_000)}${WORD}${filler(7_000)}${WORD}${filler(9_000)}`,
  "side by side.js": `${filler(8_000)}${WORD.repeat(3)}${filler(8_000)}`,
  "wide.js": `\t\t// ${filler(9_000, "漢字 é\t")}😀😀${WORD}😀${filler(9_000, "ｗ😀")}\n`,
  "lines.js": `above();\n${filler(6_000)}${WORD}${filler(6_000)}\nbelow ${WORD};\n`,
  "short.py": `TABLE = '${filler(700, "a")} ${WORD} ${filler(700, "b")}'\n`,
  "bundle.min.js": `${filler(40_000, "!function(e,t){return e+t}(1,2);")}function ${WORD}(e){return e}${filler(30_000, "t(1);")}`,
};

describe("matches on long lines", () => {
  let temporary: TemporaryFolder;
  let local: RunningService;
  let service: CodeSearchService;

  before(async () => {
    temporary = makeTemporaryFolder();
    const folder = temporary.commit("code", {
      ...TEXTS,
      "enormous.js": ENORMOUS,
      "utf16.js": Buffer.from(`\ufeff${TEXTS["wide.js"]}`, "utf16le"),
      "mark.js": Buffer.from(`\ufeff${filler(9_000)}${WORD}${filler(9_000)}\n`),
      "latin1.php": Buffer.from(`// ${filler(9_000, "é à ")}${WORD}${filler(9_000, "ü")}\n`, "latin1"),
    });
    local = await runService(temporary.root, [folder], { encodings: [{ folder, name: "windows1252" }] });
    service = clientOf(local);
  });
  after(async () => {
    await service.close();
    await local.close();
    await temporary.remove();
  });

  const clientOf = ({ baseUrl, token }: RunningService, capabilities = "") =>
    createService(
      { baseUrl, token: () => Promise.resolve(token), client: "plumbline 1.0.0", log: () => undefined, capabilities },
      { get: () => "new", set: () => undefined },
    );
  const search = async (text: string, contextLines = 0, client = service): Promise<Matches> => {
    let matches: Matches | undefined;
    const query = { text, patternType: "keyword", contextLines, display: 10_000 } as const;
    for await (const event of client.search(query)) {
      if (event.type === "matches") ({ matches } = event);
      else assert.ok(event.type !== "unreadable" && event.type !== "error", JSON.stringify(event));
    }
    return matches ?? assert.fail("nothing was found");
  };
  const linesOf = (matches: Matches) =>
    matches.itemsAsFound(0, Infinity).flatMap(({ index, lineCount }) => matches.lines(index, 0, lineCount));
  const textOf = (file: string): string =>
    file === "utf16.js"
      ? (TEXTS["wide.js"] ?? "")
      : file === "mark.js"
        ? `${filler(9_000)}${WORD}${filler(9_000)}\n`
        : file === "latin1.php"
          ? `// ${filler(9_000, "é à ")}${WORD}${filler(9_000, "ü")}\n`
          : (TEXTS[file] ?? "");
  const placesOf = (text: string, sought = WORD): readonly string[] =>
    text
      .split("\n")
      .flatMap((line, number) => [...line.matchAll(new RegExp(sought, "g"))].map(({ index }) => `${number}:${index}`));
  /** The places that are marked; each is checked to be what the file has there. */
  const markedIn = (lines: readonly MatchedLine[], file: string): readonly string[] =>
    lines.flatMap(({ line, text, textStart = 0, ranges }) =>
      ranges.flatMap(({ start, end }) => {
        const whole = textOf(file).split("\n")[line] ?? "";
        assert.equal(text.slice(start, end), whole.slice(textStart + start, textStart + end));
        assert.ok(text.length <= 5120, `${text.length} characters of ${file}`);
        // Adjacent ones are one range.
        return Array.from(
          { length: (end - start) / WORD.length },
          (_, at) => `${line}:${textStart + start + at * WORD.length}`,
        );
      }),
    );

  const tell = (query: string) =>
    SEARCH_TOOL.run({ query, skip: undefined, budget: undefined }, local.tools, {
      signal: AbortSignal.timeout(60_000),
      progress: () => undefined,
    });

  for (const file of [...Object.keys(TEXTS), "utf16.js", "mark.js", "latin1.php"]) {
    it(`are shown and opened where they are: ${file}`, async () => {
      for (const text of [WORD, "/pay[L]ater/"]) {
        const matches = await search(`file:^${file.replaceAll(" ", "\\s").replaceAll(".", "\\.")}$ ${text}`);
        const places = placesOf(textOf(file));
        assert.deepEqual(markedIn(linesOf(matches), file), places, text);
        assert.equal(matches.counts.ranges, places.length, text);
        assert.equal(matches.counts.lines, linesOf(matches).length, text);
      }
    });
  }

  it("are found in what was committed, too", async () => {
    const matches = await search(`file:^wide\\.js$ rev:HEAD ${WORD}`);
    assert.deepEqual(markedIn(linesOf(matches), "wide.js"), placesOf(textOf("wide.js")));
  });

  it("have the lines around them", async () => {
    const [long, short] = linesOf(await search(`file:^lines\\.js$ ${WORD}`, 1));
    assert.deepEqual(long?.context?.before, ["above();"]);
    assert.deepEqual(long.context.after, [`below ${WORD};`]);
    assert.equal(short?.context?.before.length, 2);
    assert.equal(short.textStart, undefined);
  });

  it("may extend to other lines", async () => {
    const pattern = `${WORD}[^\\n]*\\nbelow payL`;
    const lines = linesOf(await search(`file:^lines\\.js$ /${pattern}/`));
    const marked = lines.map(({ line, text, textStart, ranges }) => [
      line,
      textStart,
      ...ranges.map(({ start, end }) => text.slice(start, end).slice(0, 12)),
    ]);
    assert.deepEqual(marked, [
      [1, 5800, `${WORD}var `],
      [2, undefined, "below payL"],
    ]);
  });

  it("are not lost where there are many", async () => {
    const lines = linesOf(await search("file:^middle\\.js$ var"));
    const ranges = lines.flatMap(({ textStart = 0, ranges }) => ranges.map(({ start }) => textStart + start));
    assert.deepEqual(
      ranges,
      Array.from({ length: 10_000 }, (_, at) => at * 8),
    );
  });

  it("hold nobody up for long, however long the line", async () => {
    const client = clientOf(local);
    try {
      const turns = watchTurns();
      const [line] = linesOf(await search(`file:^enormous\\.js$ ${WORD}`, 0, client));
      assert.equal(line?.text.slice(line.ranges[0]?.start, line.ranges[0]?.end), WORD);
      linesOf(await search("file:^enormous\\.js$ var", 0, client));
      await tell("var file:^enormous\\.js$");
      const longestMs = turns.stop();
      assert.ok(longestMs < 100, `${longestMs} ms`);
    } finally {
      await client.close();
    }
  });

  it("are whole for other clients, in chunks that begin with their line", async () => {
    const files = ["middle.js", "several.js", "wide.js", "lines.js"];
    for (const file of files) {
      const query = `file:^${file.replace(".", "\\.")}$ ${WORD}`;
      for (const limit of [undefined, 5120]) {
        const matches = matchesOf(
          await local.search(query, { cm: "true", ...(limit !== undefined && { "max-line-len": String(limit) }) }),
        ) as unknown as readonly WireMatch[];
        for (const { content, contentStart, ranges, contentTruncated, ...more } of matches.flatMap(
          (match) => match.chunkMatches,
        )) {
          assert.equal(contentStart.column, 0);
          assert.deepEqual(more, {});
          const lines = textOf(file).split("\n").slice(contentStart.line);
          const sent = content.split("\n");
          const cut = (line: string) => (limit === undefined ? line : Array.from(line).slice(0, limit).join(""));
          assert.equal(content, lines.slice(0, sent.length).map(cut).join("\n"));
          assert.equal(contentTruncated, limit === undefined ? undefined : true);
          for (const { start, end } of ranges) {
            const line = Array.from(lines[start.line - contentStart.line] ?? "");
            assert.equal(line.slice(start.column, end.column).join(""), WORD);
          }
        }
      }
      const [plain] = matchesOf(await local.search(query)) as unknown as readonly WireMatch[];
      for (const { line, lineNumber } of plain?.lineMatches ?? [])
        assert.equal(line, textOf(file).split("\n")[lineNumber]);
    }
  });

  it("are sent in parts only to who asks for them, after that was announced", async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.headers["x-plumbline-lines"]?.toString());
      response.writeHead(200, { "content-type": "text/event-stream" }).end("event: done\ndata: {}\n\n");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { readonly port: number };
    const other = clientOf({ ...local, baseUrl: `http://127.0.0.1:${port}` });
    const starter = clientOf({ ...local, baseUrl: `http://127.0.0.1:${port}` }, "line-parts");
    const query = { text: WORD, patternType: "keyword", contextLines: 0, display: 10 } as const;
    try {
      for (let time = 0; time < 2; time++) for await (const _ of other.search(query)) assert.ok(_);
      assert.deepEqual(asked, [undefined, undefined]);
      // Whoever has started it knows it before: once this one has answered without, it is forgotten.
      for (let time = 0; time < 2; time++) for await (const _ of starter.search(query)) assert.ok(_);
      assert.deepEqual(asked.slice(2), ["parts", undefined]);
    } finally {
      await other.close();
      await starter.close();
      server.close();
    }
  });

  it("are told to agents with their columns", async () => {
    const told = await tell(`${WORD} file:^middle\\.js$`);
    assert.match(told, /\n1:\[column 300010\] …[^\n]*function payLater\(\)\{return 42\}/);
    const several = await tell(`${WORD} file:^several\\.js$`);
    assert.match(several, /\n1:[^\n]*payLater[^\n]*\n1:\[column 900207\] …[^\n]*payLater[^\n]*\n1:\[column 907215\] …/);
    assert.ok(several.length < 3_000);
  });
});

interface WireMatch {
  readonly chunkMatches: readonly {
    readonly content: string;
    readonly contentStart: { readonly line: number; readonly column: number };
    readonly ranges: readonly { readonly start: WirePlace; readonly end: WirePlace }[];
    readonly contentTruncated?: boolean;
  }[];
  readonly lineMatches?: readonly { readonly line: string; readonly lineNumber: number }[];
}

interface WirePlace {
  readonly line: number;
  readonly column: number;
}
