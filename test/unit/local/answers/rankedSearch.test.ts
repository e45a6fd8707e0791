import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { matchesOf, runService, textOf, type RunningService } from "../runningService.ts";

describe("a search that ranks passages", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  const RETRY = [
    "// Nothing of interest.",
    "",
    "/** How long to wait before the next attempt. */",
    "export function retryDelay(attempt: number): number {",
    "  const seconds = 2 ** attempt;",
    "  return Math.min(seconds, 60) * 1000;",
    "}",
    "",
  ];

  before(async () => {
    temporary = makeTemporaryFolder();
    temporary.write("code", {
      "src/retry.ts": RETRY.join("\n"),
      "src/attempt.md": "An attempt at something else, with a delay.\n",
      "src/other.ts": "export const other = 1;\n",
    });
    service = await runService(temporary.root, [path.join(temporary.root, "code")]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  it("brings the best one first, one match each, with its lines as the file has them", async () => {
    for (const [query, t] of [
      ["how long is the retry delay of an attempt patternType:codycontext", "keyword"],
      ["how long is the retry delay of an attempt", "codycontext"],
    ] as const) {
      const events = await service.search(query, { t, cm: "true" });
      const [best] = matchesOf(events);
      assert.equal(best?.["path"], "src/retry.ts");
      const chunk = best["chunkMatches"]?.[0];
      const { line } = chunk?.["contentStart"] as unknown as { line: number };
      const content = textOf(chunk?.["content"]);
      assert.ok(content.includes("export function retryDelay"), content);
      assert.ok(
        readFileSync(path.join(temporary.root, "code/src/retry.ts"), "utf8")
          .split("\n")
          .slice(line)
          .join("\n")
          .startsWith(content.trimEnd()),
      );
      assert.equal((chunk?.["ranges"] as unknown as unknown[]).length, 1);
      const progress = events.findLast(({ event }) => event === "progress")?.data;
      assert.deepEqual([progress?.["done"], progress?.["matchCount"]], [true, matchesOf(events).length]);
    }
  });

  it("says that it takes no filters", async () => {
    const events = await service.search("retry delay lang:go patternType:codycontext");
    assert.deepEqual(matchesOf(events), []);
    assert.match(textOf(events.find(({ event }) => event === "alert")?.data), /need words only.*lang:go/);
  });
});
