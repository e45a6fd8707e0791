import assert from "node:assert/strict";
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { rmSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import iconv from "iconv-lite";
import { afterEach, beforeEach, describe, it } from "mocha";
import { isRunning } from "../../../../../src/core/model/isRunning.ts";
import { isThorough } from "../../../../support/depth.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { until } from "../../runningService.ts";

const PROGRAM = fileURLToPath(new URL("../../../../../src/local/main.ts", import.meta.url));

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';

describe("the local service as a program of an agent", () => {
  let temporary: TemporaryFolder;

  beforeEach(() => {
    temporary = makeTemporaryFolder();
    temporary.commit("code", {
      "a.ts": "export const needle = 1;\n",
      "b.ts": iconv.encode("// Есть ли товар на складе\nexport const isThere = true;\n", "windows1251"),
    });
  });
  afterEach(() => temporary.remove());

  const start = async (version: string, ...more: readonly string[]) => {
    const client = new Client({ name: "test", version: "1" }, { supportedProtocolVersions: [version] });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [
        PROGRAM,
        "--mcp",
        "--store",
        path.join(temporary.root, "store"),
        ...more,
        path.join(temporary.root, "code"),
      ],
      stderr: "pipe",
    });
    const said = text(transport.stderr as Readable);
    await client.connect(transport);
    return { client, transport, said };
  };
  const search = async (client: Client, query: string) =>
    JSON.stringify(await client.callTool({ name: "plumbline_search", arguments: { query } }));

  for (const version of isThorough ? ["2025-06-18", "2025-11-25"] : ["2025-06-18"]) {
    it(`answers over standard input and output in ${version}, says no token, and ends with its client`, async () => {
      const { client, transport, said } = await start(version);
      assert.match(await search(client, "needle"), /1:export const needle/);
      const { pid } = transport;
      assert.ok(pid !== null && isRunning(pid));
      await client.close();
      await until(() => !isRunning(pid));
      assert.doesNotMatch(await said, /sgp_|[0-9a-f]{40}|127\.0\.0\.1:\d/);
    });
  }

  describe("where no folder is named", () => {
    /** Starts it in a folder, for a client with these roots, or without any. */
    const startIn = async (version: string | undefined, cwd: string, roots?: readonly string[], ...args: string[]) => {
      const client = new Client(
        { name: "test", version: "1" },
        {
          ...(version !== undefined && { supportedProtocolVersions: [version] }),
          ...(roots && { capabilities: { roots: { listChanged: true } } }),
        },
      );
      const asked = { roots: roots ?? [], times: 0 };
      if (roots)
        client.setRequestHandler("roots/list", async () => {
          asked.times += 1;
          if (asked.roots.includes("never")) await new Promise(() => undefined);
          return { roots: asked.roots.map((folder) => ({ uri: pathToFileURL(folder).href })) };
        });
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [PROGRAM, "--mcp", "--store", path.join(temporary.root, "store"), ...args],
          cwd,
          stderr: "pipe",
        }),
      );
      return { client, asked };
    };

    for (const version of ["2025-11-25", undefined])
      it(`serves the client's roots, else the working tree that it was started in, in ${version ?? "its newest version"}`, async () => {
        temporary.commit("other/tree", { "src/c.ts": "export const needle = 3;\n", "d.ts": "const needle = 4;\n" });
        const code = path.join(temporary.root, "code");
        const within = path.join(temporary.root, "other/tree/src");
        const tree = ["src/c.ts", "d.ts"];
        const all: readonly (readonly [roots: readonly string[] | undefined, found: readonly string[]])[] = [
          [[code, path.join(temporary.root, "none")], ["a.ts"]],
          [[homedir(), "/"], tree],
          [[], tree],
          [undefined, tree],
        ];
        for (const [roots, found] of version === undefined && !isThorough ? all.slice(0, 2) : all) {
          const { client, asked } = await startIn(version, within, roots);
          const text = await search(client, "needle");
          for (const file of ["a.ts", "src/c.ts", "d.ts"])
            assert.equal(text.includes(`\\n${file}\\n`), found.includes(file), `${file}: ${text}`);
          await search(client, "needle");
          assert.equal(asked.times, roots ? 1 : 0);
          await client.close();
        }
      });

    it("asks a client again that has other roots, and waits two seconds at most for them", async () => {
      const code = path.join(temporary.root, "code");
      temporary.write("other", { "c.ts": "export const needle = 3;\n" });
      const { client, asked } = await startIn("2025-11-25", temporary.root, [code]);
      assert.match(await search(client, "needle"), /a\.ts/);
      asked.roots = [path.join(temporary.root, "other")];
      await client.notification({ method: "notifications/roots/list_changed" });
      assert.match(await search(client, "needle"), /c\.ts/);
      asked.roots = ["never"];
      await client.notification({ method: "notifications/roots/list_changed" });
      const startedAt = performance.now();
      assert.match(await search(client, "needle"), /a\.ts.*c\.ts/);
      assert.ok(performance.now() - startedAt > 1_900);
      await client.close();
    });

    it("says that there is nothing to search where it was started in no folder of anybody's", async () => {
      const { client } = await startIn("2025-11-25", homedir());
      assert.match(await search(client, "needle"), /The client has named no folder.*start the client in one/);
      await client.close();
    });
  });

  it("leaves out a folder that is not there, and says so where there is no other", async () => {
    const none = path.join(temporary.root, "none");
    const { client, said } = await start("2025-11-25", none);
    assert.match(await search(client, "needle"), /a\.ts/);
    await client.close();
    assert.match(await said, /warning: there is no folder .*none/);
    const args = [PROGRAM, "--mcp", "--store", path.join(temporary.root, "store"), none];
    const alone = new Client({ name: "test", version: "1" });
    await alone.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
    assert.match(await search(alone, "needle"), /There is no folder .*none\. Nothing is searched/);
    temporary.write("none", { "e.ts": "const needle = 5;\n" });
    assert.match(await search(alone, "needle"), /e\.ts/);
    await alone.close();
  });

  it("says that it was updated once its program is gone", async () => {
    const root = fileURLToPath(new URL("../../../../../", import.meta.url));
    const installed = temporary.write("installed", {});
    for (const name of ["src", "node_modules", "package.json"])
      symlinkSync(path.join(root, name), path.join(installed, name));
    const args = ["--preserve-symlinks", "--preserve-symlinks-main", path.join(installed, "src/local/main.ts")];
    const client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [...args, "--mcp", "--store", path.join(temporary.root, "store"), path.join(temporary.root, "code")],
        stderr: "ignore",
      }),
    );
    assert.match(await search(client, "needle"), /a\.ts/);
    rmSync(path.join(installed, "src"));
    for (const query of ["needle", "how does it work?"])
      assert.match(await search(client, query), /"Plumbline was updated: restart this MCP server\."/);
    await client.close();
  });

  it("holds back files with keys, and what the windows with the same store say", async () => {
    temporary.write("code", { ".env": "needle=1\n" });
    temporary.write("store", { "agents.json": '{"everywhere": ["/b.ts"]}' });
    const { client } = await start("2025-11-25");
    const read = async (file: string) =>
      JSON.stringify(await client.callTool({ name: "plumbline_read", arguments: { path: file } }));
    assert.match(await read(".env"), /held back from agents and models \(never: \.env\)/);
    assert.match(await read("b.ts"), /held back from agents and models \(plumbline\.agents\.exclude: \/b\.ts\)/);
    assert.match(await search(client, "needle"), /1 result, 1 line/);
    temporary.write("store", { "agents.json": '{"everywhere": []}' });
    assert.match(await read("b.ts"), /isThere/);
    await client.close();
  });

  it("ends when its client is killed", async () => {
    const { client, transport } = await start("2025-11-25");
    const { pid } = transport;
    assert.ok(pid !== null);
    // As when a process ends: its end of the pipe closes without any message.
    (transport as unknown as { _process: { stdin: { destroy(): void } } })._process.stdin.destroy();
    await until(() => !isRunning(pid));
    await client.close();
  });

  for (const [what, break_] of [
    ["reads no more", ({ stdin, stdout }) => (stdout.destroy(), stdin.write(PING))],
    ["sends a message of more than 10 MB", ({ stdin }) => stdin.write(`{"x":"${"x".repeat(11_000_000)}"}\n`)],
  ] as const satisfies readonly (readonly [string, (client: ChildProcessWithoutNullStreams) => void])[])
    it(`ends when its client ${what}`, async () => {
      const args = [PROGRAM, "--mcp", "--store", path.join(temporary.root, "store"), path.join(temporary.root, "code")];
      const child = spawn(process.execPath, args);
      try {
        child.stdin.on("error", () => undefined); // it has ended
        child.stdin.write(PING);
        await once(child.stdout, "data");
        const ended = once(child, "exit");
        break_(child);
        assert.deepEqual(await ended, [0, null]);
      } finally {
        child.kill("SIGKILL");
      }
    });

  it("answers a first message behind a byte order mark", async () => {
    const args = [PROGRAM, "--mcp", "--store", path.join(temporary.root, "store"), path.join(temporary.root, "code")];
    const child = spawn(process.execPath, args);
    try {
      child.stdin.write(`\ufeff${PING}`);
      const [answer] = (await once(child.stdout, "data")) as [Buffer];
      assert.match(answer.toString(), /"id":1/);
      const ended = once(child, "exit");
      child.stdin.end();
      assert.deepEqual(await ended, [0, null]);
    } finally {
      child.kill("SIGKILL");
    }
  });

  it("reads files in the encoding that it was told, and runs no git where it was told not to", async () => {
    for (const [more, isRead, expected] of [
      [[], false, /initial|all/],
      [["--encoding", "windows1251", "--no-git"], true, /git is not run|not trusted/],
      [["--encoding", "auto"], true, /initial|all/],
    ] as const) {
      const { client } = await start("2025-11-25", ...more);
      assert.equal((await search(client, "склад")).includes("// Есть ли товар на складе"), isRead, more.join(" "));
      assert.match(await search(client, "type:commit all"), expected);
      await client.close();
    }
  });
});
