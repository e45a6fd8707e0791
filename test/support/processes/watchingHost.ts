/**
 * Watches the service at an address in turns of the given milliseconds, and prints every tenth turn of its own, or that
 * the service hangs.
 */
import { watchService } from "../../../src/host/accounts/watchdog.ts";

const [baseUrl = "", turnMs = "20"] = process.argv.slice(2);
watchService({
  baseUrl,
  turnMs: Number(turnMs),
  onHung: () => {
    process.stdout.write("hung\n");
  },
  onUnable: () => undefined,
});
setInterval(
  () => {
    process.stdout.write("turn\n");
  },
  Number(turnMs) * 10,
);
