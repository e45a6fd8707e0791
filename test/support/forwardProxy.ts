import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

/** How a {@link ForwardProxy} behaves. */
export interface ProxyRules {
  /** `user:password`; without it everybody may use it. */
  readonly credentials?: string;
  /** The addresses of hosts that no name service knows: `host` to `host:port`. All others are refused with 502. */
  readonly hosts: Readonly<Record<string, string>>;
  /** The ports to which CONNECT may lead; strict proxies, and this one by default, allow only 443. */
  readonly tunnelPorts?: readonly string[];
}

/** A real HTTP proxy on loopback: forwards absolute addresses, and tunnels with CONNECT. */
export class ForwardProxy implements AsyncDisposable {
  /** `METHOD TARGET` of each request received, including refused ones. */
  readonly received: string[] = [];
  readonly #server;
  readonly #sockets = new Set<Socket>();

  private constructor({ credentials, hosts, tunnelPorts = ["443"] }: ProxyRules) {
    const isWelcome = ({ headers }: IncomingMessage): boolean =>
      credentials === undefined ||
      headers["proxy-authorization"] === `Basic ${Buffer.from(credentials).toString("base64")}`;
    this.#server = createServer((incoming, response) => {
      this.received.push(`${incoming.method ?? ""} ${incoming.url ?? ""}`);
      if (!isWelcome(incoming)) response.writeHead(407, { "proxy-authenticate": "Basic" }).end("Who are you?");
      else forward(incoming, response, hosts);
    });
    this.#server.on("connect", (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
      this.received.push(`CONNECT ${incoming.url ?? ""}`);
      socket.on("error", () => undefined); // clients may go away
      const [host = "", port] = (incoming.url ?? "").split(":");
      const target = hosts[host];
      if (!isWelcome(incoming)) socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
      else if (!tunnelPorts.includes(port ?? "")) socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
      else if (target === undefined) socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
      else tunnel(socket, head, target);
    });
    this.#server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  static async start(rules: ProxyRules): Promise<ForwardProxy> {
    const proxy = new ForwardProxy(rules);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function forward(incoming: IncomingMessage, response: ServerResponse, hosts: ProxyRules["hosts"]): void {
  const url = URL.parse(incoming.url ?? "");
  const target = url ? hosts[url.hostname] : undefined;
  if (!url || target === undefined) {
    response.writeHead(502).end("No such host");
    return;
  }
  const [host, port] = target.split(":");
  const headers = { ...incoming.headers };
  delete headers["proxy-authorization"];
  const outgoing = request(
    { host, port, path: url.pathname + url.search, method: incoming.method, headers },
    (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)),
  );
  outgoing.on("error", () => response.destroy());
  incoming.pipe(outgoing);
}

function tunnel(socket: Socket, head: Buffer, target: string): void {
  const [host, port] = target.split(":");
  const upstream = connect(Number(port), host, () => {
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    upstream.write(head);
    upstream.pipe(socket);
    socket.pipe(upstream);
  });
  upstream.on("error", () => socket.destroy());
}
