import assert from "node:assert/strict";
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { after, before, describe, it } from "mocha";
import type { FromLocalProcess, ToLocalProcess } from "../../../src/core/model/localProcess.ts";
import { readCommandLine } from "../../../src/local/commandLine.ts";
import { ENDED_BY_SIGTERM } from "../../support/systems.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../git/temporaryRepositories.ts";
import { matchesOf, parseEvents, textOf, until } from "./runningService.ts";

const MAIN = fileURLToPath(new URL("../../../src/local/main.ts", import.meta.url));

describe("the program of the local service", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
    temporary.write("one", { "a.txt": "needle\n" });
    temporary.write("two", { "b.txt": "needle needle\n" });
  });
  after(() => temporary.remove());

  it("serves whoever forked it, and ends with the channel", async () => {
    const child = fork(MAIN, [], { silent: true });
    const say = (message: ToLocalProcess) => child.send(message);
    const messages: FromLocalProcess[] = [];
    const ready = new Promise<Extract<FromLocalProcess, { type: "ready" }>>((resolve, reject) => {
      child.on("message", (message: FromLocalProcess) => {
        messages.push(message);
        if (message.type === "ready") resolve(message);
        if (message.type === "failed") reject(new Error(message.message));
      });
    });
    say({
      type: "start",
      folders: [path.join(temporary.root, "one")],
      gitFolders: [],
      storeDir: path.join(temporary.root, "store"),
    });
    const { baseUrl, token } = await ready;
    const pathsFound = async () => {
      const response = await fetch(`${baseUrl}/.api/search/stream?q=needle`, {
        headers: { authorization: `token ${token}` },
      });
      return matchesOf(parseEvents(await response.text())).map((match) => match["path"]);
    };
    assert.deepEqual(await pathsFound(), ["a.txt"]);
    say({ type: "folders", folders: [path.join(temporary.root, "two")], gitFolders: [] });
    const found = await until(async () => {
      const paths = await pathsFound();
      return paths.some((found) => textOf(found) === "a.txt") ? undefined : paths;
    });
    assert.deepEqual(found, ["b.txt"]);
    const ended = once(child, "exit");
    child.disconnect();
    assert.deepEqual(await ended, [0, null]);
    assert.ok(messages.some(({ type }) => type === "log"));
    assert.ok(!messages.some((message) => message.type === "log" && message.message.includes(token)));
  });

  it("loads what speaks MCP with the first call of an agent, and not otherwise", async () => {
    const hook = fileURLToPath(new URL("../../support/processes/tellLoaded.ts", import.meta.url));
    const child = fork(MAIN, [], { silent: true, execArgv: ["--import", pathToFileURL(hook).href] });
    let loaded = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (loaded += text));
    const start: ToLocalProcess = {
      type: "start",
      folders: [path.join(temporary.root, "one")],
      gitFolders: [],
      storeDir: path.join(temporary.root, "store"),
    };
    child.send(start);
    const { promise, resolve } = Promise.withResolvers<Extract<FromLocalProcess, { type: "ready" }>>();
    child.on("message", (message: FromLocalProcess) => {
      if (message.type === "ready") resolve(message);
    });
    const { baseUrl, token } = await promise;
    const headers = {
      authorization: `token ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    assert.match(await (await fetch(`${baseUrl}/.api/search/stream?q=needle`, { headers })).text(), /a\.txt/);
    assert.match(loaded, /loads re2js/);
    assert.doesNotMatch(loaded, /modelcontextprotocol|zod/);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    assert.equal((await fetch(`${baseUrl}/mcp`, { method: "POST", headers, body })).status, 200);
    assert.match(loaded, /loads @modelcontextprotocol\/server/);
    const ended = once(child, "exit");
    child.disconnect();
    await ended;
  });

  it("serves a person, says where, and ends on a signal", async () => {
    const child = spawn(process.execPath, [
      MAIN,
      path.join(temporary.root, "one"),
      "--store",
      path.join(temporary.root, "s"),
      "--interfaces",
      "new",
    ]);
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
    while (!printed.includes("Ctrl-C")) await once(child.stdout, "data");
    const [, command = ""] = /curl -H '(Authorization: token sgp_local_[0-9a-f]{40})'/.exec(printed) ?? [];
    const [, url = ""] = /'(http:\/\/127\.0\.0\.1:\d+\/[^']+)'/.exec(printed) ?? [];
    const response = await fetch(url, { headers: { authorization: command.replace("Authorization: ", "") } });
    assert.match(await response.text(), /event: done/);
    while (!printed.includes(".vscode/mcp.json")) await once(child.stdout, "data");
    const [, forAgents = ""] = printed.split("Agents start a service of their own");
    assert.match(forAgents, /"--mcp"/);
    assert.doesNotMatch(forAgents, /sgp_|[0-9a-f]{40}|127\.0\.0\.1|localhost|token/i);
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    assert.deepEqual(await ended, ENDED_BY_SIGTERM);
  });

  it("goes on though nobody reads any more what it prints", async () => {
    const child = spawn(process.execPath, [
      MAIN,
      path.join(temporary.root, "one"),
      "--store",
      path.join(temporary.root, "unread"),
    ]);
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
    while (!printed.includes(".vscode/mcp.json")) await once(child.stdout, "data");
    child.stderr.destroy();
    child.stdout.destroy();
    const [, token = ""] = /Authorization: (token sgp_local_[0-9a-f]{40})/.exec(printed) ?? [];
    const [, url = ""] = /'(http:\/\/127\.0\.0\.1:\d+\/[^']+)'/.exec(printed) ?? [];
    for (let request = 0; request < 20; request++) {
      const response = await fetch(url, { headers: { authorization: token } });
      assert.match(await response.text(), /event: done/);
    }
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    assert.deepEqual(await ended, ENDED_BY_SIGTERM);
  });

  it("refuses in one line what it can't serve", async () => {
    const child = spawn(process.execPath, [MAIN, "/nowhere/at/all"]);
    let complaint = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
    assert.deepEqual(await once(child, "close"), [1, null]);
    assert.equal(complaint, "There is no folder /nowhere/at/all.\n");
  });

  it("refuses an encoding that nobody knows, also one that every object has", async () => {
    for (const name of ["odd", "constructor", ""]) {
      const child = spawn(process.execPath, [MAIN, temporary.root, "--encoding", name]);
      let complaint = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
      assert.deepEqual(await once(child, "close"), [1, null]);
      assert.match(complaint, /^--encoding \w* is unknown: .*\n$/);
    }
  });

  const refused: readonly (readonly [args: readonly string[], line: RegExp])[] = [
    [[], /^No folder was given\. Usage: .*$/],
    [[MAIN], /^.*main\.ts is no folder\.$/],
    [[".", "--port", "x"], /^--port x is no port.*$/],
    [[".", "--port", "70000"], /^--port 70000 is no port.*$/],
    [[".", "--odd"], /^Unknown option '--odd'.*$/],
    [[".", "--encoding"], /^Option '--encoding <value>' argument missing.*$/],
    [[".", "--interfaces", "odd"], /^--interfaces odd is unknown.*$/],
  ];
  for (const [args, line] of refused) {
    it(`refuses the arguments ${JSON.stringify(args.map((arg) => path.basename(arg)))}`, () => {
      const problem = readCommandLine(args);
      assert.match(typeof problem === "string" ? problem : "accepted", line);
    });
  }

  it("asks where to keep conversations where there is no home folder", () => {
    const { homedir } = os;
    os.homedir = () => {
      throw new Error("uv_os_homedir returned ENOENT");
    };
    syncBuiltinESMExports();
    try {
      assert.equal(readCommandLine(["."]), "There is no home folder to keep conversations in: give --store FOLDER.");
      const accepted = readCommandLine([".", "--store", "kept"]);
      assert.equal(typeof accepted === "string" ? accepted : accepted.storeDir, path.resolve("kept"));
    } finally {
      os.homedir = homedir;
      syncBuiltinESMExports();
    }
  });
});
