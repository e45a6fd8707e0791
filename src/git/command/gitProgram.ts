import { spawnSync } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { findProgram, type ProgramOptions } from "./searchPath.ts";

/** Runs a program and returns whether it succeeded. */
export type Run = (file: string, args: readonly string[]) => boolean;

const runQuietly: Run = (file, args) => spawnSync(file, args, { stdio: "ignore", timeout: 5_000 }).status === 0;

/** The git of this machine. */
export class GitProgram {
  readonly #platform: string;
  readonly #run: Run;
  #hasDeveloperTools: boolean | undefined;

  /** Both are replaced in tests. */
  constructor(platform: string = process.platform, run = runQuietly) {
    this.#platform = platform;
    this.#run = run;
  }

  /**
   * The full path of git on the PATH, or where its installer for Windows puts it, when git is to run in a folder that
   * is not trusted: see {@link findProgram}. Without Apple's developer tools, the git of macOS only opens a window that
   * offers them: then it does not count.
   */
  find(folder: string, options: ProgramOptions = {}): string | undefined {
    if (this.#platform === "win32") return findProgram("git", folder, { ...options, further: installed(options) });
    const found = findProgram("git", folder, options);
    if (this.#platform !== "darwin" || found !== APPLES || this.#developerTools()) return found;
    return findProgram("git", folder, { ...options, besides: [APPLES], further: HOMEBREWS });
  }

  #developerTools(): boolean {
    return (this.#hasDeveloperTools ??= this.#run("/usr/bin/xcode-select", ["-p"]));
  }
}

const APPLES = "/usr/bin/git";
/** Programs that are started from the desktop don't have these on their PATH. */
const HOMEBREWS = ["/opt/homebrew/bin", "/usr/local/bin"];

/** For all users, as a 64-bit or 32-bit program, or for this user alone. */
function installed({ env = process.env, system = path }: ProgramOptions): readonly string[] {
  const { ProgramW6432, ProgramFiles, LocalAppData } = env;
  const personal = LocalAppData && system.join(LocalAppData, "Programs");
  return [ProgramW6432, ProgramFiles, env["ProgramFiles(x86)"], personal].flatMap((place) =>
    place ? [system.join(place, "Git", "cmd")] : [],
  );
}
