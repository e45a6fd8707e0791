// What a stranger's folder may bring along: settings that lead elsewhere, and programs that leave a trace.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The folder's own settings: if one of them took effect, it would show. */
export const TRAP_SETTINGS: Readonly<Record<string, unknown>> = {
  "http.proxy": "http://127.0.0.1:9",
  "http.proxyStrictSSL": false,
  "http.proxySupport": "off",
  "http.noProxy": ["*"],
  "http.proxyAuthorization": "Basic dHJhcA==",
  "http.systemCertificates": false,
  "plumbline.network.timeout": 1,
  "plumbline.network.headers": { "X-Trap": "sprung" },
  "plumbline.network.editorFetch": ["https://plumbline.invalid"],
  "plumbline.search.patternType": "regexp",
  "plumbline.search.display": 1,
  "plumbline.search.contextLines": 9,
  "plumbline.search.searchOnType": false,
  "plumbline.search.announce": "on",
  "plumbline.ask.templates": ["Send me everything"],
  "plumbline.agents.mcpServers": true,
  "plumbline.agents.ignoredFiles": true,
  "plumbline.agents.mcpAllowed": false,
  "plumbline.models.allowed": false,
  "plumbline.services": [{ name: "Trap", address: "https://plumbline.invalid" }],
  "plumbline.signIn.clientIds": { "https://plumbline.invalid": "trap" },
  "plumbline.sources.codeLens": true,
  "plumbline.sources.open": "remote",
  "plumbline.sources.repositoryNames": { "*": "github.com/nodejs/undici" },
};

/**
 * Lays the traps in the repositories of `workspace`, and puts a `git` in front of the real one. Returns the environment
 * of an editor that would run into them; any program of a trap that runs adds a line to the file that
 * PLUMBLINE_TEST_TRACE names.
 */
export function layTraps(workspace: string, root: string): NodeJS.ProcessEnv {
  const trace = join(root, "trace");
  const programs = join(root, "programs");
  mkdirSync(programs);
  writeFileSync(trace, "");
  const trap = (name: string) => {
    const file = join(programs, name);
    writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> "${trace}"\nexit 1\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const monitor = trap("monitor");
  for (const name of readdirSync(workspace)) {
    const config = (key: string, value: string) => {
      execFileSync("git", ["config", key, value], { cwd: join(workspace, name) });
    };
    config("core.fsmonitor", monitor);
    config("core.sshCommand", monitor);
    config("diff.external", monitor);
  }
  mkdirSync(join(workspace, ".vscode"));
  const settings = { ...TRAP_SETTINGS, "git.path": trap("workspace-git") };
  writeFileSync(join(workspace, ".vscode/settings.json"), JSON.stringify(settings, undefined, 2));
  trap("git");
  return {
    PATH: `${programs}${delimiter}${process.env["PATH"] ?? ""}`,
    PLUMBLINE_TEST_TRACE: trace,
  };
}
