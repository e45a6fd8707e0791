import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { mainRepository } from "../../../../src/core/sources/mainRepository.ts";
import type { Outcome, Question } from "../../../../src/core/model/conversation.ts";

const BASE = "https://instance.example/code";

function question(text: string, outcome: Outcome | string, links: readonly string[] = []): Question {
  return {
    id: text,
    text,
    outcome: typeof outcome === "string" ? { status: "completed", answer: outcome } : outcome,
    listedSources: links.map((link) => ({ type: "", link, label: "" })),
    suggestedFollowUps: [],
  };
}

const of = (...questions: readonly Question[]) => mainRepository({ questions }, BASE);

describe("The repository of a conversation", () => {
  it("is the one that most of its sources are in, listed or linked", () => {
    assert.equal(of(question("?", "[a](/h/o/a/-/blob/x.ts?L1) [b](/h/o/b@v1/-/blob/x.ts) `/h/o/c`")), "h/o/a");
    assert.equal(
      of(question("?", "[a](/h/o/a/-/blob/x.ts)", ["/h/o/b/-/blob/x.ts", `${BASE}/r/h/o/b/-/tree/y`])),
      "h/o/b",
    );
    assert.equal(
      of(question("1", "[a](/h/o/a/-/blob/x)"), question("2", "[b](</h/o/b/-/blob/x> 't') [b](/h/o/b/-/blob/y)")),
      "h/o/b",
    );
  });

  it("is found in what there is of an answer", () => {
    const partialAnswer = "[a](/h/o/a/-/blob/x.ts)";
    assert.equal(of(question("?", { status: "canceled", partialAnswer })), "h/o/a");
    assert.equal(of(question("?", { status: "processing", steps: [], partialAnswer })), "h/o/a");
  });

  it("is the one that is mentioned first, where no source tells", () => {
    assert.equal(
      of(question("Why? (@github.com/o/a @src/x.ts)", { status: "processing", steps: [] })),
      "github.com/o/a",
    );
  });

  it("is none where nothing tells, and of no other host", () => {
    assert.equal(of(question("Why @you?", "Because.")), undefined);
    assert.equal(of(question("?", "[a](https://gitlab.example/o/a/-/blob/main/x.ts)")), undefined);
    assert.equal(mainRepository({ questions: [] }, BASE), undefined);
  });
});
