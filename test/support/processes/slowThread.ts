// A thread of the local service that has started a process and then takes one turn of about a second and a half.
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { parentPort } from "node:worker_threads";
import type { FromThread, ToThread } from "../../../src/local/threads/messages.ts";

let collected: Promise<void> | undefined;
const TURN_MS = 1500;
const post = (message: FromThread) => parentPort?.postMessage(message);

parentPort?.on("message", ({ type }: ToThread) => {
  if (type === "end") void collected?.then(() => process.exit());
  if (type === "stop") post({ type: "stopping" });
  if (type !== "begin") return;
  const child = spawn(process.execPath, ["-e", "setTimeout(() => undefined, 60_000)"], { stdio: "ignore" });
  child.once("spawn", () => {
    post({ type: "child", pid: child.pid ?? 0, isRunning: true });
    post({ type: "news", news: { type: "step", text: "begun" } });
    const end = performance.now() + TURN_MS;
    while (performance.now() < end);
    child.kill();
  });
  collected = once(child, "exit").then(() => {
    post({ type: "child", pid: child.pid ?? 0, isRunning: false });
    post({ type: "ended", isSpent: false });
  });
});
