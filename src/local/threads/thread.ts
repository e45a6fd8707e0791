// The program of a thread: does the jobs that come over its port, one at a time. What it keeps between them is the thread's,
// and ends with it.
import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import process from "node:process";
import { parentPort, workerData } from "node:worker_threads";
import { createAnswerFinder } from "../answers/answer.ts";
import { rankedWords, searchRanked } from "../answers/rankedSearch.ts";
import { codeBaseOf } from "../files/codeBase.ts";
import { Commits } from "../files/commits.ts";
import { GitPermission } from "../files/gitPermission.ts";
import { frameArray } from "../http/eventStream.ts";
import { inLanguage } from "../http/l10n.ts";
import { parseQuery } from "../query/query.ts";
import { createRipgrep, RipgrepError, withoutRipgrep } from "../ripgrep/ripgrep.ts";
import { findGone, goneFolders } from "../search/skippedFiles.ts";
import { SearchOutput, type SearchEvents } from "../search/searchOutput.ts";
import { runSearch } from "../search/searchRun.ts";
import { DefinitionReader, type FileDefinitions } from "../symbols/fileDefinitions.ts";
import { parserBytes, parsing, prepareParsing } from "../symbols/treeSitter.ts";
import { createCodeTools } from "../tools/codeTools.ts";
import { DefinitionCalls } from "./definitionCalls.ts";
import type {
  AnswerJob,
  DefinitionsJob,
  FromThread,
  Job,
  LookUpJob,
  News,
  SearchJob,
  ThreadStart,
  ToThread,
} from "./messages.ts";

/** How far a job may be ahead of the reader of its news. With some lead, neither waits for the other all the time. */
const AHEAD_BYTES = 1024 * 1024;
/** As long as an answer may take. */
const RANKED_MS = 60_000;
/** Shorter than for an answer: looking something up is one step of it. */
const LOOK_UP_AT_MOST_MS = 20_000;

const { ripgrepBinary, parses, parserBytesAtMost = 300_000_000, stopFlag, ...limits } = workerData as ThreadStart;
const isStopped = () => Atomics.load(stopFlag, 0) !== 0;
parsing.isStopped = isStopped;
parsing.fileAtMostMs = limits.parsingAtMostMs ?? parsing.fileAtMostMs;
parsing.pagesAtMost = limits.parserPagesAtMost ?? parsing.pagesAtMost;
parsing.tell = (message) => {
  post({ type: "log", message });
};
if (parses === true) prepareParsing();
const git = new GitPermission();
const commits = new Commits(git);
const ripgrep = createRipgrep(ripgrepBinary);
const findAnswer = createAnswerFinder({ ripgrep, commits });
const lookUpCode = createCodeTools({ ripgrep, commits, find: findAnswer });

const definitions = new DefinitionReader();
const definitionCalls = new DefinitionCalls((id, requests) => {
  post({ type: "define", id, requests });
});

/** Of the job that runs now, if one does. */
let stopping: AbortController | undefined;
/** Lengths of what was told and not taken in yet. */
const untaken: number[] = [];
let aheadBytes = 0;
let goOn: () => void = () => undefined;

/** The processes that run now. Once the thread is gone, the system never collects them. */
const children = new Set<ChildProcess>();
let isEnding = false;

// Every process that this thread begins, whatever begins it: ripgrep or git.
subscribe("child_process", (message) => {
  const { process: child } = message as { readonly process: ChildProcess };
  child.once("spawn", () => {
    children.add(child);
    tellOf(child, true);
    if (isEnding) child.kill("SIGKILL");
  });
  child.once("exit", () => {
    children.delete(child);
    tellOf(child, false);
    if (isEnding) leave();
  });
});

parentPort?.on("message", (message: ToThread) => {
  switch (message.type) {
    case "begin":
      stopping = new AbortController();
      void inLanguage(message.language, run.bind(undefined, message.job, stopping.signal));
      break;
    case "stop":
      if (!stopping) break; // the job had ended: `stopping` would seem to be about the next one
      post({ type: "stopping" });
      stopping.abort();
      definitionCalls.stop();
      goOn();
      break;
    case "taken":
      aheadBytes -= untaken.shift() ?? 0;
      if (aheadBytes < AHEAD_BYTES) goOn();
      break;
    case "defined":
      definitionCalls.take(message.id, message.definitions);
      break;
    case "end":
      isEnding = true;
      stopping?.abort();
      for (const child of children) child.kill("SIGKILL");
      leave();
      break;
  }
});

function tellOf({ pid }: ChildProcess, isRunning: boolean): void {
  if (pid !== undefined) post({ type: "child", pid, isRunning });
}

/** Ends the thread, once its last process has ended. This does not return, so that no other process begins. */
function leave(): void {
  if (children.size === 0) process.exit();
}

async function run(job: Job, signal: AbortSignal): Promise<void> {
  if ("gitFolders" in job) git.set(job.gitFolders);
  try {
    if (job.type === "search") await search(job, signal);
    else if (job.type === "answer") await answer(job, signal);
    else if (job.type === "lookUp") await lookUp(job, signal);
    else await define(job, signal);
    end();
  } catch (error) {
    if (signal.aborted || isStopped()) end();
    else end(error instanceof Error ? (error.stack ?? error.message) : "unknown failure");
  }
}

function end(failure?: string): void {
  stopping = undefined;
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
  const ranked = rankedWords(parameters);
  if (ranked) {
    post({ type: "limit", limitMs: RANKED_MS });
    await searchRanked(ranked, output, codeBaseOf(folders, repositories), findAnswer, signal);
    return;
  }
  const parsed = parseQuery(parameters.query, parameters.patternType);
  if ("problem" in parsed) {
    output.sendAlert(parsed.problem.title, parsed.problem.description);
    return;
  }
  const { timeoutMs } = parsed.query;
  if (timeoutMs !== undefined) post({ type: "limit", limitMs: timeoutMs });
  const codeBase = codeBaseOf(folders, repositories);
  const readDefinitions = definitionCalls.read.bind(definitionCalls);
  const services = {
    codeBase,
    ripgrep,
    commits,
    readDefinitions,
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
  };
  await runSearch(parsed.query, parameters, output, services, signal);
}

async function lookUp({ lookUp, folders }: LookUpJob, signal: AbortSignal): Promise<void> {
  post({ type: "limit", limitMs: LOOK_UP_AT_MOST_MS });
  tell({ type: "lookedUp", found: await lookUpCode(lookUp, folders, signal) });
}

async function answer({ question, earlier, folders, withEvidence }: AnswerJob, signal: AbortSignal): Promise<void> {
  const step = (text: string) => {
    tell({ type: "step", text });
  };
  const gone = await findGone(folders);
  if (gone.length > 0) {
    const { title, message } = goneFolders(gone);
    if (gone.length === folders.length) {
      tell({ type: "unanswerable", reason: `${title}. ${message}` });
      return;
    }
    step(title);
  }
  try {
    tell({ type: "answer", answer: await findAnswer({ question, earlier, folders, signal, step, withEvidence }) });
  } catch (error) {
    if (!(error instanceof RipgrepError) || error.reason !== "missing") throw error;
    tell({ type: "unanswerable", reason: withoutRipgrep(error) });
  }
}

async function define({ requests }: DefinitionsJob, signal: AbortSignal): Promise<void> {
  const found: FileDefinitions[] = [];
  for (const request of requests) {
    signal.throwIfAborted();
    found.push(await definitions.read(request));
  }
  tell({ type: "definitions", definitions: found });
}

function tell(news: News, length = 0, transferred: readonly ArrayBuffer[] = []): void {
  untaken.push(length);
  aheadBytes += length;
  post({ type: "news", news }, transferred);
}

function post(message: FromThread, transferred: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transferred);
}
