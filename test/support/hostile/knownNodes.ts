import assert from "node:assert/strict";
import type { Block, Inline } from "../../../src/protocol/markdown.ts";

/** Fails for anything that is not in the protocol. */
export function checkBlocks(blocks: readonly Block[]): void {
  for (const block of blocks) {
    const { type, ...rest } = block as { type: string };
    assert.ok(Object.hasOwn(BLOCKS, type), `unknown block ${type}`);
    assert.deepEqual(Object.keys(rest).sort(), BLOCKS[type], type);
    if (block.type === "paragraph" || block.type === "heading") checkInlines(block.content);
    if (block.type === "quote") checkBlocks(block.content);
    if (block.type === "list") for (const item of block.items) checkBlocks(item.content);
    if (block.type === "table")
      for (const row of [block.head, ...block.rows]) for (const cell of row) checkInlines(cell);
  }
}

function checkInlines(inlines: readonly Inline[], inLink = false): void {
  for (const inline of inlines) {
    const { type, ...rest } = inline as { type: string };
    assert.ok(Object.hasOwn(INLINES, type), `unknown inline ${type}`);
    assert.deepEqual(Object.keys(rest).sort(), INLINES[type], type);
    assert.ok(!(inLink && type === "link"), "a link in a link");
    if ("content" in inline) checkInlines(inline.content, inLink || type === "link");
  }
}

const BLOCKS: Record<string, string[]> = {
  paragraph: ["content"],
  heading: ["content", "level"],
  code: ["index", "language", "text"],
  list: ["items", "ordered", "start"],
  quote: ["content"],
  table: ["align", "head", "rows"],
  rule: [],
};
const INLINES: Record<string, string[]> = {
  text: ["text"],
  code: ["text"],
  emphasis: ["content"],
  strong: ["content"],
  strikethrough: ["content"],
  break: [],
  link: ["content", "target", "title"],
};

/** The depth of a tree, found without recursion. */
export function depthOf(value: unknown): number {
  let depth = 0;
  let level: unknown[] = [value];
  while (level.length > 0) {
    depth++;
    level = level.flatMap((node): unknown[] => (typeof node === "object" && node !== null ? Object.values(node) : []));
  }
  return depth;
}
