import { rmSync } from "node:fs";
import { EditorSession } from "./editorSession.ts";
import { activationRows, roundTripMs } from "./editorHost.ts";
import { firstRowRows, TYPES_BEFORE_ENTER } from "./editorFirstRow.ts";
import { makeCodeTree, type CodeTree } from "./codeTree.ts";
import { millionRows } from "./editorMillion.ts";
import { writtenAnswerRows } from "./editorWritten.ts";
import type { Row, Scale } from "./results.ts";

const SMALL = { files: 1500, fileBytes: 8_000 };
const LARGE = { files: 5700, fileBytes: 34_000 };

/** In the real editor: in a window of its own, on a folder of generated code, with keys really pressed. */
export async function editorRows(
  scale: Scale,
): Promise<{ readonly rows: readonly Row[]; readonly roundTripMs: number }> {
  return inEditor(scale.isShort ? SMALL : LARGE, async (session, { words }) => {
    const activation = await activationRows(session, scale); // in hosts where nothing has happened yet
    const tripMs = await roundTripMs(session, scale);
    const firstRow = await firstRowRows(session, words, scale);
    const million = await millionRows(session, scale);
    return { rows: [...activation, ...firstRow, ...million], roundTripMs: tripMs };
  });
}

/** An answer written by a model, in a window in which nothing else has happened. */
export function editorWrittenRows(scale: Scale): Promise<readonly Row[]> {
  return inEditor(SMALL, (session) => writtenAnswerRows(session, scale));
}

async function inEditor<T>(
  size: typeof SMALL,
  measure: (session: EditorSession, tree: CodeTree) => Promise<T>,
): Promise<T> {
  const tree = makeCodeTree(size);
  try {
    await using session = await EditorSession.open(tree.folder, TYPES_BEFORE_ENTER);
    return await measure(session, tree);
  } finally {
    rmSync(tree.folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  }
}
