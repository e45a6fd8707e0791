import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { MatchStore } from "../../../../src/api/search/matchStore.ts";
import { ServiceError, type ServiceErrorCode } from "../../../../src/core/model/errors.ts";
import type { SearchEvent } from "../../../../src/core/model/search.ts";
import { searchWithRetries } from "../../../../src/core/search/searchRetries.ts";

const PROGRESS: SearchEvent = {
  type: "progress",
  progress: { done: false, matchCount: 0, durationMs: 1, skipped: [] },
};
const broken = new ServiceError("incomplete", "reset");

function found(): SearchEvent {
  const matches = new MatchStore();
  matches.append(Buffer.from(JSON.stringify([{ type: "path", repository: "r", path: "a.ts" }])));
  return { type: "matches", matches };
}

/** Runs a search with these attempts; returns what it yielded, how it ended and how long it waited. */
async function search(...attempts: (SearchEvent | Error)[][]) {
  const types: string[] = [];
  const waits: number[] = [];
  let failure: unknown;
  async function* start(): AsyncGenerator<SearchEvent, void> {
    for (const step of attempts.shift() ?? [new Error("started too often")]) {
      if (step instanceof Error) throw await Promise.resolve(step);
      yield step;
    }
  }
  const wait = (delayMs: number) => Promise.resolve(void waits.push(delayMs));
  try {
    const { signal } = new AbortController();
    for await (const { type } of searchWithRetries(start, { signal, wait })) types.push(type);
  } catch (error) {
    failure = error;
  }
  return { types, waits, failure };
}

describe("a search whose stream breaks", () => {
  it("starts again where nothing was found yet, and says so", async () => {
    const { types, failure } = await search([PROGRESS, broken], [found()]);
    assert.deepEqual(types, ["progress", "retry", "matches"]);
    assert.equal(failure, undefined);
  });

  it("gives up after three more attempts, with longer waits that differ by chance", async () => {
    const { types, waits, failure } = await search([broken], [broken], [broken], [broken]);
    assert.deepEqual(types, ["retry", "retry", "retry"]);
    assert.equal(failure, broken);
    for (const [index, average] of [500, 1000, 2000].entries()) {
      const waited = waits[index] ?? 0;
      assert.ok(waited >= average / 2 && waited <= average * 1.5, String(waited));
    }
  });

  it("keeps what was found, and doesn't start again", async () => {
    const { types, failure } = await search([found(), broken]);
    assert.deepEqual(types, ["matches"]);
    assert.equal(failure, broken);
  });

  it("waits as long as the service asks, but not for minutes", async () => {
    const busy = (seconds: number) => new ServiceError("rateLimited", "busy", { retryAt: Date.now() + seconds * 1000 });
    const { waits } = await search([busy(20)], [found()]);
    assert.ok((waits[0] ?? 0) > 19_000, String(waits[0]));
    const later = busy(600);
    assert.equal((await search([later])).failure, later);
  });

  for (const code of [
    "unauthorized",
    "badRequest",
    "unreachable",
    "timeout",
    "rateLimited",
  ] satisfies ServiceErrorCode[]) {
    it(`is not one that is ${code}: that is told at once`, async () => {
      const failure = new ServiceError(code, "no");
      assert.deepEqual(await search([failure]), { types: [], waits: [], failure });
    });
  }

  it("stops at once while it waits", async () => {
    const abort = new AbortController();
    async function* start(): AsyncGenerator<SearchEvent, void> {
      yield PROGRESS;
      throw await Promise.resolve(broken);
    }
    await assert.rejects(
      async () => {
        for await (const { type } of searchWithRetries(start, { signal: abort.signal })) {
          if (type === "retry") setTimeout(() => abort.abort(), 20);
        }
      },
      { name: "AbortError" },
    );
  });
});
