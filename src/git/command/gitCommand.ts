import { execFile, spawn } from "node:child_process";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { GitProgram } from "./gitProgram.ts";
import { withPipes } from "./pipes.ts";
import { contains } from "../repositories/repositories.ts";
import { searchPath } from "./searchPath.ts";
import { onceIdle } from "./idleChild.ts";
import { GitWaits, refuseSpecialFiles } from "../repositories/specialFiles.ts";

export interface GitOptions {
  readonly signal?: AbortSignal;
  readonly stdin?: string;
  /** Rejects if the output is longer. */
  readonly maxBytes?: number;
  /** Additional settings for this one call, such as `core.autocrlf=true`. */
  readonly settings?: readonly string[];
  /** Additional environment variables for this one call. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Runs the git binary in a repository and returns what it prints. The repository is not trusted: nothing that its
 * configuration names is run (hooks, file system monitors, diff programs), nothing is fetched, nothing is prompted for,
 * nothing is locked. Rejects if there is no git, if it fails, with an `AbortError`, and with {@link GitWaits} if it
 * would wait without end or does nothing for long.
 */
export async function git(
  root: string,
  args: readonly string[],
  { signal, stdin, maxBytes = 256 * 1024 * 1024, ...changes }: GitOptions = {},
): Promise<Buffer> {
  await refuseSpecialFiles(root);
  await turnToStart();
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const command = gitCommand(root, args, changes);
    const child = execFile(
      command.file,
      command.args,
      { ...command.options, encoding: "buffer", maxBuffer: maxBytes, ...(signal ? { signal } : {}) },
      (error, stdout) => {
        if (error) {
          child.kill("SIGKILL"); // the abort only asked it to end, which a process that hangs does not notice
          reject(error instanceof Error ? error : new Error("git failed"));
        } else resolve(stdout);
      },
    );
    onceIdle(child, () => {
      child.kill("SIGKILL");
      child.stdout?.destroy(); // a child of it may hold it open
      reject(new GitWaits(`git ${args[0] ?? ""} does nothing`));
    });
    child.stdin?.on("error", () => undefined); // it ended before it read everything: the callback reports that
    child.stdin?.end(stdin);
  });
}

let lastStart = Promise.resolve();

/**
 * Starting a process blocks this one for milliseconds, and callers ask git several things at once: one start per turn.
 */
function turnToStart(): Promise<void> {
  return (lastStart = lastStart.then(() => nextTurn()));
}

/** The same for output that may be long: yields it as it arrives. Leaving the loop or aborting ends git. */
export async function* streamGit(
  root: string,
  args: readonly string[],
  signal: AbortSignal,
  { stdin, maxBytes = Infinity }: Pick<GitOptions, "stdin" | "maxBytes"> = {},
): AsyncGenerator<Buffer, void> {
  await refuseSpecialFiles(root);
  signal.throwIfAborted();
  const command = gitCommand(root, args);
  const child = withPipes(spawn(command.file, command.args, { ...command.options, stdio: ["pipe", "pipe", "ignore"] }));
  child.stdin.on("error", () => undefined); // it ended before it read everything
  child.stdin.end(stdin);
  const kill = () => {
    child.kill("SIGKILL");
    child.stdout.destroy(); // its child may hold it open: git's own program for Windows starts the real one
  };
  signal.addEventListener("abort", kill, { once: true });
  const idle = new AbortController();
  onceIdle(child, () => {
    idle.abort();
    kill();
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  ended.catch(() => undefined); // not awaited if the loop is left early
  try {
    let length = 0;
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw new Error(`git ${args[0] ?? ""} prints more than it was asked for`);
      yield chunk;
    }
    const status = await ended;
    signal.throwIfAborted();
    if (status !== 0) throw new Error(`git ${args[0] ?? ""} failed`);
  } catch (error) {
    signal.throwIfAborted();
    throw idle.signal.aborted ? new GitWaits(`git ${args[0] ?? ""} does nothing`) : error;
  } finally {
    signal.removeEventListener("abort", kill);
    kill();
  }
}

/** How git is started for everything here: see {@link git}. Throws if there is none. */
export function gitCommand(
  root: string,
  args: readonly string[],
  { settings = [], env = {} }: Pick<GitOptions, "settings" | "env"> = {},
) {
  const [command = "", ...rest] = args;
  const plain = /^(?:diff|log)/.test(command) ? ["--no-ext-diff", "--no-textconv"] : []; // all that may print a diff
  const file = GIT.find(root);
  if (file === undefined) throw new Error("There is no git");
  return {
    file,
    args: [...[...SETTINGS, ...settings].flatMap((setting) => ["-c", setting]), command, ...plain, ...rest],
    options: { cwd: root, env: { ...environment(root), ...env }, windowsHide: true },
  };
}

const GIT = new GitProgram();

const SETTINGS = [
  "core.fsmonitor=", // versions before 2.36 would run a program called "false"
  `core.hooksPath=${process.platform === "win32" ? "NUL" : "/dev/null"}`,
  "core.quotePath=false",
];

/** The git variables that are kept. The settings in them are the user's: those in `SETTINGS` still take precedence. */
const KEPT = /^GIT_(?:EXEC_PATH|SSL_.*|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))$/i;

/** Our environment, without what would point git at another repository, or at programs or settings in this one. */
function environment(root: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name, value = ""]) => {
    if (/^GIT_CONFIG_(?:GLOBAL|SYSTEM)$/i.test(name) && value !== "")
      return path.isAbsolute(value) && !contains(root, path.resolve(value));
    return KEPT.test(name) || !/^(?:GIT_|PATH$)/i.test(name);
  });
  return {
    ...Object.fromEntries(own),
    PATH: searchPath(root).join(path.delimiter),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1", // a commit is what its hash says, as it is on a service
    GIT_ALLOW_PROTOCOL: "none", // nothing to fetch with: versions before 2.45 don't know GIT_NO_LAZY_FETCH
    LC_ALL: "C",
  };
}
