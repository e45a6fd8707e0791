import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { runAside } from "./aside.ts";
import { checkingCostRows } from "./checkingCost.ts";
import { EDIT_NAMES } from "./histories/edits.ts";
import { INSTALLED } from "./histories/histories.ts";
import type { PackageScores } from "./histories/packageScores.ts";
import { fetchReleases, RELEASED } from "./histories/releases.ts";
import { addScore, newScore, type Score } from "./histories/scores.ts";
import { KINDS } from "./histories/truth.ts";
import type { Row, Scale } from "./results.ts";

/**
 * Where the misses of a full run are written for inspection, outside git. Those of held-back packages are not written.
 */
const MISSES = join(import.meta.dirname, "../../node_modules/.cache/plumbline-misses.txt");

/** What is gone has evidence less often than what is there. */
const GONE = ["replaced", "gone", "file gone"];
/**
 * Kinds for which a hedged answer is no lack: other histories are possible, or evidence would have to be everywhere.
 */
const HEDGED = [...GONE, "ambiguous"];

/** How many packages are measured at once, each in a process of its own. */
const AT_ONCE = Math.min(2, availableParallelism());

/**
 * How checks judge lines that were cited in old releases of packages, and edits made to mislead: how much is right, how
 * much is wrong, and how much of the wrong is stated as certain; compared with git's diff, the exact text and the same
 * line number.
 */
export async function certainRows(scale: Scale): Promise<readonly Row[]> {
  const { isShort } = scale;
  const cost = await checkingCostRows(scale); // before others disturb it
  const names = [...INSTALLED, ...(isShort ? [] : [...RELEASED.forTuning, ...RELEASED.heldBack])];
  const byPackage = await measureAll(names, isShort);
  const whole = new Map<string, Score>();
  const heldBack = new Map<string, Score>();
  const edits = new Map<string, Score>();
  const misses: string[] = [];
  let drawn = 0;
  let known = 0;
  for (const [name, scores] of byPackage) {
    const isHeldBack = RELEASED.heldBack.includes(name);
    addAll(whole, scores.releases);
    if (isHeldBack) addAll(heldBack, scores.releases);
    else misses.push(...scores.misses);
    addAll(edits, scores.edits);
    drawn += scores.drawn.drawn;
    known += scores.drawn.known;
  }
  if (!isShort) {
    mkdirSync(dirname(MISSES), { recursive: true });
    writeFileSync(MISSES, misses.join("\n"));
  }
  print("releases", whole, KINDS);
  if (!isShort) print("releases of packages held back", heldBack, KINDS);
  print("edits made to mislead", edits, EDIT_NAMES);
  return [
    ...rowsOf("releases", whole),
    row(`ranges drawn in releases without a truth, of ${drawn}`, (100 * (drawn - known)) / drawn, "%", "atMost", 100),
    ...(isShort ? [] : rowsOf("releases held back", heldBack)),
    ...editRows(edits),
    ...cost,
  ];
}

/** By package, in order. Wrong answers stated as certain are printed as they come, unless the package is held back. */
async function measureAll(names: readonly string[], isShort: boolean): Promise<ReadonlyMap<string, PackageScores>> {
  if (!isShort) for (const name of [...RELEASED.forTuning, ...RELEASED.heldBack]) fetchReleases(name);
  const measured = new Map<string, PackageScores>();
  const waiting = [...names];
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const scores = await runAside<PackageScores>("histories/packageScores.ts", [name, String(isShort)]);
      measured.set(name, scores);
      const { count, wrong, wrongCertain } = total([...scores.releases, ...scores.edits].map(([, score]) => score));
      console.log(`${name}: ${count} ranges, ${wrong} wrong, ${wrongCertain} of them certain`);
      if (RELEASED.heldBack.includes(name)) continue;
      for (const miss of scores.misses) if (miss.startsWith('{"isCertain":true')) console.log(miss);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return new Map(names.flatMap((name) => [...measured].filter(([other]) => other === name)));
}

function addAll(sums: Map<string, Score>, scores: PackageScores["releases"]): void {
  for (const [name, score] of scores) {
    const sum = sums.get(name) ?? newScore();
    sums.set(name, sum);
    addScore(sum, score);
  }
}

function rowsOf(what: string, scores: ReadonlyMap<string, Score>): readonly Row[] {
  const all = total(scores.values());
  const kind = (name: string) => scores.get(name) ?? newScore();
  const gone = total(GONE.map(kind));
  const share = (part: number, of: Score) => (of.count === 0 ? 100 : (100 * part) / of.count);
  const without = (...names: readonly string[]) =>
    total([...scores].flatMap(([name, each]) => (names.includes(name) ? [] : [each])));
  const telling = without("low information");
  const one = without(...HEDGED);
  return [
    row(`cited in ${what}: wrong and certain, of ${all.count}`, all.wrongCertain, "places", "atMost", 0),
    row(`cited in ${what}: wrong`, share(telling.wrong, telling), "%", "atMost", 0.15),
    row(`cited in ${what}: hedged though right`, share(one.hedged, one), "%", "atMost", 8),
    row(`cited in ${what}: ambiguous, said as certain`, kind("ambiguous").wrongCertain, "places", "atMost", 0),
    row(`cited in ${what}: gone, hedged`, share(gone.hedged, gone), "%", "atMost", 100),
    row(`cited in ${what}: moved, right`, share(kind("moved").right, kind("moved")), "%", "atLeast", 99.9),
    row(
      `cited in ${what}: half kept, right`,
      share(kind("edited, half kept").right, kind("edited, half kept")),
      "%",
      "atLeast",
      98,
    ),
    row(
      `cited in ${what}: another file, right`,
      share(kind("moved to another file").right, kind("moved to another file")),
      "%",
      "atLeast",
      90,
    ),
  ];
}

function editRows(scores: ReadonlyMap<string, Score>): readonly Row[] {
  const all = total(scores.values());
  const behind = [...scores.values()].filter(({ right, byGit, byText }) => right < Math.max(byGit, byText)).length;
  return [
    row(`edits that mislead: wrong and certain, of ${all.count}`, all.wrongCertain, "places", "atMost", 0),
    row("edits that mislead: rows behind git's diff or exact text", behind, "rows", "atMost", 0),
  ];
}

function total(scores: Iterable<Score>): Score {
  const sum = newScore();
  for (const each of scores) addScore(sum, each);
  return sum;
}

function row(bench: string, value: number, unit: string, direction: Row["direction"], target: number): Row {
  const holds = direction === "atLeast" ? value >= target : value <= target;
  return { bench, value: Number(value.toPrecision(4)), unit, target, direction, holds };
}

function print(what: string, scores: ReadonlyMap<string, Score>, order: readonly string[]): void {
  const heads = ["count", "right", "hedged", "wrong", "certain", "git", "text", "number"];
  console.log(`${what.padEnd(40)}${heads.map((head) => head.padStart(9)).join("")}`);
  for (const name of order) {
    const each = scores.get(name);
    if (!each) continue;
    const share = (part: number) => `${((100 * part) / each.count).toFixed(1)} %`.padStart(9);
    const counts = [each.wrong, each.wrongCertain].map((count) => String(count).padStart(9)).join("");
    const found = [each.byGit, each.byText, each.byNumber].map((count) => share(count)).join("");
    console.log(
      `  ${name.padEnd(38)}${String(each.count).padStart(9)}${share(each.right)}${share(each.hedged)}${counts}${found}`,
    );
  }
}
