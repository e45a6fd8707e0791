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
  const service = await startLocalService({
    folders: [root],
    gitFolders: [root],
    storeDir,
    engineProgram: await findEngineProgram(),
    log: () => undefined,
  });
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
    return [limit("local service, longest time without a turn, nasty inputs", median(longest), "ms", "atMost", 100)];
  } finally {
    await service.close();
    await temporary.remove();
    rmSync(storeDir, { recursive: true });
  }
}

async function search({ baseUrl, token }: LocalService, query: string): Promise<void> {
  const parameters = new URLSearchParams({ q: query, t: "keyword", cm: "true", "max-line-len": "5000" });
  const response = await fetch(`${baseUrl}/.api/search/stream?${parameters.toString()}`, {
    headers: { authorization: `token ${token}` },
  });
  await response.arrayBuffer();
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
