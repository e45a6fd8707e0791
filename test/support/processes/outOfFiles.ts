/** Opens files until no more can be opened, then starts programs, and prints why each failed, one per line. */
import { openSync } from "node:fs";
import { git, streamGit } from "../../../src/git/command/gitCommand.ts";
import { ObjectReaders } from "../../../src/git/history/objectReader.ts";
import { createRipgrep } from "../../../src/local/code/ripgrep/ripgrep.ts";
import { findEngineProgram } from "../../../src/local/code/engine/engineProgram.ts";

const [root = ""] = process.argv.slice(2);
const signal = AbortSignal.timeout(10_000);
const ripgrep = createRipgrep(await findEngineProgram());
const programs: readonly (() => Promise<unknown>)[] = [
  () => git(root, ["log"]),
  () => streamGit(root, ["log"], signal).next(),
  () => new ObjectReaders().read(root, "HEAD:a.txt", 1000),
  () => ripgrep(["a", "--", root], "\n", { signal }).next(),
];
const reasons: string[] = [];
openAll();
for (const start of programs)
  await start().then(
    () => reasons.push("started"),
    (error: unknown) => reasons.push(String(error)),
  );
console.log(reasons.join("\n"));

function openAll(): void {
  try {
    for (;;) openSync(process.execPath, "r");
  } catch {
    // no more can be opened
  }
}
