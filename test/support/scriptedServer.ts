import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";

/** A request as it came over the wire. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A real HTTP server on loopback that does what a test says. */
export class ScriptedServer implements AsyncDisposable {
  readonly received: Received[] = [];
  readonly sockets = new Set<Socket>();
  readonly #server;

  private constructor(answer: (request: Received, response: ServerResponse) => void | Promise<void>) {
    this.#server = createServer((request, response) => {
      void text(request).then(async (body) => {
        const received = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body };
        this.received.push(received);
        await answer(received, response);
      });
    });
    this.#server.on("connection", (socket: Socket) => {
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
      socket.on("error", () => undefined); // some tests are about clients that go away
    });
  }

  /** Resolves when it listens on a port of its own. */
  static async start(
    answer: (request: Received, response: ServerResponse) => void | Promise<void>,
  ): Promise<ScriptedServer> {
    const server = new ScriptedServer(answer);
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Answers with JSON. */
export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

/** Answers with text. */
export function plain(
  response: ServerResponse,
  status: number,
  words: string,
  type = "text/plain; charset=utf-8",
): void {
  response.writeHead(status, { "content-type": type }).end(words);
}
