// How the history of one package is judged: `node test/bench/histories/packageScores.ts NAME ISSHORT`, sent to the
// process that forked it.
import process from "node:process";
import { seededRandom } from "../../support/randomMatches.ts";
import { makeTemporaryFolder } from "../../unit/git/temporaryRepositories.ts";
import { steps, type Drawn } from "./citations.ts";
import { editedSteps } from "./edits.ts";
import { installedHistory, makeHistory } from "./histories.ts";
import { fetchReleases } from "./releases.ts";
import { score, type Miss, type Score } from "./scores.ts";

/** The scores of a package: for its releases by what became of the lines, for edits by their names. */
export interface PackageScores {
  readonly releases: readonly (readonly [kind: string, Score])[];
  readonly edits: readonly (readonly [edit: string, Score])[];
  readonly misses: readonly string[];
  readonly drawn: Drawn;
}

/** How many are drawn for each distance, and for each edit. */
const RANGES = { full: { perDistance: 500, perEdit: 12 }, short: { perDistance: 30, perEdit: 1 } };

const [name = "", isShort] = process.argv.slice(2);
const temporary = makeTemporaryFolder();
try {
  process.send?.(await measure(isShort === "true" ? RANGES.short : RANGES.full));
} finally {
  await temporary.remove();
}

async function measure({ perDistance, perEdit }: { perDistance: number; perEdit: number }): Promise<PackageScores> {
  const history = installedHistory(temporary, name) ?? makeHistory(temporary, name, fetchReleases(name));
  const random = seededRandom(16);
  const drawn: Drawn = { drawn: 0, known: 0 };
  const releases = new Map<string, Score>();
  const edits = new Map<string, Score>();
  const misses: string[] = [];
  const tell = (miss: Miss): void => {
    misses.push(told(miss));
  };
  for (const step of steps(history, perDistance, random, drawn))
    await score(step, releases, ({ truth }) => truth.kind, tell);
  for (const [edit, step] of await editedSteps(history, perEdit, random)) await score(step, edits, () => edit, tell);
  return { releases: [...releases], edits: [...edits], misses, drawn };
}

function told({ step, citation: { path, startLine, endLine, truth }, check, isCertain }: Miss): string {
  const [cited, kind] = [[startLine + 1, endLine + 1], truth.kind];
  return JSON.stringify({ isCertain, package: name, step: step.name, path, cited, kind, truth: truth.place, check });
}
