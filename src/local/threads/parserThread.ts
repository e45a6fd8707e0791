// The program of a thread that only parses: the smaller it is, the sooner the first file is parsed.
import process from "node:process";
import { DefinitionReader, type FileDefinitions } from "../code/symbols/fileDefinitions.ts";
import { prepareParsing } from "../code/symbols/treeSitter.ts";
import type { DefinitionsJob } from "./messages.ts";
import { ThreadPort } from "./threadPort.ts";

/** Definitions that were found wait for more, but not for long. */
const TOLD_EVERY_MS = 20;

const port = new ThreadPort();
prepareParsing();
const reader = new DefinitionReader();

port.serve<DefinitionsJob>({
  async work({ requests }, signal) {
    let definitions: FileDefinitions[] = [];
    let toldAt = -Infinity;
    for (const request of requests) {
      signal.throwIfAborted();
      definitions.push(await reader.read(request));
      if (performance.now() - toldAt < TOLD_EVERY_MS) continue;
      port.tell({ type: "definitions", definitions });
      definitions = [];
      toldAt = performance.now();
    }
    if (definitions.length > 0) port.tell({ type: "definitions", definitions });
  },
  end: () => process.exit(),
});
