import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import path from "node:path";
import { after, before, beforeEach, describe, it } from "mocha";
import type { AgentRules } from "../../../../src/core/model/localProcess.ts";
import { itWithScripts } from "../../../support/systems.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { matchesOf, parseEvents, runService, until, type RunningService } from "../runningService.ts";

const NONE: AgentRules = { everywhere: [], excluded: [], givesIgnored: false };
const SETTING =
  /^(?<path>\S+) is held back from agents and models \(ignored by git; .*plumbline\.agents\.ignoredFiles\)\.\n$/;

describe("what a person's settings say about agents", function () {
  this.timeout(60_000);
  let temporary: TemporaryFolder;
  let root = "";
  let plain = "";
  let rules = NONE;
  let service: RunningService;
  let restricted: RunningService;
  before(async () => {
    temporary = makeTemporaryFolder();
    root = temporary.write("code", {
      ".gitignore": "build/\nlocal.ts\nforced.ts\n",
      "build/words.ts": "export const hiddenWord = 1;\n",
      "build/open/in.ts": "export const openWord = 1;\n",
      "local.ts": "export const hiddenWord = 2;\n",
      "forced.ts": "export const forced = 1;\n",
      "src/main.ts": "export const main = 1;\n",
      "src/data.sql": "select 1;\n",
      "web/data.sql": "select 2;\n",
    });
    runGit(root, "init", "--quiet");
    runGit(root, "add", "--all");
    runGit(root, "add", "--force", "forced.ts");
    runGit(root, "commit", "--quiet", "--message=all");
    plain = temporary.write("plain", { ".gitignore": "local.ts\n", "local.ts": "x\n", "a.ts": "y\n" });
    const options = { agentRules: () => rules };
    service = await runService(temporary.root, [root, plain], options);
    restricted = await runService(path.join(temporary.root, "other"), [root], { ...options, gitFolders: [] });
  });
  after(async () => {
    await Promise.all([service.close(), restricted.close()]);
    await temporary.remove();
  });
  beforeEach(() => {
    rules = NONE;
  });

  const read = async (file: string, from = service, repository = "code"): Promise<string> => {
    const authorization = `token ${from.agentToken}`;
    return (await from.get(`/${repository}/-/raw/${file}`, { authorization })).text();
  };

  it("keeps what git ignores from them, there or not, and names the setting that gives it", async () => {
    for (const file of ["local.ts", "build/words.ts", "build/none.ts"]) {
      assert.equal(SETTING.exec(await read(file))?.groups?.["path"], file);
      assert.equal(SETTING.exec(await read(file, restricted))?.groups?.["path"], file);
    }
    assert.match(await read("local.ts", service, "plain"), SETTING);
    assert.equal(await read("a.ts", service, "plain"), "y\n");
    assert.equal(await read("forced.ts"), "export const forced = 1;\n", "it is tracked");
    assert.equal(await read("src/main.ts"), "export const main = 1;\n");
    assert.match(await read("src/main.ts", restricted), /main/);
    assert.equal(await read(""), ".gitignore\nforced.ts\nsrc/\nweb/\n");
    const person = { authorization: `token ${service.token}` };
    assert.match(await (await service.get("/code/-/raw/local.ts", person)).text(), /hiddenWord/);
    rules = { ...NONE, givesIgnored: true };
    for (const file of ["local.ts", "build/words.ts"]) assert.match(await read(file), /hiddenWord/);
    assert.match(await read("local.ts", restricted), /hiddenWord/);
  });

  itWithScripts("keeps it from them where a link leads to it", async () => {
    symlinkSync(path.join(root, "local.ts"), path.join(root, "link.txt"));
    symlinkSync(path.join(root, "build"), path.join(root, "way"));
    assert.match(await read("link.txt"), SETTING);
    assert.match(await read("way/words.ts"), SETTING);
    assert.match(await read("link.txt", restricted), SETTING);
  });

  it("gives them what is in a folder that is open, though its repository ignores it", async () => {
    const open = await runService(path.join(temporary.root, "third"), [path.join(root, "build/open")]);
    assert.match(await read("build/open/in.ts", open), /openWord/);
    await open.close();
  });

  it("keeps from them the answers that show such a file", async () => {
    const conversation = { questions: [{ input: [{ question: { text: "What is in local.ts?" } }] }] };
    const { body } = await service.call("CreateConversation", { conversation });
    const { name } = body as { readonly name?: unknown };
    const answer = await until(async () => {
      const { body: now } = await service.call("GetConversation", { name });
      return now["state"]?.["processing"] ? undefined : JSON.stringify(now);
    });
    assert.match(answer, /hiddenWord/);
    const asAgent = { authorization: `token ${service.agentToken}` };
    assert.equal((await service.call("GetConversation", { name }, asAgent)).status, 404);
    assert.deepEqual((await service.call("ListConversationSummaries", {}, asAgent)).body, {});
    rules = { ...NONE, givesIgnored: true };
    assert.equal((await service.call("GetConversation", { name }, asAgent)).status, 200);
  });

  it("leaves out what their patterns name, everywhere or in one folder, in searches too", async () => {
    rules = {
      everywhere: ["/src/*.sql"],
      excluded: [
        { folder: path.join(root, "web"), patterns: ["data.*", "!*.sql"] },
        { folder: path.join(root, "web"), patterns: ["data.*"] },
      ],
      givesIgnored: false,
    };
    const held = (file: string, pattern: string) =>
      `${file} is held back from agents and models (plumbline.agents.exclude: ${pattern}).\n`;
    assert.equal(await read("src/data.sql"), held("src/data.sql", "/src/*.sql"));
    assert.equal(await read("web/data.sql"), held("web/data.sql", "data.*"));
    const found = async (token: string) => {
      const headers = { authorization: `token ${token}` };
      const response = await service.get("/.api/search/stream?q=select+file:sql", headers);
      return matchesOf(parseEvents(await response.text())).length;
    };
    assert.deepEqual([await found(service.agentToken), await found(service.token)], [0, 2]);
    rules = NONE;
    assert.equal(await found(service.agentToken), 2);
  });

  it("keeps what git ignores from their searches, though a `.ignore` takes it in again", async () => {
    const files = {
      ".gitignore": "local.ts\nbuild/\n*.tmp\n",
      "local.ts": "export const hiddenWord = 1;\n",
      "build/words.ts": "export const hiddenWord = 2;\n",
      "web/a.tmp": "hiddenWord\n",
      "web/.rgignore": "!*.tmp\n",
      "open.ts": "export const openWord = 1;\n",
    };
    const words = { ...files, ".ignore": "!local.ts\n!/build\n" };
    const repository = temporary.write("taken", words);
    runGit(repository, "init", "--quiet");
    const others = await runService(
      path.join(temporary.root, "fourth"),
      [repository, temporary.write("around", { ...words, "in/local.ts": "hiddenWord\n" })],
      { agentRules: () => rules },
    );
    const found = async (query: string, token: string) => {
      const headers = { authorization: `token ${token}` };
      const response = await others.get(`/.api/search/stream?q=${encodeURIComponent(query)}`, headers);
      return matchesOf(parseEvents(await response.text())).length;
    };
    const queries = [
      "hiddenWord",
      "hiddenWord type:symbol",
      "file:local|words|tmp$ type:path",
      "hidden patternType:codycontext",
    ];
    const foundBy = (token: string) => Promise.all(queries.map((query) => found(query, token)));
    const all = await foundBy(others.token);
    assert.ok(!all.includes(0));
    assert.deepEqual(await foundBy(others.agentToken), [0, 0, 0, 0]);
    assert.equal(await found("openWord", others.agentToken), 2);
    rules = { ...NONE, givesIgnored: true };
    assert.deepEqual(await foundBy(others.agentToken), all);
    await others.close();
  });

  it("keeps what git ignores from their searches, though no search can go by the ignore file", async () => {
    const code = { "own.ts": "hiddenWord\nopenWord\n", "tracked.log": "openWord\n", "open.ts": "openWord\n" };
    const tooLong = `${"# nothing\n".repeat(40_000)}own.ts\n*.log\n`;
    const long = temporary.write("long", { ...code, ".gitignore": tooLong });
    const named = temporary.write("named", code);
    const back = temporary.write("back", code);
    temporary.write("excludes", { all: "own.ts\n*.log\n", back: "own.ts\n*.log\n!another.log\n" });
    for (const folder of [long, named, back]) {
      runGit(folder, "init", "--quiet");
      runGit(folder, "add", "open.ts");
      runGit(folder, "add", "--force", "tracked.log");
      runGit(folder, "commit", "--quiet", "--message=all");
    }
    runGit(named, "config", "core.excludesFile", path.join(temporary.root, "excludes/all"));
    runGit(back, "config", "core.excludesFile", path.join(temporary.root, "excludes/back"));
    for (const folder of [long, named, back]) {
      const options = { agentRules: () => rules };
      const store = path.join(temporary.root, `of ${path.basename(folder)}`);
      const [others, untrusted] = await Promise.all([
        runService(store, [folder], options),
        runService(`${store}, untrusted`, [folder], { ...options, gitFolders: [] }),
      ]);
      const found = async (query: string, token: string, from = others) => {
        const headers = { authorization: `token ${token}` };
        const response = await from.get(`/.api/search/stream?q=${encodeURIComponent(query)}`, headers);
        return matchesOf(parseEvents(await response.text())).map((match) => match["path"]);
      };
      const { agentToken } = others;
      for (const query of ["hiddenWord", "file:own type:path", "hidden patternType:codycontext"])
        assert.deepEqual(await found(query, agentToken), [], `${folder} ${query}`);
      assert.deepEqual((await found("openWord", agentToken)).toSorted(), ["open.ts", "tracked.log"], folder);
      assert.deepEqual(await found("hiddenWord", untrusted.agentToken, untrusted), [], folder);
      rules = { ...NONE, givesIgnored: true };
      const all = await found("hiddenWord", agentToken);
      rules = NONE;
      assert.deepEqual(await found("hiddenWord", others.token), all, "a person's search is as before");
      await Promise.all([others.close(), untrusted.close()]);
    }
  });

  it("keeps what git ignores now from their searches in what was committed once", async () => {
    const repository = temporary.write("once", {
      "own.ts": "hiddenWord\n",
      "in/own.ts": "hiddenWord\n",
      "a.ts": "1\n",
    });
    runGit(repository, "init", "--quiet");
    runGit(repository, "add", "--all");
    runGit(repository, "commit", "--quiet", "--message=all");
    temporary.write("once", { ".gitignore": "own.ts\n", "a.ts": "hiddenWord\n" });
    runGit(repository, "rm", "--quiet", "--cached", "own.ts", "in/own.ts");
    runGit(repository, "add", "--all");
    runGit(repository, "commit", "--quiet", "--message=ignored");
    const others = await runService(path.join(temporary.root, "fifth"), [repository], { agentRules: () => rules });
    const textFor = async (query: string, token: string) => {
      const headers = { authorization: `token ${token}` };
      const response = await others.get(`/.api/search/stream?q=${encodeURIComponent(query)}`, headers);
      return JSON.stringify(matchesOf(parseEvents(await response.text())));
    };
    for (const query of ["rev:HEAD~1 hiddenWord", "rev:HEAD~1:HEAD file:own type:path", "type:diff hiddenWord"]) {
      assert.match(await textFor(query, others.token), /own\.ts/, query);
      assert.doesNotMatch(await textFor(query, others.agentToken), /own\.ts/, query);
    }
    assert.match(await textFor("type:diff hiddenWord", others.agentToken), /a\.ts/);
    rules = { ...NONE, givesIgnored: true };
    assert.match(await textFor("rev:HEAD~1 hiddenWord", others.agentToken), /in\/own\.ts/);
    await others.close();
  });
});
