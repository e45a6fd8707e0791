import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { describe, it } from "mocha";
import { decodeWebUrl } from "../../../../src/api/conversations/conversationFields.ts";
import type { InterfaceName } from "../../../../src/api/conversations/conversationInterface.ts";
import { createService } from "../../../../src/api/service.ts";
import {
  canChange,
  type ConversationPage,
  type ConversationQuery,
  type Outcome,
} from "../../../../src/core/model/conversation.ts";
import type { CodeSearchService } from "../../../../src/core/model/service.ts";
import { ScriptedInstance } from "../../../support/scriptedInstance.ts";
import { json, plain, ScriptedServer, type Received } from "../../../support/scriptedServer.ts";

const NEW = "/api/deepsearch.v1.Service/";
const LEGACY = "/.api/deepsearch/v1";

async function withService(
  answer: (request: Received, response: ServerResponse) => void | Promise<void>,
  use: (
    service: CodeSearchService,
    server: ScriptedServer,
    remembered: () => InterfaceName | undefined,
  ) => Promise<void>,
  remembered?: InterfaceName,
  capabilities?: string,
): Promise<void> {
  await using server = await ScriptedServer.start(answer);
  await withServiceAt(server.baseUrl, (service, known) => use(service, server, known), remembered, capabilities);
}

async function withServiceAt(
  baseUrl: string,
  use: (service: CodeSearchService, remembered: () => InterfaceName | undefined) => Promise<void>,
  remembered?: InterfaceName,
  capabilities?: string,
): Promise<void> {
  let first: ConversationPage | undefined;
  const memory = {
    get: () => remembered,
    set: (name: InterfaceName, page: ConversationPage) => {
      remembered = name;
      first = page;
    },
    takePage: () => {
      const page = first;
      first = undefined;
      return page;
    },
  };
  const endpoint = {
    baseUrl,
    token: () => Promise.resolve("secret"),
    client: "plumbline 1.2.3",
    log: () => undefined,
    deadlines: { headersMs: 2000 },
    ...(capabilities !== undefined && { capabilities }),
  };
  const service = createService(endpoint, memory);
  try {
    await use(service, () => remembered);
  } finally {
    await service.close();
  }
}

describe("the preview of a follow-up", () => {
  for (const remembered of ["new", "legacy"] as const) {
    it(`is what the ${remembered} interface is sent, and sends nothing itself`, async () => {
      const conversation = { id: 7, name: "users/1/conversations/7", questions: [{ id: 1, question: "And then?" }] };
      await withService(
        (_, response) => {
          json(response, conversation);
        },
        async (service, { received, baseUrl }) => {
          const { method, url, body } = await service.previewQuestion("And then?", "users/1/conversations/7");
          assert.equal(received.length, 0);
          await service.addQuestion("users/1/conversations/7", "And then?");
          const [sent] = received;
          assert.deepEqual([method, url], [sent?.method, baseUrl + (sent?.path ?? "")]);
          assert.deepEqual(JSON.parse(body), JSON.parse(sent?.body ?? ""));
          const first = await service.previewQuestion("And then?");
          assert.notEqual(first.url, url);
        },
        remembered,
      );
    });
  }
});

describe("the page of a conversation", () => {
  const token = "0b8b1a5e-1111-2222-3333-444455556666";
  for (const remembered of ["new", "legacy"] as const) {
    const pagesOf = async (addresses: readonly string[]) => {
      const found: unknown[] = [];
      await withService(
        ({ path, body }, response) => {
          const address = addresses[Number(/(\d+)"?[}\s]*$/.exec(body || path)?.[1])];
          json(response, { id: 7, name: "users/1/conversations/7", url: address, share_url: address, questions: [] });
        },
        async (service, { baseUrl }) => {
          for (const index of addresses.keys()) {
            const { webUrl } = await service.getConversation(String(index));
            found.push(webUrl?.replace(baseUrl, "<base>"));
          }
        },
        remembered,
      );
      return found;
    };

    it(`is whole where the ${remembered} interface gives it relative to the instance`, async () => {
      assert.deepEqual(
        await pagesOf([`/deepsearch/${token}`, `deepsearch/${token}`, "https://x.example/d?a#b", "HTTP://x.example/d"]),
        [`<base>/deepsearch/${token}`, `<base>/deepsearch/${token}`, "https://x.example/d?a#b", "http://x.example/d"],
      );
    });

    it(`is not taken from the ${remembered} interface where it is no web address`, async () => {
      const addresses = ["command:workbench.action.quit", "file:///etc/passwd", "vscode://a.b/c", "http://", "", " "];
      assert.deepEqual(
        await pagesOf(addresses),
        addresses.map(() => undefined),
      );
    });
  }

  it("is below the path of the instance", () => {
    for (const address of ["/deepsearch/t", "deepsearch/t", " https://example.org/code/deepsearch/t"])
      assert.equal(decodeWebUrl(address, "https://example.org/code"), "https://example.org/code/deepsearch/t");
  });
});

describe("which conversation interface an instance has", () => {
  it("is the new one where that answers", async () => {
    await withService(
      (_, response) => {
        json(response, {});
      },
      async (service, server, remembered) => {
        await service.listConversations();
        assert.deepEqual([remembered(), server.received[0]?.path], ["new", `${NEW}ListConversationSummaries`]);
      },
    );
  });

  it("is found by the first page, which is not read again for the list, but after something has changed", async () => {
    await using instance = await ScriptedInstance.start([]);
    const listings = (): number => instance.calls("ListConversationSummaries");
    await withServiceAt(instance.baseUrl, async (service) => {
      assert.deepEqual((await service.listConversations()).conversations, []);
      assert.equal(listings(), 1);
      await service.listConversations();
      assert.equal(listings(), 2, "a second reading is one");
    });
    await withServiceAt(instance.baseUrl, async (service) => {
      await service.listConversations({ text: "cart" });
      assert.equal(listings(), 4, "what is narrowed is asked for");
    });
    await withServiceAt(instance.baseUrl, async (service) => {
      await service.createConversation("Why?");
      assert.equal((await service.listConversations()).conversations.length, 1, "with what was asked since");
    });
  });

  it("is the legacy one where the new one's address is not known", async () => {
    await withService(
      ({ path }, response) => {
        if (path.startsWith(LEGACY)) json(response, []);
        else plain(response, 404, "no route");
      },
      async (service, _, remembered) => {
        await service.listConversations();
        assert.equal(remembered(), "legacy");
      },
    );
  });

  it("is asked for again when the remembered one is gone", async () => {
    await withService(
      ({ path }, response) => {
        if (path.startsWith(LEGACY)) plain(response, 404, "no route");
        else json(response, {});
      },
      async (service, _, remembered) => {
        await service.listConversations();
        assert.equal(remembered(), "new");
      },
      "legacy",
    );
  });

  it("is not decided by a token that is not accepted, nor by a login page", async () => {
    for (const [status, type, code] of [
      [401, "text/plain", "unauthorized"],
      [200, "text/html", "notAService"],
    ] as const) {
      await withService(
        (_, response) => {
          plain(response, status, "<html>", type);
        },
        async (service, _, remembered) => {
          await assert.rejects(service.listConversations(), { code });
          assert.equal(remembered(), undefined);
        },
      );
    }
  });
});

describe("a conversation of either interface", () => {
  for (const name of ["new", "legacy"] as const) {
    it(`is not asked a question of more than 100,000 characters (${name})`, async () => {
      await withService(
        (_, response) => {
          json(response, {});
        },
        async (service, server) => {
          const long = "x".repeat(100_001);
          await assert.rejects(service.createConversation(long), { code: "tooLong", length: 100_001 });
          await assert.rejects(service.addQuestion("12", long), { code: "tooLong", length: 100_001 });
          assert.equal(server.received.length, 0);
        },
        name,
      );
    });

    it(`names a model, or a tool, in the request that asks, and in no other (${name})`, async () => {
      const capabilities = "written-answers, tool-questions";
      await withService(
        ({ path }, response) => {
          response.setHeader("x-plumbline-capabilities", capabilities);
          const questions = [{ id: 1, question: "How?", status: "processing" }];
          if (name === "legacy") json(response, { id: 2, questions });
          else if (path.endsWith("AddConversationQuestion"))
            json(response, { input: [{ question: { text: "Why?" } }] });
          else json(response, { name: "users/1/conversations/2", state: { processing: {} }, questions: [{}] });
        },
        async (service, server) => {
          await service.createConversation("How?", { model: "once" });
          await service.addQuestion("2", "Why?", { model: "twice" });
          await service.createConversation("How?", { isTool: true });
          await service.cancelConversation("2");
          const tools = server.received.map(({ headers }) => headers["x-plumbline-tool"]);
          assert.deepEqual(
            tools.filter((tool) => tool !== undefined),
            ["true"],
          );
          const named = server.received.map(({ headers }) => headers["x-plumbline-model"]);
          assert.deepEqual(
            named.filter((nonce) => nonce !== undefined),
            ["once", "twice"],
          );
          assert.ok(server.received.length > 3);
          assert.ok(!server.received.some(({ path, body }) => /once|twice/.test(path + body)));
        },
        name,
        capabilities,
      );
    });

    it(`tells in which code base a person works only a service that knows what that is (${name})`, async () => {
      for (const capabilities of ["working-in", "written-answers", undefined])
        await withService(
          ({ path }, response) => {
            if (capabilities !== undefined) response.setHeader("x-plumbline-capabilities", capabilities);
            const questions = [{ id: 1, question: "How?", status: "processing" }];
            if (name === "legacy") json(response, { id: 2, questions });
            else if (path.endsWith("AddConversationQuestion"))
              json(response, { input: [{ question: { text: "Why?" } }] });
            else json(response, { name: "users/1/conversations/2", state: { processing: {} }, questions: [{}] });
          },
          async (service, server) => {
            await service.createConversation("How?", { workingIn: ["harbour"] });
            await service.addQuestion("2", "Why?", { workingIn: ["harbour"] });
            await service.createConversation("How?", { workingIn: [] });
            const told = server.received.filter(({ path, body }) => /harbour|working/.test(path + body));
            assert.equal(told.length, name === "new" && capabilities === "working-in" ? 2 : 0);
          },
          name,
          capabilities,
        );
    });

    it(`is gone when the instance has neither interface any more (${name})`, async () => {
      await withService(
        (_, response) => {
          plain(response, 404, "404 page not found");
        },
        async (service) => {
          await assert.rejects(service.getConversation("12"), { code: "interfaceGone" });
        },
        name,
      );
    });
  }

  it("says which scope the token lacks: the one the service names, else the one that the call takes", async () => {
    for (const [words, scope] of [
      ["no", "externalapi:write"],
      ["needs scope externalapi:read", "externalapi:read"],
    ] as const) {
      await withService(
        (_, response) => {
          json(response, { code: "permission_denied", message: words }, 403);
        },
        async (service) => {
          await assert.rejects(service.createConversation("How?"), { code: "forbidden", scope });
        },
        "new",
      );
    }
  });
});

describe("the new conversation interface", () => {
  const conversation = (state: unknown, answer?: unknown) => ({
    name: "users/476/conversations/2015",
    state,
    createTime: "2026-07-29T03:27:06Z",
    title: "On parsing",
    questions: [{ input: [{ question: { text: "How?" } }], ...(answer === undefined ? {} : { answer }) }],
  });

  async function outcomeOf(state: unknown, answer?: unknown): Promise<Outcome | undefined> {
    let outcome: Outcome | undefined;
    await withService(
      (_, response) => {
        json(response, conversation(state, answer));
      },
      async (service) => {
        outcome = (await service.getConversation("users/476/conversations/2015")).questions[0]?.outcome;
      },
      "new",
    );
    return outcome;
  }

  it("asks in the nested form and shows the question though the answer leaves it out", async () => {
    await withService(
      (_, response) => {
        json(response, { name: "users/1/conversations/2", state: { processing: {} }, questions: [{}] });
      },
      async (service, server) => {
        const { questions } = await service.createConversation("How?");
        assert.deepEqual(JSON.parse(server.received[0]?.body ?? ""), {
          parent: "users/~self",
          conversation: { questions: [{ input: [{ question: { text: "How?" } }] }] },
        });
        assert.deepEqual([questions[0]?.text, questions[0]?.outcome.status], ["How?", "processing"]);
      },
      "new",
    );
  });

  it("reads every state, in camelCase and snake_case, as an object and as a string", async () => {
    assert.deepEqual(await outcomeOf({ processing: {} }), { status: "processing", steps: [] });
    assert.deepEqual(
      await outcomeOf({ completed: {} }, [{ markdown: { text: "a" } }, { chart: {} }, { markdown: { text: "b" } }]),
      { status: "completed", answer: "a\n\nb" },
    );
    assert.deepEqual(await outcomeOf("STATE_COMPLETED", "early"), { status: "completed", answer: "early" });
    assert.deepEqual(await outcomeOf({ canceled: {} }), { status: "canceled", partialAnswer: "" });
    const error = { code: "ERROR_QUOTA_EXCEEDED", message: "No more.", retry_time: "2026-01-01T00:00:00Z" };
    const retryAt = Date.parse("2026-01-01T00:00:00Z");
    assert.deepEqual(await outcomeOf({ error }), {
      status: "failed",
      code: "quotaExceeded",
      reason: "No more.",
      retryAt,
      partialAnswer: "",
    });
    assert.deepEqual(await outcomeOf({ pondering: {} }), {
      status: "processing",
      steps: [],
      unknownState: "pondering",
    });
  });

  it("keeps images, several inputs, and the kinds of what it can't show", async () => {
    const questions = [
      {
        input: [
          { question: { text: "What is" } },
          { image: { uri: "https://example.org/a.png" } },
          { question: { text: "this?" } },
          { audio: {} },
        ],
        answer: [{ csv: { name: "t.csv" } }, { markdown: { text: "A picture." } }, { svg: {} }, { svg: {} }],
      },
    ];
    await withService(
      (_, response) => {
        json(response, { name: "users/4/conversations/5", state: { completed: {} }, questions, starred: true });
      },
      async (service) => {
        const found = await service.getConversation("users/4/conversations/5");
        const [question] = found.questions;
        assert.deepEqual(
          [
            question?.text,
            question?.images,
            question?.unknownBlocks,
            question?.outcome,
            found.isStarred,
            found.ownerId,
          ],
          [
            "What is\n\nthis?",
            ["https://example.org/a.png"],
            ["audio", "csv", "svg"],
            { status: "completed", answer: "A picture." },
            true,
            "4",
          ],
        );
      },
      "new",
    );
  });

  it("asks for texts and stars at the service, and sifts by id, owner and read token itself", async () => {
    const token = "0a1b2c3d-0000-4000-8000-0123456789ab";
    const pages: Record<string, unknown> = {
      "": { conversationSummaries: [{ name: "users/1/conversations/1" }], nextPageToken: "p2" },
      p2: {
        conversationSummaries: [
          { name: "users/1/conversations/2", url: `https://example.org/deepsearch/${token}` },
          { name: "users/2/conversations/3" },
        ],
      },
    };
    await withService(
      ({ path, body }, response) => {
        if (path.startsWith(LEGACY)) plain(response, 404, "gone");
        else json(response, pages[(JSON.parse(body) as { pageToken?: string }).pageToken ?? ""]);
      },
      async (service, server) => {
        const names = async (query: ConversationQuery) =>
          (await service.listConversations(query)).conversations.map(({ name }) => name);
        assert.deepEqual(await names({ readToken: token }), ["users/1/conversations/2"]);
        assert.deepEqual(await names({ id: "3" }), ["users/2/conversations/3"]);
        assert.deepEqual(await names({ ownerId: "2" }), ["users/2/conversations/3"]);
        assert.deepEqual(await names({ readToken: "another" }), []);
        await names({ text: "parse", isStarred: true, pageSize: 7 });
        assert.deepEqual(JSON.parse(server.received.at(-1)?.body ?? ""), {
          parent: "users/~self",
          pageSize: 7,
          filters: [{ contentQuery: "parse" }, { starred: true }],
        });
      },
      "new",
    );
  });

  it("finds somebody else's conversation by its token through the legacy interface", async () => {
    const shared = {
      id: 9,
      user_id: 3,
      questions: [{ question: "Why?" }],
      read_token: "t",
      viewer: { is_owner: false },
    };
    await withService(
      ({ path }, response) => {
        json(response, path.startsWith(LEGACY) ? { conversations: [shared] } : {});
      },
      async (service, server) => {
        const { conversations } = await service.listConversations({ readToken: "t" });
        assert.deepEqual(
          conversations.map(({ name, title }) => [name, title]),
          [["users/3/conversations/9", "Why?"]],
        );
        assert.match(server.received.at(-1)?.path ?? "", /filter_read_token=t&/);
      },
      "new",
    );
  });

  it("says of what was found by its token that it is somebody else's, where reading it doesn't tell", async () => {
    for (const viewer of [{ is_owner: false }, { is_owner: true }, undefined]) {
      const shared = { id: 9, user_id: 3, questions: [{ question: "Why?" }], read_token: "t", viewer };
      await withService(
        ({ path, body }, response) => {
          const name = /users[^"]+/.exec(body)?.[0];
          if (path.startsWith(LEGACY)) json(response, [shared]);
          else json(response, path.endsWith("/GetConversation") ? { name, state: { completed: {} } } : {});
        },
        async (service) => {
          const isOthers = viewer?.is_owner === false;
          const [found] = (await service.listConversations({ readToken: "t" })).conversations;
          assert.ok(found);
          assert.equal(canChange(found), !isOthers);
          assert.equal(canChange(await service.getConversation(found.name)), !isOthers);
          assert.equal(canChange(await service.getConversation("users/~self/conversations/9")), !isOthers);
          assert.equal(canChange(await service.getConversation("users/4/conversations/8")), true);
        },
        "new",
      );
    }
  });

  it("keeps the part of an answer that came with an error", async () => {
    const outcome = await outcomeOf({ error: { code: "ERROR_INTERNAL", message: "Too long." } }, [
      { markdown: { text: "| a | b" } },
    ]);
    assert.deepEqual(outcome, { status: "failed", code: "internal", reason: "Too long.", partialAnswer: "| a | b" });
  });

  it("tells a missing conversation from a missing interface", async () => {
    await withService(
      (_, response) => {
        json(response, { code: "not_found", message: "gone" }, 404);
      },
      async (service) => {
        await assert.rejects(service.getConversation("users/1/conversations/2"), { code: "notFound" });
      },
      "new",
    );
  });

  it("cancels, and takes the conversation from the answer or asks for it where there is none", async () => {
    for (const answer of [conversation({ canceled: {} }), {}]) {
      await withService(
        ({ path }, response) => {
          json(response, path.endsWith("CancelConversation") ? answer : conversation({ canceled: {} }));
        },
        async (service) => {
          const { questions } = await service.cancelConversation("users/476/conversations/2015");
          assert.equal(questions[0]?.outcome.status, "canceled");
        },
        "new",
      );
    }
  });

  it("pages with the token of the page before", async () => {
    await withService(
      ({ body }, response) => {
        json(response, {
          conversationSummaries: [{ name: "users/1/conversations/1", title: "t" }],
          nextPageToken: body.includes("p2") ? "" : "p2",
        });
      },
      async (service) => {
        const first = await service.listConversations();
        assert.equal(first.next, "p2");
        assert.equal((await service.listConversations({ page: "p2" })).next, undefined);
      },
      "new",
    );
  });

  it("never repeats a question whose answer got lost: its outcome is unknown", async () => {
    for (const lose of [(response: ServerResponse) => response.destroy(), () => undefined]) {
      await withService(
        (_, response) => {
          lose(response);
        },
        async (service, server) => {
          await assert.rejects(service.createConversation("How?"), { code: "unknownOutcome" });
          assert.equal(server.received.length, 1);
        },
        "new",
      );
    }
  });
});

describe("a conversation that ended without saying what was asked", () => {
  for (const [state, expected] of [
    [{ error: { code: "ERROR_QUOTA_EXCEEDED", message: "No more." } }, "failed"],
    [{ canceled: {} }, "canceled"],
  ] as const) {
    it(`is ${expected}, with the words that were asked where they are known`, async () => {
      await withService(
        (_, response) => {
          json(response, { name: "users/1/conversations/2", state });
        },
        async (service) => {
          for (const [conversation, words] of [
            [await service.createConversation("How?"), "How?"],
            [await service.getConversation("users/1/conversations/2"), ""],
          ] as const) {
            assert.deepEqual(
              conversation.questions.map(({ text, outcome }) => [text, outcome.status]),
              [[words, expected]],
            );
          }
        },
        "new",
      );
    });
  }
});

describe("a follow-up", () => {
  const old = { input: [{ question: { text: "A?" } }], answer: [{ markdown: { text: "a" } }] };
  const asked = { input: [{ question: { text: "A?" } }], createTime: "2026-07-29T03:27:06Z" };
  const cases: readonly [string, unknown, unknown, unknown, readonly string[]][] = [
    ["that is not written down yet", {}, { processing: {} }, [old, {}], ["A?: completed", "A?: processing"]],
    [
      "that failed at once",
      {},
      { error: { code: "ERROR_QUOTA_EXCEEDED" } },
      [old, asked],
      ["A?: completed", "A?: failed"],
    ],
    ["that is not there yet", {}, { completed: {} }, [old], ["A?: completed", "A?: processing"]],
    ["that is told when it was asked", asked, { completed: {} }, [old, asked], ["A?: completed", "A?: completed"]],
  ];
  for (const [title, added, state, questions, expected] of cases) {
    it(`${title} is shown once`, async () => {
      await withService(
        ({ path }, response) => {
          json(
            response,
            path.endsWith("AddConversationQuestion") ? added : { name: "users/1/conversations/2", state, questions },
          );
        },
        async (service) => {
          const conversation = await service.addQuestion("users/1/conversations/2", "A?", { after: 1 });
          assert.deepEqual(
            conversation.questions.map(({ text, outcome }) => `${text}: ${outcome.status}`),
            expected,
          );
        },
        "new",
      );
    });
  }

  it("that a legacy service says nothing of, and settles at once, is shown once", async () => {
    const questions = [
      { id: 5, question: "A?", status: "completed", answer: "a" },
      { id: 6, question: "A?", status: "completed", error: { kind: "RateLimitExceeded" } },
    ];
    await withService(
      ({ method }, response) => {
        json(response, method === "POST" ? {} : { id: 2, questions });
      },
      async (service) => {
        const conversation = await service.addQuestion("2", "A?", { after: 1 });
        assert.deepEqual(
          conversation.questions.map(({ outcome }) => outcome.status),
          ["completed", "failed"],
        );
      },
      "legacy",
    );
  });
});

describe("the legacy conversation interface", () => {
  const SOURCE = { type: "Repository", link: "/r", label: "r" };
  const question = (fields: object) => ({ id: 5, conversation_id: 12, question: "How?", ...fields });
  const conversation = (fields: object) => ({
    id: 12,
    questions: [question(fields)],
    created_at: "2025-01-01T00:00:00Z",
  });

  async function read(fields: object) {
    let found;
    await withService(
      (_, response) => {
        json(response, conversation(fields));
      },
      async (service) => {
        found = (await service.getConversation("12")).questions[0];
      },
      "legacy",
    );
    return found as unknown as Awaited<ReturnType<CodeSearchService["getConversation"]>>["questions"][number];
  }

  it("sends the client's name and version with every request", async () => {
    await withService(
      (_, response) => {
        json(response, conversation({ status: "processing" }));
      },
      async (service, server) => {
        await service.createConversation("How?");
        await service.getConversation("users/~self/conversations/12");
        assert.deepEqual(
          server.received.map(({ method, path, headers }) => [method, path, headers["x-requested-with"]]),
          [
            ["POST", LEGACY, "plumbline 1.2.3"],
            ["GET", `${LEGACY}/12`, "plumbline 1.2.3"],
          ],
        );
      },
      "legacy",
    );
  });

  it("reads every status, with sources, steps and follow-ups", async () => {
    const turns = [
      { role: "user", reasoning: "How?" },
      { role: "assistant", reasoning: "Reading parse.ts " },
    ];
    assert.deepEqual((await read({ status: "processing", turns, suggested_followups: null })).outcome, {
      status: "processing",
      steps: ["Reading parse.ts"],
    });
    assert.deepEqual((await read({ status: "pending" })).outcome.status, "processing");
    const done = await read({
      status: "completed",
      answer: "So.",
      sources: [SOURCE],
      suggested_followups: ["And?"],
    });
    assert.deepEqual(
      [done.outcome, done.listedSources, done.suggestedFollowUps],
      [{ status: "completed", answer: "So." }, [SOURCE], ["And?"]],
    );
    assert.deepEqual(
      (
        await read({
          status: "completed",
          answer: "half",
          error: { title: "T", message: "M", kind: "TokenLimitExceeded" },
        })
      ).outcome,
      { status: "failed", code: "tokenLimitExceeded", reason: "T: M", partialAnswer: "half" },
    );
    assert.deepEqual((await read({ status: "completed", error: { kind: "Cancelled" } })).outcome.status, "canceled");
    assert.deepEqual((await read({ status: "failed" })).outcome.status, "failed");
  });

  it("reads what an answer took, what is left of the quota, and whose it is", async () => {
    const stats = {
      time_millis: 61_000,
      tool_calls: 12,
      total_input_tokens: 1,
      cached_tokens: 2,
      cache_creation_input_tokens: 3,
      prompt_tokens: 4,
      completion_tokens: 5,
      total_tokens: 6,
      credits: "7",
    };
    const body = {
      ...conversation({
        status: "completed",
        answer: "So.",
        stats,
        turns: [{ role: "user", reasoning: "How?", timestamp: 3 }],
      }),
      user_id: 4,
      read_token: "t",
      share_url: "https://example.org/deepsearch/t",
      viewer: { is_owner: false },
      quota_usage: { total_quota: 5, quota_limit: 20, reset_time: "2026-01-01T00:00:00Z" },
    };
    await withService(
      (_, response) => {
        json(response, body);
      },
      async (service) => {
        const { questions, createdAt, ...found } = await service.getConversation("12");
        assert.deepEqual(found, {
          name: "12",
          title: "How?",
          webUrl: "https://example.org/deepsearch/t",
          readToken: "t",
          ownerId: "4",
          isOwner: false,
          quota: { used: 5, limit: 20, resetsAt: Date.parse("2026-01-01T00:00:00Z") },
        });
        assert.equal(createdAt, Date.parse("2025-01-01T00:00:00Z"));
        assert.equal(canChange(found), false);
        assert.deepEqual(questions[0]?.turns, [{ role: "user", text: "How?", at: 3000 }]);
        assert.deepEqual(questions[0].stats, {
          timeMs: 61_000,
          toolCalls: 12,
          totalInputTokens: 1,
          cachedTokens: 2,
          cacheCreationInputTokens: 3,
          promptTokens: 4,
          completionTokens: 5,
          totalTokens: 6,
          credits: 7,
        });
      },
      "legacy",
    );
  });

  it("lists with every parameter, and looks for a text in what comes", async () => {
    const found = [conversation({ answer: "It is parsed." }), { ...conversation({ answer: "No." }), id: 13 }];
    await withService(
      (_, response) => {
        json(response, { items: found, page_info: { end_cursor: "c2", has_next_page: true } });
      },
      async (service, server) => {
        const page = await service.listConversations({
          id: "12",
          ownerId: "4",
          readToken: "t",
          isStarred: true,
          page: "c1",
          pageSize: 9,
          sort: "-createdAt",
          text: "PARSED",
        });
        assert.deepEqual(
          [page.conversations.map(({ name, status }) => [name, status]), page.next],
          [[["12", "completed"]], "c2"],
        );
        assert.equal(
          server.received[0]?.path,
          `${LEGACY}?filter_id=12&filter_user_id=4&filter_read_token=t&filter_is_starred=true&page_first=9&page_after=c1&sort=-created_at`,
        );
      },
      "legacy",
    );
  });

  it("looks for every word of a text, in any order", async () => {
    const found = [conversation({ answer: "It is parsed." }), { ...conversation({ answer: "It parses." }), id: 13 }];
    await withService(
      (_, response) => {
        json(response, found);
      },
      async (service) => {
        const { conversations } = await service.listConversations({ text: "parsed  how?" });
        assert.deepEqual(
          conversations.map(({ name }) => name),
          ["12"],
        );
        assert.deepEqual(await service.listConversations({ text: "parsed absent" }), { conversations: [] });
      },
      "legacy",
    );
  });

  it("stops where a service begins its list again with every page", async () => {
    const all = Array.from({ length: 60 }, (_, index) => ({ id: 60 - index }));
    await withService(
      (_, response) => {
        json(response, all);
      },
      async (service) => {
        const first = await service.listConversations();
        assert.deepEqual([first.conversations.length, first.next], [60, "1"]);
        assert.deepEqual(await service.listConversations({ page: "1" }), { conversations: [] });
      },
      "legacy",
    );
  });

  it("adds a follow-up though only the question comes back", async () => {
    await withService(
      ({ method, path }, response) => {
        if (method === "POST") json(response, question({ status: "processing" }));
        else json(response, path === `${LEGACY}/12` ? conversation({ status: "processing" }) : []);
      },
      async (service, server) => {
        const { name } = await service.addQuestion("12", "And?");
        assert.deepEqual(
          [name, JSON.parse(server.received[0]?.body ?? "")],
          ["12", { conversation_id: 12, question: "And?" }],
        );
      },
      "legacy",
    );
  });

  it("cancels the last question that is not settled", async () => {
    await withService(
      (_, response) => {
        json(response, conversation({ status: "processing" }));
      },
      async (service, server) => {
        await service.cancelConversation("12");
        assert.equal(server.received[1]?.path, `${LEGACY}/12/questions/5/cancel`);
      },
      "legacy",
    );
  });

  for (const name of ["", "users/1/conversations/", "abc", "../x", "12/questions"]) {
    it(`never deletes ${JSON.stringify(name)}: without an id it would be everything`, async () => {
      await withService(
        (_, response) => {
          json(response, {});
        },
        async (service, server) => {
          await assert.rejects(service.deleteConversation(name), { code: "notFound" });
          assert.equal(server.received.length, 0);
        },
        "legacy",
      );
    });
  }

  it("takes a bare list and a wrapped one, and pages on by the last id of a full page", async () => {
    const page = Array.from({ length: 50 }, (_, index) => ({
      id: 100 - index,
      questions: [{ question: `q${index}` }],
    }));
    for (const body of [page, { conversations: page }]) {
      await withService(
        (_, response) => {
          json(response, body);
        },
        async (service) => {
          const { conversations, next } = await service.listConversations();
          assert.deepEqual([conversations.length, conversations[0]?.title, next], [50, "q0", "51"]);
        },
        "legacy",
      );
    }
  });

  it("tells a missing conversation from a missing interface by asking for the list", async () => {
    await withService(
      ({ path }, response) => {
        if (path.includes("page_first")) json(response, []);
        else plain(response, 404, "not found");
      },
      async (service) => {
        await assert.rejects(service.getConversation("12"), { code: "notFound" });
      },
      "legacy",
    );
  });
});
