/**
 * Whether a name may be defined where it stands, judging by what is beside it in its line: `false` only if it is surely
 * used there, or in a comment. Saves parsing files that only use a name; returns true whenever a definition could look
 * like that. `start` and `end` are in UTF-16; the name may be part of the word that stands there, or of any of several.
 */
export function mayBeDefinedAt(line: string, start: number, end: number, language: string | undefined): boolean {
  const looks = BY_LANGUAGE.get(language);
  if (!looks) return true;
  const words = wordsAt(line, start, end);
  return words.length > WORDS_AT_MOST || words.some(([from, to]) => isDefinedAt(line, from, to, language, looks));
}

/** Only this many are examined. */
const WORDS_AT_MOST = 50;

/** The words that a range touches, in full, at most one more than are examined; the range itself if it touches none. */
function wordsAt(line: string, start: number, end: number): readonly (readonly [from: number, to: number])[] {
  let from = start;
  while (from > 0 && isLetter(line.charCodeAt(from - 1))) from--;
  let to = end;
  while (isLetter(line.charCodeAt(to))) to++;
  const words: [number, number][] = [];
  for (const { index, 0: word } of line.slice(from, to).matchAll(/[\w\u0080-\uffff]+/g)) {
    words.push([from + index, from + index + word.length]);
    if (words.length > WORDS_AT_MOST) break;
  }
  return words.length > 0 ? words : [[from, to]];
}

function isDefinedAt(line: string, from: number, to: number, language: string | undefined, looks: Looks): boolean {
  // A generated line may be as long as its file; nothing far away matters, nor what a CR alone separates.
  const head = plain(line.slice(Math.max(0, from - FAR), from).replace(/^[^]*\r/, ""));
  if (language !== "Python" && language !== "Ruby" && language !== "Shell" && COMMENT.test(head)) return false;
  const before = head.replace(/(?:\/\*.*?\*\/)?\s*$/, "").trimStart();
  const after = plain(line.slice(to, to + FAR).replace(/\r[^]*/, "")).trimStart();
  return looks({ before, after, word: plain(line.slice(from, to)), isCut: from > FAR || to + FAR < line.length });
}

const FAR = 400;
/** A line that begins in a comment which does not end before the name. */
const COMMENT = /^\s*(?:\/\/|(?:\*\s|\/\*)(?!.*\*\/))/;

/** Everything but ASCII is a letter: whatever it is, it does not distinguish a definition from a use. */
function isLetter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code > 127
  );
}

/** What is not ASCII becomes a capital, which may be defined where another letter may not. */
function plain(text: string): string {
  return text.replaceAll(/\P{ASCII}/gu, "Q");
}

/** A word, with what is before and after it, without the blanks in between. */
interface Surroundings {
  readonly before: string;
  readonly after: string;
  readonly word: string;
  /** Whether the line has more than that. */
  readonly isCut: boolean;
}

type Looks = (surroundings: Surroundings) => boolean;

const FUNCTION_VALUE = /^[=:]\s*(?:async\b|function\b|class\b|\(|<|[\w$]+\s*=>|$)/;
/** `a = b = function` */
const CHAINED = /^=\s*[\w$.]+\s*=(?![=>])/;

function createScriptLooks(hasTypes: boolean): Looks {
  return ({ before: given, after, isCut }) => {
    const before = given.replace(/#$/, "").trimEnd(); // a private name
    if (/\b(?:function\s*\*?|class|interface|type|enum|(?:namespace|module)(?:\s+["'][^"']*|\s*[\w.$]*))$/.test(before))
      return true;
    const isAssigned = /^=(?![=>])/.test(after);
    const key = /["'][^"']*$/.test(before) ? /^[^"']*["']\s*(.*)/.exec(after)?.[1] : undefined; // `"a-b"() {`
    if (key !== undefined && (FUNCTION_VALUE.test(key) || (key.startsWith("(") && (isCut || /[{(,<]|\)$/.test(key)))))
      return true;
    if (/\bexport\s+(?:const|let)\b.*[[{,:.]$/.test(before) && /^[,\]}=]|^$/.test(after)) return true;
    const isValued = isAssigned && (FUNCTION_VALUE.test(after) || CHAINED.test(after));
    if (isValued) return true;
    if (/[.@(=+!&|/%~^"'`<>-]$|\$\{$/.test(before) || USED_BEHIND.test(before)) return false;
    const isHead = /^[?!]?[(<]/.test(after);
    const hasBody = isHead && (isCut || /\{|[(,<]$|\)$/.test(after.trimEnd()));
    const isProperty = hasTypes && /^[?!]?:/.test(after);
    const isMethod = after.startsWith(":") && FUNCTION_VALUE.test(after);
    if (before === "" || before.endsWith("*")) {
      if (!isHead) return isAssigned || isProperty || isMethod || /^[,;}]|^$/.test(after);
      if (
        /(?:=>|\bfunction\b[^()]*\([^()]*\))\s*\{\s*$/.test(after) &&
        !/\)\s*(?::[^(){}]*)?\{\s*$/.test(after.replace(/\bfunction\b[^()]*\([^()]*\)/g, ""))
      )
        return false; // a callback
      return hasBody || (hasTypes && /\)\s*(?::|;\s*$)/.test(after));
    }
    if (/[\w$]$/.test(before)) {
      if (/\b(?:const|let|var|using)$/.test(before)) return true;
      return isHead || isAssigned || isProperty;
    }
    if (/[,{;}]$/.test(before)) {
      if (/\b(?:enum|var|let|const)\b/.test(before) || (isAssigned && (isCut || !before.includes("(")))) return true;
      return isMethod || isProperty || (isHead && (hasTypes || isCut || after.includes("{")));
    }
    if (before.endsWith("[")) return /^[\w$.]*\]\s*[(<=:?]/.test(after);
    return before.includes("@") && (isHead || isAssigned); // after a decorator
  };
}

const USED_BEHIND =
  /(?:^|[^\w$.])(?:return|new|await|typeof|throw|delete|void|in|of|instanceof|case|extends|implements|import|keyof|yield|as)$/;

const BY_LANGUAGE: ReadonlyMap<string | undefined, Looks> = new Map<string, Looks>([
  ["JavaScript", createScriptLooks(false)],
  ["TypeScript", createScriptLooks(true)],
  ["TSX", createScriptLooks(true)],
  [
    "Python",
    ({ before, after }) =>
      /\b(?:def|class|type)$/.test(before) ||
      (before === "" && /^(?:=(?!=)|:)/.test(after)) ||
      (before === "self." && after.startsWith(":")),
  ],
  [
    "Go",
    ({ before, after }) =>
      /(?:\b(?:func|type|const|var)|\))$/.test(before) ||
      (/(?:^|,|\b(?:const|var|interface)\b.*[({;])$/.test(before) && !/^[.[]?(?::=|\.)/.test(after)) ||
      /\binterface\s*\{/.test(before),
  ],
  [
    "Rust",
    ({ before, after }) =>
      /\b(?:fn|struct|enum|union|trait|type|const|static|mut|mod|r#)$|!$/.test(before) ||
      (/(?:^|[,{\]])$/.test(before) && /^(?:[,({}=]|$|\/\/)/.test(after) && !/^\(.*;\s*$/.test(after)),
  ],
  ["Java", looksOfJava],
  ["C#", looksOfJava],
  ["C", (surroundings) => looksOfC(surroundings, true)],
  ["C++", (surroundings) => looksOfC(surroundings, false)],
  [
    "PHP",
    ({ before, after }) =>
      /\b(?:function\s*&?|class|interface|trait|enum|case|const|namespace(?:\s+[\w\\]*)?)$/i.test(before) ||
      /\bdefine\s*\(\s*["'][^"']*$/i.test(before) ||
      /^=(?![=>])/.test(after),
  ],
  [
    "Ruby",
    ({ before, after, word }) =>
      /(?:\b(?:def|class|module|alias)|:)$|\bdefine_\w*method\b.*["']$|\balias_method\b.*["']$|\b(?:def|class|module)\s[^#;(]*[.:]$|\balias\s/.test(
        before,
      ) ||
      (/^[A-Z]/.test(word) && /^=(?!=)/.test(after)),
  ],
  [
    "Shell",
    ({ before, after }) =>
      /\bfunction(?:\s+\S*)?$|\breadonly\b|\balias\b/.test(before) || /^[\w.:-]*\s*\(\s*\)/.test(after),
  ],
]);

function looksOfJava({ before, after, word }: Surroundings): boolean {
  if (/\b(?:class|interface|enum|record|struct|delegate|namespace(?:\s+[\w.]*)?)$/.test(before)) return true;
  if (/\b(?:return|new|throw|await|case|import|using|extends|implements|in|is|as|instanceof|typeof)$/.test(before))
    return false;
  if (/[.(=+!&|/%~^"'@:-]$/.test(before)) {
    // An interface's member by its full name.
    return before.endsWith(".") && /^(?:<[^()]*>\s*)?\([^;]*(?:=>|\{|\)\s*$)/.test(after);
  }
  if (word === "operator" || (word === "this" && after.startsWith("["))) return true; // a conversion, an indexer
  // The last parameter of a record, which may be on a line of its own.
  if (after.startsWith(")") && /[\w>\]?]$/.test(before)) return /\brecord\b/.test(before) || !before.includes("(");
  return /^[({=,;<]|^$|^\/[/*]|^\}/.test(after);
}

/** In front of what a macro defines: `static HANDLER(`, `TEST(Store,` */
const HEADED_BY_MACRO = /^(?:[a-z]\w*\s+)*_*[A-Z][A-Z0-9_]+\s*\((?:\s*\w+\s*,)?$/;

function looksOfC({ before, after, word }: Surroundings, isC: boolean): boolean {
  if (/\b(?:class|struct|union|enum|concept|using|namespace|define|operator)\b[^;(){}]*$|\btypedef\b/.test(before))
    return true;
  if (/\b(?:return|new|throw|case|goto|else|sizeof)$/.test(before)) return false;
  if (word === "operator") return true; // a conversion
  if (HEADED_BY_MACRO.test(before)) return /^(?:,.*[^;\s]\s*$|\)\s*(?:\{|\/[/*]|$))/.test(after);
  if (/\.$|->$|[(=+!|/%^"'?-]$|&&$/.test(before)) return /^\)\s*\(/.test(after) && before.endsWith("(");
  if (after.startsWith(")")) return /[*&]$/.test(before); // `int (*name)(int)`
  if (after.startsWith(";")) return /^$|[}*]$/.test(before); // the end of a typedef
  if (after.startsWith(",")) return /^$|[{},*]$/.test(before); // an enumerator
  const isCall = isC && before === "" && !/^[A-Z~]/.test(word); // a capital may begin a constructor, in a header
  if (isCall && /^\([^{]*;\s*(?:\/[/*].*)?$/.test(after)) return false;
  return /^(?:[({=<[]|$|\/[/*]|\}|\\)|^:[^:]/.test(after) || (before !== "" && /^\w+\s*[=([]/.test(after));
}
