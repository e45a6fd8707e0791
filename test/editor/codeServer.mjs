// @ts-check
// VS Code as npm packages: code-server, installed without running anybody's install script and without a compiler.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./children.mjs";
import { EDITOR, VSCODE } from "./places.mjs";

const STAMP = join(EDITOR, "node_modules/.plumbline-ready");
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

/** Whether it is there, complete, and of the version and recipe in this checkout. */
export function isCodeServerInstalled() {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === recipe();
}

/**
 * Installs from the start whatever was there before.
 *
 * @param {(title: string, work: () => Promise<import("./children.mjs").End>) => Promise<void>} step shows one step; rejects when it fails
 */
export async function installCodeServer(step) {
  rmSync(STAMP, { force: true });
  await step("Installing the editor", () => npmCi(EDITOR));
  // VS Code's own dependencies are locked by the shrinkwrap files inside the package; their peer
  // dependencies are not in it, hence --legacy-peer-deps.
  await step("Installing the editor's dependencies", () => npmCi(VSCODE, "--omit=dev", "--legacy-peer-deps"));
  await step("Installing the editor's extensions", () =>
    npmCi(join(VSCODE, "extensions"), "--omit=dev", "--legacy-peer-deps"),
  );
  prune();
  restoreProposedApiCheck();
  standInForNativeModules();
  writeFileSync(STAMP, recipe());
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

function prune() {
  const ripgrep = "node_modules/@vscode/ripgrep-universal/bin";
  const others = readdirSync(join(VSCODE, ripgrep)).filter((platform) => platform !== "linux-x64");
  for (const path of [...SUPERFLUOUS, ...others.map((platform) => join(ripgrep, platform))]) {
    rmSync(join(VSCODE, path), { recursive: true, force: true });
  }
}

/** code-server lets every extension use proposed API. With VS Code's own check back in place a test fails where VS Code would. */
function restoreProposedApiCheck() {
  for (const file of ENFORCERS_OF_PROPOSED_API.map((name) => join(VSCODE, "out", name))) {
    const code = readFileSync(file, "utf8");
    const restored = code.replace(
      /function ([\w$]+)\(([\w$]+),([\w$]+)\)\{return!0\}(?=function [\w$]+\([\w$]+,[\w$]+\)\{if\(!\1\()/,
      "function $1($2,$3){return!!$2.enabledApiProposals?.includes($3)}",
    );
    if (restored === code) throw new Error(`No check of proposed API found in ${file}: has code-server changed?`);
    writeFileSync(file, restored);
  }
}

/** Only two of the modules that would have to be compiled are missed. */
function standInForNativeModules() {
  // Without it every Output channel stays empty.
  copyFileSync(SPDLOG, join(VSCODE, "node_modules/@vscode/spdlog/index.js"));
  // It ends an extension host that hangs when its server has gone; one that doesn't hang sees to that by itself.
  writeFileSync(join(VSCODE, "node_modules/@vscode/native-watchdog/index.js"), "exports.start = () => {};\n");
}

function recipe() {
  const hash = createHash("sha256");
  for (const file of [join(EDITOR, "package-lock.json"), SPDLOG, fileURLToPath(import.meta.url)]) {
    hash.update(readFileSync(file));
  }
  return hash.digest("hex");
}
