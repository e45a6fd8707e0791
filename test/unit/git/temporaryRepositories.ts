import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { commitAll, configure, hashOf, initialize } from "../../support/writtenRepository.ts";

/** A folder for one test file, with helpers to fill it. */
export interface TemporaryFolder {
  readonly root: string;
  /** Writes files, creating their folders; returns the absolute path of the folder that contains them. */
  write(folder: string, files: Readonly<Record<string, string | Uint8Array>>): string;
  /**
   * Does the same, then commits everything on the main branch of a git repository, which is made unless the folder is
   * one.
   */
  commit(
    folder: string,
    files: Readonly<Record<string, string | Uint8Array>>,
    options?: { readonly remote?: string },
  ): string;
  /** Waits for programs whose working folder is still there, which Windows doesn't remove while they use it. */
  remove(): Promise<void>;
}

export function makeTemporaryFolder(): TemporaryFolder {
  const root = realpathSync.native(mkdtempSync(path.join(tmpdir(), "plumbline-test-")));
  const write: TemporaryFolder["write"] = (folder, files) => {
    const absolute = path.join(root, folder);
    mkdirSync(absolute, { recursive: true });
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(absolute, name)), { recursive: true });
      writeFileSync(path.join(absolute, name), content);
    }
    return absolute;
  };
  return {
    root,
    write,
    commit(folder, files, { remote } = {}) {
      const absolute = write(folder, files);
      if (!existsSync(path.join(absolute, ".git"))) initialize(absolute);
      if (remote !== undefined)
        configure(absolute, {
          "remote.origin.url": remote,
          "remote.origin.fetch": "+refs/heads/*:refs/remotes/origin/*",
        });
      if (!commitAll(absolute, "all")) {
        runGit(absolute, "add", "--all");
        runGit(absolute, "commit", "--quiet", "--allow-empty", "--message=all");
      }
      return absolute;
    },
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}

/** The hash of the commit that is checked out. */
export function headOf(root: string): string {
  return hashOf(root) ?? runGit(root, "rev-parse", "HEAD");
}

export function runGit(root: string, ...args: readonly string[]): string {
  const settings = ["user.name=Somebody", "user.email=somebody@example.com", "protocol.file.allow=always"];
  return execFileSync("git", [...settings.flatMap((setting) => ["-c", setting]), ...args], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 100_000_000,
  }).trim();
}
