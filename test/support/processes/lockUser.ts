/** Does something under a lock again and again, and fails if anybody else does so at the same time. */
import { mkdirSync, rmdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { withRefreshLock } from "../../../src/host/accounts/refreshLock.ts";

const [lock = "", place = "", times = "0"] = process.argv.slice(2);
for (let count = 0; count < Number(times); count++) {
  await withRefreshLock(lock, async () => {
    mkdirSync(place); // throws if it exists
    await sleep(5);
    rmdirSync(place);
  });
}
