import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { READ_TOOL } from "../../../../src/core/agents/readTool.ts";
import { parseSourceLink } from "../../../../src/core/sources/sourceLink.ts";
import { isNotebook } from "../../../../src/core/text/notebookFile.ts";
import { notebookWith } from "../../../support/notebook.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { matchesOf, runService, textOf, until, type Json, type RunningService } from "../runningService.ts";

/** A definition and a use below some lines that end like this, and what ends their own. */
const moored = (above: string, name: string, end = "\n") =>
  `/* one${above}two${above}three */ function ${name}() {} ${name}();${end}`;
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const NOTEBOOK = notebookWith([
  { text: "# Knots\n\nOf ropes" },
  { code: "rope = 1\ndef knotNotebook():\n    return rope" },
]);

/** By the name that is defined in it: the file, its content, and the line of the definition, counted at LF. */
const FILES: readonly (readonly [name: string, file: string, content: string | Buffer, line: number])[] = [
  ["knotLf", "lf.ts", moored("\n", "knotLf"), 3],
  ["knotDos", "crlf.ts", moored("\r\n", "knotDos", "\r\n"), 3],
  ["knotReturn", "cr.ts", moored("\r", "knotReturn", "\r"), 1],
  ["knotTwoReturns", "crcrlf.ts", moored("\r\r\n", "knotTwoReturns", "\r\r\n"), 3],
  ["knotSeparator", "separator.ts", moored("\u2028", "knotSeparator"), 1],
  ["knotNextLine", "nextLine.ts", moored("\u0085", "knotNextLine"), 1],
  ["knotFormFeed", "formFeed.ts", moored("\f\n", "knotFormFeed"), 3],
  ["knotSeveral", "mixed.ts", `// a\r\n// b\n/* c\rd\r\r\n\u2028 */ function knotSeveral() {} knotSeveral();\r\n`, 4],
  ["knotWide", "utf16.ts", utf16(moored("\r\n", "knotWide")), 3],
  ["knotMixedWide", "utf16Cr.ts", utf16(moored("\r\u2028\n", "knotMixedWide", "\r")), 3],
  [
    "knotNotebook",
    "knots.ipynb",
    NOTEBOOK,
    NOTEBOOK.split("\n").findIndex((line) => line.includes("def knotNotebook")) + 1,
  ],
];

/** Of which a search tells no symbols, so far: a notebook. */
const WITHOUT_SYMBOLS: ReadonlySet<string> = new Set(["knots.ipynb"]);
const REST = { revision: undefined, startLine: undefined, endLine: undefined, budget: undefined };

describe("the line of a place", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  before(async () => {
    temporary = makeTemporaryFolder();
    const files = Object.fromEntries(FILES.map(([, file, content]) => [file, content]));
    service = await runService(temporary.root, [temporary.write("ropes", files)]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  const onlyMatch = async (query: string) => {
    const [match, ...others] = matchesOf(await service.search(query));
    assert.deepEqual(others, []);
    return match ?? {};
  };
  const readLines = async (path: string) => {
    const call = { signal: AbortSignal.timeout(30_000), progress: () => undefined };
    return (await READ_TOOL.run({ repository: "ropes", path, ...REST }, service.tools, call)).split("\n");
  };
  const answerTo = async (question: string): Promise<Json> => {
    const questions = [{ input: [{ question: { text: question } }] }];
    const { body } = await service.call("CreateConversation", { conversation: { questions } });
    return until(async () => {
      const { body: now } = await service.call("GetConversation", { name: textOf(body["name"]) });
      return now["state"]?.["processing"] ? undefined : now;
    });
  };

  for (const [name, file, , line] of FILES)
    it(`is counted at LF, whoever tells it: ${file}`, async () => {
      const found = await onlyMatch(`${name} type:file`);
      assert.equal(Number(textOf(found["lineMatches"]?.[0]?.["lineNumber"])) + 1, line, "search");
      if (!WITHOUT_SYMBOLS.has(file)) {
        const symbol = await onlyMatch(`${name} type:symbol`);
        assert.equal(textOf(symbol["symbols"]?.[0]?.["line"]), String(line), "symbols");
        const use = await onlyMatch(`${name} type:use`);
        assert.equal(Number(textOf(use["lineMatches"]?.[0]?.["lineNumber"])) + 1, line, "uses");
      }
      const read = (await readLines(file)).filter((each) => each.includes(`${name}(`));
      assert.deepEqual(
        read.map((each) => /^\d+/.exec(each)?.[0]),
        [String(line)],
        "plumbline_read",
      );
      const answer = textOf(await answerTo(`Where is ${name} defined?`));
      const links = [...answer.matchAll(/\]\((\/[^)]*)\)/g)].map(([, link = ""]) =>
        parseSourceLink(link, "http://127.0.0.1/"),
      );
      const range = links.find((link) => link?.path === file)?.range;
      assert.ok(range && range.startLine < line && line <= range.endLine + 1, "an answer");
      assert.ok(isNotebook(file) || range.endLine + 1 === line, "an answer, of which it is the last line");
      if (WITHOUT_SYMBOLS.has(file)) return;
      const listed = /Defined in 1 place:\*\*(?:\\n)+- \[`[^`]*:(\d+)`\]/.exec(answer)?.[1];
      assert.equal(listed, String(line), "the list of an answer");
    });
});
