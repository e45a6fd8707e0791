import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSetting, SETTING_NAMES, type SettingName } from "../../../../src/core/model/settings.ts";

const MANIFEST = JSON.parse(readFileSync(join(import.meta.dirname, "../../../../package.json"), "utf8")) as {
  readonly contributes: { readonly configuration: { readonly properties: Record<string, { default: unknown }> } };
};
const CONTRIBUTED = MANIFEST.contributes.configuration.properties;

/** Values of all types; none of them is valid for all settings. */
const NONSENSE: readonly unknown[] = ["nonsense", -1, 1e300, Number.NaN, true, [1], { a: 1 }, [["deep"]]];

describe("A setting", () => {
  it("of the manifest can be read, and has the manifest's default where nothing is set", () => {
    const own = SETTING_NAMES.filter((name) => name.startsWith("plumbline."));
    assert.deepEqual([...own].sort(), Object.keys(CONTRIBUTED).sort());
    for (const name of own) {
      for (const unset of [undefined, null, CONTRIBUTED[name]?.default]) {
        assert.deepEqual(read(name, unset), { value: CONTRIBUTED[name]?.default, isWrong: false }, name);
      }
    }
  });

  for (const name of SETTING_NAMES) {
    it(`${name} has a value of its own type whatever is set, and what makes no sense is told`, () => {
      const usual = read(name, undefined).value;
      for (const each of NONSENSE) {
        const { value, isWrong } = read(name, each);
        assert.equal(typeof value, typeof usual);
        assert.equal(Array.isArray(value), Array.isArray(usual));
        if (isWrong) assert.deepEqual(value, usual);
        else assert.ok(value === each || [1_000_000, 86_400, 10].includes(Number(value)), `${name}: ${String(each)}`);
      }
      assert.ok(NONSENSE.some((each) => read(name, each).isWrong));
    });
  }

  it("that is a list or a table keeps what fits, and tells of the rest", () => {
    assert.deepEqual(read("plumbline.ask.templates", ["Why?", 1]), { value: ["Why?"], isWrong: true });
    assert.deepEqual(read("plumbline.network.headers", { a: "x", b: 1 }), { value: { a: "x" }, isWrong: true });
  });

  it("that names services keeps those with a web address, and calls one without a name by it", () => {
    const address = "https://sourcegraph.example.com";
    const given = [{ name: "Code Search", address }, { address }, { name: "No address" }, { address: "javascript:x" }];
    const value = [
      { name: "Code Search", address },
      { name: address, address },
    ];
    assert.deepEqual(read("plumbline.services", given), { value, isWrong: true });
    assert.deepEqual(read("plumbline.services", given.slice(0, 2)), { value, isWrong: false });
  });

  it("that is text where a list belongs is no list of its letters", () => {
    assert.deepEqual(read("plumbline.ask.templates", "text"), { value: [], isWrong: true });
  });

  it("that is too large a number counts as the largest", () => {
    assert.deepEqual(read("plumbline.search.contextLines", 99), { value: 10, isWrong: false });
    assert.deepEqual(read("plumbline.network.timeout", 1e9), { value: 86_400, isWrong: false });
  });
});

function read(name: SettingName, value: unknown): { readonly value: unknown; readonly isWrong: boolean } {
  let isWrong = false;
  const read = parseSetting(name, value, () => {
    isWrong = true;
  });
  return { value: read, isWrong };
}
