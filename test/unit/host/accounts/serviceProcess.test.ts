import assert from "node:assert/strict";
import childProcess, { spawn, type ChildProcess, type ForkOptions } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ServiceProcess, type ServiceProcessOptions } from "../../../../src/host/accounts/serviceProcess.ts";
import { watchService } from "../../../../src/host/accounts/watchdog.ts";
import { itWithSuspension } from "../../../support/systems.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { until } from "../../local/runningService.ts";

const MAIN = fileURLToPath(new URL("../../../../src/local/main.ts", import.meta.url));
const PROCESSES = fileURLToPath(new URL("../../../support/processes", import.meta.url));

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("the process of the local service", function () {
  this.timeout(120_000);
  let temporary: TemporaryFolder;
  let lines: string[];
  let hung: number;

  beforeEach(() => {
    temporary = makeTemporaryFolder();
    lines = [];
    hung = 0;
  });

  afterEach(() => temporary.remove());

  const create = (options: Partial<ServiceProcessOptions> = {}): ServiceProcess =>
    new ServiceProcess({
      program: MAIN,
      start: () =>
        Promise.resolve({
          type: "start",
          folders: [],
          gitFolders: [],
          storeDir: path.join(temporary.root, "store"),
        }),
      log: { info: (line) => lines.push(line), debug: () => undefined, hide: () => undefined },
      words: { late: "late", endedAtOnce: "ended" },
      onHung: () => (hung += 1),
      ...options,
    });

  itWithSuspension("ends when it is asked to, and is killed where it hangs", async () => {
    const local = create();
    await local.start();
    await local.end();
    assert.match(lines.join("\n"), /ended \(0\)/);
    await assert.rejects(local.start(), { code: "unreachable" });

    const hanging = create();
    await hanging.start();
    const { pid } = hanging;
    assert.ok(pid !== undefined);
    process.kill(pid, "SIGSTOP"); // it doesn't receive signals that ask it to end
    await hanging.end();
    assert.match(lines.join("\n"), /ended \(SIGKILL\)/);
    assert.equal(isRunning(pid), false);
  });

  it("finds the definitions in texts, until they are stopped or it ends", async () => {
    const local = create();
    const { symbols } = await local.start();
    const never = new AbortController().signal;
    const names = async (path: string, languageId: string, text: string, signal = never) =>
      (await symbols.ask({ path, languageId, text }, signal))?.map(({ kind, name }) => `${kind} ${name}`);
    const code = "class Store\n{\n  public void Read()\n  {\n    foreach (var each in all) { }\n  }\n}\n";
    assert.deepEqual(await names("src/Store.cs", "csharp", code), ["class Store", "method Read"]);
    assert.deepEqual(await names("bin/run", "shellscript", "go() {\n  true\n}\n"), ["function go"]);
    assert.deepEqual(await names("src/store.unknown", "plaintext", code), []);
    assert.equal(await names("src/large.py", "python", "# ä\n".repeat(250_000)), undefined);

    const long = "class A { void go(int x) { if (x) { go(x); } } }\n".repeat(15_000);
    const stopping = new AbortController();
    const asked = names("src/Long.java", "java", long, stopping.signal);
    stopping.abort();
    await assert.rejects(asked, { name: "AbortError" });
    await assert.rejects(async () => names("src/Long.java", "java", long, stopping.signal), { name: "AbortError" });

    const unanswered = names("src/Long.java", "java", long);
    process.kill(local.pid ?? 0, "SIGKILL");
    assert.equal(await unanswered, undefined);
    assert.equal(await names("src/Store.cs", "csharp", code), undefined);
    await local.end();
  });

  it("is started again where it is killed before it is ready, which Windows tells by its status alone", async () => {
    const starts = path.join(temporary.root, "starts");
    const program = path.join(temporary.root, "killed.cjs");
    writeFileSync(
      program,
      `const fs = require("node:fs");
fs.appendFileSync(${JSON.stringify(starts)}, "x");
if (fs.readFileSync(${JSON.stringify(starts)}, "utf8").length < 3) process.exit(1);
process.send({ type: "ready", baseUrl: "http://127.0.0.1:9", token: "", agentToken: "", capabilities: "" });
process.once("disconnect", () => process.exit(0));`,
    );
    await assert.rejects(create({ program, platform: "linux" }).start(), { code: "unreachable" });
    const local = create({ program, platform: "win32", watch: () => () => undefined });
    rmSync(starts);
    assert.equal((await local.start()).baseUrl, "http://127.0.0.1:9");
    assert.equal(readFileSync(starts, "utf8"), "xxx");
    await local.end();
  });

  it("opens no window on Windows, where it would be given a console", async () => {
    const { fork } = childProcess;
    let options: ForkOptions | undefined;
    Object.assign(childProcess, {
      fork: (program: string, args: readonly string[], given: ForkOptions) => fork(program, args, (options = given)),
    });
    syncBuiltinESMExports();
    try {
      const local = create();
      await local.start();
      await local.end();
    } finally {
      Object.assign(childProcess, { fork });
      syncBuiltinESMExports();
    }
    assert.equal(options?.windowsHide, true);
  });

  itWithSuspension("that hangs is told of once, ended, and started again", async () => {
    const local = create({ watch: (options) => watchService({ ...options, turnMs: 50 }) });
    const { baseUrl } = await local.start();
    const { pid = 0 } = local;
    process.kill(pid, "SIGSTOP");
    for (const end = Date.now() + 30_000; local.pid === pid && Date.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(hung, 1);
    const again = await local.start();
    assert.notEqual(again.baseUrl, baseUrl);
    assert.equal((await fetch(`${again.baseUrl}/healthz`)).status, 200);
    assert.equal(isRunning(pid), false);
    assert.match(lines.join("\n"), /does not respond any more/);
    await local.end();
  });

  it("that can read no file is told of once, ended, and started again, but once in ten minutes at most", async () => {
    const starts = path.join(temporary.root, "starts");
    const program = path.join(temporary.root, "unable.cjs");
    writeFileSync(
      program,
      `const fs = require("node:fs");
fs.appendFileSync(${JSON.stringify(starts)}, "x");
let asked = 0;
require("node:http").createServer((_, answer) => {
  asked += 1;
  fs.writeFileSync(${JSON.stringify(starts)} + ".asked", String(asked));
  answer.writeHead(asked === 3 ? 200 : 503).end("7.1.0"); // it may be for a moment
}).listen(0, "127.0.0.1", function () {
  const baseUrl = "http://127.0.0.1:" + this.address().port;
  process.send({ type: "ready", baseUrl, token: "", agentToken: "", capabilities: "" });
});
process.once("disconnect", () => process.exit(0));`,
    );
    const local = create({ program, watch: (options) => watchService({ ...options, turnMs: 20 }) });
    const { baseUrl } = await local.start();
    const begun = () => readFileSync(starts, "utf8").length;
    await until(() => begun() === 2 || undefined);
    assert.ok(Number(readFileSync(`${starts}.asked`, "utf8")) <= 6);
    assert.equal(hung, 1);
    assert.match(lines.join("\n"), /can read no file/);
    assert.notEqual((await local.start()).baseUrl, baseUrl);
    await until(() => Number(readFileSync(`${starts}.asked`, "utf8")) > 12 || undefined);
    assert.deepEqual([begun(), hung], [2, 1]);
    await local.end();
  });

  itWithSuspension("is not blamed by a host that was suspended itself, and is by one that was not", async () => {
    let isAnswering = true;
    const server = createServer((_, response) => {
      if (isAnswering) response.end("7.1.0\n");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const host = run("watchingHost.ts", `http://127.0.0.1:${port}`, "50");
    try {
      const told: string[] = [];
      createInterface({ input: host.stdout }).on("line", (line) => told.push(line));
      for (let stops = 0; stops < 4; stops++) {
        const before = told.length;
        await until(() => told.length > before + 1 || undefined);
        host.kill("SIGSTOP");
        await new Promise((resolve) => setTimeout(resolve, 1600)); // longer than three questions would take
        host.kill("SIGCONT");
      }
      const before = told.length;
      await until(() => told.length > before + 4 || undefined);
      assert.ok(!told.includes("hung"));
      isAnswering = false;
      await until(() => told.includes("hung") || undefined);
    } finally {
      host.kill("SIGKILL");
      server.closeAllConnections();
      server.close();
    }
  });

  it("ends when its parent is killed, whatever it does just then", async () => {
    const parent = run("launcher.ts", path.join(PROCESSES, "busyChild.ts"));
    const [line] = (await once(createInterface({ input: parent.stdout }), "line")) as [string];
    const pid = Number(line);
    assert.ok(isRunning(pid));
    await new Promise((resolve) => setTimeout(resolve, 1000)); // by now it only loops
    parent.kill("SIGKILL");
    for (const end = Date.now() + 60_000; isRunning(pid) && Date.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const isOver = !isRunning(pid);
    if (!isOver) process.kill(pid, "SIGKILL");
    assert.ok(isOver);
  });
});

function run(program: string, ...args: readonly string[]): ChildProcess & { readonly stdout: NodeJS.ReadableStream } {
  const child = spawn(process.execPath, [path.join(PROCESSES, program), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return child;
}
