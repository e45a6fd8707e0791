// The program of a thread: does the jobs that come over its port, one at a time.
import { parentPort, workerData } from "node:worker_threads";
import { createAnswerFinder } from "../answers/answer.ts";
import { codeBaseOf } from "../files/codeBase.ts";
import { Commits } from "../files/commits.ts";
import { GitPermission } from "../files/gitPermission.ts";
import { frameArray } from "../http/eventStream.ts";
import { parseQuery } from "../query/query.ts";
import { createRipgrep } from "../ripgrep/ripgrep.ts";
import { SearchOutput, type SearchEvents } from "../search/searchOutput.ts";
import { runSearch } from "../search/searchRun.ts";
import { parserBytes } from "../symbols/treeSitter.ts";
import type { AnswerJob, FromThread, Job, News, SearchJob, ThreadData, ToThread } from "./messages.ts";

/** So far a job may be ahead of whoever takes its news, so that neither waits for the other all the time. */
const AHEAD_BYTES = 1024 * 1024;

const { ripgrepBinary, parserBytesAtMost = 300_000_000 } = workerData as ThreadData;
const git = new GitPermission();
const commits = new Commits(git);
const ripgrep = createRipgrep(ripgrepBinary, (pid, isRunning) => {
  post({ type: "child", pid, isRunning });
});
const findAnswer = createAnswerFinder({ ripgrep, commits });

let stopping = new AbortController();
/** Lengths of what was told and not taken in yet. */
const untaken: number[] = [];
let aheadBytes = 0;
let goOn: () => void = () => undefined;

parentPort?.on("message", (message: ToThread) => {
  switch (message.type) {
    case "begin":
      stopping = new AbortController();
      void run(message.job, stopping.signal);
      break;
    case "stop":
      stopping.abort();
      goOn();
      break;
    case "taken":
      aheadBytes -= untaken.shift() ?? 0;
      if (aheadBytes < AHEAD_BYTES) goOn();
      break;
  }
});

async function run(job: Job, signal: AbortSignal): Promise<void> {
  git.set(job.gitFolders);
  try {
    if (job.type === "search") await search(job, signal);
    else await answer(job, signal);
    end();
  } catch (error) {
    if (signal.aborted) end();
    else end(error instanceof Error ? (error.stack ?? error.message) : "unknown failure");
  }
}

function end(failure?: string): void {
  const isSpent = parserBytes() > parserBytesAtMost;
  post({ type: "ended", isSpent, ...(failure === undefined ? {} : { failure }) });
}

async function search(job: SearchJob, signal: AbortSignal): Promise<void> {
  const { parameters, folders, repositories, heartbeatMs } = job;
  const events: SearchEvents = {
    send: (event, json) => {
      tell({ type: "event", event, json }, json.length);
    },
    sendArray: (event, elements) => {
      const bytes = frameArray(event, elements);
      tell({ type: "bytes", bytes }, bytes.length, [bytes.buffer]);
    },
    drained: async () => {
      if (aheadBytes < AHEAD_BYTES || signal.aborted) return;
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    },
  };
  const output = new SearchOutput(events, parameters);
  const parsed = parseQuery(parameters.query, parameters.patternType);
  if ("problem" in parsed) {
    output.sendAlert(parsed.problem.title, parsed.problem.description);
    return;
  }
  const { timeoutMs } = parsed.query;
  if (timeoutMs !== undefined) post({ type: "limit", limitMs: timeoutMs });
  const codeBase = codeBaseOf(folders, repositories);
  const services = { codeBase, ripgrep, commits, ...(heartbeatMs === undefined ? {} : { heartbeatMs }) };
  await runSearch(parsed.query, parameters, output, services, signal);
}

async function answer({ question, earlier, folders }: AnswerJob, signal: AbortSignal): Promise<void> {
  const step = (text: string) => {
    tell({ type: "step", text });
  };
  tell({ type: "answer", answer: await findAnswer({ question, earlier, folders, signal, step }) });
}

function tell(news: News, length = 0, transferred: readonly ArrayBuffer[] = []): void {
  untaken.push(length);
  aheadBytes += length;
  post({ type: "news", news }, transferred);
}

function post(message: FromThread, transferred: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transferred);
}
