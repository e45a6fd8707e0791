import { performance } from "node:perf_hooks";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Frame } from "playwright-core";
import { ScriptedModelServer, type ChatRequest, type ChatScript } from "../support/scriptedModelServer.ts";
import type { EditorSession } from "./editorSession.ts";
import { longAnswer } from "./longAnswer.ts";
import { above, limit, type Row, type Scale } from "./results.ts";

/** A name that no model of a person has, nor one of another run on this machine: all of them are listed. */
const MODEL = `bench-30b-${process.pid}`;
const TOKENS_A_SECOND = 200;
/** How to poll for the end. */
const WAITING = { polling: 250, timeout: 180_000 };
/** Until the state of all sources is known. */
const SETTLED_MS = 3_000;
/** How often the window's thread is asked how long it has worked. */
const LOOK_MS = 60;
/** The browser reports only turns longer than this. */
const LONG_TURN_MS = 50;

interface Watched {
  readonly processorMs: number;
  readonly turnMs: number;
}

/** The processor time used during a stretch of time. */
interface Load {
  readonly tookMs: number;
  readonly hostMs: number;
  readonly windowMs: number;
  /** The most that the longest turn of the host's thread can have taken, and of the window's. */
  readonly hostTurnMs: number;
  readonly windowTurnMs: number;
}

/**
 * An answer that grows in its panel as fast as a fast model writes, until it has the greatest length allowed; then the
 * same window with nothing to do, which gives the share of the editor itself and of the measuring.
 */
export async function writtenAnswerRows(session: EditorSession, { isShort }: Scale): Promise<readonly Row[]> {
  const { workbench } = session;
  const pieces = longAnswer(isShort ? 2_000 : 20_000);
  await using server = await ScriptedModelServer.start((request) => replyTo(request, pieces), {
    kind: "ollama",
    models: [{ name: MODEL, contextLength: 65_536 }],
    isLookedFor: true,
  });
  await workbench.runCommand("Plumbline: Choose a Model for Local Answers…");
  await workbench.pick(MODEL);
  await workbench.pick("Send Passages");
  await workbench.toast(/now writes local answers/).waitFor();
  await workbench.runCommand("Notifications: Clear All Notifications");

  await workbench.ask("Where is a value read and then returned as an item?");
  const panel = await workbench.webviewWith(".answer p, .answer li, .answer h4");
  const growing = await loadDuring(session, panel, async () => {
    const isSettled = () => document.querySelector(".written .statements .codicon") !== null;
    await panel.waitForFunction(isSettled, undefined, WAITING);
  });
  await sleep(SETTLED_MS);
  const until = Date.now() + (isShort ? 5_000 : 20_000);
  const atRest = await loadDuring(session, panel, async () => {
    await panel.waitForFunction((end) => Date.now() > end, until, WAITING); // polls as often, which costs as well
  });
  const whole = share(growing);
  const own = share(atRest);
  console.log(
    `a growing answer, ${(growing.tookMs / 1000).toFixed(0)} s, ${server.requests.length} requests: host ${growing.hostMs.toFixed(0)} ms, window ${growing.windowMs.toFixed(0)} ms, ${whole.toFixed(1)} % (at rest ${own.toFixed(1)} %); longest turns ${growing.hostTurnMs.toFixed(0)} and ${growing.windowTurnMs.toFixed(0)} ms (at rest ${atRest.hostTurnMs.toFixed(0)} and ${atRest.windowTurnMs.toFixed(0)} ms)`,
  );
  return [
    above("200 tokens a second, processor of host and window, above what they take at rest", whole - own, "%", 10),
    limit(
      "200 tokens a second, longest turn in host and panel",
      Number(Math.max(growing.hostTurnMs, growing.windowTurnMs).toPrecision(3)),
      "ms",
      "atMost",
      50,
    ),
  ];
}

function share({ hostMs, windowMs, tookMs }: Load): number {
  return (100 * (hostMs + windowMs)) / tookMs;
}

/** Measures while `work` lasts. */
async function loadDuring(session: EditorSession, panel: Frame, work: () => Promise<unknown>): Promise<Load> {
  const { page } = session.workbench;
  const chromium = await page.context().newCDPSession(page);
  await chromium.send("Performance.enable", { timeDomain: "threadTicks" });
  const workedMs = async (): Promise<number> => {
    const { metrics } = await chromium.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN);
  };
  await watchTurns(panel);
  await session.probe("watch");
  const from = performance.now();
  const fromMs = await workedMs();
  let toMs = fromMs;
  let mostMs = 0;
  const over = new AbortController();
  const working = work().finally(() => {
    over.abort();
  });
  while (!over.signal.aborted) {
    await Promise.race([working, sleep(LOOK_MS)]);
    const before = toMs;
    toMs = await workedMs(); // the window's thread answers: each of its turns is between two answers
    mostMs = Math.max(mostMs, toMs - before);
  }
  await working;
  const tookMs = performance.now() - from;
  const host = (await session.probe("watched")) as Watched;
  const longestMs = await longestTurn(panel);
  await chromium.detach();
  return {
    tookMs,
    hostMs: host.processorMs,
    windowMs: toMs - fromMs,
    hostTurnMs: host.turnMs,
    // The smaller of both: the clock also counts what others use the processor for, and processor time counts turns
    // that follow each other as one.
    windowTurnMs: Math.min(mostMs, Math.max(longestMs, LONG_TURN_MS)),
  };
}

/** Replies to the trial, and to the question. */
function replyTo({ body }: ChatRequest, pieces: readonly string[]): ChatScript {
  if (body.tools) return { text: ["I can't call tools."] };
  if (body.messages.some(({ content }) => content?.includes("from one to thirty")))
    return { text: ["one, two, three"] };
  return { text: pieces, perSecond: TOKENS_A_SECOND, usage: { prompt: 6_000, completion: pieces.length } };
}

interface WatchedPage {
  longestTurnMs?: number;
}

async function watchTurns(panel: Frame): Promise<void> {
  await panel.evaluate(() => {
    const watched = globalThis as WatchedPage;
    watched.longestTurnMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        watched.longestTurnMs = Math.max(watched.longestTurnMs ?? 0, duration);
    }).observe({ type: "longtask" });
  });
}

function longestTurn(panel: Frame): Promise<number> {
  return panel.evaluate(() => (globalThis as WatchedPage).longestTurnMs ?? NaN);
}
