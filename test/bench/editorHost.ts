import { setTimeout as sleep } from "node:timers/promises";
import type { EditorSession } from "./editorSession.ts";
import { median } from "./measure.ts";
import { ratio, type Row, type Scale } from "./results.ts";

const OURS = "plumbline.plumbline";
const EMPTY = "plumbline-bench.empty";
const SETTLED_MS = 1500;

/** `activate()` with all the code it loads, in one new extension host after another; the two take turns to go first. */
export async function activationRows(session: EditorSession, { isShort }: Scale): Promise<readonly Row[]> {
  const times: Record<string, number[]> = { [OURS]: [], [EMPTY]: [] };
  for (let round = 0; round < (isShort ? 2 : 8); round++) {
    if (round > 0) await session.restartHost();
    await sleep(SETTLED_MS); // other extensions are being activated
    const order = round % 2 === 0 ? [OURS, EMPTY] : [EMPTY, OURS];
    const taken = (await session.probe(`activate?${order.map((id) => `id=${id}`).join("&")}`)) as Record<
      string,
      number
    >;
    for (const [id, ms] of Object.entries(taken)) times[id]?.push(ms);
  }
  const value = median(times[OURS] ?? []) / median(times[EMPTY] ?? []);
  return [ratio("activate(), of an empty extension", value, "atMost", 1.5)];
}

/** Milliseconds from posting a message to a webview until its answer is back, one message after another: the median. */
export async function roundTripMs(session: EditorSession, { isShort }: Scale): Promise<number> {
  return median((await session.probe(`roundTrips?rounds=${isShort ? 50 : 300}`)) as number[]);
}
