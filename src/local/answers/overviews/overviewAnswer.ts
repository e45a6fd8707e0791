import path from "node:path";
import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import type { CodeBase, FileInRepository } from "../../code/files/codeBase.ts";
import type { CodeIndex } from "../ranking/codeIndex.ts";
import type { ReadingOptions } from "../named/readFiles.ts";
import type { Repository } from "../../../git/repositories/repositories.ts";
import { calledName, isTestFile, testedName } from "./testFiles.ts";
import type { NamedPlace } from "../questions/questionContext.ts";
import type { CodeFile, Passage } from "../ranking/passages.ts";
import { isIn, overviewFacts, type OverviewFacts, type OverviewLimits } from "./overviewFacts.ts";
import { folderOf, isSource, type OverviewPlace, type ReadOnce, type Stated } from "./overviewSources.ts";
import { plainPassage } from "../named/namedPassages.ts";
import { isInNamedFolder, isNamed } from "../named/namedCode.ts";
import { filesOfFolder, filesOfOverview, overviewOf } from "./overview.ts";
import { readFiles, type ReadFile } from "../named/readFiles.ts";

/** What an overview is of, and what it is made from. */
export interface OverviewRequest {
  /** Where the question says to look; none for everywhere. */
  readonly places: readonly NamedPlace[];
  readonly folders: readonly FileInRepository[];
  /** The files that are ranked. */
  readonly files: readonly CodeFile[];
  /** All files that are served. */
  readonly all: readonly (FileInRepository & { readonly file: string })[];
  readonly codeBase: CodeBase;
  readonly index: CodeIndex;
  readonly slices: TimeSlices;
  readonly reading: ReadingOptions;
}

export interface Overviews {
  readonly overviews: readonly OverviewFacts[];
  /** What else is open and not told of. */
  readonly further: readonly FileInRepository[];
  /** What a person is shown, and then what else is told of. */
  readonly passages: readonly Passage[];
  /** How many of them a person is shown. */
  readonly shown: number;
  readonly read: readonly ReadFile[];
}

const OF_ONE: OverviewLimits = { commands: 10, parts: 32, beginning: 6 };
const OF_SEVERAL: OverviewLimits = { commands: 4, parts: 8, beginning: 2 };
const AT_MOST = 6;

/** Gathers what there is to say of folders and repositories as a whole, and the lines that say it. */
export async function overviewPassages(request: OverviewRequest): Promise<Overviews> {
  const { files, all, codeBase, reading, slices } = request;
  const wanted = placesFor(request);
  const folders = wanted.slice(0, AT_MOST);
  const known = new Map<string, ReadFile>();
  const read: ReadOnce = async (some) => {
    const unread = some.filter(
      ({ file }, at) => !known.has(file) && some.findIndex((other) => other.file === file) === at,
    );
    for (const each of await readFiles(unread, codeBase, reading)) known.set(each.file.file, each);
    return some.flatMap(({ file }) => known.get(file) ?? []);
  };
  const overviews: OverviewFacts[] = [];
  for (const folder of folders) {
    const ofRepository = files.filter(({ repository }) => repository === folder.repository);
    const listed = all.filter(({ repository }) => repository === folder.repository);
    const around = folder.path === "" ? [] : await takeAround(folder, ofRepository, listed, request);
    const services = {
      files: [...ofRepository, ...around],
      paths: new Set(listed.map((file) => file.path)),
      codeBase,
      read,
      slices,
    };
    overviews.push(await overviewFacts(folder, services, folders.length > 1 ? OF_SEVERAL : OF_ONE));
  }
  const told = passagesOf(overviews, known);
  const isOfFolder = folders.every(({ isWhole }) => !isWhole);
  const more =
    isOfFolder || told.shown.length === 0
      ? await read(folders.length > 0 ? filesOfFolder(files) : filesOfOverview(files))
      : [];
  const heads = more.map(({ file, lines }) => overviewOf(file, lines));
  const apart = heads.filter(
    (head) =>
      !told.shown.some(
        ({ file, startLine, endLine }) => file === head.file && startLine <= head.endLine && endLine >= head.startLine,
      ),
  );
  const shown = [...told.shown, ...apart].slice(0, SHOWN_AT_MOST);
  return {
    overviews,
    further: wanted.slice(AT_MOST),
    passages: [...shown, ...told.further],
    shown: shown.length,
    read: [...known.values()],
  };
}

/** The folders that a question is about; else what is open. */
function placesFor({ places, folders, files, all, codeBase }: OverviewRequest): readonly OverviewPlace[] {
  if (folders.length > 0) return folders.map((folder) => ({ ...folder, isWhole: false }));
  const repositories = [...new Set(files.map(({ repository }) => repository))];
  const opened = (repository: Repository): readonly OverviewPlace[] => {
    const roots = codeBase.foldersOf([repository]).flatMap((root) => {
      const inIt = codeBase.locate(path.join(root, "file"));
      return inIt?.repository === repository ? [{ repository, path: folderOf(inIt.path), isWhole: true }] : [];
    });
    return roots.length > 0 ? roots : [{ repository, path: "", isWhole: true }];
  };
  const wanted = places.flatMap((place): readonly OverviewPlace[] => {
    if (place.path === undefined) return repositories.filter(({ name }) => name === place.repository).flatMap(opened);
    const inIt = all.find((file) => isInNamedFolder(file, [place]));
    if (!inIt) return [];
    const end = `/${inIt.path}`.indexOf(`/${place.path}/`) + place.path.length;
    return [{ repository: inIt.repository, path: inIt.path.slice(0, end), isWhole: false }];
  });
  if (wanted.length > 0) return wanted;
  return places.length > 0 && files.every((file) => isNamed(file, places)) ? [] : repositories.flatMap(opened);
}

/** The documents in the folders around, and the tests elsewhere that are called as files of the folder are. */
async function takeAround(
  folder: FileInRepository,
  files: readonly CodeFile[],
  listed: OverviewRequest["all"],
  { codeBase, index, slices, reading: { onRefused } }: OverviewRequest,
): Promise<readonly CodeFile[]> {
  const known = new Set(files.map(({ path }) => path));
  const names = new Set(
    files.filter((file) => isIn(file, folder) && isSource(file)).map(({ path }) => calledName(path)),
  );
  const taken: CodeFile[] = [];
  for (const file of listed) {
    if (slices.isOver) await slices.next();
    const { path: onePath } = file;
    if (known.has(onePath)) continue;
    const own = folderOf(onePath);
    const isDocument =
      /\.(?:md|markdown|rst|adoc|txt)$/i.test(onePath) && (own === "" || folder.path.startsWith(`${own}/`));
    if (!isDocument && !(isTestFile(onePath) && names.has(testedName(onePath)))) continue;
    const encoding = codeBase.encodings.of(file.file);
    const state = index.stateOf(file.file, encoding, onRefused);
    const indexed = state && (await index.read(file.file, slices, encoding, state.known, onRefused));
    if (indexed && !indexed.isExported)
      taken.push({ ...file, index: indexed, prior: 1, fullPath: `${file.repository.name}/${onePath}` });
  }
  return taken;
}

const SHOWN_AT_MOST = 6;
const LINES_AT_MOST = 24;

/** What each is in the words of its readme, and where to begin to read; then, for a model, the lines of all else. */
function passagesOf(
  overviews: readonly OverviewFacts[],
  texts: ReadonlyMap<string, ReadFile>,
): { readonly shown: readonly Passage[]; readonly further: readonly Passage[] } {
  const taken: Passage[] = [];
  const take = (places: readonly Stated[]) =>
    places.flatMap(({ text, file, startLine, endLine }): readonly Passage[] => {
      const { lines } = texts.get(file.file) ?? {};
      const end = Math.min(endLine, startLine + LINES_AT_MOST - 1);
      const isCovered = (passage: Passage) =>
        passage.file === file && passage.startLine <= end && passage.endLine >= startLine;
      if (!lines || taken.some(isCovered)) return [];
      const last = Math.max(
        startLine,
        lines.findLastIndex((line, at) => at <= end && line.trim() !== ""),
      );
      const passage = {
        ...plainPassage(file, lines, startLine, last, text === "" ? undefined : text),
        score: file.prior,
      };
      taken.push(passage);
      return [passage];
    });
  const unnamed = (places: readonly Stated[]) => places.map((place) => ({ ...place, text: "" }));
  const own = overviews.flatMap(({ about, folder }) => (about && isIn(about.file, folder) ? [about] : []));
  const beginning = overviews.flatMap((each) => each.beginning.filter(({ why }) => why !== "document"));
  const shown = [...take(unnamed(own)), ...take(beginning)];
  const further = [
    ...take(unnamed(overviews.flatMap(({ about }) => about ?? []))),
    ...take(unnamed(overviews.flatMap(({ commands }) => commands))),
    ...take(unnamed(overviews.flatMap(({ parts }) => parts.flatMap(({ said }) => said ?? [])))),
    ...take(overviews.flatMap(({ parts }) => parts.flatMap(({ defines }) => defines.slice(0, 1)))),
  ];
  return { shown, further };
}
