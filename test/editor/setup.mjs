// @ts-check
// Sets up what the tests and `npm start` need, only from the npm registry and Debian's packages. Quick if everything
// is there; can be interrupted at any point and run again. Runs on the system's Node, before any dependency exists.
//   node test/editor/setup.mjs [dependencies]
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { argv, env, exit, platform, stderr, stdout, versions } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { endWithSignals, run } from "./children.mjs";
import { installCodeServer, isCodeServerInstalled } from "./codeServer.mjs";
import {
  AGENTS,
  chromium,
  isPackagedEditorSupported,
  NEWEST_EDITOR,
  nodeFolder,
  OLDEST_EDITOR,
  OLDEST_NODE,
  ROOT,
} from "./places.mjs";

const OLDEST_NODE_TO_START = [20, 19];
const LOCK_LIMIT_MS = 300_000;
/**
 * The most bytes that the temporary folder's path may have: editor and browser make sockets in folders in it, and a
 * socket's path has at most 107.
 */
const TEMPORARY_AT_MOST = 33;

/** Thrown if the set-up can't go on; the message says what the person has to do. */
export class SetupError extends Error {}

/**
 * Resolves with the environment in which to run everything else: Node 24 comes first on its PATH.
 *
 * @param {{ editor?: boolean, browser?: boolean, oldestNode?: boolean, oldestEditor?: boolean, agents?: boolean }} [needs]
 *   the packaged editor, a browser to see it in, the Node of the oldest one, and that one itself, which are left out if
 *   the packaged editor doesn't run here; and the programs of agents
 * @returns {Promise<NodeJS.ProcessEnv>}
 * @throws {SetupError}
 */
export async function setUp({
  editor = false,
  oldestEditor = false,
  browser = editor || oldestEditor,
  oldestNode = oldestEditor,
  agents = false,
} = {}) {
  env["npm_config_fetch_retries"] ??= "5"; // with so many packages, one may be slow
  await installPackages("Installing npm packages", ROOT, "ci", "--include=dev", "--include=optional");
  const node = nodeFolder();
  if (!node) throw new SetupError(`Node 24 or newer is needed to run this; this is Node ${versions.node}.`);

  const wantsBrowser = browser && isPackagedEditorSupported && !chromium();
  await installSystemPackages([
    ...(commandExists("git") ? [] : ["git"]),
    // Without fonts, a bare machine draws boxes instead of letters.
    ...(wantsBrowser ? ["chromium-headless-shell", "fonts-liberation", "fonts-dejavu-core"] : []),
  ]);
  if (oldestNode && isPackagedEditorSupported)
    await installPackages("Installing the oldest Node", OLDEST_NODE, "ci", "--include=optional");
  // The lockfile has no packages of systems for which the registry has none, and `ci` takes that for an old lockfile.
  if (agents) await installPackages("Installing the programs of agents", AGENTS, "install", "--no-save");
  const editors = [...(editor ? [NEWEST_EDITOR] : []), ...(oldestEditor ? [OLDEST_EDITOR] : [])];
  for (const one of isPackagedEditorSupported ? editors : []) {
    if (!isCodeServerInstalled(one)) await installCodeServer(one, step);
  }
  const isLong = Buffer.byteLength(tmpdir()) > TEMPORARY_AT_MOST;
  return {
    ...env,
    ...(isPackagedEditorSupported && isLong ? { TMPDIR: "/tmp" } : {}),
    PATH: [node, env["PATH"]].join(delimiter),
  };
}

/** Variables that tell git where to look and what to do, as set in a git hook; not the certificates that it trusts. */
const OF_GIT = /^GIT_(?!EXEC_PATH$|SSL_)/i;

/**
 * An environment without anything that leads git to a repository other than the folder it runs in and, for tests, which
 * reach only this machine, without proxies.
 *
 * @param {NodeJS.ProcessEnv} all
 * @param {{ reachesOthers?: boolean }} [options]
 * @returns {NodeJS.ProcessEnv}
 */
export function plain(all, { reachesOthers = false } = {}) {
  const isLeftOut = (/** @type {string} */ name) => OF_GIT.test(name) || (!reachesOthers && /_proxy$/i.test(name));
  return Object.fromEntries(Object.entries(all).filter(([name]) => !isLeftOut(name)));
}

/**
 * @param {string} name without the ending that it has on Windows
 * @param {{ folders?: readonly string[], system?: string }} [where] replaced in tests
 */
export function commandExists(name, { folders = (env["PATH"] ?? "").split(delimiter), system = platform } = {}) {
  const endings = system === "win32" ? [".exe", ".cmd"] : [""];
  return folders.some((folder) => endings.some((ending) => existsSync(join(folder, `${name}${ending}`))));
}

/**
 * Runs `main` as the body of a script, if Node is new enough: what it started ends with it, and of a `SetupError` only
 * the message is shown.
 *
 * @param {() => Promise<void>} main
 */
export async function runScript(main) {
  endWithSignals();
  try {
    requireNode();
    await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    stderr.write(`${error.message}\n`);
    exit(1);
  }
}

/**
 * Shows a line for a step: its title while it runs, then its seconds. The output of the command is shown only if it
 * fails.
 *
 * @param {string} title
 * @param {() => Promise<import("./children.mjs").End>} work
 */
export async function step(title, work) {
  const start = Date.now();
  stdout.write(`${title} … `);
  const { code, output } = await work();
  if (code !== 0) {
    stdout.write("failed\n");
    throw new SetupError(`${output.trim()}\n${title} failed (see above). Run the same command again to try once more.`);
  }
  stdout.write(`${((Date.now() - start) / 1000).toFixed(1)} s\n`);
}

function requireNode() {
  const [major = 0, minor = 0] = versions.node.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE_TO_START;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new SetupError(`Node ${OLDEST_NODE_TO_START.join(".")} or newer is needed; this is Node ${versions.node}.`);
}

/**
 * Installs what the lockfile of a folder names, unless exactly that is installed.
 *
 * @param {string} title
 * @param {string} folder
 * @param {...string} words of npm: its command, which writes no lockfile, and options
 */
async function installPackages(title, folder, ...words) {
  const lock = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  const stamp = join(folder, "node_modules/.plumbline-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  await step(title, () =>
    run("npm", [...words, "--loglevel=error", "--no-audit", "--no-fund"], { cwd: folder, quiet: true }),
  );
  writeFileSync(stamp, lock);
}

/** @param {readonly string[]} packages names of Debian packages */
async function installSystemPackages(packages) {
  if (packages.length === 0) return;
  const list = packages.join(" ");
  if (!commandExists("apt-get")) throw new SetupError(`Please install first: ${list}.`);
  if (process.getuid?.() !== 0)
    throw new SetupError(
      `Please install first: sudo apt-get update && sudo apt-get install --no-install-recommends ${list}`,
    );

  const apt = { env: { ...env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" }, quiet: true };
  const options = ["-q", "-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=3"];
  await step(`Installing ${packages.join(", ")}`, async () => {
    await run("dpkg", ["--configure", "-a"], apt); // an earlier run may have been interrupted
    const update = await onceUnlocked(() => run("apt-get", [...options, "update"], apt));
    // One of several sources may not answer: the packages may be known without it.
    const install = await onceUnlocked(() =>
      run("apt-get", [...options, "install", "-y", "--no-install-recommends", ...packages], apt),
    );
    return { ...install, output: update.output + install.output };
  });
}

/**
 * Runs apt again while another apt is at work: its own limit doesn't apply to all of its locks.
 *
 * @param {() => Promise<import("./children.mjs").End>} work
 */
async function onceUnlocked(work) {
  for (const until = Date.now() + LOCK_LIMIT_MS; ;) {
    const end = await work();
    if (end.code === 0 || !/Could not get lock/.test(end.output) || Date.now() > until) return end;
    await sleep(2000);
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  await runScript(async () => {
    const isAll = argv[2] !== "dependencies";
    await setUp({ editor: isAll });
    if (isAll) stdout.write("Everything is set up.\n");
  });
}
