import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { openCodeBase } from "../../../../../src/local/code/files/codeBase.ts";
import type { Engine } from "../../../../../src/local/code/engine/engine.ts";
import type { Scope } from "../../../../../src/local/code/engine/scope.ts";
import { engineOf } from "../../runningService.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";

describe("the places of a name", () => {
  let temporary: TemporaryFolder;
  let engine: Engine;

  before(async () => {
    temporary = makeTemporaryFolder();
    const root = temporary.commit("code", {
      "a.ts": "\ufeffexport function parse() {}\r\n// parse\r\n",
      "b/use.ts": 'import { parse } from "../a";\nfunction run() {\n  parse();\n}\n',
      "b/other.ts": "parseAll();\nParse();\n",
      "README.md": "Call parse.\n",
      "data.bin": "parse\0",
      "ignored.ts": "parse();\n",
      ".gitignore": "ignored.ts\nold.pas\n",
      "old.pas": "unit old;\nimplementation\nprocedure Late;\nbegin\n  Shut;\nend;\nend.\n",
      "doors.pas": "unit doors;\nimplementation\nprocedure Shut;\nbegin\nend;\nend.\n",
      "legacy/house.PP": "unit house;\nimplementation\nprocedure Leave;\nbegin\n  SHUT;\nend;\nend.\n",
      "house.pp": "class shut {\n}\n",
      "house.ts": "Shut();\nshut();\n",
      "tools/run": "#!/usr/bin/env python3\nshut() # shut\n",
      "large.js": `parse();\n${"x();\n".repeat(250_000)}`,
    });
    engine = engineOf(await openCodeBase([root]));
  });
  after(() => temporary.remove());

  const find = async (name: string, more: Partial<Scope> = {}) => {
    const found: string[] = [];
    const { signal } = new AbortController();
    for await (const each of engine.use(name, { signal, ...more })) {
      if ("leftOut" in each) continue;
      const { path, occurrences, lines, isTooLarge } = each;
      if (isTooLarge) found.push(`${path} too large`);
      for (const { role, line, column, symbol } of occurrences)
        found.push(`${path}:${line}:${column} ${role} in ${symbol?.name ?? "-"}: ${lines[line] ?? ""}`);
    }
    return found.sort();
  };

  it("are found in all files that are served, each with what it is", async () => {
    assert.deepEqual(await find("parse"), [
      "README.md:0:5 text in -: Call parse.",
      "a.ts:0:16 definition in parse: export function parse() {}",
      "a.ts:1:3 comment in -: // parse",
      'b/use.ts:0:9 import in -: import { parse } from "../a";',
      "b/use.ts:2:2 call in run:   parse();",
      "large.js too large",
    ]);
  });

  it("are found in those files only that are asked for", async () => {
    assert.deepEqual(await find("parse", { accept: ({ path }) => path.endsWith(".md") }), [
      "README.md:0:5 text in -: Call parse.",
    ]);
  });

  it("heed case where the language of a file does", async () => {
    assert.deepEqual(await find("shut"), [
      "doors.pas:2:10 definition in Shut: procedure Shut;",
      "house.pp:0:6 definition in shut: class shut {",
      "house.ts:1:0 call in -: shut();",
      "legacy/house.PP:4:2 reference in Leave:   SHUT;",
      "tools/run:1:0 call in -: shut() # shut",
      "tools/run:1:9 comment in -: shut() # shut",
    ]);
  });

  it("are none for what is no name", async () => {
    for (const name of ["", " ", "a b", "parse\n"]) assert.deepEqual(await find(name), []);
    assert.deepEqual(await find("p.rse"), []);
  });
});
