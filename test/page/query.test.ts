import assert from "node:assert/strict";
import { NO_FIELDS } from "../../src/protocol/writtenQuery.ts";
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

  it("says what an input method composes, and when it is written", async () => {
    const shown = await showQuery(query("createParser"));
    const box = shown.locator("input[role=combobox]");
    await box.evaluate((element) => {
      const input = element as HTMLInputElement;
      const compose = (data: string, isOver = false) => {
        input.value = data;
        const options = { data, bubbles: true, isComposing: true };
        input.dispatchEvent(
          isOver ? new CompositionEvent("compositionend", options) : new InputEvent("input", options),
        );
      };
      compose("けん");
      compose("検索");
      compose("検索", true);
      input.value = "検索x";
      input.dispatchEvent(new InputEvent("input", { data: "x", bubbles: true }));
    });
    assert.deepEqual(
      (await shown.posted("edit")).map(({ text, isComposing = false }) => [text, isComposing]),
      [
        ["けん", true],
        ["検索", true],
        ["検索", false],
        ["検索x", false],
      ],
    );
  });

  it("brings back earlier queries with the arrows, and what was typed", async () => {
    const history = ["parser lang:typescript", "createParser"].map((text) => ({ text, fields: NO_FIELDS }));
    const shown = await showQuery({ ...query("createParser"), history });
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

  it("brings back the fields of earlier queries, and those from before", async () => {
    const fields = { ...NO_FIELDS, case: true, include: "*.ts" };
    const state = query("createParser");
    const shown = await showQuery({
      ...state,
      draft: { ...state.draft, fields: { ...NO_FIELDS, exclude: "test" } },
      history: [{ text: "earlier", fields }],
    });
    const box = shown.locator("input[role=combobox]");
    const [include, exclude] = [0, 1].map((at) => shown.locator("vscode-textfield input").nth(at));
    /** Sends the state that the host has for what was brought back. */
    const answered = async () => {
      const { text, edit, fields: recalled } = (await shown.posted("edit")).at(-1) ?? assert.fail();
      const draft = { text, edit, seed: 0, fields: recalled ?? assert.fail() };
      await shown.show({ ...state, draft, history: [{ text: "earlier", fields }] });
      return draft.fields;
    };
    await box.press("ArrowUp");
    assert.deepEqual(await answered(), fields);
    assert.deepEqual([await include?.inputValue(), await exclude?.inputValue()], ["*.ts", ""]);
    await box.press("ArrowDown");
    assert.deepEqual(await answered(), { ...NO_FIELDS, exclude: "test" });
    assert.deepEqual([await include?.inputValue(), await exclude?.inputValue()], ["", "test"]);
    assert.equal(await box.inputValue(), "createParser");
  });

  it("tells the fields from each other once they are filled, by icons in sight", async () => {
    const state = query("createParser");
    const fields = { ...NO_FIELDS, include: "src/**", exclude: "test/**" };
    const shown = await showQuery({ ...state, draft: { ...state.draft, fields } }, { width: 280 });
    for (const icon of ["files", "exclude"]) {
      const { width = 0 } = (await shown.locator(`vscode-textfield .codicon-${icon}`).boundingBox()) ?? {};
      assert.ok(width >= 16, icon);
    }
  });

  it("leaves the fields alone while the text is replaced", async () => {
    const state = query("createParser");
    const fields = { ...NO_FIELDS, case: true, include: "*.ts", exclude: "test" };
    const toggles = state.toggles.map((toggle) => ({ ...toggle, isOn: toggle.name === "case" }));
    const shown = await showQuery({ ...state, toggles, draft: { ...state.draft, fields } });
    await shown.locator("input[role=combobox]").fill("another");
    const [edit = assert.fail()] = await shown.posted("edit");
    assert.deepEqual(edit, { type: "edit", edit: 1, text: "another", cursor: 7 });
    await shown.show({ ...state, toggles, draft: { text: "another", fields, edit: 1, seed: 0 } });
    const values = await shown
      .locator("vscode-textfield input")
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
    assert.deepEqual(values, ["*.ts", "test"]);
    await shown.screenshot("query-fields");
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
