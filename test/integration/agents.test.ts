import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import * as vscode from "vscode";
import { tokensOf } from "../../src/core/agents/toolText.ts";
import type { Account } from "../../src/host/accounts/accounts.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { ScriptedInstance } from "../support/scriptedInstance.ts";
import { scriptedProvider, type ProviderRequest } from "./scriptedModels.ts";
import { plumbline, until } from "./extension.ts";

const TOKEN = "sgp_0123456789abcdef_a9e27590123456789012345678901234567890ab";
const UNDICI = "github.com/nodejs/undici";
const PARSER = "github.com/rexxars/eventsource-parser";

async function call(
  tool: string,
  input: object,
  { token, budget }: { readonly token?: vscode.CancellationToken; readonly budget?: number } = {},
): Promise<string> {
  const countTokens = (text: string) => Promise.resolve(tokensOf(text));
  const result = await vscode.lm.invokeTool(
    `plumbline_${tool}`,
    {
      input,
      toolInvocationToken: undefined,
      ...(budget !== undefined && { tokenizationOptions: { tokenBudget: budget, countTokens } }),
    },
    token,
  );
  return result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
}

describe("the tools for agents", () => {
  let parts: TestAccess;

  before(async () => {
    parts = await plumbline();
    await parts.accounts.use({ id: "local" });
  });

  after(async () => {
    await parts.accounts.use({ id: "local" });
  });

  /** Signs in to an instance for `use`, and out again afterwards. */
  async function at(use: (instance: ScriptedInstance, account: Account) => Promise<void>): Promise<void> {
    await using instance = await ScriptedInstance.start([]);
    const account = parts.accounts.for(instance.baseUrl);
    await parts.tokens.set(account.id, TOKEN);
    await parts.accounts.add(account);
    try {
      await use(instance, account);
    } finally {
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
    }
  }

  it("are offered to models with what they are for and what they take", () => {
    const ours = vscode.lm.tools.filter(({ name }) => name.startsWith("plumbline_"));
    assert.deepEqual(ours.map(({ name }) => name).sort(), [
      "plumbline_ask",
      "plumbline_conversation",
      "plumbline_read",
      "plumbline_search",
      "plumbline_symbol",
    ]);
    for (const { description, inputSchema } of ours) {
      assert.ok(description.length > 100);
      assert.ok(inputSchema && "properties" in inputSchema);
    }
  });

  it("search the open folders by the query language, and read what was found", async () => {
    const found = await call("search", {
      query: "parseRetryAfterHeader OR calculateRetryAfterHeader lang:javascript file:^lib/",
    });
    assert.match(found, /^\d+ results?, .*\(the local service\)\n<plumbline-data from="the local service"/);
    const [, repository, path, line] = /\n# (\S+?)(?:@\S+)? \(\/.*\)\n(\S+)\n(\d+):/.exec(found) ?? [];
    assert.equal(repository, UNDICI);
    const read = await call("read", { repository, path, startLine: Number(line), endLine: Number(line) });
    assert.match(
      read,
      new RegExp(`lines ${line}–${line} of \\d+ \\(the local service\\)\\n<.*\\n${line}:.*RetryAfterHeader`),
    );
  });

  it("tell where the open folders are, and take the paths there that the editor's own tools print", async () => {
    const root = parts.repositories.rootOf(PARSER)?.fsPath ?? "";
    const whole = (path: string) => join(root, path);
    assert.match(
      await call("search", { query: "createParser lang:typescript" }),
      new RegExp(`\n# ${PARSER} \\(${root}\\)\n`),
    );
    const first = { startLine: 1, endLine: 3 };
    const read = await call("read", { repository: PARSER, path: "src/parse.ts", ...first });
    assert.equal(await call("read", { path: whole("src/parse.ts"), ...first }), read);
    assert.match(await call("symbol", { name: "createParser", repository: root }), /\nsrc\/parse\.ts\n/);
    const below = await call("search", { query: `createParser file:^${whole("src/stream.ts")}` });
    assert.match(below, /\nsrc\/stream\.ts\n/);
    assert.doesNotMatch(below, /\nsrc\/parse\.ts\n/);
    const outside = /\/etc\/hosts is outside of the folders that are served: \//;
    await assert.rejects(call("read", { path: "/etc/hosts" }), outside);
    await assert.rejects(call("read", { path: "src/parse.ts" }), /"repository" is needed, since several are served: /);
    await at(async () => {
      await assert.rejects(call("read", { path: whole("src/parse.ts") }), /needs "repository"/); // it is not sent there
    });
  });

  it("rank passages for plain words", async () => {
    const found = await call("search", { query: "how is a byte order mark handled by the parser" });
    assert.match(found, /best passages first/);
    // Two files of the sample handle one; a passage begins with the function that does.
    assert.match(found, /# github\.com\/\S+ \(\/.*\)\n\S+\.[jt]s\n(?:\d+:.*\n)*?\d+:.*byte.order.mark/);
  });

  it("tell where a name is defined and used", async () => {
    const text = await call("symbol", { name: "createParser", repository: PARSER });
    assert.match(text, /Definitions\n# .*eventsource-parser.*\nsrc\/parse\.ts\n\d+:function createParser/);
    assert.match(text, /Uses\n/);
    assert.doesNotMatch(text, /nodejs\/undici/);
  });

  it("ask the local service, which answers with passages, whose sources can all be read, and which is in the history", async () => {
    const text = await call("ask", { question: "How does the parser handle a byte order mark?" });
    const [, name = ""] = /^Conversation (\S+) \(/.exec(text) ?? [];
    assert.match(text, /not written by a model/);
    const sources = [...text.matchAll(/^(github\.com\/\S+?)(?:@(\S+))? (\S+?):(\d+)(?:-(\d+))?$/gm)];
    assert.ok(sources.length >= 3, text);
    for (const [, repository, revision, path, start, end = start] of sources) {
      const place = { repository, path, startLine: Number(start), endLine: Number(end), ...(revision && { revision }) };
      assert.match(await call("read", place), new RegExp(`\\n${start}:`));
    }
    const again = await call("conversation", { conversation: name });
    assert.equal(again.split("\n").slice(1).join("\n"), text.split("\n").slice(1).join("\n"));
    const { list, awaited } = await parts.history();
    assert.equal(awaited.stateOf("local", name), undefined); // nothing to notify the person about
    list.reset();
    const { tree } = { tree: parts.conversations };
    const [today] = await tree.getChildren();
    const rows = today ? await tree.getChildren(today) : [];
    assert.ok(
      rows.some((row) => row.reference?.name === name),
      JSON.stringify(rows.map(({ reference }) => reference)),
    );
  });

  it("keep to the budget of whoever calls", async () => {
    for (const budget of [400, 2000]) {
      const text = await call("search", { query: "const lang:javascript", budget: 30_000 }, { budget });
      assert.ok(tokensOf(text) <= budget, `${String(tokensOf(text))} tokens`);
      assert.match(text, /\[Cut: [\d,]+ more results\. Go on with "skip": \d+/);
    }
  });

  it("say what would be valid where a call makes no sense", async () => {
    for (const [tool, input, message] of [
      ["search", { query: "patternType:regexp (" }, /regular expression|pattern|parenthes/i],
      ["search", { query: "repo:nonsense needle" }, /No repository matches[^]*nodejs\/undici/],
      ["search", { query: "type:banana x" }, /banana/],
      ["read", { repository: "github.com/nodejs/undicy", path: "index.js" }, /has no repository [^]*nodejs\/undici\n/],
      [
        "read",
        { repository: UNDICI, path: "lib/nonsense/index.js" },
        /has no lib\/nonsense\/index\.js\. Files with that name:\n/,
      ],
      ["read", { repository: UNDICI, path: "package.json", startLine: 90_000 }, /is beyond its end/],
      ["read", { repository: UNDICI, path: "../eventsource-parser/package.json" }, /a path within the repository/],
      ["conversation", { conversation: "7 of 9" }, /must be a name such as/],
      ["conversation", { conversation: "999999" }, /the local service has no conversation 999999/],
      ["conversation", { conversation: "https://elsewhere.example.com/deepsearch/7" }, /another service/],
    ] as const) {
      await assert.rejects(call(tool, input), { message }, `${tool} ${JSON.stringify(input)}`);
    }
  });

  it("list a folder, also one to which a link leads", async () => {
    const text = await call("read", { repository: PARSER, path: "src" });
    assert.match(text, /\nparse\.ts\n/);
    const root = (await parts.repositories.load()).named(PARSER)?.root;
    assert.ok(root !== undefined);
    const link = join(root, "linked");
    symlinkSync(join(root, "src"), link, "junction");
    try {
      const linked = await call("read", { repository: PARSER, path: "linked" });
      assert.match(linked, /linked\/ has .*\n.*\n(?:.*\n)*parse\.ts\n/);
    } finally {
      rmSync(link);
    }
  });

  it("confirm what leaves this machine or may cost, with all that is sent, and nothing that stays", async () => {
    const tools = await parts.agentTools();
    for (const name of ["search", "read", "symbol", "ask", "conversation"])
      assert.equal(tools.prepare(`plumbline_${name}`, { query: "x" }).confirmationMessages, undefined);
    await at((instance) => {
      const host = new URL(instance.baseUrl).host;
      const wordsOf = (name: string, input: object): string => {
        const { title = "", message = "" } = tools.prepare(`plumbline_${name}`, input).confirmationMessages ?? {};
        return `${title}\n${typeof message === "string" ? message : message.value}`;
      };
      assert.match(
        wordsOf("ask", { question: "Where do `they`\nsing?" }),
        new RegExp(`^Ask ${host}\\?\\n[^]*Where do .they.\nsing\\?`),
      );
      assert.doesNotMatch(wordsOf("ask", { question: "Where?" }), /Questions asked/);
      assert.match(wordsOf("search", { query: "sing lang:go" }), new RegExp(`^Search ${host}\\?\\n[^]*sing lang:go`));
      assert.match(wordsOf("symbol", { name: "sing" }), new RegExp(`^Search ${host}\\?\\n[^]*sing`));
      assert.match(
        wordsOf("read", { repository: "a/b", path: "c.ts" }),
        new RegExp(`^Read a file at ${host}\\?\\n[^]*a/b c\\.ts`),
      );
      assert.match(wordsOf("symbol", { name: "sing", repository: "corp/birds" }), /\nsing\ncorp\/birds\n/);
      assert.match(wordsOf("read", { repository: "a/b", path: "c.ts", revision: "dawn" }), /\na\/b@dawn c\.ts\n/);
      assert.equal(tools.prepare("plumbline_conversation", { conversation: "7" }).confirmationMessages, undefined);
      assert.match(wordsOf("search", {}), /^Search /); // whatever is wrong with it is reported later
      return Promise.resolve();
    });
  });

  it("are not carried out at another service than the one that the person agreed to", async () => {
    const tools = await parts.agentTools();
    const input = { query: "needle in this machine" };
    tools.prepare("plumbline_search", input);
    await at(async (instance) => {
      const source = new vscode.CancellationTokenSource();
      const invocation = tools.invoke("plumbline_search", { input, toolInvocationToken: undefined }, source.token);
      await assert.rejects(invocation, /The service in use has changed to 127\.0\.0\.1/);
      assert.deepEqual(instance.server.received, []);
    });
  });

  it("hand a long question back by the conversation's name, which is read later and is in the history", async () => {
    await at(async (instance, account) => {
      instance.quota = { totalQuota: 3, quotaLimit: 10 };
      parts.agentSwitches.handBackMs = 5000; // how long the service has to accept it
      const text = await call("ask", { question: "Where do they sing?" }).finally(() => {
        parts.agentSwitches.handBackMs = undefined;
      });
      const [, name = ""] =
        /still running, read it with plumbline_conversation \{"conversation": "(\S+)"\}/.exec(text) ?? [];
      assert.equal(name, instance.conversations[0]?.name, text);
      const { awaited } = await parts.history();
      assert.equal(awaited.stateOf(account.id, name), "running");
      assert.match(await call("conversation", { conversation: name }), /still running/);
      instance.finish(name, "They sing in [a file](/r/corp/birds@c0ffee0/-/blob/song.ts?L3-4).");
      const answer = await call("conversation", {
        conversation: name,
      });
      assert.match(answer, /They sing in[^]*Sources, to read with plumbline_read:\ncorp\/birds@c0ffee0 song\.ts:3-4\n/);
      assert.equal(awaited.stateOf(account.id, name), undefined);
      assert.equal(instance.calls("CreateConversation"), 1);
      const tools = await parts.agentTools();
      const { message } = tools.prepare("plumbline_ask", { question: "And where else?" }).confirmationMessages ?? {};
      assert.match((message as vscode.MarkdownString).value, /3.*of.*10/);
      assert.ok(!answer.includes(TOKEN));
    });
  });

  it("cancel a question at the service when the call is canceled", async () => {
    await at(async (instance, account) => {
      const source = new vscode.CancellationTokenSource();
      const result = call("ask", { question: "Where do they sing?" }, { token: source.token });
      await until("the question", () => instance.calls("GetConversation") > 0);
      source.cancel();
      await assert.rejects(async () => result, { name: "Canceled" });
      await until("the cancellation", () => instance.calls("CancelConversation") === 1);
      assert.equal(instance.conversations[0]?.isCanceled, true);
      const { awaited } = await parts.history();
      await until("the end", () => awaited.stateOf(account.id, instance.conversations[0]?.name ?? "") === undefined);
    });
  });

  it("say which service could not be reached, and never its token", async () => {
    await at(async (instance) => {
      await instance[Symbol.asyncDispose]();
      await assert.rejects(call("search", { query: "sing" }), (error: Error) => {
        assert.match(error.message, /Could not connect to 127\.0\.0\.1:\d+/);
        return !error.message.includes(TOKEN);
      });
    });
  });

  it("let a chat model that calls them in a loop find an answer whose sources all open", async () => {
    const provider = await scriptedProvider();
    const textsOf = (request: ProviderRequest) => JSON.stringify(request.messages);
    provider.play((request) => {
      const told = textsOf(request);
      const call = (name: string, input: object) => ({ calls: [{ callId: name, name: `plumbline_${name}`, input }] });
      if (!told.includes('"result":["search"')) return call("search", { query: "byte order mark in the parser" });
      if (!told.includes('"result":["symbol"')) return call("symbol", { name: "createParser", repository: PARSER });
      if (!told.includes('"result":["read"')) {
        const [, line = ""] = /(\d+):function createParser/.exec(told) ?? [];
        return call("read", {
          repository: PARSER,
          path: "src/parse.ts",
          startLine: Number(line),
          endLine: Number(line) + 5,
        });
      }
      return {
        text: [
          `createParser reads it: ${PARSER} src/parse.ts:${/\\n(\d+):export function createParser/.exec(told)?.[1] ?? "?"}`,
        ],
      };
    });
    const [model] = await vscode.lm.selectChatModels({ vendor: "plumbline-scripted" });
    assert.ok(model);
    const tools = vscode.lm.tools.filter(({ name }) => name.startsWith("plumbline_"));
    const messages = [vscode.LanguageModelChatMessage.User("Where is a byte order mark read?")];
    let answer = "";
    for (let round = 0; answer === "" && round < 6; round++) {
      const response = await model.sendRequest(messages, { tools: [...tools] });
      for await (const part of response.stream) {
        if (part instanceof vscode.LanguageModelTextPart) answer += part.value;
        if (!(part instanceof vscode.LanguageModelToolCallPart)) continue;
        const { content } = await vscode.lm.invokeTool(part.name, {
          input: part.input,
          toolInvocationToken: undefined,
        });
        messages.push(vscode.LanguageModelChatMessage.Assistant([part]));
        messages.push(
          vscode.LanguageModelChatMessage.User([new vscode.LanguageModelToolResultPart(part.callId, content)]),
        );
      }
    }
    const sources = [...answer.matchAll(/(github\.com\S+) (\S+):(\d+)/g)];
    assert.equal(sources.length, 1, answer);
    for (const [, repository, path, line] of sources) {
      const place = { repository, path, startLine: Number(line), endLine: Number(line) };
      assert.match(await call("read", place), /:export function createParser/);
    }
  });
});

describe("the MCP servers for agents", () => {
  let parts: TestAccess;
  const setting = (value: boolean | undefined) =>
    vscode.workspace.getConfiguration().update("plumbline.agents.mcpServers", value, vscode.ConfigurationTarget.Global);
  const headers = (value: object | undefined) =>
    vscode.workspace.getConfiguration().update("plumbline.network.headers", value, vscode.ConfigurationTarget.Global);

  before(async () => {
    parts = await plumbline();
    await parts.accounts.use({ id: "local" });
  });

  after(async () => {
    await setting(undefined);
  });

  it("are offered to the editor only where the person has switched them on, and start nothing by being named", async () => {
    assert.deepEqual(parts.mcpServers.provideMcpServerDefinitions(), []);
    await setting(true);
    const [local, ...others] = parts.mcpServers.provideMcpServerDefinitions();
    assert.deepEqual([local?.label, local?.headers, others], ["Plumbline: open folders", {}, []]);
    await setting(undefined);
    assert.ok(local);
    assert.equal(await parts.mcpServers.resolveMcpServerDefinition(local), undefined);
  });

  it("answer the official client where one is resolved, over the open folders", async () => {
    await setting(true);
    const [local] = parts.mcpServers.provideMcpServerDefinitions();
    assert.ok(local);
    const resolved = await parts.mcpServers.resolveMcpServerDefinition(local);
    assert.ok(resolved);
    const copy = JSON.parse(JSON.stringify(parts.mcpServers.provideMcpServerDefinitions()[0])) as typeof local;
    assert.deepEqual(await parts.mcpServers.resolveMcpServerDefinition(copy), resolved);
    const client = new Client({ name: "test", version: "1" }, { supportedProtocolVersions: ["2025-11-25"] });
    const requestInit = { headers: resolved.headers };
    await client.connect(new StreamableHTTPClientTransport(new URL(resolved.uri.toString(true)), { requestInit }));
    const { content } = await client.callTool({ name: "plumbline_search", arguments: { query: "createParser" } });
    assert.match(JSON.stringify(content), /eventsource-parser/);
    await client.close();
    await setting(undefined);
  });

  it("are those of the instance in use too, with the token of the account, and none after signing out", async () => {
    await setting(true);
    const account = parts.accounts.for("https://agents.example.com/base");
    await parts.tokens.set(account.id, TOKEN);
    await parts.accounts.add(account);
    try {
      const server = parts.mcpServers.provideMcpServerDefinitions().at(-1);
      assert.ok(server);
      assert.deepEqual([server.label, server.headers], ["Plumbline: agents.example.com", {}]);
      assert.equal(server.uri.toString(true), "https://agents.example.com/base/.api/mcp");
      const resolved = await parts.mcpServers.resolveMcpServerDefinition(server);
      assert.deepEqual(resolved?.headers, { Authorization: `token ${TOKEN}` });
      // Editors built on VS Code may hand back what they have made of it.
      for (const copy of [
        new vscode.McpHttpServerDefinition(server.label, server.uri),
        Object.freeze(JSON.parse(JSON.stringify(server)) as vscode.McpHttpServerDefinition),
      ]) {
        const copied = await parts.mcpServers.resolveMcpServerDefinition(copy);
        assert.deepEqual(copied, resolved);
      }
      await parts.tokens.setPair(account.id, { accessToken: "of-the-sign-in", refreshToken: "r", clientId: "c" });
      const renewed = await parts.mcpServers.resolveMcpServerDefinition(server);
      assert.deepEqual(renewed?.headers, { Authorization: "Bearer of-the-sign-in" });
      await parts.tokens.setHeaderValue("X-Gateway-Key", "open-sesame");
      await headers({ "X-Gateway-Key": "${secret}", "X-Team": "birds", Authorization: "none" });
      const throughGateway = await parts.mcpServers.resolveMcpServerDefinition(server);
      assert.deepEqual(throughGateway?.headers, {
        "X-Gateway-Key": "open-sesame",
        "X-Team": "birds",
        Authorization: "Bearer of-the-sign-in",
      });
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
      assert.equal(await parts.mcpServers.resolveMcpServerDefinition(server), undefined);
    } finally {
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
      await setting(undefined);
      await headers(undefined);
    }
  });

  it("outside of the editor are a program at a place that stays, whose configuration holds no secret", async () => {
    const texts = new Map<string, string>();
    for (const client of ["Claude Code", "Codex", "Cursor", "Visual Studio Code"]) {
      await vscode.commands.executeCommand("plumbline.copyMcpConfiguration", client);
      texts.set(client, await vscode.env.clipboard.readText());
    }
    assert.doesNotMatch([...texts.values()].join("\n"), /sgp_|token|127\.0\.0\.1|localhost/i);
    const { mcpServers } = JSON.parse(texts.get("Claude Code") ?? "") as {
      mcpServers: { plumbline: { command: string; args: string[]; env?: Record<string, string> } };
    };
    const { plumbline } = mcpServers;
    const launcher = [plumbline.command, ...plumbline.args].find((word) => word.startsWith(parts.storage.fsPath));
    assert.ok(launcher !== undefined);
    assert.doesNotMatch(readFileSync(launcher, "utf8"), /sgp_|127\.0\.0\.1/);
    assert.match(
      texts.get("Codex") ?? "",
      /^\[mcp_servers\.plumbline\]\ncommand = ".*"\nargs = \[".*"\](\nenv = \{.*\})?$/,
    );
    const { servers } = JSON.parse(texts.get("Visual Studio Code") ?? "") as { servers: { plumbline: object } };
    assert.deepEqual(servers.plumbline, { type: "stdio", ...plumbline });
    const client = new Client({ name: "test", version: "1" }, { supportedProtocolVersions: ["2025-06-18"] });
    await client.connect(new StdioClientTransport({ ...plumbline, stderr: "ignore" }));
    const { content } = await client.callTool({ name: "plumbline_symbol", arguments: { name: "createParser" } });
    assert.match(JSON.stringify(content), /1 definition/);
    await client.close();
  });

  it("are none where a setting forbids MCP: nothing is offered, copied or started", async () => {
    const { storage, mcpServers } = parts;
    const launchers = () => readdirSync(vscode.Uri.joinPath(storage, "agents").fsPath);
    await vscode.commands.executeCommand("plumbline.copyMcpConfiguration", "Codex");
    await setting(true);
    const [local = assert.fail()] = mcpServers.provideMcpServerDefinitions();
    assert.equal(launchers().length, 1);
    const allow = (value: boolean | undefined) =>
      vscode.workspace
        .getConfiguration()
        .update("plumbline.agents.mcpAllowed", value, vscode.ConfigurationTarget.Global);
    await allow(false);
    try {
      assert.deepEqual(mcpServers.provideMcpServerDefinitions(), []);
      assert.equal(await mcpServers.resolveMcpServerDefinition(local), undefined);
      await until("no launcher", () => launchers().length === 0);
      await vscode.env.clipboard.writeText("nothing");
      await vscode.commands.executeCommand("plumbline.copyMcpConfiguration", "Codex");
      assert.equal(await vscode.env.clipboard.readText(), "nothing");
    } finally {
      await allow(undefined);
    }
    await until("the launcher again", () => launchers().length === 1);
  });
});
