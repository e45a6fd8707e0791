// One part of the benchmarks: `node test/bench/part.ts NAME SCALE`, which sends the result to the process that forked
// it.
import process from "node:process";
import { agentsRows } from "./agents.ts";
import { answersRows } from "./answers.ts";
import { certainRows } from "./certain.ts";
import { conversationsRows } from "./conversations.ts";
import { editorWrittenRows } from "./editor.ts";
import { heldRows } from "./held.ts";
import { localServiceRows } from "./localService.ts";
import { nastyRows } from "./nasty.ts";
import { parsingRows } from "./parsing.ts";
import { placesRows } from "./places.ts";
import { pollingRows } from "./polling.ts";
import type { Scale } from "./results.ts";
import { streamingRows } from "./streaming.ts";
import { symbolsRows } from "./symbols.ts";
import { turnsRows } from "./turns.ts";
import { writtenRows } from "./written.ts";

const PARTS = {
  streaming: streamingRows,
  parsing: parsingRows,
  polling: pollingRows,
  localService: localServiceRows,
  nasty: nastyRows,
  places: placesRows,
  certain: certainRows,
  turns: turnsRows,
  held: heldRows,
  conversations: conversationsRows,
  agents: agentsRows,
  written: writtenRows,
  symbols: symbolsRows,
  answers: answersRows,
  editorWritten: editorWrittenRows,
};

export type Parts = { readonly [Name in keyof typeof PARTS]: Awaited<ReturnType<(typeof PARTS)[Name]>> };

const [name, scale] = process.argv.slice(2) as [keyof Parts, string];
process.send?.(await PARTS[name](JSON.parse(scale) as Scale));
