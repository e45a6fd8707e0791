import { posix } from "node:path";
import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import type { CodeBase } from "../../code/files/codeBase.ts";
import { changesIn, mayTellChanges } from "../manifests/changes.ts";
import { mayState, statedIn, type StatedLines } from "../manifests/statedFacts.ts";
import { readNamed } from "../named/namedFiles.ts";
import { plainPassage } from "../named/namedPassages.ts";
import type { ReadFile } from "../named/readFiles.ts";
import type { AskedFact } from "../questions/askedFact.ts";
import type { NameableFile } from "../questions/writtenNames.ts";
import { kindOf } from "../ranking/fileKinds.ts";
import { SELECTED } from "../ranking/confidence.ts";
import type { CodeFile, Passage } from "../ranking/passages.ts";
import { codeFileOf } from "./namedFirst.ts";

const FILES_READ = 12;
const SHOWN = 4;
/** More has no manifest that people write, nor any line of it. */
const LINES_READ = 20_000;
const COLUMNS_READ = 400;
/** Before what is ranked, behind what was selected. */
const STATED = SELECTED / 2;

/** The lines that state a fact, of the files nearest to the top, and what was read for it. */
export async function statedPassages(
  fact: AskedFact,
  paths: readonly NameableFile[],
  services: { readonly files: readonly CodeFile[]; readonly codeBase: CodeBase; readonly slices: TimeSlices },
): Promise<{ readonly passages: readonly Passage[]; readonly read: readonly ReadFile[] }> {
  const { files, codeBase, slices } = services;
  const telling: { readonly file: NameableFile; readonly isOwn: boolean; readonly depth: number }[] = [];
  for (const file of paths) {
    if (slices.isOver) await slices.next();
    const { path } = file;
    if (!mayTell(fact, path)) continue;
    const isOwn = !["test", "example", "built"].includes(kindOf(path));
    telling.push({ file, isOwn, depth: path.split("/").length });
  }
  const nearest = telling.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.depth - b.depth);
  const passages: Passage[] = [];
  const read: ReadFile[] = [];
  for (const { file, isOwn } of nearest.slice(0, FILES_READ)) {
    if (passages.length >= SHOWN || (passages.length > 0 && !isOwn)) break;
    const { content, lines } = await readNamed(file, codeBase);
    if (slices.isOver) await slices.next();
    const beginning = lines.slice(0, LINES_READ).map((line) => line.slice(0, COLUMNS_READ));
    const stated = toldIn(fact, file.path, beginning);
    if (stated.length === 0) continue;
    const code = files.find((known) => known.file === file.file) ?? (await codeFileOf({ ...file, lines }, slices));
    read.push({ file: code, content, lines });
    passages.push(
      ...stated.map(({ startLine, endLine }) => ({ ...plainPassage(code, lines, startLine, endLine), score: STATED })),
    );
  }
  // A version that is made from a tag stands in no manifest.
  if (passages.length === 0 && fact.fact === "version") return statedPassages(LATEST, paths, services);
  return { passages: passages.slice(0, SHOWN), read };
}

const LATEST: AskedFact = { fact: "changes", versions: [] };

function mayTell(asked: AskedFact, path: string): boolean {
  return asked.fact === "changes"
    ? kindOf(path) === "changelog" || mayTellChanges(path, asked.versions)
    : mayState(asked, posix.basename(path));
}

function toldIn(asked: AskedFact, path: string, lines: readonly string[]): readonly StatedLines[] {
  return asked.fact === "changes"
    ? changesIn(asked.versions, path, lines)
    : statedIn(asked, posix.basename(path), lines);
}
