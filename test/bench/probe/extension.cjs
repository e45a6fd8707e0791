// Measures inside the extension host what can only be measured there, for any client of the socket PLUMBLINE_PROBE.
const { renameSync } = require("node:fs");
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
  /** Identifies this host. */
  host: () => process.pid,

  /** Milliseconds until each of these extensions is active, including loading its code. */
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

  /** Milliseconds of each of the given number of round trips to a webview and back, one after another. */
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

  /** Milliseconds of the next `ms` in which this extension host was busy. */
  busy: async (query) => {
    const before = performance.eventLoopUtilization();
    await sleep(Number(query.get("ms")));
    return performance.eventLoopUtilization(before).active;
  },
};

/** What was found since `watch`, and how often the longest turn is looked for. */
let watched;
const LOOK_MS = 20;

/** Processor time that this thread has used, in milliseconds. */
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

/**
 * Since `watch`: the processor time of all threads of this extension host, and the most that its longest turn can have
 * taken.
 */
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
  // Under a name of its own at first: a server that closes removes the socket at the path that it listened at, and the
  // previous extension host may close its own after this one has begun.
  const own = `${socket}-${process.pid}`;
  server.listen(own, () => renameSync(own, socket));
  subscriptions.push({ dispose: () => server.close() });
};
