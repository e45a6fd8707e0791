import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";

/** A request as it came over the wire. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What a server shows to clients, and what proves that it is its own. */
export interface ServerCertificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** A real HTTP server on loopback that does what a test says. */
export class ScriptedServer implements AsyncDisposable {
  readonly received: Received[] = [];
  readonly sockets = new Set<Socket>();
  readonly #server;
  readonly #scheme: "http" | "https";
  #port = 0;

  private constructor(
    answer: (request: Received, response: ServerResponse) => void | Promise<void>,
    certificate: ServerCertificate | undefined,
  ) {
    const receive = (request: IncomingMessage, response: ServerResponse): void => {
      void text(request).then(async (body) => {
        const received = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body };
        this.received.push(received);
        await answer(received, response);
      });
    };
    this.#scheme = certificate ? "https" : "http";
    this.#server = certificate ? createSecureServer(certificate, receive) : createServer(receive);
    this.#server.on("connection", (socket: Socket) => {
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
      socket.on("error", () => undefined); // some tests are about clients that go away
    });
  }

  /** Resolves when it listens on a port of its own: over TLS, if it has a `certificate`. */
  static async start(
    answer: (request: Received, response: ServerResponse) => void | Promise<void>,
    certificate?: ServerCertificate,
  ): Promise<ScriptedServer> {
    const server = new ScriptedServer(answer, certificate);
    await server.comeBack();
    server.#port = (server.#server.address() as AddressInfo).port;
    return server;
  }

  get baseUrl(): string {
    return `${this.#scheme}://127.0.0.1:${this.#port}`;
  }

  /** Breaks what is open and refuses connections, as a service that is down. */
  async goDown(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Listens again, where it did before. */
  async comeBack(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "127.0.0.1", resolve));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.goDown();
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
