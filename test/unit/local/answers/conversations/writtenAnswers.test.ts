import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import { ServiceProcess } from "../../../../../src/host/accounts/serviceProcess.ts";
import { ModelLending } from "../../../../../src/host/models/modelLending.ts";
import { KEPT_FOLDER } from "../../../../../src/core/model/localProcess.ts";
import { ModelError, type LanguageModel } from "../../../../../src/core/model/languageModel.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import type { LocalServiceOptions } from "../../../../../src/local/server/localService.ts";
import { runService, textOf, until, type Json, type RunningService } from "../../runningService.ts";
import { tokensOf } from "../../../../../src/local/answers/writing/budget.ts";
import { ScriptedModel, textOfRequest, type Script } from "../writing/scriptedModel.ts";

/** Lends a model for each nonce, once. */
class Lender {
  readonly models = new Map<string, LanguageModel>();
  #count = 0;

  lend(...scripts: readonly Script[]): { readonly nonce: string; readonly model: ScriptedModel } {
    const model = new ScriptedModel(scripts);
    const nonce = `nonce${this.#count++}`;
    this.models.set(nonce, model);
    return { nonce, model };
  }

  take(nonce: string): LanguageModel | undefined {
    const model = this.models.get(nonce);
    this.models.delete(nonce);
    return model;
  }
}

const NAME = "users/1/conversations/1";
const question = (text: string, more: object = {}) => ({ input: [{ question: { text } }], ...more });

describe("an answer that a model writes", function () {
  this.timeout(60_000);
  let temporary: TemporaryFolder;
  let root = "";
  let store = "";
  let count = 0;
  let lender: Lender;
  let service: RunningService;
  let services: RunningService[] = [];
  before(() => {
    temporary = makeTemporaryFolder();
    root = temporary.commit("code", {
      "src/retry.ts":
        "export function parseRetry(value: string): number {\n  return Number(value) * RETRY_FACTOR;\n}\n",
      "src/limits.ts": "export const RETRY_FACTOR = 5;\n",
    });
  });
  after(() => temporary.remove());
  beforeEach(async () => {
    store = path.join(temporary.root, `store${count++}`);
    service = await open();
  });
  afterEach(async () => {
    await Promise.all(services.map((each) => each.close()));
    services = [];
  });
  const open = async (options: Partial<LocalServiceOptions> = {}) => {
    lender = new Lender();
    const opened = await runService(temporary.root, [root], { storeDir: store, models: lender, ...options });
    services.push(opened);
    return opened;
  };
  const ask = async (nonce: string | undefined, text = "How is a retry parsed?") => {
    const { status } = await service.call(
      "CreateConversation",
      { conversation: { questions: [question(text)] } },
      nonce === undefined ? {} : { "x-plumbline-model": nonce },
    );
    assert.equal(status, 200);
  };
  const look = async (from = service, headers: Record<string, string> = { "x-plumbline-partial": "true" }) =>
    (await from.call("GetConversation", { name: NAME }, headers)).body;
  const blocksOf = (read: Json, at = 0): readonly string[] =>
    (read["questions"]?.[at]?.["answer"] as unknown as Json[] | undefined)?.map((block) =>
      textOf(block["markdown"]?.["text"]),
    ) ?? [];
  const settled = (from = service) =>
    until(async () => {
      const read = await look(from);
      return read["state"]?.["processing"] ? undefined : read;
    });
  const forEver = new Promise(() => undefined);

  it("has its words, whose links lead to what was read, and the passages below", async () => {
    const { nonce, model } = lender.lend(["It is multiplied [1:2]."]);
    await ask(nonce);
    const read = await settled();
    const [words = "", passages = ""] = blocksOf(read);
    assert.match(words, /^It is multiplied \[`retry\.ts:2`\]\(\/code@[0-9a-f]{40}\/-\/blob\/src\/retry\.ts\?L2\)\.$/);
    assert.match(passages, /^\*Extracted/);
    const written = read["questions"]?.[0]?.["plumbline_written"];
    assert.deepEqual(
      [written?.["model"], written?.["rounds"], written?.["statements"], written?.["unsourced"], written?.["failure"]],
      ["scripted-7b at 127.0.0.1:1", 1, 1, 0, undefined],
    );
    assert.match(textOfRequest(model.requests[0]), /1\| export function parseRetry/);
    assert.deepEqual(blocksOf(await look(service, {})), [words, passages]);
  });

  it("is one of passages where the request has no nonce, one that nobody gave, or one that was used", async () => {
    const { nonce, model } = lender.lend(["It is so [1]."], ["It is so [1]."]);
    await ask(nonce);
    await settled();
    for (const header of [undefined, "invented", nonce]) {
      await service.call(
        "AddConversationQuestion",
        { parent: NAME, question: question("What is RETRY_FACTOR?") },
        header === undefined ? {} : { "x-plumbline-model": header },
      );
      const { questions } = await settled();
      assert.equal((questions as unknown as Json[]).at(-1)?.["plumbline_written"], undefined);
    }
    assert.equal(model.requests.length, 1);
  });

  it("is one of passages for an agent, even with the nonce of a click, which stays good for that", async () => {
    const { nonce, model } = lender.lend(["It is multiplied [1:2]."]);
    const client = new Client({ name: "test", version: "1.0.0" });
    const requestInit = { headers: { authorization: `Bearer ${service.token}`, "x-plumbline-model": nonce } };
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", service.baseUrl), { requestInit }));
    const asked = { name: "plumbline_ask", arguments: { question: "How is a retry parsed?" } };
    const { content } = await client.callTool(asked);
    await client.close();
    assert.match(JSON.stringify(content), /Extracted[^]*src\/retry\.ts/);
    assert.equal(model.requests.length, 0);
    await service.call(
      "AddConversationQuestion",
      { parent: NAME, question: question("How is it multiplied?") },
      { "x-plumbline-model": nonce },
    );
    const { questions } = await settled();
    assert.deepEqual(
      (questions as unknown as Json[]).map(({ plumbline_written: written }) => written?.["rounds"]),
      [undefined, 1],
    );
  });

  it("shows its passages and growing words only to clients that ask for them", async () => {
    const { nonce } = lender.lend(["It is multiplied [1:2]. And ", forEver]);
    await ask(nonce);
    const [words] = await until(async () => {
      const blocks = blocksOf(await look());
      return blocks.length === 2 ? blocks : undefined;
    });
    assert.match(words ?? "", /^It is multiplied \[.*And$/);
    const plain = await look(service, {});
    assert.deepEqual([blocksOf(plain), plain["questions"]?.[0]?.["plumbline_written"]], [[], undefined]);
    const { body } = await service.legacy("GET", "/1", undefined);
    assert.equal(body["questions"]?.[0]?.["answer"], undefined);
  });

  it("keeps its passages and words when it is stopped, and its model hears of it", async () => {
    const { nonce, model } = lender.lend(["It is multiplied [1:2]. And ", forEver]);
    await ask(nonce);
    await until(async () => (blocksOf(await look()).length === 2 ? true : undefined));
    await service.call("CancelConversation", { name: NAME });
    const read = await look(service, {});
    assert.ok(read["state"]?.["canceled"]);
    assert.match(blocksOf(read)[0] ?? "", /^It is multiplied/);
    assert.match(blocksOf(read)[1] ?? "", /Extracted/);
    await until(() => (model.isStopped ? true : undefined));
    assert.deepEqual(blocksOf(await look(await open(), {})), blocksOf(read));
  });

  describe("of files that no commit has", () => {
    /** Asks a model that cites them all and then goes on for ever, and waits until all citations are there. */
    const askAboutMany = async () => {
      const names = Array.from({ length: 12 }, (_, at) => `src/retry${at}.ts`);
      const folder = temporary.write(
        `new${count}`,
        Object.fromEntries(
          names.map((name, at) => [name, `// How a retry is parsed, part ${at}\nlet retry = ${at};\n`]),
        ),
      );
      service = await open({ folders: [folder], gitFolders: [folder] });
      const { nonce } = lender.lend([names.map((_, at) => `Part ${at} is so [${at + 1}]. `).join(""), "End.", forEver]);
      await ask(nonce);
      await until(async () => ((blocksOf(await look())[0] ?? "").includes("End") ? true : undefined));
    };
    const openedLinks = async (from: RunningService) => {
      const [words = ""] = blocksOf(await look(from));
      const links = [...words.matchAll(/\]\((\S+)\?L[\d-]+\)/g)].map(([, link = ""]) =>
        link.replace("/blob/", "/raw/"),
      );
      return Promise.all(links.map(async (link) => (await from.get(link)).status));
    };
    const all = Array.from({ length: 12 }, () => 200);

    it("leads to what it cites when it is stopped", async () => {
      await askAboutMany();
      await service.call("CancelConversation", { name: NAME });
      await until(async () => ((await openedLinks(service)).includes(404) ? undefined : true));
      assert.deepEqual(await openedLinks(service), all);
    });

    it("leads to what it cites when its window is closed", async () => {
      await askAboutMany();
      await service.close();
      assert.deepEqual(await openedLinks(await open({ folders: [path.join(temporary.root, `new${count}`)] })), all);
    });

    it("leaves nothing of them behind when it is deleted", async () => {
      await askAboutMany();
      await service.call("DeleteConversation", { name: NAME });
      await service.close();
      assert.deepEqual(readdirSync(path.join(store, KEPT_FOLDER)), []);
    });
  });

  it("tells about how many tokens it took when it is stopped in the middle of a round, and while it is", async () => {
    const { nonce, model } = lender.lend(["It is multiplied [1:2]. And ", forEver]);
    await ask(nonce);
    await until(async () => (blocksOf(await look()).length === 2 ? true : undefined));
    const tokensIn = ({ questions }: Json) => {
      const { input_tokens, output_tokens, tokens_estimated } = questions?.[0]?.["plumbline_written"] ?? {};
      return { input_tokens, output_tokens, tokens_estimated } as unknown;
    };
    const sent = tokensOf(`${model.requests[0]?.messages.map(({ text }) => text).join("\n")}[]`);
    const expected = { input_tokens: sent, output_tokens: 8, tokens_estimated: true };
    assert.deepEqual(tokensIn(await look()), expected);
    await service.call("CancelConversation", { name: NAME });
    for (const read of [await look(), await look(await open())]) {
      assert.deepEqual(tokensIn(read), expected);
      assert.equal(read["questions"]?.[0]?.["stats"]?.["total_tokens"], sent + 8);
    }
  });

  it("says what its model does, and that it is silent where nothing comes for some seconds", async () => {
    const seen = Promise.withResolvers<undefined>();
    const { nonce } = lender.lend([{ kind: "thought", length: 9 }, seen.promise, "It is multiplied [1:2]. ", forEver]);
    await ask(nonce);
    const activityIn = (read: Json) => read["questions"]?.[0]?.["plumbline_written"]?.["activity"] as unknown;
    const told = (expected: string) => until(async () => activityIn(await look()) === expected || undefined);
    await told("thinking");
    seen.resolve(undefined);
    await told("writing");
    await told("silent");
    await service.call("CancelConversation", { name: NAME });
    assert.equal(activityIn(await look()), undefined);
  });

  it("names the model that its server says has answered, also when it is read later", async () => {
    const { nonce } = lender.lend([{ kind: "answeredBy", model: "other-7b" }, "It is multiplied [1:2]."]);
    await ask(nonce);
    const writerIn = ({ questions }: Json) => {
      const { model, answered_by } = questions?.[0]?.["plumbline_written"] ?? {};
      return { model, answered_by } as unknown;
    };
    const expected = { model: "scripted-7b at 127.0.0.1:1", answered_by: "other-7b" };
    assert.deepEqual(writerIn(await settled()), expected);
    await service.close(); // it is on disk then, and no other service in this process considers it abandoned
    assert.deepEqual(writerIn(await look(await open())), expected);
  });

  it("keeps its passages and words when the model fails, and says how", async () => {
    const { nonce, model } = lender.lend([
      "It is multiplied [1:2].",
      new ModelError("rateLimited", "slow down", { retryAt: 5_000 }),
    ]);
    await ask(nonce);
    const read = await settled();
    assert.match(blocksOf(read)[0] ?? "", /^It is multiplied/);
    assert.deepEqual(read["questions"]?.[0]?.["plumbline_written"]?.["failure"], {
      code: "rateLimited",
      message: "slow down",
      retry_time: "1970-01-01T00:00:05.000Z",
    });
    assert.equal(model.requests.length, 1);
  });

  for (const [when, said, words] of [
    ["in the middle", ["It is multiplied [1:2]. And ", forEver], /^It is multiplied \[`retry\.ts:2`\]/],
    ["before its first word", [forEver], /^\*Extracted/],
  ] as const)
    it(`is given up when its model falls silent ${when}, and can be gone on with`, async () => {
      service = await open({ replyLimits: { firstMs: 300, nextMs: 300 } });
      const { nonce, model } = lender.lend(said);
      await ask(nonce);
      const read = await settled();
      assert.ok(read["state"]?.["completed"]);
      const written = read["questions"]?.[0]?.["plumbline_written"];
      assert.equal(written?.["failure"]?.["code"], "timeout");
      assert.match(blocksOf(read)[0] ?? "", words);
      assert.match(blocksOf(read).at(-1) ?? "", /^\*Extracted/);
      await until(() => (model.isStopped ? true : undefined));
      const next = lender.lend(["then returned [1:2]."]);
      await service.call(
        "AddConversationQuestion",
        {
          parent: NAME,
          question: question("How is a retry parsed?", { plumbline_instead_of: { question: 0, goes_on: true } }),
        },
        { "x-plumbline-model": next.nonce },
      );
      assert.match(blocksOf(await settled(), 1)[0] ?? "", /then returned \[`retry\.ts:2`\]/);
      assert.equal(model.requests.length, 1);
    });

  it("settles with what there is when its window is closed, and no model is asked again", async () => {
    const { nonce } = lender.lend(["It is multiplied [1:2]. And ", forEver]);
    await ask(nonce);
    await until(async () => (blocksOf(await look()).length === 2 ? true : undefined));
    await service.close();
    services = [];
    const next = await open();
    const spare = lender.lend(["never"]);
    const read = await settled(next);
    assert.ok(read["state"]?.["completed"]);
    assert.match(blocksOf(read)[0] ?? "", /^It is multiplied/);
    assert.equal(read["questions"]?.[0]?.["plumbline_written"]?.["failure"]?.["code"], "brokenOff");
    assert.equal(spare.model.requests.length, 0);
  });

  it("is watched and stopped from another window, whose model is not asked", async () => {
    const first = new ServiceProcess({
      program: path.resolve("src/local/main.ts"),
      start: () => Promise.resolve({ type: "start", folders: [root], gitFolders: [root], storeDir: store }),
      log: { info: () => undefined, debug: () => undefined, hide: () => undefined },
      words: { late: "", endedAtOnce: "" },
      onHung: () => undefined,
    });
    try {
      const { baseUrl, token, models, ended } = await first.start();
      const model = new ScriptedModel([["It is multiplied [1:2]. And ", forEver]]);
      const lending = new ModelLending({ models, ended, words: ({ message }) => message });
      const nonce = await lending.lend(model, new AbortController().signal);
      const response = await fetch(`${baseUrl}/api/deepsearch.v1.Service/CreateConversation`, {
        method: "POST",
        headers: { authorization: `token ${token}`, "content-type": "application/json", "x-plumbline-model": nonce },
        body: JSON.stringify({
          parent: "users/~self",
          conversation: { questions: [question("How is a retry parsed?")] },
        }),
      });
      assert.equal(response.status, 200);
      const spare = lender.lend(["never"]);
      const seen = await until(async () => {
        const read = await look();
        return blocksOf(read).length === 2 ? read : undefined;
      });
      assert.ok(seen["state"]?.["processing"]);
      assert.match(blocksOf(seen)[0] ?? "", /^It is multiplied/);
      await service.call("CancelConversation", { name: NAME });
      await until(() => (model.isStopped ? true : undefined));
      const read = await look();
      assert.ok(read["state"]?.["canceled"]);
      assert.match(blocksOf(read)[0] ?? "", /^It is multiplied/);
      assert.deepEqual([model.requests.length, spare.model.requests.length], [1, 0]);
    } finally {
      await first.end();
    }
  });

  it("is gone on with, in the place of the one that broke off", async () => {
    const first = lender.lend(["It is multiplied [1:2]. And ", new ModelError("overloaded", "")]);
    await ask(first.nonce);
    const [begun = ""] = blocksOf(await settled());
    const { nonce, model } = lender.lend(["then returned [1:2]."]);
    await service.call(
      "AddConversationQuestion",
      {
        parent: NAME,
        question: question("How is a retry parsed?", { plumbline_instead_of: { question: 0, goes_on: true } }),
      },
      { "x-plumbline-model": nonce },
    );
    const read = await settled();
    const second = read["questions"]?.[1];
    assert.deepEqual([second?.["plumbline_instead_of"], second?.["plumbline_written"]?.["statements"]], [0, 2]);
    const [words = ""] = blocksOf(read, 1);
    assert.ok(words.startsWith(begun), words);
    assert.match(words, /then returned \[`retry\.ts:2`\]/);
    assert.deepEqual(
      model.requests[0]?.messages.map(({ role }) => role),
      ["system", "user", "assistant", "user"],
    );
  });

  it("looks up what it needs in the open folders", async () => {
    const { nonce, model } = lender.lend(
      ["NEED: symbol RETRY_FACTOR\nNEED: path src/limits.ts\nNEED: path src/nothing.ts"],
      ["It is five [2]."],
    );
    await ask(nonce, "How does parseRetry work?");
    const read = await settled();
    const asked = textOfRequest(model.requests[1]);
    assert.match(asked, /1 definitions of RETRY_FACTOR, 1 uses/);
    assert.match(asked, /Looked up path src\/limits\.ts:\nsrc\/limits\.ts has 2 lines\./);
    assert.match(asked, /0 files at src\/nothing\.ts, of 2\./);
    const [first] = read["questions"] as unknown as [Json];
    assert.equal(textOf(first["plumbline_written"]?.["rounds"]), "2");
    const steps = (first["turns"] as unknown as Json[]).map((turn) => textOf(turn["reasoning"]));
    assert.ok(steps.includes("Looking up RETRY_FACTOR"), steps.join());
  });
});
