/** A forked program that ends with its parent, and whose thread is blocked for good once it has sent its process id. */
import { endWithParent } from "../../../src/local/parentWatch.ts";

endWithParent();
process.send?.(process.pid);
setTimeout(() => {
  for (;;);
}, 500);
