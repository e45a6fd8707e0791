// @ts-check
// VS Code as npm packages: code-server, installed without running anybody's install script and without a compiler.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./children.mjs";
import { EDITOR } from "./places.mjs";

/** @typedef {import("./places.mjs").PackagedEditor} PackagedEditor */

const SPDLOG = join(EDITOR, "spdlogStandIn.cjs");

// Some 300 MB that nothing here uses; copilot would also greet people who came to see Plumbline.
const SUPERFLUOUS = [
  "node_modules/@github",
  "node_modules/@microsoft/mxc-sdk",
  "extensions/copilot",
  "extensions/mermaid-markdown-features",
];

const ENFORCERS_OF_PROPOSED_API = [
  "vs/workbench/api/node/extensionHostProcess.js",
  "vs/workbench/api/worker/extensionHostWorkerMain.js",
  "vs/code/browser/workbench/workbench.js",
];

/**
 * Whether it is installed completely, in the version and by the recipe of this checkout.
 *
 * @param {PackagedEditor} editor
 */
export function isCodeServerInstalled(editor) {
  const stamp = stampOf(editor);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === recipe(editor);
}

/**
 * Installs from scratch, whatever was there before.
 *
 * @param {PackagedEditor} editor
 * @param {(title: string, work: () => Promise<import("./children.mjs").End>) => Promise<void>} step shows one step;
 *   rejects when it fails
 */
export async function installCodeServer(editor, step) {
  const { folder, vscode } = editor;
  rmSync(stampOf(editor), { force: true });
  await step("Installing an editor", () => npmCi(folder));
  const { version } = JSON.parse(readFileSync(join(vscode, "package.json"), "utf8"));
  leaveOutSources(vscode);
  // VS Code's own dependencies are locked by the shrinkwrap files inside the package; their peer
  // dependencies are not in it, hence --legacy-peer-deps.
  await step(`Installing the dependencies of VS Code ${version}`, () =>
    npmCi(vscode, "--omit=dev", "--legacy-peer-deps"),
  );
  await step(`Installing the extensions of VS Code ${version}`, () =>
    npmCi(join(vscode, "extensions"), "--omit=dev", "--legacy-peer-deps"),
  );
  prune(vscode);
  restoreProposedApiCheck(vscode);
  standInForNativeModules(vscode);
  writeFileSync(stampOf(editor), recipe(editor));
}

/**
 * @param {string} cwd
 * @param {...string} args
 */
function npmCi(cwd, ...args) {
  return run("npm", ["ci", "--ignore-scripts", "--loglevel=error", "--no-audit", "--no-fund", ...args], {
    cwd,
    quiet: true,
  });
}

/**
 * Older versions give a dependency by its address at GitHub, which not every machine can reach; it is then among the
 * packages of the editor's folder, where it is found as well.
 *
 * @param {string} vscode
 */
function leaveOutSources(vscode) {
  const locks = join(vscode, "npm-shrinkwrap.json");
  const locked = JSON.parse(readFileSync(locks, "utf8"));
  const manifest = JSON.parse(readFileSync(join(vscode, "package.json"), "utf8"));
  for (const [path, { resolved }] of Object.entries(locked.packages)) {
    if (!String(resolved).startsWith("git+")) continue;
    const name = path.replace("node_modules/", "");
    delete locked.packages[path];
    delete locked.packages[""].dependencies[name];
    delete manifest.dependencies[name];
  }
  writeFileSync(locks, JSON.stringify(locked, undefined, 2));
  writeFileSync(join(vscode, "package.json"), JSON.stringify(manifest, undefined, 2));
}

/** @param {string} vscode */
function prune(vscode) {
  const ripgrep = join(vscode, "node_modules/@vscode/ripgrep-universal/bin");
  const platforms = existsSync(ripgrep) ? readdirSync(ripgrep).filter((platform) => platform !== "linux-x64") : [];
  const others = platforms.map((platform) => join(ripgrep, platform));
  for (const path of [...SUPERFLUOUS.map((name) => join(vscode, name)), ...others]) {
    rmSync(path, { recursive: true, force: true });
  }
}

/**
 * code-server lets every extension use proposed API. With VS Code's own check restored, a test fails where VS Code
 * would.
 *
 * @param {string} vscode
 */
function restoreProposedApiCheck(vscode) {
  for (const file of ENFORCERS_OF_PROPOSED_API.map((name) => join(vscode, "out", name))) {
    const code = readFileSync(file, "utf8");
    const restored = code.replace(
      /function ([\w$]+)\(([\w$]+),([\w$]+)\)\{return!0\}(?=function [\w$]+\([\w$]+,[\w$]+\)\{if\(!\1\()/,
      "function $1($2,$3){return!!$2.enabledApiProposals?.includes($3)}",
    );
    if (restored === code) throw new Error(`No check of proposed API found in ${file}: has code-server changed?`);
    writeFileSync(file, restored);
  }
}

/**
 * Replaces the two modules that are needed of those that would have to be compiled.
 *
 * @param {string} vscode
 */
function standInForNativeModules(vscode) {
  // Without it every Output channel stays empty.
  copyFileSync(SPDLOG, join(vscode, "node_modules/@vscode/spdlog/index.js"));
  // It ends an extension host that hangs when its server has gone; one that doesn't hang ends by itself.
  const watchdogs = ["@vscode/native-watchdog", "native-watchdog"].map((name) => join(vscode, "node_modules", name));
  for (const watchdog of watchdogs.filter((folder) => existsSync(folder))) {
    writeFileSync(join(watchdog, "index.js"), "exports.start = () => {};\n");
  }
}

/** @param {PackagedEditor} editor */
function stampOf({ folder }) {
  return join(folder, "node_modules/.plumbline-ready");
}

/** @param {PackagedEditor} editor */
function recipe({ folder }) {
  const hash = createHash("sha256");
  for (const file of [join(folder, "package-lock.json"), SPDLOG, fileURLToPath(import.meta.url)]) {
    hash.update(readFileSync(file));
  }
  return hash.digest("hex");
}
