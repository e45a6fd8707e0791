import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { toMessage } from "../../src/protocol/answerMessage.ts";
import { conversation, answering, changed } from "./states.ts";
import { showAnswers, type ShowOptions } from "./shownPage.ts";

describe("a diagram", () => {
  it("is drawn, zoomed, copied and shown as its source, and a broken one is left as source", async () => {
    const shown = await showAnswers(conversation("Diagrams"));
    const { page } = shown;
    const images = shown.locator(".picture img");
    await images.nth(1).waitFor();
    assert.equal(await images.count(), 2);
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>(".picture img")].every((image) => image.naturalWidth > 100),
    );
    assert.equal(await shown.locator(".picture pre").count(), 1);
    await shown.screenshot("diagrams");
    const width = async () => (await images.first().boundingBox())?.width ?? 0;
    const before = await width();
    const first = shown.locator(".diagram").first();
    await first.hover();
    await first.getByTitle("Zoom In").click();
    assert.ok((await width()) > before * 1.2);
    await shown.locator(".picture").first().focus();
    await page.keyboard.press("0");
    assert.equal(Math.round(await width()), Math.round(before));
    await first.getByTitle("Copy as SVG").click();
    await shown.locator("[role=status]", { hasText: "Copied" }).waitFor({ state: "attached" });
    const [{ text } = assert.fail()] = await shown.posted("copy");
    const svg = await page.evaluate((copied) => {
      const { documentElement } = new DOMParser().parseFromString(copied, "image/svg+xml");
      return { root: documentElement.nodeName, words: documentElement.textContent };
    }, text);
    assert.equal(svg.root, "svg", text.slice(0, 500));
    assert.match(svg.words, /Bytes[^]*A whole line\?/);
    await first.getByTitle("Show Source").click();
    await shown.locator(".code").first().locator("code", { hasText: "flowchart LR" }).waitFor();
  });

  it("wider than the panel is shown in full width with a click, and fitted again with another", async () => {
    const shown = await showAnswers(conversation("Diagrams"), { width: 260, height: 700 });
    const image = shown.locator(".picture img").first();
    await image.waitFor();
    const width = async () => Math.round((await image.boundingBox())?.width ?? 0);
    const [fitted, whole] = [await width(), await image.evaluate((img) => (img as HTMLImageElement).naturalWidth)];
    assert.ok(fitted < 260 && whole > fitted, `${String(fitted)} of ${String(whole)}`);
    await image.click();
    assert.equal(await width(), whole);
    await image.click();
    assert.equal(await width(), fitted);
  });

  it("that grows is drawn when it stands still, not each of its beginnings", async () => {
    const state = conversation("Diagrams");
    const shown = await showAnswers(state);
    await shown.locator(".picture img").nth(1).waitFor();
    const [frame = assert.fail()] = shown.page.mainFrame().childFrames();
    await frame.evaluate(() => {
      const seen = Object.assign(globalThis, { drawings: 0 });
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
          if (node instanceof HTMLDivElement) seen.drawings++;
      }).observe(document.body, { childList: true });
    });
    let text = "flowchart LR";
    for (let step = 0; step < 40; step++) {
      text += `\n  A${step} --> A${step + 1}`;
      const answer = [{ type: "code", index: 0, language: "mermaid", text }] as const;
      await shown.show(changed(state, { id: "grows", answer }));
    }
    await shown.locator(".picture img").waitFor();
    const drawings = await frame.evaluate(() => (globalThis as unknown as { drawings: number }).drawings);
    assert.ok(drawings > 0 && drawings < 20, `drawn ${drawings} times`); // only when the page stands still for long
  });

  it("is left as it is drawn while the question box grows", async () => {
    const state = conversation("Diagrams");
    const shown = await showAnswers(state);
    const pictures = shown.locator(".picture img");
    await pictures.nth(1).waitFor();
    const drawn = () => pictures.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
    const composer = () => shown.page.evaluate(() => document.documentElement.style.getPropertyValue("--composer"));
    const before = { height: await composer(), pictures: await drawn() };
    await shown.locator("textarea").focus();
    for (let line = 0; line < 3; line++) await shown.page.keyboard.press("Shift+Enter");
    await shown.page.waitForFunction(
      (height) => document.documentElement.style.getPropertyValue("--composer") !== height,
      before.height,
    );
    // Diagrams are drawn one after another: by the time that one more is there, the others would have been drawn again.
    const { answer } = answering("```mermaid\nflowchart LR\n  one --> more\n```\n");
    const [{ answer: earlier } = assert.fail()] = state.questions;
    const more = answer.map((block) => ({ ...block, index: earlier.length }));
    await shown.show(changed(state, { answer: [...earlier, ...more] as typeof earlier }));
    await pictures.nth(2).waitFor();
    assert.deepEqual((await drawn()).slice(0, 2), before.pictures);
  });

  /** Shows an answer of nothing but diagrams. */
  const showDiagrams = async (texts: readonly string[], options?: ShowOptions) => {
    const answer = texts.map((text, index) => ({ type: "code", index, language: "mermaid", text }) as const);
    return showAnswers(changed(conversation("Diagrams"), { answer }), options);
  };
  const SMALL = "flowchart LR\n  one --> more";
  const GANTT = "gantt\n  dateFormat YYYY-MM-DD\n  section Cart\n  Counting :a, 2026-01-01, 7d\n  Paying :after a, 3d";
  const ENDLESS = "block-beta\n  space:999999999";

  it("of any kind is drawn where a frame has a process of its own, and ended there if it takes too long", async () => {
    const shown = await showDiagrams([ENDLESS, GANTT, SMALL], { isolatesFrames: true });
    await shown.locator("iframe").waitFor({ state: "attached" });
    const longest = await shown.page.evaluate(async () => {
      let [last, longest] = [performance.now(), 0];
      const end = last + 5_000;
      while (last < end) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }
      return longest;
    });
    assert.ok(longest < 1_000, `${longest} ms without a turn`);
    await shown.locator(".picture img").nth(1).waitFor();
    assert.equal(await shown.locator(".not-drawn").textContent(), conversation("Diagrams").labels.endlessDiagram);
    assert.equal(await shown.locator(".diagram").first().locator("code").textContent(), ENDLESS);
    await shown.screenshot("diagrams-of-any-kind");
  });

  it("that may take without end is left as source, with a word, where a frame shares the page's thread", async () => {
    const shown = await showDiagrams([ENDLESS, GANTT, SMALL, "flowchart LR\n  one -->"]);
    await shown.locator(".picture img").waitFor();
    await shown.locator(".not-drawn").nth(2).waitFor();
    const { endlessDiagram, brokenDiagram } = conversation("Diagrams").labels;
    assert.deepEqual(await shown.locator(".not-drawn").allTextContents(), [
      endlessDiagram,
      endlessDiagram,
      brokenDiagram,
    ]);
    assert.deepEqual(await shown.locator(".diagram code").nth(1).textContent(), GANTT);
  });

  it("can't speak for the host from its frame", async () => {
    const shown = await showDiagrams([SMALL]);
    await shown.locator(".picture img").waitFor();
    const [frame = assert.fail()] = shown.page.mainFrame().childFrames();
    const message = toMessage(conversation("Completed"), undefined, isDeepStrictEqual);
    await frame.evaluate((data) => {
      parent.postMessage(data, "*");
    }, message);
    await frame.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    await shown.frames();
    assert.equal(await shown.locator(".picture img").count(), 1);
  });
});
