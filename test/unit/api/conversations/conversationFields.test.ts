import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { decodeQuota } from "../../../../src/api/conversations/conversationFields.ts";
import { JsonObject } from "../../../../src/api/http/json.ts";

describe("a quota", () => {
  for (const [limit, decoded] of [
    [20, 20],
    [0, 0],
    [-1, undefined],
  ] as const)
    it(`has ${decoded === undefined ? "no limit" : `a limit of ${decoded}`} where the service says ${limit}`, () => {
      const quota = decodeQuota(JsonObject.of({ totalQuota: 5, quotaLimit: limit }));
      assert.deepEqual(quota, { used: 5, ...(decoded === undefined ? {} : { limit: decoded }) });
    });
});
