import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { dayGroups } from "../../../../src/core/conversations/dayGroups.ts";

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

  it("has the newest first, whatever order they come in, and those of the same time in theirs", () => {
    const named = (name: string, dates: { updatedAt?: number; createdAt?: number }) => ({ name, ...dates });
    const groups = dayGroups(
      [
        named("undated", {}),
        named("old", at(2025, 1, 1)),
        named("early yesterday", at(2026, 2, 14, 8)),
        named("today", at(2026, 2, 15)),
        named("late yesterday", at(2026, 2, 14, 23)),
        named("created yesterday", { createdAt: at(2026, 2, 14, 12).updatedAt }),
        named("undated, too", {}),
        named("as late yesterday", at(2026, 2, 14, 23)),
      ],
      now,
    );
    assert.deepEqual(
      groups.map(({ group, members }) => [group, members.map(({ name }) => name)]),
      [
        ["today", ["today"]],
        ["yesterday", ["late yesterday", "as late yesterday", "created yesterday", "early yesterday"]],
        ["older", ["old", "undated", "undated, too"]],
      ],
    );
  });
});
