import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { parseTokenPair } from "../../../src/core/accounts/oauth.ts";
import { QuestionHistory } from "../../../src/host/ask/questionHistory.ts";
import {
  parseComposing,
  parseDraft,
  parseSavedName,
  parseUnasked,
  printUnasked,
} from "../../../src/host/answers/savedPanel.ts";
import { ConversationCopies } from "../../../src/host/conversations/conversationCopies.ts";
import { Drafts } from "../../../src/host/conversations/drafts.ts";
import { FileCopies } from "../../../src/host/remote/fileCopies.ts";
import { SavedSearches } from "../../../src/host/search/savedSearches.ts";
import { KeptSearches } from "../../../src/host/search/keptSearches.ts";
import { SearchHistory } from "../../../src/host/search/searchHistory.ts";
import { plainMemento } from "../../support/plainMemento.ts";

const STORED = path.join(import.meta.dirname, "../../support/stored");
const ID = "an-account";
const NAME = "users/12/conversations/7";

describe("what earlier versions have stored", () => {
  let folder: string;
  let problems: string[];

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "plumbline-"));
    problems = [];
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const options = { isKnown: () => true, baseUrlOf: () => undefined, onError: (what: string) => problems.push(what) };
  const put = (content: string | Uint8Array, key: string, ending: string) => {
    mkdirSync(path.join(folder, ID), { recursive: true });
    const name = createHash("sha256").update(key).digest("hex").slice(0, 32);
    writeFileSync(path.join(folder, ID, name + ending), content);
  };
  /** A copy in the form in which it is written, of any JSON. */
  const copyOf = (conversation: unknown, label: object): string => {
    const body = JSON.stringify(conversation);
    const digest = createHash("sha256").update(JSON.stringify(label)).update(body).digest("hex");
    return `${JSON.stringify({ format: 1, digest, label })}\n${body}`;
  };

  for (const version of readdirSync(STORED).filter((name) => /^\d+$/.test(name))) {
    const bytes = (name: string) => readFileSync(path.join(STORED, version, name));
    const json = (name: string) => JSON.parse(bytes(name).toString()) as Readonly<Record<string, unknown>>;

    it(`is read: files, version ${version}`, async () => {
      put(bytes("conversationCopy.txt"), "7", ".json");
      const copies = new ConversationCopies(folder, options);
      assert.deepEqual(await copies.read(ID, NAME), {
        savedAt: 1760000200000,
        conversation: json("conversation.json"),
      });
      assert.deepEqual(
        (await copies.all(ID)).map(({ title, status }) => [title, status]),
        [["How birds sing", "processing"]],
      );
      const place = { repository: "corp/birds", path: "song.ts", revision: "c0ffee".repeat(7).slice(0, 40) };
      put(bytes("fileCopy.bin"), JSON.stringify([place.repository, place.revision, place.path]), ".bin");
      const content = await new FileCopies(folder, options).read(ID, place);
      assert.equal(Buffer.from(content ?? []).toString(), "export const song = 1;\n");
      assert.deepEqual(problems, []);
    });

    it(`is read: what the editor and the page remember, version ${version}`, () => {
      const state = plainMemento(json("globalState.json"));
      assert.deepEqual(new QuestionHistory(state).of(ID), ["How do birds sing?", "Since when?"]);
      assert.equal(
        new Drafts(state, (accountId) => accountId, options.onError).take({ accountId: ID, name: NAME }),
        "What about",
      );
      assert.deepEqual(
        new SearchHistory(state).of(ID).map(({ text }) => text),
        ["song", "lang:go fly"],
      );
      assert.deepEqual(
        new SavedSearches(state, () => "anywhere").all.map(({ name, query }) => [name, query]),
        [["songs", "song"]],
      );
      const page = json("page.json");
      assert.deepEqual(parseSavedName(page), { accountId: ID, name: NAME });
      assert.equal(parseDraft(page), "What ab");
      assert.deepEqual(
        parseUnasked(page)?.questions.map(({ text, sentAt }) => [text, sentAt]),
        [
          ["Never sent?", undefined],
          ["Lost?", 1760000300001],
        ],
      );
      const again = { text: "Again?", startedAt: 5, position: 2, insteadOf: { position: 1, goesOn: true }, sentAt: 5 };
      const unasked = printUnasked({ accountId: ID, questions: [again] });
      assert.deepEqual(parseUnasked({ unasked }), { accountId: ID, questions: [again] });
      assert.equal(parseComposing(page), undefined, "questions were asked there");
      assert.equal(parseComposing({ unasked: JSON.stringify([ID]), draft: "Wh" }), ID);
      const secrets = json("secrets.json");
      assert.equal(parseTokenPair(String(secrets[`token.${ID}`]))?.refreshToken, "a refresh token");
      assert.equal(parseTokenPair(String(secrets["token.another"])), undefined);
    });

    it(`is read: the last results, version ${version}`, async () => {
      put(bytes("searchResults.json"), "folders", ".json");
      const kept = new KeptSearches(folder, "folders", options);
      const { query, matches, progress, reached, startedAt } = (await kept.read({ id: ID })) ?? {};
      assert.deepEqual(
        [query?.text, startedAt, progress?.durationMs, reached?.account.id],
        ["sing", 1760000400000, 31.5, ID],
      );
      const labels = matches?.itemsAsFound(0, 9).map(({ type, label, lineCount }) => [type, label, lineCount]);
      assert.deepEqual(labels, [
        ["content", "song.ts", 1],
        ["symbol", "fly.ts", 1],
        ["commit", "Sing louder", 1],
        ["repo", "corp/bees", 0],
      ]);
      assert.deepEqual(matches?.lines(0, 0, 1)[0]?.context, { before: ["// birds"], after: ["}"] });
      assert.deepEqual(problems, []);
      put(bytes("searchResults.json").toString().replace('"lineCount":1', '"lineCount":-1'), "folders", ".json");
      assert.equal(await kept.read({ id: ID }), undefined);
      assert.deepEqual(problems, ["The earlier results are damaged, and not used"]);
      await kept.removeAll(ID);
      assert.equal(await kept.read({ id: ID }), undefined);
    });

    it(`is as good as nothing where any field of a copy is missing, or of another type, version ${version}`, async () => {
      const copies = new ConversationCopies(folder, options);
      const whole = json("conversation.json");
      const label = { name: NAME, title: "", question: "", status: "completed", savedAt: 1 };
      put(copyOf(whole, label), "7", ".json");
      assert.ok(await copies.read(ID, NAME));
      const questions = whole["questions"] as readonly Readonly<Record<string, unknown>>[];
      const [first = {}] = questions;
      const without = (value: Readonly<Record<string, unknown>>, field: string) =>
        Object.fromEntries(Object.entries(value).filter(([name]) => name !== field));
      const odd = [
        ...["name", "title", "questions"].map((field) => without(whole, field)),
        ...["id", "text", "outcome", "listedSources", "suggestedFollowUps"].map((field) => ({
          ...whole,
          questions: [without(first, field)],
        })),
        ...questions.map((question) => ({
          ...whole,
          questions: [{ ...question, outcome: { status: (question["outcome"] as { status: string }).status } }],
        })),
        { ...whole, questions: [{ ...first, outcome: { status: "toString" } }] },
        { ...whole, questions: [null] },
        { ...whole, updatedAt: "yesterday" },
        null,
      ];
      for (const conversation of odd) {
        put(copyOf(conversation, label), "7", ".json");
        assert.equal(await copies.read(ID, NAME), undefined, JSON.stringify(conversation));
      }
      put(copyOf(whole, { ...label, savedAt: undefined }), "7", ".json");
      assert.deepEqual(await copies.all(ID), []);
      assert.equal(problems.length, odd.length);
    });
  }

  it("is passed over where it is something else", () => {
    const odd = { questions: 1, drafts: [["7"], 1, null], searchHistory: { a: 1 }, savedSearches: [{ name: 1 }, null] };
    const state = plainMemento({
      [`questions.${ID}`]: odd.questions,
      [`drafts.${ID}`]: odd.drafts,
      searchHistory: odd.searchHistory,
      savedSearches: odd.savedSearches,
    });
    assert.deepEqual(new QuestionHistory(state).of(ID), []);
    assert.equal(new Drafts(state, (accountId) => accountId, options.onError).take({ accountId: ID, name: NAME }), "");
    assert.deepEqual(new SearchHistory(state).of(ID), []);
    assert.deepEqual(new SavedSearches(state, () => "local").all, []);
  });
});
