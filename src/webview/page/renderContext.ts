import type { AnswerIntent, AnswerLabels, FoldedCode, SourceState } from "../../protocol/answer.ts";
import type { Block } from "../../protocol/markdown.ts";

/** What every part of the page needs to draw itself. */
export interface RenderContext {
  readonly labels: AnswerLabels;
  readonly send: (intent: AnswerIntent) => void;
  readonly folds: Folds;
  /** The sources of the answer that is being drawn, by their numbers. */
  readonly sources: ReadonlyMap<number, SourceState>;
  /** Its passages, by each of their blocks. */
  readonly folded: ReadonlyMap<Block, FoldedCode>;
  /** Says something to a screen reader, once. */
  readonly announce: (words: string) => void;
}

/** What a person has unfolded. Outlives the page. */
export interface Folds {
  isOpen(key: string): boolean;
  /** A different number after every change in the question with this id, with which the keys of its folds begin. */
  versionOf(id: string): number;
  /** Folds or unfolds, and redraws the page. */
  toggle(key: string): void;
}
