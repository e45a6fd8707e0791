import { basename, dirname } from "node:path";
import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import type { Repository } from "../../../git/repositories/repositories.ts";
import type { NamedPlace, QuestionContext } from "../questions/questionContext.ts";
import type { NameableFile } from "../questions/writtenNames.ts";

/**
 * The places that a tool has printed, as places in the files that they mean. On another machine, other folders are
 * around these; a frame may have only the name of a file, and a package.
 */
export async function locatePrinted(
  context: QuestionContext,
  files: readonly NameableFile[],
  slices: TimeSlices,
): Promise<QuestionContext> {
  const { trace = [], places } = context;
  if (trace.length === 0) return context;
  const called = new Map(trace.map(({ path = "" }): [string, NameableFile[]] => [basename(path), []]));
  const folders = new Set<string>();
  for (const file of files) {
    if (slices.isOver) await slices.next();
    folders.add(file.path.slice(0, Math.max(0, file.path.indexOf("/"))));
    called.get(file.path.slice(file.path.lastIndexOf("/") + 1))?.push(file);
  }
  const located = new Map<NamedPlace, NamedPlace>();
  for (const place of trace) {
    if (slices.isOver) await slices.next();
    located.set(place, locate(place, called.get(basename(place.path ?? "")) ?? [], folders));
  }
  const locatedOf = (place: NamedPlace) => located.get(place) ?? place;
  return { ...context, places: places.map(locatedOf), trace: trace.map(locatedOf) };
}

/** In the first of the files that it fits, with all of these; `folders` are those at the roots. */
function locate(place: NamedPlace, called: readonly NameableFile[], folders: ReadonlySet<string>): NamedPlace {
  const { path: printed = "", folder } = place;
  const all = folder === undefined ? fitsOf(printed, called, folders) : fitsInPackage(folder, called);
  const fits = all.toSorted((a, b) => a.path.length - b.path.length);
  const [first] = fits;
  return {
    ...place,
    ...(first && { repository: first.repository.name, path: first.path }),
    printed,
    fits,
  };
}

/** Java has a class in the folder of its package; in Kotlin and Scala, the first folders may be left out. */
function fitsInPackage(folder: string, called: readonly NameableFile[]): readonly NameableFile[] {
  const sharedBy = ({ path }: NameableFile) => sharedEnd(dirname(path), folder);
  const most = called.reduce((longest, file) => Math.max(longest, sharedBy(file)), 0);
  return called.filter((file) => sharedBy(file) === (file.path.endsWith(".java") ? partsOf(folder) : most));
}

/** The files that have the most of a path, as far as that is enough to be meant by it. */
function fitsOf(
  printed: string,
  called: readonly NameableFile[],
  folders: ReadonlySet<string>,
): readonly NameableFile[] {
  const exact = called.filter(({ path, file }) => path === printed || file === printed);
  if (exact.length > 0) return exact;
  const [, name, rest = ""] = INSTALLED.map((form) => form.exec(printed)).find((found) => found !== null) ?? [];
  if (name === undefined && OF_SYSTEM.test(printed)) return [];
  const wanted = name === undefined ? printed : `${name}/${rest}`;
  const parts = wanted.split("/");
  const [top = ""] = parts;
  const isFromDisk = name === undefined && (top === "" || (parts.length > 2 && !folders.has(top)));
  let most = 0;
  let best: { readonly file: NameableFile; readonly isSure: boolean }[] = [];
  for (const file of called) {
    const shared = sharedEnd(file.path, wanted);
    const isAll = shared === parts.length;
    const isWhole = wanted.endsWith(`/${file.path}`);
    const isEnough =
      isAll ||
      (isWhole && isCalled(file.repository, parts.at(-1 - shared) ?? "")) ||
      (name === undefined && (isFromDisk ? isWhole || shared > 1 : isWhole && shared > 1));
    const worth = isEnough ? sharedEnd(`${basename(file.repository.root)}/${file.path}`, printed) : 0;
    if (worth > most) best = [];
    if (worth >= Math.max(1, most)) best.push({ file, isSure: isAll || isWhole });
    most = Math.max(most, worth);
  }
  return best.length === 1 || best.every(({ isSure }) => isSure) ? best.map(({ file }) => file) : [];
}

/** The name of a package that a path is in a copy of, and the path in it. */
const INSTALLED = [
  /^(?:.*\/)?(?!v\d+@)([^/@]+)(?:\/v\d+)?@v\d[^/]*\/(.+)$/,
  /^(?:.*\/)?(?:gems|registry\/src\/[^/]+)\/([^/]+)-\d[^/]*\/(.+)$/,
  /^(?:.*\/)?(?:node_modules\/(?:@[^/]+\/)?|(?:site|dist)-packages\/|vendor\/(?:[^/]+\.[^/]+\/)?[^/]+\/)([^/]+)\/(.+)$/,
];
/** What a language or a system brings with it. */
const OF_SYSTEM =
  /^\/(?:usr\/(?:local\/)?(?:lib\d*|go|share|include)|rustc|nix|Library|System|opt\/(?:homebrew|hostedtoolcache))\/|\/lib\/python\d/;

/** How many parts at the ends of two paths are the same. */
function sharedEnd(one: string, other: string): number {
  let parts = 0;
  let [at, otherAt] = [one.length, other.length];
  for (;;) {
    const isEnd = at === 0 || one[at - 1] === "/";
    if (isEnd && (otherAt === 0 || other[otherAt - 1] === "/")) parts++;
    if (at === 0 || otherAt === 0 || one[--at] !== other[--otherAt]) return parts;
  }
}

function partsOf(path: string): number {
  return path.split("/").length;
}

/** Whether a repository or its folder is called so, perhaps with more words: a copy of `gin` may be in `gin-fork`. */
function isCalled({ name, root }: Repository, called: string): boolean {
  const [wanted = "", ...names] = [called, basename(name), basename(root)].map(
    (each) =>
      ` ${each
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
        .trim()} `,
  );
  return wanted.trim() !== "" && names.some((each) => each.includes(wanted));
}
