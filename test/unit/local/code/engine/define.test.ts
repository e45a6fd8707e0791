import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { openCodeBase } from "../../../../../src/local/code/files/codeBase.ts";
import { toPattern } from "../../../../../src/local/code/patterns/pattern.ts";
import type { Engine } from "../../../../../src/local/code/engine/engine.ts";
import { engineOf } from "../../runningService.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";

describe("the files in which names may be defined", () => {
  let temporary: TemporaryFolder;
  let engine: Engine;

  before(async () => {
    temporary = makeTemporaryFolder();
    const constants = (count: number) => Array.from({ length: count }, (_, at) => `const word${at} = 1;\n`).join("");
    const root = temporary.commit("code", {
      "generated.ts": constants(150_000),
      "few.ts": `${constants(3)}other();\n`,
      "many.ts": constants(4_999),
    });
    engine = engineOf(await openCodeBase([root]));
  });
  after(() => temporary.remove());

  it("come with the lines that have one, unless those are so many that telling them would take longest", async () => {
    const found = new Map<string, number | undefined>();
    const term = { kind: "literal", text: "word" } as const;
    const sought = { texts: [{ term, pattern: toPattern(term, false), maySpanLines: false }], caseSensitive: false };
    for await (const each of engine.define(sought, { signal: new AbortController().signal }))
      if (!("leftOut" in each)) found.set(each.path, each.lines?.length);
    assert.deepEqual(
      [...found].sort(([a], [b]) => a.localeCompare(b)),
      [
        ["few.ts", 3],
        ["generated.ts", undefined],
        ["many.ts", 4_999],
      ],
    );
  });
});
