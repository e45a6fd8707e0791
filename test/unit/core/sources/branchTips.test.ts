import assert from "node:assert/strict";
import { readAnswers } from "../../../../src/core/sources/answerSources.ts";
import { branchesIn, readTips, unmoved } from "../../../../src/core/sources/branchTips.ts";
import type { BranchTip, Conversation } from "../../../../src/core/model/conversation.ts";
import type { Matches } from "../../../../src/core/model/matches.ts";
import type { CodeSearchService } from "../../../../src/core/model/service.ts";

const BASE = "https://code.example.com";
const [OLD, NEW] = ["a".repeat(40), "b".repeat(40)];

/** A service on which a search for any file of a repository finds one, at the commit of its branch. */
function serviceWith(
  commits: Readonly<Record<string, string>>,
): Pick<CodeSearchService, "search"> & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    // eslint-disable-next-line @typescript-eslint/require-await -- as the service's own
    async *search({ text }) {
      asked.push(text);
      const [, repository = "", revision = ""] = /^repo:\^(\S+?)\$(?:@(\S+))?/.exec(text) ?? [];
      const name = repository.replaceAll("\\", "");
      const commit = commits[`${name}@${revision}`];
      if (commit === "unavailable") throw new Error("the service is busy");
      const found = { type: "path", repository: name, path: "README.md", ...(commit && { revision: commit }) };
      const matches = { itemsAsFound: () => (commit === undefined ? [] : [found]), dispose: () => undefined };
      yield { type: "matches", matches: matches as unknown as Matches } as never;
    },
  };
}

function answered(answer: string, tips?: readonly BranchTip[]): Conversation {
  const outcome = { status: "completed", answer } as const;
  const question = {
    id: "1",
    text: "Where?",
    outcome,
    listedSources: [],
    suggestedFollowUps: [],
    ...(tips && { tips }),
  };
  return { name: "users/1/conversations/1", title: "", questions: [question] };
}

const ANSWER = `[one](${BASE}/code/one@main/-/blob/a.ts?L2) [two](${BASE}/code/one/-/blob/b.ts) [three](${BASE}/code/two@${OLD}/-/blob/c.ts) [again](${BASE}/code/one@main/-/blob/d.ts)`;

describe("branches that an answer cites", () => {
  it("are those without a commit, each once", () => {
    const read = readAnswers(answered(ANSWER), BASE);
    assert.deepEqual(branchesIn(read, "1"), [{ repository: "code/one", revision: "main" }, { repository: "code/one" }]);
    assert.deepEqual(branchesIn(read, "another"), []);
  });

  it("are cited at their commits where these are known, and nothing else is", () => {
    const before = readAnswers(answered(ANSWER), BASE);
    const tips = [{ repository: "code/one", revision: "main", commit: NEW }];
    const { answers, sources } = readAnswers(answered(ANSWER, tips), BASE, before);
    const cited = (answers.get("1")?.sources ?? []).map((number) => sources[number]);
    assert.deepEqual(
      cited.map((place) => [place?.path, place?.revision]),
      [
        ["a.ts", NEW],
        ["b.ts", undefined],
        ["c.ts", OLD],
        ["d.ts", NEW],
      ],
    );
    assert.deepEqual(sources.slice(0, before.sources.length), before.sources); // the numbers keep their meaning
  });

  it("stand for what a search of the service says; what it doesn't say is left out", async () => {
    const service = serviceWith({
      "code/one@main": OLD,
      "code/one@": NEW,
      "code/two@": "unavailable",
      "code/four@": "main",
    });
    const branches = [
      { repository: "code/one", revision: "main" },
      { repository: "code/one" },
      { repository: "code/two" },
      { repository: "code/three" },
      { repository: "code/four" },
    ];
    assert.deepEqual(await readTips(service, branches, {}), [
      { repository: "code/one", revision: "main", commit: OLD },
      { repository: "code/one", commit: NEW },
    ]);
    assert.equal(service.asked.length, branches.length);
  });

  it("are known only where they stood still", () => {
    const before = [
      { repository: "code/one", revision: "main", commit: OLD },
      { repository: "code/one", commit: OLD },
      { repository: "code/two", commit: OLD },
    ];
    const now = [
      { repository: "code/one", revision: "main", commit: OLD },
      { repository: "code/one", commit: NEW },
    ];
    assert.deepEqual(unmoved(before, now), before.slice(0, 1));
  });
});
