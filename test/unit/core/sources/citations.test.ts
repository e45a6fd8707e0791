import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { citationsOf } from "../../../../src/core/sources/citations.ts";
import type { ListedSource, Outcome, Question } from "../../../../src/core/model/conversation.ts";

const BASE = "https://instance.example";

function question(id: string, outcome: Outcome, listedSources: readonly ListedSource[] = []): Question {
  return { id, text: `Question ${id}?`, outcome, listedSources, suggestedFollowUps: [] };
}

describe("citations", () => {
  it("are what an answer links to and what the service lists, each place once in an answer", async () => {
    const answer = `[one](/h/o/n@main/-/blob/a.ts?L3-5), [again](${BASE}/r/h/o/n@main/-/blob/a.ts?L3-5), [web](https://e.x/)`;
    const listed = [
      { type: "Repository", link: "/h/o/n@main/-/blob/a.ts?L3-5", label: "a.ts" },
      { type: "Repository", link: "/h/o/n/-/blob/b.ts", label: "b.ts" },
      { type: "Repository", link: "/h/o/n", label: "n" },
    ];
    const citations = await citationsOf(
      {
        questions: [
          question("1", { status: "completed", answer }, listed),
          question("2", { status: "processing", steps: [] }),
          question("3", { status: "canceled", partialAnswer: "As in [one](/h/o/n@main/-/blob/a.ts?L3-5)" }),
        ],
      },
      BASE,
    );
    const first = { repository: "h/o/n", revision: "main", path: "a.ts", range: { startLine: 2, endLine: 4 } };
    assert.deepEqual(citations, [
      { questionId: "1", question: "Question 1?", source: first },
      { questionId: "1", question: "Question 1?", source: { repository: "h/o/n", path: "b.ts" } },
      { questionId: "3", question: "Question 3?", source: first },
    ]);
  });

  it("are none in a conversation without answers", async () => {
    assert.deepEqual(await citationsOf({ questions: [] }, BASE), []);
  });
});
