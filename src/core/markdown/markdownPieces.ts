/** Markdown that can be parsed in bounded time, and what exceeds the bound. */
export interface Pieces {
  /** Each can be parsed by itself. */
  readonly markdown: readonly string[];
  /** What is too long to be read as Markdown; empty except for answers of dozens of pages. */
  readonly rest: string;
}

/**
 * Parsing takes quadratic time in the worst case, in characters, in lines and in marks: these limits keep the worst
 * piece below some 50 ms. Lengths are in characters; each line counts as some more than it has. What is in the lines
 * has a weight of its own.
 */
const GOOD_LENGTH = 16_000;
const MAX_LENGTH = 32_000;
const LINE_LENGTH = 30;
const GOOD_WEIGHT = 16_000;
const MAX_WEIGHT = 24_000;
const MARK_WEIGHT = 8;
const EMPHASIS_WEIGHT = 16;
const CELL_WEIGHT = 16;
const CONTAINER_WEIGHT = 60;
const DEFINITION_WEIGHT = 60;
const INDENTATION_WEIGHT = 10;
/** Prose has no longer lines, its marks counted by their weight. A longer one is split into several, each a piece. */
const MAX_LINE = 8_000;
/** What is behind so many characters is not read as Markdown. */
export const TOTAL_LENGTH = 100_000;
/** What one line or one paragraph may contain; the rest of it is text. */
const MAX_CONTAINERS = 40;
const MAX_BRACKETS = 64;
const MAX_EMPHASIS = 1_000;
const MAX_DECLARATIONS = 20;
const MAX_DEFINITIONS = 100;
const MAX_DEFINITION = 400;

const CONTAINER = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y;
/** At the margin, where only another fence can keep it from being one. */
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
/** Whatever only looks like one of these two is text, and must not match: it would be shown again with each piece. */
const DEFINITION =
  /^ {0,3}\[(?=\s*[^\s^\]])[^[\]\\]{1,100}\]:[ \t]*(?:<[^<>\\]*>|(?!<)(?:[^\s()\\]|\([^\s()\\]*\))+)(?:[ \t]+(?:"[^"\\]*"|'[^'\\]*'|\([^()\\]*\)))?[ \t]*$/;
const FOOTNOTE = /^ {0,3}\[\^[^[\]\s]{1,100}\]:./;

/**
 * Cuts a text between blocks into pieces of bounded length. Most texts are one piece. What is nested deeper than in any
 * real text is escaped, and so becomes text. The definitions of links and footnotes are added to every piece that
 * begins at such a place.
 */
export function cutMarkdown(text: string): Pieces {
  const whole = text.length <= TOTAL_LENGTH;
  const end = whole ? text.length : text.lastIndexOf("\n", TOTAL_LENGTH) + 1 || TOTAL_LENGTH;
  const { pieces, definitions } = cutPieces(text.slice(0, end));
  const added = pieces.length > 1 ? definitions.slice(0, MAX_DEFINITIONS).join("\n") : "";
  return {
    markdown: pieces.map((piece) => withDefinitions(piece, added)),
    rest: text.slice(end),
  };
}

/**
 * Added in front: an unfinished piece would swallow them, and an indented piece would become part of the last of them.
 */
function withDefinitions(piece: string, definitions: string): string {
  return definitions !== "" && /^\S/.test(piece) ? `${definitions}\n\n${piece}` : piece;
}

/** The pieces, and the lines outside of code that define what links and footnotes refer to. */
function cutPieces(text: string): { readonly pieces: readonly string[]; readonly definitions: readonly string[] } {
  const pieces: string[] = [];
  const definitions: string[] = [];
  let piece: string[] = [];
  let length = 0;
  let weight = 0;
  /** The fence of the code that a line is in. Code takes linear time and is never cut. */
  let fence: string | undefined;
  let afterBlank = false;
  const marks = new Marks();
  const cut = () => {
    pieces.push(piece.join("\n"));
    piece = [];
    length = 0;
    weight = 0;
    marks.reset();
  };
  for (const whole of text.split(/\r\n|\n|\r/)) {
    for (const line of fence === undefined ? shortLines(whole) : [whole]) {
      const isBlank = line.trim() === "";
      const isGood = afterBlank && /^\S/.test(line);
      const added = fence === undefined ? weightOf(line) : 0;
      const mustCut = line.length < whole.length || length + line.length > MAX_LENGTH || weight + added > MAX_WEIGHT;
      const isLong = length > GOOD_LENGTH || weight > GOOD_WEIGHT;
      if (fence === undefined && (mustCut || (isGood && isLong))) cut();
      if (isBlank) marks.reset();
      const isCode = fence !== undefined;
      const end = line.trim();
      if (!isCode) fence = FENCE.exec(line)?.[1];
      else if (fence !== undefined && end.startsWith(fence) && end === fence.charAt(0).repeat(end.length))
        fence = undefined;
      piece.push(isCode || fence !== undefined ? line : marks.escape(escapeContainers(line)));
      if (!isCode && isDefinition(line)) definitions.push(line);
      afterBlank = isBlank;
      length += line.length + LINE_LENGTH;
      weight += added;
    }
  }
  pieces.push(piece.join("\n"));
  return { pieces, definitions };
}

function isDefinition(line: string): boolean {
  return line.length <= MAX_DEFINITION && (DEFINITION.test(line) || FOOTNOTE.test(line));
}

function weightAt(line: string, at: number): number {
  const mark = line.charAt(at);
  if (mark === "|") return CELL_WEIGHT;
  return "*_~".includes(mark) ? EMPHASIS_WEIGHT : "[]&<`!\\".includes(mark) ? MARK_WEIGHT : 0;
}

function weightOf(line: string): number {
  let weight = INDENTATION_WEIGHT * Math.max(0, line.search(/\S/));
  for (let at = 0; at < line.length; at++) weight += weightAt(line, at);
  CONTAINER.lastIndex = 0;
  for (let count = 0; count < MAX_CONTAINERS && CONTAINER.test(line); count++) weight += CONTAINER_WEIGHT;
  return isDefinition(line) ? weight + DEFINITION_WEIGHT : weight;
}

function shortLines(line: string): string[] {
  const lines: string[] = [];
  let from = 0;
  let length = 0;
  for (let at = 0; at < line.length; at++) {
    const added = 1 + weightAt(line, at);
    length += added;
    if (length <= MAX_LINE) continue;
    lines.push(line.slice(from, at));
    from = at;
    length = added;
  }
  return [...lines, line.slice(from)];
}

function escapeContainers(line: string): string {
  CONTAINER.lastIndex = 0;
  for (let count = 0; count < MAX_CONTAINERS; count++) {
    if (!CONTAINER.test(line)) return line;
    if (count === MAX_CONTAINERS - 1) {
      const end = CONTAINER.lastIndex;
      return CONTAINER.test(line) ? `${line.slice(0, end)} \\${line.slice(end).trimStart()}` : line;
    }
  }
  return line;
}

/**
 * The marks of one paragraph that become text: brackets if many are open at once or are closed without having been
 * opened, emphasis after a thousand, comments and declarations after twenty. An underscore within a word is not a mark.
 */
class Marks {
  #open = 0;
  #stray = 0;
  #emphasis = 0;
  #declarations = 0;

  reset(): void {
    this.#open = 0;
    this.#stray = 0;
    this.#emphasis = 0;
    this.#declarations = 0;
  }

  escape(line: string): string {
    return line.replace(/\\.|<[!?]|[[\]*~]|(?<![A-Za-z\d])_|_(?![A-Za-z\d])/g, (mark) =>
      this.#isText(mark) ? `\\${mark}` : mark,
    );
  }

  #isText(mark: string): boolean {
    switch (mark) {
      case "[":
        return ++this.#open > MAX_BRACKETS;
      case "]":
        return this.#open === 0 ? ++this.#stray > MAX_BRACKETS : this.#open-- > MAX_BRACKETS;
      case "*":
      case "_":
      case "~":
        return ++this.#emphasis > MAX_EMPHASIS;
      case "<!":
      case "<?":
        return ++this.#declarations > MAX_DECLARATIONS;
      default:
        return false; // escaped already
    }
  }
}
