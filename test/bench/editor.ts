import { rmSync } from "node:fs";
import { EditorSession } from "./editorSession.ts";
import { activationRows, roundTripMs } from "./editorHost.ts";
import { firstRowRows, TYPES_BEFORE_ENTER } from "./editorFirstRow.ts";
import { makeCodeTree } from "./codeTree.ts";
import { millionRows } from "./editorMillion.ts";
import { writtenAnswerRows } from "./editorWritten.ts";
import type { Row, Scale } from "./results.ts";

/** In the real editor: a window of its own, on a folder of generated code, with hands that press keys. */
export async function editorRows(
  scale: Scale,
): Promise<{ readonly rows: readonly Row[]; readonly roundTripMs: number }> {
  const tree = makeCodeTree(scale.isShort ? { files: 1500, fileBytes: 8_000 } : { files: 5700, fileBytes: 34_000 });
  try {
    await using session = await EditorSession.open(tree.folder, TYPES_BEFORE_ENTER);
    const activation = await activationRows(session, scale); // in hosts where nothing has happened yet
    const tripMs = await roundTripMs(session, scale);
    const firstRow = await firstRowRows(session, tree.words, scale);
    const written = await writtenAnswerRows(session, scale);
    const million = await millionRows(session, scale);
    return { rows: [...activation, ...firstRow, ...million, ...written], roundTripMs: tripMs };
  } finally {
    rmSync(tree.folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  }
}
