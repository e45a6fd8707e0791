import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it } from "mocha";
import { PERSON } from "../../../../../src/local/code/files/access.ts";
import { openExchange } from "../../../../../src/local/server/http/exchange.ts";
import type { News } from "../../../../../src/local/threads/messages.ts";
import { streamSearch, type SearchRouteServices } from "../../../../../src/local/server/http/searchRoute.ts";
import { JobFailure } from "../../../../../src/local/threads/threadHandle.ts";
import type { RunOptions } from "../../../../../src/local/threads/threads.ts";

/** What a search sends whose thread tells this and then fails like this. */
async function streamOf(told: readonly News[], failure: Error): Promise<string> {
  const threads = {
    prepareParsers: () => undefined,
    run: async (_: unknown, { take }: RunOptions) => {
      for (const news of told) await take(news);
      throw failure;
    },
  };
  const services = {
    served: { codeBase: () => Promise.resolve({ folders: [], repositories: [] }) },
    git: { folders: [] },
    encodings: { all: [] },
    excludes: { all: [] },
    threads,
  } as unknown as SearchRouteServices;
  const failures: unknown[] = [];
  const server = createServer((request, response) => {
    streamSearch(openExchange(request, response), PERSON, services).catch((error: unknown) => failures.push(error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?q=a`);
  const text = await answer.text();
  server.close();
  assert.deepEqual(failures, [failure], "it is for the log, too");
  return text;
}

describe("a search whose thread fails", () => {
  const errorsIn = (text: string) => text.match(/^event: error$/gm)?.length ?? 0;

  for (const failure of [new JobFailure("EMFILE: too many open files"), new Error("a thread was ended")]) {
    it(`says so where the thread could not: ${failure.message}`, async () => {
      const text = await streamOf([{ type: "event", event: "progress", json: "{}" }], failure);
      assert.equal(errorsIn(text), 1);
      assert.match(text, /The search failed in the local service[^]*event: done/);
    });
  }

  it("says so once where the thread already has", async () => {
    const json = JSON.stringify({ message: "ripgrep is missing" });
    const text = await streamOf([{ type: "event", event: "error", json }], new JobFailure("ripgrep is missing"));
    assert.equal(errorsIn(text), 1);
    assert.match(text, /ripgrep is missing/);
  });
});
