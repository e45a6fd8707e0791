import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createService } from "../../src/api/service.ts";
import { endpointModel } from "../../src/api/models/endpointModel.ts";
import { isSettled, type Conversation } from "../../src/core/model/conversation.ts";
import type { CodeSearchService } from "../../src/core/model/service.ts";
import { ServiceProcess } from "../../src/host/accounts/serviceProcess.ts";
import { ModelLending } from "../../src/host/models/modelLending.ts";
import { ScriptedModelServer } from "../support/scriptedModelServer.ts";
import { median, percentile } from "./measure.ts";
import { above, ratio, type Row, type Scale } from "./results.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Code that was not written here. */
const CODE = join(ROOT, "node_modules/undici/lib");
const QUESTION = "How does the retry handler decide whether to try a request again?";
const WORDS = ["It looks at the status code ", "and at the method [1]. ", "Then it waits as long as it is told [2]."];

const SERIES = 5;
const ROUNDS = 20;

/**
 * What an answer written by a model costs besides the model and the search: the real service in its process, with a
 * model that is lent to it as by the editor, and a server that has its words ready. Alternates with answers made of
 * passages.
 */
export async function writtenRows({ isShort }: Scale): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const tree = join(folder, "undici");
  cpSync(CODE, tree, { recursive: true });
  let askedAt = 0;
  await using server = await ScriptedModelServer.start(() => {
    askedAt = performance.now();
    return { text: WORDS };
  });
  const started = serviceOver(tree, join(folder, "store"));
  try {
    const { baseUrl, token, capabilities, models, ended } = await started.start();
    const service = createService(
      { baseUrl, token: () => Promise.resolve(token), client: "bench 1", log: () => undefined, capabilities },
      { get: () => "new", set: () => undefined },
    );
    const model = endpointModel({
      baseUrl: `${server.origin}/v1`,
      ...{ model: "scripted", id: "scripted", client: "bench 1", limits: { tools: "no" } },
      key: () => Promise.resolve(undefined),
      log: () => undefined,
    });
    const lending = new ModelLending({ models, ended, words: ({ message }) => message });
    const times: Record<"overhead" | "written" | "passages" | "server", number[]> = {
      ...{ overhead: [], written: [], passages: [], server: [] },
    };
    for (let round = 0; round <= (isShort ? 3 : SERIES * ROUNDS); round++) {
      const plain = await timesOf(service, undefined);
      const lentFrom = performance.now();
      const nonce = await lending.lend(model, new AbortController().signal);
      const lentMs = performance.now() - lentFrom;
      const from = performance.now();
      const written = await timesOf(service, nonce);
      const asked = Math.min(askedAt - from, written.passagesMs); // whichever was noticed first
      const body = server.requests.at(-1)?.body;
      const serverMs = await bareMs(server.origin, body);
      assert.equal(server.requests.length, 2 * (round + 1));
      if (round === 0) continue; // the first round warms up
      times.server.push(serverMs);
      times.overhead.push(lentMs + written.settledMs - asked - serverMs);
      times.written.push(lentMs + written.passagesMs);
      times.passages.push(plain.passagesMs);
    }
    await service.close();
    console.log(
      `a written answer: server ${median(times.server).toFixed(1)} ms; ours ${median(times.overhead).toFixed(1)} ms; passages after ${median(times.written).toFixed(0)} ms, alone ${median(times.passages).toFixed(0)} ms`,
    );
    return [
      above(
        "a written answer, p95 of a round besides the model's server",
        median(seriesOf(times.overhead).map((series) => percentile(series, 0.95))),
        "ms",
        30,
      ),
      ratio(
        "passages of a written answer, against passages only",
        median(times.written) / median(times.passages),
        "atMost",
        1.1,
      ),
    ];
  } finally {
    await started.end();
    rmSync(folder, { recursive: true });
  }
}

/** A service that is polled all the time has less of it left for the answer. */
const LOOK_MS = 2;

/** On a machine that does other things as well, the slowest few of one series are chance. */
function seriesOf(times: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(times.length / ROUNDS) }, (_, at) =>
    times.slice(at * ROUNDS, (at + 1) * ROUNDS),
  );
}

/** Milliseconds from asking until its passages are there, and until it is settled. */
async function timesOf(service: CodeSearchService, nonce: string | undefined) {
  const from = performance.now();
  const { name } = await service.createConversation(QUESTION, nonce === undefined ? {} : { model: nonce });
  let passagesMs: number | undefined;
  for (;;) {
    const read = await service.getConversation(name);
    const now = performance.now() - from;
    if (hasPassages(read)) passagesMs ??= now;
    if (!isSettled(read)) {
      await sleep(LOOK_MS);
      continue;
    }
    assert.ok(passagesMs !== undefined && isAnswered(read, nonce !== undefined));
    return { passagesMs, settledMs: now };
  }
}

function hasPassages({ questions: [question] }: Conversation): boolean {
  return question?.outcome.status === "completed" || (question?.written?.passages ?? "") !== "";
}

function isAnswered({ questions: [question] }: Conversation, isWritten: boolean): boolean {
  if (question?.outcome.status !== "completed") return false;
  return isWritten
    ? question.written?.failure === undefined && question.written?.statements === 2
    : question.outcome.answer !== "";
}

/** How long the server itself takes for the same request. */
async function bareMs(origin: string, body: unknown): Promise<number> {
  const from = performance.now();
  const response = await fetch(`${origin}/v1/chat/completions`, { method: "POST", body: JSON.stringify(body) });
  assert.match(await response.text(), /\[DONE\]/);
  return performance.now() - from;
}

function serviceOver(tree: string, storeDir: string): ServiceProcess {
  return new ServiceProcess({
    program: join(ROOT, "src/local/main.ts"),
    start: () => Promise.resolve({ type: "start", folders: [tree], gitFolders: [tree], storeDir }),
    log: { info: () => undefined, debug: () => undefined, hide: () => undefined },
    words: { late: "It started too late.", endedAtOnce: "It ended at once." },
    onHung: () => {
      throw new Error("The local service hung.");
    },
  });
}
