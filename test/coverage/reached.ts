// From what V8 counted to the elements that were run: in sources that Node read as they are, and in bundles by their
// source maps. What V8 says of one process is a file with a list of scripts, and for each its ranges with counts.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { decode } from "@jridgewell/sourcemap-codec";
import { ROOT } from "../editor/places.mjs";
import { elementsOf, type Element } from "./elements.ts";

interface Script {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly Range[] }[];
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** A place in a script: if it was run, so was the element. */
interface Point {
  readonly offset: number;
  readonly element: Element;
}

const points = new Map<string, readonly Point[]>();
const known = new Map<string, readonly Element[]>();

/** The elements of a source, given by its path in the checkout. */
export function elementsIn(file: string): readonly Element[] {
  const elements = known.get(file) ?? elementsOf(file, readFileSync(join(ROOT, file), "utf8"));
  known.set(file, elements);
  return elements;
}

/** The keys of all elements that ran, according to the files that V8 left in this folder. */
export function reachedIn(folder: string): Set<string> {
  const keys = new Set<string>();
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as { readonly result: readonly Script[] };
    for (const script of result) {
      for (const { element } of runIn(script)) {
        for (let each: Element | undefined = element; each; each = each.outer) keys.add(each.key);
      }
    }
  }
  return keys;
}

/** The points that were run. Ranges are in each other, so that the last one begun that is not over yet decides. */
function runIn({ url, functions }: Script): Point[] {
  const ranges = functions.flatMap((each) => each.ranges);
  ranges.sort((one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset);
  const open: Range[] = [];
  let next = 0;
  return pointsOf(url).filter(({ offset }) => {
    for (let range; (range = ranges[next]) && range.startOffset <= offset; next++) {
      while ((open.at(-1)?.endOffset ?? Infinity) <= range.startOffset) open.pop();
      open.push(range);
    }
    while ((open.at(-1)?.endOffset ?? Infinity) <= offset) open.pop();
    return (open.at(-1)?.count ?? 0) > 0;
  });
}

/** By where they are in the script; none in a script that isn't ours. */
function pointsOf(url: string): readonly Point[] {
  const [, built] = /\/(dist\/(?:extension\.cjs|(?:local|webview)\/.+\.c?js))$/.exec(url) ?? [];
  const file = built ?? (url.startsWith("file:") ? relative(ROOT, fileURLToPath(url)).replaceAll(sep, "/") : "");
  if (!built && !/^src\/.*\.ts$/.test(file)) return [];
  const before = points.get(file);
  if (before) return before;
  const now = built ? pointsInBundle(file) : elementsIn(file).map((element) => ({ offset: element.start, element })); // types are blanked out, nothing moves
  points.set(file, now);
  return now;
}

function pointsInBundle(file: string): Point[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const map = JSON.parse(sourceMapOf(file, text)) as { readonly mappings: string; readonly sources: readonly string[] };
  const sources = map.sources.map((source) => {
    const path = relative(ROOT, resolve(ROOT, dirname(file), source)).replaceAll(sep, "/");
    return path.startsWith("src/") && path.endsWith(".ts")
      ? { elements: elementsIn(path), lines: lineStarts(readFileSync(join(ROOT, path), "utf8")) }
      : undefined;
  });
  const lines = lineStarts(text);
  return decode(map.mappings).flatMap((segments, line) =>
    segments.flatMap(([column, index, originalLine, originalColumn]) => {
      const source = index === undefined ? undefined : sources[index];
      const lineStart = originalLine === undefined ? undefined : source?.lines[originalLine];
      if (!source || lineStart === undefined || originalColumn === undefined) return [];
      const element = innermost(source.elements, lineStart + originalColumn);
      return element ? [{ offset: (lines[line] ?? 0) + column, element }] : [];
    }),
  );
}

function sourceMapOf(file: string, text: string): string {
  const [, address = ""] = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(text) ?? [];
  const [, data] = /^data:application\/json;base64,(.*)$/.exec(address) ?? [];
  if (data !== undefined) return Buffer.from(data, "base64").toString();
  if (!address) throw new Error(`${file} has no source map: it was not built by \`node esbuild.mjs --debug\`.`);
  return readFileSync(join(ROOT, dirname(file), address), "utf8");
}

/** The innermost element that has this place. */
export function innermost(elements: readonly Element[], offset: number): Element | undefined {
  let [low, high] = [0, elements.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((elements[middle]?.start ?? Infinity) <= offset) low = middle + 1;
    else high = middle;
  }
  let element = elements[low - 1];
  while (element && element.end <= offset) element = element.outer;
  return element;
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}
