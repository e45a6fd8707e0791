import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import * as vscode from "vscode";
import { ServiceError } from "../../src/core/model/errors.ts";
import { failureNotice } from "../../src/host/answers/answerNotices.ts";
import { wordingOf } from "../../src/host/platform/errorMessages.ts";
import { serviceTitle } from "../../src/host/platform/serviceName.ts";
import { mentionables } from "../../src/host/ask/mentionables.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState, MentionsState } from "../../src/protocol/answer.ts";
import { ScriptedConversations } from "../support/scriptedConversations.ts";
import { ScriptedInstance } from "../support/scriptedInstance.ts";
import { json, plain, ScriptedServer, type Received } from "../support/scriptedServer.ts";
import { labelOf, plumbline, until } from "./extension.ts";
import { TypedPrompts } from "./prompts.ts";

const CANARY = "sgp_0123456789abcdef_canary5678901234567890123456789012345678";
const READ_TOKEN = "0f8fad5b-d9cb-469f-a165-70867728950e";
const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

describe("what goes wrong at a service", () => {
  let parts: TestAccess;
  const lines: string[] = [];
  const states: AnswerState[] = [];
  let subscriptions: vscode.Disposable;

  before(async () => {
    parts = await plumbline();
    subscriptions = vscode.Disposable.from(
      parts.log.onDidWrite((line) => {
        lines.push(line);
      }),
      parts.answers.onDidPost((state) => {
        states.push(state);
      }),
    );
  });

  after(async () => {
    subscriptions.dispose();
    await parts.accounts.use({ id: "local" });
    await closePanels();
  });

  /** Signs in to a service that answers like this. */
  async function at(
    answer: (request: Received, response: ServerResponse) => void,
    use: (server: ScriptedServer) => Promise<void>,
  ) {
    await using server = await ScriptedServer.start(answer);
    const account = parts.accounts.for(server.baseUrl);
    await parts.tokens.set(account.id, CANARY);
    await parts.accounts.add(account);
    try {
      await use(server);
    } finally {
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
    }
  }

  async function closePanels(): Promise<void> {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("the panels closed", () => parts.answers.panels.length === 0);
    states.length = 0;
  }

  /** Searches, and waits until the results view says this. */
  async function searchIsTold(words: RegExp, query = "x"): Promise<void> {
    await vscode.commands.executeCommand("plumbline.search", query);
    await until(String(words), () => words.test(parts.results.message)).catch((error: unknown) => {
      throw new Error(`The view says: ${parts.results.message}`, { cause: error });
    });
  }

  for (const words of ["Invalid access token.", "Access tokens are disabled by the administrator."]) {
    it(`a token that is not accepted: says so in the service's words, in the results and in the history (${words})`, async () => {
      await at(
        (_, response) => {
          plain(response, 401, `${words}\n`);
        },
        async () => {
          await searchIsTold(
            new RegExp(`did not accept your sign-in: ${words} Sign in with a new access token, or ask`),
          );
          assert.deepEqual(await parts.conversations.getChildren(), []);
        },
      );
    });
  }

  it("a token that lacks a scope: which one, and where to get another, in the panel and in the history", async () => {
    const { executeCommand } = vscode.commands;
    const told = new Map<string, unknown>();
    const pages: string[] = [];
    const listening = parts.onDidOpenPage((page) => {
      pages.push(page);
    });
    Object.assign(vscode.commands, {
      executeCommand: (command: string, ...args: unknown[]) => {
        if (command === "setContext") told.set(String(args[0]), args[1]);
        return executeCommand(command, ...args);
      },
    });
    try {
      await at(
        (_, response) => {
          json(response, { code: "permission_denied", message: "insufficient scope" }, 403);
        },
        async (server) => {
          assert.deepEqual(await parts.conversations.getChildren(), []);
          assert.equal(told.get("plumbline.conversations"), "lacks externalapi:read");
          await closePanels();
          await vscode.commands.executeCommand("plumbline.ask", "Why?");
          const failed = await until("the failure", () => states.find(({ questions }) => questions[0]?.notice));
          const { message = "", actions = [] } = failed.questions[0]?.notice ?? {};
          assert.match(message, /may lack the scope externalapi:(?:read|write): sign in with a token that has it/);
          assert.deepEqual(
            actions.map(({ action }) => action),
            ["createToken", "signIn", "retry", "showLog"],
          );
          await vscode.commands.executeCommand("plumbline.createToken");
          assert.deepEqual(pages, [`${server.baseUrl}/user/settings/tokens/new`]);
          // Copies are shown instead: the way to another token is above them.
          const { copies } = await parts.history();
          const { current } = parts.accounts;
          await copies.save(current.id, {
            name: "users/1/conversations/9",
            title: "Kept",
            questions: [],
            updatedAt: Date.now(),
          });
          await vscode.commands.executeCommand("plumbline.refreshConversations");
          const rows = await parts.conversations.getChildren();
          assert.equal(rows[0]?.item.command?.command, "plumbline.createToken");
          assert.match(parts.conversations.message, /may lack the scope externalapi:read/);
          assert.equal(told.get("plumbline.conversations"), "");
        },
      );
    } finally {
      listening.dispose();
      Object.assign(vscode.commands, { executeCommand });
    }
  });

  it("a service that is too old for questions: says which version it has, and which it takes", async () => {
    await at(
      ({ path }, response) => {
        plain(response, path.endsWith("/__version") ? 200 : 404, path.endsWith("/__version") ? "5.11.0" : "no route");
      },
      async () => {
        states.length = 0;
        await vscode.commands.executeCommand("plumbline.ask", "Why?");
        const failed = await until("the failure", () => states.find(({ questions }) => questions[0]?.notice));
        assert.match(
          failed.questions[0]?.notice?.message ?? "",
          /is too old for this\. Its version is 5\.11\.0; this needs 6\.7 or newer\. Ask an administrator to update it/,
        );
      },
    );
  });

  it("a question that was not taken: has the trace of the service to copy, and asks nothing again by itself", async () => {
    await at(
      (_, response) => {
        response.setHeader("x-trace", "4bf92f3577b34da6");
        plain(response, 500, "no");
      },
      async () => {
        await closePanels();
        await vscode.commands.executeCommand("plumbline.ask", "Why?");
        const failed = await until("the failure", () => states.find(({ questions }) => questions[0]?.notice));
        const { details = "", actions = [] } = failed.questions[0]?.notice ?? {};
        assert.equal(details, "Trace at the service: 4bf92f3577b34da6");
        assert.deepEqual(
          actions.map(({ action }) => action),
          ["retry", "showLog"],
        );
      },
    );
  });

  it("a link that opens no conversation: has the log at hand, whatever is wrong with it", async () => {
    const { showErrorMessage } = vscode.window;
    const told: string[][] = [];
    vscode.window.showErrorMessage = (...words: unknown[]) => {
      told.push(words.map(String));
      return Promise.resolve(undefined);
    };
    try {
      await at(
        (_, response) => {
          json(response, { conversationSummaries: [] });
        },
        async () => {
          for (const link of ["no link", "https://elsewhere.example/deepsearch/7", READ_TOKEN])
            await vscode.commands.executeCommand("plumbline.openConversationLink", link);
        },
      );
    } finally {
      vscode.window.showErrorMessage = showErrorMessage;
    }
    const expected = [
      { words: /^This is not a link, id or read token/, actions: ["Show Log"] },
      { words: /^The conversation is at elsewhere\.example, where you are not/, actions: ["Sign In…", "Show Log"] },
      { words: /has no conversation for this link, or sharing is switched off/, actions: ["Show Log"] },
    ];
    for (const [index, { words, actions }] of expected.entries()) {
      assert.match(told[index]?.[0] ?? "", words);
      assert.deepEqual(told[index]?.slice(1), actions);
    }
    assert.equal(told.length, expected.length);
  });

  it("a command that fails: has the log at hand, and signing in or the browser where that helps", async () => {
    const { showErrorMessage } = vscode.window;
    const told: string[][] = [];
    vscode.window.showErrorMessage = (...words: unknown[]) => {
      told.push(words.map(String));
      return Promise.resolve(undefined);
    };
    try {
      for (const [status, isCheck] of [[401], [500], [401, true]] as const) {
        await at(
          (_, response) => {
            if (isCheck) response.setHeader("x-example-u2f-challenge", "true");
            plain(response, status, "no");
          },
          async () => {
            await vscode.commands.executeCommand("plumbline.openConversationLink", READ_TOKEN);
          },
        );
      }
    } finally {
      vscode.window.showErrorMessage = showErrorMessage;
    }
    assert.deepEqual(
      told.map(([, ...actions]) => actions),
      [["Sign In…", "Show Log"], ["Show Log"], ["Open in Browser", "Show Log"]],
    );
  });

  it("a proxy that wants a check passed in the browser: sends there from the question", async () => {
    await at(
      (_, response) => {
        response.setHeader("x-example-u2f-challenge", "true");
        plain(response, 401, "no");
      },
      async (server) => {
        await closePanels();
        await vscode.commands.executeCommand("plumbline.ask", "Why?");
        const failed = await until("the failure", () => states.find(({ questions }) => questions[0]?.notice));
        const { message = "", actions = [] } = failed.questions[0]?.notice ?? {};
        assert.match(message, /requires a check in the browser first\. Open http.* in a browser, then try again/);
        assert.ok(message.includes(server.baseUrl));
        assert.deepEqual(
          actions.map(({ action }) => action),
          ["openService", "retry", "showLog"],
        );
      },
    );
  });

  it("a mention that can't be looked for: says so below what is known", async () => {
    const failures: unknown[] = [];
    const looking = mentionables(
      "parse",
      "Why?",
      {
        account: parts.accounts.current,
        services: { names: () => Promise.reject(new ServiceError("refused", "ECONNREFUSED")) },
        repositories: {
          load: () => Promise.resolve(),
          names: ["host/parser"],
          fileOf: () => Promise.resolve(undefined),
        },
        log: {
          error: (_, error) => {
            failures.push(error);
          },
        },
      },
      new AbortController().signal,
    );
    const states: MentionsState[] = [];
    for await (const each of looking) states.push(each);
    const [state = assert.fail(), ...others] = states;
    assert.equal(others.length, 0);
    assert.deepEqual(
      state.found.map(({ text }) => text),
      ["@host/parser"],
    );
    assert.notEqual(state.notice ?? "", "");
    assert.equal(failures.length, 1);
  });

  it("a service is called by its host as it is, also where a sentence begins with it", () => {
    const said = (service: string) => wordingOf(new ServiceError("timeout", "late"), service).message;
    assert.match(said("sourcegraph.example.com"), /^sourcegraph\.example\.com did not answer in time/);
    assert.match(said("code"), /^code did not answer in time/);
    assert.match(said("the local service"), /^The local service did not answer in time/);
    const [local, host] = [{}, { baseUrl: "https://code.example.com" }].map(serviceTitle);
    assert.deepEqual([local, host], ["The local service", "code.example.com"]);
  });

  it("a quota that is used up: counts down to when it resets, also where only the conversations said so", () => {
    const account = { id: "a", baseUrl: "https://code.example.test" };
    const refused = new ServiceError("quotaExceeded", "refused");
    const quota = { used: 50, limit: 50, resetsAt: Date.now() + 60_000 };
    assert.equal(failureNotice(refused, account, quota).retryAt, quota.resetsAt);
    assert.equal(failureNotice(refused, account, { ...quota, resetsAt: 1 }).retryAt, undefined, "that was before");
    assert.equal(failureNotice(new ServiceError("unavailable", "down"), account, quota).retryAt, undefined);
  });

  it("a web site that is no service: says so", async () => {
    await at(
      (_, response) => {
        plain(response, 200, "<html>Welcome</html>", "text/html");
      },
      async () => {
        await searchIsTold(/doesn't look like a code search service/);
      },
    );
  });

  it("nobody there: says so", async () => {
    await at(
      () => undefined,
      async (server) => {
        await server[Symbol.asyncDispose]();
        await searchIsTold(/Could not connect to .* Check the address/);
      },
    );
  });

  it("a query that is refused: shows the service's words", async () => {
    await at(
      (_, response) => {
        response
          .writeHead(200, { "content-type": "text/event-stream" })
          .end(event("alert", { title: "Unable To Process Query", description: "unbalanced `(`" }) + event("done", {}));
      },
      async () => {
        await vscode.commands.executeCommand("plumbline.search", "(x");
        await until("the words below the query", () => parts.queryView.state?.alert);
        assert.equal(parts.queryView.state?.alert?.message, "Unable To Process Query: unbalanced (");
      },
    );
  });

  it("a stream that is cut: keeps what came and says what is missing", async () => {
    const match = { type: "path", repository: "r", path: "a.ts" };
    await at(
      (_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" }).end(event("matches", [match]));
      },
      async () => {
        await searchIsTold(
          /1 match in 1 repository, incomplete\. The connection .* broke before the search finished\. Search again\./,
        );
        const [repository] = await parts.results.getChildren();
        assert.equal(repository && labelOf(await parts.results.getTreeItem(repository)), "r");
      },
    );
  });

  it("shows the first match while the service still waits with the second event", async () => {
    let finish: (() => void) | undefined;
    await at(
      ({ path }, response) => {
        if (!path.includes("/search/stream")) {
          json(response, {});
          return;
        }
        response
          .writeHead(200, { "content-type": "text/event-stream" })
          .write(event("matches", [{ type: "path", repository: "r", path: "a.ts" }]));
        finish = () => {
          response.end(event("matches", [{ type: "path", repository: "r", path: "b.ts" }]) + event("done", {}));
        };
      },
      async () => {
        const search = vscode.commands.executeCommand("plumbline.search", "x");
        await until("the view to say so", () => parts.results.message === "1 match in 1 repository");
        const [repository] = await parts.results.getChildren();
        const items = await parts.results.getChildren(repository);
        assert.equal(items.length, 1);
        assert.equal(parts.searches.current?.status, "running");
        finish?.();
        await search;
      },
    );
  });

  it("a question that can't be asked: keeps it, with what went wrong and a way to try again", async () => {
    let works = false;
    const conversation = {
      name: "users/1/conversations/3",
      state: { completed: {} },
      title: "T",
      questions: [{ input: [{ question: { text: "Why?" } }], answer: [{ markdown: { text: "So." } }] }],
    };
    await at(
      ({ path }, response) => {
        if (path.endsWith("ListConversationSummaries")) json(response, {});
        else if (works) json(response, conversation);
        else plain(response, 503, "<html>busy</html>", "text/html");
      },
      async () => {
        states.length = 0;
        await vscode.commands.executeCommand("plumbline.ask", "Why?");
        const failed = await until("the failure", () => states.find(({ questions }) => questions[0]?.notice));
        assert.equal(failed.questions[0]?.text, "Why?");
        assert.deepEqual(
          failed.questions[0].notice?.actions.map(({ action }) => action),
          ["retry", "showLog"],
        );
        works = true;
        parts.answers.panels.at(-1)?.receive({ type: "notice", action: "retry", question: failed.questions[0].id });
        await until("the answer", () => states.find(({ questions }) => (questions[0]?.answer.length ?? 0) > 0));
      },
    );
  });

  it("a question of which nobody knows whether it was asked: says what came instead, and what looking for it came to", () => {
    const told = (looks?: ServiceError | "foundNothing") =>
      wordingOf(new ServiceError("unknownOutcome", "It answered text/plain.", looks && { looks }), "The service")
        .message;
    assert.equal(
      told("foundNothing"),
      "It is unclear whether The service received the question (It answered text/plain.). It was not found there. Try Again looks for it there before asking again.",
    );
    assert.match(told(new ServiceError("notAService", "No JSON.")), /\. Looking for it failed \(No JSON\.\)\. Try/);
    assert.doesNotMatch(told(), /found|looked/);
  });

  it("too many questions: counts down to when one can be asked, first or follow-up, and keeps its words", async () => {
    let works = false;
    const conversation = {
      name: "users/1/conversations/5",
      state: { completed: {} },
      title: "T",
      questions: [{ input: [{ question: { text: "Why?" } }], answer: [{ markdown: { text: "So." } }] }],
    };
    await at(
      ({ path }, response) => {
        if (path.endsWith("ListConversationSummaries")) json(response, {});
        else if (works) json(response, conversation);
        else response.writeHead(429, { "retry-after": "90" }).end("slow down");
      },
      async () => {
        const panel = () => parts.answers.panels.at(-1);
        const refused = async (text: string) => {
          const isRefused = (state: AnswerState) =>
            state.questions.at(-1)?.text === text && state.questions.at(-1)?.notice !== undefined;
          const notice = (await until(text, () => states.find(isRefused))).questions.at(-1)?.notice;
          assert.match(notice?.message ?? "", /Too many requests to .*\. Wait a moment/);
          const leftMs = (notice?.retryAt ?? 0) - Date.now();
          assert.ok(leftMs > 60_000 && leftMs <= 90_000, String(leftMs));
        };
        states.length = 0;
        await vscode.commands.executeCommand("plumbline.ask", "Why?");
        await refused("Why?");
        works = true;
        panel()?.receive({ type: "notice", action: "retry", question: states.at(-1)?.questions[0]?.id });
        await until("the answer", () => states.find(({ questions }) => (questions[0]?.answer.length ?? 0) > 0));
        works = false;
        panel()?.receive({ type: "followUp", text: "And then?" });
        await refused("And then?");
      },
    );
  });

  it("a follow-up that can't be asked: keeps it where it was, whatever is asked after it, until it is asked or discarded", async () => {
    await using service = await ScriptedConversations.start([
      { title: "T", questions: [{ question: "Why?", answer: "So." }] },
    ]);
    const account = parts.accounts.for(service.server.baseUrl);
    await parts.tokens.set(account.id, CANARY);
    await parts.accounts.add(account);
    try {
      states.length = 0;
      const reference = { accountId: account.id, name: "1", title: "T" };
      await parts.answers.show(reference);
      const panel = () => parts.answers.panels.find((each) => each.shows(account.id, "1"));
      const shown = () => (states.at(-1)?.questions ?? []).map(({ text }) => text);
      const at = (position: number) => states.at(-1)?.questions[position];
      const actions = (position: number) => at(position)?.notice?.actions.map(({ action }) => action);
      const asked = () => service.all[0]?.questions.map(({ question }) => question);
      await until("the conversation", () => states.at(-1)?.followUp && !states.at(-1)?.copy);

      service.refusing = Promise.resolve();
      panel()?.receive({ type: "followUp", text: "And A?" });
      await until("the failure of A", () => at(1)?.notice);
      assert.deepEqual(actions(1), ["retry", "showLog", "discard"]);
      panel()?.receive({ type: "followUp", text: "And B?" });
      await until("the failure of B", () => at(2)?.notice);
      assert.deepEqual(shown(), ["Why?", "And A?", "And B?"]);
      assert.deepEqual(parts.states[0]?.get(`questions.${account.id}`), ["And B?", "And A?"]);

      service.refusing = undefined;
      panel()?.receive({ type: "followUp", text: "And C?" });
      await until("C to be asked", () => at(3)?.progress && asked()?.includes("And C?"));
      assert.deepEqual(shown(), ["Why?", "And A?", "And B?", "And C?"]);
      assert.deepEqual(actions(1), ["showLog", "discard"], "nothing can be asked while something runs");
      panel()?.receive({ type: "stop" });
      await until("C to be stopped", () => at(3)?.notice);
      assert.deepEqual(actions(1), ["retry", "showLog", "discard"]);

      // The window comes back with what was saved of it.
      const { name, unasked } = states.at(-1) ?? {};
      parts.answers.close(reference);
      states.length = 0;
      const back = vscode.window.createWebviewPanel("plumbline.answer", "Back", vscode.ViewColumn.Active);
      await parts.answers.deserializeWebviewPanel(back, { name, unasked });
      await until("all of them", () => states.at(-1)?.questions.length === 4 && !states.at(-1)?.copy);
      assert.deepEqual(shown(), ["Why?", "And A?", "And B?", "And C?"]);
      assert.match(at(1)?.notice?.message ?? "", /The window was closed before this was asked/);

      panel()?.receive({ type: "notice", action: "discard", question: at(2)?.id });
      await until("B to be discarded", () => states.at(-1)?.questions.length === 3);
      panel()?.receive({ type: "notice", action: "retry", question: at(1)?.id });
      await until("A to be asked", () => at(2)?.progress && states.at(-1)?.unasked === undefined);
      assert.deepEqual(shown(), ["Why?", "And C?", "And A?"]);
      assert.deepEqual(asked(), ["Why?", "And C?", "And A?"]);
    } finally {
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
    }
  });

  it("a follow-up after a failure: the failure stays told, also where the service tells only of the last question", async () => {
    const question = (text: string, answer: string) => ({
      input: [{ question: { text } }],
      ...(answer && { answer: [{ markdown: { text: answer } }] }),
    });
    const asked = [question("Why?", "| a | b")];
    let state: unknown = { error: { code: "ERROR_INTERNAL", message: "Too long." } };
    await at(
      ({ path }, response) => {
        if (path.endsWith("AddConversationQuestion")) {
          state = { completed: {} };
          asked.push(question("Continue", "And so on."));
        }
        const conversation = { name: "users/1/conversations/9", title: "T", state, questions: asked };
        json(response, path.endsWith("Summaries") ? {} : conversation);
      },
      async () => {
        const first = () => states.at(-1)?.questions[0]?.notice?.message ?? "";
        states.length = 0;
        const reference = { accountId: parts.accounts.current.id, name: "users/1/conversations/9", title: "T" };
        await parts.answers.show(reference);
        await until("the failure", () => first().includes("Too long") && !states.at(-1)?.copy);
        parts.answers.panels.at(-1)?.receive({ type: "followUp", text: "Continue" });
        await until("the answer", () => states.at(-1)?.questions[1]?.answer.length === 1);
        assert.match(first(), /could not finish this answer\. Too long\./);

        parts.answers.close(reference);
        states.length = 0;
        await parts.answers.show(reference);
        await until("it to be read again", () => states.at(-1)?.questions.length === 2 && !states.at(-1)?.copy);
        assert.match(first(), /could not finish this answer\. Too long\./);
      },
    );
  });

  it("a question that is stopped before the service has taken it: is stopped then", async () => {
    await using service = await ScriptedConversations.start([]);
    const account = parts.accounts.for(service.server.baseUrl);
    await parts.tokens.set(account.id, CANARY);
    await parts.accounts.add(account);
    try {
      let take: (() => void) | undefined;
      service.holding = new Promise((resolve) => {
        take = resolve;
      });
      states.length = 0;
      await vscode.commands.executeCommand("plumbline.ask", "Why?");
      await until("the question", () => states.at(-1)?.questions[0]?.progress?.canStop);
      parts.answers.panels.at(-1)?.receive({ type: "stop" });
      await until("it to be heard", () => states.at(-1)?.questions[0]?.progress?.canStop === false);
      take?.();
      await until("it to be stopped", () =>
        (states.at(-1)?.questions[0]?.notice?.message ?? "").startsWith("Stopped."),
      );
      assert.equal(service.all[0]?.questions[0]?.status, "cancelled");
    } finally {
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
    }
  });

  it("a service whose clock is wrong: tells by ours how long a question has been answered", async () => {
    const running = { title: "Elsewhere", questions: [{ question: "Who?", status: "processing" }] };
    await using service = await ScriptedConversations.start([running]);
    const account = parts.accounts.for(service.server.baseUrl);
    await parts.tokens.set(account.id, CANARY);
    await parts.accounts.add(account);
    const startedAt = () =>
      until("progress", () =>
        states.at(-1)?.name === undefined ? undefined : states.at(-1)?.questions[0]?.progress?.startedAt,
      );
    try {
      await closePanels();
      const before = Date.now();
      service.aheadMs = -600_000;
      await vscode.commands.executeCommand("plumbline.ask", "Why?");
      const first = await startedAt();
      assert.ok(first >= before && first <= Date.now(), String(first - before));
      await closePanels();
      await parts.answers.show({ accountId: account.id, name: "2", title: "" });
      assert.equal(await startedAt(), first, "also in another panel");
      await closePanels();
      service.aheadMs = 600_000;
      const opened = Date.now();
      await parts.answers.show({ accountId: account.id, name: "1", title: "" });
      const since = await startedAt();
      assert.ok(since >= opened && since <= Date.now(), String(since - opened));
      const reads = service.server.received.length;
      await until("two more looks", () => service.server.received.length > reads + 1);
      assert.equal(await startedAt(), since, "counted on");
    } finally {
      await closePanels();
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
    }
  });

  it("a token that ran out while nobody looks: the answer is waited for again after signing in", async () => {
    await using service = await ScriptedConversations.start([]);
    const account = parts.accounts.for(service.server.baseUrl);
    await parts.tokens.set(account.id, CANARY);
    await parts.accounts.add(account);
    try {
      await closePanels();
      await vscode.commands.executeCommand("plumbline.ask", "Is it still waited for?");
      await until("it to be taken", () => states.at(-1)?.name !== undefined);
      service.isTokenRefused = true;
      const told = lines.length;
      await closePanels();
      await until("the end of waiting", () => lines.slice(told).some((line) => line.includes("no longer waited for")));
      service.isTokenRefused = false;
      service.change(1, { status: "completed", answer: "Yes." });
      await parts.tokens.set(account.id, CANARY);
      await parts.accounts.add(account);
      const { awaited } = await parts.history();
      await until("the answer", () => awaited.stateOf(account.id, "1") === "unseen");
    } finally {
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
    }
  });

  it("a token that runs out while an answer is awaited: nothing counts on, and signing in there brings the answer", async () => {
    await using service = await ScriptedConversations.start([]);
    const account = parts.accounts.for(service.server.baseUrl);
    await parts.tokens.set(account.id, CANARY);
    await parts.accounts.add(account);
    const { showInputBox, showInformationMessage, showWarningMessage } = vscode.window;
    const quiet = () => Promise.resolve(undefined);
    using prompts = new TypedPrompts(`${CANARY}9`);
    try {
      Object.assign(vscode.window, {
        showInputBox: () => assert.fail("the address is known"),
        showInformationMessage: quiet,
        showWarningMessage: quiet,
      });
      await closePanels();
      await vscode.commands.executeCommand("plumbline.ask", "Does it go on?");
      await until("it to be taken", () => states.at(-1)?.name !== undefined);
      service.isTokenRefused = true;
      const refused = await until("the refusal", () => (states.at(-1)?.notice ? states.at(-1) : undefined));
      assert.match(refused.notice?.message ?? "", /did not accept your sign-in/);
      assert.equal(refused.questions[0]?.progress, undefined, "nothing is being done");
      const asked = service.server.received.length;
      await parts.accounts.use({ id: "local" }); // it is the service of the panel that is signed in to
      await until("a look again", () => service.server.received.length > asked && states.at(-1)?.notice);
      service.isTokenRefused = false;
      service.change(1, { status: "completed", answer: "Yes." });
      parts.answers.panels.at(-1)?.receive({ type: "notice", action: "signIn" });
      const answered = await until("the answer", () => states.find(({ questions }) => questions[0]?.answer.length));
      assert.equal(answered.notice, undefined);
      await until("the new token", async () => (await parts.tokens.get(account.id)) === `${CANARY}9`);
      assert.equal(prompts.count, 1);
    } finally {
      Object.assign(vscode.window, { showInputBox, showInformationMessage, showWarningMessage });
      await closePanels();
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
    }
  });

  it("a question that is stopped before its panel is closed: is stopped, taken by then or not", async () => {
    await using service = await ScriptedConversations.start([]);
    const account = parts.accounts.for(service.server.baseUrl);
    await parts.tokens.set(account.id, CANARY);
    await parts.accounts.add(account);
    try {
      await closePanels();
      for (const isTaken of [false, true]) {
        let goOn: (() => void) | undefined;
        const hold = () => {
          service.holding = new Promise((resolve) => {
            goOn = resolve;
          });
        };
        states.length = 0;
        hold();
        await vscode.commands.executeCommand("plumbline.ask", `Why, ${String(isTaken)}?`);
        await until("the question", () => states.at(-1)?.questions[0]?.progress?.canStop);
        if (isTaken) {
          goOn?.();
          await until("it to be taken", () => states.at(-1)?.name !== undefined);
          hold(); // holds the cancellation this time
        }
        parts.answers.panels.at(-1)?.receive({ type: "stop" });
        await closePanels();
        goOn?.();
        const id = isTaken ? 2 : 1;
        await until("it to be stopped", () => service.all[id - 1]?.questions[0]?.status === "cancelled");
        const { awaited } = await parts.history();
        await until("nothing awaited", () => awaited.stateOf(account.id, String(id)) === undefined);
      }
    } finally {
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
    }
  });

  it("tries that question again on which it is pressed, and none in somebody else's conversation", async () => {
    const error = { kind: "InternalError", message: "Gone." };
    const questions = [
      { question: "First?", error },
      { question: "Second?", answer: "So." },
    ];
    await using service = await ScriptedConversations.start([
      { title: "Mine", questions },
      { title: "Theirs", questions, viewer: { is_owner: false } },
    ]);
    const account = parts.accounts.for(service.server.baseUrl);
    await parts.tokens.set(account.id, CANARY);
    await parts.accounts.add(account);
    try {
      for (const [index, title] of ["Mine", "Theirs"].entries()) {
        states.length = 0;
        const name = String(index + 1);
        await parts.answers.show({ accountId: account.id, name, title });
        const read = await until(title, () =>
          states.find((state) => state.name === `${account.id}/${name}` && state.questions[0]?.notice && !state.copy),
        );
        const [failed] = read.questions;
        assert.equal(failed?.notice?.actions.length, title === "Mine" ? 1 : 0);
        const panel = parts.answers.panels.find((each) => each.shows(account.id, name));
        panel?.receive({ type: "notice", action: "retry", question: failed.id });
      }
      await until("the question", () => service.all[0]?.questions.length === 3);
      assert.equal(service.all[0]?.questions[2]?.question, "First?");
      assert.equal(service.all[1]?.questions.length, 2);
    } finally {
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
    }
  });

  it("a question whose answer got lost: finds what became of it, and asks it once", async () => {
    const conversation = {
      name: "users/1/conversations/4",
      state: { completed: {} },
      title: "T",
      createTime: new Date().toISOString(),
      questions: [{ input: [{ question: { text: "Where to?" } }], answer: [{ markdown: { text: "There." } }] }],
    };
    let asked = 0;
    await at(
      ({ path }, response) => {
        if (path.endsWith("CreateConversation")) {
          asked++;
          response.destroy();
        } else json(response, path.endsWith("Summaries") ? { conversationSummaries: [conversation] } : conversation);
      },
      async () => {
        states.length = 0;
        await vscode.commands.executeCommand("plumbline.ask", "Where to?");
        await until("the answer", () => states.find(({ questions }) => (questions[0]?.answer.length ?? 0) > 0));
        assert.equal(states.at(-1)?.questions[0]?.text, "Where to?");
        assert.equal(asked, 1);
      },
    );
  });

  it("a reload while a question is sent: finds it without a click, and asks it only if the service hasn't got it", async () => {
    for (const [isTaken, timesAsked] of [
      [true, 0],
      [false, 1],
    ] as const) {
      await using instance = await ScriptedInstance.start([]);
      let answer: (() => void) | undefined;
      instance.holding = new Promise((resolve) => {
        answer = resolve;
      });
      const account = parts.accounts.for(instance.baseUrl);
      await parts.tokens.set(account.id, CANARY);
      await parts.accounts.add(account);
      const panel = vscode.window.createWebviewPanel("plumbline.answer", "Brought back", vscode.ViewColumn.Active);
      try {
        states.length = 0;
        const sentAt = Date.now() - 120_000; // the service isn't busy with it any more
        const kept = JSON.stringify([account.id, ["Where to?", sentAt, 0, sentAt]]);
        if (isTaken) {
          const updateTime = new Date().toISOString();
          const conversation = { name: "users/4/conversations/7", title: "T", question: "Where to?", updateTime };
          instance.conversations.push({ ...conversation, answer: "There." });
        }
        await parts.answers.deserializeWebviewPanel(panel, { unasked: kept });
        const shown = await until("the question", () => states.find(({ questions }) => questions[0]));
        assert.equal(shown.questions[0]?.text, "Where to?");
        assert.equal(shown.questions[0].progress?.startedAt, sentAt, "it is on its way");
        assert.equal(shown.unasked, kept);
        answer?.();
        if (!isTaken) {
          const failed = await until("the failure", () => states.find(({ questions }) => questions[0]?.notice));
          assert.match(failed.questions[0]?.notice?.message ?? "", /It was not found there/);
          assert.equal(failed.unasked, kept);
          assert.equal(instance.calls("CreateConversation"), 0, "nothing is asked by itself");
          parts.answers.panels.at(-1)?.receive({ type: "notice", action: "retry", question: failed.questions[0]?.id });
        }
        await until("the service to have it", () => states.find(({ name, unasked }) => name && !unasked));
        assert.equal(states.filter(({ questions }) => questions[0]?.notice).length > 0, !isTaken);
        assert.equal(instance.calls("CreateConversation"), timesAsked);
        assert.equal(instance.conversations.length, 1);
      } finally {
        panel.dispose();
        await parts.tokens.delete(account.id);
        await parts.accounts.remove(account);
      }
    }
  });

  it("a reload before its page knew that it was asked: shows the panel that has it meanwhile, and asks nothing", async () => {
    await using instance = await ScriptedInstance.start([
      {
        name: "users/4/conversations/7",
        title: "T",
        question: "Where to?",
        answer: "There.",
        updateTime: new Date().toISOString(),
      },
    ]);
    const account = parts.accounts.for(instance.baseUrl);
    await parts.tokens.set(account.id, CANARY);
    await parts.accounts.add(account);
    try {
      await closePanels();
      const sentAt = Date.now() - 120_000;
      const reference = { accountId: account.id, name: "users/4/conversations/7", title: "Where to?" };
      await parts.answers.show(reference); // as the notice about the answer does
      await until("the answer", () => states.find(({ questions }) => questions[0]?.answer.length));
      const [shown] = parts.answers.panels;
      const panel = vscode.window.createWebviewPanel("plumbline.answer", "Brought back", vscode.ViewColumn.Active);
      const kept = JSON.stringify([account.id, ["Where to?", sentAt, 0, sentAt]]);
      await parts.answers.deserializeWebviewPanel(panel, { unasked: kept });
      await until("one panel", () => parts.answers.panels.length === 1);
      assert.equal(parts.answers.panels[0], shown);
      await until("it to be shown", () => shown?.isActive);
      assert.equal(instance.calls("CreateConversation"), 0);
      const { awaited } = await parts.history();
      await until("nothing awaited", () => awaited.stateOf(account.id, reference.name) === undefined);
    } finally {
      await closePanels();
      await parts.tokens.delete(account.id);
      await parts.accounts.remove(account);
    }
  });

  it("a reload while a follow-up is sent: finds it in its conversation, and no other of the same words", async () => {
    const first = { question: "Why?", answer: "Because." };
    for (const isTaken of [true, false]) {
      const questions = isTaken ? [first, { ...first, answer: "So." }] : [first];
      await using service = await ScriptedConversations.start([{ title: "T", questions }]);
      const account = parts.accounts.for(service.server.baseUrl);
      await parts.tokens.set(account.id, CANARY);
      await parts.accounts.add(account);
      const panel = vscode.window.createWebviewPanel("plumbline.answer", "Brought back", vscode.ViewColumn.Active);
      try {
        states.length = 0;
        const sentAt = Date.now() - 120_000;
        const kept = JSON.stringify([account.id, ["Why?", sentAt, 1, sentAt]]);
        await parts.answers.deserializeWebviewPanel(panel, { name: `${account.id}/1`, unasked: kept });
        const isThere = () => states.find(({ questions, unasked }) => questions.length === 2 && !unasked);
        const isLost = () => states.find(({ questions }) => questions.at(-1)?.notice);
        await until("what became of it", isTaken ? isThere : isLost);
        assert.equal(isLost() !== undefined, !isTaken);
        assert.equal(service.all[0]?.questions.length, questions.length, "nothing is asked by itself");
      } finally {
        panel.dispose();
        await parts.tokens.delete(account.id);
        await parts.accounts.remove(account);
      }
    }
  });

  it("a question that the service gave up: says why and what to do, beside what there is of the answer", async () => {
    const failures: readonly (readonly [code: string, words: RegExp])[] = [
      ["ERROR_INTERNAL", /could not finish this answer\. Because\..*shown above/],
      ["ERROR_QUOTA_EXCEEDED", /quota of questions is used up: 5 of 5\. Because\. You can ask again from .*2099/],
      ["ERROR_ENTITLEMENT_EXCEEDED", /your limit of questions for now\. Because\. Ask again later/],
      ["ERROR_TOKEN_LIMIT_EXCEEDED", /reached the token limit for one answer\. Because\. Ask something narrower/],
      ["ERROR_OF_TOMORROW", /could not answer this\. Because\. Try again/],
    ];
    for (const [index, [code, words]] of failures.entries()) {
      const isCut = code === "ERROR_INTERNAL";
      const conversation = {
        name: `users/1/conversations/${100 + index}`,
        state: { error: { code, message: "Bec\u202eause\u2069\u200f." } },
        title: "\u2067Why\u061c",
        questions: [
          { input: [{ question: { text: "Why\u202b?" } }], answer: isCut ? [{ markdown: { text: "| a | b" } }] : [] },
        ],
        quotaUsage: { totalQuota: 5, quotaLimit: 5, resetTime: "2099-06-01T12:00:00Z" },
      };
      await at(
        ({ path }, response) => {
          json(response, path.endsWith("Summaries") ? {} : conversation);
        },
        async () => {
          states.length = 0;
          await vscode.commands.executeCommand("plumbline.ask", "Why?");
          const { questions } = await until(code, () => states.find(({ questions }) => questions[0]?.notice));
          assert.match(questions[0]?.notice?.message ?? "", words);
          assert.equal((questions[0]?.answer.length ?? 0) > 0, isCut);
          assert.doesNotMatch(JSON.stringify(states), /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
        },
      );
    }
  });

  it("keeps the token out of every log line and every message to a webview", () => {
    assert.ok(lines.length > 10, String(lines.length));
    assert.ok(states.length > 0);
    assert.equal(JSON.stringify([lines, states]).includes("canary"), false);
  });
});
