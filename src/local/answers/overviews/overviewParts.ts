import path from "node:path";
import { lastPartOf, outlineOf } from "../../../core/text/outline.ts";
import { commentOf, headComment, mainDefinition } from "./comments.ts";
import type { DocumentedPart } from "./documentedParts.ts";
import { innerDefinitions } from "./innerDefinitions.ts";
import { introductionOf } from "./introduction.ts";
import { entriesOf, mainEntry, type Entry } from "./parts.ts";
import { firstSentence } from "./plainText.ts";
import { isManifest, readManifest } from "../manifests/readManifest.ts";
import { isTestFile } from "./testFiles.ts";
import { kindOf } from "../ranking/fileKinds.ts";
import type { CodeFile } from "../ranking/passages.ts";
import {
  folderOf,
  isSource,
  lengthOf,
  type OverviewPlace,
  type OverviewServices,
  type Stated,
} from "./overviewSources.ts";
import { STRING } from "../named/comments.ts";
import type { ReadFile } from "../named/readFiles.ts";

/** A part of a folder: a file or a folder in it. */
export interface PartFacts {
  /** From the repository. */
  readonly path: string;
  readonly isFolder: boolean;
  /** How many files it has. */
  readonly count: number;
  /** What somebody wrote about it. */
  readonly said: Stated | undefined;
  /** Its largest definitions, if nobody did. */
  readonly defines: readonly Stated[];
  /** Whether most of it is tests. */
  readonly isTests: boolean;
  /** One of its files, if any is text. */
  readonly file: CodeFile | undefined;
}

/** What documents say of parts, and which documents. */
export type Documented = DocumentedPart & { readonly file: CodeFile };

type PartServices = Pick<OverviewServices, "paths" | "read" | "slices"> & {
  readonly documented: readonly Documented[];
};

/** A file that is there, and what is known of it if it is text. */
interface Listed {
  readonly path: string;
  readonly code: CodeFile | undefined;
}

function isCode({ code }: Listed): boolean {
  return code !== undefined && isSource(code);
}

const LEVELS_AT_MOST = 3;

/** The parts of a folder with what is said of each, how many more there are, and the folder that most code is in. */
export async function partsOf(
  { path: folder, isWhole }: OverviewPlace,
  files: readonly CodeFile[],
  services: PartServices,
  most: number,
): Promise<{ readonly parts: readonly PartFacts[]; readonly further: number; readonly main: string | undefined }> {
  const known = new Map(files.map((file) => [file.path, file]));
  const isIn = (file: string) => folder === "" || file.startsWith(`${folder}/`);
  const listed = [...services.paths].filter(isIn).map((file): Listed => ({ path: file, code: known.get(file) }));
  let entries = entriesOf(folder, listed);
  let main: string | undefined;
  for (let level = 0; level < LEVELS_AT_MOST; level++) {
    const largest = mainEntry(entries, isCode);
    const others = entries.filter((entry) => entry !== largest && entry.files.some(isCode));
    if (!largest || (level > 0 && others.length > 2)) break;
    main = largest.path;
    entries = [...entriesOf(main, largest.files), ...entries.filter((entry) => entry !== largest)];
  }
  const hasCode = entries.some((entry) => entry.files.some(isCode));
  // At the top of a program, what is not code stands there for its tools.
  const told = entries.filter(
    ({ isFolder, files: [first] }) => isFolder || !hasCode || !isWhole || (first && isCode(first)),
  );
  const chosen = told
    .toSorted((a, b) => worthOf(b) - worthOf(a))
    .slice(0, most)
    .sort((a, b) => orderOf(a) - orderOf(b) || (a.path < b.path ? -1 : 1));
  const parts: PartFacts[] = [];
  const filesOf = new Map(chosen.map((entry) => [entry, entry.isFolder ? tellingFiles(entry) : codeIn(entry)]));
  const texts = await services.read([...filesOf.values()].flat());
  for (const entry of chosen) {
    if (services.slices.isOver) await services.slices.next();
    const own = new Set(filesOf.get(entry));
    const part = partFacts(
      entry,
      texts.filter(({ file }) => own.has(file)),
      services.documented,
    );
    if (part) parts.push(part);
  }
  return { parts, further: told.length - chosen.length, main };
}

function worthOf({ isFolder, files }: Entry<Listed>): number {
  return files.filter(isCode).length + files.length / 1_000 + Number(isFolder) * 2;
}

/** Folders of code, files of code, other folders, other files. */
function orderOf({ isFolder, files }: Entry<Listed>): number {
  return (files.some(isCode) ? 0 : 2) + Number(!isFolder);
}

const DEFINITIONS_NAMED = 3;

function partFacts(
  { path: place, isFolder, files }: Entry<Listed>,
  texts: readonly ReadFile[],
  documented: readonly Documented[],
): PartFacts | undefined {
  if (files.length === 0) return undefined;
  const said = saidInDocuments(place, documented) ?? (isFolder ? saidInFolder(place, texts) : saidInFile(texts[0]));
  const isTests =
    files.filter((file) => isTestFile(file.path) || kindOf(file.path) === "test").length > files.length / 2;
  return {
    path: place,
    isFolder,
    count: files.length,
    said,
    defines: said || isTests ? [] : largestIn(texts),
    isTests,
    file: files.find(({ code }) => code)?.code,
  };
}

/** What the documents say of a path: by all of it, or by its name where its folder is written about. */
export function saidInDocuments(place: string, documented: readonly Documented[]): Stated | undefined {
  const parts = place.split("/");
  const name = parts.at(-1) ?? "";
  const parent = parts.slice(0, -1).join("/");
  const stem = name.replace(/(?<=.)\.\w+$/, "");
  const best = documented
    .map((part) => ({ part, fit: fitOf(part, { place, parent, name, stem }) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit)[0]?.part;
  return best && { text: best.text, file: best.file, startLine: best.line, endLine: best.line };
}

function fitOf(
  { name: written, within, file }: Documented,
  { place, parent, name, stem }: Readonly<Record<"place" | "parent" | "name" | "stem", string>>,
): number {
  const folder = folderOf(file.path);
  const whole = folder === "" ? written : `${folder}/${written}`;
  if (whole === place || written === place) return written.includes("/") || folder === parent ? 4 : 3;
  if (written.includes("/")) return place.endsWith(`/${written}`) ? 3 : 0;
  if (written !== name && written !== stem) return 0;
  const around = parent.slice(parent.lastIndexOf("/") + 1);
  if (parent !== "" && within.some((each) => each === around || each === parent)) return 2;
  return folder === parent && within.length === 0 ? 1 : 0;
}

/** What a folder says of itself: in its readme, its manifest, or the file that stands for it. */
function saidInFolder(folder: string, texts: readonly ReadFile[]): Stated | undefined {
  for (const { file, lines } of texts) {
    const name = path.posix.basename(file.path);
    if (/^readme/i.test(name)) {
      const found = introductionOf(lines);
      if (found) return { ...found, text: firstSentence(found.text), file };
    } else if (isManifest(name)) {
      const { description } = readManifest(name, lines, { has: () => false, paths: [] });
      if (description)
        return { text: firstSentence(description.text), file, startLine: description.line, endLine: description.line };
    } else if (standsFor(file.path, folder)) {
      const said = headComment(lines);
      // Of a package in Python, only that is said which help shows.
      const isMeant =
        said && (name !== "__init__.py" || lines.slice(0, said.startLine + 1).some((line) => STRING.test(line)));
      if (isMeant) return { ...said, file };
    }
  }
  return undefined;
}

/** Whether what a file says at its head is said of its folder. */
function standsFor(file: string, folder: string): boolean {
  if (folderOf(file) !== folder) return false;
  const [name, stem] = [path.posix.basename(file), path.posix.basename(folder)];
  return (
    /^(?:__init__|doc|mod|lib|index|package-info|main)\.\w+$/.test(name) ||
    name.replace(/\.\w+$/, "") === stem ||
    name.endsWith(".go")
  );
}

function codeIn({ files }: Entry<Listed>): readonly CodeFile[] {
  return files.flatMap(({ code }) => code ?? []);
}

/** The files of a folder that may say what it is: those that stand for it, and its largest code. */
function tellingFiles(entry: Entry<Listed>): readonly CodeFile[] {
  const { path: folder } = entry;
  const files = codeIn(entry);
  const rankOf = (file: string) => {
    const name = path.posix.basename(file);
    return /^readme/i.test(name) ? 0 : isManifest(name) ? 1 : /^doc\.go$|^package-info\./.test(name) ? 2 : 3;
  };
  const own = files.filter((file) => {
    const name = path.posix.basename(file.path);
    const isThere = folderOf(file.path) === folder;
    return (
      isThere && !isTestFile(file.path) && (/^readme\b/i.test(name) || isManifest(name) || standsFor(file.path, folder))
    );
  });
  const large = files
    .filter((file) => isSource(file) && !own.includes(file))
    .toSorted((a, b) => lengthOf(b) - lengthOf(a));
  return [
    ...own.toSorted((a, b) => rankOf(a.path) - rankOf(b.path)).slice(0, STANDING_READ),
    ...large.slice(0, LARGE_READ),
  ];
}

const STANDING_READ = 4;
const LARGE_READ = 2;

/** What is said of a folder by the files in it. */
export async function saidOfFolder(
  folder: string,
  within: readonly CodeFile[],
  { read }: Pick<OverviewServices, "read">,
): Promise<Stated | undefined> {
  return saidInFolder(
    folder,
    await read(
      tellingFiles({ path: folder, isFolder: true, files: within.map((code) => ({ path: code.path, code })) }),
    ),
  );
}

function saidInFile(text: ReadFile | undefined): Stated | undefined {
  if (!text) return undefined;
  const { file, lines } = text;
  const { language } = file.index;
  if (language !== undefined && DOCUMENTS.has(language)) {
    const found = introductionOf(lines);
    return found && { ...found, text: firstSentence(found.text), file };
  }
  const head = headComment(lines);
  const main = head ? undefined : mainDefinition(outlineOf(lines, language), lines, file.path);
  const isMain = main && (EXPORTED.test(lines[main.line] ?? "") || isCalledAs(main.name, file.path));
  const said = head ?? (isMain ? commentOf(lines, main) : undefined);
  return said && { ...said, file };
}

/** Elsewhere, what is defined first is seldom what the file is for. */
const EXPORTED = /^\s*(?:export|pub|public)\b/;

function isCalledAs(name: string, file: string): boolean {
  const plainName = (text: string) => text.replaceAll(/[-_]/g, "").toLowerCase();
  return plainName(name) === plainName(path.posix.basename(file).replace(/\..*$/, ""));
}

const DOCUMENTS: ReadonlySet<string> = new Set(["Markdown", "reStructuredText", "AsciiDoc", "Text", "Org"]);
const DATA: ReadonlySet<string> = new Set(["JSON", "YAML", "TOML", "XML", "INI", ...DOCUMENTS]);

/** The largest definitions in files of code, none within another. */
function largestIn(texts: readonly ReadFile[]): readonly Stated[] {
  const all = texts.flatMap(({ file, lines }) =>
    DATA.has(file.index.language ?? "")
      ? []
      : innerDefinitions(lines, file.index.language).map(({ name, line, startLine, endLine }) => ({
          ...{ name, line, startLine, endLine, file },
        })),
  );
  const byLength = all.toSorted((a, b) => b.endLine - b.startLine - (a.endLine - a.startLine));
  const apart = byLength.filter(
    (one, at) =>
      !byLength
        .slice(0, at)
        .some((other) => other.file === one.file && other.startLine <= one.startLine && other.endLine >= one.endLine),
  );
  const names = apart.filter(
    ({ name }, at) => apart.findIndex((other) => lastPartOf(other.name) === lastPartOf(name)) === at,
  );
  return names
    .slice(0, DEFINITIONS_NAMED)
    .map(({ name, file, line, endLine }) => ({ text: name, file, startLine: line, endLine }));
}
