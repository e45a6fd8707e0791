import { gitChanges, gitLines } from "./gitLines.ts";
import type { History, HistoryVersion } from "./histories.ts";
import type { Citation, Step } from "./scores.ts";
import { Release, truthOf } from "./truth.ts";

/** How many ranges were drawn, and of how many the fate is beyond doubt. */
export interface Drawn {
  drawn: number;
  known: number;
}

/** The distance to the later version, in versions. */
const DISTANCES = [1, 3, 10, Infinity] as const;

/** Steps of each distance, with the same total number of citations for each, drawn from files that were changed. */
export function* steps(history: History, perDistance: number, random: () => number, drawn: Drawn): Generator<Step> {
  const releases = new Map(history.versions.map((version) => [version, new Release(version.files)]));
  for (const distance of DISTANCES) {
    const pairs = pairsOf(history.versions, distance);
    for (const [from, to] of pairs) {
      const [old, current] = [releases.get(from), releases.get(to)];
      if (!old || !current) continue;
      const citations = draw(old, current, Math.ceil(perDistance / pairs.length), random, drawn);
      const paths = citations.map(({ path }) => path).filter((path) => to.files.has(path));
      const byGit = gitLines(history.root, from.commit, to.commit, paths);
      const { renamed, changed } = gitChanges(history.root, from.commit, to.commit);
      yield { name: `${from.name} → ${to.name}`, from: old, to: current, citations, byGit, renamed, changed };
    }
  }
}

function pairsOf(
  versions: readonly HistoryVersion[],
  distance: number,
): readonly (readonly [HistoryVersion, HistoryVersion])[] {
  const by = Math.min(distance, versions.length - 1);
  return versions.flatMap((from, at) => {
    const to = versions[at + by];
    return to && !(Number.isFinite(distance) && by < distance) ? [[from, to] as const] : [];
  });
}

/** One in six is from a file that no longer exists. Short ranges are drawn more often. */
function draw(from: Release, to: Release, count: number, random: () => number, drawn: Drawn): readonly Citation[] {
  const below = (limit: number) => Math.floor(random() * limit);
  const paths = [...from.files.keys()];
  const changed = paths.filter((path) => to.files.has(path) && to.files.get(path) !== from.files.get(path));
  const missing = paths.filter((path) => !to.files.has(path));
  const citations: Citation[] = [];
  for (let tries = 0; citations.length < count && tries < 4 * count; tries++) {
    const among = missing.length > 0 && (changed.length === 0 || below(6) === 0) ? missing : changed;
    const path = among[below(among.length)];
    if (path === undefined) break;
    const { lines } = from.text(path);
    const startLine = below(lines.length);
    const endLine = Math.min(lines.length - 1, startLine + Math.floor(random() ** 2 * 30));
    if (lines.slice(startLine, endLine + 1).every((line) => line.trim() === "")) continue;
    drawn.drawn++;
    const truth = truthOf(from, to, path, { startLine, endLine });
    if (truth) drawn.known++;
    if (truth) citations.push({ path, startLine, endLine, truth });
  }
  return citations;
}
