import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FromLocalProcess, ToLocalProcess } from "../../src/core/model/localProcess.ts";
import { findEngineProgram } from "../../src/local/code/engine/engineProgram.ts";
import { seededRandom } from "../support/randomMatches.ts";
import { interleave, median } from "./measure.ts";
import { moonshot, ratio, type Row, type Scale } from "./results.ts";

const SOUGHT = "return";
const FILE_BYTES = 32_000;
/** The last bytes of a stream, which contain what the service says at the end. */
const TAIL_BYTES = 2_000;

/**
 * A search of the local service that finds something in every third line of a large tree, against a bare `rg --json`.
 */
export async function localServiceRows(scale: Scale): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const tree = join(folder, "tree");
  const matchCount = writeTree(tree, scale.bytes * 4);
  const binary = await findEngineProgram();
  const service = await startService(tree, join(folder, "store"));
  const rgArgs = ["--no-config", "--json", "--hidden", "--ignore-case", SOUGHT, tree];
  const url = `${service.baseUrl}/.api/search/stream?${new URLSearchParams({
    q: `${SOUGHT} count:all`,
    ...{ v: "V3", t: "keyword", cm: "true", cl: "0", "max-line-len": "5000" },
  }).toString()}`;
  const request = async (): Promise<IncomingMessage> => {
    const [response] = (await once(
      get(url, { agent: false, headers: { authorization: `token ${service.token}` } }),
      "response",
    )) as [IncomingMessage];
    return response;
  };
  try {
    const whole = await interleave(scale.isShort ? 1 : 7, {
      rg: async () => {
        const [code] = (await once(spawn(binary, rgArgs, { stdio: "ignore" }), "close")) as [number];
        assert.equal(code, 0);
      },
      ours: async () => {
        let last: Buffer = Buffer.alloc(0);
        for await (const chunk of (await request()) as AsyncIterable<Buffer>)
          last = chunk.length >= TAIL_BYTES ? chunk : Buffer.concat([last, chunk]).subarray(-TAIL_BYTES);
        const [, told] = /"done":true,.*"matchCount":(\d+)/.exec(last.toString()) ?? [];
        assert.equal(Number(told), matchCount);
      },
    });
    const first = await interleave(scale.isShort ? 2 : 40, {
      rg: async () => {
        const child = spawn(binary, rgArgs, { stdio: ["ignore", "pipe", "ignore"] });
        await sight(child.stdout, '"type":"match"');
        child.kill("SIGKILL");
        await once(child, "close");
      },
      ours: async () => {
        const response = await request();
        await sight(response, "event: matches");
        response.destroy();
      },
    });
    const speed = median(whole.rg) / median(whole.ours);
    return [
      ratio("local service, lines a second, against rg --json", speed, "atLeast", 0.5),
      moonshot("local service, lines a second, moonshot", speed, "atLeast", 0.6),
      ratio("local service, first match, against rg --json", median(first.ours) / median(first.rg), "atMost", 2),
    ];
  } finally {
    await service.end();
    rmSync(folder, { recursive: true });
  }
}

/** Reads until some text comes. */
async function sight(stream: NodeJS.ReadableStream, text: string): Promise<void> {
  let seen = "";
  await new Promise<void>((resolve, reject) => {
    stream.on("data", (chunk: Buffer) => {
      seen = seen.slice(-text.length) + chunk.toString("latin1");
      if (seen.includes(text)) resolve();
    });
    stream.on("end", () => {
      reject(new Error(`${text} did not come.`));
    });
    stream.on("error", () => undefined); // the stream is cut when enough was seen
  });
}

const WORDS =
  `const value = await read(file, { signal }); if (a < b && !isDone) ${SOUGHT} items.map((item) => item.name)`.split(
    " ",
  );
const FOREIGN = ["// 文字列を解析してから返す", "/* разбор строки */", "// 😀 é"];

/**
 * Files of code in folders, one in eight containing other scripts than Latin. Returns how often the sought word occurs.
 */
function writeTree(tree: string, bytes: number): number {
  const random = seededRandom(1);
  const below = (limit: number) => Math.floor(random() * limit);
  const lines = Array.from({ length: 2_000 }, () => {
    const words = Array.from({ length: 4 + below(6) }, () => WORDS[below(WORDS.length)] ?? "");
    return {
      text: `${"  ".repeat(below(6))}${words.join(" ")}\n`,
      count: words.filter((word) => word === SOUGHT).length,
    };
  });
  let count = 0;
  for (let file = 0; file < bytes / FILE_BYTES; file++) {
    const folder = join(tree, `module${file % 89}`, `part${file % 7}`);
    let text = "";
    while (text.length < FILE_BYTES) {
      const line = lines[below(lines.length)] ?? { text: "\n", count: 0 };
      text += file % 8 === 0 && random() < 0.03 ? `${FOREIGN[below(FOREIGN.length)] ?? ""} ${line.text}` : line.text;
      count += line.count;
    }
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file${file}.ts`), text);
  }
  return count;
}

/** A service of its own over a folder, run from its sources or as it ships; whoever started it ends it. */
export async function startService(tree: string, storeDir: string, program = "src/local/main.ts") {
  const child = fork(join(import.meta.dirname, "../..", program));
  const start: ToLocalProcess = { type: "start", folders: [tree], gitFolders: [tree], storeDir };
  child.send(start);
  for (;;) {
    const [message] = (await once(child, "message")) as [FromLocalProcess];
    if (message.type === "failed") throw new Error(message.message);
    if (message.type !== "ready") continue;
    const end = async () => {
      child.disconnect();
      await once(child, "exit");
    };
    return { baseUrl: message.baseUrl, token: message.token, end };
  }
}
