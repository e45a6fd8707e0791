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

  /** The same for an array of what is JSON already. */
  sendArray(event: string, elements: readonly Buffer[]): void {
    if (this.#response.destroyed) return;
    const separated = elements.flatMap((element, index) => (index === 0 ? [element] : [COMMA, element]));
    this.#response.write(Buffer.concat([Buffer.from(`event: ${event}\ndata: [`), ...separated, Buffer.from("]\n\n")]));
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
const COMMA = Buffer.from(",");
