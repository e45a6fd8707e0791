import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkSources, type FileText, type VersionReader } from "../../src/core/sources/sourceCheck.ts";
import type { SourceLocation } from "../../src/core/sources/sourceLink.ts";
import { seededRandom } from "../support/randomMatches.ts";
import { exactProcessorTime, watchTurns } from "../support/turns.ts";
import { median } from "./measure.ts";

/** Larger files are not compared. */
const LENGTH = 2_000_000;
const SOURCES = 12;
const REVISION = "0123456789abcdef0123456789abcdef01234567";

/**
 * The longest time without a turn for others, in milliseconds of processor time, while sources in a file of 2 MB that
 * was edited all over are checked; the median of some rounds.
 */
export async function longestTurnOfLargeFile(rounds: number): Promise<number> {
  const types = readFileSync(fileURLToPath(import.meta.resolve("typescript/lib/lib.dom.d.ts")), "utf8").slice(
    0,
    LENGTH,
  );
  const lines = types.slice(0, types.lastIndexOf("\n")).split("\n");
  const old = lines.join("\n");
  const current = lines.flatMap((line, at) => (at % 97 === 0 ? [] : at % 61 === 0 ? [line, `${line} // new`] : [line]));
  const now = current.join("\n");
  const random = seededRandom(5);
  const sources = Array.from({ length: SOURCES }, (): SourceLocation => {
    const startLine = Math.floor(random() * (lines.length - 30));
    return { repository: "it", revision: REVISION, path: "a.ts", range: { startLine, endLine: startLine + 10 } };
  });
  const read = (text: string): Promise<FileText> => Promise.resolve({ text });
  const reader: VersionReader = {
    readCited: () => read(old),
    readLocal: () => read(now),
    findCandidates: () => Promise.resolve({ paths: [] }),
  };
  const longest: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const turns = watchTurns(exactProcessorTime);
    let checked = 0;
    for await (const { check } of checkSources(sources, reader)) if (check.state !== "cannotCheck") checked++;
    const longestMs = turns.stop();
    assert.equal(checked, SOURCES);
    if (round > 0) longest.push(longestMs); // the first round warms up
  }
  return median(longest);
}
