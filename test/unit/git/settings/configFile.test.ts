import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { parseConfig } from "../../../../src/git/settings/configFile.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../temporaryRepositories.ts";

describe("a configuration file of git", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  const files = {
    "of sections and keys in any case": '[Core]\n\tBare = false\n[REMOTE "Origin"]\n URL=https://h/o/n\n',
    "with comments": '; one\n# two\n[a "b"] # three\n key = value ; four\n other = "va;lue" # five\n',
    "with quotes inside of values": '[a]\nkey = one "two  three" four  \nlast = "\\"quoted\\" \\\\ "\n',
    "with values over several lines": "[a]\nkey = one \\\n  two\nother = three\n",
    "with keys without a value": "[a]\nkey\nother =\n",
    "with several of a kind": "[a]\nkey = one\nkey = two\n[b]\nkey = three\n[a]\nkey = four\n",
    "with a key on the line of its section": '[remote "x"] url = one\n',
    "with old-style subsections": "[remote.origin]\nurl = one\n",
    "with quotes in a subsection": '[url "a\\"b\\\\c"]\ninsteadOf = d\n',
    "with lines as Windows writes them": '[remote "x"]\r\n\turl = one\r\n\tfetch = two\r\n',
    "of nothing": "",
  };
  for (const [what, text] of Object.entries(files)) {
    it(`${what} is read as git reads it`, () => {
      const file = path.join(temporary.root, "config");
      writeFileSync(file, text);
      const listed = text === "" ? "" : runGit(temporary.root, "config", "--file", file, "--list", "--null");
      const expected = listed
        .split("\0")
        .filter(Boolean)
        .map((entry) => entry.split(/\n([^]*)/).slice(0, 2));
      const entries = parseConfig(text).map(({ section, subsection, key, value }) => [
        [section, ...(subsection === undefined ? [] : [subsection]), key].join("."),
        value,
      ]);
      assert.deepEqual(
        entries,
        expected.map(([name, value = ""]) => [name, value]),
      );
    });
  }

  it("that is damaged gives what can be read", () => {
    const keys = parseConfig('key = 1\n[a\n[b]\n"\nc = "open\nd = 2\n]]]\n[e "f]\ng = 3').map(({ key }) => key);
    assert.ok(keys.includes("d"), String(keys));
  });
});
