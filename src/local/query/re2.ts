/** A regular expression of the query language (RE2), in the two dialects that carry it out here. */
export interface Re2 {
  /** For ripgrep. What RE2 does not know stays as it is: ripgrep's complaint tells what is wrong. */
  readonly forRipgrep: string;
  /** For a `RegExp` with the flag `u`; `undefined` for syntax that can't be had there. */
  readonly forRegExp: string | undefined;
}

/**
 * Translates a regular expression so that both dialects find the same: `\w`, `\d`, `\s` and `\b` are about ASCII, as in
 * RE2, and a bracket within brackets stands for itself.
 */
export function translateRe2(source: string): Re2 {
  const translation = new Translation(source);
  translation.run();
  const { ripgrep, regExp } = translation;
  return { forRipgrep: ripgrep, forRegExp: regExp };
}

const CLASSES = new Map([
  ["d", "0-9"],
  ["w", "0-9A-Za-z_"],
  ["s", "\\t\\n\\f\\r "],
]);
const POSIX = new Map([
  ["alnum", "0-9A-Za-z"],
  ["alpha", "A-Za-z"],
  ["blank", "\\t "],
  ["cntrl", "\\x00-\\x1f\\x7f"],
  ["digit", "0-9"],
  ["graph", "!-~"],
  ["lower", "a-z"],
  ["print", " -~"],
  ["punct", "!-\\/:-@\\[-`\\{-~"],
  ["space", "\\t\\n\\v\\f\\r "],
  ["upper", "A-Z"],
  ["word", "0-9A-Za-z_"],
  ["xdigit", "0-9A-Fa-f"],
]);

class Translation {
  ripgrep = "";
  regExp: string | undefined = "";
  readonly #source: string;
  #at = 0;
  #inClass = false;

  constructor(source: string) {
    this.#source = source;
  }

  run(): void {
    const flags = this.#take(/\(\?[is]+\)/y);
    if (flags) {
      this.ripgrep = flags;
      this.regExp = `(?${flags.slice(2, -1)}:`;
    }
    while (this.#at < this.#source.length) {
      if (this.#inClass) this.#translateInClass();
      else this.#translate();
    }
    if (flags && this.regExp !== undefined) this.regExp += ")";
  }

  #translate(): void {
    const group = this.#take(/\(\?(?:P?<\w+>|[ims]*(?:-[ims]+)?:)/y);
    if (group) {
      this.#emit(group, group.replace("?P<", "?<"));
      return;
    }
    if (this.#take(/\(\?/y)) {
      this.#emit("(?", undefined); // flags in the middle, or what RE2 does not know
      return;
    }
    const repetition = this.#take(/\{\d+(?:,\d*)?\}/y);
    if (repetition) {
      this.#emitSame(repetition);
      return;
    }
    const opening = this.#take(/\[\^?\]?/y);
    if (opening) {
      this.#inClass = true;
      this.#emitSame(opening.replace("]", "\\]"));
      return;
    }
    if (this.#translateEscape()) return;
    const character = this.#takeCharacter();
    // The line breaks of Unicode are none in RE2; a flag `s` in the pattern makes a dot match all there is.
    if (character === ".") this.#emit(".", /\(\?[im]*s/.test(this.#source) ? "." : "[^\\r\\n]");
    else if ("{}]".includes(character)) this.#emitSame(`\\${character}`);
    else this.#emitSame(character);
  }

  #translateInClass(): void {
    if (this.#take(/\]/y)) {
      this.#inClass = false;
      this.#emitSame("]");
      return;
    }
    const posix = this.#take(/\[:\^?\w+:\]/y);
    if (posix) {
      const set = POSIX.get(posix.slice(2, -2));
      this.#emit(posix, set);
      return;
    }
    if (this.#translateEscape()) return;
    const character = this.#takeCharacter();
    const isOperator = "[&~".includes(character) || (character === "-" && this.ripgrep.endsWith("-"));
    if (isOperator) this.#emit(`\\${character}`, character === "[" || character === "-" ? `\\${character}` : character);
    else this.#emit(character, "(){}/|".includes(character) ? `\\${character}` : character);
  }

  #translateEscape(): boolean {
    const quoted = this.#inClass ? undefined : this.#take(/\\Q(?:(?!\\E)[^])*(?:\\E)?/y);
    if (quoted) {
      for (const character of quoted.slice(2).replace(/\\E$/, "")) this.#emitLiteral(character);
      return true;
    }
    const hex = this.#take(/\\x(?:\{[\da-fA-F]+\}|[\da-fA-F]{2})/y);
    if (hex) {
      this.#emit(hex, hex.replace("\\x{", "\\u{"));
      return true;
    }
    const property = this.#take(/\\[pP](?:\{\^?\w+\}|[A-Z])/y);
    if (property) {
      const name = property.slice(2).replace(/[{}]/g, "");
      this.#emit(property, /^[A-Z][a-z]?$/.test(name) ? `${property.slice(0, 2)}{${name}}` : undefined);
      return true;
    }
    const escape = this.#take(/\\[^]/uy);
    if (!escape) return false;
    const letter = escape.slice(1);
    const set = CLASSES.get(letter.toLowerCase());
    if (set !== undefined) {
      if (letter === letter.toUpperCase()) this.#emit(`[^${set}]`, this.#inClass ? undefined : `[^${set}]`);
      else this.#emitSame(this.#inClass ? set : `[${set}]`);
    } else if (/[bB]/.test(letter) && !this.#inClass) this.#emit(`(?-u:${escape})`, escape);
    else if (/[nrtfv]/.test(letter)) this.#emitSame(escape);
    else if (letter === "a") this.#emitSame("\\x07");
    else if (/[A-Za-z0-9]/.test(letter)) this.#emit(escape, undefined);
    else this.#emitLiteral(letter);
    return true;
  }

  #emitLiteral(character: string): void {
    const isSyntax = /[\\^$.*+?()[\]{}|/-]/.test(character);
    const forRegExp = isSyntax && (character !== "-" || this.#inClass) ? `\\${character}` : character;
    this.#emit(/[\\.+*?()|[\]{}^$#&~-]/.test(character) ? `\\${character}` : character, forRegExp);
  }

  #emitSame(text: string): void {
    this.#emit(text, text);
  }

  #emit(ripgrep: string, regExp: string | undefined): void {
    this.ripgrep += ripgrep;
    this.regExp = regExp === undefined || this.regExp === undefined ? undefined : this.regExp + regExp;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#source)?.[0];
    this.#at += taken?.length ?? 0;
    return taken;
  }

  #takeCharacter(): string {
    const character = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }
}
