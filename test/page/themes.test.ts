import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { AnswerState, SourceStatus } from "../../src/protocol/answer.ts";
import { isThorough } from "../support/depth.ts";
import { THEMES } from "../support/themes.ts";
import { showAnswers, showQuery, type AnswerPage, type QueryPage } from "./shownPage.ts";
import { answering, changed, conversation, query, writtenAnswer } from "./states.ts";
import { violationsIn } from "./violations.ts";

/** One of each kind, unless there is time for all. */
const SHOWN = isThorough ? THEMES : [THEMES[0], THEMES[2]];

/** The answer panel and the query box, also for people who don't see them as they are drawn, or not easily. */
describe("in every theme", () => {
  /** Calls `look` in each theme, and collects everything that is wrong there. */
  async function inThemes(
    shown: AnswerPage | QueryPage,
    name: string,
    look: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    const found: string[] = [];
    for (const theme of SHOWN) {
      await shown.setTheme(theme);
      await look();
      await shown.screenshot(`${name}-${theme.title}`);
      found.push(...(await violationsIn(shown.page)).map((each) => `${theme.title}: ${each}`));
    }
    assert.deepEqual(found, []);
  }

  /** Whether an element has a background or a border that can be seen. */
  const isSetOff = (element: Locator) =>
    element.evaluate((each) => {
      const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(each);
      const isSeen = (color: string) => color !== "rgba(0, 0, 0, 0)";
      return isSeen(backgroundColor) || (borderTopWidth !== "0px" && isSeen(borderTopColor));
    });

  for (const [title, selector] of [
    ["Running", ".progress"],
    ["Completed", ".answer"],
    ["Partial", ".notice"],
    ["Quota", ".notice"],
    ["Canceled", ".notice"],
    ["Follow-ups", "article:nth-of-type(3) .answer"],
    ["Somebody's", ".mark"],
    ["A new conversation", ".start"],
  ] as const)
    it(`the panel is drawn, and axe-core finds nothing against it: ${title}`, async () => {
      const shown = await showAnswers(conversation(title));
      await shown.locator(selector).first().waitFor();
      await inThemes(shown, title);
    });

  it("the panel is drawn with code in the theme's colours, and axe-core finds nothing against it", async () => {
    const shown = await showAnswers(conversation("Markdown"));
    await shown.locator(".hljs-keyword").first().waitFor();
    await inThemes(shown, "Markdown", async () => {
      const colors = await shown
        .locator(".code")
        .first()
        .locator(".hljs-keyword, .hljs-string, .hljs-comment")
        .evaluateAll((tokens) => new Set(tokens.map((token) => getComputedStyle(token).color)).size);
      assert.equal(colors, 3);
      assert.ok(await isSetOff(shown.locator("td > code").first()));
    });
  });

  it("diagrams are drawn anew, and axe-core finds nothing against them", async () => {
    const shown = await showAnswers(conversation("Diagrams"));
    const pictures = shown.locator(".picture img");
    await pictures.nth(1).waitFor();
    const addresses = () => pictures.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
    let before: readonly string[] = [];
    await inThemes(shown, "Diagrams", async () => {
      // The page has the first theme from the beginning.
      if (before.length > 0)
        await shown.page.waitForFunction((earlier) => {
          const images = [...document.querySelectorAll<HTMLImageElement>(".picture img")];
          return images.length === earlier.length && images.every(({ src }) => !earlier.includes(src));
        }, before);
      before = await addresses();
    });
  });

  it("answers that a model wrote are told with what they took and were made from", async () => {
    const shown = await showAnswers(writtenAnswer("Written"));
    await shown.locator(".written .statements", { hasText: "2 of 3 statements have sources, 1 without." }).waitFor();
    await inThemes(shown, "Written");
  });

  it("the model that a server really answered with is named", async () => {
    const shown = await showAnswers(writtenAnswer("Silent, another model"));
    const told = "/models/gemma.gguf (requested: qwen3:4b at 127.0.0.1:7080)";
    await shown.locator(".progress-words", { hasText: told }).waitFor();
    await shown.show(writtenAnswer("Another model"));
    await shown.locator(".written .quiet", { hasText: `Written by ${told}.` }).waitFor();
    await inThemes(shown, "Another model");
    await shown.show(writtenAnswer("Written"));
    assert.equal(await shown.locator(".written .quiet", { hasText: "Written by" }).count(), 0);
  });

  it("what became of each source is shown, and axe-core finds nothing against it", async () => {
    const shown = await showAnswers(withStatuses());
    await shown.locator(".status.gone").waitFor();
    assert.equal(await shown.locator(".link .codicon-circle-slash").count(), 1);
    assert.equal(await shown.locator(".link .codicon-warning").count(), 1);
    // What is as it was has a tick; what there is no copy of is said to be found: nobody needs to hover to know.
    const drawn = (kind: string) => shown.locator(`.row ~ .status.${kind}`);
    assert.equal((await drawn("same").textContent())?.trim(), "");
    assert.equal(await drawn("same").locator(".codicon-check").count(), 1);
    assert.equal((await drawn("cited").textContent())?.trim(), "found");
    assert.equal(await drawn("cited").locator(".codicon-check").count(), 0);
    await inThemes(shown, "sources");
  });

  it("the copy on this machine is shown, and why, on demand, where the service can't be reached", async () => {
    const shown = await showAnswers(conversation("A copy"));
    const line = shown.locator(".brief summary", { hasText: "can't be reached" });
    const cause = shown.locator(".brief p", { hasText: "Could not connect to" });
    await inThemes(shown, "copy", async () => {
      await line.waitFor();
      assert.equal(await cause.isVisible(), false, "it is said on demand");
      assert.ok(((await line.boundingBox())?.height ?? Infinity) < 30, "on one line");
      assert.match((await shown.locator(".copy-mark").textContent()) ?? "", /Offline copy/);
      assert.ok(await shown.locator(".answer").isVisible());
      await line.click();
      await cause.waitFor();
      await shown.locator(".brief vscode-button", { hasText: "Try Again" }).waitFor();
      await shown.screenshot("copy-details");
      await line.click();
    });
  });

  it("the query box is drawn, and axe-core finds nothing against it", async () => {
    const shown = await showQuery(query("createParser type:banana"));
    await shown.locator("#problem").waitFor();
    await inThemes(shown, "query");
  });

  it("all of the query box is shown in a narrow side bar and at twice the size, without motion", async () => {
    const shown = await showQuery(query("createParser type:banana"), { width: 170 });
    await shown.locator("#problem").waitFor();
    const fits = () =>
      shown.page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
    assert.equal(await fits(), true);
    await shown.screenshot("query-narrow");
    await shown.page.evaluate(() => {
      document.documentElement.style.zoom = "2";
    });
    assert.equal(await fits(), true);
    await shown.screenshot("query-zoomed");
    assert.deepEqual(await shown.page.evaluate(() => document.getAnimations().length), 0);
  });

  for (const [title, selector] of [
    ["Markdown", ".hljs-keyword"],
    ["Completed", ".sources .row"],
    ["Running", ".progress"],
  ] as const)
    it(`all of the panel is shown at twice the size and in a narrow window, without motion: ${title}`, async () => {
      const shown = await showAnswers(conversation(title), { width: 712 });
      await shown.locator(selector).first().waitFor();
      /** Nothing may be wider than the page, except what scrolls by itself, such as code. */
      const overflowing = () =>
        shown.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      const zoom = (by: number) =>
        shown.page.evaluate((factor) => {
          document.documentElement.style.zoom = String(factor);
        }, by);
      await zoom(2);
      assert.equal(await overflowing(), 0, "at twice the size");
      await shown.screenshot(`zoomed-${title}`);
      await zoom(1);
      await shown.page.setViewportSize({ width: 372, height: 730 });
      await shown.page.waitForFunction(() => document.documentElement.clientWidth < 420);
      assert.equal(await overflowing(), 0, "in a narrow window");
      await shown.screenshot(`narrow-${title}`);
      assert.equal(await shown.page.evaluate(() => document.getAnimations().length), 0, "it stands still");
    });
});

const STATUSES: Readonly<Record<SourceStatus["kind"], string>> = {
  same: "unchanged",
  cited: "found",
  moved: "moved to line 45",
  changed: "changed, now line 62",
  perhaps: "perhaps line 12",
  gone: "gone",
  perhapsGone: "perhaps gone",
  broken: "no such file",
  unchecked: "not checked",
};

/** An answer with a source for each thing that can become of one. */
function withStatuses(): AnswerState {
  const kinds = Object.entries(STATUSES) as [SourceStatus["kind"], string][];
  const links = kinds.map(
    ([kind], at) => `[\`${kind}.ts\`](/github.com/acme/misc/-/blob/${kind}.ts?L${at + 3}-${at + 9})`,
  );
  const { answer, sources } = answering(`The fields are read by ${links.join(", ")}.`);
  const checked = sources.map((source, at) => {
    const [kind, label] = kinds[at] ?? assert.fail();
    return { ...source, status: { kind, label, description: `It is ${kind}`, canCompare: kind === "changed" } };
  });
  return changed(conversation("Completed"), { answer, sources: checked });
}
