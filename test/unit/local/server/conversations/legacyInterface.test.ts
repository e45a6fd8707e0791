import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { textOf, until, type Json, type RunningService } from "../../runningService.ts";
import { ANSWER, withScriptedService, type ScriptedAnswers } from "../../answers/conversations/scriptedAnswers.ts";

describe("conversations over the legacy interface", () => {
  let service: RunningService;
  let answers: ScriptedAnswers;

  withScriptedService((made) => {
    ({ service, answers } = made);
  });

  const settled = (id: number) =>
    until(async () => {
      const { body } = await service.legacy("GET", `/${String(id)}`);
      return [...(body["questions"] as unknown as Json[])].some(({ status }) => textOf(status) === "processing")
        ? undefined
        : body;
    });

  it("are created processing, and completed later", async () => {
    answers.isSlow = true;
    const { status, body: created } = await service.legacy("POST", "", { question: "What is it?" });
    assert.equal(status, 202);
    const question = created["questions"]?.[0];
    assert.deepEqual(
      [created["id"], question?.["id"], question?.["conversation_id"], question?.["status"]],
      [1, 1, 1, "processing"],
    );
    assert.equal(question?.["suggested_followups"], null);
    assert.equal(question["answer"], undefined);
    assert.ok(Object.values(question["stats"] as unknown as object).every((value) => value === 0));
    await until(() => answers.requests[0]);
    answers.finish();
    const conversation = await settled(1);
    const done = conversation["questions"]?.[0];
    assert.equal(done?.["answer"], "The *answer*.");
    assert.deepEqual(done["sources"], ANSWER.sources);
    assert.deepEqual(done["suggested_followups"], ["And then?"]);
    assert.deepEqual(
      [...(done["turns"] as unknown as Json[])].map(({ role, reasoning }) => [role, reasoning]),
      [
        ["user", "What is it?"],
        ["assistant", "Looking"],
      ],
    );
    assert.equal(done["stats"]?.["tool_calls"], 2);
    assert.equal(conversation["viewer"]?.["is_owner"], true);
    assert.match(textOf(conversation["read_token"]), /^[0-9a-f-]{36}$/);
  });

  it("answer a follow-up with the question alone, which can be read alone", async () => {
    await service.legacy("POST", "", { question: "First?" });
    const { status, body } = await service.legacy("POST", "/1/questions", {
      conversation_id: 1,
      question: "Second?",
    });
    assert.deepEqual([status, body["id"], body["question"], body["questions"]], [202, 2, "Second?", undefined]);
    await settled(1);
    assert.equal((await service.legacy("GET", "/1/questions/2")).body["answer"], "The *answer*.");
  });

  it("are canceled by question", async () => {
    answers.isSlow = true;
    await service.legacy("POST", "", { question: "What?" });
    const { status, body } = await service.legacy("POST", "/1/questions/1/cancel");
    assert.deepEqual([status, body["status"], body["error"]?.["kind"]], [200, "completed", "Cancelled"]);
    assert.equal(answers.requests[0]?.signal.aborted ?? true, true);
  });

  it("fail as completed with an error", async () => {
    await service.legacy("POST", "", { question: "break" });
    const question = (await settled(1))["questions"]?.[0];
    assert.deepEqual([question?.["status"], question?.["error"]?.["kind"]], ["completed", "InternalError"]);
  });

  it("are listed, sorted, filtered and paged", async () => {
    for (const question of ["a", "b", "c"]) {
      const { body } = await service.legacy("POST", "", { question });
      await settled(body["id"] as unknown as number);
    }
    const list = async (query: string) =>
      [...((await service.legacy("GET", `?${query}`)).body["conversations"] as unknown as Json[])].map(({ id }) => id);
    assert.deepEqual(await list(""), [3, 2, 1]);
    assert.deepEqual(await list("sort=id"), [1, 2, 3]);
    assert.deepEqual(await list("sort=-created_at&page_first=2"), [3, 2]);
    assert.deepEqual(await list("sort=-created_at&page_first=2&page_after=2"), [1]);
    assert.deepEqual(await list("page_after=1"), []);
    assert.deepEqual(await list("filter_id=2"), [2]);
    assert.deepEqual(await list("filter_is_starred=true"), []);
    assert.deepEqual(await list("filter_user_id=2"), []);
    const { body } = await service.legacy("GET", "/2");
    assert.deepEqual(await list(`filter_read_token=${textOf(body["read_token"])}`), [2]);
    assert.equal((await service.legacy("GET", "?sort=odd")).status, 400);
  });

  it("refuse to delete everything, and delete one", async () => {
    await service.legacy("POST", "", { question: "a" });
    for (const url of ["", "/"]) {
      const response = await fetch(`${service.baseUrl}/.api/deepsearch/v1${url}`, {
        method: "DELETE",
        headers: { authorization: `token ${service.token}`, "x-requested-with": "x 1.0.0" },
      });
      assert.equal(response.status, 405);
    }
    assert.equal((await service.legacy("GET", "/1")).status, 200);
    assert.equal((await service.legacy("DELETE", "/1")).status, 200);
    assert.equal((await service.legacy("GET", "/1")).status, 404);
    assert.equal((await service.legacy("DELETE", "/1")).status, 404);
  });

  it("answer what is wrong with a message", async () => {
    await service.legacy("POST", "", { question: "a" });
    const wrong: readonly (readonly [method: string, url: string, body: unknown, status: number])[] = [
      ["POST", "", {}, 400],
      ["POST", "", { question: " " }, 400],
      ["POST", "/1/questions", { conversation_id: 2, question: "b" }, 400],
      ["POST", "/1/questions", { question: "b" }, 400],
      ["POST", "/9/questions", { conversation_id: 9, question: "b" }, 404],
      ["GET", "/abc", undefined, 404],
      ["GET", "/1/questions/9", undefined, 404],
      ["POST", "/1/questions/9/cancel", undefined, 404],
    ];
    for (const [method, url, body, status] of wrong) {
      const answer = await service.legacy(method, url, body);
      assert.equal(answer.status, status, `${method} ${url}`);
      assert.ok(textOf(answer.body["message"]).length > 5);
    }
  });
});
