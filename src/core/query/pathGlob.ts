import { languageOf } from "../text/languages.ts";
import { literalFilter } from "./literalPattern.ts";

/**
 * The regular expression (RE2) of the paths that a glob stands for, as the editor's search reads one: at any depth, a
 * folder with all that is in it; from the root after `./`. An absolute path begins with `^/` or `^C:`, as no path in a
 * repository does; at the local service (`isLocal`), what is in an open folder begins with `^\./`, since the root may be
 * above it. Never fails: what opens and never closes stands for itself.
 */
export function expressionOfPathGlob(glob: string, isLocal = false): string {
  // A backslash is in no name beside `**`, nor in front of a blank.
  const globs = withoutChoicesOfFolders(glob.replace(/\\(?=\*\*)|(?<=\*\*)\\/g, "/").replace(/\\(?=\s)/g, ""));
  const [only = "", ...others] = globs.map((each) => expressionOfOne(each, isLocal));
  return others.length === 0 ? only : [only, ...others].map((each) => `(${each})`).join("|");
}

function expressionOfOne(glob: string, isLocal: boolean): string {
  const [, root] = /^((?:\.[/\\]+)+|\.$)/.exec(glob) ?? [];
  const isAnchored = root !== undefined || /^(?:[/\\]|[a-z]:[/\\])/i.test(glob);
  const inside = glob.slice(root?.length ?? 0).replace(/(?<=.)[/\\]+$/, "");
  if (isAnchored) return anchored(inside, root !== undefined && isLocal ? FROM_FOLDER : "^");
  // An ending may be written without its star.
  const path = inside.replace(/^(?=\.(?!\.[/\\]))/, "*").replace(/^(?:\*\*[/\\])+/, "");
  const body = toExpression(path);
  const open = withoutLastName(body);
  const tail = open === body ? tailOf(path, body) : "";
  // What may begin with anything needs no anchor; but a quote would be read as one.
  const isOpen = open.startsWith(ANY_NAME) && !/^["']/.test(open.slice(ANY_NAME.length));
  return (isOpen ? open.slice(ANY_NAME.length) : `(^|/)${open}`) + tail || ANYTHING;
}

/** Whether a text that is no regular expression uses something that only a glob does. */
export function isGlob(text: string): boolean {
  return /[*?]|\{[^{}]*,[^{}]*\}/.test(text) && !/[\\^$|()]/.test(text);
}

const ANY_NAME = "[^/]*";
const ANYTHING = ".";
const FROM_FOLDER = "^\\./";

function anchored(path: string, start: string): string {
  const body = toExpression(path);
  if (body === "") return ANYTHING;
  // Not only a folder: that would be the scope of a search.
  return `${start}${body.endsWith("/") ? `${body}.` : body + tailOf(path, body)}`;
}

/** `src/[^/]*` stands for all that is in the folder, and what may end in anything needs no end. */
function withoutLastName(body: string): string {
  return body !== ANY_NAME && body.endsWith(ANY_NAME) ? body.slice(0, -ANY_NAME.length) : body;
}

/** After the ending of a language, there is no folder: `*.js` is not what is in `three.js`. */
function tailOf(path: string, body: string): string {
  if (body.endsWith("/") || body === ANY_NAME) return "";
  const name = /[^/\\]*$/.exec(path)?.[0] ?? "";
  const [, choices, plain = ""] = /(?:\{([^{}]*)\}|([^{}]*))$/.exec(name) ?? [];
  const endings = choices?.split(",") ?? [plain];
  const areOfLanguages = endings.every((each) => {
    const ending = each.slice(each.lastIndexOf(".") + 1).replace(/\[(.)[^\]]*\]/g, "$1");
    return languageOf(`x.${ending}`) !== undefined;
  });
  return /[*?]/.test(name) && areOfLanguages ? "$" : "(/|$)";
}

const PIECE =
  /(?<=^|[/\\])(?<folders>\*\*[/\\])|(?<=[/\\])(?<below>\*\*$)|(?<stars>\*+)|(?<one>\?)|(?<between>\\)|\[(?<inside>[^\]/\\]+)\]|(?<other>[^])/uy;

function toExpression(glob: string): string {
  let expression = "";
  for (let at = 0; at < glob.length;) {
    const choices = glob[at] === "{" ? choicesAt(glob, at) : undefined;
    if (choices) {
      expression += `(${choices.texts.map(toExpression).join("|")})`;
      at = choices.end;
      continue;
    }
    PIECE.lastIndex = at;
    const { 0: piece = "", groups = {} } = PIECE.exec(glob) ?? {};
    const { folders, below, stars, one, between, inside, other } = groups;
    if (below !== undefined) break;
    if (folders !== undefined) expression += "(.+/)?";
    else if (stars !== undefined) expression += ANY_NAME;
    else if (one !== undefined) expression += "[^/]";
    else if (between !== undefined) expression += "[/\\\\]";
    else if (inside !== undefined) expression += eitherOf(inside);
    else expression += literalFilter(other ?? piece);
    at += piece.length || 1;
  }
  return expression;
}

/** The same globs with each choice between folders, as in `{*.md,docs/**}`, as one of its own. */
function withoutChoicesOfFolders(glob: string): readonly string[] {
  let globs = [glob];
  while (globs.length < GLOBS_AT_MOST) {
    const expanded = globs.flatMap((each) => {
      for (let start = each.indexOf("{"); start >= 0; start = each.indexOf("{", start + 1)) {
        const { texts = [], end = 0 } = choicesAt(each, start) ?? {};
        if (texts.some((text) => /[/\\]|\*\*/.test(text)))
          return texts.map((text) => each.slice(0, start) + text + each.slice(end));
      }
      return [each];
    });
    if (expanded.length === globs.length || expanded.length > GLOBS_AT_MOST) break;
    globs = expanded;
  }
  return globs;
}

const GLOBS_AT_MOST = 100;

/** One of some characters; or that name, as in `app/[id]/page.tsx`. */
function eitherOf(inside: string): string {
  const name = `\\[${literalFilter(inside)}\\]`;
  const [, negation, characters = ""] = /^([!^]?)(.+)$/su.exec(inside) ?? [];
  if (characters === "") return name;
  const escaped = characters.replace(/[^\p{L}\p{N}\s-]/gu, "\\$&").replace(/\s/g, "\\s");
  const set = negation ? `[^/${escaped}]` : `[${escaped}]`;
  try {
    new RegExp(set, "u");
  } catch {
    return name; // a range from a later letter to an earlier one
  }
  return `(${set}|${name})`;
}

/** The alternatives in the braces that open at a place. Without a comma, braces are part of a name. */
function choicesAt(
  glob: string,
  start: number,
): { readonly texts: readonly string[]; readonly end: number } | undefined {
  const texts: string[] = [];
  let from = start + 1;
  let depth = 0;
  for (let at = start; at < glob.length; at++) {
    if (glob[at] === "{") depth++;
    else if (glob[at] === "}") depth--;
    if (depth === 0 || (depth === 1 && glob[at] === ",")) {
      texts.push(glob.slice(from, at));
      from = at + 1;
    }
    if (depth === 0) return texts.length > 1 ? { texts, end: at + 1 } : undefined;
  }
  return undefined;
}
