import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { launcherScript } from "../../src/core/agents/mcpLauncher.ts";
import { isRunning } from "../../src/core/model/isRunning.ts";
import type { TemporaryFolder } from "../unit/git/temporaryRepositories.ts";
import type { AgentProgram } from "./agentPrograms.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const PACKAGES = path.join(import.meta.dirname, "node_modules");
const LIMIT_MS = 120_000;
/** A git that stands still where it is asked for commits, once it has said so. */
const STUCK_GIT = `#!/bin/sh
case " $* " in
  *" log "*) touch "$0.asked"; exec sleep 600 ;;
esac
exec /usr/bin/env PATH="\${PATH#*:}" git "$@"
`;

/** The machine of an agent's user. */
export interface AgentMachine {
  /** The extension, as it is installed. */
  readonly extension: string;
  /** A file that is there once a search for commits has come as far as git, which then stands still. */
  readonly stuck: string;
  readonly start: (how?: { readonly limitMs: number }) => AgentRun;
}

/** The program of an agent that was started. */
export interface AgentRun {
  readonly ended: Promise<{ readonly status: number | null; readonly printed: string }>;
  /** As a person does with Ctrl+C. */
  interrupt(): void;
}

/** Installs the extension as it was built, and sets the agent up as its user does. */
export function makeMachine(
  program: AgentProgram,
  temporary: TemporaryFolder,
  project: string,
  origin: string,
): AgentMachine {
  const extension = path.join(temporary.root, "extensions/plumbline.plumbline-1.0.0");
  cpSync(path.join(ROOT, "dist"), path.join(extension, "dist"), { recursive: true });
  cpSync(path.join(ROOT, "package.json"), path.join(extension, "package.json"));
  const bin = temporary.write("bin", {
    "plumbline-mcp": launcherScript("linux", {
      runtime: process.execPath,
      program: path.join(extension, "dist/local/main.js"),
      store: path.join(temporary.root, "store"),
    }),
    git: STUCK_GIT,
  });
  for (const name of ["plumbline-mcp", "git"]) chmodSync(path.join(bin, name), 0o755);
  const systemPath = [path.dirname(process.execPath), "/usr/bin", "/bin"].join(":");
  const home = path.join(temporary.root, "home");
  const server = { command: path.join(bin, "plumbline-mcp"), args: [], env: { PATH: `${bin}:${systemPath}` } };
  const env = {
    ...{ HOME: home, TMPDIR: temporary.write("tmp", {}), PATH: systemPath, LANG: "C.UTF-8", TERM: "dumb" },
    ...{ HTTP_PROXY: origin, HTTPS_PROXY: origin, NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" },
  };
  const file = path.join(PACKAGES, program.program);
  const [command, first] = file.endsWith(".js") ? [process.execPath, [file]] : [file, []];
  return {
    extension,
    stuck: path.join(bin, "git.asked"),
    start: ({ limitMs } = { limitMs: LIMIT_MS }) => {
      const settings = { origin, server, home, limitMs };
      temporary.write("home", program.files(settings));
      const child = spawn(command, [...first, ...program.args(settings)], {
        cwd: project,
        env: { ...env, ...program.env?.(settings) },
        stdio: ["ignore", "pipe", "pipe"],
        timeout: LIMIT_MS,
        killSignal: "SIGKILL",
      });
      const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
      return {
        ended: ended.then(([out, errors]) => ({ status: child.exitCode, printed: `${out}\n${errors}` })),
        interrupt: () => void child.kill("SIGINT"),
      };
    },
  };
}

export interface RunningProcess {
  readonly pid: number;
  /** Its command and arguments. */
  readonly words: string;
}

/** The processes that have to do with a folder: those that run in it, or whose words or variables name it. */
export function processesOf(folder: string): readonly RunningProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const read = (look: () => string) => {
        try {
          return look();
        } catch {
          return ""; // it has ended, or is somebody else's
        }
      };
      const words = read(() => readFileSync(`/proc/${name}/cmdline`, "utf8")).replaceAll("\0", " ");
      const variables = read(() => readFileSync(`/proc/${name}/environ`, "utf8"));
      const runsIn = read(() => readlinkSync(`/proc/${name}/cwd`));
      const isItsOwn = [words, variables, runsIn].some((text) => text.includes(folder));
      return isItsOwn && words !== "" ? [{ pid: Number(name), words }] : [];
    });
}

export function kill(processes: readonly RunningProcess[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if (isRunning(pid)) throw error; // else it has ended with the one before
    }
  }
}
