import { languageOf } from "../../../core/text/languages.ts";
import { isAscii, SPACED_LETTERS, UNSPACED, UNSPACED_LETTERS } from "../../../core/text/letters.ts";
import type { TimeSlices } from "../../../core/text/timeSlices.ts";
import type { FileInRepository } from "../../code/files/codeBase.ts";

/** A file that a question may name. */
export interface NameableFile extends FileInRepository {
  /** Absolute. */
  readonly file: string;
}

/** A name in a question, and what of the listed files it may stand for. */
export interface WrittenName<F extends NameableFile> {
  /** As it is written, without signs around it and lines behind it. */
  readonly text: string;
  /** The same with these signs and lines, and where that is in the text. */
  readonly written: string;
  readonly start: number;
  readonly end: number;
  /** Whether it surely is meant as a name: then it is told if nothing is called so. */
  readonly isMarked: boolean;
  /** Whole paths first, then shorter ones; none for a folder, and if nothing is called so. */
  readonly files: readonly F[];
  /** Whether the first of the files has exactly this path. */
  readonly isWhole: boolean;
  /** The folders that are called so, if no files are. */
  readonly folders: readonly FileInRepository[];
  /** Zero-based, inclusive. */
  readonly startLine?: number;
  readonly endLine?: number;
}

/** No question that names something is longer. What is pasted behind it names much that is not meant. */
const TEXT_AT_MOST = 8_000;
const NAME_AT_MOST = 255;
/** In a script without spaces, a name may begin with any letter. */
const NAME_IN_WORD_AT_MOST = 40;
const BLANKS_AT_MOST = 5;

/**
 * The files and folders that a text names, in its order: by their paths, whole or in part, however these are written,
 * and by their names. Also what can only be meant as a name of a file, or looks like one, though none of the `files` is
 * called so.
 */
export async function namesIn<F extends NameableFile>(
  question: string,
  files: readonly F[],
  slices: TimeSlices,
): Promise<readonly WrittenName<F>[]> {
  const text = decoded(question.slice(0, TEXT_AT_MOST));
  const taken = [...(await listedNames(text, files, slices))];
  for (const name of [...(await dottedNames(text, files, slices)), ...unlistedNames<F>(text)])
    if (!taken.some((other) => other.start < name.end && other.end > name.start)) taken.push(name);
  return taken.sort((a, b) => a.start - b.start);
}

/** The same text with blanks where it has these names. */
export function withoutNames(question: string, names: readonly Pick<WrittenName<NameableFile>, "start" | "end">[]) {
  let text = decoded(question);
  for (const { start, end } of names) text = text.slice(0, start) + " ".repeat(end - start) + text.slice(end);
  return text;
}

/** Addresses of files have signs for blanks and for letters outside ASCII. */
function decoded(text: string): string {
  return text.normalize("NFC").replace(/file:\/\/[^\s"'`<>]*%[\da-f]{2}[^\s"'`<>]*/gi, (address) => {
    try {
      return decodeURIComponent(address);
    } catch {
      return address;
    }
  });
}

/** The modules of Python that are named as they are imported: `shop.pay` is `src/shop/pay.py`. */
async function dottedNames<F extends NameableFile>(
  text: string,
  files: readonly F[],
  slices: TimeSlices,
): Promise<readonly WrittenName<F>[]> {
  const asPaths = text.replace(DOTTED, (name) => name.replaceAll(".", "/"));
  if (asPaths === text) return [];
  const modules = files.filter(({ path }) => path.endsWith(".py"));
  const named = modules.length > 0 ? await listedNames(asPaths, modules, slices) : [];
  return named.flatMap((name) => {
    const { start, end } = name;
    const written = { text: name.text.replaceAll("/", "."), written: text.slice(start, end) };
    return name.text.includes("/") && written.text !== name.text ? [{ ...name, ...written }] : [];
  });
}

/** Not a call, and no name of a file. */
const DOTTED = /(?<![\w./\\@-])[A-Za-z_]\w{0,80}(?:\.[A-Za-z_]\w{0,80}){1,12}(?![\w(/\\-]|\.\w)/g;

/** Something that has the name that stands at a place, and how much of its path stands before. */
interface Fit<F extends NameableFile> {
  readonly start: number;
  readonly end: number;
  readonly place: FileInRepository;
  /** Unset for a folder. */
  readonly file?: F;
  /** How many parts of the path are written. */
  readonly parts: number;
  readonly isWhole: boolean;
  readonly isExact: boolean;
  /** Whether its ending is not written. */
  readonly isStem?: boolean;
}

async function listedNames<F extends NameableFile>(
  text: string,
  files: readonly F[],
  slices: TimeSlices,
): Promise<readonly WrittenName<F>[]> {
  const folded = text.toLowerCase();
  const search = { text, folded: folded.length === text.length ? folded : text };
  const words = wordsIn(search);
  const fits: Fit<F>[] = [];
  const folders = new Set<string>();
  let before = "";
  for (const file of files) {
    if (slices.isOver) await slices.next();
    const { path, repository } = file;
    const nameAt = path.lastIndexOf("/") + 1;
    const name = foldedName(path.slice(nameAt));
    for (const span of words.get(name) ?? []) fits.push(...fitOf(search, span, file, file));
    const stem = words.get(name.slice(0, name.lastIndexOf(".")));
    if (stem) fits.push(...stemFits(search, stem, file));
    const around = file.file.slice(0, nameAt - path.length);
    if (around === before) continue; // files of a folder follow each other
    before = around;
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at);
      const key = `${repository.root}\n${folder}`;
      if (folders.has(key)) break;
      folders.add(key);
      const absolute = file.file.slice(0, at - path.length);
      for (const span of words.get(foldedName(folder.slice(folder.lastIndexOf("/") + 1))) ?? [])
        fits.push(...fitOf<F>(search, span, { repository, path: folder, file: absolute }));
    }
  }
  return grouped(search, fits);
}

/** The places where the name of a module stands without its ending. */
function stemFits<F extends NameableFile>(search: Search, spans: readonly Span[], file: F): readonly Fit<F>[] {
  const { repository, path } = file;
  const nameAt = path.lastIndexOf("/") + 1;
  const dot = path.lastIndexOf(".");
  if (dot <= nameAt || !isModule(path.slice(nameAt))) return [];
  const stem = { repository, path: path.slice(0, dot), file: file.file.slice(0, dot - path.length) };
  return spans.flatMap((span) => fitOf(search, span, stem, file).map((fit) => ({ ...fit, isStem: true })));
}

/** A text, and the same in lower case: of the same length. */
interface Search {
  readonly text: string;
  readonly folded: string;
}

function foldedName(name: string): string {
  return (isAscii(name) ? name : name.normalize("NFC")).toLowerCase();
}

type Span = readonly [start: number, end: number];

/** What may be the name of a file or a folder, without those that it is in, and where it stands. */
function wordsIn({ text, folded }: Search): ReadonlyMap<string, readonly Span[]> {
  const words = new Map<string, Span[]>();
  const ends = new Uint8Array(text.length + 1);
  for (let at = 1; at <= text.length; at++) if (isEnd(text, at)) ends[at] = 1;
  for (let start = 0; start < text.length; start++) {
    if (!isStart(text, start)) continue;
    let blanks = 0;
    const most = isOfWord(text, start - 1) ? NAME_IN_WORD_AT_MOST : NAME_AT_MOST;
    for (let end = start + 1; end <= text.length && end - start <= most; end++) {
      const last = text.charAt(end - 1);
      if (/[\n/\\"`]/.test(last) || (last === " " && ++blanks > BLANKS_AT_MOST)) break;
      if (ends[end] === 0) continue;
      const word = folded.slice(start, end);
      const spans = words.get(word);
      if (spans) spans.push([start, end]);
      else words.set(word, [[start, end]]);
    }
  }
  return words;
}

/** Units of UTF-16: halves of rare letters count as well. */
const OF_WORD = new RegExp(String.raw`[\w${SPACED_LETTERS}${UNSPACED_LETTERS}\ud800-\udfff]`, "u");
const OF_UNSPACED = new RegExp(UNSPACED, "u");

function isOfWord(text: string, at: number): boolean {
  return OF_WORD.test(text.charAt(at));
}

/** Whether two neighbours in a word need not belong together: some languages have no spaces, and particles. */
function isSeam(before: string, after: string): boolean {
  return OF_UNSPACED.test(before) || OF_UNSPACED.test(after);
}

function isStart(text: string, at: number): boolean {
  const [before, first] = [text.charAt(at - 1), text.charAt(at)];
  if (/\s/.test(first) || /[.$~+-]/.test(before)) return false;
  return !isOfWord(text, at - 1) || isSeam(before, first);
}

function isEnd(text: string, at: number): boolean {
  const [last, next] = [text.charAt(at - 1), text.charAt(at)];
  if (/\s/.test(last)) return false;
  if (next === "." || next === "-") return !isOfWord(text, at + 1);
  if (/[_$~+]/.test(next)) return false;
  return !isOfWord(text, at) || (isOfWord(text, at - 1) && isSeam(last, next));
}

/** Whether a place is what is named by a word that has its name: whatever stands before must belong to its path. */
function fitOf<F extends NameableFile>(
  { text, folded }: Search,
  [nameStart, end]: Span,
  place: NameableFile,
  file?: F,
): readonly Fit<F>[] {
  if (/[/\\]/.test(text.charAt(end)) && (file || isOfWord(text, end + 1) || /[.[($]/.test(text.charAt(end + 1))))
    return [];
  const all = place.file.split(/[\\/]+/);
  const inPath = place.path.split("/").length;
  let start = nameStart;
  let parts = 1;
  for (; parts < all.length; parts++) {
    const separator = startOfSeparator(text, start);
    if (separator === start) break;
    const part = foldedName(all.at(-1 - parts) ?? "");
    const from = separator - part.length;
    if (part === "" ? !isStart(text, separator) : folded.slice(from, separator) !== part || !isStart(text, from)) break;
    start = part === "" ? separator : from;
  }
  const isWhole = parts >= inPath;
  const before =
    startOfSeparator(text, start) === start
      ? ""
      : (BEFORE.exec(text.slice(Math.max(0, start - 300), start))?.[0] ?? "");
  const scheme = ADDRESS.exec(text.slice(Math.max(0, start - 300), start))?.[0] ?? "";
  const isElsewhere =
    before !== "" &&
    scheme === "" &&
    !/^(?:\.{1,3}|…|~|@|#)[\\/]+$/.test(before) &&
    !(isWhole && (inPath > 1 || before.endsWith(`${place.repository.name}/`)));
  if (isElsewhere) return [];
  const written = text.slice(start, end).replaceAll(/[\\/]+/g, "/");
  const isExact = all.join("/").normalize("NFC").endsWith(written);
  return [{ start: start - (scheme || before).length, end, place, ...(file && { file }), parts, isWhole, isExact }];
}

/** What is written of a path before the parts that fit. */
const BEFORE = /[^\s"'`<>|*?]+$/;
const ADDRESS = /file:(?:\/\/[^\s/]*\/?)?$/i;

function startOfSeparator(text: string, at: number): number {
  let start = at;
  while (start > 0 && /[\\/]/.test(text.charAt(start - 1))) start--;
  return start;
}

/** Of overlapping names, the longest ones; each with all that it fits. */
function grouped<F extends NameableFile>({ text }: Search, fits: readonly Fit<F>[]): readonly WrittenName<F>[] {
  const bySpan = new Map<string, Fit<F>[]>();
  for (const fit of fits) {
    const key = `${fit.start} ${fit.end}`;
    bySpan.set(key, [...(bySpan.get(key) ?? []), fit]);
  }
  const names = [...bySpan.values()]
    .flatMap((group): readonly WrittenName<F>[] => nameOf(text, group))
    .sort((a, b) => b.text.length - a.text.length || a.start - b.start);
  const chosen: WrittenName<F>[] = [];
  for (const name of names)
    if (!chosen.some((other) => other.start < name.end && other.end > name.start)) chosen.push(name);
  return chosen;
}

function nameOf<F extends NameableFile>(text: string, group: readonly Fit<F>[]): readonly WrittenName<F>[] {
  const [{ start, end } = { start: 0, end: 0 }] = group;
  const marks = marksAround(text, start, end);
  const meant = group.filter((fit) => isMeant(text, fit, marks.isMarked));
  const named = meant.filter(({ isStem }) => isStem !== true);
  const exact = (named.length > 0 ? named : meant).filter(({ isExact }) => isExact);
  const sameCase = exact.length > 0 ? exact : meant;
  const asFiles = sameCase.filter(({ file }) => file);
  const sought = asFiles.length > 0 ? asFiles : sameCase;
  // A whole path with its folders can mean nothing else; a bare name at the top can.
  const most = Math.max(...sought.map(({ parts }) => parts));
  const whole = sought.filter(({ isWhole, parts }) => isWhole && parts > 1 && parts === most);
  const fits = (whole.length > 0 ? whole : sought).toSorted(
    (a, b) =>
      Number(b.isWhole) - Number(a.isWhole) ||
      b.parts - a.parts ||
      a.place.path.split("/").length - b.place.path.split("/").length ||
      a.place.path.length - b.place.path.length,
  );
  if (fits.length === 0) return [];
  const [first] = fits;
  return [
    {
      text: text.slice(start, end),
      written: text.slice(marks.start, marks.end),
      ...marks,
      files: fits.flatMap(({ file }) => file ?? []),
      isWhole: first?.isWhole === true,
      folders: asFiles.length > 0 ? [] : fits.map(({ place }) => ({ repository: place.repository, path: place.path })),
    },
  ];
}

/** Whether something that has this name is meant: plain words are words. */
function isMeant<F extends NameableFile>(
  text: string,
  { start, end, file, place, parts, isExact, isStem }: Fit<F>,
  isMarked: boolean,
): boolean {
  if (isStem) {
    const stem = place.path.slice(place.path.lastIndexOf("/") + 1);
    const isCalledModule = BEFORE_MODULE.test(text.slice(0, start)) || AFTER_MODULE.test(text.slice(end));
    return isExact && (parts > 1 || (isCalledModule && stem.length > 2) || NO_SYMBOL.test(stem));
  }
  if (parts > 1 || (isMarked && (file || isExact || !/[`"']/.test(text.charAt(start - 1))))) return true;
  const name = place.path.slice(place.path.lastIndexOf("/") + 1);
  if (!file)
    return (
      /^[\\/]/.test(text.slice(end)) ||
      (isExact &&
        (COMPOUND.test(name) ||
          DOTTED_FOLDER.test(name) ||
          BEFORE_FOLDER.test(text.slice(0, start)) ||
          AFTER_FOLDER.test(text.slice(end))))
    );
  if (/[^.]\.\p{L}[\p{L}\p{N}_~-]*$/u.test(name)) return true;
  // "The config file" is hardly a fixture of that name.
  const isNearTop = place.path.split("/").length <= 3;
  const isCalledFile = BEFORE_FILE.test(text.slice(0, start)) || (isNearTop && AFTER_FILE.test(text.slice(end)));
  return isExact && (/[\p{Lu}.]/u.test(name) || isCalledFile);
}

/** Whether a file may be called by its name without the ending: `rate-limiter`, `_compat`, "the parser module". */
function isModule(name: string): boolean {
  return (
    languageOf(name) !== undefined && !/\.(?:mdx?|rst|txt|json|ya?ml|toml|xml|ini|html?|s?css|csv|svg)$/i.test(name)
  );
}

/** What has hyphens is the name of nothing in most languages, and where a folder is called so, hardly a word. */
const COMPOUND = /[\p{L}\p{N}]-[\p{L}\p{N}]/u;
/** `Shop.Api` is how C# calls a project and its folder. */
const DOTTED_FOLDER = /[\p{L}\p{N}]\.\p{Lu}/u;
/** What begins with one sign is a module that others should not use, rather than anything in one. */
const NO_SYMBOL = new RegExp(`${COMPOUND.source}|^_(?!_)`, "u");
const BEFORE_FOLDER =
  /\b(?:folder|directory|ordner|verzeichnis|dossier|carpeta|pasta|папк\p{L}*|package|module|overview of(?: the)?|überblick über|aperçu d[eu]|vue d['’]ensemble de|visión general de|visão geral d[eao]|обзор)\s+$/iu;
const AFTER_FOLDER = /^\s+(?:folder|directory|package|module|ordner|verzeichnis)\b/i;
const BEFORE_FILE = /\b(?:file|script|datei|skript|fichier|archivo|arquivo|файл\p{L}*)\s+$/iu;
const AFTER_FILE =
  /^\s+(?:file(?!\s+(?:paths?|names?|formats?|locations?|extensions?|sizes?)\b)|script|datei|skript)\b/i;

/** "The config file" is any, "the config module" is one. */
const AFTER_MODULE = /^\s+(?:module|modul)\b/i;
const BEFORE_MODULE = /\b(?:the (?:module|file|script)|das modul|le module|el módulo|o módulo)\s+$/i;

/** The signs that mark a name and the lines behind it, as parts of it. */
function marksAround(
  text: string,
  nameStart: number,
  nameEnd: number,
): Pick<WrittenName<NameableFile>, "start" | "end" | "isMarked" | "startLine" | "endLine"> {
  let start = nameStart;
  let end = nameEnd;
  while (/[\\/]/.test(text.charAt(end))) end++;
  const closing = CLOSING.get(text.charAt(start - 1));
  const inner = linesBehind(text, end);
  const isQuoted = closing?.includes(text.charAt(inner?.end ?? end)) === true && (inner?.end ?? end) < text.length;
  const isMentioned =
    text.charAt(start - 1 - Number(isQuoted)) === "@" && !isOfWord(text, start - 2 - Number(isQuoted));
  if (isQuoted) end = (inner?.end ?? end) + 1;
  else if (inner) end = inner.end;
  const outer = inner ?? (isQuoted ? linesBehind(text, end) : undefined);
  end = Math.max(end, outer?.end ?? 0);
  start -= Number(isQuoted) + Number(isMentioned);
  return {
    start,
    end,
    isMarked: isQuoted || isMentioned || outer !== undefined,
    ...(outer && { startLine: outer.startLine, endLine: outer.endLine }),
  };
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ["`", "`"],
  ['"', '"'],
  ["'", "'"],
  ["“", "”"],
  ["„", "“”"],
  ["«", "»"],
  ["»", "«"],
  ["‘", "’"],
  ["‚", "‘"],
  ["「", "」"],
  ["『", "』"],
  ["《", "》"],
  ["<", ">"],
]);

/** The lines that stand behind a name: `:5-7`, `: line 5`, `#L5-L7`, `(5,2)`, "lines 5 to 7". */
function linesBehind(
  text: string,
  at: number,
): { readonly end: number; readonly startLine: number; readonly endLine: number } | undefined {
  for (const form of LINES) {
    form.lastIndex = at;
    const found = form.exec(text);
    const [, first, last] = found ?? [];
    if (!found || Number(first) < 1) continue;
    const startLine = Number(first) - 1;
    return {
      end: at + found[0].length,
      startLine,
      endLine: last === undefined ? startLine : Math.max(startLine, Number(last) - 1),
    };
  }
  return undefined;
}

const LINES = [
  /:(\d{1,7})[-–](\d{1,7})(?!\w)/y,
  /:(\d{1,7})()?(?::\d{1,7})?(?!\w)/y,
  /: (?:line|Zeile|ligne) (\d{1,7})()?(?!\w)/iy,
  /#L?(\d{1,7})(?:C\d{1,7})?(?:[-–]L?(\d{1,7})(?:C\d{1,7})?)?(?!\w)/y,
  /\((\d{1,7})(?:,\d{1,7})?()?\)/y,
  /,?\s\(?(?:lines?|zeilen?|lignes?|líneas?|linhas?|строки?)\s+(\d{1,7})(?:\s*(?:[-–]|to|bis|à)\s*(\d{1,7}))?\)?(?!\w)/iy,
];

/** What is marked as the name of a file, or at least looks like one. */
function unlistedNames<F extends NameableFile>(text: string): readonly WrittenName<F>[] {
  const names: WrittenName<F>[] = [];
  const add = (name: string, at: number, isSurely: (path: string) => boolean) => {
    const written = withoutEnd(name);
    const marks = marksAround(text, at, at + written.length);
    const isMarked = isSurely(written) || (marks.startLine !== undefined && hasKnownEnding(written));
    if (!isMarked && !LIKE_A_FILE.test(written)) return;
    names.push({
      text: written,
      written: text.slice(marks.start, marks.end),
      ...marks,
      isMarked,
      files: [],
      isWhole: false,
      folders: [],
    });
  };
  for (const { 1: name = "", index } of text.matchAll(QUOTED_MENTION))
    add(name, index + 2, (path) => /\/|\.\w{1,8}$/.test(path));
  for (const { 1: name = "", index } of text.matchAll(MENTION)) add(name, index + 1, isMentionedFile);
  for (const { 1: name = "", index } of text.matchAll(QUOTED))
    if (!/^[@'"]|[=;,(){}<>|*?]|:\/\//.test(name)) add(name, index + 1, hasKnownEnding);
  for (const { 0: name, index } of text.matchAll(PLAIN))
    if (!/^@|(?<!^file):\/\/|[=;{}<>|*?]/i.test(withoutEnd(name)))
      add(name, index, (path) => /[\\/]/.test(path) && hasKnownEnding(path));
  return names;
}

const QUOTED_MENTION = /(?<![^\s(])@"([^"\n]{1,1000})"/g;
const MENTION = /(?<![^\s(])@([^\s@"`]{1,1000})/g;
const QUOTED = /[`"“„«「]([^`"“”„«»「」\n]{2,255})(?=[`"”“»」])/g;
const PLAIN = /(?<![^\s(`"'“„«「])[^\s`"'“”„«»「」]{3,1000}/g;
const LIKE_A_FILE = /(?:^|[\\/])(?:\.[\w-]{2,}|[^\\/]*[\p{L}\p{N}_)\]-]\.[A-Za-z]\w{0,7})$/u;

/** Without the lines behind it, and without what belongs to the sentence. */
function withoutEnd(name: string): string {
  const whole = name.replace(/(?:[.,;:?!…。、，？！]|['’]s?)+$/, "");
  const lines = whole.replace(/(?::\d+(?:[-–:]\d+)?|#L?\d+(?:C\d+)?(?:[-–]L?\d+(?:C\d+)?)?|\(\d+(?:,\d+)?\))$/, "");
  const isOpen = (opening: string, closing: string) => lines.endsWith(closing) && !lines.includes(opening);
  return isOpen("(", ")") || isOpen("[", "]") ? withoutEnd(lines.slice(0, -1)) : lines;
}

/** `@app.route` decorates, `@types/node` is a package, and `@github.com/owner/name` is a repository. */
function isMentionedFile(name: string): boolean {
  if (/^\.{1,2}\//.test(name)) return true;
  if (/^[\w-]+(?:\.[\w-]+)+\/[^/]+\/[^/]+$/.test(name) && !hasKnownEnding(name)) return false;
  return hasKnownEnding(name) || /\/.*\w\.\w{1,8}$/.test(name);
}

/** Whether a file of this name would be of a known language; a product such as Node.js is no file. */
export function hasKnownEnding(name: string): boolean {
  const file = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  return /[^.]\.\w{1,12}$/.test(file) && languageOf(file) !== undefined && !PRODUCT.test(name);
}

/** Node.js is no file, unless there is one. */
const PRODUCT = /^(?:\p{Lu}[\p{L}\p{N}]*|d3|three)\.(?:js|ts)$/u;
