// Serves streams on loopback, in a process of its own. The query says which:
// BYTES,EVENT_BYTES,CHUNK_BYTES,REPEAT or `slow`.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { corpus, streamOf } from "./corpus.ts";

const made = new Map<string, Buffer>();

const server = createServer((request, response) => {
  const query = new URL(request.url ?? "", "http://x").searchParams.get("q") ?? "";
  response.on("close", () => process.send?.("closed"));
  response.writeHead(200, { "content-type": "text/event-stream" });
  void serve(query, response);
});

async function serve(query: string, response: NodeJS.WritableStream & { readonly destroyed?: boolean }): Promise<void> {
  if (query === "slow") {
    response.write(part("1,1")); // as a service does: sends the first match at once
    return;
  }
  const [bytes, eventBytes, chunkBytes = 65_536, repeat = 1] = query.split(",").map(Number);
  const stream = part(`${bytes},${eventBytes}`);
  for (let round = 0; round < repeat; round++) {
    for (let at = 0; at < stream.length && response.destroyed !== true; at += chunkBytes) {
      if (response.write(stream.subarray(at, at + chunkBytes))) continue;
      const settled = new AbortController();
      const { signal } = settled;
      await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
      settled.abort();
    }
  }
  response.end("event: done\ndata: {}\n\n");
}

function part(key: string): Buffer {
  const [bytes = 0, eventBytes = 0] = key.split(",").map(Number);
  const stream = made.get(key) ?? streamOf(corpus({ bytes, eventBytes, script: "mixed" }), { isDone: false });
  made.set(key, stream);
  return stream;
}

server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit(0));
