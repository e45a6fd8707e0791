import type { Page } from "playwright-core";
import type { EditorSession } from "./editorSession.ts";
import { median } from "./measure.ts";
import { moonshot, ratio, type Row, type Scale } from "./results.ts";

/** Both ways begin with Enter: otherwise the editor's own search would begin while somebody types. */
export const TYPES_BEFORE_ENTER = { "search.searchOnType": false };

const ROWS = ".part.sidebar .monaco-list-row";

/** From Enter to the first row that shows a matching line, in our view and the editor's own in turn. */
export async function firstRowRows(
  session: EditorSession,
  words: readonly string[],
  { isShort }: Scale,
): Promise<readonly Row[]> {
  const times: Record<"ours" | "own", number[]> = { ours: [], own: [] };
  const rest = [...words];
  for (let round = 0; round <= (isShort ? 3 : 20); round++) {
    for (const way of round % 2 === 0 ? (["ours", "own"] as const) : (["own", "ours"] as const)) {
      const word = rest.shift();
      if (word === undefined) throw new Error("There are too few words to search for.");
      const ms = await (way === "ours" ? searchOurs(session, word) : searchOwn(session, word));
      if (round > 0) times[way].push(ms); // the first round starts what is needed
    }
  }
  const value = median(times.ours) / median(times.own);
  return [
    ratio("first row on screen, of the editor's own search", value, "atMost", 1),
    moonshot("first row on screen, of the editor's own search, moonshot", value, "atMost", 0.5),
  ];
}

async function searchOurs({ workbench }: EditorSession, word: string): Promise<number> {
  await workbench.openContainer("Code Search");
  await workbench.runCommand("Plumbline: Search Code…");
  await workbench.fillInput("Search Code", word, { hasRows: true });
  return enterToRow(workbench.page, word);
}

async function searchOwn({ workbench }: EditorSession, word: string): Promise<number> {
  const { page } = workbench;
  const field = page.locator(".search-view .search-container textarea").first();
  for (let tries = 10; ; tries--) {
    await workbench.openContainer("Search");
    try {
      await field.fill(word, { timeout: 5_000 });
      await field.focus({ timeout: 5_000 });
      break;
    } catch (error) {
      // Our view may come back once: after its first row, it is brought to the top.
      if (tries === 0) throw error;
    }
  }
  return enterToRow(page, word);
}

/** Presses Enter. Returns the milliseconds until a row in the side bar contains the word, which no row has yet. */
async function enterToRow(page: Page, word: string): Promise<number> {
  const found = page.evaluate(
    ({ rows, word }) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`No row has ${word}.`)), 30_000);
        let pressed: number | undefined;
        addEventListener("keydown", () => (pressed = performance.now()), { capture: true, once: true });
        const look = () => {
          if (pressed === undefined) return;
          for (const row of document.querySelectorAll(rows)) {
            if (!row.textContent.includes(word)) continue;
            observer.disconnect();
            resolve(performance.now() - pressed);
            return;
          }
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    { rows: ROWS, word },
  );
  await page.evaluate(() => undefined); // from here on, the page listens
  await page.keyboard.press("Enter");
  return found;
}
