import assert from "node:assert/strict";
import type { PassageLines } from "../../src/core/model/conversation.ts";
import { THEMES } from "../support/themes.ts";
import { showAnswers, type AnswerPage } from "./shownPage.ts";
import { answering, changed, conversation } from "./states.ts";

/** A function of 40 lines, of which the first, and those that say something, are wanted. */
const code = (name: string) =>
  [
    `export async function ${name}Session(store: Store, key: string): Promise<Session> {`,
    ...Array.from({ length: 20 }, (_, row) => `  const step${row} = await store.read(key, ${row});`),
    "  if (step0.isExpired) await store.evict(key);",
    ...Array.from({ length: 16 }, (_, row) => `  await store.write(key, step${row}); // ${name} ${row}`),
    "  return step0;",
    "}",
  ].join("\n");
const NAMES = ["first", "second", "third", "fourth", "fifth", "sixth"];
const MARKDOWN = [
  "*Extracted from the code on this machine, not written by a model.* Best matches in 120 files. Terms: `session`, `evict`.",
  "**Look here first:** `firstSession` in [`src/first.ts:1–40`](/acme/shop@0123456789012345678901234567890123456789/-/blob/src/first.ts?L1-40)",
  ...NAMES.flatMap((name, at) => [
    `### ${at + 1}. \`${name}Session\` · [\`src/${name}.ts:1–40\`](/acme/shop@0123456789012345678901234567890123456789/-/blob/src/${name}.ts?L1-40)`,
    "_in the name: `session` · in the code: `evict`_",
    `\`\`\`ts\n${code(name)}\n\`\`\``,
  ]),
].join("\n\n");
const LINES: readonly PassageLines[] = NAMES.map((name, at) => ({
  shown: at === 0 ? [0, 1, 2, 3, 4, 5, 21, 38] : [0, 21, 38],
  marks: [0, 22 + name.length, 29 + name.length, 21, 35, 40],
}));
const state = (lines?: readonly PassageLines[]) => changed(conversation("Completed"), answering(MARKDOWN, lines));

const shownLines = (shown: AnswerPage, at: number) =>
  shown
    .locator(".code code")
    .nth(at)
    .evaluate((element: HTMLElement) =>
      element.innerText
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean),
    );

describe("an answer of passages", () => {
  it("shows eight lines of the first one, and of each other one its signature and its best lines", async () => {
    const shown = await showAnswers(state(LINES));
    assert.equal((await shownLines(shown, 0)).length, 8);
    assert.deepEqual(await shownLines(shown, 2), [
      "export async function thirdSession(store: Store, key: string): Promise<Session> {",
      "if (step0.isExpired) await store.evict(key);",
      "return step0;",
    ]);
    assert.deepEqual(await shown.locator(".code").nth(2).locator(".run mark").allTextContents(), ["Session", "evict"]);
    assert.equal(await shown.locator(".code code").nth(2).textContent(), code("third"));
  });

  it("has the heading of the third on the first screen", async () => {
    const [{ text } = assert.fail()] = conversation("Completed").questions;
    const shown = await showAnswers({ ...state(LINES), title: text }, { width: 620, height: 730 });
    await shown.screenshot("passages");
    const heading = await shown.locator("h4").nth(2).boundingBox();
    const composer = await shown.locator("footer").boundingBox();
    assert.ok(heading && composer && heading.y + heading.height < composer.y, JSON.stringify({ heading, composer }));
    for (const theme of THEMES) {
      await shown.setTheme(theme);
      await shown.screenshot(`passages-${theme.title}`);
    }
  });

  it("shows the first lines where a service doesn't say which are the best", async () => {
    const shown = await showAnswers(state());
    assert.equal((await shownLines(shown, 0)).length, 8);
    assert.deepEqual((await shownLines(shown, 1)).at(-1), "const step1 = await store.read(key, 1);");
  });

  for (const [how, open] of [
    ["a click", (shown: AnswerPage) => shown.locator(".code pre").nth(1).click()],
    ["Enter", (shown: AnswerPage) => shown.locator(".code pre").nth(1).press("Enter")],
    ["its button", (shown: AnswerPage) => shown.locator(".code .lines-fold").nth(1).click()],
    [
      "something found in it",
      (shown: AnswerPage) =>
        shown
          .locator(".code .cut")
          .nth(3)
          .evaluate((cut) => cut.dispatchEvent(new Event("beforematch", { bubbles: true }))),
    ],
    [
      "a jump to the source",
      (shown: AnswerPage) => {
        const given = state(LINES);
        const { index = 0 } = given.questions.at(-1)?.sources[1] ?? {};
        return shown.show({ ...given, pointed: { indices: [index], count: 1 } });
      },
    ],
  ] as const)
    it(`is unfolded by ${how}, and stays so after a reload`, async () => {
      const shown = await showAnswers(state(LINES));
      const button = shown.locator(".code .lines-fold").nth(1);
      assert.equal(await button.getAttribute("aria-expanded"), "false");
      assert.match((await button.textContent()) ?? "", /Show All 40 Lines/);
      await open(shown);
      const isOpen = async () => {
        assert.equal(await button.getAttribute("aria-expanded"), "true");
        assert.equal((await shownLines(shown, 1)).length, 40);
        assert.equal((await shownLines(shown, 2)).length, 3);
      };
      await isOpen();
      await shown.reload(state(LINES));
      await isOpen();
      await button.click();
      assert.equal((await shownLines(shown, 1)).length, 3);
    });

  it("has its hidden lines found, and copied with what is around them", async () => {
    const shown = await showAnswers(state(LINES));
    const copied = await shown.page.evaluate(() => {
      const [first, last] = [document.querySelectorAll(".code code")[1], document.querySelectorAll(".code code")[2]];
      if (first && last) getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
      const all: string[] = [];
      addEventListener("copy", () => all.push(getSelection()?.toString() ?? ""));
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- what the editor does in a page
      document.execCommand("copy");
      return all.join();
    });
    assert.ok(copied.includes(code("second")), copied);
    assert.ok(copied.includes("await store.write(key, step15); // third 15"));
    await shown.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 10)));
    assert.equal((await shownLines(shown, 1)).length, 3);
  });

  it("is not moved by the colours that come later, and keeps its folds while it is polled", async () => {
    const shown = await showAnswers(state(LINES));
    const top = () =>
      shown
        .locator("h4")
        .nth(5)
        .evaluate((heading) => heading.getBoundingClientRect().top);
    const before = await top();
    await shown.locator(".code .hljs-keyword").last().waitFor({ state: "attached" });
    assert.equal(await top(), before);
    await shown.show(changed(state(LINES), { sourcesSummary: "6 unchanged" }));
    assert.equal((await shownLines(shown, 1)).length, 3);
  });
});
