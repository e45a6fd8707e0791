import type { ServerResponse } from "node:http";
import { awakeTimeout } from "../../core/model/awakeTimeout.ts";

/** The most bytes that a part of an event may have: clients drop events of more than 10 MiB. */
export const EVENT_AT_MOST = 10 * 1024 * 1024 - 128 * 1024;

/** How long a client may take nothing of what is sent to it. As long as it takes nothing, its search waits. */
const UNREAD_AT_MOST_MS = 120_000;

/**
 * A response as a stream of server-sent events, in the one form that the service uses. The connection of a client that
 * stops reading is closed after a while, so that its search does not keep others waiting.
 */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #unreadAtMostMs: number;

  /** `unreadAtMostMs` is for tests. */
  constructor(response: ServerResponse, unreadAtMostMs = UNREAD_AT_MOST_MS) {
    this.#response = response;
    this.#unreadAtMostMs = unreadAtMostMs;
    response.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-cache",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    response.flushHeaders();
  }

  /** Sends an event, unless the stream is over. `json` must not contain a line break. */
  send(event: string, json: string): void {
    if (!this.#isOver) this.#response.write(`event: ${event}\ndata: ${json}\n\n`);
  }

  /**
   * Sends whole events, as {@link framesOf} makes them. Resolves when these and everything sent before have been handed
   * to the system, so that their memory may be reused, or when the stream is over: awaiting it keeps the caller from
   * getting further ahead of the client.
   */
  async sendBytes(bytes: Uint8Array): Promise<void> {
    if (this.#isOver) return;
    const response = this.#response;
    await new Promise<void>((resolve) => {
      const stopWaiting = awakeTimeout(this.#unreadAtMostMs, () => response.destroy());
      const done = () => {
        stopWaiting();
        response.off("close", done);
        resolve();
      };
      response.once("close", done);
      response.write(bytes, done);
    });
  }

  /** Closes the connection: to its client, the stream is incomplete. */
  drop(): void {
    this.#response.destroy();
  }

  /** Sends the last event, once. */
  end(): void {
    if (this.#response.writableEnded) return;
    this.send("done", "{}");
    this.#response.end();
  }

  /**
   * A thread keeps reporting for a moment after its search was abandoned: Node treats a write after the end as an
   * error.
   */
  get #isOver(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }
}

/**
 * The bytes of an event whose data is an array of values that are JSON already: each element in pieces, like the
 * result.
 */
export function framesOf(event: string, elements: readonly (readonly Buffer[])[]): readonly Buffer[] {
  const start = Buffer.from(`event: ${event}\ndata: [`);
  return [start, ...elements.flatMap((element, index) => (index === 0 ? element : [COMMA, ...element])), END];
}

const COMMA = Buffer.from(",");
const END = Buffer.from("]\n\n");
