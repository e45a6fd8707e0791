import { UNSPACED } from "../../../core/text/letters.ts";
import { QUOTES } from "./fileNames.ts";

/** A place in a file as a tool prints it. */
export interface PrintedPlace {
  /**
   * As in a repository: with slashes, without a scheme, a host, a drive, and what a bundler puts in front. One that
   * begins with a slash is of this or another machine's disk.
   */
  readonly path: string;
  /** The folders of the package that a frame of the JVM is in: `org/junit` of `org.junit.Assert.fail(Assert.java:89)`. */
  readonly folder?: string;
  /** Zero-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

export interface PrintedPlaces {
  /** In the order of the text. */
  readonly places: readonly PrintedPlace[];
  /** The same, the innermost of a trace first. */
  readonly trace: readonly PrintedPlace[];
  /** The text with blanks instead of these places, and of what a trace says around them. */
  readonly rest: string;
}

/**
 * Reads the places that compilers, linters, test runners, stack traces and people write, each by how its line goes on
 * after the path: `a.ts:12:3`, `a.py", line 12`, `A.cs:line 12`, `a.ts(12,5): error`, `a.ts#L12-L14`, `a.pm line 12.`.
 * Takes time in proportion to the text.
 */
export function readPrintedPlaces(text: string): PrintedPlaces {
  const places: PrintedPlace[] = [];
  const rest: string[] = [];
  let heading: { readonly path: string; readonly at: number } | undefined;
  for (const line of text.replaceAll(ESCAPED_BREAK, "\n").split("\n")) {
    const below = heading === undefined ? null : BELOW_HEADING.exec(line);
    if (heading !== undefined && below) {
      places.push(placeOf(heading.path, below[1] ?? below[2]));
      rest[heading.at] = "";
      rest.push("");
      continue;
    }
    const hits = hitsIn(line);
    if (hits.length > 0 && BELOW_FUNCTION.test(line) && (rest.at(-1) ?? "").endsWith(")")) rest[rest.length - 1] = "";
    if (hits.length > 0 || !RULE.test(line)) {
      const path = headingIn(line);
      heading = path === undefined ? undefined : { path, at: rest.length };
    }
    for (const { path, start, end, from } of hits) {
      const folder = path.includes("/") ? undefined : packageBefore(line, from);
      places.push({ ...placeOf(path, start, end), ...(folder !== undefined && { folder }) });
    }
    rest.push(isFrame(line, hits) ? "" : without(line, hits).replaceAll(ARITY, ""));
  }
  const found = places.slice(0, PLACES_AT_MOST);
  return { places: found, trace: INNERMOST_LAST.test(text) ? found.toReversed() : found, rest: rest.join("\n") };
}

/** No real trace has more. */
const PLACES_AT_MOST = 500;
/** A place in Go's traces, below the function that it is in. */
const BELOW_FUNCTION = /^\s+\S[^\n]*:\d+(?: \+0x[\da-f]+)?\s*$/;
/** A trace out of a log or of JSON. */
const ESCAPED_BREAK = /\\n(?=\s{2,8}(?:at|File)\s)/g;
/** As Python prints its frames, also without the line above them. */
const INNERMOST_LAST =
  /^[ \t]*Traceback \(most recent call last|^ {2}File "[^"\n]+", line \d+, in .*\n(?:.*\n){1,3} {2}File "/m;

function placeOf(path: string, start = "1", end = start): PrintedPlace {
  const startLine = Math.max(0, Number(start) - 1);
  return { path, startLine, endLine: Math.max(startLine, Number(end) - 1) };
}

/** A place within a line: its characters `[from, to)`, and its lines as they are written. */
interface Hit {
  readonly path: string;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** The places in a line, those that overlap an earlier one left out. */
function hitsIn(line: string): readonly Hit[] {
  if (!/\d/.test(line)) return [];
  const hits = FORMS.flatMap((form) => [...line.matchAll(form)].flatMap((match) => hitOf(line, match) ?? []));
  let to = 0;
  return hits
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .filter((hit) => {
      if (hit.from < to) return false;
      to = hit.to;
      return true;
    });
}

/** Files that have no ending by which they could be recognized. */
const NAMES_ALONE = String.raw`(?<![\w.-])(?:(?:GNU)?[Mm]akefile|Dockerfile|Containerfile|Gemfile|Rakefile|Jenkinsfile|Vagrantfile|Procfile|Podfile|Fastfile|Brewfile|Caddyfile|Earthfile|Tiltfile|Snakefile|[Jj]ustfile|SConstruct|SConscript|Kconfig|BUILD|WORKSPACE|PKGBUILD|gradlew)(?![\w.-])`;
const ENDING = String.raw`(?:\.[A-Za-z]\w{0,9}|${NAMES_ALONE})`;
const START = String.raw`(?<start>\d{1,7})`;
const END = String.raw`(?<end>\d{1,7})`;
/** In the languages in which compilers and runtimes speak. */
const LINE = String.raw`(?:[Ll]ine(?:s|Number)?|LINE|Zeilen?|lignes?|l[ií]neas?|righ[ae]|riga|linhas?|строк[аиу]|行|줄)`;
const LINES = String.raw`${LINE}:?\s?${START}(?:\s?(?:[-–]|to|through|and|bis)\s?(?:${LINE}\s)?${END})?`;

/**
 * What is behind a path that ends like a file, which may begin long before; or, with a group `path`, all of it. It is a
 * place of its own only with a folder in front if there is a group `alone`.
 */
const FORMS = [
  // a.ts:12, a.ts:12:3, a.ts:12-14, a.ts?t=1700:12:3
  String.raw`(?<ending>${ENDING})(?:\?[\w=&.%~-]{0,200})?:${START}(?:[-–]${END}(?![:\d]))?(?!\w)`,
  // a.hs:12:3-14:7
  String.raw`(?<ending>${ENDING}):${START}:\d{1,5}[-–]${END}:\d{1,5}(?!\w)`,
  // A.java:[12,5], A.java:[lines 12-14], A.kt: (12, 5), a.hs:(12,5)-(14,7)
  String.raw`(?<ending>${ENDING}):\s?[[(](?:lines? )?${START}(?:,\s?\d{1,5}\)-\(|[-–])?(?:(?<=[(–-])${END})?(?:,\s?\d{1,5})?[\])]`,
  // A.cs:line 12, a.sh: line 12:, a.py", line 12, a.pm line 12, a.php on line 12, a.ts (lines 12-14), a.ts in f at line
  // 12
  String.raw`(?<ending>${ENDING})(?::|["'\x60”»]?[:,;]?\s(?:in [\w.$<>]{1,80} )?(?:on |at |near )?\(?)${LINES}(?!\w)`,
  // a.ts#L12, a.ts#L12-L14, a.ts#L4C2-L5C12, a.R#12
  String.raw`(?<ending>${ENDING})#L?${START}(?:C\d{1,5})?(?:[-–]L?${END}(?:C\d{1,5})?)?(?!\w)`,
  // a.ts L12, a.ts:L12-L14
  String.raw`(?<ending>${ENDING})[: ]L${START}(?:[-–]L?${END})?(?!\w)`,
  // a.ts (12:5)
  String.raw`(?<ending>${ENDING}) \(${START}:\d{1,5}\)`,
  // a.gradle: 12: unexpected token
  String.raw`(?<ending>${ENDING}): ${START}: `,
  // a.ts(12,5): error. Without a colon and a folder it is a call.
  String.raw`(?<ending>${ENDING})\s?\(${START}(?:,\s?\d{1,7}){0,3}\)(?::| (?:[Ee]rror|[Ww]arning|Hint))`,
  String.raw`(?<alone>)(?<ending>${ENDING})\(${START}(?:,\s?\d{1,7}){0,3}\)`,
  // ./a.ts 12:5-9
  String.raw`(?<alone>)(?<ending>${ENDING}) ${START}:\d{1,5}(?![\w:])`,
  // File "a", line 12: in quotes, and in the forms below, a path needs no ending
  String.raw`\b[Ff]ile:?\s["'](?<path>[^"'\n<>]{1,300})["'],? ${LINES}`,
  String.raw`(?<!\S)(?<path>(?:[\w.@+-]{0,80}\/){1,20}[\w.@+-]{1,80}): (?:line )?${START}: `,
  String.raw`^(?<path>[\w.@+-]{1,100}): line ${START}: `,
  String.raw`\bat (?<path>[\w./@+-]{1,200}) line ${START}(?=[.,]|$)`,
  String.raw`^\s{0,20}(?<path>(?:[\w.@+-]{1,80}\/){1,20}[\w@+-]{1,80}):${START}:(?:\d{1,5}:)?(?= |$)`,
  // line 12 of a.ts, lines 12-14 in file 'a.sql'
  String.raw`\b${LINES},?(?: column \d{1,5},?)? (?:of|in|from) (?:the )?(?:file:? )?["'\x60]?(?<path>[^\s"'\x60,;:()<>]{1,300}${ENDING})`,
  // ::error file=a.ts,line=12,endLine=14::
  String.raw`\bfile=["']?(?<path>[^\s,"']{1,300})["']?,\s?(?:startL|l)ine=["']?${START}["']?(?:,\s?endLine=${END})?`,
  // [{file,"src/a.erl"},{line,12}]
  String.raw`\{file,\s?"(?<path>[^"\n]{1,300})"\},\s?\{line,\s?${START}\}`,
  // /a/b.js: Unexpected token (12:5)
  String.raw`(?<!\S)(?<path>[^\s:()"']{1,300}${ENDING}): [^()\n]{1,200} \(${START}:\d{1,5}\)`,
].map((source) => new RegExp(source, "gu"));

function hitOf(line: string, { 0: whole, index, groups = {} }: RegExpExecArray): Hit | undefined {
  const { path: written, ending = "", start, end, alone } = groups;
  const from = written === undefined ? beginOf(line, index, line.charAt(index + ending.length)) : index;
  const name = written ?? line.slice(from, index + ending.length);
  const path = pathOf(name);
  if (path === undefined || SHELL.test(path) || (alone !== undefined && !/[\\/]/.test(name))) return undefined;
  return { path, start, end, from, to: index + whole.length };
}

/** Of the method that a file stands behind in parentheses, without its class. */
function packageBefore(line: string, from: number): string | undefined {
  const before = line.slice(Math.max(0, from - LONGEST), from);
  const [, name] = /(?<![\p{L}\p{N}_$.])((?:[\p{L}\p{N}_$-]+\.)+)[^\s.()]+\.[^.()]+\($/u.exec(before) ?? [];
  return name?.slice(0, -1).replaceAll(".", "/");
}

/** Which says its own name where it has no file. */
const SHELL = /(?:^|\/)-?(?:ba|da|z|k|a|fi)?sh$/;

/** Where the path begins that goes on at a position: at blanks only if it is clear that they are part of it. */
function beginOf(line: string, end: number, behind: string): number {
  const quote = /["'`]/.test(behind) ? line.lastIndexOf(behind, end) : -1;
  if (quote >= 0 && end - quote < LONGEST) return quote + 1;
  let at = end;
  while (at > 0 && end - at < LONGEST) {
    const sign = line.charAt(at - 1);
    const next = line.charAt(at);
    if (sign === ")" || sign === "]") {
      const open = /[/.]/.test(next) ? openingOf(line, at - 1) : -1; // app/(a)/[b].ts
      if (open < 0) break;
      at = open;
    } else if (sign === ":") {
      if (line.startsWith("//", at)) return schemeBefore(line, at - 1);
      if (/\d/.test(next) && /\/\/[\w.-]{1,100}$/.test(line.slice(Math.max(0, at - 103), at - 1))) {
        at--; // the port of a host
        continue;
      }
      const drive = /(?<![\w])[A-Za-z]$/.exec(line.slice(Math.max(0, at - 3), at - 1));
      if (drive && /[\\/]/.test(next)) return at - 2;
      const [name = ""] = /(?<!\w)(?:package|dart|node)$/.exec(line.slice(Math.max(0, at - 9), at - 1)) ?? [];
      return name === "" ? at : at - 1 - name.length;
    } else if (sign === "@" ? next === "/" || !/[\w/]/.test(line.charAt(at - 2)) : STOPS.test(sign)) break;
    else at--;
  }
  if (!/\s/.test(line.charAt(at - 1))) return at;
  return withBlanks(line, at, end) ?? at;
}

const LONGEST = 300;
const STOPS = new RegExp(String.raw`[\s"'\x60([{<>|,;=!*?&${QUOTES}]`, "u");

/** The parenthesis or bracket that one closes; -1 if that is far away. */
function openingOf(line: string, close: number): number {
  const [opens, closes] = line.charAt(close) === ")" ? "()" : "[]";
  let depth = 0;
  for (let at = close; at >= 0 && close - at < 100; at--) {
    if (line.charAt(at) === closes) depth++;
    else if (line.charAt(at) === opens && --depth === 0) return at;
  }
  return -1;
}

function schemeBefore(line: string, colon: number): number {
  const [scheme = ""] = /[A-Za-z][\w+-]{0,30}$/.exec(line.slice(Math.max(0, colon - 32), colon)) ?? [];
  return colon - scheme.length;
}

/** In a frame all that is in its parentheses, or a path from the root of a disk. */
function withBlanks(line: string, at: number, end: number): number | undefined {
  const before = line.slice(Math.max(0, at - LONGEST), at);
  const offset = at - before.length;
  const open = before.lastIndexOf("(");
  const inside = before.slice(open + 1);
  const isInFrame = /^\s*(?:at|in|from|by|#\d+)\s/.test(line);
  if (
    open >= 0 &&
    isInFrame &&
    !/[:,"']|^(?:at|called|address) /.test(inside.replace(/^[A-Za-z]:(?=[\\/])/, "")) &&
    line.indexOf(")", end) > 0
  )
    return offset + open + 1;
  const [, root] =
    /(?:^\s*|(?:^|\s)(?:in|at|async|from|-->|[ewi]:|❯|@)\s+)((?:\/|[A-Za-z]:[\\/]|~\/)(?:(?! (?:in|at) )[^:"'()<>|,;])*)$/.exec(
      before,
    ) ?? [];
  if (root === undefined || root.trim().split(/\s+/).length > 4) return undefined;
  return /[\\/]/.test(root.slice(1)) ? at - root.length : undefined;
}

/** Words right before a name, without a space. */
const WORDS_BEFORE = new RegExp(String.raw`^${UNSPACED}+(?=\w)`, "u");

/** The path as it is in a repository, or on a disk; `undefined` for what is no file of anybody's. */
function pathOf(written: string): string | undefined {
  const slashed = written.trim().replaceAll(/\\+/g, "/").replace(WORDS_BEFORE, "");
  if (/^(?:node|dart|native|internal|<)[:>]/.test(slashed)) return undefined;
  const [, scheme, below = ""] = /^(?:.*[^\w+-])?([A-Za-z][\w+-]{0,30}):\/\/(.*)$/.exec(slashed) ?? [];
  const named =
    scheme === undefined
      ? slashed.replace(/^package:[^/]*\//, "")
      : scheme === "file"
        ? below.replace(/^(?:localhost|127\.0\.0\.1)(?=\/)/, "")
        : scheme === "res"
          ? below
          : withoutBundler(below.replace(/^[^/]*\/*/, ""));
  const path = decoded(named.replace(/\?.*$/, ""))
    .replace(/^.*\/(?:-\/)?(?:blob|blame|raw)\/[^/]+\//, "")
    .replace(/^\/?[A-Za-z]:\/+/, "")
    .replace(/^(?:\.{1,2}\/+|~\/+)+/, "")
    .replace(/^\/{2,}/, "/");
  return path === "" || path.endsWith("/") ? undefined : path;
}

/** What bundlers and their servers put in front: `(rsc)/./`, `[project]/`, `@fs/`. */
function withoutBundler(path: string): string {
  return path
    .replace(/^\([\w-]+\)\/(?=\.\/)/, "")
    .replace(/^\[project\]\//, "")
    .replace(/^@fs\/*/, "/");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // not of an address
  }
}

/** A file alone in its line, above the lines with what is said of it. */
const HEADING = new RegExp(
  String.raw`^(?:(?:FILE:|File(?:name)?:|\s+Line)\s+|\s{0,4})(?:((?:\/|~\/|[A-Za-z]:[\\/])[^:"'\n]{1,300}${ENDING})|([^\s:"'/][^\s:"']{0,300}${ENDING}))\s*$`,
  "u",
);
function headingIn(line: string): string | undefined {
  const [, absolute, relative = absolute] = HEADING.exec(line) ?? [];
  return relative === undefined ? undefined : pathOf(relative);
}

/**
 * The names that a person asks about, without those that only a tool has printed: the codes of errors and what these
 * are called, pointers, and what is in the frames of a trace.
 */
export function withoutPrinted<T extends { readonly label: string }>(names: readonly T[], text: string): readonly T[] {
  if (names.length === 0) return names;
  const { places, rest } = readPrintedPlaces(text);
  if (places.length === 0 && !SAYS_ERROR.test(text)) return names;
  const questions = text.split("\n").filter((line) => /[?？]\s*$/.test(line));
  return names.filter(({ label }) => {
    const isAsked = text.includes(`\`${label}`) || questions.some((line) => line.includes(label));
    return isAsked || (rest.includes(label) && !OF_ERRORS.test(label));
  });
}

/** How a tool begins to say what has failed. */
const SAYS_ERROR =
  /^[ \t]{0,20}(?:Uncaught )?(?:[\w.$]{0,100}(?:Error|Exception)(?: \[\w{1,80}\])?: |(?:fatal )?error\b[^\n]{0,80}: |panic: |Traceback )/m;
/** `TS2345`, `ENOENT`, `ERR_INVALID_ARG`, `SIGSEGV`, `TypeError`, and `0x1d`, of which `x1d` is read as a name. */
const OF_ERRORS = /^[A-Z][A-Z\d_]+$|(?:Error|Exception|Warning)$|^x[\da-f]+$/;

/** `  12:5  error`, `12:const a`, `  42     Undefined`, ` 42 | ERROR`. */
const BELOW_HEADING = /^\s*(\d{1,7}):\d{1,5}\s|^\s*(?::|Line(?: Number)?:\s*)?(\d{1,7})(?:$|\s{2,}\S|\s*\||[:-](?!\d))/;
/** Between a heading and what is below it. */
const RULE = /^[\s\-─═+|=]*$/;

/** Whether nothing else in a line is a name of a file: it is of a stack trace. */
function isFrame(line: string, hits: readonly Hit[]): boolean {
  if (/[?？]\s*$/.test(line)) return false;
  if (hits.length === 0) return /^\s+at\s.*\)$|^created by \S+/.test(line);
  return /^\s*(?:at|#\d+)\s|^\s+(?:from|by|in|\d+:|└─|├─|\(\w[\w ]*\d[\w.]*\)|\[\d+\])\s|^[^\s@]*@(?:\w+:\/\/|\/)/.test(
    line,
  );
}

/** `Shop.Cart.total/1`, a function. */
const ARITY = /(?<![\w/])[A-Z]\w{0,80}(?:\.\w{1,80}){0,20}[?!]?\/\d{1,2}(?![\w/])/g;

function without(line: string, hits: readonly Hit[]): string {
  let rest = "";
  let at = 0;
  for (const { from, to } of hits) {
    rest += `${line.slice(at, from)} `;
    at = to;
  }
  return rest + line.slice(at);
}
