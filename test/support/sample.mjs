// @ts-check
// The sample: code that was not written here. The published sources of two packages that Plumbline depends on, each as a
// git repository with its real remote.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGES = fileURLToPath(new URL("../../node_modules", import.meta.url));

const REPOSITORIES = [
  {
    name: "undici",
    remote: "https://github.com/nodejs/undici.git",
    parts: ["docs", "lib", "types", "index.d.ts", "index.js", "LICENSE", "package.json", "README.md"],
  },
  {
    name: "eventsource-parser",
    remote: "https://github.com/rexxars/eventsource-parser.git",
    parts: ["src", "LICENSE", "package.json", "README.md"],
  },
];

/**
 * Makes `undici` and `eventsource-parser` in `folder`, with the same commits on every machine. One that already exists
 * is left as it is, including a person's edits, until the package's version changes.
 *
 * @param {string} folder
 */
export function makeSample(folder) {
  for (const repository of REPOSITORIES) makeRepository(join(folder, repository.name), repository);
}

/**
 * @param {string} folder
 * @param {typeof REPOSITORIES[number]} repository
 */
function makeRepository(folder, { name, remote, parts }) {
  const source = join(PACKAGES, name);
  const { version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  const stamp = join(folder, ".git/plumbline-sample"); // nobody sees it in there
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === version) return;

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of parts) cpSync(join(source, part), join(folder, part), { recursive: true });
  git(folder, "init", "--quiet", "--initial-branch=main");
  git(folder, "remote", "add", "origin", remote);
  git(folder, "add", "--force", "--all");
  git(folder, "commit", "--quiet", `--message=${name} ${version}, as published`);
  writeFileSync(stamp, version);
}

/**
 * Runs git without this user's configuration.
 *
 * @param {string} cwd
 * @param {...string} args
 */
function git(cwd, ...args) {
  const who = { NAME: "Plumbline sample", EMAIL: "sample@plumbline.invalid", DATE: "2025-01-01T00:00:00Z" };
  const people = ["AUTHOR", "COMMITTER"].flatMap((role) =>
    Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value]),
  );
  execFileSync("git", args, {
    cwd,
    env: { ...process.env, ...Object.fromEntries(people), GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    stdio: ["ignore", "ignore", "inherit"],
  });
}
