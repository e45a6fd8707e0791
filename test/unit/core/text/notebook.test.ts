import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { cellWith, columnInCell, readableText, readNotebook } from "../../../../src/core/text/notebook.ts";
import { notebookWith } from "../../../support/notebook.ts";
import { exactProcessorTime } from "../../../support/turns.ts";

const CODE = 'import pandas as pd\n\ndef load(path):\n    return pd.read_csv(path, sep="\\t")  # größe 😀\n';
const NOTEBOOK = notebookWith([
  { text: "# Prices\n\nWhere they *come* from" },
  { code: CODE, printed: 'Loaded 3 rows\n"source": [\n' },
  { code: "" },
  { code: "load('prices.csv')" },
]);

describe("a notebook", () => {
  it("is its cells, at the lines where the file has their text", () => {
    const { cells, language } = readNotebook(NOTEBOOK) ?? { cells: [], language: "" };
    assert.equal(language, "Python");
    assert.deepEqual(
      cells.map(({ kind, lines }) => [kind, lines.join("\n")]),
      [
        ["text", "# Prices\n\nWhere they *come* from"],
        ["code", CODE.trimEnd()],
        ["code", ""],
        ["code", "load('prices.csv')"],
      ],
    );
    const file = NOTEBOOK.split("\n");
    for (const { startLine, lines } of cells)
      lines.forEach((line, at) => {
        const json = JSON.parse(file[startLine + at]?.trim().replace(/,$/, "") ?? "") as string;
        assert.equal(json.replace(/\n$/, ""), line);
      });
  });

  it("reads as code and comments, line by line, without what was printed", () => {
    const { text, language } = readableText("a/b.ipynb", NOTEBOOK);
    assert.equal(language, "Python");
    assert.equal(text.split("\n").length, NOTEBOOK.split("\n").length);
    assert.deepEqual(
      text.split("\n").filter((line) => line !== ""),
      [
        "# # Prices",
        "#",
        "# Where they *come* from",
        "import pandas as pd",
        "def load(path):",
        '    return pd.read_csv(path, sep="\\t")  # größe 😀',
        "load('prices.csv')",
      ],
    );
    assert.deepEqual(readableText("a/b.json", NOTEBOOK), { text: NOTEBOOK });
  });

  it("may end its lines as Windows does", () => {
    const withReturns = NOTEBOOK.replaceAll("\n", "\r\n");
    assert.equal(readableText("a.ipynb", withReturns).text, readableText("a.ipynb", NOTEBOOK).text);
  });

  it("may have the text of a cell in one line", () => {
    const file = [
      "{",
      ' "cells": [',
      '  {"x": 1,',
      '   "cell_type": "code",',
      '   "source": ["import a\\n", "b()"]',
      "  },",
      "  {",
      '   "cell_type": "raw",',
      '   "source": "one\\r\\ntwo",',
      '   "attachments": { "source": "no" }',
      "  },",
      "  {",
      '   "cell_type": "code",',
      '   "source": [],',
      "   nonsense",
      " ]",
      "}",
    ].join("\n");
    assert.deepEqual(
      readNotebook(file)?.cells.map(({ kind, startLine, lines }) => [kind, startLine, lines]),
      [
        ["code", 4, ["import a b()"]],
        ["text", 8, ["one two"]],
        ["code", 13, []],
      ],
    );
  });

  it("says which language it is in", () => {
    for (const [extension, language, comment] of [
      [".r", "R", "#"],
      [".jl", "Julia", "#"],
      [".ts", "TypeScript", "//"],
      [".cpp", "C++", "//"],
      [".odd", "Python", "#"],
    ] as const) {
      const { text, language: told } = readableText("a.ipynb", NOTEBOOK.replace('".py"', `"${extension}"`));
      assert.equal(told, language);
      assert.ok(text.includes(`\n${comment} # Prices\n`), extension);
    }
  });

  it("is none where it is written otherwise, or is none at all", () => {
    for (const text of ["", "{}", "null", "\0", JSON.stringify(JSON.parse(NOTEBOOK)), '"cell_type": "code"']) {
      assert.equal(readNotebook(text), undefined, text);
      assert.deepEqual(readableText("a.ipynb", text), { text });
    }
  });

  it("has columns of its own", () => {
    const line = String.raw`    "x = \"a\\b\" + 'é😀\u00e9'\n",`;
    const text = `x = "a\\b" + 'é😀é'`;
    for (const word of ["x", "=", "a", "b", "+", "é"]) {
      const column = columnInCell(line, line.indexOf(word));
      assert.equal(text.slice(column, column + word.length), word);
    }
    assert.equal(columnInCell(line, 0), 0);
    assert.equal(columnInCell(line, line.indexOf("\\\\") + 1), text.indexOf("\\")); // inside an escape
    assert.equal(columnInCell(line, line.indexOf("u00e9") + 2), text.lastIndexOf("é"));
    assert.equal(columnInCell(line, line.length), text.length + 1);
    assert.equal(columnInCell('   "source": ["x = 1"]', 16), 1);
    assert.equal(columnInCell("", 5), 0);
    assert.equal(columnInCell(`"${String.raw`a\n`.repeat(1_000_000)}"`, 3_000_001), 2_000_000);
  });

  it("has lines in the cell that has most of them, of code where there is such", () => {
    const { cells } = readNotebook(NOTEBOOK) ?? { cells: [] };
    const [text, load, , call] = cells.map(({ startLine }) => startLine);
    const last = (index: number) => (cells[index]?.startLine ?? 0) + (cells[index]?.lines.length ?? 0) - 1;
    assert.equal(cellWith(cells, load ?? 0, call ?? 0), 1);
    assert.equal(cellWith(cells, last(1), call ?? 0), 1);
    assert.equal(cellWith(cells, text ?? 0, load ?? 0), 1);
    assert.equal(cellWith(cells, text ?? 0, last(0)), 0);
    assert.equal(cellWith(cells, call ?? 0, call ?? 0), 3);
    assert.equal(cellWith(cells, last(3) + 1, last(3) + 9), -1);
    assert.equal(cellWith([], 0, 9), -1);
  });

  it("is read in no long time, whatever is in it", () => {
    for (const text of [
      `{\n "cells": [\n  {\n   "cell_type": "code",\n   "image/png": "${"A".repeat(8_000_000)}"\n`,
      ' "cell_type": "code",\n "source": [\n'.repeat(200_000),
      `${'"language_info": {\n'.repeat(400_000)} "cell_type": "code"`,
      ` "cell_type": "code",\n "source": [\n${'  "x\\n",\n'.repeat(400_000)}`,
      `${" ".repeat(2_000_000)}"cell_type`,
      ` "cell_type": "code",\n "source": [\n  "${String.raw`\"`.repeat(2_000_000)}\n`,
      ` "cell_type": "code",\n "source": [\n  "${"a".repeat(4_000_000)}\n`,
    ]) {
      const before = exactProcessorTime();
      readableText("a.ipynb", text);
      const tookMs = exactProcessorTime() - before;
      assert.ok(tookMs < 2000, `${text.slice(0, 50)}: ${tookMs} ms`);
    }
  });
});
