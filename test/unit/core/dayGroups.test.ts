import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { dayGroups } from "../../../src/core/dayGroups.ts";

describe("dayGroups", () => {
  const now = new Date(2026, 2, 15, 0, 30).getTime();
  const at = (...date: [number, number, number, number?]) => ({ updatedAt: new Date(...date).getTime() });

  it("goes by the calendar: half an hour ago can be yesterday", () => {
    const groups = dayGroups(
      [at(2026, 2, 15, 0), at(2026, 2, 14, 23), at(2026, 2, 10), at(2026, 1, 20), at(2025, 1, 1), {}],
      now,
    );
    assert.deepEqual(
      groups.map(({ group, members }) => [group, members.length]),
      [
        ["today", 1],
        ["yesterday", 1],
        ["week", 1],
        ["month", 1],
        ["older", 2],
      ],
    );
  });
});
