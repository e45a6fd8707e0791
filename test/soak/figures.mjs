// @ts-check
// Loaded into each thread of a process before anything else (`--import`): reports what the process holds.
import { EventEmitter, getEventListeners } from "node:events";
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process, { env, getActiveResourcesInfo, memoryUsage, pid } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { queryObjects } from "node:v8";
import { BroadcastChannel, isMainThread, threadId } from "node:worker_threads";

/**
 * @typedef {object} Figures what a process holds after a forced collection
 * @property {number} descriptors
 * @property {number} children
 * @property {number} threads of the operating system
 * @property {number} listeners of all emitters and event targets of the thread that has most
 * @property {number} signals abort signals of the thread that has most
 * @property {number} timers of all threads, those that keep it running
 * @property {number} handles all else that keeps a thread running
 * @property {number} heap bytes of the main thread
 * @property {number} threadHeap bytes of the other thread that has most
 */

/** @typedef {Pick<Figures, "listeners" | "signals" | "timers" | "handles" | "heap">} ThreadFigures */

/** A process that gets `FIGURES_SIGNAL` leaves its figures as `PID.json` in the folder that this variable names. */
export const FOLDER_VARIABLE = "PLUMBLINE_SOAK_FIGURES";
export const FIGURES_SIGNAL = "SIGUSR2";

/** @type {Set<WeakRef<EventEmitter | EventTarget>>} */
const listened = new Set();
/** @type {WeakSet<EventEmitter | EventTarget>} */
const known = new WeakSet();

/** @param {EventEmitter | EventTarget} target */
function note(target) {
  if (known.has(target)) return;
  known.add(target);
  listened.add(new WeakRef(target));
}

for (const [prototype, names] of /** @type {const} */ ([
  [EventEmitter.prototype, ["on", "addListener", "prependListener"]],
  [globalThis.EventTarget.prototype, ["addEventListener"]],
])) {
  for (const name of names) {
    /** @type {(this: EventEmitter | EventTarget, ...parameters: unknown[]) => unknown} */
    const original = Reflect.get(prototype, name);
    Reflect.set(
      prototype,
      name,
      /** @type {typeof original} */ (
        function (...parameters) {
          note(this);
          return original.apply(this, parameters);
        }
      ),
    );
  }
}

function countListeners() {
  let count = 0;
  for (const reference of listened) {
    const target = reference.deref();
    if (!target) listened.delete(reference);
    else if (target instanceof EventEmitter)
      for (const name of target.eventNames()) count += target.listenerCount(name);
    else if (target instanceof AbortSignal) count += getEventListeners(target, "abort").length;
  }
  return count;
}

/** @returns {Promise<ThreadFigures>} */
async function figuresOfThread() {
  for (let times = 0; times < 3; times++) {
    globalThis.gc?.();
    await sleep(10, undefined, { ref: false }); // callbacks after a collection free more
  }
  const listeners = countListeners();
  await sleep(10, undefined, { ref: false }); // what was dereferenced is held until the turn ends
  const signals = queryObjects(AbortSignal, { format: "count" });
  globalThis.gc?.();
  const resources = getActiveResourcesInfo();
  const timers = resources.filter((name) => name === "Timeout").length;
  return { listeners, signals, timers, handles: resources.length - timers, heap: memoryUsage().heapUsed };
}

const channel = new BroadcastChannel("plumbline soak");
channel.unref();

/** @type {Map<number, ThreadFigures>} */
let told = new Map();
/** @type {Set<number>} */
const running = new Set();

if (isMainThread) {
  process.on("worker", (worker) => {
    const { threadId: id } = worker;
    worker.once("exit", () => running.delete(id));
  });
  channel.onmessage = ({ data }) => {
    if (data.figures) told.set(data.id, data.figures);
    else if (data.id) running.add(data.id); // threads started from a text don't load this file
  };
  process.on(FIGURES_SIGNAL, () => {
    const folder = env[FOLDER_VARIABLE] ?? "";
    void figures().then((all) => {
      const file = join(folder, `${pid}.json`);
      writeFileSync(`${file}.part`, JSON.stringify(all));
      renameSync(`${file}.part`, file);
    });
  });
} else {
  channel.onmessage = ({ data }) => {
    if (data === "figures") void figuresOfThread().then((own) => channel.postMessage({ id: threadId, figures: own }));
  };
  channel.postMessage({ id: threadId });
}

/**
 * The figures of this process, with all of its threads.
 *
 * @returns {Promise<Figures>}
 */
export async function figures() {
  told = new Map();
  channel.postMessage("figures");
  const own = await figuresOfThread();
  while ([...running].some((id) => !told.has(id))) await sleep(10);
  const others = [...told.values()];
  const all = [own, ...others];
  const tasks = readdirSync("/proc/self/task");
  return {
    descriptors: readdirSync("/proc/self/fd").length,
    children: tasks.flatMap((task) => childrenOf(task)).length,
    threads: tasks.length,
    listeners: Math.max(...all.map(({ listeners }) => listeners)),
    signals: Math.max(...all.map(({ signals }) => signals)),
    timers: all.reduce((sum, { timers }) => sum + timers, 0),
    handles: all.reduce((sum, { handles }) => sum + handles, 0),
    heap: own.heap,
    threadHeap: Math.max(0, ...others.map(({ heap }) => heap)),
  };
}

/** @param {string} task */
function childrenOf(task) {
  return readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean);
}
