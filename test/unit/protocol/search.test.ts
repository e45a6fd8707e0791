import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseSearchIntent } from "../../../src/protocol/search.ts";
import { NO_FIELDS, parseSearchFields } from "../../../src/protocol/writtenQuery.ts";

describe("what the search page asks for", () => {
  it("is read field by field, and nothing else of it", () => {
    const made = { edit: 3, text: "x" };
    for (const intent of [
      ...["ready", "stop", "leave", "showAll", "switchService"].map((type) => ({ type })),
      { type: "edit", ...made, cursor: 1 },
      { type: "edit", ...made, cursor: 1, fields: { ...NO_FIELDS, patternType: "regexp", include: "*.ts" } },
      { type: "edit", ...made, cursor: 1, isComposing: true },
      { type: "toggle", ...made, name: "case" },
      { type: "scope", ...made, index: 0 },
      { type: "paths", ...made, include: "a", exclude: "", runs: true },
      { type: "run", text: "x" },
      { type: "propose", index: 1 },
    ]) {
      assert.deepEqual(parseSearchIntent({ ...intent, more: 1 }), intent);
    }
  });

  it("is nothing where a field is missing or something else", () => {
    const made = { edit: 3, text: "x" };
    for (const message of [
      ...[undefined, null, "run", {}, { type: "other" }, { type: "run" }, { type: "run", text: 1 }],
      { type: "edit", ...made },
      { type: "edit", ...made, edit: -1, cursor: 0 },
      { type: "propose", index: "1" },
      { type: "toggle", ...made, name: 1 },
      { type: "scope", ...made, index: 0.5 },
      { type: "paths", ...made, include: "a", runs: true },
      { type: "paths", ...made, include: "a", exclude: "" },
    ]) {
      assert.equal(parseSearchIntent(message), undefined, JSON.stringify(message));
    }
  });

  it("has fields that are whole, or none", () => {
    const edit = { type: "edit", edit: 3, text: "x", cursor: 1 };
    for (const odd of [null, "case", {}, { ...NO_FIELDS, case: 1 }, { ...NO_FIELDS, words: "" }]) {
      assert.deepEqual(parseSearchIntent({ ...edit, fields: odd }), edit);
    }
    for (const odd of [
      { ...NO_FIELDS, include: 1 },
      { case: true, words: true },
    ])
      assert.equal(parseSearchFields(odd), undefined);
    assert.deepEqual(parseSearchFields({ ...NO_FIELDS, patternType: "other", more: 1 }), NO_FIELDS);
  });
});
