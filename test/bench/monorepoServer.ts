// An instance with one huge repository, on loopback, in a process of its own. A search for `grow` never ends, and sends
// one file a second after the first 100,000; any other finds 1,000,000 lines in 100,000 files, as fast as they are
// read. The files are named after the first word of the query.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

const FILES = 100_000;
const FILES_PER_EVENT = 20;

const server = createServer((request, response) => {
  const url = new URL(request.url ?? "", "http://x");
  if (url.pathname === "/__version") {
    response.end("7.1.0");
    return;
  }
  if (!url.pathname.includes("/search/stream")) {
    response.writeHead(200, { "content-type": "application/json" }).end('{"conversationSummaries":[]}');
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const [name = ""] = url.searchParams.get("q")?.split(" ") ?? [];
  void (name === "grow" ? grow : million)(response, name);
});

async function million(response: ServerResponse, name: string): Promise<void> {
  for (let from = 0; from < FILES; from += FILES_PER_EVENT) await send(response, name, from, FILES_PER_EVENT, 10);
  response.end("event: done\ndata: {}\n\n");
}

async function grow(response: ServerResponse, name: string): Promise<void> {
  for (let from = 0; from < FILES; from += FILES_PER_EVENT) await send(response, name, from, FILES_PER_EVENT, 1);
  for (let from = FILES; !response.destroyed; from++) {
    await sleep(1000);
    await send(response, name, from, 1, 1);
  }
}

async function send(response: ServerResponse, name: string, from: number, files: number, lines: number): Promise<void> {
  const found = Array.from({ length: files }, (_, index) => fileMatch(name, from + index, lines));
  if (response.destroyed || response.write(`event: matches\ndata: ${JSON.stringify(found)}\n\n`)) return;
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]).catch(() => undefined);
  settled.abort();
}

/** The lines are numbered across all files, from 1. */
function fileMatch(name: string, file: number, lines: number): unknown {
  return {
    type: "content",
    path: `src/module${file % 97}/part${file % 13}/${name}file${file}.ts`,
    repositoryID: 7,
    repository: "corp/monorepo",
    repoLastFetched: "2026-11-01T08:00:00Z",
    branches: [""],
    commit: "0123456789abcdef0123456789abcdef01234567",
    hunks: null,
    chunkMatches: Array.from({ length: lines }, (_, index) => {
      const place = (column: number) => ({ offset: index * 400 + column, line: index * 10, column });
      return {
        content: `  const match = number(${file * lines + index + 1}); // found`,
        contentStart: place(0),
        ranges: [{ start: place(8), end: place(13) }],
      };
    }),
    language: "TypeScript",
  };
}

server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit(0));
