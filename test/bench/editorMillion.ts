import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { EditorSession } from "./editorSession.ts";
import { percentile } from "./measure.ts";
import { limit, type Row, type Scale } from "./results.ts";

const TOKEN = "sgp_0123456789abcdef_0123456789012345678901234567890123456789";
const ALL = 1_000_000;
const STREAM_MS = 120_000;
/** Between two presses of a key, as by somebody in a hurry. */
const PAUSE_MS = 30;
const LIST = ".part.sidebar .monaco-list:focus";

/**
 * What a person meets when everything is streamed into the tree: a million lines in 100,000 files of one repository.
 */
export async function millionRows(session: EditorSession, { isShort }: Scale): Promise<readonly Row[]> {
  const server = fork(join(import.meta.dirname, "monorepoServer.ts"));
  const [port] = (await once(server, "message")) as [number];
  const { workbench } = session;
  try {
    await workbench.runCommand("Plumbline: Sign In…");
    await workbench.typeInput("Sign In (1/2)", `http://127.0.0.1:${port}`);
    await workbench.typeInput("Sign In (2/2)", TOKEN);
    await workbench.toast(/Signed in to/).waitFor();

    const keys: number[] = [];
    for (let round = 0; round < (isShort ? 1 : 3); round++) keys.push(...(await keysWhileStreaming(session, round)));
    const reached = await lastRow(session);
    const refreshMs = await rootRefreshMs(session, isShort ? 3 : 10);
    return [
      limit("rows reachable", reached / 1e6, "million", "atLeast", 1),
      limit("a key press in the tree while 1,000,000 stream, p95", percentile(keys, 0.95), "ms", "atMost", 100),
      limit("root refresh with 100,000 files, extension host", refreshMs, "ms", "atMost", 50),
    ];
  } finally {
    server.disconnect();
  }
}

async function search({ workbench }: EditorSession, query: string): Promise<void> {
  await workbench.runCommand("Plumbline: Search Code…");
  await workbench.fillInput("Search Code", query, { hasRows: true });
  await workbench.page.keyboard.press("Enter");
}

/**
 * Milliseconds from each press of the arrow key until the next row has the focus, from the first row to the stream's
 * end.
 */
async function keysWhileStreaming(session: EditorSession, round: number): Promise<readonly number[]> {
  const { page } = session.workbench;
  const done = session.workbench.statusItem(`${ALL.toLocaleString("en")} matches`);
  await search(session, `all${round} count:all`);
  const first = { hasText: `all${round}file0.ts` }; // not one of the previous round
  await page.locator(".part.sidebar .monaco-list-row", first).waitFor();
  await page.locator(".part.sidebar .monaco-list", first).focus();
  await page.keyboard.press("Home");
  await page.locator(`${LIST} .monaco-list-row.focused[data-index="0"]`).waitFor();
  const times: number[] = [];
  const end = Date.now() + STREAM_MS;
  while (!(await done.isVisible())) {
    if (Date.now() > end) throw new Error("The stream did not end.");
    times.push(await arrowDown(page));
    await sleep(PAUSE_MS);
  }
  return times;
}

/** What an unanswered press counts as: the focus is elsewhere by then, or the key was lost. */
const UNANSWERED_MS = 10_000;

async function arrowDown(page: Page): Promise<number> {
  const moved = page.evaluate(
    ([list, unansweredMs]) =>
      new Promise<number>((resolve) => {
        const indexOf = () =>
          Number(document.querySelector<HTMLElement>(`${list} .monaco-list-row.focused`)?.dataset["index"]);
        let pressed: number | undefined;
        let before = NaN;
        const limit = setTimeout(() => {
          observer.disconnect();
          resolve(unansweredMs);
        }, unansweredMs);
        const observer = new MutationObserver(() => {
          if (pressed === undefined || indexOf() !== before + 1) return;
          observer.disconnect();
          clearTimeout(limit);
          resolve(performance.now() - pressed);
        });
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          attributes: true,
          attributeFilter: ["class"],
        });
        const press = () => {
          pressed = performance.now();
          before = indexOf();
        };
        addEventListener("keydown", press, { capture: true, once: true });
      }),
    [LIST, UNANSWERED_MS] as const,
  );
  await page.evaluate(() => undefined); // from here on, the page listens
  await page.keyboard.press("ArrowDown");
  return moved;
}

/** If the last row is not reached after this long, it is too far away for keys. */
const LAST_ROW_MS = 120_000;

/**
 * Goes to the last line only by keys: to the end, where the last range is opened, to the end, where the last file is
 * opened, and to the end. If the last rows haven't come yet, that is not the end, and rows that arrive may close what
 * was opened: then it tries again. Returns the number on the line.
 */
async function lastRow({ workbench: { page } }: EditorSession): Promise<number> {
  // The repository's count is the last thing the view is told: until then the view may be behind.
  const repository = page.locator(".part.sidebar .monaco-list-row", { hasText: "corp/monorepo" });
  const all = repository.filter({ hasText: ALL.toLocaleString("en") });
  await all.first().waitFor();
  const closed = page.locator(`${LIST} .monaco-list-row.focused[aria-expanded="false"]`);
  let last = "";
  for (const end = Date.now() + LAST_ROW_MS; Date.now() < end;) {
    await page.keyboard.press("End");
    await sleep(200);
    [last = ""] = await page.locator(`${LIST} .monaco-list-row.focused`).allTextContents();
    const number = Number(/number\((\d+)\)/.exec(last)?.[1]);
    if (number === ALL) return number;
    if (await closed.isVisible()) await page.keyboard.press("ArrowRight");
  }
  throw new Error(`The last row in reach is: ${last}`);
}

/**
 * What one more file costs the extension host when 100,000 are in the tree, from the event to the answers for the view,
 * plus whatever else the host does in that second.
 */
async function rootRefreshMs(session: EditorSession, seconds: number): Promise<number> {
  const { workbench } = session;
  await search(session, "grow count:all");
  await workbench.statusItem(/100,0\d\d matches/).waitFor();
  await sleep(2000);
  const growing = (await session.probe(`busy?ms=${seconds * 1000}`)) as number;
  await workbench.runCommand("Plumbline: Stop Search");
  return growing / seconds;
}
