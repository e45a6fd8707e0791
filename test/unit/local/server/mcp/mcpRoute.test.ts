import assert from "node:assert/strict";
import { createServer } from "node:http";
import { registerHooks } from "node:module";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "mocha";
import type { ToolService } from "../../../../../src/core/agents/toolService.ts";
import { openExchange } from "../../../../../src/local/server/http/exchange.ts";
import type * as Route from "../../../../../src/local/server/mcp/mcpRoute.ts";

describe("the address for agents, when what speaks MCP can't be read for a moment", () => {
  let isMissing = true;
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      if (context.parentURL?.endsWith("?late") !== true || !isMissing || !specifier.includes("mcpServer"))
        return next(specifier, context);
      isMissing = false;
      throw new Error("EMFILE: too many open files");
    },
  });
  const failures: string[] = [];
  const server = createServer();

  before(async () => {
    const { mcpRoute } = (await import(
      `${import.meta.resolve("../../../../../src/local/server/mcp/mcpRoute.ts")}?late`
    )) as typeof Route;
    const route = mcpRoute({} as ToolService, () => undefined);
    server.on("request", (request, response) => {
      route(openExchange(request, response)).catch((error: unknown) => {
        failures.push(String(error));
        response.writeHead(500).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  after(() => {
    hooks.deregister();
    server.close();
  });

  it("answers the next request", async () => {
    const ping = async () => {
      const { status } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
      });
      return status;
    };
    assert.deepEqual([await ping(), await ping()], [500, 200]);
    assert.deepEqual(failures, ["Error: EMFILE: too many open files"]);
  });
});
