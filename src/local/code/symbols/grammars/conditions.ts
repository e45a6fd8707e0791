/**
 * A text of C, C++ or C# without those preprocessor conditions that tear a declaration, a statement or its brackets
 * apart, as around `: public Base`, `if (x) {` or `else if (x) {}`: of such a condition, the first branch is kept.
 * Blanks replace what is left out.
 */
export function withoutConditions(given: string): string {
  if (!/^[ \t]*#[ \t]*if/m.test(given)) return given;
  const text = given.replace(
    FILE_IN_CONDITION,
    (_, before: string, after: string) => before + after.replace(FILE, blank),
  );
  const open: Condition[] = [];
  const out: Span[] = [];
  let depth = 0;
  let lastAt = -1; // of code
  let read = 0;
  for (const { 0: found, index } of text.matchAll(PARTS)) {
    let codeEnd = index - 1;
    while (codeEnd >= read && isBlank(text.charCodeAt(codeEnd))) codeEnd--;
    if (codeEnd >= read) lastAt = codeEnd;
    read = index + found.length;
    if (found === "{" || found === "(") depth++;
    else if (found === "}" || found === ")") depth--;
    const directive = DIRECTIVE.exec(found)?.[1];
    if (directive === undefined) {
      if (!found.startsWith("/")) lastAt = read - 1;
      continue;
    }
    const last = tokenUpTo(lastAt, text);
    const span = { start: index + found.indexOf("#"), end: read };
    if (directive.startsWith("if")) {
      open.push({ directives: [span], depth, first: depth, isTorn: false, before: last, ends: "" });
      continue;
    }
    const condition = open.at(-1);
    if (!condition || directive === "") continue;
    const isFirst = condition.directives.length === 1;
    condition.directives.push(span);
    if (isFirst) [condition.first, condition.ends] = [depth, last];
    if (depth !== condition.depth) condition.isTorn = true;
    depth = condition.depth; // where the next branch begins
    if (directive !== "endif") continue;
    open.pop();
    depth = condition.first;
    if (isInTheWay(condition, text)) out.push(...leftOut(condition));
  }
  return blankOut(text, out);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Condition {
  /** From `#if` to `#endif`. */
  readonly directives: Span[];
  /** How many brackets are open at its start, and after its first branch. */
  readonly depth: number;
  first: number;
  /** Whether a branch opens brackets that it does not close, or vice versa. */
  isTorn: boolean;
  /** What precedes it, and what its first branch ends with. */
  readonly before: string;
  ends: string;
}

const FILE_IN_CONDITION = /^([ \t]*#[ \t]*(?:el)?if\b[^\n]*?\()([<"][^\n]*)$/gm;
const FILE = /<[^<>\n]*>|"[^"\n]*"/g;
const PARTS =
  /@\$?"(?:[^"]|"")*"|"""[^]*?"""|^[ \t]*#(?:"(?:[^"\\\n]|\\.)*"|\/\/.*|\/\*(?:[^]*?\*\/|[^]*)|[^\\\n]|\\\r?\n|\\.)*|\/\/.*|\/\*(?:[^]*?\*\/|[^]*)|"(?:[^"\\\n]|\\[^]?)*(?:"|$)|'(?:[^'\\\n]|\\.){1,20}'|[(){}]/gm;
/** The kind of a directive; empty for one without branches. */
const DIRECTIVE = /^[ \t]*#[ \t]*((?:if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b|)/;
const NEAR = 200;

function isInTheWay({ directives, isTorn, before, ends }: Condition, text: string): boolean {
  if (isTorn) return true;
  const [begins, behind] = [directives[0], directives.at(-1)].map((at) => text.slice(at?.end, (at?.end ?? 0) + NEAR));
  if (GOES_ON.test(begins ?? "")) return true;
  const isHead = ends === ")" && /^\s*\{/.test(behind ?? "");
  if (directives.length === 2) return isUnfinished(before) || isUnfinished(ends) || isHead;
  return (isUnfinished(ends) && !/^_*[A-Z][A-Z0-9_]*$/.test(ends)) || isHead;
}

/** What continues a statement that precedes the condition. */
const GOES_ON = /^\s*(?:else|catch|finally|case|default)\b/;

/** Whether a declaration continues after a word or sign. */
function isUnfinished(token: string): boolean {
  return /^[A-Za-z_>=+|&*?<]/.test(token);
}

function leftOut({ directives }: Condition): readonly Span[] {
  const [first, second] = directives;
  const last = directives.at(-1);
  return first && second && last ? [first, { start: second.start, end: last.end }] : [];
}

/** The word or sign that ends at a place. */
function tokenUpTo(end: number, text: string): string {
  return /\w+$|[^]?$/.exec(text.slice(Math.max(0, end - NEAR), end + 1))?.[0] ?? "";
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function blankOut(text: string, spans: readonly Span[]): string {
  let kept = "";
  let read = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= read) continue; // in another
    kept += text.slice(read, start) + blank(text.slice(start, end));
    read = end;
  }
  return kept + text.slice(read);
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
