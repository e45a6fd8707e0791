import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it } from "mocha";
import { EventStream } from "../../../../src/local/http/eventStream.ts";

describe("a stream of events", () => {
  it("takes what comes after its end without sending it", async () => {
    const errors: Error[] = [];
    const text = await answerOf((_, response) => {
      response.on("error", (error) => errors.push(error));
      const events = new EventStream(response);
      events.send("matches", "[]");
      events.end();
      events.send("progress", "{}");
      void events.sendBytes(Buffer.from("event: matches\ndata: [1]\n\n")).then(() => {
        events.end();
      });
    });
    assert.equal(text, "event: matches\ndata: []\n\nevent: done\ndata: {}\n\n");
    assert.deepEqual(errors, []);
  });
});

async function answerOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const text = await response.text();
    await new Promise(setImmediate); // an error of a stream is told behind what caused it
    return text;
  } finally {
    server.close();
  }
}
