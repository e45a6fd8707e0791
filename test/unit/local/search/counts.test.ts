import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { matchesOf, runService, type Json, type RunningService, type StreamEvent } from "../runningService.ts";

const EVENT_AT_MOST = 10 * 1024 * 1024;

describe("what the local service counts", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  before(async () => {
    temporary = makeTemporaryFolder();
    temporary.write("code", {
      "lines.txt": "a needle in it\n".repeat(60_000),
      "long.txt": "a needle in it\n".repeat(120_000),
      "few.txt": "pin needle\npin\n",
      "wide.txt": `${"pin ".repeat(250_000)}\npin\n`,
    });
    service = await runService(temporary.root, [path.join(temporary.root, "code")]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  const list = (value: Json | undefined) => (value ?? []) as unknown as readonly Json[];
  /** How many ranges a match in a response has, in either form. */
  const rangesOf = (match: Json) =>
    list(match["chunkMatches"]).reduce((sum, chunk) => sum + list(chunk["ranges"]).length, 0) +
    list(match["lineMatches"]).reduce((sum, line) => sum + list(line["offsetAndLengths"]).length, 0);
  const told = (events: readonly StreamEvent[]) => {
    const progress = events.findLast(({ event }) => event === "progress")?.data;
    const filters = list(events.findLast(({ event }) => event === "filters")?.data);
    return {
      matchCount: Number(progress?.["matchCount"]),
      inFilters: Number(filters.find(({ kind }) => (kind as unknown) === "repo")?.["count"]),
      skipped: list(progress?.["skipped"]).map(({ reason }) => reason as unknown),
    };
  };

  for (const cm of ["true", "false"]) {
    it(`is what it sends, in one piece for each file that fits into an event (cm=${cm})`, async () => {
      const events = await service.search("needle count:all file:lines", { cm });
      const matches = matchesOf(events);
      assert.equal(matches.length, 1);
      assert.deepEqual(matches.map(rangesOf), [60_000]);
      assert.deepEqual(told(events), { matchCount: 60_000, inFilters: 60_000, skipped: ["ignored"] });
    });

    it(`is what it sends of a file that takes several events (cm=${cm})`, async () => {
      const events = await service.search("needle count:all file:long", { cm });
      const matches = matchesOf(events);
      assert.equal(
        matches.reduce((sum, match) => sum + rangesOf(match), 0),
        120_000,
      );
      assert.ok(matches.every((match) => JSON.stringify([match]).length < EVENT_AT_MOST));
      assert.deepEqual(told(events), { matchCount: 120_000, inFilters: 120_000, skipped: ["ignored"] });
    });
  }

  it("is not what it left out", async () => {
    const events = await service.search("pin count:all", { cm: "true" });
    const sent = matchesOf(events).reduce((sum, match) => sum + rangesOf(match), 0);
    assert.equal(sent, 3);
    assert.deepEqual(told(events), { matchCount: 3, inFilters: 3, skipped: ["document-match-limit", "ignored"] });
  });
});
