/**
 * A text of Rust without the calls of macros around items, as in `cfg_rt! { pub struct Handle; }`: the items are parsed as if
 * they stood there alone. Blanks take the place of what is left out. What a macro is defined with, and what is quoted, are no
 * items.
 */
export function withoutItemMacros(text: string): string {
  if (!text.includes("!")) return text;
  const open: Brace[] = [];
  let kept = "";
  let read = 0;
  for (const { 0: found, index, groups } of text.matchAll(PARTS)) {
    const end = index + found.length;
    let isLeftOut = false;
    if (found === "}") isLeftOut = open.pop()?.isLeftOut === true;
    else if (found.endsWith("{")) {
      const macro = groups?.["macro"];
      const holdsItems = open.at(-1)?.holdsItems !== false && (macro === undefined || !NO_ITEMS.test(macro));
      isLeftOut = macro !== undefined && holdsItems && ITEM.test(text.slice(end, end + NEAR));
      open.push({ isLeftOut, holdsItems });
    }
    if (!isLeftOut) continue;
    kept += text.slice(read, index) + found.replace(/[^\r\n]/g, " ");
    read = end;
  }
  return kept + text.slice(read);
}

interface Brace {
  /** Whether it is of a macro that is left out. */
  readonly isLeftOut: boolean;
  readonly holdsItems: boolean;
}

/** Comments, texts and characters, in which no brace counts; calls of macros where items can stand; braces. */
const PARTS =
  /\/\/.*|\/\*(?:[^]*?\*\/|[^]*)|b?r(#*)"(?:[^]*?"\1|[^]*)|"(?:[^"\\]|\\[^])*"?|'(?:[^'\\\n]|\\.[^'\n]{0,8})'|^[ \t]*(?<macro>(?:\w+::)*\w+!)[ \t]*(?:\w+[ \t]*)?\{|[{}]/gm;
const NO_ITEMS = /^macro_rules!|quote\w*!$/;

/** Attributes and comments, then an item (no constant: other things begin with those words, too), or another macro around some. */
const ITEM =
  /^(?:\s|\/\/.*|\/\*[^]*?\*\/|#!?\[[^\]]*\])*(?:pub(?:\([^)]*\))?\s+)?(?:(?:unsafe |async |const |extern )*fn\s+\w|(?:unsafe )?impl\b|(?:unsafe |auto )*trait\s+\w|(?:struct|enum|union|mod|type|use)\s+\w|(?:\w+::)*\w+![ \t]*(?:\w+[ \t]*)?\{)/;
/** Doc comments can be long. */
const NEAR = 10_000;
