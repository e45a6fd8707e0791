import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { JsonObject } from "../../../../src/api/http/json.ts";
import { leastProcessorTime } from "../../../support/turns.ts";

describe("JsonObject", () => {
  it("finds fields in other casings, the exact ones first", () => {
    const object = JsonObject.expect({ "Web-URL": "a", web_path: "b", webPath: "c", OWNER: "d" }, "test");
    assert.deepEqual(
      ["webUrl", "webPath", "owner", "other"].map((name) => object.string(name)),
      ["a", "c", "d", undefined],
    );
  });

  for (const [what, fields] of Object.entries({
    "very many fields": Array.from({ length: 300_000 }, (_, at) => [`field${at}`, at] as const),
    "very long names": Array.from({ length: 20 }, (_, at) => [`${"_".repeat(200_000)}field${at}`, at] as const),
  })) {
    it(`looks a field up quickly that isn't among ${what}`, () => {
      const object = JsonObject.expect(Object.fromEntries([...fields, ["name", "a"]]), "test");
      const tookMs = leastProcessorTime(() => {
        for (let round = 0; round < 50; round++) assert.equal(object.string(`absent${round}`), undefined);
      });
      assert.equal(object.string("name"), "a");
      assert.ok(tookMs < 100, `${tookMs} ms`); // it once took 400 or more
    });
  }
});
