import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { after, before, describe, it } from "mocha";
import { parseSourceLink } from "../../../../src/core/sources/sourceLink.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { runService, textOf, until, type Json, type RunningService } from "../runningService.ts";
import { HARBOUR, NAMED } from "./harbour.ts";

describe("a question to the local service that names a file", () => {
  let temporary: TemporaryFolder;
  let root: string;
  let service: RunningService;
  before(async () => {
    temporary = makeTemporaryFolder();
    root = temporary.write("harbour", { ...HARBOUR, ".ignore": ".env\n", ".env": "PORT=80\n" });
    service = await runService(temporary.root, [root]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  const settled = (name: string) =>
    until(async () => {
      const { body } = await service.call("GetConversation", { name });
      return body["state"]?.["processing"] ? undefined : body;
    });
  const ask = async (question: string, headers: Readonly<Record<string, string>> = {}): Promise<Json> => {
    const questions = [{ input: [{ question: { text: question } }] }];
    const { body } = await service.call("CreateConversation", { conversation: { questions } }, headers);
    return settled(textOf(body["name"]));
  };
  const placesIn = (answer: Json) =>
    [...textOf(answer).matchAll(/\]\((\/[^)]*)\)/g)].map(([, link = ""]) => parseSourceLink(link, "http://127.0.0.1/"));

  it("is answered with it first", async () => {
    const answers = await Promise.all(
      NAMED.map(([question]) =>
        ask(question.replaceAll("FOLDER", root).replaceAll("ADDRESS", pathToFileURL(root).href)),
      ),
    );
    NAMED.forEach(([question, ...wanted], at) => {
      const paths = [...new Set(placesIn(answers[at] ?? {}).map((place) => place?.path))];
      assert.deepEqual(
        paths.slice(0, wanted.length).sort(),
        [...wanted].sort(),
        `${question}\n${JSON.stringify(answers[at], undefined, 1)}`,
      );
    });
  });

  it("is shown an ignored file if a person asks, but not if a tool does", async () => {
    const question = "What is in .env?";
    assert.match(textOf(await ask(question)), /PORT=80/);
    assert.doesNotMatch(textOf(await ask(question, { "x-plumbline-tool": "true" })), /PORT=80/);
    const legacy = await service.legacy("POST", "", { question });
    const told = await until(async () => {
      const { body } = await service.legacy("GET", `/${textOf(legacy.body["id"])}`);
      return textOf(body).includes("processing") ? undefined : textOf(body);
    });
    assert.match(told, /PORT=80/);
    const client = new Client({ name: "test", version: "1.0.0" });
    const requestInit = { headers: { authorization: `Bearer ${service.token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", service.baseUrl), { requestInit }));
    const asked = await client.callTool({ name: "plumbline_ask", arguments: { question } });
    assert.doesNotMatch(JSON.stringify(asked.content), /PORT=80/);
    await client.close();
  });
});
