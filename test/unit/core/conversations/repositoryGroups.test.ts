import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { repositoryGroups } from "../../../../src/core/conversations/repositoryGroups.ts";

describe("Groups by repository", () => {
  const named = (name: string, time: number, repository?: string) => ({
    name,
    updatedAt: time,
    ...(repository !== undefined && { repository }),
  });

  it("have the newest first, groups and members, and those without a repository last", () => {
    const members = [
      named("old", 1, "o/a"),
      named("unknown", 9),
      named("new", 8, "o/b"),
      named("newer", 5, "o/a"),
      named("older unknown", 2),
      { name: "undated", repository: "o/b" },
      { name: "created", createdAt: 7, repository: "o/b" },
    ];
    assert.deepEqual(
      repositoryGroups(members).map(({ repository, members: found }) => [repository, found.map(({ name }) => name)]),
      [
        ["o/b", ["new", "created", "undated"]],
        ["o/a", ["newer", "old"]],
        [undefined, ["unknown", "older unknown"]],
      ],
    );
  });

  it("are none of nothing", () => {
    assert.deepEqual(repositoryGroups([]), []);
  });
});
