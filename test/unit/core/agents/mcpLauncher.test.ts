import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, it } from "mocha";
import { mcpConfigurations } from "../../../../src/core/agents/mcpConfigurations.ts";
import { launcherScript } from "../../../../src/core/agents/mcpLauncher.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";

const run = promisify(execFile);

describe("the launcher for agents", () => {
  let temporary: TemporaryFolder;
  beforeEach(() => {
    temporary = makeTemporaryFolder();
  });
  afterEach(() => {
    temporary.remove();
  });

  const install = (version: string) => {
    const file = path.join(temporary.root, `extensions/plumbline.plumbline-${version}/dist/local/main.js`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `console.log(${JSON.stringify(version)}, JSON.stringify(process.argv.slice(2)))`);
    return file;
  };
  const launch = async (program: string, runtime = process.execPath) => {
    const file = path.join(temporary.root, "it's a launcher");
    writeFileSync(file, launcherScript("linux", { runtime, program, store: "/a store" }));
    chmodSync(file, 0o700);
    const env = { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env["PATH"] ?? ""}` };
    return run(file, ["a folder", "it's"], { env });
  };

  it("starts the program with its store and what it is given, in any quotes", async () => {
    const { stdout } = await launch(install("0.1.0"));
    assert.equal(stdout, '0.1.0 ["--mcp","--store","/a store","a folder","it\'s"]\n');
  });

  it("finds the newest version beside the one that it was written for, and another Node, once those are gone", async () => {
    const old = install("0.1.0-linux-x64");
    rmSync(path.dirname(path.dirname(path.dirname(old))), { recursive: true });
    install("0.2.0-linux-x64");
    const { stdout } = await launch(old, "/no/such/editor");
    assert.match(stdout, /^0\.2\.0-linux-x64 /);
  });

  it("says so where Plumbline is gone", async () => {
    const old = install("0.1.0");
    rmSync(path.join(temporary.root, "extensions"), { recursive: true });
    await assert.rejects(launch(old), { code: 1, stderr: /Plumbline is not installed any more/ });
  });

  it("is printed for each client in its own form, whatever is in a path", () => {
    const command = { command: '/a "b"\\c', args: ["/d e"] };
    const texts = mcpConfigurations(command).map(({ client, text }) => [client, text]);
    assert.deepEqual(
      texts.map(([client]) => client),
      ["Claude Code", "Codex", "Cursor", "Visual Studio Code"],
    );
    assert.equal(texts[1]?.[1], '[mcp_servers.plumbline]\ncommand = "/a \\"b\\"\\\\c"\nargs = ["/d e"]');
    assert.deepEqual(JSON.parse(texts[0]?.[1] ?? ""), { mcpServers: { plumbline: command } });
  });
});
