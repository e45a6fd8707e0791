import type { ChildProcess } from "node:child_process";

/**
 * Returns a process that was just started, with its pipes. If this process may open no more files, Node returns one
 * without pipes and reports why in its next turn, when nobody listens: then this throws `EMFILE`.
 */
export function withPipes<C extends ChildProcess>(child: C): C {
  const { stdio } = child as { readonly stdio: unknown };
  if (stdio !== undefined) return child;
  child.once("error", () => undefined);
  throw new Error(`spawn ${child.spawnfile} EMFILE`);
}
