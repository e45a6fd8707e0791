import type { Block } from "../../protocol/markdown.ts";

/** How deep each heading is nested, from zero and without gaps, whatever levels an answer skips; zero for the rest. */
export function headingRanks(content: readonly Block[]): readonly number[] {
  const above: number[] = [];
  return content.map((block) => {
    if (block.type !== "heading") return 0;
    while ((above.at(-1) ?? 0) >= block.level) above.pop();
    return above.push(block.level) - 1;
  });
}
