/**
 * A text of Rust without the macro calls around items, as in `cfg_rt! { pub struct Handle; }`: the items are parsed as
 * if they stood there alone. Blanks replace what is left out. Definitions of macros and quoted code contain no items.
 */
export function withoutItemMacros(given: string): string {
  if (!given.includes("!")) return given;
  const text = given.replace(TYPE_OF_FLAGS, (_, struct: string, type: string) => struct + blank(type));
  const open: Brace[] = [];
  let kept = "";
  let read = 0;
  for (const { 0: found, index, groups } of text.matchAll(PARTS)) {
    const end = index + found.length;
    let leftOut = 0; // how much of what was found
    if (found === "}") leftOut = open.pop()?.isLeftOut === true ? 1 : 0;
    else if (found.endsWith("{")) {
      const around = open.at(-1);
      const macro = groups?.["macro"];
      const isBranch = groups?.["branch"] !== undefined && around?.isLeftOut === true;
      const holdsItems = around?.holdsItems !== false && (macro === undefined || !NO_ITEMS.test(macro));
      const isLeftOut = (macro !== undefined || isBranch) && holdsItems && ITEM.test(text.slice(end, end + NEAR));
      open.push({ isLeftOut, holdsItems });
      leftOut = isLeftOut ? found.length : isBranch ? found.length - 1 : 0;
    }
    if (leftOut === 0) continue;
    kept += text.slice(read, index) + blank(found.slice(0, leftOut));
    read = index + leftOut;
  }
  return kept + text.slice(read);
}

interface Brace {
  /** Whether it belongs to a macro, or to a branch in one, that is left out. */
  readonly isLeftOut: boolean;
  readonly holdsItems: boolean;
}

/** As `bitflags!` has it. */
const TYPE_OF_FLAGS = /\b(struct\s+\w+)(\s*:\s*[\w:]+)(?=\s*\{)/g;
/**
 * Comments, texts and characters, in which no brace counts; calls of macros where items can stand; branches of
 * `cfg_if!`; braces.
 */
const PARTS =
  /\/\/.*|\/\*(?:[^]*?\*\/|[^]*)|b?r(#*)"(?:[^]*?"\1|[^]*)|"(?:[^"\\]|\\[^])*"?|'(?:[^'\\\n]|\\.[^'\n]{0,8})'|^[ \t]*(?<macro>(?:\w+::)*\w+!)[ \t]*(?:\w+[ \t]*)?\{|\b(?<branch>(?:else\s+)?if\s+#\[[^\]]*\]|else)\s*\{|[{}]/gm;
const NO_ITEMS = /^macro_rules!|quote\w*!$/;

/**
 * Attributes and comments, then an item (no constant, since other things begin with `const`, too), another macro around
 * some, a branch, or the end.
 */
const ITEM =
  /^(?:\s|\/\/.*|\/\*[^]*?\*\/|#!?\[[^\]]*\])*(?:pub(?:\([^)]*\))?\s+)?(?:(?:unsafe |async |const |extern (?:"[^"]*" )?)*fn\s+\w|(?:unsafe )?impl\b|(?:unsafe |auto )*trait\s+\w|(?:struct|enum|union|mod|type|use)\s+\w|extern\s+["c]|(?:\w+::)*\w+![ \t]*(?:\w+[ \t]*)?\{|if\s+#\[|\})/;
/** Doc comments can be long. */
const NEAR = 10_000;

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
