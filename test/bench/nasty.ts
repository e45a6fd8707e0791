import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalService, type LocalService } from "../../src/local/server/localService.ts";
import { findEngineProgram } from "../../src/local/code/engine/engineProgram.ts";
import { watchTurns } from "../support/turns.ts";
import { makeTemporaryFolder } from "../unit/git/temporaryRepositories.ts";
import { median } from "./measure.ts";
import { limit, type Row, type Scale } from "./results.ts";

/**
 * The longest time that what somebody sends, or what a repository contains, blocks the local service: processor time of
 * one turn.
 */
export async function nastyRows({ isShort }: Scale): Promise<readonly Row[]> {
  const size = isShort ? 0.1 : 1;
  const temporary = makeTemporaryFolder();
  const storeDir = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const root = temporary.commit("nasty", {
    [`${"a".repeat(240)}_b.txt`]: "hello\n",
    "generated.ts": "export const a = 1;\n".repeat(150_000 * size),
    "minified.js": `${"é needle ".repeat(300_000 * size)}\n`,
    "repeated.txt": "a".repeat(3_000_000 * size),
    "code.ts": "function retry(interval: number) {\n  return interval * 2;\n}\n".repeat(2_000 * size),
  });
  const service = await serve(root, storeDir);
  const searches = [
    "file:^(a+)+$ hello timeout:1s",
    "type:symbol a count:all",
    "needle type:diff count:all",
    "needle count:all",
    "/(?s)a.*z|a/ rev:HEAD count:all timeout:1s",
    `hello rev:${Array.from({ length: 800 * size }, (_, at) => `name${at}`).join(":")}`,
  ];
  const questions = ["`".repeat(50_000), "How long is the retry interval?", "(about @".repeat(12_000)];
  try {
    const longest: number[] = [];
    for (let round = 0; round < (isShort ? 1 : 5); round++) {
      const turns = watchTurns();
      for (const query of searches) await search(service, query);
      for (const question of questions) await ask(service, question);
      longest.push(turns.stop());
    }
    return [
      limit("local service, longest time without a turn, nasty inputs", median(longest), "ms", "atMost", 100),
      await nastyRequestsRow(service, size, isShort ? 1 : 5),
      ...(await largeDiffRows(size)),
    ];
  } finally {
    await service.close();
    await temporary.remove();
    rmSync(storeDir, { recursive: true });
  }
}

/** What a program on this machine may send instead of a request. */
async function nastyRequestsRow(service: LocalService, size: number, rounds: number): Promise<Row> {
  const bytes = 1_000_000 * size;
  const message = { jsonrpc: "2.0", id: 1, method: "ping" };
  const bodies = [
    "[".repeat(bytes),
    "[".repeat(bytes / 2) + "]".repeat(bytes / 2),
    `[${"{},".repeat(bytes / 3)}{}]`,
    JSON.stringify(Array.from({ length: 15_000 * size }, () => message)),
  ];
  const headers = {
    authorization: `token ${service.token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const longest: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const turns = watchTurns();
    for (const path of ["/api/deepsearch.v1.Service/GetConversation", "/mcp"]) {
      for (const body of bodies) {
        const response = await fetch(service.baseUrl + path, { method: "POST", headers, body });
        await response.arrayBuffer();
        if (response.ok) throw new Error(`${path} took what is no request.`);
      }
    }
    longest.push(turns.stop());
  }
  return limit("local service, longest time without a turn, nasty requests", median(longest), "ms", "atMost", 100);
}

/** A generated file that was written anew: what is found in such a change, or that it is skipped, is told soon. */
async function largeDiffRows(size: number): Promise<readonly Row[]> {
  const temporary = makeTemporaryFolder();
  const storeDir = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const text = (factor: number) =>
    Array.from(
      { length: 150_000 * size },
      (_, at) => `export const NAME_${at} = "${"x".repeat(60)} ${at * factor}";\n`,
    );
  const root = temporary.commit("generated", { "generated.ts": text(1).join("") });
  temporary.commit("generated", { "generated.ts": text(3).join("") });
  const service = await serve(root, storeDir);
  try {
    await search(service, "anything");
    const turns = watchTurns();
    const firstMs = [];
    for (const query of ["type:diff NAME_7", "type:diff NAME_7 count:all", "type:symbol NAME_7"])
      firstMs.push(await search(service, query));
    return [
      limit("type:diff over a file of 15 MB: first row or word", Math.max(...firstMs), "ms", "atMost", 5000),
      limit("type:diff over a file of 15 MB: longest time without a turn", turns.stop(), "ms", "atMost", 100),
    ];
  } finally {
    await service.close();
    await temporary.remove();
    rmSync(storeDir, { recursive: true });
  }
}

/** How long the first row takes, or the first word about what was skipped. */
async function search({ baseUrl, token }: LocalService, query: string): Promise<number> {
  const from = performance.now();
  const parameters = new URLSearchParams({ q: query, t: "keyword", cm: "true", "max-line-len": "5000" });
  const response = await fetch(`${baseUrl}/.api/search/stream?${parameters.toString()}`, {
    headers: { authorization: `token ${token}` },
  });
  let firstMs: number | undefined;
  for await (const chunk of response.body ?? []) {
    if (/event: matches|"skipped":\[\{/.test(Buffer.from(chunk).toString())) firstMs ??= performance.now() - from;
  }
  return firstMs ?? performance.now() - from;
}

async function ask({ baseUrl, token }: LocalService, question: string): Promise<void> {
  const headers = {
    authorization: `token ${token}`,
    "content-type": "application/json",
    "x-requested-with": "plumbline 1.0.0",
  };
  const url = `${baseUrl}/.api/deepsearch/v1`;
  const created = await fetch(url, { method: "POST", headers, body: JSON.stringify({ question }) });
  const { id } = (await created.json()) as { readonly id: number };
  for (;;) {
    const conversation = (await (await fetch(`${url}/${id}`, { headers })).json()) as {
      readonly questions: readonly { readonly status: string }[];
    };
    if (conversation.questions.every(({ status }) => status !== "processing")) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function serve(folder: string, storeDir: string) {
  return startLocalService({
    folders: [folder],
    gitFolders: [folder],
    storeDir,
    engineProgram: await findEngineProgram(),
    log: () => undefined,
  });
}
