import path from "node:path";
import type { Definition } from "../../../core/text/outline.ts";
import { mainDefinition } from "./comments.ts";
import { innerDefinitions } from "./innerDefinitions.ts";
import { rankOfEntry } from "../manifests/entryPoints.ts";
import { entriesOf } from "./parts.ts";
import type { CodeFile } from "../ranking/passages.ts";
import { isSource, lengthOf, type OverviewServices, type Stated } from "./overviewSources.ts";
import type { ReadFile } from "../named/readFiles.ts";

/** Where to begin to read, and why there; its text is the name of what is defined there. */
export interface Beginning extends Stated {
  readonly why: "document" | "manifest" | "entry" | "largest";
}

const ENTRIES_READ = 10;
const ENTRIES_SHOWN = 3;
const LARGEST_READ = 12;
const LARGEST_SHOWN = 2;
const LARGE_LINES = 10;

/** The files that manifests name, those that are called like it, then the largest definitions. */
export async function beginningOf(
  {
    folder,
    main: most,
    within: all,
    named,
  }: {
    readonly folder: string;
    /** The folder in it that most code is in, if there is one. */
    readonly main: string | undefined;
    readonly within: readonly CodeFile[];
    /** The paths that manifests name. */
    readonly named: ReadonlySet<string>;
  },
  { read, slices }: Pick<OverviewServices, "read" | "slices">,
): Promise<readonly Beginning[]> {
  const own = all.filter(({ path: file }) => !BESIDE.test(file.slice(folder.length)));
  const within = own.some(isSource) ? own : all;
  const main = most ?? heaviestIn(folder, within);
  const isInMain = ({ path: file }: CodeFile) => main === "" || file.startsWith(`${main}/`);
  const ranked = within.flatMap((file) => {
    const depth = isInMain(file) ? file.path.slice(main.length).split("/").filter(Boolean).length - 1 : 0;
    const rank = named.has(file.path) ? -1 : isSource(file) ? rankOfEntry(file.path, depth) : undefined;
    return rank === undefined ? [] : [{ file, rank }];
  });
  // What is not in the folder with most of the code begins something beside it.
  const best = ranked.filter(({ file, rank }) => rank < 0 || isInMain(file));
  const entries = withoutTwins(
    (best.length > 0 ? best : ranked)
      .toSorted((a, b) => a.rank - b.rank || Number(isCompiled(a.file)) - Number(isCompiled(b.file)))
      .map(({ file }) => file),
  ).slice(0, ENTRIES_READ);
  const source = within.filter((file) => isSource(file) && isInMain(file) && !entries.includes(file));
  const large = withoutTwins(source.toSorted((a, b) => lengthOf(b) - lengthOf(a))).slice(0, LARGEST_READ);
  const texts = new Map((await read([...entries, ...large])).map((each) => [each.file, each.lines]));
  const found: Beginning[] = [];
  for (const file of entries) {
    const lines = texts.get(file) ?? [];
    if (lines.filter((line) => /\w{2}/.test(line) && !SAYS_LITTLE.test(line)).length < 2) continue;
    if (slices.isOver) await slices.next();
    const { name = "", startLine = 0, endLine = lines.length - 1 } = whatFor({ file, lines }) ?? {};
    const text = found.some((each) => each.text === name) ? "" : name;
    found.push({ text, file, startLine, endLine, why: named.has(file.path) ? "manifest" : "entry" });
    if (found.length >= ENTRIES_SHOWN) break;
  }
  const definitions: Beginning[] = [];
  for (const file of large) {
    if (slices.isOver) await slices.next();
    const largest = largestIn(texts.get(file) ?? [], file.index.language);
    if (largest)
      definitions.push({
        text: largest.name,
        file,
        startLine: largest.startLine,
        endLine: largest.endLine,
        why: "largest",
      });
  }
  const names = new Set(found.map(({ text }) => text));
  const byLength = definitions
    .toSorted((a, b) => b.endLine - b.startLine - (a.endLine - a.startLine))
    .filter(({ text }) => !names.has(text) && names.add(text));
  const isLarge = ({ startLine, endLine }: Stated) => endLine - startLine + 1 >= LARGE_LINES;
  return [...found, ...byLength.filter((each) => isLarge(each) || found.length === 0).slice(0, LARGEST_SHOWN)];
}

/** Code that is there for those who use or read the code, not what it does. */
const BESIDE = /(?:^|\/)(?:docs?|site|website|www)\//i;

/** The folder directly in another one that more than half of its code is in, by lines; else that itself. */
function heaviestIn(folder: string, within: readonly CodeFile[]): string {
  const sources = within.filter(isSource);
  const linesIn = (files: readonly CodeFile[]) => files.reduce((sum, file) => sum + lengthOf(file), 0);
  const all = linesIn(sources);
  const heaviest = entriesOf(folder, sources).find((each) => each.isFolder && linesIn(each.files) > all / 2);
  return heaviest?.path ?? folder;
}

function isCompiled({ path: file }: CodeFile): boolean {
  return /(?:^|\/)(?:lib|dist|cjs|esm|es|commonjs|module|umd)\//.test(file);
}

/** Some packages have the same code once for each kind of modules: `a.js` and `a.mjs`, `cjs/a.js` and `esm/a.js`. */
function withoutTwins(files: readonly CodeFile[]): readonly CodeFile[] {
  const keyOf = ({ path: file }: CodeFile) =>
    file.replace(/\.[cm]?[jt]sx?$/, "").replaceAll(/(?<=^|\/)(?:src|lib|dist|cjs|esm|es|commonjs|module|umd)\//g, "");
  const known = new Set<string>();
  return files.filter((file) => {
    const key = keyOf(file);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** What a file is for, or else most of it; nothing in one that stands for its folder. */
function whatFor({ file, lines }: Pick<ReadFile, "file" | "lines">): Definition | undefined {
  if (/^(?:index|mod|lib|__init__)\./.test(path.posix.basename(file.path))) return undefined;
  const main = mainDefinition(innerDefinitions(lines, file.index.language), lines, file.path);
  const isMeant = main && /^\s*(?:export|pub|public)\b/.test(lines[main.line] ?? "");
  if (isMeant && main.endLine > main.line) return main;
  const largest = largestIn(lines, file.index.language);
  // A script does most of what it does outside of definitions.
  return largest && (largest.endLine - largest.startLine + 1) * 4 >= lines.length ? largest : undefined;
}

/** The longest definition that does something or is a type, rather than data. */
function largestIn(lines: readonly string[], language: string | undefined): Definition | undefined {
  const [largest] = innerDefinitions(lines, language)
    .filter(({ line, endLine }) => endLine > line && DOES.test(lines[line] ?? ""))
    .toSorted((a, b) => b.endLine - b.startLine - (a.endLine - a.startLine));
  return largest;
}

const DOES =
  /\b(?:function|class|def|defp|fn|func|fun|interface|struct|trait|impl|module|object|record|sub|enum|union|protocol|public|private|protected|internal|static|override|void)\b|=>|\)[^=;]*[{:]?\s*$/;
/** Comments, imports, and names in lists of these. */
const SAYS_LITTLE =
  /^\s*(?:export \{\};?|\/\/.*|\/?\*.*|#.*|from\s.*|import\s.*|["']?[\w.]+["']?,?|["']use \w+["'];?)$/;
