import type { FoldedCode } from "../../protocol/answer.ts";
import type { Block, Inline } from "../../protocol/markdown.ts";
import type { PassageLines } from "../model/conversation.ts";

/** If a service doesn't say what to see first, it is the first lines: more of the first passage than of the others. */
const FIRST_SHOWN = 8;
const OTHERS_SHOWN = 3;

/**
 * The code of the passages in an answer, and how it is shown while it is folded; `lines` is what the service says of
 * it. A passage is code below a heading that has its number and a link to it. What is as long as its folded form is not
 * folded.
 */
export function foldedCode(blocks: readonly Block[], lines?: readonly PassageLines[]): readonly FoldedCode[] {
  const passages = passagesIn(blocks);
  const told = lines?.length === passages.length ? lines : undefined;
  return passages.map(({ at, count }, position): FoldedCode => {
    const { marks = [], shown: best = [] } = told?.[position] ?? {};
    const isKnown = best.length > 0 && best.every((row) => row < count);
    const first = position === 0 ? FIRST_SHOWN : OTHERS_SHOWN;
    const shown = isKnown ? best : Array.from({ length: Math.min(first, count) }, (_, row) => row);
    return { at, marks: isKnown ? marks : [], ...(count - shown.length > 1 && { shown }) };
  });
}

/** Where they are, and how many lines they have. */
function passagesIn(blocks: readonly Block[]): readonly { readonly at: number; readonly count: number }[] {
  const found: { readonly at: number; readonly count: number }[] = [];
  blocks.forEach((block, index) => {
    if (block.type !== "heading" || !isHeadingOf(block.content, found.length + 1)) return;
    const at = blocks[index + 1]?.type === "paragraph" ? index + 2 : index + 1;
    const code = blocks[at];
    if (code?.type === "code") found.push({ at, count: code.text.split("\n").length });
  });
  return found;
}

function isHeadingOf([number, ...others]: readonly Inline[], position: number): boolean {
  return (
    number?.type === "text" &&
    number.text.startsWith(`${position}. `) &&
    others.some((each) => each.type === "link" && each.target.kind === "source")
  );
}
