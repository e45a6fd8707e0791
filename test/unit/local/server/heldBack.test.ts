import assert from "node:assert/strict";
import { linkSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { after, before, describe, it } from "mocha";
import { AGENT_TOOLS, MODEL_TOOLS } from "../../../../src/core/agents/tools.ts";
import { KEPT_FOLDER } from "../../../../src/core/model/localProcess.ts";
import { keptRevision } from "../../../../src/core/sources/pinnedRevision.ts";
import { createAnswerFinder } from "../../../../src/local/answers/answer.ts";
import { Commits } from "../../../../src/local/code/files/commits.ts";
import { GitPermission } from "../../../../src/local/code/files/gitPermission.ts";
import { ROUTES } from "../../../../src/local/server/routes.ts";
import { createCodeTools } from "../../../../src/local/answers/tools/codeTools.ts";
import type { LookUp } from "../../../../src/local/answers/writing/lookUp.ts";
import { isWindows } from "../../../support/systems.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { engineOf, runService, textOf, until, type RunningService } from "../runningService.ts";
import { ScriptedModel, textOfRequest } from "../answers/writing/scriptedModel.ts";

/** In files that are held back only; the value beside it is what must never be seen. */
const WORD = "hiddenWord";
const VALUE = "c0ffee77";
/** As long, and nowhere. */
const ABSENT = "absentWord";
const secret = (at: number) => `export const ${WORD} = "${VALUE}";\nexport const part${at} = ${WORD};\n`;

/** By their names, and by what the person wrote in ignore files. */
const HELD_BACK = [
  ...[".env", "web/.ENV.Local", "deploy.pem", "keys/id_rsa", "app_rsa", ".npmrc", ".env.ts", "certs.key/main.ts"],
  ...["data/words.ts", "data/deep/words.csv", "web/notes.txt"],
];
const IGNORE_FILES = { ".aiexclude": "/data/\n", "web/.cursorignore": "*.txt\n!open.txt\n" };
/** Other names of `.env` on disk. */
const OTHER_NAMES = [
  "hard.txt",
  "./data/words.ts",
  ...(isWindows ? [] : ["link.txt", "linked/main.ts", "way/words.ts"]),
];
const REPOSITORY = "github.com/corp/birds";

let temporary: TemporaryFolder;
let root = "";
let service: RunningService;
let client: Client;
let agent: string;
let kept = "";
const model = new ScriptedModel([["Nothing."]]);

before(async function () {
  this.timeout(120_000);
  temporary = makeTemporaryFolder();
  const files = Object.fromEntries(HELD_BACK.map((name, at) => [name, secret(at)]));
  const open = {
    "src/song.ts": "export function sing(): string {\n  return 'la';\n}\n",
    ".env.example": "TOKEN=\n",
    "web/open.txt": "la\n",
    ...IGNORE_FILES,
  };
  root = temporary.commit(
    "birds",
    { ...open, ...files, "old.pem": secret(90) },
    { remote: "https://github.com/corp/birds.git" },
  );
  runGit(root, "rm", "--quiet", "old.pem");
  writeFileSync(path.join(root, ".env"), `${secret(0)}// changed\n`);
  runGit(root, "add", "--all");
  runGit(root, "commit", "--quiet", "--message=second");
  writeFileSync(path.join(root, ".env"), `${secret(0)}// not committed\n`);
  linkSync(path.join(root, ".env"), path.join(root, "hard.txt"));
  if (!isWindows) {
    symlinkSync(path.join(root, ".env"), path.join(root, "link.txt"));
    symlinkSync(path.join(root, "certs.key"), path.join(root, "linked"));
    symlinkSync(path.join(root, "data"), path.join(root, "way"));
  }
  symlinkSync(path.join(root, "web"), path.join(root, "pond"), "junction");
  let isLent = false;
  const take = (nonce: string) => (nonce === "click" && !isLent ? ((isLent = true), model) : undefined);
  service = await runService(temporary.root, [root], { models: { take } });
  agent = `token ${service.agentToken}`;
  client = new Client({ name: "test", version: "1.0.0" });
  // Whatever token its configuration has, what speaks this protocol is an agent.
  const requestInit = { headers: { authorization: `Bearer ${service.token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", service.baseUrl), { requestInit }));
  await ask("What is in .env?");
  const [name = ""] = readdirSync(path.join(temporary.root, "store", KEPT_FOLDER));
  kept = keptRevision(name.slice(0, 64));
});
after(async () => {
  await client.close();
  await service.close();
  await temporary.remove();
});

async function settled(name: string, headers: Readonly<Record<string, string>>): Promise<string> {
  return until(async () => {
    const { body } = await service.call("GetConversation", { name }, headers);
    return body["state"]?.["processing"] ? undefined : JSON.stringify(body);
  });
}

/**
 * Asks a question, as the person unless headers say otherwise, and returns the whole conversation once it is settled.
 */
async function ask(text: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const conversation = { questions: [{ input: [{ question: { text } }] }] };
  const { body } = await service.call("CreateConversation", { conversation }, headers);
  return settled(textOf(body["name"]), headers["authorization"] === undefined ? {} : { authorization: agent });
}

async function searched(query: string, authorization: string): Promise<string> {
  const response = await service.get(`/.api/search/stream?${new URLSearchParams({ q: query }).toString()}`, {
    authorization,
  });
  return response.text();
}

const QUERIES = [
  ...[
    "WORD",
    "WORD patternType:codycontext",
    "where is WORD defined patternType:codycontext",
    "/WORD\\b/",
    "WORD count:all",
  ],
  ...[
    "WORD type:symbol",
    "WORD type:use",
    "WORD type:diff",
    "WORD type:diff select:commit.diff.added",
    "WORD rev:HEAD",
  ],
  ...["WORD rev:HEAD~1", "WORD type:symbol rev:HEAD", "repo:has.content(WORD) type:repo"],
  ...["repo:has.file(path:^.env content:WORD) sing", "WORD file:env", "WORD OR alsoNowhere", "WORD lang:typescript"],
  ...["-file:song WORD", "WORD type:file type:symbol", "WORD repo:birds -lang:go", "WORD select:file"],
];

const everyPath =
  (read: (file: string, revision: string | undefined) => Promise<string>) => async (): Promise<string> => {
    const texts: string[] = [];
    for (const file of [...HELD_BACK, "old.pem"])
      for (const revision of [undefined, "HEAD", "HEAD~1", "HEAD^{tree}", kept]) texts.push(await read(file, revision));
    for (const file of OTHER_NAMES) texts.push(await read(file, undefined), await read(file, "HEAD"));
    // A tree has no name of its own.
    const tree = runGit(root, "rev-parse", "HEAD:data");
    texts.push(await read("words.ts", tree), await read("deep/words.csv", tree.slice(0, 7)));
    return texts.join("\n");
  };

/** What somebody is told who looks for a word in every way there is, by the name of a route or tool. */
type Ways = Readonly<Record<string, (word: string) => Promise<string>>>;

const graphql = (authorization: string) =>
  everyPath(async (file, revision = "") => {
    const query = `{ repository(name: "${REPOSITORY}") { commit(rev: "${revision}") { blob(path: "${file}") { content } } } }`;
    const headers = { authorization, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ query }) };
    return (await fetch(`${service.baseUrl}/.api/graphql`, init)).text();
  });

const raw = (authorization: string) =>
  everyPath(async (file, revision) => {
    const at = revision === undefined ? "" : `@${encodeURIComponent(revision)}`;
    return (await service.get(`/${REPOSITORY}${at}/-/raw/${file}`, { authorization })).text();
  });

async function listed(word: string, authorization: string): Promise<string> {
  const filters = [{ contentQuery: word }];
  const { body } = await service.call("ListConversationSummaries", { filters }, { authorization });
  return JSON.stringify(body);
}

const ROUTE_WAYS: Ways = {
  search: async (word) => {
    const texts: string[] = [];
    for (const query of QUERIES) texts.push(await searched(query.replace("WORD", word), agent));
    return texts.join("\n");
  },
  clientConfig: async () => (await service.get("/.api/client-config", { authorization: agent })).text(),
  mcp: async () => JSON.stringify(await client.listTools()), // its tools are below
  graphql: () => graphql(agent)(),
  newInterface: async (word) =>
    [
      await listed(word, agent),
      JSON.stringify(
        (await service.call("GetConversation", { name: "users/1/conversations/1" }, { authorization: agent })).body,
      ),
      await ask(`Where is ${word} used?`, { authorization: agent }),
      await ask(`Where is ${word} used?`, { authorization: agent, "x-plumbline-model": "click" }),
    ].join("\n"),
  legacyInterface: async () => {
    const texts = ["", "?filter_id=1", "/1", "/1/questions/1"].map(async (url) =>
      (await service.get(`/.api/deepsearch/v1${url}`, { authorization: agent })).text(),
    );
    return (await Promise.all(texts))
      .join("\n")
      .replaceAll(/"(?:created_at|updated_at|read_token|share_url)":"[^"]*"/g, "");
  },
  rawFile: async () => {
    const folders = ["", "web", "keys", "data"].map(async (folder) =>
      (await service.get(`/${REPOSITORY}/-/raw/${folder}`, { authorization: agent })).text(),
    );
    return [await raw(agent)(), ...(await Promise.all(folders))].join("\n");
  },
};

async function tool(name: string, args: object): Promise<string> {
  const result = await client.callTool({ name, arguments: { ...args } });
  const [part] = result.content;
  return part?.type === "text" ? part.text : "";
}

const TOOL_WAYS: Ways = {
  plumbline_search: async (word) => {
    const texts: string[] = [];
    for (const query of QUERIES) texts.push(await tool("plumbline_search", { query: query.replace("WORD", word) }));
    return texts.join("\n");
  },
  plumbline_read: async () => {
    const read = everyPath((file, revision) =>
      tool("plumbline_read", { repository: REPOSITORY, path: file, ...(revision !== undefined && { revision }) }),
    );
    const folders = ["", "web", "keys", "data"].map((folder) =>
      tool("plumbline_read", { repository: REPOSITORY, path: folder || "." }),
    );
    return [await read(), ...(await Promise.all(folders))].join("\n");
  },
  plumbline_symbol: (word) => tool("plumbline_symbol", { name: word }),
  plumbline_ask: async (word) =>
    [
      await tool("plumbline_ask", { question: `Where is ${word} defined?` }),
      await tool("plumbline_ask", { question: "What does .env.ts say?" }),
    ].join("\n"),
  plumbline_conversation: () => tool("plumbline_conversation", { conversation: "1" }),
};

const lookUp = async (wanted: LookUp): Promise<string> => {
  const commits = new Commits(new GitPermission([root]));
  const tools = createCodeTools({ engineOf, commits, find: createAnswerFinder({ engineOf, commits }) });
  const { passages, text } = await tools(wanted, [root], AbortSignal.timeout(60_000));
  return JSON.stringify([passages, text]);
};

const MODEL_WAYS: Ways = {
  search: (word) => lookUp({ tool: "search", query: `where is ${word}` }),
  grep: (word) => lookUp({ tool: "grep", pattern: word }),
  read: async () => {
    const texts = [...HELD_BACK, ...OTHER_NAMES].map((file) => lookUp({ tool: "read", path: file }));
    return (await Promise.all(texts)).join("\n");
  },
  symbol: (word) => lookUp({ tool: "symbol", name: word }),
  list: () => lookUp({ tool: "list" }),
  history: () => lookUp({ tool: "history", path: "web" }),
};

/** What differs between two runs, or between two words. */
function plain(text: string): string {
  return text
    .replaceAll(/hidden|absent/gi, "ABSENT")
    .replaceAll(
      /"(?:durationMs|timestamp|time_millis|took\w*)":\d+|conversations\/\d+|deepsearch\/[\w-]+|"\w+Time":"[^"]*"/g,
      "…",
    );
}

describe("what is held back", function () {
  this.timeout(240_000);

  it("has a list of every way to a file", () => {
    assert.deepEqual(Object.keys(ROUTE_WAYS).sort(), Object.keys(ROUTES).sort());
    assert.deepEqual(Object.keys(TOOL_WAYS).sort(), AGENT_TOOLS.map(({ name }) => name).sort());
    assert.deepEqual(Object.keys(MODEL_WAYS).sort(), MODEL_TOOLS.map(({ name }) => name).sort());
  });

  for (const [kind, ways] of Object.entries({
    "the route": ROUTE_WAYS,
    "the tool": TOOL_WAYS,
    "a model's tool": MODEL_WAYS,
  }))
    for (const [name, look] of Object.entries(ways))
      it(`is not given by ${kind} ${name}, which tells nothing of what is in it`, async () => {
        const found = await look(WORD);
        assert.ok(
          !found.includes(VALUE),
          found.slice(Math.max(0, found.indexOf(VALUE) - 600), found.indexOf(VALUE) + 200),
        );
        if (look.length > 0) assert.equal(plain(found), plain(await look(ABSENT)));
      });

  it("is found by the person as ever, in each of these ways", async () => {
    const person = `token ${service.token}`;
    for (const query of QUERIES.filter((each) => !/has\.file|select:file|alsoNowhere/.test(each))) {
      const text = await searched(query.replace("WORD", WORD), person);
      assert.match(text, /event: matches/, query);
    }
    assert.ok((await raw(person)()).split(VALUE).length > 4 * HELD_BACK.length - 1);
    assert.match(await graphql(person)(), new RegExp(VALUE));
    assert.match(await listed(WORD, person), /conversations\/1"/);
    assert.match(await settled("users/1/conversations/1", {}), new RegExp(VALUE));
  });

  it("is refused by the name of its rule, whether or not it is there", async () => {
    for (const [file, rule] of [
      [".env", "never: .env"],
      ["web/.ENV.Local", "never: .env.*"],
      ["none/deploy.pem", "never: *.pem"],
      [".git/config", "never: .git/"],
      [".env::$DATA", "never: .env"],
      ["data/words.ts", ".aiexclude: /data/"],
      ["data/none.ts", ".aiexclude: /data/"],
      ["web/notes.txt", "web/.cursorignore: *.txt"],
      [".aiexclude", "it names what is held back"],
      ["web/.CursorIgnore", "it names what is held back"],
    ] as const) {
      const words = `${file} is held back from agents and models (${rule}).`;
      assert.equal(await tool("plumbline_read", { repository: REPOSITORY, path: file }), words);
      const response = await service.get(`/${REPOSITORY}/-/raw/${file}`, { authorization: agent });
      assert.deepEqual([response.status, await response.text()], [403, `${words}\n`]);
    }
    assert.match(await tool("plumbline_read", { repository: REPOSITORY, path: "hard.txt" }), /another name of a file/);
    assert.match(await lookUp({ tool: "read", path: ".env" }), /\.env is held back from agents and models/);
  });

  it("is not named in a folder to which a link leads", async () => {
    const listed = await tool("plumbline_read", { repository: REPOSITORY, path: "pond" });
    assert.match(listed, /\nopen\.txt\n/);
    assert.doesNotMatch(listed, /notes\.txt|env/i);
    const response = await service.get(`/${REPOSITORY}/-/raw/pond`, { authorization: agent });
    assert.equal(await response.text(), "open.txt\n");
  });

  it("is not given to agents that don't use HTTP", async () => {
    const { signal } = new AbortController();
    const { items } = await service.tools.search(`${WORD} type:file`, { display: 10, signal });
    assert.deepEqual(items, []);
    await assert.rejects(service.tools.readFile({ repository: REPOSITORY, path: ".env" }, { signal }), /held back/);
    await assert.rejects(service.tools.conversation("1", { signal }), /no such conversation/);
  });

  it("is told in one clause where nothing was found, and in a listing", async () => {
    const said = /14 files are held back from agents and models/;
    assert.match(await tool("plumbline_search", { query: ABSENT }), said);
    assert.match(await tool("plumbline_read", { repository: REPOSITORY, path: "." }), said);
    assert.match(await lookUp({ tool: "list" }), /14 files held back/);
    assert.doesNotMatch(await tool("plumbline_search", { query: "sing" }), /held back/);
    assert.match(await tool("plumbline_read", { repository: REPOSITORY, path: ".env.example" }), /1:TOKEN=/);
  });

  it("is not among what a model gets, and the person is told so, and shown all", async () => {
    const answer = await ask(`What is ${WORD} in .env.ts?`, { "x-plumbline-model": "click" });
    assert.ok(answer.includes(VALUE), "the passages are the person's");
    assert.match(answer, /Some files were held back from the model/);
    const sent = model.requests.map((request) => textOfRequest(request)).join("\n");
    assert.match(sent, /hiddenWord/, "the question is the person's own");
    assert.ok(!sent.includes(VALUE));
  });
});
