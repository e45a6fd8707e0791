import { firstSentence, type Described } from "./comments.ts";

/** How comments and functions look in a language that is read line by line. Nothing of the product is used here. */
interface Style {
  readonly files: RegExp;
  /** A line that consists of a comment only. */
  readonly line: RegExp;
  /** Comments of several lines with nothing in front of them, and texts that say what a function does. */
  readonly block?: RegExp;
  /** The first line of a function, with its name. */
  readonly head: RegExp;
  /** Whether the description of a function may be below its head. */
  readonly hasTextBelow?: boolean;
  /** Whether the description stands above a declaration, and the function itself further below. */
  readonly isDeclaredFirst?: boolean;
}

const C_BLOCK = /^[ \t]*\/[*+][^]*?[*+]\//gm;
const LISP_TEXT = /^[ \t]+"(?:\\[^]|[^"\\])*"/gm;

const STYLES: readonly Style[] = [
  {
    files: /\.(?:f|for|f90)$/i,
    line: /^(?:[cC*](?=\s|$|[-*=>])|\s*!)/,
    head: /^\s*(?!\s*end\b)(?:[A-Za-z][\w*=(), ]*\s)?(?:subroutine|function)\s+(\w+)/i,
  },
  {
    files: /\.(?:pas|pp)$/i,
    line: /^\s*\/\//,
    block: /^[ \t]*(?:\{(?!\$)[^}]*\}|\(\*[^]*?\*\))/gm,
    head: /^\s*(?:class\s+)?(?:procedure|function|constructor|destructor)\s+(?:\w+\.)*(\w+)/i,
    isDeclaredFirst: true,
  },
  { files: /\.ad[bs]$/, line: /^\s*--/, head: /^\s*(?:overriding\s+)?(?:procedure|function)\s+(\w+)/i },
  {
    files: /\.d$/,
    line: /^\s*\/\//,
    block: C_BLOCK,
    head: /^\s*(?!(?:return|else|import|case|static assert|version|if|for|while|foreach|enum|unittest|alias|struct|class)\b)(?:[\w@.!()[\]*]+\s+)+\*?(\w+)\s*(?:\([^()]*\)\s*)?\([^;]*$/,
  },
  {
    files: /\.vala$/,
    line: /^\s*\/\//,
    block: C_BLOCK,
    head: /^\s*(?!(?:return|else|new|throw)\b)(?:[\w.<>?[\]]+\s+)+(\w+)\s*\([^;]*\{\s*$/,
  },
  { files: /\.hx$/, line: /^\s*\/\//, block: C_BLOCK, head: /^\s*(?:\w+\s+)*function\s+(\w+)/ },
  {
    files: /\.lisp$/,
    line: /^\s*;/,
    block: LISP_TEXT,
    head: /^\(def(?:un|macro|method|generic)\s+([^\s()]+)/,
    hasTextBelow: true,
  },
  {
    files: /\.scm$/,
    line: /^\s*;/,
    block: LISP_TEXT,
    head: /^\s{0,2}\(define[\w/*-]*\s+\(?\(?([^\s()]+)/,
    hasTextBelow: true,
  },
  { files: /\.tcl$/, line: /^\s*#/, head: /^\s*(?:proc|method|typemethod)\s+(\S+)/ },
  { files: /\.vim$/, line: /^\s*"/, head: /^\s*fu(?:nc|nction)?!?\s+([\w:#<>]+)/ },
  { files: /\.m$/, line: /^\s*[#%]/, head: /^\s*function\s+(?:(?:\[[^\]]*\]|\w+)\s*=\s*)?(\w+)/ },
];

/** Where a function ends is unknown: its first lines are what is sought. */
const SOUGHT_LINES = 7;
const MARKS =
  /^\s*(?:\/\*+|\*+\/|\*(?=\s|$)|\/\/+!?|#+|--+|;+|%+|"|\{+|\(\*+|[cC*!]>?(?=\s|$)|!+>?)|(?:\*+[/)]|\}|"|--+)\s*$/g;
const NO_SENTENCE = /Copyright|Licen[cs]e|[@\\]/;

/** Like {@link readComments}, but judges only by the look of the lines. */
export function readLineComments(
  file: string,
  text: string,
): { readonly described: readonly Described[]; readonly bare: string } | undefined {
  const style = STYLES.find(({ files }) => files.test(file));
  if (!style) return undefined;
  const { line: comment, block, head, hasTextBelow, isDeclaredFirst } = style;
  const lines = text.split(/\r?\n/);
  const blanked = (block ? text.replace(block, (found) => found.replaceAll(/[^\n]+/g, "")) : text).split(/\r?\n/);
  const isComment = lines.map((line, at) => comment.test(line) || (blanked[at]?.trim() === "" && line.trim() !== ""));
  const described = lines.flatMap((line, startLine): readonly Described[] => {
    const name = isComment[startLine] === true ? undefined : head.exec(line)?.[1];
    if (name === undefined) return [];
    const above = isComment.slice(0, startLine).findLastIndex((is) => !is) + 1;
    let from = above;
    let to = startLine;
    if (from === to && hasTextBelow === true) {
      const next = isComment.indexOf(true, startLine);
      if (next >= 0 && next < startLine + 6) {
        from = next;
        to = isComment.indexOf(false, next);
      }
    }
    const said = lines.slice(from, to).map((each) => each.replaceAll(MARKS, "").trim());
    const at = isDeclaredFirst === true ? lines.findLastIndex((each) => head.exec(each)?.[1] === name) : startLine;
    const sentence = firstSentence(said.join("\n").trim(), name.replaceAll(/\W/g, "."));
    return sentence === undefined || NO_SENTENCE.test(sentence)
      ? []
      : [{ name, sentence, startLine: at, endLine: Math.min(lines.length, at + SOUGHT_LINES) - 1 }];
  });
  return { described, bare: lines.map((line, at) => (isComment[at] === true ? "" : line)).join("\n") };
}
