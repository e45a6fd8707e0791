import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { SavedSearches } from "../../../../src/host/search/savedSearches.ts";
import { SearchHistory } from "../../../../src/host/search/searchHistory.ts";
import { NO_FIELDS, type SearchFields } from "../../../../src/protocol/writtenQuery.ts";
import { plainMemento } from "../../../support/plainMemento.ts";

const query = (text: string, fields: Partial<SearchFields> = {}) => ({ text, fields: { ...NO_FIELDS, ...fields } });
const texts = (history: SearchHistory, id: string) => history.of(id).map(({ text }) => text);

describe("earlier searches", () => {
  it("are kept by account, and go with it", async () => {
    const history = new SearchHistory(plainMemento());
    await history.add("one", query("a"));
    await history.add("one", query("b"));
    await history.add("two", query("c"));
    await history.add("one", query("a"));
    assert.deepEqual([texts(history, "one"), texts(history, "two")], [["a", "b"], ["c"]]);
    await history.forget("one");
    assert.deepEqual([texts(history, "one"), texts(history, "two")], [[], ["c"]]);
  });

  it("are kept with their fields, each once with each, and those without as texts", async () => {
    const state = plainMemento();
    const history = new SearchHistory(state);
    const narrow = query("a", { case: true, patternType: "regexp", include: "*.ts", exclude: "test" });
    for (const each of [narrow, query("a"), narrow]) await history.add("one", each);
    assert.deepEqual(new SearchHistory(state).of("one"), [narrow, query("a")]);
    assert.deepEqual(state.get("searchHistory.one"), [narrow, "a"]);
    await state.update("searchHistory.one", [{ text: "b", fields: { case: 1 } }, { fields: narrow.fields }, null, "c"]);
    assert.deepEqual(history.of("one"), [query("c")], "what is damaged is passed over");
  });

  it("of before they were kept apart are the first account's that adds to them, and go with any", async () => {
    const state = plainMemento({ searchHistory: ["old"] });
    const history = new SearchHistory(state);
    assert.deepEqual(texts(history, "one"), ["old"]);
    await history.add("one", query("new"));
    assert.deepEqual([texts(history, "one"), texts(history, "two")], [["new", "old"], []]);
    const untouched = plainMemento({ searchHistory: ["old"] });
    await new SearchHistory(untouched).forget("two");
    assert.deepEqual(untouched.keys(), []);
  });
});

describe("saved searches", () => {
  it("are kept by service, those of before for every one, until all are cleared", async () => {
    const common = { name: "old", query: "o", patternType: "keyword" } as const;
    let service = "local";
    const saved = new SavedSearches(plainMemento({ savedSearches: [common] }), () => service);
    await saved.save({ name: "mine", query: "m", patternType: "regexp" });
    service = "https://example.com";
    await saved.save({ name: "mine", query: "theirs", patternType: "regexp" });
    const queries = () => saved.all.map(({ name, query }) => `${name} ${query}`);
    assert.deepEqual(queries(), ["mine theirs", "old o"]);
    await saved.delete({ name: "mine", query: "theirs", patternType: "regexp" });
    service = "local";
    assert.deepEqual(queries(), ["mine m", "old o"]);
    const [mine] = saved.all;
    assert.ok(mine);
    await saved.save({ ...mine, name: "yours" }, mine);
    assert.deepEqual(queries(), ["old o", "yours m"]);
    const { fields } = query("", { words: true, include: "*.ts" });
    await saved.save({ name: "old", query: "o", fields, patternType: "keyword" });
    assert.deepEqual(saved.all[0]?.fields, fields);
    await saved.clear();
    assert.deepEqual(queries(), []);
  });
});
