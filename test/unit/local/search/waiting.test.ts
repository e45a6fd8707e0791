import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { describe } from "mocha";
import { itWithScripts } from "../../../support/systems.ts";
import { makeTemporaryFolder } from "../../git/temporaryRepositories.ts";
import { matchesOf, runService } from "../runningService.ts";

describe("a search where git would wait without end", () => {
  itWithScripts("does not wait for it, and says which commits are not known", async () => {
    const temporary = makeTemporaryFolder();
    const root = temporary.commit("shop", { "basket.js": "needle\n" });
    rmSync(path.join(root, ".git/index"));
    execFileSync("mkfifo", [path.join(root, ".git/index")]);
    const service = await runService(temporary.root, [root], { gitFolders: [root] });
    try {
      for (const query of ["needle", "type:commit all"]) {
        const begun = performance.now();
        const events = await service.search(query);
        const skipped = events.findLast(({ event }) => event === "progress")?.data["skipped"];
        assert.match(JSON.stringify(skipped), /repository-missing.*`shop`/, query);
        assert.equal(matchesOf(events).length, query === "needle" ? 1 : 0);
        assert.ok(performance.now() - begun < 5000, query);
      }
    } finally {
      await service.close();
      await temporary.remove();
    }
  });
});
