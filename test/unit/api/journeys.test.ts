import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { createService } from "../../../src/api/service.ts";
import { askOnce } from "../../../src/core/conversations/askOnce.ts";
import { watchConversation } from "../../../src/core/conversations/watchConversation.ts";
import { conversationId, isSettled, type Conversation } from "../../../src/core/model/conversation.ts";
import { isAbort } from "../../../src/core/model/errors.ts";
import type { SearchEvent } from "../../../src/core/model/search.ts";
import type { AskOptions, CodeSearchService } from "../../../src/core/model/service.ts";
import { readAnswers } from "../../../src/core/sources/answerSources.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../git/temporaryRepositories.ts";
import { runService, type RunningService } from "../local/runningService.ts";
import { ScriptedModel } from "../local/answers/writing/scriptedModel.ts";

const QUESTION = "How does the parser handle a byte order mark?";
const PARSER = `/** Parses a stream of events. A byte order mark at its start is left out. */
export function createParser(onEvent) {
  return { feed: (chunk) => onEvent(withoutByteOrderMark(chunk)) };
}
`;
const MARK = `/** The byte order mark that a parser leaves out. */
export const BYTE_ORDER_MARK = "\\uFEFF";
export function withoutByteOrderMark(text) {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
`;
const TEST = `// The parser handles a byte order mark once.
test("byte order mark", () => createParser(print).feed(BYTE_ORDER_MARK));
`;
const MANY = `${Array.from({ length: 2000 }, (_, index) => `e${String(index)}`).join("\n")}\n`;
const runTimes = { past: [100, 200, 400], longestWaitMs: 500, add: () => undefined };

for (const interfaces of ["new", "legacy"] as const) {
  describe(`a journey through the local service with nothing but its ${interfaces} interface`, () => {
    let temporary: TemporaryFolder;
    let local: RunningService;
    let service: CodeSearchService;
    /** Those that the service is lent with the next questions. */
    const models: ScriptedModel[] = [];
    let remembered: string | undefined;

    before(async () => {
      temporary = makeTemporaryFolder();
      const folder = temporary.commit(
        "code/parser",
        { "src/parse.ts": PARSER, "src/mark.ts": MARK, "test/parse.test.ts": TEST, "many.txt": MANY },
        { remote: "https://github.com/acme/parser.git" },
      );
      local = await runService(temporary.root, [folder], { interfaces, models: { take: () => models.shift() } });
      service = createService(
        {
          baseUrl: local.baseUrl,
          token: () => Promise.resolve(local.token),
          client: "plumbline 1.0.0",
          log: () => undefined,
        },
        { get: () => undefined, set: (name) => (remembered = name) },
      );
    });

    after(async () => {
      await service.close();
      await local.close();
      await temporary.remove();
    });

    const ask = (question: string, options?: AskOptions): Promise<Conversation> =>
      askOnce(service, { question }, options);
    const settled = async (asked: Conversation): Promise<Conversation> => {
      let last = asked;
      for await (const state of watchConversation(service, asked.name, { asked, runTimes })) last = state;
      assert.ok(isSettled(last));
      return last;
    };

    it("shows a question at once, and its answer with sources that can be read", async () => {
      const asked = await ask(QUESTION);
      assert.deepEqual(
        asked.questions.map(({ text }) => text),
        [QUESTION],
      );
      const conversation = await settled(asked);
      assert.equal(remembered, interfaces);
      const [question] = conversation.questions;
      assert.equal(question?.outcome.status, "completed");
      const { sources } = readAnswers(conversation, local.baseUrl);
      assert.ok(sources.length >= 3, JSON.stringify(sources));
      for (const { repository, path, revision } of sources) {
        const text = new TextDecoder().decode(
          await service.readFile({ repository, path, ...(revision !== undefined && { revision }) }),
        );
        assert.match(text, /byte order mark/i);
      }
    });

    it("takes a follow-up in the same conversation", async () => {
      const first = await settled(await ask(QUESTION));
      const asked = await askOnce(service, { question: "What is left out at the start?", conversation: first });
      assert.equal(asked.name, first.name);
      const { questions } = await settled(asked);
      assert.deepEqual(
        questions.map(({ text, outcome }) => [text, outcome.status]),
        [
          [QUESTION, "completed"],
          ["What is left out at the start?", "completed"],
        ],
      );
      assert.notEqual(questions[0]?.id, questions[1]?.id);
    });

    it("stops a question while it is being answered", async () => {
      models.push(new ScriptedModel([["It is left out [1]. ", new Promise(() => undefined)]]));
      const asked = await ask(QUESTION, { model: "nonce" });
      let last = asked;
      for await (const state of watchConversation(service, asked.name, { asked, runTimes })) {
        last = state;
        const outcome = state.questions[0]?.outcome;
        if (outcome?.status !== "processing") continue;
        // Only the new interface has the words that are there by then.
        const isWriting = interfaces === "new" ? outcome.partialAnswer : outcome.steps.at(-1)?.startsWith("Asking");
        if (isWriting) await service.cancelConversation(asked.name);
      }
      const outcome = last.questions[0]?.outcome;
      assert.equal(outcome?.status, "canceled");
      if (interfaces === "new") assert.match(outcome.partialAnswer, /^It is left out/);
    });

    it("lists conversations, newest first and by their words, until they are deleted", async () => {
      const older = await settled(await ask("Where is the zebra crossing?"));
      const newer = await settled(await ask("Where is the zebra?"));
      const listed = async (text?: string) => {
        const { conversations } = await service.listConversations(text === undefined ? {} : { text });
        return conversations.map(({ name }) => conversationId(name));
      };
      const [first, second] = [older, newer].map(({ name }) => conversationId(name));
      assert.deepEqual((await listed()).slice(0, 2), [second, first]);
      assert.deepEqual(await listed("crossing zebra"), [first]);
      const { conversations, next } = await service.listConversations({ pageSize: 1 });
      const rest = await service.listConversations({ pageSize: 1, ...(next !== undefined && { page: next }) });
      assert.deepEqual(
        [...conversations, ...rest.conversations].map(({ name }) => conversationId(name)),
        [second, first],
      );
      await service.deleteConversation(newer.name);
      await assert.rejects(service.getConversation(newer.name), { code: "notFound" });
      assert.deepEqual(await listed("zebra"), [first]);
    });

    it("finds a conversation by the token that lets others read it", async () => {
      const { name, readToken } = await settled(await ask(QUESTION));
      assert.ok(readToken);
      const { conversations } = await service.listConversations({ readToken });
      assert.deepEqual(
        conversations.map((found) => conversationId(found.name)),
        [conversationId(name)],
      );
    });

    it("previews what a follow-up would send, and sends nothing", async () => {
      const { name } = await settled(await ask(QUESTION));
      const { url, body } = await service.previewQuestion("And what comes after it?", name);
      assert.ok(url.startsWith(local.baseUrl));
      assert.ok(`${url} ${body}`.includes(conversationId(name)));
      assert.match(body, /And what comes after it\?/);
      assert.equal((await service.getConversation(name)).questions.length, 1);
    });

    const search = (text: string, signal?: AbortSignal) =>
      service.search({ text, patternType: "keyword", display: 1500, contextLines: 0 }, signal && { signal });
    const found = async (text: string) => {
      const events: SearchEvent[] = [];
      for await (const event of search(text)) events.push(event);
      return events;
    };

    it("finds what a query is about, counted, in rows, with filters", async () => {
      const events = await found("createParser");
      const matches = events.findLast((event) => event.type === "matches")?.matches;
      const progress = events.findLast((event) => event.type === "progress")?.progress;
      const filters = events.findLast((event) => event.type === "filters")?.filters;
      assert.deepEqual([matches?.counts.ranges, progress?.done], [progress?.matchCount, true]);
      assert.deepEqual(
        matches
          ?.itemsAsFound(0, 10)
          .map(({ repository, path }) => `${repository} ${path}`)
          .sort(),
        ["github.com/acme/parser src/parse.ts", "github.com/acme/parser test/parse.test.ts"],
      );
      assert.ok(filters?.some(({ kind, label, count }) => kind === "repo" && label.endsWith("parser") && count === 2));
    });

    it("says what a query holds that the service doesn't know", async () => {
      const alert = (await found("file:has.owner(kim) fix")).find((event) => event.type === "alert")?.alert;
      assert.match(alert?.title ?? "", /file:has\.owner/);
    });

    it("stops a search, and keeps what came of it", async () => {
      const stop = new AbortController();
      let items = 0;
      const searching = (async () => {
        for await (const event of search("count:all e", stop.signal)) {
          if (event.type !== "matches") continue;
          items = event.matches.counts.items;
          stop.abort();
        }
      })();
      await assert.rejects(searching, (error) => isAbort(error));
      assert.ok(items > 0);
    });
  });
}
