import { spawn, type ChildProcessByStdio } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { VERSION_CONTROL } from "../../../git/repositories/gitFolder.ts";
import { newTemporaryFolder, type TemporaryFolder } from "../../../git/disk/temporaryFolder.ts";
import { onceIdle, type IdleLimits } from "../../../git/command/idleChild.ts";
import { withPipes } from "../../../git/command/pipes.ts";
import { isAboutPattern, plainMessage, refusedIn, StandardError } from "./standardError.ts";

/**
 * ripgrep did not do what was asked: it does not understand the `pattern`, is `missing` or can't be run here or now, or
 * was `ended` from outside, or here because it was `idle` for long. The message is that of ripgrep or of the system, in
 * one line.
 */
export class RipgrepError extends Error {
  override readonly name = "RipgrepError";
  readonly reason: "pattern" | "missing" | "ended" | "idle";

  constructor(reason: RipgrepError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface RipgrepOptions {
  readonly signal: AbortSignal;
  /** Called at the end for each file or folder that the system does not let ripgrep read. */
  readonly onRefused?: (file: string) => void;
  /** Called for each file that is left out since it is larger than `--max-filesize`. */
  readonly onTooLarge?: ((file: string) => void) | undefined;
  /** Folders, absolute, that are not looked into, and of which nothing in them is searched. */
  readonly leaveOut?: readonly string[];
  /** Called for each folder of which all would be ignored by rules from above it, which then don't count. */
  readonly onIgnoredFrom?: (folder: string) => void;
  /** Globs of what else is not searched, each in a folder. */
  readonly excluded?: readonly Excluded[];
  /** Lines of an ignore file that counts from the root of the file system on, and only where no other has a rule. */
  readonly ignored?: readonly string[];
}

/** A glob that counts from a folder on. */
export interface Excluded {
  readonly folder: string;
  readonly glob: string;
}

/**
 * Arguments for the files that are served: hidden ones too, but no ignored ones, and never those of version control
 * itself.
 */
export const SERVED_FILES: readonly string[] = [
  "--hidden",
  ...VERSION_CONTROL.flatMap((name) => ["--glob", `!${name}`]),
  "--no-ignore-messages",
];

/**
 * Runs ripgrep with some arguments and yields its output as it comes: whole pieces with `separator` between them, which
 * {@link piecesOf} takes apart; anything, if it is empty. A last empty piece is left out.
 */
export type Ripgrep = (
  args: readonly string[],
  separator: string,
  options: RipgrepOptions,
) => AsyncGenerator<Buffer, void>;

/** The pieces that ripgrep printed at once. */
export function* piecesOf(printed: Buffer, separator: string): Generator<Buffer, void> {
  const cut = separator.charCodeAt(0);
  let from = 0;
  for (let at = printed.indexOf(cut); at >= 0; at = printed.indexOf(cut, from)) {
    yield printed.subarray(from, at);
    from = at + 1;
  }
  yield printed.subarray(from);
}

/**
 * Makes ripgrep search each of the places after `--` (absolute paths) once: one that lies in another is left out there.
 * It is searched on its own even if the outer one ignores it, or if a link leads to it. `leaveOut` are folders in the
 * places that are not searched at all. `isFromRoot` if it has to run at the root of the file system, anyway.
 */
export function eachPlaceOnce(
  args: readonly string[],
  system: path.PlatformPath = path,
  leaveOut: readonly string[] = [],
  excluded: readonly Excluded[] = [],
  isFromRoot = false,
): { readonly args: readonly string[]; readonly cwd?: string } {
  const { sep } = system;
  const [glob, comparable] =
    sep === "\\" ? (["--iglob", (place: string) => place.toLowerCase()] as const) : (["--glob", String] as const);
  const places = args.slice(args.lastIndexOf("--") + 1);
  const known = new Set(places.map(comparable));
  const nested = places.filter((place) => {
    let around = place;
    while (system.dirname(around) !== around) {
      around = system.dirname(around);
      if (known.has(comparable(around))) return true;
    }
    return false;
  });
  const left = [...nested, ...leaveOut];
  const first = left[0] ?? excluded[0]?.folder ?? (isFromRoot ? places[0] : undefined);
  if (first === undefined) return { args };
  const cwd = system.parse(first).root; // what globs start from
  const fromRoot = (place: string) => `!/${escapeForGlob(system.relative(cwd, place).split(sep).join("/"))}`;
  const globs = [...left.map(fromRoot), ...excluded.map(({ folder, glob: each }) => `${fromRoot(folder)}/${each}`)];
  return { args: [...globs.flatMap((each) => [glob, each]), ...args], cwd };
}

function escapeForGlob(text: string): string {
  return text.replace(/[*?[\]{}\\ ]/g, (character) => (character === "\\" ? "\\\\" : `[${character}]`));
}

/**
 * The ripgrep at `binary`. Reading slowly slows ripgrep down; leaving the loop or aborting kills it at once. Files that
 * can't be read are skipped; `limits` are those of {@link onceIdle}. Throws {@link RipgrepError} if ripgrep can't be
 * run, does not understand, or is ended.
 */
export function createRipgrep(binary: string, limits: IdleLimits = {}): Ripgrep {
  return async function* ripgrep(args, separator, options) {
    const { signal, onRefused, onTooLarge, leaveOut, excluded, ignored = [] } = options;
    signal.throwIfAborted();
    // Node would refuse it too, with the whole query in its message, which is logged.
    if (args.some((arg) => arg.includes("\0"))) throw new RipgrepError("pattern", "A NUL can't be looked for");
    const once = eachPlaceOnce(args, path, leaveOut, excluded, ignored.length > 0);
    await using ignoreFile = ignored.length > 0 ? await writeIgnoreFile(ignored) : undefined;
    const own = ["--no-config", "--no-mmap", ...(onTooLarge ? ["--debug"] : [])];
    const child = start(
      binary,
      [...own, ...(ignoreFile ? ["--ignore-file", ignoreFile.path] : []), ...once.args],
      once.cwd,
    );
    const kill = () => {
      child.kill("SIGKILL");
      for (const output of [child.stdout, child.stderr]) output.destroy(); // what it has started may hold them open
    };
    signal.addEventListener("abort", kill, { once: true });
    const idle = new AbortController();
    onceIdle(
      child,
      () => {
        idle.abort();
        kill();
      },
      limits,
    );
    const said = new StandardError(onTooLarge);
    let hasPanicked = false;
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said.add(text);
      if (hasPanicked || !PANIC.test(said.complaints)) return;
      hasPanicked = true;
      setTimeout(() => child.kill("SIGKILL"), PANIC_MS); // its other threads may wait for the lost one forever
    });
    const ended = new Promise<End>((resolve, reject) => {
      child.once("error", (error) => {
        reject(new RipgrepError("missing", error.message));
      });
      child.once("close", (status, endedBy) => {
        resolve({ status, endedBy });
      });
    });
    ended.catch(() => undefined); // not awaited where the loop is left early
    let printed = false;
    try {
      const output = child.stdout as AsyncIterable<Buffer>;
      const pieces = separator === "" ? asTheyCome(output) : wholePieces(output, separator.charCodeAt(0));
      let next = await pieces.next();
      for (; next.done !== true; next = await pieces.next()) {
        printed = true;
        yield next.value;
      }
      const end = await ended;
      signal.throwIfAborted();
      said.end();
      const problem = problemOf(end, printed, said.complaints);
      if (problem) throw problem;
      if (onRefused) for (const file of refusedIn(said.complaints)) onRefused(file);
      if (next.value.length > 0) yield next.value; // now that it is known not to be cut
    } catch (error) {
      signal.throwIfAborted();
      throw idle.signal.aborted ? new RipgrepError("idle", "ripgrep did nothing any more") : error;
    } finally {
      signal.removeEventListener("abort", kill);
      kill();
    }
  };
}

/** A file with these lines, to be disposed of. */
async function writeIgnoreFile(lines: readonly string[]): Promise<TemporaryFolder> {
  try {
    const folder = await newTemporaryFolder();
    const file = path.join(folder.path, "ignore");
    await writeFile(file, `${lines.join("\n")}\n`);
    return { ...folder, path: file };
  } catch (error) {
    throw new RipgrepError("missing", error instanceof Error ? error.message : String(error));
  }
}

/** How a process ended: with a status, or by a signal. */
interface End {
  readonly status: number | null;
  readonly endedBy: NodeJS.Signals | null;
}

/**
 * Node throws errors that it does not expect, such as a program for another kind of processor, and reports others
 * later.
 */
function start(
  binary: string,
  args: readonly string[],
  cwd: string | undefined,
): ChildProcessByStdio<null, Readable, Readable> {
  try {
    return withPipes(
      spawn(binary, args, {
        stdio: ["ignore", "pipe", "pipe"],
        windowsHide: true,
        ...(cwd !== undefined && { cwd }),
      }),
    );
  } catch (error) {
    throw new RipgrepError("missing", error instanceof Error ? error.message : String(error));
  }
}

/**
 * If no program of ours ran, something else reports that: a shell that took a program for another machine for a script,
 * with 2 or 127, the loader of the system, or a signal before anything was printed.
 */
function problemOf({ status, endedBy }: End, printed: boolean, complaints: string): RipgrepError | undefined {
  if (status === 0 || status === 1) return undefined;
  const panic = PANIC.exec(complaints)?.[1];
  if (panic !== undefined) return new RipgrepError("missing", panic);
  // Status 2 also stands for a single file that could not be read, which is no reason to fail.
  if (status === 2 && (printed || complaints === "" || OWN_COMPLAINT.test(complaints)))
    return printed || !isAboutPattern(complaints) ? undefined : new RipgrepError("pattern", plainMessage(complaints));
  if (!printed && (endedBy === null || CRASHES.has(endedBy)))
    return new RipgrepError("missing", plainMessage(complaints) || `ripgrep: ${endedBy ?? status}`);
  return new RipgrepError("ended", "ripgrep was ended from outside");
}

/** What Rust says of a thread that broke, such as one that could not start another, and why. */
const PANIC = /^thread '[^']*' (?:\(\d+\) )?panicked at .*:\r?\n(.*)/m;
/** How long the words of a panic may take to arrive. */
const PANIC_MS = 500;
const OWN_COMPLAINT = /^(rg|error): /m;
const CRASHES: ReadonlySet<NodeJS.Signals> = new Set(["SIGSEGV", "SIGBUS", "SIGILL", "SIGTRAP", "SIGABRT", "SIGSYS"]);

async function* asTheyCome(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer, Buffer> {
  yield* stream;
  return Buffer.alloc(0);
}

/** Cuts at the last separator of each chunk. Returns what follows the last one of all. */
async function* wholePieces(stream: AsyncIterable<Buffer>, separator: number): AsyncGenerator<Buffer, Buffer> {
  const pending: Buffer[] = [];
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(separator);
    if (end >= 0) {
      const pieces = chunk.subarray(0, end);
      yield pending.length === 0 ? pieces : Buffer.concat([...pending.splice(0), pieces]);
    }
    if (end + 1 < chunk.length) pending.push(chunk.subarray(end + 1));
  }
  return Buffer.concat(pending);
}
