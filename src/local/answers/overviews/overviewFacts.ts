import path from "node:path";
import type { FileInRepository } from "../../code/files/codeBase.ts";
import { documentedParts } from "./documentedParts.ts";
import { introductionOf } from "./introduction.ts";
import { calledName, isTestFile, testedName } from "./testFiles.ts";
import { kindOf } from "../ranking/fileKinds.ts";
import type { CodeFile } from "../ranking/passages.ts";
import { beginningOf, type Beginning } from "./overviewBeginning.ts";
import { chosenCommands, manifestsOf, saidOfCommands, type CommandFacts } from "./overviewCommands.ts";
import { partsOf, saidInDocuments, saidOfFolder, type PartFacts } from "./overviewParts.ts";
import { folderOf, isSource, type OverviewPlace, type OverviewServices, type Stated } from "./overviewSources.ts";
import type { ReadFile } from "../named/readFiles.ts";

/** What there is to say of a folder as a whole, or of a repository. */
export interface OverviewFacts {
  readonly folder: OverviewPlace;
  /** What it is, in the words of whoever wrote it. */
  readonly about: Stated | undefined;
  readonly commands: readonly CommandFacts[];
  readonly parts: readonly PartFacts[];
  /** How many parts there are besides. */
  readonly furtherParts: number;
  readonly beginning: readonly Beginning[];
  readonly tests: TestFacts;
}

export interface TestFacts {
  readonly count: number;
  /** The folders that most of them are in, and how many there are in each. */
  readonly folders: readonly { readonly path: string; readonly count: number; readonly file: CodeFile }[];
}

/** How much is told of each of several repositories, or of the only one. */
export interface OverviewLimits {
  readonly commands: number;
  readonly parts: number;
  readonly beginning: number;
}

/** Finds the facts. Reads some hundred files at most. */
export async function overviewFacts(
  folder: OverviewPlace,
  services: OverviewServices,
  limits: OverviewLimits,
): Promise<OverviewFacts> {
  const { files, read } = services;
  const within = files.filter((file) => isIn(file, folder));
  const documents = await read(documentsFor(folder.path, files));
  const documented = documents.flatMap(({ file, lines }) => documentedParts(lines).map((part) => ({ ...part, file })));
  const manifests = await manifestsOf(folder, within, services);
  const { parts, further, main } = await partsOf(folder, within, { ...services, documented }, limits.parts);
  const inMain = main === undefined ? within : within.filter(({ path: own }) => own.startsWith(`${main}/`));
  const about =
    introductionIn(folder.path, documents) ??
    (folder.isWhole ? undefined : saidInDocuments(folder.path, documented)) ??
    manifests.find(({ description }) => description)?.description ??
    (await saidOfFolder(folder.path, within, services)) ??
    (main === undefined ? undefined : await saidOfFolder(main, inMain, services));
  const described = documents.find(
    ({ file }) => parts.filter(({ said }) => said?.file === file).length >= 3 && file !== about?.file,
  );
  const tests = testsOf(folder.path, within, files);
  await read([...parts, ...tests.folders].flatMap(({ file }) => file ?? [])); // what is linked to is cited as it was read
  return {
    folder,
    about,
    commands: saidOfCommands(chosenCommands(manifests.flatMap(({ commands }) => commands)), documents).slice(
      0,
      limits.commands,
    ),
    parts,
    furtherParts: further,
    beginning: [
      ...(described ? [{ ...wholeOf(described), why: "document" as const }] : []),
      ...(await beginningOf(
        { folder: folder.path, main, within, named: new Set(manifests.flatMap(({ entries }) => entries)) },
        services,
      )),
    ].slice(0, limits.beginning),
    tests,
  };
}

/** Whether a file is in a folder, or anywhere in a repository, of the same repository. */
export function isIn({ path: own }: FileInRepository, folder: FileInRepository): boolean {
  return folder.path === "" || own.startsWith(`${folder.path}/`);
}

function wholeOf({ file, lines }: ReadFile): Stated {
  return { text: "", file, startLine: 0, endLine: Math.max(0, lines.length - 1) };
}

const DOCUMENT =
  /^(?:readme|architecture|design|overview|about|introduction|contributing|hacking|development)\b[^/]*$/i;
const DOCUMENTS_READ = 12;

/** The documents that may describe a folder: in it, and in those that it is in; its own readme first. */
function documentsFor(folder: string, files: readonly CodeFile[]): readonly CodeFile[] {
  const rankOf = ({ path: file }: CodeFile) => {
    const own = folderOf(file);
    const isAround = own === "" || own === folder || folder.startsWith(`${own}/`);
    const isBelow = !isAround && (folder === "" || own.startsWith(`${folder}/`));
    const below = own.slice(folder.length).split("/").filter(Boolean).length;
    if (!DOCUMENT.test(path.posix.basename(file)) || (isBelow && below > 2) || !(isAround || isBelow)) return undefined;
    const isTranslated =
      /[._-](?:[a-z]{2}(?:[_-][A-Za-z]{2,4})?)\.\w+$/.test(file) && !/\.(?:md|rst)$/.test(file.slice(0, -3));
    return (
      (isAround ? (own === folder ? 0 : 10) : 4 + below) +
      (/^readme/i.test(path.posix.basename(file)) ? 0 : 2) +
      Number(isTranslated) * 30
    );
  };
  return files
    .flatMap((file) => {
      const rank = rankOf(file);
      return rank === undefined || kindOf(file.path) === "test" ? [] : [{ file, rank }];
    })
    .sort((a, b) => a.rank - b.rank || a.file.path.length - b.file.path.length)
    .slice(0, DOCUMENTS_READ)
    .map(({ file }) => file);
}

/** In the readme of the folder itself, or where others keep it. */
function introductionIn(folder: string, documents: readonly ReadFile[]): Stated | undefined {
  const places = [folder, ...["docs", "doc", ".github"].map((each) => (folder === "" ? each : `${folder}/${each}`))];
  for (const place of places)
    for (const { file, lines } of documents) {
      const name = path.posix.basename(file.path);
      if (folderOf(file.path) !== place || !/^(?:readme|about|overview|introduction)\b/i.test(name)) continue;
      const found = introductionOf(lines);
      if (found) return { ...found, file };
    }
  return undefined;
}

const TEST_FOLDERS = 3;

/** The tests in a folder; if it has none, those that are called as its files are. */
function testsOf(folder: string, within: readonly CodeFile[], files: readonly CodeFile[]): TestFacts {
  const isTest = ({ path: file, index }: CodeFile) =>
    index.language !== undefined && isTestFile(file) && !["document", "data", "machine"].includes(kindOf(file));
  const own = within.filter(isTest);
  const names = new Set(within.filter(isSource).map(({ path: file }) => calledName(file)));
  const elsewhere =
    own.length > 0 || folder === "" ? [] : files.filter((file) => isTest(file) && names.has(testedName(file.path)));
  const tests = own.length > 0 ? own : nearestTests(folder, elsewhere);
  const depth = (own.length > 0 ? folder.split("/").filter(Boolean).length : 4) + 2;
  const groups = Map.groupBy(tests, ({ path: file }) => folderOf(file).split("/").slice(0, depth).join("/"));
  const folders = [...groups]
    .map(([where, inIt]) => ({ path: where, count: inIt.length, file: inIt[0] }))
    .flatMap(({ file, ...each }) => (file ? [{ ...each, file }] : []))
    .sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1));
  return { count: tests.length, folders: folders.slice(0, TEST_FOLDERS) };
}

/** Those in a folder that is called as this one, if there are any. */
function nearestTests(folder: string, tests: readonly CodeFile[]): readonly CodeFile[] {
  const name = folder.slice(folder.lastIndexOf("/") + 1);
  const near = tests.filter(({ path: file }) => folderOf(file).split("/").includes(name));
  return near.length > 0 ? near : tests;
}
