/**
 * What a command line of grep, ripgrep or one of their kind searches for, in the form of a search: `grep -rn "def run"
 * src/` is `def run file:^src/`. `undefined` for anything else, such as a sentence that begins with such a word. An
 * absolute path is left out, unless it is to be kept.
 */
export function readGrepCommand(text: string, keepsAbsolute = false): string | undefined {
  const [, rest = ""] = COMMAND.exec(text) ?? [];
  const words = (IN_SHELL.exec(rest)?.[0] ?? "").match(WORD) ?? [];
  if (words.length > WORDS_AT_MOST) return undefined;
  const patterns: string[] = [];
  const others: string[] = [];
  let hasFlag = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (!/^-{1,2}[a-zA-Z]/.test(word)) {
      if (word !== "--") others.push(word);
      continue;
    }
    hasFlag = true;
    const [, pattern] = /^--regexp=(.+)$/s.exec(word) ?? [];
    if (pattern !== undefined) patterns.push(pattern);
    else if (/^-[a-zA-Z]*e$/.test(word)) patterns.push(words[++at] ?? "");
    else if (TAKES_VALUE.test(word)) at++;
  }
  const [pattern = patterns.length === 0 ? others.shift() : undefined] = patterns;
  if (pattern === undefined || pattern === "") return undefined;
  const isCommand = hasFlag || isQuoted(pattern) || (others.length > 0 && others.every(isPath));
  if (!isCommand || !others.every((word) => isPath(word) || /^[\w-]+$/.test(word))) return undefined;
  const paths = others.map((word) => unquoted(word).replace(/^\.\/(?=.)/, "")).filter((path) => path !== ".");
  const isNoPath = keepsAbsolute ? /[*?[\]{}]|^\.\./ : /[*?[\]{}]|^\/|^\.\./;
  const [path] = paths.length === 1 && !isNoPath.test(paths[0] ?? "") ? paths : [];
  return `${path === undefined ? "" : `file:^${path.replaceAll(/[.+()^$|\\]/g, String.raw`\$&`)} `}${unquoted(pattern)}`;
}

const COMMAND = /^(?:git grep|[ef]?grep|rg|ag|ack)\s+(.{1,500})$/;
/** Up to where its output goes. */
const IN_SHELL = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|(?!\s\d[<>])[^|;&<>"'])*/;
const WORD = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'])+/g;
const WORDS_AT_MOST = 20;
/** Those that are usual, with their value as a word of its own. */
const TAKES_VALUE = /^(?:-[a-zA-Z]*[ABCgmt]|--(?:glob|type|include|exclude|exclude-dir|context|max-count))$/;

function isPath(word: string): boolean {
  return /^\.{1,2}$|[/*]|\.\w{1,8}$/.test(word);
}

function isQuoted(word: string): boolean {
  return /^(?:"(?:[^"\\]|\\.)*"|'[^']*')$/.test(word);
}

function unquoted(word: string): string {
  if (!isQuoted(word)) return word;
  const inner = word.slice(1, -1);
  return word.startsWith('"') ? inner.replaceAll(/\\(["\\$`])/g, "$1") : inner;
}
