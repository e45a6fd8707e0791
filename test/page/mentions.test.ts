import assert from "node:assert/strict";
import { THEMES } from "../support/themes.ts";
import type { AnswerState, MentionState } from "../../src/protocol/answer.ts";
import { showAnswers, type AnswerPage } from "./shownPage.ts";
import { conversation } from "./states.ts";

const file = (path: string, kind: MentionState["kind"] = "file"): MentionState => ({
  kind,
  place: {
    name: path.slice(path.lastIndexOf("/") + 1),
    folder: path.slice(0, Math.max(0, path.lastIndexOf("/"))),
    repository: "r",
  },
  detail: `File ${path} · r`,
  text: `@${path}`,
  within: "@r",
});
const FOUND = [file("src/cart.ts"), file("lib/cart.ts"), file("src/cart", "folder")];

/** What can be mentioned, listed at the question box. */
describe("the list of what can be mentioned", () => {
  const found = (words: string, rows = FOUND, notice?: string): AnswerState => {
    const state = conversation("Markdown");
    const { followUp = assert.fail() } = state;
    const mentions = { words, found: rows, ...(notice !== undefined && { notice }) };
    return { ...state, followUp: { ...followUp, mentions } };
  };
  const begin = async (text: string, rows = FOUND) => {
    const shown = await showAnswers(conversation("Markdown"));
    await box(shown).click();
    await shown.page.keyboard.type(text);
    await shown.show(found(text.slice(text.lastIndexOf("@") + 1), rows));
    return shown;
  };
  const box = (shown: AnswerPage) => shown.locator("textarea");
  const options = (shown: AnswerPage) => shown.locator("[role=option]:visible");
  const active = (shown: AnswerPage) =>
    box(shown).evaluate((area) =>
      document.getElementById(area.getAttribute("aria-activedescendant") ?? "")?.getAttribute("aria-label"),
    );
  const chips = (shown: AnswerPage) => shown.locator(".chip.on").allInnerTexts();
  const press = async (shown: AnswerPage, ...keys: readonly string[]) => {
    for (const key of keys) await shown.page.keyboard.press(key);
  };

  it("opens with an @ at the start of a word, and is looked for with each letter", async () => {
    const shown = await begin("How @ca");
    assert.deepEqual(
      (await shown.posted("mention")).map(({ text, words }) => [text, words]),
      [
        ["How  ", ""],
        ["How  ", "c"],
        ["How  ", "ca"],
      ],
    );
    assert.equal(await options(shown).count(), 3);
    await shown.page.keyboard.type("rt.");
    assert.deepEqual(await options(shown).count(), 2, "until more is found, those that still fit");
    await shown.page.keyboard.type("x me@ca");
    assert.equal(await options(shown).count(), 0);
    assert.equal(await box(shown).inputValue(), "How @cart.x me@ca", "every letter is kept");
  });

  it("is used by keys, and the box keeps the focus and says which row it is", async () => {
    const shown = await begin("How @ca");
    assert.equal(
      await shown.locator("[role=listbox]").getAttribute("id"),
      await box(shown).getAttribute("aria-controls"),
    );
    assert.equal(await active(shown), "File src/cart.ts · r");
    await press(shown, "ArrowDown");
    assert.equal(await active(shown), "File lib/cart.ts · r");
    await press(shown, "ArrowUp", "ArrowUp");
    assert.equal(await active(shown), "File src/cart · r");
    assert.equal(await shown.locator("[role=option][aria-selected=true]").count(), 1);
    await press(shown, "ArrowUp", "Enter");
    assert.equal(await box(shown).inputValue(), "How @r @lib/cart.ts ");
    assert.equal(await active(shown), undefined);
    await shown.page.keyboard.type("works?");
    assert.equal(await box(shown).inputValue(), "How @r @lib/cart.ts works?");
    assert.deepEqual(await chips(shown), ["cart.ts"]);
    await press(shown, "Enter");
    assert.deepEqual(
      (await shown.posted("followUp")).map(({ text }) => text),
      ["How @r @lib/cart.ts works?"],
    );
  });

  it("closes with Escape, which keeps the text, and then goes back to the code", async () => {
    const shown = await begin("How @ca");
    await press(shown, "Escape");
    assert.equal(await options(shown).count(), 0);
    await shown.page.keyboard.type("rt");
    assert.equal(await options(shown).count(), 0);
    assert.equal(await box(shown).inputValue(), "How @cart");
    assert.equal((await shown.posted("leave")).length, 0);
    await press(shown, "Escape");
    assert.equal((await shown.posted("leave")).length, 1);
  });

  it("takes a click, and is closed by a click into the text", async () => {
    const shown = await begin("How @ca");
    await options(shown).nth(2).click();
    assert.equal(await box(shown).inputValue(), "How @r @src/cart ");
    await shown.page.keyboard.type("and @ca");
    await shown.show(found("ca"));
    assert.equal(await options(shown).count(), 3);
    await box(shown).click({ position: { x: 12, y: 12 } });
    assert.equal(await options(shown).count(), 0);
  });

  it("has a chip for each mention, with the folder where two are called alike, gone with its text and back by Undo", async () => {
    const shown = await begin("How @ca");
    await press(shown, "Tab");
    await shown.page.keyboard.type("and @ca");
    await shown.show(found("ca"));
    await press(shown, "ArrowDown", "Enter");
    assert.equal(await box(shown).inputValue(), "How @r @src/cart.ts and @lib/cart.ts ");
    assert.deepEqual(await chips(shown), ["cart.ts\nsrc", "cart.ts\nlib"]);
    await shown.screenshot("mentions-chips");
    await shown.locator(".chip.on").first().click();
    assert.equal(await box(shown).inputValue(), "How @r and @lib/cart.ts ");
    assert.deepEqual(await chips(shown), ["cart.ts"]);
    await press(shown, "Control+Z");
    assert.equal(await box(shown).inputValue(), "How @r @src/cart.ts and @lib/cart.ts ");
    assert.equal((await chips(shown)).length, 2);
    await press(shown, "Control+End", "Backspace", "Backspace");
    assert.equal((await chips(shown)).length, 1, "what was deleted is no mention");
    const { followUp = assert.fail(), ...state } = conversation("Markdown");
    const draft = { version: 1, text: await box(shown).inputValue() };
    await shown.reload({ ...state, followUp: { ...followUp, draft } });
    assert.deepEqual(await chips(shown), ["cart.ts"]);
  });

  it("puts back what was written by Undo", async () => {
    const shown = await begin("How @ca");
    await press(shown, "Enter", "Control+Z");
    assert.equal(await box(shown).inputValue(), "How @ca");
    assert.deepEqual(await chips(shown), []);
  });

  it("closes when the @ is deleted", async () => {
    const shown = await begin("How @c");
    await press(shown, "Backspace");
    await shown.show(found(""));
    assert.equal(await options(shown).count(), 3);
    await press(shown, "Backspace");
    assert.equal(await options(shown).count(), 0);
  });

  it("leaves keys and letters to an input method that is composing", async () => {
    const shown = await begin("How @");
    const session = await shown.page.context().newCDPSession(shown.page);
    const asked = (await shown.posted("mention")).length;
    await session.send("Input.imeSetComposition", { text: "せ", selectionStart: 1, selectionEnd: 1 });
    assert.equal((await shown.posted("mention")).length, asked);
    await session.send("Input.insertText", { text: "設定" });
    assert.equal(await box(shown).inputValue(), "How @設定");
    assert.equal((await shown.posted("mention")).at(-1)?.words, "設定");
  });

  it("sends nothing by Enter before anything was found, and says what is wrong", async () => {
    const shown = await showAnswers(conversation("Markdown"));
    await box(shown).click();
    await shown.page.keyboard.type("How @ca");
    await shown.locator(".mentions p", { hasText: "Searching…" }).waitFor();
    await press(shown, "Enter");
    assert.equal((await shown.posted("followUp")).length, 0);
    await shown.show(found("ca", [], "No matches"));
    assert.equal(await shown.locator(".mentions p").innerText(), "No matches");
    assert.equal(await shown.locator(".unseen[role=status]").textContent(), "No matches");
    await press(shown, "Enter");
    assert.equal((await shown.posted("followUp")).length, 1);
  });

  it("opens by its button, behind a blank", async () => {
    const shown = await showAnswers(conversation("Markdown"));
    await box(shown).click();
    await shown.page.keyboard.type("How");
    await shown.locator(".composer").getByTitle("Mention a File, Folder, Symbol or Repository (@)").click();
    assert.equal(await box(shown).inputValue(), "How @");
    await shown.show(found(""));
    assert.equal(await options(shown).count(), 3);
  });

  it("sends what is written in full", async () => {
    const shown = await begin("How @src/cart.ts");
    assert.equal(await options(shown).count(), 0);
    await press(shown, "Enter");
    assert.equal((await shown.posted("followUp")).length, 1);
  });

  for (const theme of THEMES)
    it(`can be read: ${theme.title}`, async () => {
      const shown = await showAnswers(conversation("Markdown"), { theme });
      await box(shown).click();
      await shown.page.keyboard.type("How @ca");
      await shown.show(found("ca", [...FOUND, file("src/very/long/".repeat(12) + "cart.ts"), file("src/設定.ts")]));
      await shown.screenshot(`mentions-${theme.title}`);
      assert.equal(await options(shown).count(), 5);
    });
});
