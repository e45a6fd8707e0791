// A thread of the local service whose jobs ask what is defined in a file, go on for half a second when told to stop,
// and take a second otherwise.
import { parentPort } from "node:worker_threads";
import type { FromThread, ToThread } from "../../../src/local/threads/messages.ts";

const post = (message: FromThread) => parentPort?.postMessage(message);
let ending: NodeJS.Timeout | undefined;

parentPort?.on("message", ({ type }: ToThread) => {
  const endAfter = (ms: number) => {
    clearTimeout(ending);
    ending = setTimeout(() => post({ type: "ended", isSpent: false }), ms);
  };
  if (type === "begin") {
    post({ type: "define", id: 1, request: { file: "any", language: undefined } });
    endAfter(1000);
  } else if (type === "stop") {
    post({ type: "stopping" });
    endAfter(500);
  }
});
