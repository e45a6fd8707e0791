import type { ServerResponse } from "node:http";

/** How many bytes the largest part of an event may have: clients drop events of more than 10 MiB. */
export const EVENT_AT_MOST = 10 * 1024 * 1024 - 128 * 1024;

/** A response as a stream of server-sent events, in the one form that the service uses. */
export class EventStream {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-cache",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    response.flushHeaders();
  }

  /** Sends an event. `json` must hold no line break. */
  send(event: string, json: string): void {
    if (!this.#response.destroyed) this.#response.write(`event: ${event}\ndata: ${json}\n\n`);
  }

  /** Sends a whole event, as {@link frameArray} makes it. */
  sendBytes(bytes: Uint8Array): void {
    if (!this.#response.destroyed) this.#response.write(bytes);
  }

  /** Waits until the client has taken most of what was sent, or is gone. */
  async drained(): Promise<void> {
    const response = this.#response;
    if (!response.writableNeedDrain || response.writableLength < AHEAD_BYTES || response.destroyed) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        response.off("drain", done).off("close", done);
        resolve();
      };
      response.on("drain", done).on("close", done);
    });
  }

  /** Sends the last event, once. */
  end(): void {
    if (this.#response.writableEnded) return;
    this.send("done", "{}");
    this.#response.end();
  }
}

/** How far the search may be ahead of the client, so that neither waits for the other all the time. */
const AHEAD_BYTES = 1024 * 1024;

/** An event whose data is an array of what is JSON already, in memory of its own. */
export function frameArray(event: string, elements: readonly Buffer[]): Buffer<ArrayBuffer> {
  const pieces: Buffer[] = [Buffer.from(`event: ${event}\ndata: [`)];
  for (const [index, element] of elements.entries()) pieces.push(...(index === 0 ? [element] : [COMMA, element]));
  pieces.push(END);
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) at += piece.copy(bytes, at);
  return bytes;
}

const COMMA = Buffer.from(",");
const END = Buffer.from("]\n\n");
