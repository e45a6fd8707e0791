import assert from "node:assert/strict";
import type { AnswerState } from "../../src/protocol/answer.ts";
import { isThorough } from "../support/depth.ts";
import { showAnswers, type AnswerPage } from "./shownPage.ts";
import { answering, asking, atStep, conversation, ended } from "./states.ts";

/** Several times as many as are drawn at once. */
const COUNT = isThorough ? 200 : 60;
/** A question in the middle, counted from one. */
const READ = COUNT / 2;

describe(`a conversation of ${COUNT} questions`, () => {
  /** Waits until all of it is drawn, which happens in steps. */
  async function allDrawn(shown: AnswerPage): Promise<void> {
    const isDrawn = (count: number) => document.querySelectorAll("article .answer").length >= count;
    await shown.page.waitForFunction(isDrawn, COUNT);
  }

  it("is drawn where it is looked at first, is sent only what changes, and is read on at the same place", async () => {
    const state = ofMany();
    const shown = await showAnswers(state);
    const articles = shown.locator("article");
    await articles.nth(COUNT - 1).waitFor({ state: "attached" });
    await shown.locator("textarea").fill("One more?");
    assert.equal(await articles.first().locator(".answer").count(), 1);
    await articles
      .nth(READ - 1)
      .locator(".answer")
      .waitFor({ state: "attached" });
    await allDrawn(shown);
    await shown.page.evaluate(() => {
      const seen = { sent: [] as number[], drawn: new Set<Element>() };
      Object.assign(globalThis, { seen });
      addEventListener("message", ({ data }: MessageEvent<{ questions?: readonly unknown[] }>) => {
        if (data.questions) seen.sent.push(data.questions.filter((question) => typeof question === "object").length);
      });
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement;
          const article = element?.closest("article");
          // Code is coloured when there is time.
          if (article && !element?.closest("code")) seen.drawn.add(article);
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await shown.locator("textarea").press("Enter");
    assert.deepEqual(await shown.posted("followUp"), [{ type: "followUp", text: "One more?" }]);
    const running = asking(state, "One more?");
    await shown.show(running);
    await articles.nth(COUNT).locator(".progress-words").waitFor();
    await shown.screenshot("long");
    await shown.show(atStep(running, "Step 1"));
    await articles.nth(COUNT).locator(".step", { hasText: "Step 1" }).waitFor();
    const whole = ended(running, answering("One more answer."));
    await shown.show(whole);
    await articles.nth(COUNT).locator(".answer", { hasText: "One more answer." }).waitFor();
    const { sent, drawn } = await shown.page.evaluate((count) => {
      const { seen } = globalThis as unknown as { seen: { sent: number[]; drawn: Set<Element> } };
      const earlier = [...document.querySelectorAll("article")].slice(0, count);
      return { sent: seen.sent, drawn: earlier.filter((article) => seen.drawn.has(article)).length };
    }, COUNT);
    assert.deepEqual(sent, [1, 1, 1], "questions sent");
    assert.equal(drawn, 0, "earlier questions in which anything changed");

    // After being hidden, it is a new page when shown again, at the question that was being read.
    const look = () =>
      shown.page.evaluate(
        (read) => Math.round(document.querySelectorAll("article")[read - 1]?.getBoundingClientRect().top ?? 0),
        READ,
      );
    await articles.nth(READ - 2).focus();
    await shown.show({ ...whole, steps: whole.steps + 1 });
    await shown.locator(`article:nth-of-type(${READ}):focus`).waitFor();
    await shown.page.evaluate(() => {
      scrollBy({ top: 150, behavior: "instant" });
    });
    const before = await look();
    await shown.placeKept();
    await shown.reload(whole);
    await allDrawn(shown);
    const isThere = ({ read, top }: { read: number; top: number }) =>
      Math.abs((document.querySelectorAll("article")[read - 1]?.getBoundingClientRect().top ?? 0) - top) <= 2;
    await shown.page.waitForFunction(isThere, { read: READ, top: before });
  });
});

/** As the first questions of "Two hundred", which are all alike. */
function ofMany(): AnswerState {
  const state = conversation("Two hundred");
  const [question = assert.fail(), ...alike] = state.questions;
  for (const [at, each] of alike.entries())
    assert.deepEqual(each, { ...question, id: each.id, text: `Question ${at + 2}?` });
  const questions = Array.from({ length: COUNT }, (_, at) => ({
    ...question,
    id: String(at),
    text: `Question ${at + 1}?`,
  }));
  return { ...state, questions };
}
