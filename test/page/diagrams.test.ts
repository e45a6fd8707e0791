import assert from "node:assert/strict";
import { conversation, answering, changed } from "./states.ts";
import { showAnswers } from "./shownPage.ts";

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
    await shown.page.evaluate(() => {
      const seen = Object.assign(globalThis, { drawings: 0 });
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
          if (node instanceof Element && node.matches(".measure")) seen.drawings++;
      }).observe(document.body, { childList: true });
    });
    let text = "flowchart LR";
    for (let step = 0; step < 40; step++) {
      text += `\n  A${step} --> A${step + 1}`;
      const answer = [{ type: "code", index: 0, language: "mermaid", text }] as const;
      await shown.show(changed(state, { id: "grows", answer }));
    }
    await shown.locator(".picture img").waitFor();
    const drawings = await shown.page.evaluate(() => (globalThis as unknown as { drawings: number }).drawings);
    assert.ok(drawings < 20, `drawn ${drawings} times`); // only when the page stands still for long
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
});
