import { performance } from "node:perf_hooks";
import type { Frame } from "playwright-core";
import { ScriptedModelServer, type ChatRequest, type ChatScript } from "../support/scriptedModelServer.ts";
import type { EditorSession } from "./editorSession.ts";
import { longAnswer } from "./longAnswer.ts";
import { limit, type Row, type Scale } from "./results.ts";

const MODEL = "bench-30b";
const TOKENS_A_SECOND = 200;
const STREAM_MS = 180_000;

interface Watched {
  readonly processorMs: number;
  readonly turnMs: number;
}

/** An answer that grows in its panel as fast as a fast model writes, until it is as long as one may be. */
export async function writtenAnswerRows(session: EditorSession, { isShort }: Scale): Promise<readonly Row[]> {
  const { workbench } = session;
  const pieces = longAnswer(isShort ? 2_000 : 20_000);
  await using server = await ScriptedModelServer.start((request) => replyTo(request, pieces), {
    kind: "ollama",
    models: [{ name: MODEL, contextLength: 65_536 }],
    port: 11434,
  });
  await workbench.runCommand("Plumbline: Choose a Model for Local Answers…");
  await workbench.pick(MODEL);
  await workbench.pick("Send Passages");
  await workbench.toast(/writes local answers from now on/).waitFor();
  await workbench.runCommand("Notifications: Clear All Notifications");

  await workbench.ask("Where is a value read and then returned as an item?");
  const panel = await workbench.webviewWith(".answer p, .answer li, .answer h4");
  const chromium = await workbench.page.context().newCDPSession(workbench.page);
  await chromium.send("Performance.enable", { timeDomain: "threadTicks" });
  const taskS = async (): Promise<number> => {
    const { metrics } = await chromium.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN;
  };
  await watchTurns(panel);
  await session.probe("watch");
  const from = performance.now();
  const taskFromS = await taskS();
  await panel.locator(".written .statements", { hasText: "statements have sources" }).waitFor({ timeout: STREAM_MS });
  const tookMs = performance.now() - from;
  const windowMs = 1000 * ((await taskS()) - taskFromS);
  const host = (await session.probe("watched")) as Watched;
  const pageTurnMs = await longestTurn(panel);
  await chromium.detach();
  console.log(
    `a growing answer, ${(tookMs / 1000).toFixed(0)} s: host ${host.processorMs.toFixed(0)} ms, longest turn ${host.turnMs.toFixed(0)} ms; window ${windowMs.toFixed(0)} ms, longest turn of the panel ${pageTurnMs.toFixed(0)} ms; ${server.requests.length} requests`,
  );
  return [
    limit(
      "200 tokens a second, processor of host and window",
      Number(((100 * (host.processorMs + windowMs)) / tookMs).toPrecision(3)),
      "%",
      "atMost",
      10,
    ),
    limit(
      "200 tokens a second, longest turn in host and panel",
      Number(Math.max(host.turnMs, pageTurnMs).toPrecision(3)),
      "ms",
      "atMost",
      50,
    ),
  ];
}

/** The trial, and the question. */
function replyTo({ body }: ChatRequest, pieces: readonly string[]): ChatScript {
  if (body.tools) return { text: ["I can't call tools."] };
  if (body.messages.some(({ content }) => content?.includes("from one to thirty")))
    return { text: ["one, two, three"] };
  return { text: pieces, perSecond: TOKENS_A_SECOND, usage: { prompt: 6_000, completion: pieces.length } };
}

interface WatchedPage {
  longestTurnMs?: number;
}

/** The browser tells of turns over 50 ms alone. */
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
