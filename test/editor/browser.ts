// The workbench in Chromium.
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { countPage } from "../coverage/pages.ts";
import { countHosts } from "./hosts.ts";
import * as places from "./places.mjs";

// A fixed name instead of a changing port: the origin holds the browser's half of the state (secrets among it), and
// *.localhost counts as secure.
const HOST = "vscode.localhost";
const ORIGIN = `http://${HOST}`;
/** The first start after an installation reads hundreds of megabytes from a disk that may be slow. */
const START_LIMIT_MS = 180_000;

/** Starts a browser that reaches the server on `port` and nothing else. */
export function startBrowser({ port, profileDir }: { port: number; profileDir: string }): Promise<BrowserContext> {
  const executablePath = places.chromium();
  if (!executablePath) throw new Error("There is no Chromium on this machine: node test/editor/setup.mjs");
  return chromium.launchPersistentContext(profileDir, {
    executablePath,
    timeout: START_LIMIT_MS,
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    acceptDownloads: false,
    permissions: ["clipboard-read", "clipboard-write"],
    args: [
      "--no-sandbox", // root can't have one
      "--disable-gpu",
      // After the process that draws has ended six times, the browser would end itself. On a very busy machine, that
      // process may seem to hang, and is ended for it.
      "--disable-gpu-process-crash-limit",
      "--disable-quic",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      `--host-resolver-rules=MAP ${HOST}:80 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
    ],
  });
}

/**
 * Clears all that a workbench keeps in the browser, which has no window then but an empty one, and checks that it is
 * gone. The browser's cache stays: with it, a window is there in half the time.
 */
export async function clearStorage(context: BrowserContext): Promise<void> {
  const page = unusedPage(context) ?? (await context.newPage());
  const devTools = await context.newCDPSession(page);
  await devTools.send("Storage.clearDataForOrigin", { origin: ORIGIN, storageTypes: "all" });
  const { usage, usageBreakdown } = await devTools.send("Storage.getUsageAndQuota", { origin: ORIGIN });
  await devTools.detach();
  if (usage > 0) throw new Error(`The browser still keeps something: ${JSON.stringify(usageBreakdown)}`);
}

const unusedPage = (context: BrowserContext) => context.pages().find((page) => page.url() === "about:blank");

export interface WindowOptions {
  /** The server's: where the editor keeps what it remembers. */
  readonly userDataDir: string;
  /** A folder, a workspace file, or the address of a folder on another machine. */
  readonly folder?: string | undefined;
  /** Extensions under development, which are not installed. */
  readonly extensionDevelopmentPaths: readonly string[];
  readonly extensionTestsPath?: string | undefined;
  /** The language of extensions; the editor's own words stay English, as its language packs are not on npm. */
  readonly language?: string | undefined;
  /** Whether what the workbench animates moves. */
  readonly isAnimated?: boolean | undefined;
}

/** Prepares a page of its own; `load` then opens the workbench in it, so that a listener can be added first. */
export async function prepareWindow(
  context: BrowserContext,
  options: WindowOptions,
): Promise<{ page: Page; load: () => Promise<void> }> {
  const page = unusedPage(context) ?? (await context.newPage());
  await countPage(page);
  // The workbench's embedder may name extensions under development. In the address it ignores them, unless the server
  // runs in a mode that also hides all notifications.
  await page.addInitScript(addDevelopmentOptions, {
    extensions: options.extensionDevelopmentPaths.map(remoteUri),
    ...(options.extensionTestsPath ? { extensionTestsPath: remoteUri(options.extensionTestsPath) } : {}),
  });
  if (!options.isAnimated) await page.addInitScript(stopAnimations);
  if (options.language !== undefined)
    await page.addInitScript(
      (language) => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: language }),
      options.language,
    );
  const { folder, userDataDir } = options;
  const load = async () => {
    if (folder && isWorkspace(folder)) await visitWorkspace(context, { workspace: folder, userDataDir });
    await goTo(page, folder);
  };
  return { page, load };
}

const isWorkspace = (path: string) => path.endsWith(".code-workspace");

async function goTo(page: Page, path: string | undefined): Promise<void> {
  const place = path?.includes("://") ? path : resolve(path ?? "");
  const query = path ? `${isWorkspace(path) ? "workspace" : "folder"}=${encodeURIComponent(place)}` : "ew=true";
  await page.goto(`${ORIGIN}/?${query}`, { timeout: START_LIMIT_MS });
}

/**
 * Opens a workspace file until the workbench has noted what is in it. In a browser it starts with what it has noted; if
 * it has noted nothing, and the file itself arrives at a bad moment of the start, the window has no folders.
 */
async function visitWorkspace(
  context: BrowserContext,
  { workspace, userDataDir }: { readonly workspace: string; readonly userDataDir: string },
): Promise<void> {
  const note = JSON.stringify({ content: readFileSync(workspace, "utf8") });
  const notes = join(userDataDir, "User/caches/CachedConfigurations/workspaces/*/workspace.json");
  const isNoted = () => globSync(notes).some((file) => readFileSync(file, "utf8") === note);
  const hosts = countHosts(userDataDir).running;
  const hasStarted = () => {
    const { running, starting } = countHosts(userDataDir);
    return running > hosts && starting === 0;
  };
  const page = await context.newPage();
  await goTo(page, workspace);
  for (const end = Date.now() + START_LIMIT_MS; !isNoted() || !hasStarted();) {
    if (Date.now() > end) throw new Error(`The workbench has not noted what is in ${workspace}.`);
    await sleep(50);
  }
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true }); // as a person closes it: its extension host, which has started, ends
  await closed;
}

/**
 * Runs in the page and its frames, of which only the workbench is changed. What turns there while something is awaited
 * takes most of a processor where there is no graphics card, which makes everybody wait longer.
 */
function stopAnimations(): void {
  if (window !== window.top) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, *::before, *::after { animation: none !important; transition: none !important }");
  document.adoptedStyleSheets.push(sheet);
}

/** Runs in the page. The document is `interactive` just before the workbench's own scripts run. */
function addDevelopmentOptions(options: object): void {
  document.addEventListener("readystatechange", () => {
    const element = document.getElementById("vscode-workbench-web-configuration");
    if (!element || document.readyState !== "interactive") return;
    const configuration = JSON.parse(element.getAttribute("data-settings") ?? "{}") as { developmentOptions?: object };
    configuration.developmentOptions = { ...configuration.developmentOptions, ...options };
    element.setAttribute("data-settings", JSON.stringify(configuration));
  });
}

const remoteUri = (path: string) => ({ $mid: 1, scheme: "vscode-remote", authority: HOST, path: resolve(path) });
