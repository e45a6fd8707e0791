import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { createAnswerFinder } from "../../../../src/local/answers/answer.ts";
import { Commits } from "../../../../src/local/code/files/commits.ts";
import { GitPermission } from "../../../../src/local/code/files/gitPermission.ts";
import { createCodeTools } from "../../../../src/local/answers/tools/codeTools.ts";
import { notebookWith } from "../../../support/notebook.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { engineOf } from "../runningService.ts";

const FIT = "def fit_prices(prices, robust=True):\n    model = Decomposition(prices)\n    return model.fit(robust)";
const NOTEBOOK = notebookWith([
  { text: "# Prices\n\nEach month has its own level" },
  { code: "import numpy as np", printed: "decomposition of robust prices\n".repeat(120) },
  { code: FIT, printed: `image ${"A".repeat(3_000_000)}` },
]);

describe("an answer from a notebook", () => {
  let temporary: TemporaryFolder;
  let folder: string;
  before(() => {
    temporary = makeTemporaryFolder();
    folder = temporary.write("code", { "prices.ipynb": NOTEBOOK, "other.py": "def load():\n    return 1\n" });
  });
  after(() => temporary.remove());
  const commits = new Commits(new GitPermission([]));
  const find = createAnswerFinder({ engineOf, commits });
  const signal = new AbortController().signal;
  const line = NOTEBOOK.split("\n").findIndex((each) => each.includes("def fit_prices"));

  it("shows code as it is read, at the lines where the file has it", async () => {
    const question = "How is a robust decomposition of the prices fitted?";
    const step = () => undefined;
    const { text, sources } = await find({ question, earlier: [], folders: [folder], signal, step });
    assert.match(text, /```python\n(?:.*\n)*?def fit_prices\(prices, robust=True\):\n {4}model = Decomposition/);
    assert.doesNotMatch(text, /decomposition of robust prices|AAAA|cell_type|\\n/);
    assert.doesNotMatch(text, /\n\n\n\n/);
    const [, from = "", to = ""] = /L(\d+)-(\d+)$/.exec(sources[0]?.link ?? "") ?? [];
    assert.ok(Number(from) <= line + 1 && Number(to) >= line + 3, sources[0]?.link);
  });

  it("is what models that write look up, too", async () => {
    const tools = createCodeTools({ engineOf, commits, find });
    const { passages } = await tools(
      { tool: "read", path: "prices.ipynb", first: line + 1, last: line + 3 },
      [folder],
      signal,
    );
    assert.deepEqual(passages[0]?.lines, FIT.split("\n"));
  });
});
