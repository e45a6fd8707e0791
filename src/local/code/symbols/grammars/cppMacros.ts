import {
  TYPE_WORDS,
  SPECIFIERS,
  CLASS_WORDS,
  DECLARING,
  BEHIND_SIGNATURES,
  STATEMENTS,
  NO_SIGNATURE,
  CLASS_HEAD,
  CLASS_NAME,
  TYPE_AND_NAME,
  CALLED,
  CONVERSION,
  OWN_NAME,
  GIVEN_TYPE,
  NAME_OF_TYPE,
  POINTER_IN_BRACKETS,
  NAME_IN_BRACKETS,
  SIGNATURE_END,
  fits,
  isTypeEnd,
} from "./cppSyntax.ts";

/**
 * A text of C or C++ for the parser, which does not know what macros stand for: without those that stand where no name
 * of the language can, such as `API` in `class API Store {` or in `API void open();`; nothing else is changed. Blanks
 * replace them, so that everything else stays where it is; `class` replaces a condition among the parameters of a
 * template, and `public` a heading such as `signals`.
 */
export function withoutMacros(text: string): string {
  const starts: number[] = [];
  let code = "";
  let read = 0;
  for (const { 0: found, index } of text.matchAll(MACROS_AND_OTHERS)) {
    if (isMacroName(found)) {
      starts.push(index);
      continue;
    }
    // Comments, texts and preprocessor directives are not code; only the quotes around a text are kept.
    const isText = found.length > 1 && /^["']/.test(found); // a quote at the end of a line is alone
    code += text.slice(read, index) + (isText ? `"${" ".repeat(found.length - 2)}"` : blank(found));
    read = index + found.length;
  }
  if (starts.length === 0) return text;
  return new Macros(text, code + text.slice(read)).takeOut(starts);
}

const MACROS_AND_OTHERS =
  /^[ \t]*#(?:"(?:[^"\\\n]|\\.)*"|\/\/.*|\/\*(?:[^]*?\*\/|[^]*)|[^\\\n]|\\\r?\n|\\.)*|\/\/.*|\/\*(?:[^]*?\*\/|[^]*)|"(?:[^"\\\n]|\\[^]?)*(?:"|$)|'(?:[^'\\\n]|\\.){1,20}'|\b(?:_*[A-Z][A-Z0-9_]{2,}|__[a-z_]+__|(?:signals|slots)(?=\s*:)|[A-Za-z]\w*_(?:API|EXPORT))\b/gm;
const MACRO_NAME = /^(?:_*[A-Z][A-Z0-9_]{2,}|__[a-z_]+__|signals|slots|[A-Za-z]\w*_(?:API|EXPORT))$/;
/** Macros for compiler attributes have such names. */
const ATTRIBUTE = /ALIGN|ATTR|AVAIL|DEPREC|UNUSED/;

/** How far to look for a bracket, so that a broken file takes no longer. */
const FAR = 3_000;
const NEAR = 400;
/** At most this many words in a row are examined. */
const STEPS_AT_MOST = 8;

interface Token {
  /** A word, or a single character; empty in front of everything. */
  readonly text: string;
  readonly start: number;
}

class Macros {
  readonly #text: string;
  /** The text without comments, texts and directives. */
  readonly #code: string;
  /** Where each part that was taken out begins, and where code goes on after it. */
  readonly #ends = new Map<number, number>();
  #classes?: ReadonlySet<string>;
  readonly #out: { readonly start: number; readonly end: number; readonly stands: string }[] = [];

  constructor(text: string, code: string) {
    this.#text = text;
    this.#code = code;
  }

  /** From the last one to the first: what follows a macro decides whether it is in the way. */
  takeOut(starts: readonly number[]): string {
    for (const start of starts.toReversed()) this.#look(start);
    let text = "";
    let read = 0;
    for (const { start, end, stands } of this.#out.toReversed()) {
      text += this.#text.slice(read, start) + stands + blank(this.#text.slice(start + stands.length, end));
      read = end;
    }
    return text + this.#text.slice(read);
  }

  #look(start: number): void {
    const code = this.#code;
    let end = start;
    while (isLetter(code.charCodeAt(end))) end++;
    const open = this.#skip(end);
    const close = code[open] === "(" ? this.#closing(open) : undefined;
    if (code[open] === "(" && close === undefined) return;
    const whole = close ?? end;
    if (
      /SLOTS$|SIGNALS$|^slots$|^signals$/.test(code.slice(start, end)) &&
      code[open] === ":" &&
      code[open + 1] !== ":"
    ) {
      const isSlots = /^(?:public|protected|private)$/.test(this.#before(start).text);
      this.#take(start, end, isSlots ? "" : "public");
    } else if (close !== undefined && this.#isTemplateParameter(start, close)) this.#take(start, close, "class");
    else if (this.#isInTheWay(start, whole, close !== undefined)) this.#take(start, whole);
  }

  #take(start: number, end: number, stands = ""): void {
    while ((this.#out.at(-1)?.start ?? Infinity) < end) this.#out.pop(); // in its brackets
    this.#ends.set(start, this.#skip(end)); // the first of many tells where all of them end
    this.#out.push({ start, end, stands });
  }

  #isInTheWay(start: number, end: number, hasBrackets: boolean): boolean {
    const code = this.#code;
    const before = this.#before(start);
    const next = this.#skip(end);
    const sign = code[next] ?? "";
    if ((sign === "," || sign === ")") && !/\w/.test(before.text)) return false; // one of a list
    const word = this.#wordAt(next);
    let head = before;
    for (let steps = 0; steps < STEPS_AT_MOST; steps++) {
      const open = head.text === ")" ? this.#opening(head.start) : undefined;
      const name = open === undefined ? head : this.#before(open);
      if (!isMacroName(name.text)) break;
      head = this.#before(name.start);
    }
    if (CLASS_WORDS.has(head.text)) return fits(CLASS_HEAD, code, next);
    if (before.text === ":" && code[before.start - 1] === ":") return false; // a part of a name
    if (before.text === "." || (before.text === ">" && code[before.start - 1] === "-")) return false;
    if (sign === ";" && hasBrackets && /^[;{}]?$/.test(before.text) && this.#isGivenType(start, end)) return true;
    const isTrailing =
      /[{;]/.test(sign) || (sign === ":" && code[next + 1] !== ":") || (sign === "-" && code[next + 1] === ">");
    if (
      (isTrailing || BEHIND_SIGNATURES.has(word) || /^=\s*(?:0|default|delete)\b/.test(code.slice(next, next + 20))) &&
      this.#isBehindSignature(before)
    )
      return true;
    const isFirst = '(,;{}>:)"'.includes(before.text) || SPECIFIERS.has(before.text) || isMacroName(before.text);
    if (!hasBrackets || isFirst) {
      if (DECLARING.has(word) || fits(CONVERSION, code, next)) return true;
      if (fits(TYPE_AND_NAME, code, next)) return true;
    }
    if (fits(CALLED, code, next)) {
      if (!hasBrackets && (isTypeEnd(before.text) || isMacroName(before.text))) return true;
      if (isFirst && (fits(OWN_NAME, code, next) || this.#isSignature(next, hasBrackets))) return true;
    }
    if (sign === "{" && !hasBrackets) return ";{}".includes(before.text);
    if (before.text === "}" && !hasBrackets && fits(NAME_OF_TYPE, code, next))
      return !code.slice(before.start, start).includes("\n");
    if (sign === "{" && before.text === "}") return !code.slice(before.start, start).includes("\n");
    if ((sign === "}" || sign === "") && this.#isAlone(start, end))
      return sign === "" || (hasBrackets ? ";{}:)" : ";}:").includes(before.text);
    if (before.text === "(")
      return fits(POINTER_IN_BRACKETS, code, next) || (fits(NAME_IN_BRACKETS, code, next) && this.#isTypedef(start));
    return /[;=,)}]/.test(sign) && code[next + 1] !== "=" && this.#isBehindName(start, before, sign, hasBrackets);
  }

  /** After the `)` of a function's parameters, or after `const`, `override` and the like there. */
  #isBehindSignature(before: Token): boolean {
    let token = before;
    for (
      let steps = 0;
      steps < STEPS_AT_MOST && (BEHIND_SIGNATURES.has(token.text) || isMacroName(token.text));
      steps++
    )
      token = this.#before(token.start);
    if (token.text !== ")") return false;
    const open = this.#opening(token.start);
    if (open === undefined) return false;
    const called = this.#before(open).text;
    return (
      called === ")" ||
      called === ">" ||
      (/^[A-Za-z_]/.test(called) && !NO_SIGNATURE.has(called)) ||
      /operator\s*\S{1,3}\s*$/.test(this.#code.slice(Math.max(0, open - 20), open))
    );
  }

  /**
   * `Store(int size) : size_(size)`, which has no type; and one with a body, if a macro's brackets replace the type.
   */
  #isSignature(at: number, isBody: boolean): boolean {
    const open = this.#code.indexOf("(", at);
    const close = this.#closing(open);
    if (close === undefined) return false;
    SIGNATURE_END.lastIndex = close;
    SIGNATURE_END.test(this.#code);
    const end = SIGNATURE_END.lastIndex;
    const sign = this.#code[end];
    return (
      (sign === ":" && this.#code[end + 1] !== ":") ||
      (isBody && /^(?:[{;]|=\s*(?:0|default|delete)\b)/.test(this.#code.slice(end, end + 20)))
    );
  }

  /** `int unused ATTRIBUTE;` */
  #isBehindName(start: number, before: Token, sign: string, hasBrackets: boolean): boolean {
    if (!/^[A-Za-z_]/.test(before.text)) return false;
    if (
      SPECIFIERS.has(before.text) ||
      TYPE_WORDS.has(before.text) ||
      STATEMENTS.has(before.text) ||
      CLASS_WORDS.has(before.text)
    )
      return false;
    const isAttribute = ATTRIBUTE.test(this.#code.slice(start, start + NEAR).split(/\W/, 1)[0] ?? "");
    const type = this.#before(before.start).text;
    if (/^[{,]$/.test(type)) return isAttribute && sign !== ")" && sign !== ";"; // an enumerator
    if (sign === "=" && !hasBrackets && !isAttribute) return false;
    if (sign === "}" || /^[_\W]/.test(type) || isMacroName(type)) return /^[*&}]$/.test(type) && sign !== "}";
    return /^[A-Za-z]/.test(type) && !SPECIFIERS.has(type) && !STATEMENTS.has(type) && !CLASS_WORDS.has(type);
  }

  /** `DEFINE_FLAG(int, size, 8);`, but not the constructor of a class of that name. */
  #isGivenType(start: number, end: number): boolean {
    const [name = "", given = ""] = this.#code.slice(start, end).split(/\((.*)/s, 2);
    if (!given.includes(",") || !GIVEN_TYPE.test(given)) return false;
    this.#classes ??= new Set(Array.from(this.#code.matchAll(CLASS_NAME), ([, called = ""]) => called));
    return !this.#classes.has(name.trim());
  }

  #isTypedef(start: number): boolean {
    return /\btypedef\b[^;{}]*$/.test(this.#code.slice(Math.max(0, start - NEAR), start));
  }

  /** `template <class T, ENABLE_IF(isSmall<T>)>` */
  #isTemplateParameter(start: number, close: number): boolean {
    const before = this.#before(start).text;
    if (before !== "," && before !== "<") return false;
    if (!/[,>]/.test(this.#code[this.#skip(close)] ?? "")) return false;
    return /\btemplate\s*<[^;{}]*$/.test(this.#code.slice(Math.max(0, start - NEAR), start));
  }

  #isAlone(start: number, end: number): boolean {
    const code = this.#code;
    return (
      /(?:^|\n)[ \t]*$/.test(code.slice(Math.max(0, start - NEAR), start)) &&
      /^[ \t\r]*(?:\n|$)/.test(code.slice(end, end + NEAR))
    );
  }

  /** The next place with code. */
  #skip(at: number): number {
    let place = at;
    for (;;) {
      while (isBlank(this.#code.charCodeAt(place))) place++;
      const end = this.#ends.get(place);
      if (end === undefined) return place;
      place = end;
    }
  }

  #wordAt(at: number): string {
    let end = at;
    while (isLetter(this.#code.charCodeAt(end))) end++;
    return this.#code.slice(at, end);
  }

  #before(at: number): Token {
    let last = at - 1;
    while (isBlank(this.#code.charCodeAt(last))) last--;
    let start = last;
    while (isLetter(this.#code.charCodeAt(start))) start--;
    return start === last
      ? { text: this.#code.charAt(last), start: last }
      : { text: this.#code.slice(start + 1, last + 1), start: start + 1 };
  }

  /** The place after the bracket that closes an open one. */
  #closing(open: number): number | undefined {
    let depth = 0;
    for (let at = open; at < open + FAR; at++) {
      const code = this.#code.charCodeAt(at);
      if (code === 40) depth++;
      else if (code === 41 && --depth === 0) return at + 1;
    }
    return undefined;
  }

  #opening(close: number): number | undefined {
    let depth = 0;
    for (let at = close; at > close - FAR && at >= 0; at--) {
      const code = this.#code.charCodeAt(at);
      if (code === 41) depth++;
      else if (code === 40 && --depth === 0) return at;
    }
    return undefined;
  }
}

function isMacroName(word: string): boolean {
  return MACRO_NAME.test(word);
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
