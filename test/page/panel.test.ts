import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { CODE, CONVERSATIONS } from "../support/panelConversations.ts";
import { showAnswers } from "./shownPage.ts";
import { answering, asking, atStep, changed, conversation, ended } from "./states.ts";

const MARKDOWN = CONVERSATIONS[0]?.questions[0]?.answer ?? "";

/** What the answer panel shows, and what hands do in it. */
describe("the answer panel", () => {
  it("has code as it was written, and asks to copy, open, insert and search it, or the part that is selected", async () => {
    const shown = await showAnswers(conversation("Markdown"));
    const block = shown.locator(".code").first();
    await block.locator(".hljs-title").first().waitFor();
    assert.equal(await block.locator("code").textContent(), CODE);
    await block.hover();
    await block.getByTitle("Copy", { exact: true }).click();
    await shown.locator("[role=status]", { hasText: "Copied" }).waitFor({ state: "attached" });
    await block.getByTitle("Open in Editor").click();
    await block.getByTitle("Insert at Cursor").click();
    await block.locator(".hljs-title", { hasText: "parse" }).dblclick();
    await block.getByTitle("Search for This").click();
    // A selection of the last line ends in what follows its code.
    const { width = 0, height = 0 } = (await block.locator("code").boundingBox()) ?? {};
    await block.locator("code").click({ clickCount: 3, position: { x: Math.min(4, width), y: height - 6 } });
    await block.getByTitle("Search for This").click();
    const asked = await shown.posted("code");
    assert.deepEqual(
      asked.map(({ action, index, from, to }) => [action, index, from !== undefined && CODE.slice(from, to)]),
      [
        ["copy", 0, false],
        ["open", 0, false],
        ["insert", 0, false],
        ["search", 0, "parse"],
        ["search", 0, "}"], // only a brace
      ],
    );
  });

  it("shows what there is of an answer together with why there is not more", async () => {
    const shown = await showAnswers(conversation("Partial"));
    await shown.locator(".notice p", { hasText: "this answer. The model went away. The part of the answer" }).waitFor();
    await shown.locator("td", { hasText: "and the te" }).waitFor();
    await shown.locator(".notice summary").click();
    await shown.locator(".notice details p", { hasText: "request 7f3a" }).waitFor();
    await shown.screenshot("details");
    await shown.locator(".notice details").getByTitle("Copy").click();
    await shown.locator("[role=status]", { hasText: "Copied" }).waitFor({ state: "attached" });
    const [{ text } = assert.fail()] = await shown.posted("copy");
    assert.match(text, /The model went away[^]*\nupstream said: request 7f3a, attempt 3$/);
  });

  it("counts the sources that are cited, and the others apart", async () => {
    const state = conversation("Markdown");
    const shown = await showAnswers(state);
    const count = () => shown.locator(".sources .count").first().innerText();
    const all = Number(await count());
    await shown.show(changed(state, { uncited: { count: 1, words: "1 not cited" } }, 0));
    assert.equal(Number(await count()), all - 1);
    assert.equal(await shown.locator(".sources .uncited").innerText(), "1 not cited");
  });

  it("takes what is typed beside its box into it", async () => {
    const shown = await showAnswers(conversation("Markdown"));
    await shown
      .locator("article .answer")
      .first()
      .click({ position: { x: 2, y: 2 } });
    await shown.page.keyboard.type("where else?");
    assert.equal(await shown.locator("textarea").inputValue(), "where else?");
  });

  it("says in a live region that a question is being answered, and that the answer is there", async () => {
    const running = conversation("Running");
    const shown = await showAnswers(running);
    const said = shown.locator("[role=status]");
    assert.match((await said.textContent()) ?? "", /is searching/);
    await shown.show(ended(running, answering("It does.")));
    assert.equal(await said.textContent(), "The answer is ready.");
  });

  it("says what is to be expected until the service tells a step", async () => {
    const running = conversation("Running");
    const { progress = assert.fail() } = running.questions.at(-1) ?? {};
    const expected = "Asked at 14:32. Earlier answers took 45 sec to 2 min.";
    const silent = changed(running, { progress: { ...progress, steps: [], expected } });
    const shown = await showAnswers(silent);
    assert.equal(await shown.locator(".progress .step").innerText(), expected);
    await shown.screenshot("expected");
    await shown.show(atStep(silent, "Reading src/client.ts"));
    assert.equal(await shown.locator(".progress .step").innerText(), "Reading src/client.ts");
  });

  for (const part of ["", "It is read in one go, and kept. ".repeat(400)])
    it(`has what can be done after Stop in sight if the progress was, ${part === "" ? "below a question" : "or else stays"}`, async () => {
      const answer = part === "" ? [] : answering(part).answer;
      const words = `Who retries?${"\nAnd who does not?".repeat(6)}`;
      const state = asking(conversation("Markdown"), words);
      const running = changed(state, { answer });
      const actions = [{ action: "retry", label: "Try Again" }] as const;
      const notice = {
        severity: "info",
        message: "Stopped. You can ask again, or ask something else.",
        actions,
      } as const;
      const shown = await showAnswers(conversation("Markdown"), { height: 420 });
      await shown.show(running);
      await shown.locator("article").nth(1).waitFor();
      // The progress is just above the box, which has the focus after Stop.
      const scrollTo = (selector: string) =>
        shown.locator(selector).evaluate((element) => {
          document.querySelector("textarea")?.focus();
          const box = document.querySelector("footer")?.getBoundingClientRect().top ?? 0;
          scrollBy({ top: element.getBoundingClientRect().bottom - box + 4, behavior: "instant" });
        });
      await scrollTo(part === "" ? ".progress" : "article:last-of-type header");
      const before = await shown.page.evaluate(() => scrollY);
      await shown.show(ended(running, { notice }));
      await shown.frames();
      const button = (await shown.locator("article:last-of-type .notice vscode-button").boundingBox()) ?? assert.fail();
      const box = (await shown.locator("footer").boundingBox()) ?? assert.fail();
      if (part === "") assert.ok(button.y + button.height <= box.y, `${String(button.y)} ${String(box.y)}`);
      else assert.equal(await shown.page.evaluate(() => scrollY), before);
    });

  it("stays at the beginning of an answer that comes at once and ends with a notice", async () => {
    const running = asking(conversation("Markdown"), "Who retries?");
    const first = { ...running, questions: running.questions.slice(-1) };
    const { answer } = answering("It is read in one go, and kept. ".repeat(400));
    const actions = [{ action: "chooseModel", label: "Choose a Model…" }] as const;
    const notice = { severity: "info", message: "These are passages.", actions } as const;
    const shown = await showAnswers(first, { height: 420 });
    await shown.locator(".progress").waitFor();
    await shown.show(ended(first, { answer, notice }));
    await shown.locator(".notice").waitFor();
    await shown.frames();
    assert.equal(await shown.page.evaluate(() => scrollY), 0);
  });

  it("keeps the selection while ten polls change what stands below it", async () => {
    const running = conversation("Running");
    const shown = await showAnswers(running);
    const before = await shown.page.evaluate(() => {
      const words = document.querySelector(".answer li")?.firstElementChild;
      if (words) getSelection()?.selectAllChildren(words);
      scrollTo({ top: 40, behavior: "instant" });
      return { text: getSelection()?.toString(), top: document.documentElement.scrollTop };
    });
    assert.deepEqual(before, { text: "It looks for the end of a line.", top: 40 });
    for (let count = 1; count <= 10; count++) {
      const answer = answering(`${MARKDOWN}\n\nLine ${count}.\n\n\`\`\`ts\nconst a = ${count};\n`);
      await shown.show(atStep(changed(running, answer), `Step ${count}`));
      await shown.locator(".step", { hasText: `Step ${count}` }).waitFor({ state: "attached" });
      await shown.frames();
    }
    const after = await shown.page.evaluate(() => ({
      text: getSelection()?.toString(),
      top: document.documentElement.scrollTop,
    }));
    assert.deepEqual(after, before);
  });

  it("leaves the answer where it is while a question is typed, and shows above the box what the keys come to", async () => {
    const shown = await showAnswers(conversation("Follow-ups"));
    const { page } = shown;
    await shown.locator("article:nth-of-type(3) .answer").waitFor();
    await page.evaluate(() => {
      scrollTo({ top: 40, behavior: "instant" });
    });
    const tops = new Set<number>();
    const look = async () => {
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      tops.add(await page.evaluate(() => document.documentElement.scrollTop));
    };
    await page.evaluate(() => {
      document.querySelector("textarea")?.focus();
    });
    await look();
    for (const key of ["W", "h", "y", "?", ...Array<string>(12).fill("Shift+Enter"), "ArrowUp", "x"]) {
      await page.keyboard.press(key);
      await look();
    }
    assert.deepEqual([...tops], [40]);

    await page.evaluate(() => {
      scrollTo({ top: 0, behavior: "instant" });
    });
    await shown.locator(".answer .link, .answer .tool").first().focus();
    const hidden: string[] = [];
    for (let count = 0; count < 30; count++) {
      await page.keyboard.press("Tab");
      const isHidden = await page.evaluate(async () => {
        const behind = () => {
          const [focused, footer] = [document.activeElement, document.querySelector("footer")];
          const [at, limit] = [focused?.getBoundingClientRect(), footer?.getBoundingClientRect().top ?? 0];
          return !footer?.contains(focused) && at !== undefined && at.height < limit && at.bottom > limit
            ? focused?.outerHTML.slice(0, 100)
            : undefined;
        };
        // the browser scrolls there in its next frames
        for (let frames = 0; frames < 60 && behind() !== undefined; frames++)
          await new Promise((resolve) => requestAnimationFrame(resolve));
        return behind();
      });
      if (isHidden !== undefined) hidden.push(isHidden);
    }
    assert.deepEqual(hidden, []);
  });

  it("has in a narrow panel all that is told of a source below its name, and the button on the right", async () => {
    const shown = await showAnswers(conversation("Completed"), { width: 212 });
    await shown.locator(".sources .row .lines").first().waitFor();
    const { names, words, button, box } = await shown.page.evaluate(() => {
      const places = (selector: string) =>
        [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
      return {
        names: places(".sources .row .base").map(({ left }) => left),
        words: places(".sources .row :is(.lines, .folder, .repository)").map(({ left }) => left),
        button: places(".box-foot > vscode-button").map(({ right }) => right),
        box: places(".box").map(({ right }) => right),
      };
    });
    await shown.screenshot("narrow");
    const [edge = 0] = names;
    assert.ok(names.length > 0 && names.every((left) => left === edge));
    assert.deepEqual(
      words.filter((left) => left < edge),
      [],
    );
    assert.ok((box[0] ?? 0) - (button[0] ?? 0) < 10);
  });

  it("reads names and paths from the left, and in their order, also where their letters run to the left", async () => {
    const shown = await showAnswers(conversation("Hebrew"));
    await shown.locator(".sources .base").waitFor();
    await shown.screenshot("hebrew");
    const { directions, terms } = await shown.page.evaluate(() => {
      const read = [".question-text > p", ".answer h4", ".answer .link", ".sources .base"];
      return {
        directions: read.map(
          (selector) => getComputedStyle(document.querySelector(selector) ?? document.body).direction,
        ),
        terms: [...document.querySelectorAll(".answer > p > code")].map((code) => code.getBoundingClientRect().left),
      };
    });
    assert.deepEqual(directions, ["rtl", "ltr", "ltr", "ltr"]);
    assert.equal(terms.length, 3);
    assert.deepEqual(
      terms,
      terms.toSorted((a, b) => a - b),
    );
  });

  it("has code in its title, suggestions and steps, and asks a suggestion as it was written", async () => {
    const done = conversation("Markdown");
    const suggestion = "Where is `feed` used, and `` why?";
    const title = "Uses of `feed` and `reset`";
    const changes = { suggestedFollowUps: [suggestion], log: ["Looked up `feed`"] };
    const shown = await showAnswers({ ...changed(done, changes), title });
    const codeIn = (selector: string) => shown.locator(`${selector} code`).allTextContents();
    assert.deepEqual([await codeIn(".suggestions"), await codeIn(".log")], [["feed"], ["feed"]]);
    assert.deepEqual(await codeIn("h1.title"), ["feed", "reset"]);
    assert.equal(await shown.locator("h1.title").innerText(), "Uses of feed and reset");
    await shown.locator(".suggestions button").last().click();
    assert.deepEqual(
      (await shown.posted("followUp")).map(({ text }) => text),
      [suggestion],
    );
    await shown.show(atStep(conversation("Running"), "Reading `src/a.ts`"));
    await shown.locator(".step code", { hasText: "src/a.ts" }).waitFor({ state: "attached" });
  });

  it("keeps a draft while a question runs, and asks neither for more nor for less than what was clicked", async () => {
    const running = conversation("Running");
    const shown = await showAnswers(running);
    const { mouse } = shown.page;
    const box = shown.locator("textarea");
    await box.fill("And what then?");
    await box.press("Enter");
    await shown.locator(".waiting").waitFor();
    await shown.screenshot("draft");
    /** A double click on a button; after the first click, the host sends a state in which another button is there. */
    const clickTwice = async (name: string, then: () => Promise<void>) => {
      const { x, y, width, height } =
        (await shown.page.getByRole("button", { name, exact: true }).boundingBox()) ?? assert.fail();
      await mouse.click(x + width / 2, y + height / 2);
      await then();
      await mouse.down({ clickCount: 2 });
      await mouse.up({ clickCount: 2 });
    };
    const { notice = assert.fail() } = conversation("Canceled").questions[0] ?? {};
    const stopped = ended(running, { notice });
    // On a busy machine, what follows takes longer than the moment that it is about.
    await shown.page.evaluate(() => {
      const now = performance.now();
      performance.now = () => now;
    });
    await clickTwice("Stop", () => shown.show(stopped));
    await shown.locator(".notice", { hasText: "Stopped" }).waitFor();
    await shown.locator(".answer h4").first().waitFor();
    assert.equal((await shown.posted("stop")).length, 1);
    assert.deepEqual(await shown.posted("followUp"), [], "the second time, it was Ask");
    assert.equal(await box.inputValue(), "And what then?");
    await shown.page.getByRole("button", { name: "Ask", exact: true }).click();
    assert.deepEqual(await shown.posted("followUp"), [], "a moment ago, Stop was there");

    await shown.page.evaluate(() => Reflect.deleteProperty(performance, "now"));
    await sleep(600); // by then, a person has seen that it is another button
    await clickTwice("Ask", () => shown.show(asking(stopped, "And what then?")));
    await shown.locator("article").nth(1).locator(".progress-words").waitFor();
    assert.deepEqual(await shown.posted("followUp"), [{ type: "followUp", text: "And what then?" }]);
    assert.equal((await shown.posted("stop")).length, 1, "the second time, it was Stop");
    assert.equal(await box.inputValue(), "");
    for (const [key, words] of [
      ["ArrowUp", "And what then?"],
      ["ArrowUp", "Who retries?"],
      ["ArrowDown", "And what then?"],
      ["ArrowDown", ""],
    ] as const) {
      await box.press(key);
      assert.equal(await box.inputValue(), words);
    }
  });

  it("leaves what is read where it is while an answer above it grows", async () => {
    let state = conversation("Growing");
    const shown = await showAnswers(state);
    /** Where the table of the second answer is on the screen: the browser keeps it there when it draws. */
    const look = async () => {
      await shown.frames();
      return shown.page.evaluate(() => {
        const table = document.querySelectorAll("article")[1]?.querySelector("table");
        return Math.round(table?.getBoundingClientRect().top ?? 0);
      });
    };
    await shown.page.evaluate(() => {
      document.querySelectorAll("article")[1]?.querySelector("table")?.scrollIntoView({ block: "start" });
    });
    const before = await look();
    for (let count = 1; count <= 3; count++) {
      state = changed(state, answering(`${"One more line.\n\n".repeat(5 * count)}${MARKDOWN}`), 0);
      await shown.show(state);
      state = atStep(state, `Step ${count}`);
      await shown.show(state);
      await shown.locator(".step", { hasText: `Step ${count}` }).waitFor({ state: "attached" });
      assert.equal(await look(), before);
    }
    assert.equal(await shown.locator("article").first().getByText("One more line.").count(), 15);
    await shown.locator("article").nth(1).focus();
    await shown.show({ ...state, steps: state.steps - 1 });
    await shown.locator("article:first-of-type:focus").waitFor();
    assert.ok(await shown.locator("article h4").first().isVisible());
  });

  it("has names for a screen reader and an order of its own for the keyboard, and comes back where it was", async () => {
    const state = conversation("Markdown");
    const shown = await showAnswers(state);
    const { keyboard } = shown.page;
    await shown.locator(".hljs-keyword").first().waitFor();
    const named = await shown.locator("button, .link, textarea, [role=toolbar]").evaluateAll(
      (controls) =>
        controls.filter((control) => {
          const words = control.getAttribute("aria-label") ?? control.textContent;
          return words.trim() === "" && !(control instanceof HTMLTextAreaElement);
        }).length,
    );
    assert.equal(named, 0);
    await shown.locator(".link.source").first().focus();
    const after = async (key: string) => {
      await keyboard.press(key);
      return shown.page.evaluate(() => {
        const focused = document.activeElement;
        return focused?.getAttribute("aria-label") ?? focused?.className ?? "";
      });
    };
    assert.equal(await after("Tab"), "link web");
    assert.equal(await after("Tab"), "Wrap Lines");
    assert.equal(await after("ArrowRight"), "Search for This");
    assert.equal(await after("End"), "Copy");
    assert.equal(await after("ArrowRight"), "Wrap Lines");
    assert.equal(await after("ArrowLeft"), "Copy");
    assert.equal(await after("Tab"), "Code: ts", "the buttons are one stop");
    assert.equal(await after("Shift+Tab"), "Copy", "which is the one that was used last");
    const skipped = async (words: string) => {
      await shown.page.getByRole("button", { name: words }).focus();
      return after("Enter");
    };
    assert.match(await skipped("Skip to Its Sources"), /row/);
    assert.equal(await skipped("Skip to the Question Box"), "Ask a follow-up question");
    await shown.locator("textarea").fill("A draft");
    await shown.page.getByRole("button", { name: "Wrap Lines" }).first().click();
    await shown.locator("pre.wrapped").waitFor();
    await shown.page.evaluate(() => {
      scrollTo({ top: 300, behavior: "instant" });
    });
    await shown.placeKept();
    const { followUp = assert.fail() } = state;
    const draft = { version: 1, text: (await shown.posted("draft")).at(-1)?.text ?? "" }; // the host has heard it
    await shown.reload({ ...state, followUp: { ...followUp, draft } });
    await shown.page.waitForFunction(() => document.documentElement.scrollTop === 300);
    assert.equal(await shown.locator("textarea").inputValue(), "A draft");
    assert.equal(await shown.locator("pre.wrapped").count(), 1);
  });
});
