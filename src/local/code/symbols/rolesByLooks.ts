import type { CodeSymbol } from "../../../core/model/codeSymbol.ts";
import { indentOf } from "../../../core/text/blocks.ts";
import { LINE_AT_MOST } from "../../../core/text/structure.ts";
import { isInterpolated, proseLines } from "./proseLines.ts";

/**
 * What a name is used for where it stands: it is defined there, called (a class when it is instantiated, a tag when it
 * is rendered), imported, given further members (`impl Display for go`, the receiver of a method of Go), or mentioned
 * otherwise in code (a type, a value that is read or written); or it is a parameter or local variable, which has
 * nothing to do with what is defined elsewhere; or a word in a comment, or in a text: a string, a path that is
 * imported, what stands between tags, a file that is not code.
 */
export type Role = "definition" | "call" | "import" | "extension" | "reference" | "local" | "comment" | "text";

/** A place where a name stands. */
export interface Place {
  /** Zero-based. */
  readonly line: number;
  /** UTF-16, in its line. */
  readonly column: number;
  /** The innermost definition around it, if any. */
  readonly symbol: CodeSymbol | undefined;
}

/** A name that is looked for in a file. */
interface Sought {
  readonly language: string | undefined;
  readonly name: string;
  /** Whether anything is defined in the file. */
  readonly isCode: boolean;
}

/**
 * What a name is where it stands, but for where it is defined, by the looks of the lines: for languages without a
 * grammar. The places are given in order; those of words of the language are left out.
 */
export function rolesByLooks(
  lines: readonly string[],
  { language, name, isCode }: Sought,
  places: readonly Place[],
  isDefined: (place: Place) => boolean,
): ReadonlyMap<Place, Role> {
  const prose = isCode ? proseLines(lines, language) : undefined;
  const used = places.filter((place) => !isDefined(place));
  const locals = localsByLooks(
    lines,
    used.filter(({ line }) => !prose?.has(line)),
    name.length,
  );
  const roleOf = (place: Place): Role => {
    const { line, column } = place;
    const written = lines[line] ?? "";
    const kind = prose?.get(line);
    if (kind === "comment" || (kind === "text" && !isInterpolated(written, column))) return kind;
    if (!isCode) return "text";
    if (locals.has(place)) return "local";
    if (written.charAt(column + name.length) === "(") return "call";
    if (EXTENSIONS.get(language)?.test(written.slice(0, column)) === true) return "extension";
    return importedByLooks(written, column, name.length) ?? "reference";
  };
  const isOperator = OPERATORS.has(name.toLowerCase());
  const roles = used.map((place) => [place, roleOf(place)] as const);
  return new Map(roles.filter(([, role]) => !isOperator || role !== "reference"));
}

/** Words of most languages without a grammar; as a name, one is called. */
const OPERATORS: ReadonlySet<string> = new Set(["and", "or", "not", "is", "in", "xor", "mod", "div"]);

/** What stands in front of a name that is given further members, in languages without a grammar. */
const EXTENSIONS: ReadonlyMap<string | undefined, RegExp> = new Map([
  ["Swift", /^\s*(?:[\w@]+(?:\([^()]*\))?\s+)*extension\s+(?:\w+\.)*$/],
  ["Dart", /^\s*extension\b.*\bon\s+$/],
  ["Kotlin", /\bfun\s+(?:<[^(){}=]*>\s*)?(?:\w+\.)*$/],
  ["Scala", /^\s*extension\s*(?:\[[^\]]*\]\s*)?\(\s*\w+\s*:\s*$/],
  ["Objective-C", /^\s*@(?:interface|implementation)\s+$/],
  ["GraphQL", /^\s*extend\s+\w+\s+$/],
]);

/**
 * The places of a name, which are given in order, that are those of a parameter or local variable, by the looks of the
 * lines: for languages without a grammar. A variable is known from the line below its declaration on, for as long as
 * lines are indented as far.
 */
function localsByLooks(lines: readonly string[], places: readonly Place[], length: number): ReadonlySet<Place> {
  const locals = new Set<Place>();
  /** The last line on which what is declared on the lines above is known; likewise for the line itself. */
  let reach = -1;
  let reachHere = -1;
  let lineBefore = -1;
  for (const place of places) {
    const { line, column, symbol } = place;
    const text = lines[line] ?? "";
    if (text.length > LINE_AT_MOST) continue;
    if (line !== lineBefore) reach = Math.max(reach, reachHere);
    else if (reachHere === line) reach = line; // a loop or lambda that ends with its line
    lineBefore = line;
    const around = { before: nearBefore(text, column), after: text.slice(column + length, column + length + NEAR) };
    const end = symbol && isCallable(symbol) ? endOfDeclared(lines, place, symbol, around, reach) : undefined;
    if (end !== undefined) reachHere = end;
    if (end !== undefined || (line <= reach && isVariable(around))) locals.add(place);
  }
  return locals;
}

/** What stands near a name on its line. */
interface Around {
  readonly before: string;
  readonly after: string;
}

function isCallable({ kind }: CodeSymbol): boolean {
  return kind === "function" || kind === "method";
}

/** Whether a name where a variable is known means it: not where it is a member's, or an argument's. */
function isVariable({ before, after }: Around): boolean {
  return !MEMBER.test(before) && !(ARGUMENT.test(before) && /^\s*[:=](?![:=])/.test(after));
}

/** No more is looked at on either side of a name: a long line would be read again for each name on it. */
const NEAR = 200;

function nearBefore(text: string, column: number): string {
  return text.slice(Math.max(0, column - NEAR), column);
}

const MEMBER = /(?:\.|::|\w->|@)$/;
/** What stands in front of the name of an argument: `open(door: door)`. */
const ARGUMENT = /[(,]\s*$/;

/**
 * The last line, inclusive, on which what is declared at a place is known; `undefined` if nothing is declared there that
 * is not seen from elsewhere. `known` is the last one on which a variable of that name is known already.
 */
function endOfDeclared(
  lines: readonly string[],
  { line, column }: Place,
  symbol: CodeSymbol,
  around: Around,
  known: number,
): number | undefined {
  const { before, after } = around;
  if (isParameter(lines, symbol, line, column, around)) return symbol.endLine;
  const isOfLoop = LOOP.test(before) && /^\s*(?:,|:|=|\bin\b|<-)/.test(after);
  const isOfLambda =
    (/\{\s*(?:\w+\s*,\s*)*$/.test(before) &&
      !BRANCHES.test(before) &&
      /^(?:\s*,\s*\w+)*\s*(?:->|\bin\b)/.test(after)) ||
    (/\((?:\w+,\s*)*$/.test(before) && /^(?:,\s*\w+)*\)\s*=>/.test(after));
  const isTyped = TYPED.test(before) && /^\s*[=;]/.test(after);
  if (!isOfLoop && !isOfLambda && !isTyped && !(DECLARED.test(before) && !/^\s*[(.]/.test(after))) return undefined;
  // The lines that a variable is known on are indented as far, so that another one declared on them ends there, too.
  if (known >= line) return known;
  return endOfIndented(lines, line, symbol, isOfLoop || isOfLambda ? 1 : 0);
}

/** `when (state) { Loading -> 1 }` compares, and declares nothing. */
const BRANCHES = /\bwhen\s*(?:\([^{}]*\)\s*)?\{[^{}]*$/;
const DECLARED =
  /(?:^|[\s({;])(?:val|var|let|local|my|const|auto|dim|final|late)\s+(?:mut\s+|\(?(?:[\w$%@]+,\s*)*|\w+(?:<[^<>=]*>)?\??\s+)[$@%]?$/i;
const TYPED = /^\s*(?:[A-Z]\w*(?:<[^=]*>)?\??|int|double|bool|num|float|char|long)\s+$/;
const LOOP =
  /(?:^|[\s({;])(?:for|foreach)\s*\(?\s*(?:(?:val|var|let|final|my|const)\s+)?(?:\w+(?:<[^<>=]*>)?\s+|\(?(?:\w+,\s*)*)$/;

/** The last line that is not indented less than another one by at least `more`, within a definition. */
function endOfIndented(lines: readonly string[], from: number, { endLine }: CodeSymbol, more: number): number {
  const indent = indentOf(lines[from] ?? "") + more;
  for (let line = from + 1; line <= endLine; line++) {
    const text = lines[line] ?? "";
    if (text.trim() !== "" && indentOf(text) < indent) return line - 1;
  }
  return endLine;
}

/** The parameters of a longer head are not known. */
const HEAD_LINES = 20;

/** Whether a place is the name of a parameter: `go: Int`, `Int go`, `go = 1` or `go` in the brackets behind a function's name. */
function isParameter(
  lines: readonly string[],
  head: CodeSymbol,
  line: number,
  column: number,
  { before, after }: Around,
): boolean {
  if (line > head.line + HEAD_LINES) return false;
  if (!/(?:^|[(,]|[\w>?\]]\s+)\s*$/.test(before) || !/^\s*(?:[,):=]|$)/.test(after)) return false;
  if (/(?:[:=]|->|\breturn)\s*$/.test(before)) return false;
  if (!HEAD.test((lines[head.line] ?? "").slice(head.column + head.name.length))) return false;
  let depth = 0;
  for (let at = head.line; at <= line; at++) {
    const text = (lines[at] ?? "").slice(0, at === line ? column : LINE_AT_MOST);
    for (const sign of text.slice(at === head.line ? head.column + head.name.length : 0).replaceAll(STRING, "")) {
      if (sign === "(") depth++;
      else if (sign === ")" && --depth === 0)
        return false; // behind the parameters
      else if (sign === "{" && depth === 0) return false;
    }
  }
  return depth === 1;
}

/** What stands behind the name of a function: its parameters, or those of its types before them. */
const HEAD = /^\s*(?:<[^()]*>\s*|\[[^()]*\]\s*)?\(/;
const STRING = /"[^"]*"|'[^']*'/g;

/** What a name on a line that imports something is: that, or a part of its path; `undefined` on any other line. */
function importedByLooks(text: string, column: number, length: number): "import" | "text" | undefined {
  if (!IMPORT.test(text)) return undefined;
  const before = nearBefore(text, column);
  const isQuoted = (before.match(/["']/g)?.length ?? 0) % 2 === 1;
  return isQuoted || /^(?:\.|::|\/|\\)[\w{*]/.test(text.slice(column + length, column + length + 3))
    ? "text"
    : "import";
}

const IMPORT =
  /^\s*(?:(?:import|using|use|require|alias)\s+["'\w@<]|open\s+[\w.]+\s*$|#\s*(?:include|import)\b|@import\b|export\s+["']|(?:local\s+)?\w+\s*=\s*require\b)/;
