import path from "node:path";
import { languageOf } from "../../../core/text/languages.ts";
import { linesOf } from "../../../core/text/lines.ts";
import { readableText } from "../../../core/text/notebook.ts";
import { isNotebook, NOTEBOOK_AT_MOST } from "../../../core/text/notebookFile.ts";
import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import { findRealPath, readHead } from "../../../git/disk/disk.ts";
import { toUtf8 } from "../../code/encodings/utf8.ts";
import type { CodeBase, FileInRepository } from "../../code/files/codeBase.ts";
import { readFromDisk } from "../../code/files/servedFiles.ts";
import { isInFolder } from "./namedCode.ts";
import type { NamedPlace } from "../questions/questionContext.ts";
import { namesIn, type NameableFile, type WrittenName } from "../questions/writtenNames.ts";

/** What a question names, as it is now. */
export interface Named {
  /** The names in the text of the question. */
  readonly names: readonly WrittenName<NameableFile>[];
  /** In the order of the question, and what fits a name best first. */
  readonly files: readonly NamedFile[];
  /** The other files that are called so. */
  readonly others: readonly NameableFile[];
  readonly folders: readonly FileInRepository[];
  readonly missing: readonly MissingName[];
}

export interface NamedFile extends NameableFile {
  /** Its bytes, in whatever encoding: of a large file, the first ones. */
  readonly content: Buffer;
  /** As a person reads them; none of a file that is no text, or that can't be read. */
  readonly lines: readonly string[];
  /** Why not all of it can be shown. */
  readonly lack?: "binary" | "large" | "refused";
  /** Whether it is one of those that are left out of every search. */
  readonly isIgnored: boolean;
  /** Zero-based, inclusive. */
  readonly startLine?: number;
  readonly endLine?: number;
}

/** A name that stands for nothing that is served. */
export interface MissingName {
  readonly text: string;
  /** Whether it leads out of the folders that are served. */
  readonly isOutside: boolean;
  /** Files that are called nearly so, the nearest first. */
  readonly closest: readonly NameableFile[];
}

export interface NamedRequest {
  /** The question, without code that was pasted into it. */
  readonly text: string;
  /** What stands behind it, or in front. */
  readonly places: readonly NamedPlace[];
  /** The names of code of which the question asks where they are used, tested or defined. */
  readonly symbols: readonly string[];
  /** All files that are searched. */
  readonly files: readonly NameableFile[];
  readonly codeBase: CodeBase;
  /** Whether files that are ignored may be shown. */
  readonly showsIgnored: boolean;
  /** Whether a file, which is absolute, is left out of searches by nothing but the editor's settings. */
  readonly isOnlyExcluded: (file: string) => Promise<boolean>;
  readonly slices: TimeSlices;
  readonly signal: AbortSignal;
}

const FILES_AT_MOST = 5;
/** As for the ranking. */
const BYTES_AT_MOST = 2_000_000;
const HEAD_BYTES = 256 * 1024;
/** Each one is looked for on disk. */
const UNLISTED_AT_MOST = 10;

/** Finds what a question names, and reads it. */
export async function findNamed(request: NamedRequest): Promise<Named> {
  const { files: all, codeBase, showsIgnored, isOnlyExcluded, slices, signal } = request;
  // A folder is hardly called or tested: what is called as one is meant, unless it is written as a path of packages.
  const isSymbol = ({ folders: called, text }: WrittenName<NameableFile>) =>
    called.length > 0 && request.symbols.includes(text) && !text.includes(".");
  const names = (await namesIn(request.text, all, slices)).filter((name) => !isSymbol(name));
  const sought = inNamedFolders([...namesOfPlaces(request), ...names]);
  const files: NamedFile[] = [];
  const others: NameableFile[] = [];
  const folders: FileInRepository[] = [];
  const missing: MissingName[] = [];
  const mentioned = request.places.flatMap(({ isMentioned, repository = "" }) => (isMentioned ? [repository] : []));
  let looked = 0;
  for (const name of sought) {
    const { startLine, endLine } = name;
    const lines = startLine === undefined ? {} : { startLine, endLine: endLine ?? startLine };
    folders.push(...name.folders);
    const inMentioned = name.files.filter(({ repository }) => mentioned.includes(repository.name));
    const fits = inMentioned.length > 0 ? inMentioned : name.files;
    const isOne = name.isWhole && fits.length > 1 && !/[\\/]/.test(name.text);
    const shown = isOne ? fits.slice(0, 1) : fits;
    for (const file of shown) {
      if (files.some((other) => other.file === file.file)) continue;
      if (files.length < FILES_AT_MOST) files.push({ ...(await readNamed(file, codeBase)), ...lines });
      else others.push(file);
    }
    if (isOne) others.push(...fits.slice(1));
    if (name.files.length > 0 || name.folders.length > 0 || ++looked > UNLISTED_AT_MOST) continue;
    const unlisted = await findUnlisted(name.text, codeBase, signal);
    const isListed = all.some(({ file }) => file === unlisted?.real);
    const isSearched = unlisted && (isListed || (await isOnlyExcluded(unlisted.file)));
    if (unlisted && (showsIgnored || isSearched === true)) {
      const read = await readNamed(unlisted, codeBase);
      files.push({ ...read, ...lines, isIgnored: isSearched !== true });
    } else if (name.isMarked || isLikeSourceFile(name.text)) {
      const closest = await closestTo(name.text, all, slices);
      const isOutside = isAbsolute(name.text) && !codeBase.folders.some((folder) => isBelow(folder, name.text));
      if (name.isMarked || closest.some((file) => isMistyped(name.text, file)))
        missing.push({ text: name.text, isOutside, closest });
    }
    signal.throwIfAborted();
  }
  return { names, files, others, folders, missing };
}

/**
 * Where a name fits files in several folders, and one of these folders is named as well, those that are in it: "the
 * Dockerfile in web-app". Such a folder says no more than that.
 */
function inNamedFolders(names: readonly WrittenName<NameableFile>[]): readonly WrittenName<NameableFile>[] {
  const folders = names.flatMap((name) => name.folders);
  const used = new Set<FileInRepository>();
  const narrowed = names.map((name) => {
    const files = name.files.filter((file) => folders.some((folder) => isInFolder(file, folder)));
    if (files.length === 0 || files.length === name.files.length) return name;
    for (const folder of folders) if (files.some((file) => isInFolder(file, folder))) used.add(folder);
    return { ...name, files, isWhole: false };
  });
  return narrowed.flatMap((name) => {
    const folders = name.folders.filter((folder) => !used.has(folder));
    return name.folders.length > 0 && folders.length === 0 ? [] : [{ ...name, folders }];
  });
}

/** The files that chips stand for; those of which lines are meant are selected by other means. */
function namesOfPlaces({ places, files }: NamedRequest): readonly WrittenName<NameableFile>[] {
  return places.flatMap(({ isMentioned, repository: name, path: wanted, startLine }) => {
    if (!isMentioned || name === undefined || wanted === undefined || startLine !== undefined) return [];
    const inRepository = files.filter(({ repository }) => repository.name === name);
    const isFolder = inRepository.some((file) => file.path.startsWith(`${wanted}/`));
    const fits = inRepository.filter((file) => file.path === wanted);
    return isFolder || (fits.length === 0 && inRepository.length === 0)
      ? []
      : [{ text: wanted, written: wanted, start: 0, end: 0, isMarked: true, files: fits, isWhole: true, folders: [] }];
  });
}

/** Reads a file as it is to be shown. Never rejects: what it lacks is told. */
export async function readNamed(file: NameableFile, codeBase: CodeBase): Promise<NamedFile> {
  const isIgnored = false;
  const most = isNotebook(file.path) ? NOTEBOOK_AT_MOST : BYTES_AT_MOST;
  const { repository, path: inRepository, file: onDisk } = file;
  const place = { repository, path: inRepository, file: onDisk };
  const read = await readHead(onDisk, most).catch(() => undefined);
  if (!read) return { ...place, content: Buffer.alloc(0), lines: [], lack: "refused", isIgnored };
  const isLarge = read.bytes > most;
  const content = isLarge ? wholeLines(read.head.subarray(0, HEAD_BYTES)) : read.head;
  const text = await toUtf8(content, codeBase.encodings.of(onDisk));
  if (!text) return { ...place, content, lines: [], lack: "binary", isIgnored };
  const lines = linesOf(readableText(onDisk, text.toString()).text);
  return { ...place, content, lines, ...(isLarge && { lack: "large" as const }), isIgnored };
}

function wholeLines(head: Buffer): Buffer {
  const end = head.lastIndexOf(0x0a);
  return end < 0 ? head : head.subarray(0, end + 1);
}

/** A file that no listing has, for example because it is ignored. */
async function findUnlisted(
  written: string,
  codeBase: CodeBase,
  signal: AbortSignal,
): Promise<(NameableFile & { readonly real: string }) | undefined> {
  const name = written.replace(/^file:\/\/(?:localhost)?/, "");
  const relative = name.replaceAll(/[\\/]+/g, "/").replace(/^\.\//, "");
  const candidates = isAbsolute(name)
    ? [path.resolve(name)]
    : [
        ...codeBase.folders.map((folder) => path.join(folder, ...relative.split("/"))),
        ...codeBase.repositories.flatMap((repository) => codeBase.fileOf(repository, relative) ?? []),
      ];
  for (const file of candidates) {
    const place = codeBase.locate(file);
    if (!place) continue;
    const found = await readFromDisk(codeBase, place.repository, place.path, { maxBytes: 0, signal });
    if (found === undefined || found.type === "folder" || found.type === "heldBack") continue;
    return { ...place, file, real: await findRealPath(file).catch(() => file) };
  }
  return undefined;
}

function isAbsolute(name: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:[\\/]|file:)/.test(name);
}

function isBelow(folder: string, name: string): boolean {
  const plain = (text: string) =>
    text
      .replace(/^file:\/\//, "")
      .replaceAll(/[\\/]+/g, "/")
      .toLowerCase();
  return `${plain(name)}/`.startsWith(`${plain(folder)}/`);
}

/** "sesions.py" is hardly meant as anything else; "Node.js" may be. */
function isLikeSourceFile(name: string): boolean {
  return withoutEnding(name).length >= STEM_AT_LEAST && languageOf(name) !== undefined;
}

const STEM_AT_LEAST = 5;

/** Whether a file has the same ending, and another name. */
function isMistyped(written: string, { path: existing }: FileInRepository): boolean {
  const [own, name] = [existing.slice(existing.lastIndexOf("/") + 1), written].map((each) => each.toLowerCase());
  return (
    own !== name &&
    path.extname(own ?? "") === path.extname(name ?? "") &&
    withoutEnding(own ?? "") !== withoutEnding(name ?? "")
  );
}

const CLOSEST_AT_MOST = 3;

/** The files whose names, or else whose paths, differ least from what was written. */
async function closestTo<F extends FileInRepository>(
  written: string,
  files: readonly F[],
  slices: TimeSlices,
): Promise<readonly F[]> {
  const parts = written.toLowerCase().split(/[\\/]+/);
  const wanted = parts.at(-1) ?? "";
  const most = Math.max(1, Math.floor(wanted.length / 4));
  const stem = withoutEnding(wanted);
  const near: { readonly file: F; readonly edits: number; readonly shared: number }[] = [];
  for (const file of files) {
    if (slices.isOver) await slices.next();
    const own = file.path.toLowerCase().split("/");
    const name = own.at(-1) ?? "";
    const isCalledSo = withoutEnding(name) === stem;
    if (!isCalledSo && Math.abs(name.length - wanted.length) > most) continue;
    const edits = isCalledSo ? Number(name !== wanted) : editsBetween(name, wanted);
    if (edits <= most)
      near.push({ file, edits, shared: parts.slice(0, -1).filter((part) => own.includes(part)).length });
  }
  return near
    .sort((a, b) => a.edits - b.edits || b.shared - a.shared || a.file.path.length - b.file.path.length)
    .slice(0, CLOSEST_AT_MOST)
    .map(({ file }) => file);
}

function withoutEnding(name: string): string {
  return name.replace(/(?<=.)\.[^.]*$/, "");
}

/** How many letters are missing, extra, wrong or swapped with their neighbour. */
function editsBetween(a: string, b: string): number {
  let older: readonly number[] = [];
  let before: readonly number[] = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (before[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (before[j - 1] ?? 0) + Number(!isSame),
          isSwapped ? (older[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    older = before;
    before = row;
  }
  return before[b.length] ?? 0;
}
