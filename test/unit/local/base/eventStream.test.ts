import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "mocha";
import { EventStream } from "../../../../src/local/base/eventStream.ts";

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

  /** Sends 64 MB to a client that reads as `read` says; whether all of it could be sent. */
  async function isSentTo(read: (socket: ReturnType<typeof connect>) => void): Promise<boolean> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => undefined);
    read(socket);
    socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    const [, response] = (await once(server, "request")) as [unknown, ServerResponse];
    const events = new EventStream(response, 400);
    for (let count = 0; count < 64; count++) await events.sendBytes(Buffer.alloc(1024 * 1024, "a"));
    const isWhole = !response.destroyed;
    socket.destroy();
    server.close();
    return isWhole;
  }

  it("ends if its client stops reading, so that nothing waits for it", async () => {
    assert.equal(await isSentTo((socket) => socket.pause()), false);
  });

  it("goes on for a client that reads slowly", async () => {
    const readSlowly = async (socket: ReturnType<typeof connect>) => {
      socket.pause();
      while (!socket.destroyed) {
        socket.resume();
        await sleep(20);
        socket.pause();
        await sleep(100);
      }
    };
    assert.equal(await isSentTo((socket) => void readSlowly(socket)), true);
  });
});

async function answerOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const text = await response.text();
    await new Promise(setImmediate); // a stream reports its error after what caused it
    return text;
  } finally {
    server.close();
  }
}
