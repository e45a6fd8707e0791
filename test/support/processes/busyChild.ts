/** A forked program that ends with its parent, and whose thread is held for good once it has told its number. */
import { endWithParent } from "../../../src/local/parentWatch.ts";

endWithParent();
process.send?.(process.pid);
setTimeout(() => {
  for (;;);
}, 500);
