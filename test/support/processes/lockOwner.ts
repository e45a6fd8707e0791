/** Holds a lock, and says so, until it is ended. */
import { withRefreshLock } from "../../../src/host/accounts/refreshLock.ts";

await withRefreshLock(process.argv[2] ?? "", async () => {
  process.stdout.write("taken\n");
  await new Promise((resolve) => setTimeout(resolve, 600_000));
});
