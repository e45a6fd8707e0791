import type { Engine, EngineOf } from "../../code/engine/engine.ts";
import type { Scope } from "../../code/engine/scope.ts";
import type { CodeBase } from "../../code/files/codeBase.ts";
import { EditorExcludes } from "../../code/files/editorExcludes.ts";
import { HeldBackCache } from "../../code/files/heldBackCache.ts";
import type { Found } from "../results/found.ts";
import { countRanges } from "../results/searchEvents.ts";
import type { SearchOutput } from "../results/searchOutput.ts";
import { findLinksOut } from "./linksOut.ts";
import { heldBackFiles, ignoredFiles, linksOut, type IgnoredCount } from "./skippedFiles.ts";

/** Reports how many files are held back from who asks, if any: the same number for every query. */
export async function tellHeldBack(
  engine: Engine,
  output: SearchOutput,
  {
    heldBack = new HeldBackCache(),
    signal,
  }: { readonly heldBack?: HeldBackCache | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const { access, folders } = engine.codeBase;
  if (access.asker === "person") return;
  const count = await heldBack.count(folders, () => countHeldBack(engine, signal));
  if (count > 0) output.skip(heldBackFiles(count));
}

/** How many of all served files are held back from who sees the code base like this. */
async function countHeldBack(engine: Engine, signal: AbortSignal): Promise<number> {
  let count = 0;
  for await (const each of engine.list({ signal })) if ("leftOut" in each && each.leftOut === "heldBack") count++;
  return count;
}

/** What a search of files on disk leaves out by its rules. */
interface LeftOutSearch {
  readonly engine: Engine;
  /** Absent where what is left out is not to be searched, or is searched. */
  readonly everything: Everything | undefined;
  /** Absolute. */
  readonly folders: readonly string[];
  /** Whether it went on to the end: otherwise, it is the limit of results because of which there are few. */
  readonly isWhole: boolean;
  readonly signal: AbortSignal;
}

/** Fewer results may be due to what was left out. */
const FEW_RESULTS = 3;

/** Names the rule as soon as enough is found, so that what is drawn of the first results stays where it is. */
export function ruleTeller(output: SearchOutput, codeBase: CodeBase): (found: Found) => void {
  let isTold = false;
  return (found) => {
    if (isTold || output.count + countRanges(found) < FEW_RESULTS) return;
    isTold = true;
    output.skip(ignoredFiles(codeBase, undefined, false));
  };
}

/**
 * Reports what a search leaves out: what is ignored, and what links lead to. Where it has found little, a person is told
 * how much that is, and how to search it; an agent or a model, that it is so if nothing was found.
 */
export async function tellLeftOut(output: SearchOutput, search: LeftOutSearch): Promise<void> {
  const { engine, everything, folders, isWhole, signal } = search;
  const { codeBase } = engine;
  const isLittle = output.count < FEW_RESULTS && isWhole;
  if (everything && isLittle) {
    const ignored = await everything.countBeside(engine, folders, signal);
    if (ignored?.count !== 0) output.skip(ignoredFiles(codeBase, ignored, true));
  } else if (codeBase.access.asker !== "person" && output.count === 0)
    output.skip(ignoredFiles(codeBase, undefined, false));
  if (!isLittle) return;
  const links = (await findLinksOut(folders)).flatMap(({ link, target }) => {
    const place = codeBase.locate(link);
    return place && !codeBase.isHeldBack(target) ? [{ path: place.path, target }] : [];
  });
  signal.throwIfAborted();
  if (links.length > 0) output.skip(linksOut(links));
}

/** Counting more than that would keep people waiting. */
const COUNTING_MS = 500;
/** For as long, what was counted is not counted again. */
const FRESH_MS = 10_000;

/** Searches of a person without any of the rules by which files are left out. */
export class Everything {
  readonly #engineOf: EngineOf;
  readonly #counted = new Map<string, { readonly at: number; readonly ignored: IgnoredCount | undefined }>();

  constructor(engineOf: EngineOf) {
    this.#engineOf = engineOf;
  }

  /** An engine that leaves out nothing. */
  engine(codeBase: CodeBase): Engine {
    return this.#engineOf({ ...codeBase, excludes: EditorExcludes.ofNothing(codeBase.folders) });
  }

  /** How many files in some folders another engine leaves out; `undefined` if counting them takes too long. */
  async countBeside(
    engine: Engine,
    folders: readonly string[],
    signal: AbortSignal,
  ): Promise<IgnoredCount | undefined> {
    const { codeBase } = engine;
    const key = JSON.stringify([folders, codeBase.excludes.all]);
    const known = this.#counted.get(key);
    if (known && performance.now() - known.at < FRESH_MS) return known.ignored;
    const scope = { folders, signal: AbortSignal.any([signal, AbortSignal.timeout(COUNTING_MS)]) };
    const [searched, all] = await Promise.all([countFiles(engine, scope), countFiles(this.engine(codeBase), scope)]);
    signal.throwIfAborted();
    const count = Math.max(0, all.count - searched.count);
    const isKnown = searched.isWhole && (all.isWhole || count > 0);
    const ignored = isKnown ? { count, isWhole: all.isWhole } : undefined;
    this.#counted.clear(); // one search is followed by others like it
    this.#counted.set(key, { at: performance.now(), ignored });
    return ignored;
  }
}

async function countFiles(engine: Engine, scope: Scope): Promise<IgnoredCount> {
  let count = 0;
  try {
    for await (const each of engine.list(scope)) if (!("leftOut" in each)) count++;
    return { count, isWhole: true };
  } catch (error) {
    if (!scope.signal.aborted) throw error;
    return { count, isWhole: false };
  }
}
