// Measures inside the extension host what can only be measured there, for whoever asks at the socket PLUMBLINE_PROBE.
const { rmSync } = require("node:fs");
const { createServer } = require("node:http");
const { performance } = require("node:perf_hooks");
const { setTimeout: sleep } = require("node:timers/promises");
const vscode = require("vscode");

const PAGE = `<script>
  const host = acquireVsCodeApi();
  addEventListener("message", ({ data }) => host.postMessage(data));
  host.postMessage("ready");
</script>`;

const ANSWERS = {
  /** Which host this is. */
  host: () => process.pid,

  /** Milliseconds that each of these extensions takes until it is active, code and all. */
  activate: async (query) => {
    const times = {};
    for (const id of query.getAll("id")) {
      const extension = vscode.extensions.getExtension(id);
      if (!extension) throw new Error(`${id} is not there.`);
      if (extension.isActive) throw new Error(`${id} is active already.`);
      const start = performance.now();
      await extension.activate();
      times[id] = performance.now() - start;
    }
    return times;
  },

  /** Milliseconds of as many round trips to a webview and back, one after the other. */
  roundTrips: async (query) => {
    const panel = vscode.window.createWebviewPanel("probe", "Probe", vscode.ViewColumn.One, { enableScripts: true });
    try {
      const answer = () =>
        new Promise((resolve) => {
          const heard = panel.webview.onDidReceiveMessage(() => {
            heard.dispose();
            resolve(undefined);
          });
        });
      const ready = answer();
      panel.webview.html = PAGE;
      await ready;
      const times = [];
      for (let round = 0; round < Number(query.get("rounds")); round++) {
        const start = performance.now();
        const back = answer();
        await panel.webview.postMessage({ round });
        await back;
        times.push(performance.now() - start);
      }
      return times;
    } finally {
      panel.dispose();
    }
  },

  /** Milliseconds out of the next `ms` in which this extension host was busy. */
  busy: async (query) => {
    const before = performance.eventLoopUtilization();
    await sleep(Number(query.get("ms")));
    return performance.eventLoopUtilization(before).active;
  },
};

/** Since `watch`: how often the longest turn is looked for, and what was found. */
let watched;
const LOOK_MS = 20;

/** Milliseconds that this thread has worked. */
function worked() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

ANSWERS.watch = () => {
  clearInterval(watched?.timer);
  const found = { from: process.cpuUsage(), turnMs: 0, timer: undefined };
  let before = worked();
  found.timer = setInterval(() => {
    const now = worked();
    found.turnMs = Math.max(found.turnMs, now - before);
    before = now;
  }, LOOK_MS);
  watched = found;
  return true;
};

/** Processor time of this extension host since `watch`, all threads, and what its longest turn took of it at most. */
ANSWERS.watched = () => {
  const { from, turnMs, timer } = watched;
  clearInterval(timer);
  const { user, system } = process.cpuUsage(from);
  return { processorMs: (user + system) / 1000, turnMs };
};

exports.activate = ({ subscriptions }) => {
  const socket = process.env.PLUMBLINE_PROBE;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://probe");
    Promise.resolve(ANSWERS[pathname.slice(1)](searchParams)).then(
      (value) => response.end(JSON.stringify(value)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  rmSync(socket, { force: true }); // of the extension host before this one
  server.listen(socket);
  subscriptions.push({ dispose: () => server.close() });
};
