import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import { kindOf } from "./fileKinds.ts";
import { FIELDS, type IndexedFile } from "./indexedFile.ts";
import type { CodeFile } from "./passages.ts";

/** The share of the built file's words that its source has; this much less if it also has the same definitions. */
const SHARED_WORDS = 0.95;
const SHARED_WORDS_OF_SAME = 0.5;
/** The share of the definitions of that file which has fewer. */
const SHARED_DEFINITIONS = 0.85;

/**
 * The files that are built from another one of these, with their sources: they have the same name, lie where a build
 * puts them, and say the same; or they lie beside such a file (`x.cjs` and `x.d.ts` beside `x.js`). A folder's name
 * alone says nothing: in many packages, `dist` is all there is.
 */
export async function findBuiltFiles(
  files: readonly CodeFile[],
  slices: TimeSlices,
): Promise<ReadonlyMap<CodeFile, CodeFile>> {
  const byStem = new Map<string, CodeFile[]>();
  for (const file of files) {
    const stem = stemOf(file.fullPath);
    const alike = byStem.get(stem);
    if (alike) alike.push(file);
    else byStem.set(stem, [file]);
  }
  const built = new Map<CodeFile, CodeFile>();
  for (const file of files) {
    if (slices.isOver) await slices.next();
    if (!mayBeBuilt(file.path)) continue;
    const possible = stemsOfSources(file).flatMap((stem) => byStem.get(stem) ?? []);
    const source = possible.find((other) => isBuiltFrom(file.path, other.path) && isAlike(file.index, other.index));
    if (source) built.set(file, source);
  }
  for (const [file, source] of [...built])
    for (const other of byStem.get(stemOf(file.fullPath)) ?? [])
      if (mayBeBuilt(other.path) && !built.has(other) && other !== source) built.set(other, source);
  return new Map([...built.keys()].map((file) => [file, firstSource(file, built)]));
}

/** What is built from what is built comes from the same source. */
function firstSource(file: CodeFile, built: ReadonlyMap<CodeFile, CodeFile>): CodeFile {
  const source = built.get(file);
  return source ? firstSource(source, built) : file;
}

const TYPED = /(?<!\.d)\.[cm]?tsx?$/;
const DECLARED = /\.d\.[cm]?ts$/;
const SCRIPT = /\.[cm]?jsx?$/;
const MINIFIED = /\.min\.[cm]?js$/;
const ENDING = /(?:\.min|\.d)?\.[cm]?[jt]sx?$/;

const stemOf = (path: string): string => path.replace(ENDING, "");

const mayBeBuilt = (path: string): boolean => SCRIPT.test(path) || DECLARED.test(path);

/** Whether a file can be built from the other one by what their names say. */
function isBuiltFrom(path: string, source: string): boolean {
  if (TYPED.test(source)) return true;
  if (DECLARED.test(path)) return DECLARED.test(source) && !source.endsWith(".cts") && path.endsWith(".cts");
  if (!SCRIPT.test(source) || MINIFIED.test(source)) return false;
  if (MINIFIED.test(path)) return true;
  if (path.endsWith(".cjs") !== source.endsWith(".cjs")) return path.endsWith(".cjs");
  return kindOf(path) === "built" && kindOf(source) !== "built";
}

/** Where sources lie, relative to where the built files or their folders do. */
const SOURCE_FOLDERS = ["", "src/", "source/", "lib/"];
/** `dist/esm`: how many folders a build puts in their place. */
const BUILT_FOLDERS = 2;

/** The paths, without endings, of the files that a file may be built from. */
function stemsOfSources({ repository: { name }, path }: CodeFile): readonly string[] {
  const parts = stemOf(path).split("/");
  const stems = new Set<string>();
  for (let kept = 0; kept < parts.length; kept++) {
    const folder = [name, ...parts.slice(0, kept)].join("/");
    for (let left = 0; left <= BUILT_FOLDERS && kept + left < parts.length; left++)
      for (const sources of SOURCE_FOLDERS) stems.add(`${folder}/${sources}${parts.slice(kept + left).join("/")}`);
  }
  return [...stems];
}

/** Whether what is built has the definitions and the words of its source. */
function isAlike(built: IndexedFile, source: IndexedFile): boolean {
  const [own, others] = [entriesOf(built, FIELDS.wholeName), entriesOf(source, FIELDS.wholeName)];
  const [smaller, larger] = own.size < others.size ? [own, others] : [others, own];
  const words = shareIn(entriesOf(built, FIELDS.body), entriesOf(source, FIELDS.body));
  return words >= SHARED_WORDS || (words >= SHARED_WORDS_OF_SAME && shareIn(smaller, larger) >= SHARED_DEFINITIONS);
}

function entriesOf({ hashes, counts }: IndexedFile, field: number): ReadonlySet<number> {
  const entries = new Set<number>();
  for (let entry = 0; entry < hashes.length; entry++)
    if (((counts[entry] ?? 0) & 3) === field) entries.add(hashes[entry] ?? 0);
  return entries;
}

/** The share of `some` that is among `all`; 0 if there are none. */
function shareIn(some: ReadonlySet<number>, all: ReadonlySet<number>): number {
  let shared = 0;
  for (const each of some) if (all.has(each)) shared++;
  return some.size === 0 ? 0 : shared / some.size;
}
