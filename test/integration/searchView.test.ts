import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import type { SearchState } from "../../src/protocol/search.ts";
import { NO_FIELDS } from "../../src/protocol/writtenQuery.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { Dismissals } from "../../src/core/search/dismissals.ts";
import type { Reached } from "../../src/host/accounts/services.ts";
import { json, plain, ScriptedServer, type Received } from "../support/scriptedServer.ts";
import { labelOf, plumbline, until } from "./extension.ts";

const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const files = (count: number) =>
  event(
    "matches",
    Array.from({ length: count }, (_, index) => ({
      type: "path",
      repository: "host/one",
      path: `src/${String(index)}.ts`,
    })),
  );

describe("the search view", () => {
  let parts: TestAccess;
  let server: ScriptedServer;
  let answer: (request: Received, response: ServerResponse) => void = found(1);
  let edit = 0;

  function found(count: number) {
    return (_: Received, response: ServerResponse) => void stream(response).end(files(count) + event("done", {}));
  }

  function stream(response: ServerResponse): ServerResponse {
    return response.writeHead(200, { "content-type": "text/event-stream" });
  }

  before(async () => {
    parts = await plumbline();
    server = await ScriptedServer.start((request, response) => {
      if (request.path.startsWith("/.api/search/stream")) answer(request, response);
      else if (request.path.endsWith("/graphql"))
        json(response, { data: { searchContexts: { nodes: [{ spec: "global" }, { spec: "@kim/mine" }] } } });
      else plain(response, 404, "not found");
    });
    const account = parts.accounts.for(server.baseUrl);
    await parts.tokens.set(account.id, "sgp_0123456789abcdef_0123456789012345678901234567890123456789");
    await parts.accounts.add(account);
    await vscode.commands.executeCommand("plumbline.query.focus");
    await until("the page's state", () => parts.queryView.state);
  });

  beforeEach(async () => {
    answer = found(1);
    await parts.accounts.use(parts.accounts.for(server.baseUrl));
  });

  after(async () => {
    await parts.accounts.remove(parts.accounts.for(server.baseUrl));
    await parts.accounts.use({ id: "local" });
    await server[Symbol.asyncDispose]();
  });

  const state = (): SearchState => parts.queryView.state ?? assert.fail("There is no page.");
  const type = (text: string, cursor = text.length): void => {
    edit += 1;
    parts.queryView.receive({ type: "edit", edit, text, cursor });
  };
  const press = (intent: object): void => {
    edit += 1;
    parts.queryView.receive({ ...intent, edit, text: state().draft.text });
  };
  const run = async (text: string, line = text.trim()): Promise<void> => {
    const before = parts.searches.current?.id;
    parts.queryView.receive({ type: "run", text });
    await until("the end of the search", () => {
      const { current } = parts.searches;
      return current?.id !== before && current?.query.text === line && current.status !== "running";
    });
  };

  it("completes what is typed, at its end only", () => {
    type("x la");
    assert.deepEqual(
      state().completions.map(({ text }) => text),
      ["x lang:"],
    );
    type("x la", 1);
    assert.deepEqual(state().completions, []);
  });

  it("completes the names of symbols of the open folders, and asks no other service for them", async () => {
    const before = server.received.length;
    type("type:symbol parse");
    await new Promise((resolve) => setTimeout(resolve, 500)); // longer than it waits for a pause in typing
    assert.equal(server.received.length, before);
    await parts.accounts.use({ id: "local" });
    type("type:symbol createPars");
    const completed = await until("names of symbols", () => {
      const { completions } = state();
      return completions.length > 0 && completions;
    });
    assert.deepEqual(completed[0], { label: "createParser", text: "type:symbol createParser " });
  });

  it("completes repositories, files and search contexts from the service, each asked for once", async () => {
    answer = ({ path }, response) => {
      const query = new URL(path, server.baseUrl).searchParams.get("q") ?? "";
      const matches = query.startsWith("type:repo")
        ? ["checkout", "charts"].map((name) => ({ type: "repo", repository: `github.com/acme/${name}` }))
        : [{ type: "path", repository: "github.com/acme/checkout", path: "src/cart.ts" }];
      stream(response).end(event("matches", matches) + event("done", {}));
    };
    const asked = (): number => server.received.length;
    const completed = async (text: string): Promise<readonly string[]> => {
      type(text);
      const { completions } = await until(`completions of ${text}`, () => state().completions.length > 0 && state());
      return completions.map(({ text: query }) => query);
    };
    const before = asked();
    assert.deepEqual(await completed("repo:acme/ch"), [
      "repo:^github\\.com/acme/checkout$ ",
      "repo:^github\\.com/acme/charts$ ",
    ]);
    assert.equal(asked(), before + 1);
    assert.deepEqual(await completed("repo:acme/che"), ["repo:^github\\.com/acme/checkout$ "]);
    assert.equal(asked(), before + 1, "fewer words have found everything");
    assert.deepEqual(await completed("x repo:checkout$ file:cart"), ["x repo:checkout$ file:^src/cart\\.ts$ "]);
    assert.deepEqual(await completed("context:"), ["context:global ", "context:@kim/mine "]);
    assert.equal(asked(), before + 3);
  });

  it("switches case, words, phrase and regular expression beside the text, until they are switched again", async () => {
    answer = found(1);
    const isOn = () => state().toggles.flatMap((toggle) => (toggle.isOn ? [toggle.name] : []));
    type("parse it");
    press({ type: "toggle", name: "case" });
    press({ type: "toggle", name: "phrase" });
    assert.equal(state().draft.text, "parse it");
    assert.deepEqual(isOn(), ["case", "phrase"]);
    press({ type: "toggle", name: "regexp" });
    type("another text");
    press({ type: "toggle", name: "nothing" });
    assert.deepEqual(isOn(), ["case", "regexp"]);
    press({ type: "paths", include: "*.ts", exclude: "test", runs: false });
    await run("another text", "case:yes patternType:regexp file:\\.ts$ -file:(^|/)test(/|$) another text");
    assert.equal(state().draft.text, "another text");
    type("third case:no");
    assert.deepEqual(isOn(), ["regexp"], "the text wins");
    press({ type: "toggle", name: "case" });
    assert.equal(state().draft.text, "third", "until a click says otherwise");
    press({ type: "toggle", name: "case" });
    press({ type: "toggle", name: "regexp" });
    press({ type: "toggle", name: "words" });
    assert.deepEqual(isOn(), ["words"]);
    await run("third", "file:\\.ts$ -file:(^|/)test(/|$) /\\bthird\\b/");
    await vscode.commands.executeCommand("plumbline.previousSearch");
    await until("the text of the search before", () => state().draft.text === "another text");
    assert.deepEqual(isOn(), ["case", "regexp"], "each search has its own");
    const [latest, earlier] = state().history;
    assert.deepEqual([latest?.text, earlier?.text], ["third", "another text"]);
    assert.deepEqual([latest?.fields.words, earlier?.fields.case, earlier?.fields.include], [true, true, "*.ts"]);
    await vscode.commands.executeCommand("plumbline.copyQuery");
    const copied = "case:yes patternType:regexp file:\\.ts$ -file:(^|/)test(/|$) another text";
    assert.equal(await vscode.env.clipboard.readText(), copied);
    await vscode.commands.executeCommand("plumbline.search", copied);
    await until("the line", () => state().draft.text === copied);
    assert.deepEqual(state().draft.fields, NO_FIELDS, "a line has no fields");
    assert.deepEqual(isOn(), ["case", "regexp"]);
  });

  it("keeps Include and Exclude while a search is narrowed, widened and run again", async () => {
    answer = found(1);
    type("narrow");
    press({ type: "paths", include: "*.ts", exclude: "", runs: true });
    const becomes = (text: string, include: string) =>
      until(text, () => state().draft.text === text && state().draft.fields.include === include);
    const ended = (line: string) =>
      until(line, () => parts.searches.current?.query.text === line && parts.searches.current.status === "done");
    await ended("file:\\.ts$ narrow");
    await parts.filters.choose("lang:go", true);
    await ended("file:\\.ts$ narrow lang:go");
    await becomes("narrow lang:go", "*.ts");
    await parts.filters.choose("lang:go", false);
    await vscode.commands.executeCommand("plumbline.searchWithoutLimit");
    await ended("file:\\.ts$ narrow count:all");
    await vscode.commands.executeCommand("plumbline.openSearch", "replaced");
    await becomes("replaced", "*.ts");
    type("");
    press({ type: "paths", include: "", exclude: "", runs: true });
  });

  it("looks in a scope, and in files, as the query then says", async () => {
    await parts.accounts.use({ id: "local" });
    await parts.repositories.load();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    type("x");
    const scopes = await until("the scopes", () => {
      const labels = state().scopes.map(({ label }) => label);
      return labels.includes("In this workspace") && labels;
    });
    press({ type: "scope", index: scopes.indexOf("In this workspace") });
    assert.match(state().draft.text, /^x repo:\^.*\$\|\^.*\$$/);
    assert.equal(state().scopes.find(({ isOn }) => isOn)?.label, "In this workspace");
    press({ type: "scope", index: 0 });
    press({ type: "paths", include: "*.ts", exclude: "test", runs: false });
    const { text, fields } = state().draft;
    assert.deepEqual([text, fields.include, fields.exclude], ["x", "*.ts", "test"]);
    press({ type: "paths", include: "", exclude: "", runs: false });
  });

  it("says what can't be read, with its place, before and after the service does", async () => {
    type("x type:banana ");
    assert.deepEqual(state().problem, {
      message: "Unknown type: banana. Use file, path, repo, symbol, use, commit or diff.",
      start: 2,
      end: 13,
    });
    answer = (_, response) =>
      void stream(response).end(
        event("alert", { title: "`odd:1` is not supported", description: "", proposedQueries: [] }) + event("done", {}),
      );
    await run("x odd:1");
    await until("the alert", () => state().alert?.start === 2 && state().alert?.end === 7);
    assert.equal(state().problem, undefined, "it is told once");
    type("x odd:2");
    const { message, start } = state().alert ?? {};
    assert.deepEqual([message, start], ["odd:1 is not supported", undefined], "of the results, not of what is typed");
  });

  it("shows an alert with what it proposes below the query, and above the results only where the box is not", async () => {
    const alert = { title: "No repositories", description: "None **match**." };
    const proposedQueries = [{ description: "with forks", query: "x fork:yes" }];
    answer = (_, response) =>
      void stream(response).end(event("alert", { ...alert, proposedQueries }) + event("done", {}));
    await run("x repo:none");
    const proposed = [{ label: "with forks", query: "x fork:yes" }];
    await until("the alert", () => state().alert?.message.startsWith("No"));
    assert.deepEqual(state().alert, { message: "No repositories: None match.", proposed });
    const labels = async () => {
      const rows = await parts.filters.getChildren();
      return Promise.all(rows.map(async (row) => labelOf(await parts.filters.getTreeItem(row))));
    };
    assert.deepEqual(await labels(), ["In the Query"]);
    assert.ok(!parts.results.message.includes("No repositories"));
    await vscode.commands.executeCommand("plumbline.conversations.focus"); // in another view container
    await until("the words above the results", () => parts.results.message.includes("No repositories: None match."));
    assert.deepEqual(await labels(), ["with forks", "In the Query"]);
    await vscode.commands.executeCommand("plumbline.query.focus");
    await until("the words gone there", () => !parts.results.message.includes("No repositories"));
    parts.queryView.receive({ type: "propose", index: 0 });
    await until("the proposed search", () => parts.searches.current?.query.text === "x fork:yes");
  });

  it("leaves what is typed while a search runs, and holds the query of another search that is shown", async () => {
    let response: ServerResponse | undefined;
    answer = (_, opened) => void (response = stream(opened));
    type("one");
    parts.queryView.receive({ type: "run", text: "one" });
    type("one more");
    await until("the request", () => response);
    assert.equal(state().draft.text, "one more");
    response?.end(files(1) + event("done", {}));
    await until("its end", () => parts.searches.current?.status === "done");
    assert.equal(state().draft.text, "one more");
    const { seed } = state().draft;
    answer = found(1);
    await vscode.commands.executeCommand("plumbline.search", "another");
    await until("the other query", () => state().draft.text === "another" && state().draft.seed > seed);
    assert.equal(state().history[0]?.text, "another");
  });

  describe("while typing", () => {
    /** Longer than it waits for a pause, and than a search in the sample takes. */
    const PAUSED_MS = 1500;
    const texts = () => parts.searches.all.map(({ query }) => query.text);
    const shown = (text: string, isTyped: boolean) =>
      until(`results for ${text}`, () => {
        const { current } = parts.searches;
        const isIt = current?.query.text === text && (current.isTyped ?? false) === isTyped;
        return isIt && current.status === "done" && current;
      });

    /** During `act`, it is a minute later. */
    const in60Seconds = async <T>(act: () => Promise<T>): Promise<T> => {
      const { now } = Date;
      Date.now = () => now() + 60_000;
      try {
        return await act();
      } finally {
        Date.now = now;
      }
    };

    beforeEach(async () => {
      await parts.accounts.use({ id: "local" });
      await vscode.commands.executeCommand("plumbline.search", "EventSourceMessage");
      type("");
    });

    afterEach(async () => {
      type("");
      await vscode.workspace.getConfiguration().update("plumbline.search.searchOnType", undefined, true);
    });

    it("shows what is found, which counts as searched for after Enter alone, without a second search", async () => {
      const [before, said, [latest]] = [texts(), state().announced, state().history];
      type("createPars");
      const typed = await shown("createPars", true);
      await until("the rows", async () => (await parts.results.getChildren()).length > 0);
      assert.deepEqual([texts(), state().announced, state().history[0]], [before, said, latest]);
      assert.deepEqual([state().draft.text, parts.searches.canGoForward], ["createPars", false]);
      assert.equal((await parts.searchStatus()).text, "$(plug) The local service");
      parts.queryView.receive({ type: "run", text: "createPars" });
      const kept = await shown("createPars", false);
      assert.deepEqual([kept.id, kept.matches], [typed.id, typed.matches]);
      assert.deepEqual(texts(), [...before, "createPars"]);
      await until("the history", () => state().history[0]?.text === "createPars");
      await until("the words", () => /^\d+ matches in 1 repository$/.test(state().announced));
      await vscode.commands.executeCommand("plumbline.previousSearch");
      assert.equal(parts.searches.current?.query.text, before.at(-1));
    });

    it("searches again with Enter where what was found is not of now", async () => {
      type("createPa");
      const typed = await shown("createPa", true);
      await in60Seconds(() => {
        parts.queryView.receive({ type: "run", text: "createPa" });
        return shown("createPa", false);
      });
      assert.notEqual(parts.searches.current?.id, typed.id);
      assert.deepEqual(
        texts().filter((text) => text === "createPa"),
        ["createPa"],
      );
    });

    it("replaces what was found for less, and keeps none of it", async () => {
      const before = texts();
      for (const text of ["creat", "createP", "createParser"]) {
        type(text);
        await shown(text, true);
      }
      assert.deepEqual(texts(), before);
      await vscode.commands.executeCommand("plumbline.previousSearch");
      await until("the query of the search before", () => state().draft.text === before.at(-1));
      assert.deepEqual([texts(), parts.searches.canGoForward], [before, false]);
    });

    it("keeps what is shown, without a word, where the query is not finished, too short or not typed", async () => {
      type("createParser");
      const { id } = await shown("createParser", true);
      for (const text of [
        "createParser OR",
        "createParser type:sym",
        "createParser repo:",
        '"createParser',
        "cr",
        "",
      ]) {
        type(text);
        await sleep(PAUSED_MS);
        assert.deepEqual([parts.searches.current?.id, state().alert, state().isRunning], [id, undefined, false], text);
      }
      edit += 1;
      parts.queryView.receive({ type: "edit", edit, text: "EventSource", cursor: 11, isComposing: true });
      edit += 1;
      parts.queryView.receive({ type: "edit", edit, text: "EventSource", cursor: 0, fields: NO_FIELDS });
      await sleep(PAUSED_MS);
      assert.equal(parts.searches.current?.id, id);
      type("EventSource");
      await shown("EventSource", true);
    });

    it("asks no service but the local one, and none once the setting is off", async () => {
      const { id } = parts.searches.current ?? assert.fail();
      await vscode.workspace.getConfiguration().update("plumbline.search.searchOnType", false, true);
      type("createParser");
      await sleep(PAUSED_MS);
      await vscode.workspace.getConfiguration().update("plumbline.search.searchOnType", undefined, true);
      type("createParse");
      await parts.accounts.use(parts.accounts.for(server.baseUrl));
      const asked = server.received.length;
      await sleep(PAUSED_MS);
      type("createParser");
      await sleep(PAUSED_MS);
      assert.deepEqual([parts.searches.current?.id, server.received.length], [id, asked]);
    });

    it("keeps the search once one of its rows is opened, and begins none for what was typed just before", async () => {
      type("createParser");
      const { id } = await shown("createParser", true);
      type("createParser repo:other");
      await vscode.commands.executeCommand("plumbline.nextMatch");
      await until("the search among the others", () => parts.searches.all.at(-1)?.id === id);
      await until("the history", () => state().history[0]?.text === "createParser");
      await sleep(PAUSED_MS);
      assert.deepEqual([parts.searches.current?.id, state().draft.text], [id, "createParser repo:other"]);
    });

    it("ends with the next key, at the service as well, unless Enter has come", async () => {
      const ended: string[] = [];
      const query = (text: string) => ({ text, patternType: "keyword", display: 10, contextLines: 0 }) as const;
      const { matches } = parts.searches.current ?? assert.fail();
      const { account } = parts.searches.current?.reached ?? assert.fail();
      /** Finds something, and then nothing more, until it is ended. */
      const begin = (text: string) => {
        const search = async function* (_: unknown, { signal }: { signal: AbortSignal }) {
          yield { type: "matches", matches: matches ?? assert.fail() } as const;
          await new Promise((resolve) => {
            signal.addEventListener("abort", resolve, { once: true });
          });
          ended.push(text);
          signal.throwIfAborted();
        };
        const reached = { account, service: { search } } as unknown as Reached;
        return { running: parts.searches.type(query(text), () => Promise.resolve(reached)) };
      };
      const found = (text: string) => until(text, () => parts.searches.current?.query.text === text);
      const first = begin("first");
      await found("first");
      type("another key");
      await first.running;
      assert.deepEqual([ended, parts.searches.current?.status], [["first"], "stopped"]);
      const second = begin("second");
      await found("second");
      const committed = await in60Seconds(() => Promise.resolve({ running: parts.searches.commit(query("second")) }));
      assert.ok(committed.running);
      type("one more key");
      await sleep(100);
      assert.deepEqual([ended, parts.searches.current?.status], [["first"], "running"]);
      parts.searches.stop();
      await Promise.all([committed.running, second.running]);
      assert.deepEqual(ended, ["first", "second"]);
      assert.equal(parts.searches.commit(query("second")), undefined);
    });
  });

  it("leaves what is typed before the results from an earlier window are there", () => {
    const earlier = (text: string) => ({
      query: { text, patternType: "keyword", display: 10, contextLines: 0 } as const,
      startedAt: 1,
      isEarlier: true as const,
      filters: [],
      dismissals: new Dismissals(),
    });
    const restore = (text: string): void => {
      for (const search of parts.searches.all.slice()) parts.searches.remove(search);
      parts.searches.restore(earlier(text));
      parts.queryView.receive({ type: "stop" }); // whatever it does, the page is drawn afterwards
    };
    type("typed meanwhile");
    restore("from before");
    assert.equal(parts.searches.current?.query.text, "from before");
    assert.equal(state().draft.text, "typed meanwhile");
    type("");
    restore("again from before");
    assert.equal(state().draft.text, "again from before");
  });

  it("tells of the start, the counts and the end of a search, for those who listen", async () => {
    let response: ServerResponse | undefined;
    answer = (_, opened) => void (response = stream(opened));
    parts.queryView.receive({ type: "run", text: "aloud" });
    await until("the start", () => state().announced === "Search: aloud" && state().isRunning);
    await until("the request", () => response);
    response?.end(
      files(3) + event("progress", { done: true, matchCount: 3, durationMs: 20, skipped: [] }) + event("done", {}),
    );
    await until("the end", () => state().announced === "3 matches in 1 repository" && !state().isRunning);
    answer = (_, opened) => void stream(opened).end(event("done", {}));
    await run("nothing");
    await until("that there is nothing", () => state().announced === "No results for nothing");
  });

  it("stops, and names the service", async () => {
    answer = (_, opened) => void stream(opened).write(files(1));
    parts.queryView.receive({ type: "run", text: "endless" });
    await until(
      "the first match",
      () => parts.searches.current?.query.text === "endless" && parts.searches.current.matches,
    );
    parts.queryView.receive({ type: "stop" });
    assert.equal(parts.searches.current?.status, "stopped");
    assert.equal(state().service, new URL(server.baseUrl).host);
  });

  it("offers to search without the limit where it stopped at one, and only there", async () => {
    const skipped = { reason: "shard-match-limit", title: "limit hit", message: "", severity: "info" };
    const progress = event("progress", { done: true, matchCount: 1, durationMs: 5, skipped: [skipped] });
    answer = (_, opened) => void stream(opened).end(files(1) + progress + event("done", {}));
    await run("limited");
    await until("the link", () => state().showAll === "Search Without Limit");
    answer = found(1);
    parts.queryView.receive({ type: "showAll" });
    await until("the search", () => parts.searches.current?.query.text === "limited count:all");
    await until("its end", () => parts.searches.current?.status !== "running");
    await until("no link", () => state().showAll === undefined);
  });

  it("keeps the first thousand rows in the account's files, with all counts, until signing out", async () => {
    answer = found(1500);
    await run("many files");
    const folder = join(parts.storage.fsPath, "results", parts.accounts.current.id);
    const text = await until("the file", () => {
      const names = existsSync(folder) ? readdirSync(folder) : [];
      const name = names.find((each) => each.endsWith(".json"));
      const content = name === undefined ? "" : readFileSync(join(folder, name), "utf8");
      return content.includes("many files") && content;
    });
    const kept = JSON.parse(text) as { counts: { items: number }; items: unknown[] };
    assert.deepEqual([kept.counts.items, kept.items.length], [1500, 1000]);
  });

  it("keeps nothing of results that are removed, and those that were found last where others are", async () => {
    const folder = join(parts.storage.fsPath, "results", parts.accounts.current.id);
    const kept = () =>
      (existsSync(folder) ? readdirSync(folder) : [])
        .filter((name) => name.endsWith(".json"))
        .map(
          (name) => (JSON.parse(readFileSync(join(folder, name), "utf8")) as { query: { text: string } }).query.text,
        );
    answer = found(1);
    await run("removed first");
    await run("removed last");
    await until("the file", () => kept().includes("removed last"));
    const [first = assert.fail()] = parts.searches.all.filter(({ query }) => query.text === "removed first");
    parts.searches.remove(first);
    await sleep(200);
    assert.deepEqual(kept(), ["removed last"]);
    await vscode.commands.executeCommand("plumbline.removeResults");
    await until("nothing", () => kept().length === 0, 5000);
  });

  it("says in the one status bar item what runs, what was found, and else the service", async () => {
    const status = await parts.searchStatus();
    let response: ServerResponse | undefined;
    answer = (_, opened) => void (response = stream(opened));
    parts.queryView.receive({ type: "run", text: "counted" });
    await until("the request", () => response);
    response?.write(files(2));
    await until("the count", () => status.text.startsWith("$(sync~spin) 2 matches"));
    assert.equal(status.command, "plumbline.stopSearch");
    response?.end(event("progress", { done: true, matchCount: 2, durationMs: 1500, skipped: [] }) + event("done", {}));
    await until("the end", () => status.text === "$(search) 2 matches in 1 repository · 1.5 s");
    assert.equal(status.command, "plumbline.showResults");
    await parts.accounts.use({ id: "local" });
    await until("the other service", () => status.text === "$(plug) The local service");
    await until("who answered", () => state().status === `Results from ${new URL(server.baseUrl).host}`);
    assert.equal(state().service, "The local service");
    await parts.accounts.use(parts.accounts.for(server.baseUrl));
    const { host } = new URL(server.baseUrl);
    const isOfService = () => status.text.includes(host) && status.command === "plumbline.showMenu";
    answer = found(1);
    await run("looked away from");
    await until("the outcome", () => status.command === "plumbline.showResults");
    await until("the service, after a while", isOfService, 15_000);
    await run("removed");
    await until("the outcome", () => status.command === "plumbline.showResults");
    while (parts.searches.all.length > 0) await vscode.commands.executeCommand("plumbline.removeResults");
    await until("the service", isOfService);
  });
});
