import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { tellingLines } from "../../../../src/core/lines/lineEvidence.ts";
import { commonScope } from "../../../../src/core/lines/scopes.ts";
import { compareVersions } from "../../../../src/core/lines/versions.ts";
import { TimeSlices } from "../../../../src/core/text/timeSlices.ts";

const OLD = ["function parse(text) {", "  return read(text);", "}", "", "", "const last = 1;"];
const CURRENT = ["const first = 2;", "function parse(text) {", "  return write(text);", "}", ""];

const versions = () => compareVersions(OLD.join("\n"), CURRENT.join("\n"), new TimeSlices());

describe("what is around lines of two versions", () => {
  it("is known also if it begins with the first line", async () => {
    const { scopes } = await versions();
    assert.deepEqual(commonScope(scopes, { startLine: 1, endLine: 1 }), {
      before: { startLine: 0, endLine: 2 },
      after: { startLine: 1, endLine: 3 },
    });
  });

  it("is all of both where nothing is", async () => {
    const { scopes } = await versions();
    assert.deepEqual(commonScope(scopes, { startLine: 5, endLine: 5 }), {
      before: { startLine: 0, endLine: 5 },
      after: { startLine: 0, endLine: 4 },
    });
  });
});

describe("lines without blank ones at both ends", () => {
  it("are never none", async () => {
    const compared = await versions();
    assert.deepEqual(tellingLines(compared, { startLine: 3, endLine: 5 }), { startLine: 5, endLine: 5 });
    assert.deepEqual(tellingLines(compared, { startLine: 2, endLine: 4 }), { startLine: 2, endLine: 2 });
    assert.deepEqual(tellingLines(compared, { startLine: 3, endLine: 4 }), { startLine: 4, endLine: 4 });
  });
});
