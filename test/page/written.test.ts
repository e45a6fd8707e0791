import assert from "node:assert/strict";
import type { AnswerState, WrittenState } from "../../src/protocol/answer.ts";
import { HALF, WRITING_FAILURES } from "../support/writingFailures.ts";
import { showAnswers, type AnswerPage } from "./shownPage.ts";
import { activities, answering, changed, ended, writtenAnswer } from "./states.ts";

/** The state with the model still at work, and these words so far. */
function writing(words: readonly string[], label = activities.writing): AnswerState {
  const state = writtenAnswer("Silent");
  const { progress = assert.fail() } = state.questions[0] ?? {};
  return changed(state, { answer: answering(words.join("")).answer, progress: { ...progress, label } });
}

/** The state once the model has written these words, and their citations have been checked. */
function whole(words: readonly string[], statements: string): AnswerState {
  const { written = assert.fail() } = writtenAnswer("Written").questions[0] ?? {};
  const told: WrittenState = { ...written, statements: { words: statements, isComplete: true } };
  return ended(writing(words), { answer: answering(words.join("")).answer, written: told });
}

/** The page draws an answer that a model writes as it grows. */
describe("answers that a model writes", () => {
  it("grow in the panel, and a screen reader hears that they begin and end, not each word", async () => {
    const shown = await showAnswers(writing([], "Waiting"));
    await shown.page.evaluate(() => {
      const said: string[] = [];
      Object.assign(globalThis, { said });
      const isLive = (node: Node | null) =>
        node?.parentElement?.closest("[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])");
      new MutationObserver((changes) => {
        for (const { target } of changes) if (isLive(target.firstChild ?? target)) said.push(target.textContent ?? "");
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    for (let count = 1; count <= HALF.length; count++) await shown.show(writing(HALF.slice(0, count)));
    await shown.locator(".progress-words", { hasText: activities.writing }).waitFor();
    await shown.locator(".answer", { hasText: "from the first chunk" }).waitFor();
    await shown.screenshot("written-grows");
    await shown.show(whole([...HALF, "reads lines."], "2 of 2 statements have sources"));
    await shown.locator(".written .statements", { hasText: "2 of 2 statements have sources." }).waitFor();
    const said = await shown.page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
    assert.deepEqual(said, ["The answer is ready."]);
  });

  it("say whether their model is waited for, thinks or writes, and nothing below the question moves for it", async () => {
    /** What is where on the page. */
    const told = async (shown: AnswerPage, words: string) => {
      await shown.locator(".progress-words", { hasText: words }).waitFor();
      return shown.page.evaluate(() => {
        const topOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top;
        return {
          step: document.querySelector(".step")?.textContent ?? "",
          questionTop: topOf(".question-text"),
          answerTop: topOf(".answer"),
        };
      });
    };
    const before = writtenAnswer("Waiting");
    const { progress = assert.fail() } = before.questions[0] ?? {};
    const shown = await showAnswers(before);
    await shown.locator(".answer .passage, .answer p").first().waitFor();
    const waiting = await told(shown, "Waiting for qwen3:4b at 127.0.0.1:7080");
    await shown.screenshot("written-waiting");
    await shown.show(changed(before, { progress: { ...progress, label: activities.thinking } }));
    const thinking = await told(shown, "qwen3:4b at 127.0.0.1:7080 is thinking");
    await shown.screenshot("written-thinking");
    await shown.show(writing(HALF));
    const writes = await told(shown, "qwen3:4b at 127.0.0.1:7080 is writing");
    await shown.show(writtenAnswer("Silent"));
    await told(shown, "Waiting for qwen3:4b at 127.0.0.1:7080");
    await shown.screenshot("written-silent");
    await shown.show(whole([...HALF, "reads lines."], "2 of 2 statements have sources"));
    await shown.locator(".written .statements").waitFor();
    const questionTop = await shown.page.evaluate(
      () => document.querySelector(".question-text")?.getBoundingClientRect().top,
    );
    for (const each of [waiting, thinking, writes]) assert.match(each.step, /^1 round, about [\d,]+ tokens$/);
    assert.equal(waiting.answerTop, thinking.answerTop);
    for (const each of [thinking.questionTop, writes.questionTop, questionTop]) assert.equal(each, waiting.questionTop);
  });

  it("are read on at the same line after their tab was hidden, wherever one jumped to while they grew", async () => {
    const blocks = Array.from({ length: 90 }, (_, at) =>
      at % 3 === 0 ? `${"- It is read.\n".repeat(1 + (at % 20))}\n` : `Line ${at} is read.\n\n`,
    );
    const soFar = writing(blocks.slice(0, 88));
    const shown = await showAnswers(writing(blocks.slice(0, 40)));
    await shown.show(soFar);
    await shown.locator(".answer.long p", { hasText: "Line 85 is read" }).waitFor();
    const inSight = () =>
      shown.page.evaluate(() => {
        const all = [...document.querySelectorAll(".answer > *")];
        const found = all.find((each) => each.getBoundingClientRect().bottom > 0);
        return { words: found?.textContent.trim(), top: found?.getBoundingClientRect().top ?? NaN };
      });
    await shown.page.evaluate(() => {
      document.querySelector(".answer > :nth-last-child(30)")?.scrollIntoView({ block: "end" });
    });
    await shown.placeKept();
    for (const state of [soFar, whole(blocks, "90 of 90 statements have sources")]) {
      const before = await inSight();
      await shown.reload(state);
      await shown.page.waitForFunction(({ words, top }) => {
        const all = [...document.querySelectorAll(".answer > *")];
        const found = all.find((each) => each.getBoundingClientRect().bottom > 0);
        // a page is scrolled by whole pixels
        return found?.textContent.trim() === words && Math.abs((found?.getBoundingClientRect().top ?? NaN) - top) <= 1;
      }, before);
    }
    await shown.locator(".written .statements").waitFor();
    await shown.screenshot("written-read-on-after");
  });

  it("count the seconds while their model is silent", async () => {
    const state = writtenAnswer("Silent");
    const { progress = assert.fail() } = state.questions[0] ?? {};
    const shown = await showAnswers(changed(state, { progress: { ...progress, startedAt: Date.now() - 20_000 } }));
    const from = parseInt((await shown.locator(".elapsed").textContent()) ?? "", 10);
    assert.ok(from >= 20, String(from));
    await shown.page.waitForFunction(
      (least) => parseInt(document.querySelector(".elapsed")?.textContent ?? "", 10) >= least,
      from + 3,
    );
  });

  for (const { name, told, buttons, hasWords = false } of WRITING_FAILURES)
    it(`that fail say why and what to do, and their passages stand: ${name}`, async () => {
      const shown = await showAnswers(writtenAnswer(name));
      await shown.locator(".notice", { hasText: told }).waitFor();
      const passages = hasWords ? "Passages found" : "Extracted from the code";
      await shown.locator(hasWords ? "details" : ".answer", { hasText: passages }).waitFor();
      assert.deepEqual(await shown.locator(".notice vscode-button").allTextContents(), buttons);
      await shown.locator(".notice").scrollIntoViewIfNeeded();
      await shown.screenshot(`written-${name}`);
    });
});
