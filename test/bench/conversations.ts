import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalService, type LocalService } from "../../src/local/server/localService.ts";
import { findEngineProgram } from "../../src/local/code/engine/engineProgram.ts";
import type { StoredConversation, StoredQuestion } from "../../src/local/answers/conversations/storedConversation.ts";
import { exactProcessorTime, watchTurns } from "../support/turns.ts";
import { median } from "./measure.ts";
import { limit, type Row, type Scale } from "./results.ts";

const ROUNDS = 3;
const PAGES = 5;
const WORDS = "the parser reads each chunk and keeps what is left until a line ends".split(" ");

/** What somebody with ten thousand conversations of three questions waits for, and what the service takes for it. */
export async function conversationsRows({ isShort }: Scale): Promise<readonly Row[]> {
  const count = isShort ? 500 : 10_000;
  const storeDir = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const first: number[] = [];
  const pages: number[] = [];
  const words: number[] = [];
  const turns: number[] = [];
  try {
    await fill(storeDir, count);
    for (let round = 0; round < (isShort ? 1 : ROUNDS); round++) {
      const service = await startLocalService({
        folders: [],
        gitFolders: [],
        storeDir,
        engineProgram: await findEngineProgram(),
        log: () => undefined,
      });
      const watch = watchTurns(exactProcessorTime);
      let token = await timed(first, () => list(service, {}));
      for (let page = 0; page < PAGES; page++) token = await timed(pages, () => list(service, { pageToken: token }));
      await timed(words, () => list(service, { filters: [{ contentQuery: "quokka" }] }));
      turns.push(watch.stop());
      await service.close();
    }
  } finally {
    rmSync(storeDir, { recursive: true });
  }
  const row = (what: string, values: readonly number[], most: number) =>
    limit(`10,000 conversations: ${what}`, median(values), "ms", "atMost", most);
  return [
    row("first list", first, 300),
    row("a page", pages, 100),
    row("all with a word in them", words, 2000),
    row("longest turn of the service", turns, 50),
  ];
}

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work();
  times.push(performance.now() - from);
  return result;
}

/** The token of the next page. */
async function list({ baseUrl, token }: LocalService, query: object): Promise<string | undefined> {
  const response = await fetch(`${baseUrl}/api/deepsearch.v1.Service/ListConversationSummaries`, {
    method: "POST",
    headers: { authorization: `token ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ parent: "users/~self", pageSize: 50, ...query }),
  });
  const { conversationSummaries = [], nextPageToken } = (await response.json()) as {
    readonly conversationSummaries?: readonly unknown[];
    readonly nextPageToken?: string;
  };
  if (conversationSummaries.length === 0) throw new Error("No conversations were listed.");
  return nextPageToken;
}

async function fill(folder: string, count: number): Promise<void> {
  for (let id = 1; id <= count; id++) await writeFile(join(folder, `${id}.1.json`), JSON.stringify(conversation(id)));
}

function conversation(id: number): StoredConversation {
  const at = 1_700_000_000_000 + id * 60_000;
  const text = (words: number, seed: number) =>
    Array.from({ length: words }, (_, place) => WORDS[(place * 7 + seed) % WORDS.length]).join(" ");
  const questions = [1, 2, 3].map((number): StoredQuestion => ({
    id: number,
    text: `${text(12, id)}${id % 500 === 0 ? " quokka" : ""}?`,
    createdAt: at,
    updatedAt: at,
    folders: ["/work/shop"],
    steps: [],
    state: {
      status: "completed",
      text: text(300, id + number),
      sources: [],
      followUps: [],
      tookMs: 100,
      searches: 1,
    },
  }));
  return { version: 1, id, readToken: "t", createdAt: at, updatedAt: at, title: `Conversation ${id}`, questions };
}
