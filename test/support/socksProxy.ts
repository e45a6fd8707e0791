import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** How a {@link SocksProxy} behaves. */
export interface SocksRules {
  /** `user:password`; without it everybody may use it. */
  readonly credentials?: string;
  /** The addresses of hosts that no name service knows: `host` to `host:port`. All others can't be reached. */
  readonly hosts: Readonly<Record<string, string>>;
}

const VERSION = 5;
const NO_CREDENTIALS = 0;
const WITH_CREDENTIALS = 2;
const NOTHING_ACCEPTED = 0xff;
const BY_NAME = 3;

/** A real SOCKS proxy of version 5 on loopback (RFC 1928 and 1929), for hosts that are named. */
export class SocksProxy implements AsyncDisposable {
  /** `HOST:PORT` of each request that was let through to the rules. */
  readonly received: string[] = [];
  readonly #rules: SocksRules;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => undefined); // clients may go away
    this.#serve(socket).catch(() => socket.destroy());
  });

  private constructor(rules: SocksRules) {
    this.#rules = rules;
  }

  static async start(rules: SocksRules): Promise<SocksProxy> {
    const proxy = new SocksProxy(rules);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #serve(socket: Socket): Promise<void> {
    const { credentials, hosts } = this.#rules;
    const [version, count = 0] = await bytes(socket, 2);
    const offered = await bytes(socket, count);
    const wanted = credentials === undefined ? NO_CREDENTIALS : WITH_CREDENTIALS;
    const method = version === VERSION && offered.includes(wanted) ? wanted : NOTHING_ACCEPTED;
    socket.write(Buffer.from([VERSION, method]));
    if (method === NOTHING_ACCEPTED) return void socket.end();
    if (credentials !== undefined) {
      const [, nameLength = 0] = await bytes(socket, 2);
      const name = await bytes(socket, nameLength);
      const [passwordLength = 0] = await bytes(socket, 1);
      const password = await bytes(socket, passwordLength);
      const isRight = `${String(name)}:${String(password)}` === credentials;
      socket.write(Buffer.from([1, isRight ? 0 : 1]));
      if (!isRight) return void socket.end();
    }
    const [, , , kind, length = 0] = await bytes(socket, 5);
    const host = kind === BY_NAME ? String(await bytes(socket, length)) : "";
    const port = (await bytes(socket, 2)).readUInt16BE();
    this.received.push(`${host}:${String(port)}`);
    const [targetHost, targetPort] = hosts[host]?.split(":") ?? [];
    const answer = (status: number) => socket.write(Buffer.from([VERSION, status, 0, 1, 0, 0, 0, 0, 0, 0]));
    if (targetPort === undefined) {
      answer(4); // host unreachable
      return void socket.end();
    }
    const upstream = connect(Number(targetPort), targetHost, () => {
      answer(0);
      upstream.pipe(socket);
      socket.pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("close", () => upstream.destroy());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The next so many bytes of a socket. */
async function bytes(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const read = count === 0 ? Buffer.alloc(0) : (socket.read(count) as Buffer | null);
    if (read) return read;
    if (socket.readableEnded || socket.destroyed) throw new Error("The client has gone.");
    await new Promise((resolve) => {
      for (const event of ["readable", "end", "close"]) socket.once(event, resolve);
    });
  }
}
