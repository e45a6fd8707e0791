import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { Json } from "../unit/local/runningService.ts";
import { WIRES, type AgentCall, type AgentRequest, type OfferedTool, type Said, type ToolResult } from "./wires.ts";

/** A call of one of our tools, by our own name for it. */
export interface PlannedCall {
  readonly tool: string;
  readonly input: object;
  /** What happens before it. */
  readonly before?: () => Promise<void> | void;
}

/**
 * A model on loopback for the programs of agents, in each of the ways that they speak. It makes the planned calls one
 * after the other in every conversation, then says `Done.` It is also the proxy of these programs for everything that is
 * not on this machine, and refuses that.
 */
export class AgentModel implements AsyncDisposable {
  calls: readonly PlannedCall[] = [];
  /** What the tools answered, in the conversation that has come farthest. */
  results: readonly ToolResult[] = [];
  /** The same, of each conversation in which all calls were made. */
  finished: (readonly ToolResult[])[] = [];
  /** All bodies received, one after another. */
  received = "";
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });

  private constructor() {
    this.#server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("error", () => undefined);
    });
    this.#server.on("connect", (_: IncomingMessage, socket: Socket) => {
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
  }

  /** Resolves when it listens. */
  static async start(): Promise<AgentModel> {
    const model = new AgentModel();
    await new Promise<void>((resolve) => model.#server.listen(0, "127.0.0.1", resolve));
    return model;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Plans anew, as if nothing had been said. */
  plan(...calls: readonly PlannedCall[]): void {
    this.calls = calls;
    this.results = [];
    this.finished = [];
    this.received = "";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    this.received += body;
    const wire = Object.values(WIRES).find(({ path }) => path.test(request.url ?? ""));
    if (!wire || request.method !== "POST") {
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    const said = await this.#say(wire.read(JSON.parse(body) as Json));
    response.writeHead(200, { "content-type": "text/event-stream" }).end(wire.write(said));
  }

  async #say({ tools, results }: AgentRequest): Promise<Said> {
    if (results.length > this.results.length) this.results = results;
    if (results.length > 0 && results.length === this.calls.length) this.finished.push(results);
    const next = this.calls[results.length];
    const call = next && callOf(next, tools);
    if (!call) return "Done."; // agents ask for titles and summaries as well, without tools
    await next.before?.();
    return [call];
  }
}

/** Undefined where none of our tools is offered. */
function callOf({ tool, input }: PlannedCall, tools: readonly OfferedTool[]): AgentCall | undefined {
  const own = tools.find(({ name }) => name.endsWith(tool));
  if (own) return { ...own, input };
  const name = `mcp__plumbline__${tool}`;
  // Two list some tools by their names only. Qwen has a tool that calls these, Claude Code takes the name.
  if (tools.some((each) => each.name === "tool_call")) return { name: "tool_call", input: { name, arguments: input } };
  return tools.some((each) => each.name.startsWith("mcp__plumbline")) ? { name, input } : undefined;
}
