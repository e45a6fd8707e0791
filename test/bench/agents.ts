import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { tokensOf } from "../../src/core/agents/toolText.ts";
import { startLocalService } from "../../src/local/server/localService.ts";
import { findEngineProgram } from "../../src/local/code/engine/engineProgram.ts";
import { interleave, median, percentile } from "./measure.ts";
import { above, limit, ratio, type Row, type Scale } from "./results.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Code that was not written here. */
const CODE = join(ROOT, "node_modules/undici/lib");
const SOUGHT = "dispatcher";

/**
 * What an agent's search costs: in time against the same search over HTTP, in tokens against ripgrep, and in loading
 * its package.
 */
export async function agentsRows(scale: Scale): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const tree = join(folder, "undici");
  cpSync(CODE, tree, { recursive: true });
  const engineProgram = await findEngineProgram();
  const service = await startLocalService({
    folders: [tree],
    storeDir: join(folder, "store"),
    engineProgram,
    log: () => undefined,
  });
  const authorization = `Bearer ${service.token}`;
  const client = new Client({ name: "bench", version: "1" }, { supportedProtocolVersions: ["2025-11-25"] });
  try {
    const requestInit = { headers: { authorization } };
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", service.baseUrl), { requestInit }));
    const search = async (): Promise<string> => {
      const { content } = await client.callTool({
        name: "plumbline_search",
        arguments: { query: `${SOUGHT} case:yes`, budget: 30_000 },
      });
      const [part] = content;
      assert.equal(part?.type, "text");
      return part.text;
    };
    const query = new URLSearchParams({ q: `${SOUGHT} case:yes`, t: "keyword", cm: "true", cl: "0", display: "3000" });
    const http = async () => {
      const response = await fetch(`${service.baseUrl}/.api/search/stream?${query.toString()}`, {
        headers: { authorization },
      });
      assert.match(await response.text(), /"done":true/);
    };
    await http(); // the first one starts threads
    // On a machine that does other things as well, the slowest few of one series are chance.
    const differences: number[] = [];
    for (let series = 0; series < (scale.isShort ? 1 : 7); series++) {
      const times = await interleave(scale.isShort ? 3 : 40, { http, agent: search });
      differences.push(percentile(times.agent, 0.95) - percentile(times.http, 0.95));
    }
    const behindMs = median(differences);
    return [
      above("plumbline_search, p95 behind the same search over HTTP", behindMs, "ms", 20),
      ratio(
        "tokens a match, against rg -n --heading",
        tokensAMatch(await search(), tree, engineProgram),
        "atMost",
        1.1,
      ),
      limit("loading what speaks MCP, processor time", await loadMs(scale.isShort ? 1 : 7), "ms", "atMost", 150),
    ];
  } finally {
    await client.close();
    await service.close();
    rmSync(folder, { recursive: true });
  }
}

/** For a whole result, including everything that is said around the matches. */
function tokensAMatch(result: string, tree: string, engineProgram: string): number {
  const args = [
    "--no-config",
    "-n",
    "--heading",
    "--hidden",
    "--max-columns=200",
    "--max-columns-preview",
    SOUGHT,
    ".",
  ];
  const printed = execFileSync(engineProgram, args, { cwd: tree, encoding: "utf8" });
  const linesOf = (text: string) => text.match(/^\d+:/gm)?.length ?? 0;
  const isCapped = /more lines? of this file|\[Cut: /.test(result);
  assert.ok(linesOf(result) > 30 && (isCapped || linesOf(result) === linesOf(printed)), result);
  return tokensOf(result) / linesOf(result) / (tokensOf(printed) / linesOf(printed));
}

/** Processor time, in a new process each time, from the file that ships. */
async function loadMs(rounds: number): Promise<number> {
  const [chunk] = globSync(join(ROOT, "dist/local/chunks/mcpServer-*.js"));
  assert.ok(chunk, "it is not built");
  const program = `const start = process.cpuUsage(); await import(${JSON.stringify(pathToFileURL(chunk).href)}); const { user, system } = process.cpuUsage(start); console.log((user + system) / 1000)`;
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
    times.push(Number(stdout));
  }
  return Number(median(times).toPrecision(3));
}
