import type { ChildProcess } from "node:child_process";

/**
 * A process that was just started, with its pipes. Where this one may open no more files, Node returns one that has none, and
 * tells why in its next turn, to nobody: throws that.
 */
export function withPipes<C extends ChildProcess>(child: C): C {
  const { stdio } = child as { readonly stdio: unknown };
  if (stdio !== undefined) return child;
  child.once("error", () => undefined);
  throw new Error(`spawn ${child.spawnfile} EMFILE`);
}
