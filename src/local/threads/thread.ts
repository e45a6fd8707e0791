// The program of a thread that searches and finds answers, one job at a time. What it keeps between jobs belongs to the
// thread, and ends with it.
import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import process from "node:process";
import { createAnswerFinder } from "../answers/answer.ts";
import { rankedWords, searchRanked } from "../answers/rankedSearch.ts";
import { FolderEncodings } from "../code/encodings/folderEncodings.ts";
import { EditorExcludes } from "../code/files/editorExcludes.ts";
import { codeBaseOf } from "../code/files/codeBase.ts";
import { seenBy } from "../code/files/heldBack.ts";
import { HeldBackCache } from "../code/files/heldBackCache.ts";
import { Commits } from "../code/files/commits.ts";
import { GitPermission } from "../code/files/gitPermission.ts";
import { TrackedThoughIgnored } from "../code/files/trackedThoughIgnored.ts";
import { inLanguage } from "../base/l10n.ts";
import { parseQuery } from "../search/query/query.ts";
import { engineWith } from "../code/engine/engine.ts";
import { EngineError, idleEngine, withoutEngine } from "../code/engine/engineError.ts";
import { withTrackedAlone } from "../code/engine/trackedAlone.ts";
import { Everything } from "../search/files/leftOut.ts";
import { findUnreadable, unreadableFolders } from "../search/files/skippedFiles.ts";
import { createWordKinship } from "../answers/ranking/wordKinship.ts";
import { SearchOutput, type SearchEvents } from "../search/results/searchOutput.ts";
import { runSearch } from "../search/searchRun.ts";
import { createCodeTools } from "../answers/tools/codeTools.ts";
import { DefinitionCalls } from "./definitionCalls.ts";
import { EventBatch } from "./eventBatch.ts";
import type { AnswerJob, DefinitionsJob, Job, LookUpJob, SearchJob } from "./messages.ts";
import { ThreadPort } from "./threadPort.ts";

/** As long as an answer may take. */
const RANKED_MS = 60_000;
/** Shorter than for an answer: looking something up is one step of it. */
const LOOK_UP_AT_MOST_MS = 20_000;

const port = new ThreadPort();
const git = new GitPermission();
const encodings = new FolderEncodings();
const excludes = new EditorExcludes();
const commits = new Commits(git);
const heldBack = new HeldBackCache();
const engineOf = engineWith(port.data.engineProgram, new TrackedThoughIgnored(commits));
const everything = new Everything(engineOf);
const kinship = createWordKinship((message) => {
  port.post({ type: "log", message });
});
const findAnswer = createAnswerFinder({ engineOf, commits, kinship, encodings, excludes, heldBack });
const lookUpCode = createCodeTools({ engineOf, commits, find: findAnswer, encodings, excludes, heldBack });
const definitionCalls = new DefinitionCalls((id, request) => {
  port.post({ type: "define", id, request });
});

/** The processes that are running. Once the thread is gone, the system never reaps them. */
const children = new Set<ChildProcess>();
let isEnding = false;

// Every process that this thread starts, whatever starts it: the engine or git.
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

port.serve<Exclude<Job, DefinitionsJob>>({
  work: (job, signal, language) => inLanguage(language, run.bind(undefined, job, signal)),
  defined: definitionCalls.take.bind(definitionCalls),
  end() {
    isEnding = true;
    for (const child of children) child.kill("SIGKILL");
    leave();
  },
});

function tellOf({ pid }: ChildProcess, isRunning: boolean): void {
  if (pid !== undefined) port.post({ type: "child", pid, isRunning });
}

/** Ends the thread, once its last process has ended. Does not return then, so that no other process begins. */
function leave(): void {
  if (children.size === 0) process.exit();
}

async function run(job: Exclude<Job, DefinitionsJob>, signal: AbortSignal): Promise<void> {
  git.set(job.gitFolders);
  encodings.set(job.encodings);
  excludes.set(job.excludes);
  if (job.type === "search") await search(job, signal);
  else if (job.type === "answer") await answer(job, signal);
  else await lookUp(job, signal);
}

async function search(job: SearchJob, signal: AbortSignal): Promise<void> {
  signal.addEventListener("abort", definitionCalls.stop.bind(definitionCalls), { once: true });
  const batch = new EventBatch((bytes, taken) => {
    port.tell({ type: "bytes", bytes }, bytes.length, taken);
  });
  try {
    await searchInto(batch, job, signal);
    batch.flush();
  } finally {
    batch.stop();
  }
}

async function searchInto(batch: EventBatch, job: SearchJob, signal: AbortSignal): Promise<void> {
  const { parameters, access, folders, silent, repositories, heartbeatMs } = job;
  const events: SearchEvents = {
    send: (event, json) => {
      batch.flush();
      port.tell({ type: "event", event, json }, json.length);
    },
    sendArray: (event, elements) => {
      batch.add(event, elements);
    },
    drained: () => port.drained(signal),
  };
  const output = new SearchOutput(events, parameters);
  const seen = seenBy(access, { ...codeBaseOf(folders, repositories, { encodings, excludes }), silent }, heldBack);
  const engine = engineOf(await withTrackedAlone(seen, commits, signal));
  const ranked = rankedWords(parameters);
  if (ranked) {
    port.post({ type: "limit", limitMs: RANKED_MS });
    await searchRanked(ranked, output, { engine, findAnswer, heldBack, heartbeatMs }, signal);
    return;
  }
  const parsed = parseQuery(parameters.query, parameters.patternType);
  if ("problem" in parsed) {
    output.sendAlert(parsed.problem.title, parsed.problem.description);
    return;
  }
  const { timeoutMs } = parsed.query;
  if (timeoutMs !== undefined) port.post({ type: "limit", limitMs: timeoutMs });
  const readDefinitions = definitionCalls.read.bind(definitionCalls);
  const services = {
    engine,
    everything: access.asker === "person" ? everything : undefined,
    heldBack,
    commits,
    readDefinitions,
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
  };
  await runSearch(parsed.query, parameters, output, services, signal);
}

async function lookUp({ lookUp, access, folders }: LookUpJob, signal: AbortSignal): Promise<void> {
  port.post({ type: "limit", limitMs: LOOK_UP_AT_MOST_MS });
  port.tell({ type: "lookedUp", found: await lookUpCode(lookUp, folders, signal, access) });
}

async function answer({ folders, ...asked }: AnswerJob, signal: AbortSignal): Promise<void> {
  const step = (text: string) => {
    port.tell({ type: "step", text });
  };
  const unreadable = [...asked.silent, ...(await findUnreadable(folders))];
  if (unreadable.length > 0) {
    const { title, message } = unreadableFolders(unreadable);
    if (unreadable.length === asked.silent.length + folders.length) {
      port.tell({ type: "unanswerable", reason: `${title}. ${message}` });
      return;
    }
    step(title);
  }
  try {
    port.tell({ type: "answer", answer: await findAnswer({ ...asked, folders, signal, step }) });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.reason === "idle") port.tell({ type: "unanswerable", reason: idleEngine() });
    else if (error.reason === "missing") port.tell({ type: "unanswerable", reason: withoutEngine(error).description });
    else throw error;
  }
}
