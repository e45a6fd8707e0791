import assert from "node:assert/strict";
import { showQuery } from "./shownPage.ts";
import { query } from "./states.ts";
import { THEMES } from "../support/themes.ts";

/** The query box, and what hands do in it. */
describe("the query box", () => {
  it("marks what can't be read, and selects it with a click", async () => {
    const shown = await showQuery(query("type:banana parser"));
    const problem = shown.locator("#problem");
    await problem.waitFor();
    assert.match(
      await problem.innerText(),
      /Unknown type: banana\. Use file, path, repo, symbol, use, commit or diff\./,
    );
    assert.equal(await problem.locator("mark").innerText(), "type:banana");
    await shown.screenshot("query-problem");
    await problem.locator("button").click();
    const selected = await shown.locator("input[role=combobox]").evaluate((element) => {
      const input = element as HTMLInputElement;
      return input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0);
    });
    assert.equal(selected, "type:banana");
  });

  // As high as the view is in a window of 1440 × 900, at first.
  for (const theme of THEMES)
    it(`has an alert's proposals and the search without a limit in sight, however long its words (${theme.title})`, async () => {
      const message = `No repositories match. ${"Your filters exclude all of them, or you have no access. ".repeat(8)}`;
      const proposed = [
        { label: "search with forks", query: "x fork:yes" },
        { label: "search archived repositories", query: "x archived:yes" },
      ];
      const alert = { message, start: 0, end: 12, proposed };
      const state = { ...query("createParser"), status: "20,499 matches", showAll: "Search Without Limit", alert };
      const shown = await showQuery(state, { theme, width: 300, height: 150 });
      await shown.frames();
      for (const words of ["search with forks", "search archived repositories", "Search Without Limit"]) {
        const button = shown.locator("button", { hasText: words });
        const { y, height } = (await button.boundingBox()) ?? assert.fail();
        assert.ok(y >= 0 && y + height <= 150, `${words} at ${y}`);
        await button.click();
      }
      await shown.screenshot(`query-alert-${theme.title}`);
      assert.deepEqual(await shown.posted("propose"), [
        { type: "propose", index: 0 },
        { type: "propose", index: 1 },
      ]);
      assert.equal((await shown.posted("showAll")).length, 1);
    });

  it("stays in the box for files where Escape ends the composition of a word", async () => {
    const shown = await showQuery(query("createParser"));
    const include = shown.locator("vscode-textfield input").first();
    await include.focus();
    await include.dispatchEvent("keydown", { key: "Escape", isComposing: true, bubbles: true, composed: true });
    assert.deepEqual(await shown.posted("leave"), []);
    assert.equal(await include.evaluate((input) => input.matches(":focus")), true);
    await include.press("Escape");
    assert.deepEqual(await shown.posted("leave"), [{ type: "leave" }]);
  });

  it("brings back earlier queries with the arrows, and what was typed", async () => {
    const shown = await showQuery({ ...query("createParser"), history: ["parser lang:typescript", "createParser"] });
    const box = shown.locator("input[role=combobox]");
    await box.fill("unsent words");
    for (const [key, words] of [
      ["ArrowUp", "parser lang:typescript"],
      ["ArrowUp", "createParser"],
      ["ArrowDown", "parser lang:typescript"],
      ["ArrowDown", "unsent words"],
    ] as const) {
      await box.press(key);
      assert.equal(await box.inputValue(), words);
    }
  });

  it("completes filters while typing, by key and by hand", async () => {
    const shown = await showQuery(query("createParser"));
    const box = shown.locator("input[role=combobox]");
    /** Sends the state that the host has for what was typed. */
    const answered = async (text: string) => {
      const { edit, cursor } = (await shown.posted("edit")).at(-1) ?? assert.fail();
      assert.equal(cursor, text.length);
      const state = query(text);
      await shown.show({ ...state, draft: { ...state.draft, edit } });
    };
    await box.fill("parser la");
    await answered("parser la");
    await shown.locator("[role=option]", { hasText: "lang:" }).first().waitFor();
    await box.press("ArrowDown");
    await box.press("Enter");
    assert.equal(await box.inputValue(), "parser lang:");
    assert.deepEqual(await shown.posted("run"), []);
    await box.pressSequentially("typ");
    await answered("parser lang:typ");
    await shown.screenshot("query-completions");
    await shown.locator("[role=option]", { hasText: "lang:typescript" }).click();
    assert.equal(await box.inputValue(), "parser lang:typescript ");
    await box.press("Enter");
    assert.deepEqual(await shown.posted("run"), [{ type: "run", text: "parser lang:typescript " }]);
  });
});
