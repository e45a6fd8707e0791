import assert from "node:assert/strict";
import { THEMES } from "../support/themes.ts";
import { showAnswers, type AnswerPage } from "./shownPage.ts";
import { answering, asking, changed, conversation, ended } from "./states.ts";
import { violationsIn } from "./violations.ts";

const PARAGRAPH = "It reads one event at a time, and keeps what is not finished until the rest of it has come. ".repeat(
  8,
);
const TITLES = ["How it reads", "Where `retry` is kept", "What fails, and how", "Error handling", "Tests"];

/** An answer of some 2,700 words in five sections with two parts each, the first of which links to the fourth. */
const LONG = TITLES.map((title, at) => {
  const link = at === 0 ? "For failures, see [below](#error-handling).\n\n" : "";
  const parts = ["In short", "In detail"].map((part) => `### ${part}\n\n${PARAGRAPH}\n\n${PARAGRAPH}\n`);
  return `## ${title}\n\n${link}${PARAGRAPH}\n\n${parts.join("\n")}`;
}).join("\n");

const top = (shown: AnswerPage, selector: string) =>
  shown.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));

describe("a long answer", () => {
  it("has an outline whose lines lead to its sections, by click and by key", async () => {
    const shown = await showAnswers(changed(conversation("Completed"), answering(LONG)));
    const outline = shown.page.getByRole("navigation", { name: "In this answer" });
    const words = await outline.getByRole("listitem").allInnerTexts();
    assert.deepEqual(words, ["How it reads", "Where retry is kept", "What fails, and how", "Error handling", "Tests"]);
    await outline.getByRole("button", { name: "Show More" }).click();
    assert.equal(await outline.getByRole("listitem").count(), 15);
    await outline.getByRole("button", { name: "Error handling" }).click();
    await shown.locator("h4:focus", { hasText: "Error handling" }).waitFor();
    const at = await top(shown, "h4:focus");
    assert.ok(at >= 0 && at < 40, String(at));
    await shown.page.keyboard.press("Tab"); // reading goes on from there
    assert.ok((await top(shown, ":focus")) > 0);
    await outline.getByRole("button", { name: "Tests" }).press("Enter");
    await shown.locator("h4:focus", { hasText: "Tests" }).waitFor();
  });

  it("has in its outline the sections below the one heading that stands above all", async () => {
    const markdown = `# All of it\n\n${LONG.replace(/### In detail[^]*?(?=## |$)/g, "")}`;
    const shown = await showAnswers(changed(conversation("Completed"), answering(markdown)));
    const items = shown.locator(".outline > ul > li");
    assert.equal((await items.nth(0).innerText()).trim(), "All of it");
    assert.equal((await items.nth(1).innerText()).trim(), "How it reads");
    assert.equal(await items.count(), 6);
    await items.nth(4).getByRole("button").first().click();
    await shown.locator("h5:focus", { hasText: "Error handling" }).waitFor();
  });

  it("has links that lead to its sections, and asks the host for nothing", async () => {
    const shown = await showAnswers(changed(conversation("Completed"), answering(LONG)));
    await shown.locator(".answer .link.section", { hasText: "below" }).click();
    await shown.locator("h4:focus", { hasText: "Error handling" }).waitFor();
    const at = await top(shown, "h4:focus");
    assert.ok(at >= 0 && at < 40, String(at));
    assert.deepEqual(await shown.posted("openWebLink"), []);
  });

  for (const width of [380, 900])
    it(`has a way back to its top beside each screen but the first, ${width} pixels wide`, async () => {
      const state = asking(changed(conversation("Completed"), answering(LONG)), "And then?");
      const shown = await showAnswers(ended(state, answering(LONG)), { width, height: 600 });
      const button = shown.locator("article").nth(1).getByRole("button", { name: "Back to Top" });
      const scroll = async (to: number) => {
        await shown.page.evaluate((top) => {
          scrollTo({ top, behavior: "instant" });
        }, to);
        await shown.frames();
      };
      const begin = await shown
        .locator("article")
        .nth(1)
        .evaluate((article) => scrollY + article.getBoundingClientRect().top);
      const isHit = () =>
        button.evaluate((each) => {
          const { left, top, width, height } = each.getBoundingClientRect();
          return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
      await scroll(begin);
      assert.equal(await isHit(), false, "it would lead nowhere");
      for (const screens of [1, 2, 4]) {
        await scroll(begin + screens * 600);
        assert.equal(await isHit(), true, `after ${String(screens)} screens`);
      }
      const box = (await button.boundingBox()) ?? assert.fail();
      assert.ok(box.x + box.width <= width);
      const footer = (await shown.locator("footer").boundingBox()) ?? assert.fail();
      assert.ok(box.y + box.height <= footer.y, "it is above the box");
      await button.click();
      await shown.locator("article:focus").waitFor();
      const at = await top(shown, "article:focus");
      assert.ok(at >= 0 && at < 40, String(at));
    });

  it("gets its outline when it is complete, above what is read, which stays where it is", async () => {
    const state = asking(conversation("Completed"), "And then?");
    const shown = await showAnswers(state, { height: 600 });
    const growing = changed(state, answering(LONG));
    await shown.show(growing);
    assert.equal(await shown.locator(".outline").count(), 0);
    const read = "article:last-of-type .answer > p:first-of-type";
    const before = await top(shown, read);
    await shown.show(ended(growing));
    await shown.locator(".outline").waitFor();
    assert.equal(await top(shown, read), before);
  });

  it("is looked through without an outline if it is short", async () => {
    const shown = await showAnswers(
      changed(conversation("Completed"), answering("## A\n\nb\n\n## C\n\nd\n\n## E\n\nf")),
    );
    assert.equal(await shown.locator(".outline, .back-to-top").count(), 0);
  });

  for (const theme of [THEMES[0], THEMES[1], THEMES[2]])
    it(`is drawn with its outline, and axe-core finds nothing against it: ${theme.title}`, async () => {
      const shown = await showAnswers(changed(conversation("Completed"), answering(LONG)), { theme });
      await shown.locator(".outline").getByRole("button", { name: "Show More" }).click();
      await shown.screenshot(`outline-${theme.title}`);
      assert.deepEqual(await violationsIn(shown.page), []);
      await shown.locator(".outline").getByRole("button", { name: "What fails" }).click();
      await shown.screenshot(`section-${theme.title}`);
    });
});
