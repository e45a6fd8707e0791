import { commonNames, innermost, namedIn, type Named } from "./enclosing.ts";
import { lettersIn, shareKept, Text, tokensOf, type Range } from "./text.ts";

/** The kinds of fate that cited lines may have. */
export const KINDS = [
  "unmoved",
  "moved",
  "indented anew",
  "repeated text",
  "low information",
  "edited, half kept",
  "edited, less kept",
  "replaced",
  "moved to another file",
  "gone",
  "file gone",
  "ambiguous",
] as const;

export type Kind = (typeof KINDS)[number];

/**
 * What has become of cited lines, beyond doubt. Lines are exact if the text is the same; for edited text, the first and
 * the last line are given. `ambiguous` lines stand in what has another name now, while what had them lives on under its
 * own: nothing is certain about them, and any hedged answer is right.
 */
export interface Truth {
  readonly kind: Kind;
  /** `undefined`: it is gone. */
  readonly place: (Range & { readonly path: string }) | undefined;
}

/** A version of a package; reads only what is asked for. */
export class Release {
  readonly files: ReadonlyMap<string, string>;
  readonly #texts = new Map<string, Text>();
  readonly #named = new Map<string, readonly Named[]>();
  #filesWith: Map<string, Set<string>> | undefined;
  #counts: Map<string, number> | undefined;

  constructor(files: ReadonlyMap<string, string>) {
    this.files = files;
  }

  text(path: string): Text {
    return remember(this.#texts, path, () => new Text(this.files.get(path) ?? ""));
  }

  named(path: string): readonly Named[] {
    return remember(this.#named, path, () => namedIn(this.text(path), path));
  }

  /** How often a word or sign occurs in all files together. */
  count(token: string): number {
    if (!this.#counts) {
      this.#counts = new Map();
      for (const text of this.files.values())
        for (const each of tokensOf([text])) this.#counts.set(each, (this.#counts.get(each) ?? 0) + 1);
    }
    return this.#counts.get(token) ?? 0;
  }

  /** The files that contain a line, apart from the blanks at both ends. */
  filesWith(line: string): ReadonlySet<string> {
    if (!this.#filesWith) {
      this.#filesWith = new Map();
      for (const path of this.files.keys())
        for (const each of this.text(path).lines) remember(this.#filesWith, each.trim(), () => new Set()).add(path);
    }
    return this.#filesWith.get(line.trim()) ?? new Set();
  }
}

/** How many letters and digits it takes to rule out chance. */
const TELLING = 24;

/**
 * What became of lines, judged by their text, by what is around them on both sides, and by names that occur once in
 * both versions. `undefined` if that leaves a doubt.
 */
export function truthOf(from: Release, to: Release, path: string, cited: Range): Truth | undefined {
  const block = from.text(path).lines.slice(cited.startLine, cited.endLine + 1);
  if (!block.some((line) => line.trim() !== "")) return undefined;
  if (!to.files.has(path)) return elsewhere(from, to, path, block) ?? goneWith(from, to, block, "file gone");
  const own = new File(from, to, path);
  if (own.after.of(block).length > 0) return own.standing(cited, block);
  const anew = own.indentedAnew(cited, block);
  if (anew) return anew;
  if (own.after.placesOf(block[0] ?? "").length > 50) return undefined;
  const other = own.hasMost(block) ? undefined : elsewhere(from, to, path, block);
  if (other) return other;
  return (
    own.edited(cited, block) ??
    own.replaced(cited, block) ??
    (own.isNameGone(cited) ? goneWith(from, to, block, "gone") : undefined)
  );
}

class File {
  readonly #path: string;
  readonly #before: Text;
  readonly after: Text;
  readonly #names: ReadonlyMap<string, readonly [Named, Named]>;
  readonly #namedBefore: readonly Named[];
  readonly #namedAfter: readonly Named[];

  constructor(from: Release, to: Release, path: string) {
    this.#path = path;
    this.#before = from.text(path);
    this.after = to.text(path);
    this.#namedBefore = from.named(path);
    this.#namedAfter = to.named(path);
    this.#names = commonNames(from.named(path), to.named(path));
  }

  /**
   * Where the text is now. Another place with other indentation may have the text's old one by chance, so that it
   * counts, too.
   */
  standing(cited: Range, block: readonly string[]): Truth | undefined {
    const isLow = lettersIn(block) < TELLING;
    const [inNew] = this.after.of(block);
    const around = this.#around(cited);
    const isOne = this.#isOne(block);
    const place =
      isOne && !isLow ? inNew : (this.#byContext(cited) ?? (isLow ? undefined : this.#byName(around, block)));
    if (place === undefined) return undefined;
    if (this.#hasLeftName(cited, place))
      return isOne && !isLow && this.#isUnderNewName(place) ? this.#ambiguous(block, place) : undefined;
    if (around && !isWithin(around[1], place)) return undefined; // the text says one thing, the name another
    const kind = isLow ? "low information" : !isOne ? "repeated text" : place === cited.startLine ? "unmoved" : "moved";
    return { kind, place: { path: this.#path, startLine: place, endLine: place + block.length - 1 } };
  }

  /** The text with other blanks at the ends of its lines, if it stands once in both versions. */
  indentedAnew(cited: Range, block: readonly string[]): Truth | undefined {
    if (lettersIn(block) < TELLING || !this.#isOne(block)) return undefined;
    const [place = 0] = this.after.trimmedPlacesOf(block);
    if (this.#hasLeftName(cited, place)) return this.#isUnderNewName(place) ? this.#ambiguous(block, place) : undefined;
    const around = this.#around(cited);
    if (around && !isWithin(around[1], place)) return undefined;
    const range = { startLine: place, endLine: place + block.length - 1 };
    return { kind: "indented anew", place: { path: this.#path, ...range } };
  }

  /** Whether something around a place has a name that nothing had before. */
  #isUnderNewName(place: number): boolean {
    const names = new Set(this.#namedBefore.map(({ name }) => name));
    return this.#namedAfter.some((each) => isWithin(each, place) && !names.has(each.name));
  }

  #ambiguous(block: readonly string[], startLine: number): Truth {
    return { kind: "ambiguous", place: { path: this.#path, startLine, endLine: startLine + block.length - 1 } };
  }

  /** Whether the text stands once in both versions, apart from the blanks at the ends of its lines. */
  #isOne(block: readonly string[]): boolean {
    return [this.#before, this.after].every((text) => text.trimmedPlacesOf(block).length === 1);
  }

  /**
   * Whether something around the lines still has its name, but they are outside of it now. Headings don't count: what
   * was under one of them goes to another when a list is sorted, or a version released.
   */
  #hasLeftName(cited: Range, place: number): boolean {
    if (this.#path.endsWith(".md")) return false;
    return this.#namedBefore
      .filter((each) => /^\w+$/.test(each.name) && isWithin(each, cited.startLine) && isWithin(each, cited.endLine))
      .some(({ name }) => {
        const now = this.#namedAfter.filter((each) => each.name === name);
        return now.length > 0 && !now.some((each) => isWithin(each, place));
      });
  }

  /**
   * The range between the first and the last line if each occurs once in both versions, not much more than twice as far
   * apart as before; or what a name begins.
   */
  edited(cited: Range, block: readonly string[]): Truth | undefined {
    const around = this.#around(cited);
    const place = this.#byEnds(cited, block, around) ?? this.#byHead(cited) ?? this.#byKey(cited, block, around);
    if (!place) return undefined;
    const kept = shareKept(tokensOf(block), tokensOf(this.after.lines.slice(place.startLine, place.endLine + 1)));
    return { kind: kept >= 0.5 ? "edited, half kept" : "edited, less kept", place: { path: this.#path, ...place } };
  }

  /** One line that another replaced, between neighbours that occur once in both versions, with none of its names. */
  replaced({ startLine, endLine }: Range, block: readonly string[]): Truth | undefined {
    const around = [this.#before.lines[startLine - 1] ?? "", this.#before.lines[endLine + 1] ?? ""];
    const [above, below] = around.map((line) => {
      const places =
        lettersIn([line]) >= 8 && this.#before.placesOf(line).length === 1 ? this.after.placesOf(line) : [];
      return places.length === 1 ? places[0] : undefined;
    });
    if (block.length > 1 || above === undefined || below !== above + 2) return undefined;
    const names = new Set(
      tokensOf(block).filter(
        (token) => token.length >= 3 && this.#before.lines.filter((line) => line.includes(token)).length === 1,
      ),
    );
    const kept = shareKept(tokensOf(block), tokensOf(this.after.lines.slice(above + 1, above + 2)));
    return names.size > 0 && kept < 0.5 && ![...names].some((name) => this.after.has(name))
      ? { kind: "replaced", place: undefined }
      : undefined;
  }

  /** Whether most of the telling lines are still in the file, apart from the blanks at both ends. */
  hasMost(block: readonly string[]): boolean {
    const telling = block.filter((line) => lettersIn([line]) >= 8);
    return telling.filter((line) => this.after.placesOf(line).length > 0).length > telling.length / 2;
  }

  isNameGone(cited: Range): boolean {
    const own = innermost(this.#namedBefore, cited);
    return own !== undefined && !this.after.has(own.name);
  }

  #around(cited: Range): readonly [Named, Named] | undefined {
    const own = innermost(
      [...this.#names.values()].map(([old]) => old),
      cited,
    );
    return own && this.#names.get(own.name);
  }

  #byName(around: readonly [Named, Named] | undefined, block: readonly string[]): number | undefined {
    if (!around || this.#before.of(block, around[0]).length !== 1) return undefined;
    const places = this.after.of(block, around[1]);
    return places.length === 1 ? places[0] : undefined;
  }

  /** By as many lines on each side as make the block unique, in both versions. */
  #byContext({ startLine, endLine }: Range): number | undefined {
    for (let around = 1; around <= 8; around++) {
      const first = startLine - around;
      if (first < 0 || endLine + around >= this.#before.lines.length) return undefined;
      const block = this.#before.lines.slice(first, endLine + around + 1);
      const isTelling = [block.slice(0, around), block.slice(-around)].every((side) => lettersIn(side) >= 8);
      if (!isTelling || this.#before.trimmedPlacesOf(block).length !== 1) continue;
      const [place] = this.after.of(block);
      if (place === undefined || this.after.trimmedPlacesOf(block).length !== 1) return undefined;
      // What ends one block may have ended another: the heads of both must be the same.
      const heads = [this.#before.headOf(startLine), this.after.headOf(place + around)];
      return heads[0] === heads[1] ? place + around : undefined;
    }
    return undefined;
  }

  #byEnds(cited: Range, block: readonly string[], around: readonly [Named, Named] | undefined): Range | undefined {
    const ends = [block[0] ?? "", block.at(-1) ?? ""];
    const isTelling = block.length > 2 && ends.every((line) => lettersIn([line]) >= 6);
    if (
      !isTelling ||
      ends.some((line) => this.#before.placesOf(line).length !== 1 || this.after.placesOf(line).length !== 1)
    )
      return undefined;
    const [startLine = 0, endLine = 0] = ends.map((line) => this.after.placesOf(line)[0]);
    const isPlace = endLine >= startLine && endLine - startLine < 2 * block.length + 10;
    if (!isPlace || (around && !(isWithin(around[1], startLine) && isWithin(around[1], endLine)))) return undefined;
    return { startLine, endLine };
  }

  /** A whole definition, from its head to its end. */
  #byHead({ startLine, endLine }: Range): Range | undefined {
    const own = [...this.#names.values()].find(([old]) => old.startLine === startLine && old.endLine === endLine);
    return own?.[1];
  }

  /** A single line by what it begins with, in a definition that has one such line. */
  #byKey(cited: Range, block: readonly string[], around: readonly [Named, Named] | undefined): Range | undefined {
    const keyOf = (line: string) =>
      /^\s*(?:(?:const|let|var|export|static|readonly|this\.)\s*)*(?!(?:for|while|switch|catch|return|typeof|await|function)\b)["']?([\p{L}_$@.#-][\p{L}\p{N}_$.@/-]{2,})["']?\s*[:=(]/u.exec(
        line,
      )?.[1];
    const key = block.length === 1 ? keyOf(block[0] ?? "") : undefined;
    if (key === undefined || !around || cited.startLine === around[0].startLine) return undefined;
    const [inOld, inNew] = (
      [
        [this.#before, around[0]],
        [this.after, around[1]],
      ] as const
    ).map(([{ lines }, range]) =>
      lines.flatMap((line, at) => (at > range.startLine && at <= range.endLine && keyOf(line) === key ? [at] : [])),
    );
    const [place] = inNew ?? [];
    return inOld?.length === 1 && inNew?.length === 1 && place !== undefined
      ? { startLine: place, endLine: place }
      : undefined;
  }
}

/** The whole text, if it stands in only one file, in both versions. */
function elsewhere(from: Release, to: Release, path: string, block: readonly string[]): Truth | undefined {
  if (lettersIn(block) < 60 || block.length < 2) return undefined;
  const telling = block.toSorted((a, b) => lettersIn([b]) - lettersIn([a]))[0] ?? "";
  if (
    [...from.filesWith(telling)].some((other) => other !== path && from.text(other).trimmedPlacesOf(block).length > 0)
  )
    return undefined;
  const places = [...to.filesWith(telling)].flatMap((other) =>
    to
      .text(other)
      .of(block)
      .map((startLine) => ({ path: other, startLine, endLine: startLine + block.length - 1 })),
  );
  return places.length === 1 ? { kind: "moved to another file", place: places[0] } : undefined;
}

/** None of the telling lines occurs anywhere, and hardly any of their rare words. */
function goneWith(from: Release, to: Release, block: readonly string[], kind: Kind): Truth | undefined {
  const telling = block.filter((line) => lettersIn([line]) >= 12);
  const isGone = telling.length > 0 && telling.every((line) => to.filesWith(line).size === 0);
  const rare = [...new Set(tokensOf(block))].filter((word) => word.length >= 3 && from.count(word) <= 3);
  const kept = rare.filter((word) => to.count(word) > 0).length;
  return isGone && rare.length > 0 && kept <= 0.1 * rare.length ? { kind, place: undefined } : undefined;
}

function isWithin({ startLine, endLine }: Range, line: number): boolean {
  return line >= startLine && line <= endLine;
}

function remember<T>(all: Map<string, T>, key: string, make: () => T): T {
  const known = all.get(key);
  if (known !== undefined) return known;
  const made = make();
  all.set(key, made);
  return made;
}
