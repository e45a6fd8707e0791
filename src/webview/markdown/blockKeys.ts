import type { Block } from "../../protocol/markdown.ts";

/**
 * Tracks which block of an answer is which from one state to the next: the same object keeps its key wherever it is
 * then, and so does a block of the same type between the same neighbours.
 */
export class BlockKeys {
  #blocks: readonly Block[] = [];
  #keys: readonly number[] = [];
  #next = 0;

  /** A unique key for each of these blocks. */
  of(blocks: readonly Block[]): readonly number[] {
    const before = this.#blocks;
    const same = samePlaces(before, blocks);
    let from = 0;
    let to = 0;
    let isGap = false;
    const keys = blocks.map(({ type }, index) => {
      let at = same[index];
      if (at === undefined) {
        if (!isGap) to = same.find((place, later) => later > index && place !== undefined) ?? before.length;
        const like = before.slice(from, to).findIndex((block) => block.type === type);
        if (like >= 0) at = from + like;
      }
      isGap = same[index] === undefined;
      if (at === undefined) return this.#next++;
      from = at + 1;
      return this.#keys[at] ?? this.#next++;
    });
    this.#blocks = blocks;
    this.#keys = keys;
    return keys;
  }
}

/**
 * The earlier position of each block that is the same object as before; `undefined` for new ones, and for those that
 * moved to the front or occur twice.
 */
function samePlaces(before: readonly Block[], blocks: readonly Block[]): readonly (number | undefined)[] {
  const isOther = (block: Block, index: number) => before[index] !== block;
  const end = blocks.findIndex(isOther);
  const same = end < 0 ? blocks.length : end;
  const places = new Map(before.slice(same).map((block, index) => [block, same + index]));
  let last = same - 1;
  return blocks.map((block, index) => {
    if (index < same) return index;
    const place = before[index] === block && index > last ? index : places.get(block);
    if (place === undefined || place <= last) return undefined;
    last = place;
    return place;
  });
}

/** Numbers only blocks that can be folded, so that a new paragraph in front of one leaves it folded as it is. */
export function foldNumbers(blocks: readonly Block[]): readonly (number | undefined)[] {
  let next = 0;
  return blocks.map(({ type }) => (PLAIN.has(type) ? undefined : next++));
}

const PLAIN: ReadonlySet<Block["type"]> = new Set(["paragraph", "heading", "rule"]);
