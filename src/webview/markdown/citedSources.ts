import type { Block, Inline } from "../../protocol/markdown.ts";

const known = new WeakMap<Block, readonly number[]>();

/** The numbers of the sources that the links of a block lead to. */
export function citedSources(block: Block): readonly number[] {
  const found = known.get(block) ?? inBlock(block);
  known.set(block, found);
  return found;
}

function inBlock(block: Block): readonly number[] {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return inInlines(block.content);
    case "quote":
      return block.content.flatMap(inBlock);
    case "list":
      return block.items.flatMap(({ content }) => content.flatMap(inBlock));
    case "table":
      return [block.head, ...block.rows].flat().flatMap(inInlines);
    case "code":
    case "rule":
      return [];
  }
}

function inInlines(content: readonly Inline[]): readonly number[] {
  return content.flatMap((inline) => {
    if (!("content" in inline)) return [];
    const own = inline.type === "link" && inline.target.kind === "source" ? [inline.target.index] : [];
    return [...own, ...inInlines(inline.content)];
  });
}
