// Our built pages (`dist/webview`) in Chromium without an editor around them. A page gets the HTML, the policy, the
// style sheet, the variables and the attributes that a real editor gives it, as they were recorded (`recorded.ts`), and
// a stand-in for the editor's interface for pages, which keeps what the page says and its state across a reload. Tests
// play the host: they send whole states, and look at what the page asks for. One browser serves all tests of a process,
// and another those whose frames are to have processes of their own; each page is closed after its test, and what goes
// wrong in it fails the test.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { platform } from "node:process";
import { isDeepStrictEqual } from "node:util";
import { chromium, type BrowserContext, type LaunchOptions, type Locator, type Page } from "playwright-core";
import type { AnswerIntent, AnswerState } from "../../src/protocol/answer.ts";
import { toMessage } from "../../src/protocol/answerMessage.ts";
import type { SearchIntent, SearchState } from "../../src/protocol/search.ts";
import { countPage } from "../coverage/pages.ts";
import { takeScreenshot } from "../e2e/screenshots.ts";
import * as places from "../editor/places.mjs";
import { THEMES, type Theme } from "../support/themes.ts";
import { readRecorded } from "./readRecorded.ts";
import { NONCE, ROOT_ADDRESS, SOURCE, type PageName } from "./recorded.ts";

const WAIT_MS = 60_000;
const DIST = join(places.ROOT, "dist/webview");
const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf" };

/** How a page is shown at first; by default in the first theme, and as large as a panel in a window of 1280 × 800. */
export interface ShowOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** Whether a frame of another origin has a process of its own. */
  readonly isolatesFrames?: boolean;
}

/** One of our pages. Anything it waits for fails after a minute. */
abstract class ShownPage<State, Intent extends { readonly type: string }> {
  readonly page: Page;
  /** How the host sends a state. */
  protected abstract encode(state: State): unknown;

  constructor(page: Page) {
    this.page = page;
  }

  /** Sends a state as the host does; it is drawn when this resolves, except for what the page draws gradually. */
  async show(state: State): Promise<void> {
    await this.page.evaluate((data) => {
      dispatchEvent(new MessageEvent("message", { data }));
    }, this.encode(state));
  }

  /** All that the page has asked for with messages of this type since it was loaded. */
  async posted<T extends Intent["type"]>(type: T): Promise<Extract<Intent, { readonly type: T }>[]> {
    const all = await this.page.evaluate(() => (globalThis as unknown as { posted: { type: string }[] }).posted);
    return (all as unknown as Intent[]).filter(
      (each): each is Extract<Intent, { readonly type: T }> => each.type === type,
    );
  }

  /** Changes the theme of a page that is shown, as the editor does. */
  async setTheme(theme: Theme): Promise<void> {
    await this.page.evaluate(({ variables, body }) => {
      const { style } = document.documentElement;
      for (const name of [...style].filter((each) => each.startsWith("--vscode-"))) style.removeProperty(name);
      for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
      for (const [name, value] of Object.entries(body)) document.body.setAttribute(name, value);
    }, themeOf(theme));
  }

  /** Waits until what was drawn is laid out. */
  async frames(): Promise<void> {
    await this.page.evaluate(async () => {
      for (let count = 0; count < 2; count++) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  }

  /** Takes the page away and loads it anew, as the editor does with one that was hidden; then sends the state. */
  async reload(state: State): Promise<void> {
    await this.page.reload();
    await this.show(state);
  }

  /**
   * Waits until the page has kept the place that a reader has reached, which it does a moment after the last scroll.
   */
  async placeKept(): Promise<void> {
    await this.frames();
    await this.page.waitForFunction(() => {
      const { scrolledAt, keptAt } = globalThis as unknown as { scrolledAt: number; keptAt: number };
      return keptAt > scrolledAt;
    });
  }

  /** Saves a picture of the page once its fonts and pictures are there. */
  async screenshot(name: string): Promise<void> {
    await this.page.evaluate(async () => {
      await document.fonts.ready;
      await Promise.all([...document.images].map((image) => image.decode()));
    });
    await takeScreenshot(this.page, `page-${name}`);
  }

  locator(...given: Parameters<Page["locator"]>): Locator {
    return this.page.locator(...given);
  }
}

/** The answer panel. Like the host, it sends only what the page doesn't have. */
export class AnswerPage extends ShownPage<AnswerState, AnswerIntent> {
  #sent: AnswerState | undefined;

  protected encode(state: AnswerState): unknown {
    const message = toMessage(state, this.#sent, isDeepStrictEqual);
    this.#sent = state;
    return message;
  }

  override async reload(state: AnswerState): Promise<void> {
    this.#sent = undefined;
    await super.reload(state);
  }
}

/** The query box. */
export class QueryPage extends ShownPage<SearchState, SearchIntent> {
  protected encode(state: SearchState): unknown {
    return state;
  }
}

/** Shows an answer panel in this state. */
export async function showAnswers(state: AnswerState, options?: ShowOptions): Promise<AnswerPage> {
  const shown = new AnswerPage(await load("answer", { width: 930, height: 730, ...options }));
  await shown.show(state);
  return shown;
}

/** Shows the query box in this state. */
export async function showQuery(state: SearchState, options?: ShowOptions): Promise<QueryPage> {
  const shown = new QueryPage(await load("search", { width: 300, height: 300, ...options }));
  await shown.show(state);
  return shown;
}

/** Everything that pages have requested from elsewhere or that went wrong in them during this test. */
export const faults: string[] = [];

const recorded = { pages: readRecorded("pages"), defaults: readRecorded("defaults"), themes: readRecorded("themes") };
const server = createServer(serve);
let listening: Promise<void> | undefined;
const browsers = new Map<boolean, Promise<BrowserContext>>();

afterEach(async function () {
  const contexts = await Promise.all(browsers.values());
  const pages = contexts.flatMap((context) => context.pages().slice(1));
  const name = `failed-${this.currentTest?.title ?? ""}`;
  if (this.currentTest?.state === "failed")
    for (const page of pages) await takeScreenshot(page, name).catch(console.error);
  for (const page of pages) await page.close();
  assert.deepEqual(faults.splice(0), []);
});

after(async () => {
  for (const context of await Promise.all(browsers.values())) await context.browser()?.close();
  server.close();
});

function themeOf({ title }: Theme) {
  return recorded.themes[title] ?? assert.fail(`${title} is not recorded.`);
}

async function load(
  name: PageName,
  { theme = THEMES[0], width = 0, height = 0, isolatesFrames = false }: ShowOptions,
): Promise<Page> {
  const browser = browsers.get(isolatesFrames) ?? start(isolatesFrames);
  browsers.set(isolatesFrames, browser);
  const page = await (await browser).newPage();
  await countPage(page);
  const origin = originOf(server);
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("dialog", (dialog) => {
    faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => faults.push(`page ${popup.url()}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("blob:"))
      faults.push(`request ${request.url()}`);
  });
  await page.setViewportSize({ width, height });
  await page.goto(`${origin}/${name}?theme=${encodeURIComponent(theme.title)}`);
  return page;
}

async function start(isolatesFrames: boolean): Promise<BrowserContext> {
  await (listening ??= new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  const launched = await chromium.launch({
    ...installed(),
    args: [
      "--no-sandbox", // root can't have one
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      ...(isolatesFrames ? ["--site-per-process"] : []),
    ],
  });
  const context = await launched.newContext({ reducedMotion: "reduce" });
  context.setDefaultTimeout(WAIT_MS);
  await context.newPage(); // without a page, the browser would end its process, and start one for each test
  return context;
}

/** The browser in which the editor is tested, or else the one that a person has. */
function installed(): Pick<LaunchOptions, "executablePath" | "channel"> {
  const executablePath = places.chromium();
  if (executablePath !== undefined) return { executablePath };
  return { channel: platform === "win32" ? "msedge" : "chrome" };
}

function originOf({ address }: Pick<typeof server, "address">): string {
  return `http://127.0.0.1:${(address.call(server) as AddressInfo).port}`;
}

function serve({ url = "" }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, originOf(server));
  const name = pathname.slice(1);
  if (name === "answer" || name === "search") {
    const theme = THEMES.find(({ title }) => title === searchParams.get("theme")) ?? THEMES[0];
    response.writeHead(200, { "content-type": "text/html" }).end(documentOf(name, theme));
    return;
  }
  const file = join(DIST, pathname.replace("/dist/webview/", ""));
  if (!existsSync(file)) response.writeHead(404).end();
  else {
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "cache-control": "max-age=3600" }).end(readFileSync(file));
  }
}

/** A page as the editor shows it. Like there, what is put into it comes before its policy. */
function documentOf(name: PageName, theme: Theme): string {
  const { variables, body } = themeOf(theme);
  const origin = originOf(server);
  const style = Object.entries(variables).map(([variable, value]) => `${variable}: ${value};`);
  const attributes = Object.entries(body).map(([attribute, value]) => `${attribute}="${quoted(value)}"`);
  const behind = name === "answer" ? "editor" : "sideBar";
  return recorded.pages[name]
    .replaceAll(ROOT_ADDRESS, `${origin}/dist/webview`)
    .replaceAll(SOURCE, origin)
    .replaceAll(NONCE, randomBytes(16).toString("base64"))
    .replace("<html ", () => `<html style="${quoted(style.join(" "))}" `)
    .replace(
      "<head>",
      () => `<head>
        <style id="_defaultStyles">${recorded.defaults}</style>
        <style>html { background: var(--vscode-${behind}-background); }</style>
        <script>${STAND_IN}</script>`,
    )
    .replace("<body>", () => `<body ${attributes.join(" ")}>`);
}

function quoted(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

/** The editor's interface for pages. What a page wants to be kept while it is taken away comes too late, as there. */
const STAND_IN = `{
  const posted = (globalThis.posted = []);
  let isGone = false;
  addEventListener("pagehide", () => (isGone = true), { capture: true });
  globalThis.scrolledAt = globalThis.keptAt = 0;
  addEventListener("scroll", () => (globalThis.scrolledAt = performance.now()), { capture: true });
  globalThis.acquireVsCodeApi = () => {
    delete globalThis.acquireVsCodeApi;
    return Object.freeze({
      postMessage: (message) => void posted.push(structuredClone(message)),
      getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined,
      setState: (state) => {
        globalThis.keptAt = performance.now();
        if (!isGone) sessionStorage.setItem("state", JSON.stringify(state));
        return state;
      },
    });
  };
}`;
