import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { SEARCH_TOOL } from "../../../src/core/agents/searchTool.ts";
import { tokensOf } from "../../../src/core/agents/toolText.ts";
import { findEngineProgram } from "../../../src/local/code/engine/engineProgram.ts";
import { startLocalService } from "../../../src/local/server/localService.ts";
import type { Query } from "./queries.ts";

/** What an agent reads at a glance. */
const TOKENS = 1_500;

/**
 * The share of the given questions for which a search of an agent has some of the true lines among its first tokens.
 */
export async function agentShare(queries: readonly Query[]): Promise<number> {
  const storeDir = mkdtempSync(path.join(tmpdir(), "plumbline-bench-"));
  const engineProgram = await findEngineProgram();
  const options = { folders: [], storeDir, engineProgram, log: () => undefined, port: "none" } as const;
  const service = await startLocalService(options);
  let right = 0;
  try {
    for (const { text, folders, truth } of queries) {
      service.setFolders(folders, []);
      const call = { signal: new AbortController().signal, progress: () => undefined };
      const args = { query: text, skip: undefined, budget: undefined };
      const lines = linesIn(await SEARCH_TOOL.run(args, service.tools, call));
      const isTrue = ({ file, line }: PrintedLine) =>
        truth.some(
          ({ file: sought, startLine = 0, endLine = 0 }) =>
            folders.some((folder) => path.join(folder, file) === sought) && line >= startLine && line <= endLine,
        );
      if (lines.some(isTrue)) right++;
    }
  } finally {
    await service.close();
    rmSync(storeDir, { recursive: true });
  }
  return right / queries.length;
}

interface PrintedLine {
  /** In its repository. */
  readonly file: string;
  /** Zero-based. */
  readonly line: number;
}

/** The lines of code within the first tokens of a result. */
function linesIn(result: string): readonly PrintedLine[] {
  const lines: PrintedLine[] = [];
  let file = "";
  let tokens = 0;
  for (const text of result.split("\n")) {
    tokens += tokensOf(`${text}\n`);
    if (tokens > TOKENS) break;
    const [, line] = /^(\d+):/.exec(text) ?? [];
    if (line !== undefined) lines.push({ file, line: Number(line) - 1 });
    else if (!/^[#<[]/.test(text)) file = text.replace(/^\.\//, "");
  }
  return lines;
}
