import { availableParallelism } from "node:os";
import { contains } from "../../../git/repositories/repositories.ts";
import type { IgnoreFiles } from "./ignoreFiles.ts";
import type { Ripgrep } from "./ripgrep.ts";

/** ripgrep was ended, since it was about to read ignore files that it must not read. It would not do so again. */
class BeginAgain extends Error {
  override readonly name = "BeginAgain";
}

/**
 * The same ripgrep, but one that reads no ignore file that is no file, or is too long. While it runs, the folders that
 * it searches are looked through; if there is such a file in them, it is ended, and this throws {@link BeginAgain}.
 */
export function heedingIgnoreFiles(ripgrep: Ripgrep, ignoreFiles: IgnoreFiles): Ripgrep {
  return async function* heeding(args, separator, options) {
    const { signal } = options;
    const choice = args.slice(0, args.lastIndexOf("--"));
    const places = args.slice(choice.length + 1);
    await ignoreFiles.lookAbove(places);
    signal.throwIfAborted();
    const { off, leftOut, changed } = ignoreFiles;
    const left = places.filter((place) => !leftOut.some((folder) => contains(folder, place)));
    if (left.length === 0) return;
    const looking = ignoreFiles.lookBelow(left, signal);
    looking.catch(() => undefined); // not awaited where the loop is left early
    try {
      yield* ripgrep([...off, ...THREADS, ...choice, "--", ...left], separator, {
        ...options,
        leaveOut: [...(options.leaveOut ?? []), ...leftOut],
        signal: AbortSignal.any([signal, changed]),
      });
    } catch (error) {
      if (signal.aborted || !changed.aborted) throw error;
    }
    await looking;
    signal.throwIfAborted();
    if (changed.aborted) throw new BeginAgain();
  };
}

/**
 * A ripgrep with one thread reads the ignore files of folders that it leaves out. Otherwise, as many as it has anyway.
 */
const THREADS = [`--threads=${Math.max(2, Math.min(12, availableParallelism()))}`];

/** Yields what `find` finds, each file once. If it has to begin again, so it does. */
export async function* eachFileOnce<T>(
  find: () => AsyncIterable<T>,
  fileOf: (found: T) => string,
): AsyncGenerator<T, void> {
  const seen = new Set<string>();
  for await (const found of untilHeeded(find)) {
    const file = fileOf(found);
    if (seen.has(file)) continue;
    seen.add(file);
    yield found;
  }
}

/** Yields what `find` finds, and begins again as often as it has to. */
export async function* untilHeeded<T>(find: () => AsyncIterable<T>): AsyncGenerator<T, void> {
  for (;;) {
    try {
      yield* find();
      return;
    } catch (error) {
      if (!(error instanceof BeginAgain)) throw error;
    }
  }
}
