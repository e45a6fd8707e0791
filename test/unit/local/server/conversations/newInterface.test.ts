import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { textOf, until, type Json, type RunningService } from "../../runningService.ts";
import { withScriptedService, type ScriptedAnswers } from "../../answers/conversations/scriptedAnswers.ts";

describe("conversations over the new interface", () => {
  let service: RunningService;
  let answers: ScriptedAnswers;

  withScriptedService((made) => {
    ({ service, answers } = made);
  });

  const create = async (text: string) => {
    const { status, body } = await service.call("CreateConversation", {
      parent: "users/~self",
      conversation: { questions: [{ input: [{ question: { text } }] }] },
    });
    assert.equal(status, 200);
    return body;
  };
  const settled = (name: unknown) =>
    until(async () => {
      const { body } = await service.call("GetConversation", { name });
      return body["state"]?.["processing"] ? undefined : body;
    });

  it("are created processing, and hold the answer as blocks later", async () => {
    answers.isSlow = true;
    const created = await create("What is it?");
    assert.equal(created["name"], "users/1/conversations/1");
    assert.deepEqual(created["state"], { processing: {} });
    assert.equal(created["questions"]?.[0]?.["answer"], undefined);
    assert.match(textOf(created["createTime"]), /^\d{4}-.*Z$/);
    await until(() => answers.requests[0]);
    answers.finish();
    const conversation = await settled(created["name"]);
    assert.deepEqual(conversation["state"], { completed: {} });
    assert.equal(conversation["title"], "A title");
    assert.deepEqual(conversation["questions"]?.[0]?.["answer"], [{ markdown: { text: "The *answer*." } }]);
    assert.deepEqual(conversation["questions"][0]["input"], [{ question: { text: "What is it?" } }]);
    assert.deepEqual(
      answers.requests.map(({ question, earlier, folders }) => ({ question, earlier, folders })),
      [{ question: "What is it?", earlier: [], folders: ["/some/folder"] }],
    );
  });

  it("take follow-ups, which know the questions before them", async () => {
    const { name } = await create("First?");
    await settled(name);
    const { body: question } = await service.call("AddConversationQuestion", {
      parent: name,
      question: { input: [{ question: { text: "Second?" } }] },
    });
    assert.deepEqual(question["input"], [{ question: { text: "Second?" } }]);
    const conversation = await settled(name);
    assert.equal(conversation["questions"]?.["length"], 2);
    assert.deepEqual(answers.requests[1]?.earlier, ["First?"]);
  });

  it("are canceled, and their work is stopped", async () => {
    answers.isSlow = true;
    const { name } = await create("What?");
    const request = await until(() => answers.requests[0]);
    const { body } = await service.call("CancelConversation", { name });
    assert.deepEqual(body["state"], { canceled: {} });
    assert.equal(request.signal.aborted, true);
    answers.finish();
    assert.deepEqual((await settled(name))["state"], { canceled: {} });
    assert.deepEqual((await service.call("CancelConversation", { name })).body["state"], { canceled: {} });
  });

  it("are deleted, and their number is not used again", async () => {
    const { name } = await create("One?");
    assert.deepEqual(await service.call("DeleteConversation", { name }), { status: 200, body: {} });
    assert.equal((await service.call("GetConversation", { name })).body["code"], "not_found");
    assert.equal((await service.call("DeleteConversation", { name })).status, 404);
    assert.equal((await create("Two?"))["name"], "users/1/conversations/2");
  });

  it("fail with a message for people, and say more in the log only", async () => {
    const { name } = await create("Please break");
    const conversation = await settled(name);
    assert.equal(conversation["state"]?.["error"]?.["code"], "ERROR_INTERNAL");
    assert.ok(!JSON.stringify(conversation).includes("broken"));
    assert.match(service.logged.join("\n"), /Error: broken/);
  });

  it("are listed newest first, page by page, and found by their content", async () => {
    for (const text of ["apple", "banana", "cherry"]) await settled((await create(text))["name"]);
    const pages: unknown[] = [];
    let pageToken: unknown = "";
    do {
      const { body } = await service.call("ListConversationSummaries", {
        parent: "users/~self",
        pageSize: 2,
        pageToken,
      });
      pages.push(
        [...(body["conversationSummaries"] as unknown as Json[])].map(({ name }) => textOf(name).split("/")[3]),
      );
      pageToken = body["nextPageToken"];
    } while (pageToken !== undefined);
    assert.deepEqual(pages, [["3", "2"], ["1"]]);
    for (const contentQuery of ["BANANA", "banana answer", "answer  BANANA"]) {
      const { body } = await service.call("ListConversationSummaries", { filters: [{ contentQuery }] });
      assert.deepEqual(
        [...(body["conversationSummaries"] as unknown as Json[])].map(({ name }) => name),
        ["users/1/conversations/2"],
      );
      assert.equal(body["nextPageToken"], undefined);
    }
    assert.deepEqual((await service.call("ListConversationSummaries", { filters: [{ starred: true }] })).body, {});
  });

  it("answer what is wrong as Connect errors", async () => {
    const wrong: readonly (readonly [call: string, body: unknown, status: number, code: string])[] = [
      ["CreateConversation", {}, 400, "invalid_argument"],
      [
        "CreateConversation",
        { conversation: { questions: [{ input: [{ question: { text: " " } }] }] } },
        400,
        "invalid_argument",
      ],
      [
        "CreateConversation",
        { conversation: { questions: [{ input: [{ question: { text: "x".repeat(100_001) } }] }] } },
        400,
        "invalid_argument",
      ],
      ["GetConversation", {}, 400, "invalid_argument"],
      ["GetConversation", { name: "users/1/conversations/99" }, 404, "not_found"],
      ["GetConversation", { name: "users/2/conversations/1" }, 404, "not_found"],
      ["GetConversation", { name: "users/1/conversations/../1" }, 404, "not_found"],
      ["GetConversation", [], 400, "invalid_argument"],
      [
        "AddConversationQuestion",
        { parent: "users/~self/conversations/99", question: { input: [{ question: { text: "x" } }] } },
        404,
        "not_found",
      ],
      ["CancelConversation", { name: "users/-/conversations/99" }, 404, "not_found"],
      ["ListConversationSummaries", { pageSize: -1 }, 400, "invalid_argument"],
      ["ListConversationSummaries", { pageToken: "odd" }, 400, "invalid_argument"],
      ["ListConversationSummaries", { filters: [{ color: "red" }] }, 400, "invalid_argument"],
    ];
    for (const [call, body, status, code] of wrong) {
      const answer = await service.call(call, body);
      assert.deepEqual([answer.status, answer.body["code"]], [status, code], call);
      assert.ok(textOf(answer.body["message"]).length > 5);
    }
    const statusOf = async (name: string, type: string, body: string) => {
      const headers = { authorization: `token ${service.token}`, "content-type": type };
      const url = `${service.baseUrl}/api/deepsearch.v1.Service/${name}`;
      return (await fetch(url, { method: "POST", headers, body })).status;
    };
    assert.equal(await statusOf("GetConversation", "application/json", "{"), 400);
    assert.equal(await statusOf("GetConversation", "application/json", "x".repeat(2_000_000)), 400);
    assert.equal(await statusOf("GetConversation", "text/plain", "{}"), 415);
    assert.equal(await statusOf("Other", "application/json", "{}"), 404);
    assert.equal((await service.get("/api/deepsearch.v1.Service/GetConversation")).status, 405);
  });

  it("takes 200 follow-ups at once, and answers each", async () => {
    const { name } = await create("What is it?");
    const texts = Array.from({ length: 200 }, (_, index) => `Follow-up ${index}`);
    const asked = await Promise.all(
      texts.map((text) =>
        service.call("AddConversationQuestion", { parent: name, question: { input: [{ question: { text } }] } }),
      ),
    );
    assert.deepEqual([...new Set(asked.map(({ status }) => status))], [200]);
    assert.deepEqual(
      asked.map(({ body }) => body["input"]?.[0]?.["question"]?.["text"]),
      texts,
    );
    const conversation = await settled(name);
    const questions = conversation["questions"] as unknown as readonly Json[];
    assert.deepEqual(
      questions.map((question) => question["input"]?.[0]?.["question"]?.["text"]).sort(),
      ["What is it?", ...texts].sort(),
    );
    assert.ok(questions.every((question) => question["answer"] !== undefined));
  });
});
