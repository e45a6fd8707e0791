import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, it } from "mocha";
import { mcpConfigurations } from "../../../../src/core/agents/mcpConfigurations.ts";
import { launcherCommand, launcherName, launcherScript } from "../../../../src/core/agents/mcpLauncher.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";

const run = promisify(execFile);

/** The platforms whose scripts can run here: the one for Windows runs everywhere. */
const PLATFORMS = process.platform === "win32" ? ["win32"] : ["linux", "win32"];

describe("the launcher for agents", () => {
  let temporary: TemporaryFolder;
  beforeEach(() => {
    temporary = makeTemporaryFolder();
  });
  afterEach(() => temporary.remove());

  const install = (version: string) => {
    const file = path.join(temporary.root, `extensions & more/plumbline.plumbline-${version}/dist/local/main.js`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `console.log(${JSON.stringify(version)}, JSON.stringify(process.argv.slice(2)))`);
    return file;
  };
  /** Starts it as its client does, whose configuration names `process.execPath` if it names a Node. */
  const launch = async (platform: string, program: string, runtime = process.execPath, environment = {}) => {
    const launcher = path.join(temporary.write("Jürgen's 100% & more", {}), launcherName(platform));
    writeFileSync(launcher, launcherScript(platform, { runtime, program, store: "/a störe" }));
    chmodSync(launcher, 0o700);
    const folders = ["a folder", "it's", "100% & ü", "b folder\\"];
    const { command, args, env } = launcherCommand(platform, { launcher, runtime: process.execPath }, folders);
    const nodes = `${path.dirname(process.execPath)}${path.delimiter}${process.env["PATH"] ?? ""}`;
    return run(command, args, { env: { ...process.env, PATH: nodes, ...env, ...environment } });
  };

  for (const platform of PLATFORMS) {
    it(`of ${platform} starts the program with its store and what it is given, whatever is in them`, async () => {
      const { stdout } = await launch(platform, install("0.1.0"));
      const args = ["--mcp", "--store", "/a störe", "a folder", "it's", "100% & ü", "b folder\\"];
      assert.equal(stdout, `0.1.0 ${JSON.stringify(args)}\n`);
    });

    it(`of ${platform} finds the newest version beside the one that it was written for, once that is gone`, async () => {
      const old = install("0.1.0-linux-x64");
      rmSync(path.dirname(path.dirname(path.dirname(old))), { recursive: true });
      install("0.3.0-linux-x64");
      utimesSync(install("0.2.0-linux-x64"), new Date(0), new Date(0));
      const { stdout } = await launch(platform, old, "/no/such/editor"); // the Node is gone as well: there is another
      assert.match(stdout, /^0\.3\.0-linux-x64 /);
    });

    it(`of ${platform} says so where Plumbline is gone`, async () => {
      const old = install("0.1.0");
      rmSync(path.join(temporary.root, "extensions & more"), { recursive: true });
      await assert.rejects(launch(platform, old), { code: 1, stderr: /^Plumbline is no longer installed[^\n]*\n$/ });
    });
  }

  for (const [version, isEnough] of [
    ["18.20.4", false],
    ["22.18.0", false],
    ["22.19.0", true],
    ["24.1.0", true],
  ] as const)
    for (const platform of PLATFORMS)
      it(`of ${platform} ${isEnough ? "takes" : "names the Node that it needs where there is"} Node ${version}`, async () => {
        const program = install("0.1.0");
        const bin = temporary.write("bin", {
          node: `#!/bin/sh\n[ "$1" = -p ] && echo ${version} || exec '${process.execPath}' "$@"\n`,
        });
        chmodSync(path.join(bin, "node"), 0o700);
        const pretend = `Object.defineProperty(process.versions,"node",{value:"${version}"})`;
        const environment =
          platform === "win32"
            ? { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(pretend)}` }
            : { PATH: `${bin}${path.delimiter}${process.env["PATH"] ?? ""}` };
        const launched = launch(platform, program, "/no/such/editor", environment);
        if (isEnough) assert.match((await launched).stdout, /^0\.1\.0 /);
        else {
          const stderr = `Plumbline needs Node 22.19 or newer. Found: ${version}.\n`;
          await assert.rejects(launched, { code: 1, stderr });
        }
      });

  if (process.platform !== "win32")
    it("says that there is no Node where the editor is gone and no other is there", async () => {
      const environment = { PATH: temporary.write("bin", {}) };
      const stderr = "Plumbline needs Node 22.19 or newer. Found: none.\n";
      await assert.rejects(launch("linux", install("0.1.0"), "/no/such/editor", environment), { code: 1, stderr });
    });

  it("is started on Windows by the editor as a Node, not by cmd, which can't be handed every path", () => {
    const at = { launcher: "C:\\a b\\plumbline-mcp.mjs", runtime: "C:\\c d\\Code.exe" };
    assert.deepEqual(launcherCommand("win32", at, ["C:\\e f"]), {
      command: at.runtime,
      args: [at.launcher, "C:\\e f"],
      env: { ELECTRON_RUN_AS_NODE: "1" },
    });
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

    const env = { ELECTRON_RUN_AS_NODE: "1" };
    const [claude, codex, , code] = mcpConfigurations({ ...command, env });
    assert.deepEqual(JSON.parse(claude?.text ?? ""), { mcpServers: { plumbline: { ...command, env } } });
    assert.match(codex?.text ?? "", /\nargs = \["\/d e"\]\nenv = \{ ELECTRON_RUN_AS_NODE = "1" \}$/);
    assert.deepEqual(JSON.parse(code?.text ?? ""), { servers: { plumbline: { type: "stdio", ...command, env } } });
  });
});
