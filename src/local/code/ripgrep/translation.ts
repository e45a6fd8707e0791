/**
 * A regular expression of the query language (RE2), translated so that ripgrep finds the same: `\w`, `\d` and `\s` are
 * limited to ASCII, as in RE2; `\b` knows the words of every script; a bracket within brackets stands for itself. A
 * line break is found however the line ends. What RE2 does not know stays as it is. With its anchors dropped, it finds
 * the lines that contain anything the expression finds as a whole text.
 */
export function forRipgrep(source: string, anchors: "kept" | "dropped" = "kept"): string {
  const translation = new Translation(source, anchors === "dropped");
  translation.run();
  return translation.ripgrep;
}

const CLASSES = new Map([
  ["d", "0-9"],
  ["w", "0-9A-Za-z_"],
  ["s", "\\t\\n\\f\\r "],
]);

/** However the line ends. */
const LINE_BREAK = "(?:\\r?\\n)";

class Translation {
  ripgrep = "";
  readonly #source: string;
  readonly #dropsAnchors: boolean;
  #at = 0;
  #inClass = false;

  constructor(source: string, dropsAnchors: boolean) {
    this.#source = source;
    this.#dropsAnchors = dropsAnchors;
  }

  run(): void {
    while (this.#at < this.#source.length) {
      if (this.#inClass) this.#translateInClass();
      else this.#translate();
    }
  }

  #translate(): void {
    const same = this.#take(/\(\?|\{\d+(?:,\d*)?\}/y);
    if (same) {
      this.ripgrep += same;
      return;
    }
    const opening = this.#take(/\[\^?\]?/y);
    if (opening) {
      this.#inClass = true;
      this.ripgrep += opening.replace("]", "\\]");
      return;
    }
    if (this.#dropsAnchors && this.#take(/\^|\$|\\[ABz]/y)) {
      this.ripgrep += "(?:)"; // it may be repeated
      return;
    }
    if (this.#translateEscape()) return;
    const character = this.#takeCharacter();
    if (character === "\n") this.ripgrep += LINE_BREAK;
    else this.ripgrep += "{}]".includes(character) ? `\\${character}` : character;
  }

  #translateInClass(): void {
    if (this.#take(/\]/y)) {
      this.#inClass = false;
      this.ripgrep += "]";
      return;
    }
    const posix = this.#take(/\[:\^?\w+:\]/y);
    if (posix) {
      this.ripgrep += posix;
      return;
    }
    if (this.#translateEscape()) return;
    const character = this.#takeCharacter();
    const isOperator = "[&~".includes(character) || (character === "-" && this.ripgrep.endsWith("-"));
    this.ripgrep += isOperator ? `\\${character}` : character;
  }

  #translateEscape(): boolean {
    const quoted = this.#inClass ? undefined : this.#take(/\\Q(?:(?!\\E)[^])*(?:\\E)?/y);
    if (quoted) {
      for (const character of quoted.slice(2).replace(/\\E$/, "")) this.#addLiteral(character);
      return true;
    }
    const same = this.#take(/\\x(?:\{[\da-fA-F]+\}|[\da-fA-F]{2})|\\[pP](?:\{\^?\w+\}|[A-Z])/y);
    if (same) {
      this.ripgrep += same;
      return true;
    }
    const escape = this.#take(/\\[^]/uy);
    if (!escape) return false;
    const letter = escape.slice(1);
    const set = CLASSES.get(letter.toLowerCase());
    if (set !== undefined) {
      if (letter === letter.toUpperCase()) this.ripgrep += `[^${set}]`;
      else this.ripgrep += this.#inClass ? set : `[${set}]`;
    } else if (letter === "n" && !this.#inClass) this.ripgrep += LINE_BREAK;
    else if (letter === "B" && !this.#inClass) this.ripgrep += `(?-u:${escape})`;
    else if (letter === "a") this.ripgrep += "\\x07";
    else if (/[A-Za-z0-9]/.test(letter)) this.ripgrep += escape;
    else this.#addLiteral(letter);
    return true;
  }

  #addLiteral(character: string): void {
    if (character === "\n" && !this.#inClass) this.ripgrep += LINE_BREAK;
    else this.ripgrep += /[\\.+*?()|[\]{}^$#&~-]/.test(character) ? `\\${character}` : character;
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
