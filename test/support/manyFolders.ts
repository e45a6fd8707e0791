// A workspace as people have them: several folders, with git repositories of every kind, told apart by one file in
// each.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A file in all of the repositories, with the folder's name in its text. */
export const SAME_PATH = "src/same.ts";

/** The person's own git configuration: what `insteadOf` stands for, in one of the folders. */
const PERSONAL_CONFIG = '[includeIf "gitdir:many/instead/"]\n\tpath = work\n';
const WORK_CONFIG = '[url "https://github.com/"]\n\tinsteadOf = work:\n';

const SETTINGS = {
  "plumbline.sources.repositoryNames": { "mirror.test/*": "github.com/acme/*", "files.test/from-file": "from-file" },
};

/**
 * Makes the folders in `root`. Returns the workspace file to open, and the environment in which git, and other readers
 * of its files, find the person's own configuration.
 */
export function makeManyFolders(root: string): { readonly file: string; readonly env: NodeJS.ProcessEnv } {
  const config = join(root, "config");
  write(join(config, "git/config"), PERSONAL_CONFIG);
  write(join(config, "git/work"), WORK_CONFIG);
  const repository = (folder: string, remote: string): string => {
    const path = join(root, folder);
    write(join(path, SAME_PATH), textOf(folder));
    git(path, "init", "--quiet", "--initial-branch=main");
    git(path, "remote", "add", "origin", remote);
    git(path, "add", "--all");
    git(path, "commit", "--quiet", "--message=all");
    return path;
  };

  const https = repository("https", "https://github.com/acme/one.git");
  git(https, "worktree", "add", "--quiet", "-b", "feature", join(root, "worktree"));
  write(join(root, "worktree", SAME_PATH), textOf("worktree"));
  write(join(root, "worktree/src/new.ts"), textOf("worktree"));
  repository("ssh", "ssh://git@git.test:7999/acme/two.git");
  repository("scp", "git@github.com:Acme/Three");
  repository("instead", "work:acme/four.git");
  repository("packages", "https://github.com/acme/five");
  write(join(root, "packages/inner/own.ts"), textOf("packages/inner"));
  repository("outer", "https://github.com/acme/six");
  repository("outer/vendor/nested", "https://github.com/acme/seven");
  repository("library", "https://github.com/acme/eight.git");
  git(join(root, "outer"), "submodule", "--quiet", "add", join(root, "library"), "libs/eight");
  git(join(root, "outer/libs/eight"), "remote", "set-url", "origin", "https://github.com/acme/eight.git");
  write(join(root, "outer/libs/eight", SAME_PATH), textOf("outer/libs/eight"));
  repository("from-file", `file://${join(root, "library")}`);
  write(join(root, "no-git", SAME_PATH), textOf("no-git"));

  const opened = ["https", "worktree", "ssh", "scp", "instead", "packages/inner", "outer", "from-file", "no-git"];
  const file = join(root, "many.code-workspace");
  write(file, JSON.stringify({ folders: opened.map((path) => ({ path })), settings: SETTINGS }));
  return { file, env: { XDG_CONFIG_HOME: config } };
}

export function textOf(folder: string): string {
  return `export const folder = "${folder}";\n`;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Runs git without this user's configuration. */
function git(cwd: string, ...args: readonly string[]): void {
  const settings = ["user.name=Somebody", "user.email=somebody@example.com", "protocol.file.allow=always"];
  execFileSync("git", [...settings.flatMap((setting) => ["-c", setting]), ...args], {
    cwd,
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    stdio: ["ignore", "ignore", "inherit"],
  });
}
