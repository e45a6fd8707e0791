import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/**
 * Runs a script of this folder in a process of its own, where nothing that was measured before is in memory, and
 * returns the first message it sends. Rejects if it ends without one.
 */
export async function runAside<Told>(
  script: string,
  args: readonly string[],
  execArgv: readonly string[] = [],
): Promise<Told> {
  const child = fork(join(import.meta.dirname, script), args, { execArgv: [...execArgv] });
  const told: Told[] = [];
  child.once("message", (message) => told.push(message as Told));
  await once(child, "disconnect"); // after everything that it sent, however it ended
  if (told[0] === undefined) throw new Error(`A benchmark broke: ${script} ${args[0] ?? ""}`);
  return told[0];
}
