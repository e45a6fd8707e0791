// Has a model write the answers to twenty questions about the sample, and prints what came of each.
//   npm run try:model -- ADDRESS MODEL [--key-from VARIABLE] [--questions N]
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { argv, env, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { endpointModel } from "../../src/api/models/endpointModel.ts";
import { modelServer } from "../../src/api/models/modelServer.ts";
import { parseModelAddress } from "../../src/core/model/modelServer.ts";
import { tryModel } from "../../src/core/model/modelTrial.ts";
import { startLocalService } from "../../src/local/server/localService.ts";
import { findEngineProgram } from "../../src/local/code/engine/engineProgram.ts";
import { makeSample } from "../support/sample.mjs";
import { makeTemporaryFolder } from "../unit/git/temporaryRepositories.ts";

const QUESTIONS = [
  "How does the event parser handle a byte order mark?",
  "What happens to a line of an event stream that has no colon?",
  "How is the retry field of an event parsed, and what if it is no number?",
  "Which errors can the event stream parser report?",
  "How does the parser deal with chunks that end in a carriage return?",
  "What does the reset function of the parser do?",
  "How do I parse events from a web stream?",
  "Where is an event's id kept, and when is it ignored?",
  "How does undici decide when to retry a request?",
  "Which status codes are retried by default?",
  "How is the Retry-After header read?",
  "What does the balanced pool do with an upstream that fails?",
  "How does the proxy agent open a tunnel?",
  "Where are redirects followed, and how many?",
  "How are cookies parsed?",
  "What is the difference between a Pool and a Client?",
  "How does the mock agent match a request to an interceptor?",
  "When does a body timeout fire, and which error is thrown?",
  "How does the cache interceptor decide whether a response may be stored?",
  "How is a WebSocket frame decoded?",
];

const { positionals, values } = parseArgs({
  args: argv.slice(2),
  allowPositionals: true,
  options: { "key-from": { type: "string" }, questions: { type: "string", default: String(QUESTIONS.length) } },
});
const [address = "", modelName = ""] = positionals;
const baseUrl = parseModelAddress(address);
if (baseUrl === undefined || modelName === "") {
  stderr.write("npm run try:model -- ADDRESS MODEL [--key-from VARIABLE] [--questions N]\n");
  exit(1);
}
const key = values["key-from"] === undefined ? undefined : env[values["key-from"]];
const endpoint = { baseUrl, key: () => Promise.resolve(key), client: "plumbline", log: () => undefined };
const { signal } = new AbortController();

const tried = await tryModel(
  endpointModel({ ...endpoint, model: modelName, id: modelName, limits: { tools: "unknown" } }),
  signal,
);
const server = modelServer(endpoint);
const found = await server.describe(modelName, signal);
await server.close();
const limits = { ...found, tools: tried.tools };
stdout.write(
  `${modelName} at ${baseUrl}: context ${limits.inputTokens ?? "unknown"}, tools ${limits.tools}, ${tried.tokensPerSecond ?? "?"} tokens a second\n\n`,
);
const model = endpointModel({ ...endpoint, model: modelName, id: `${modelName} at ${new URL(baseUrl).host}`, limits });

const temporary = makeTemporaryFolder();
const sample = path.join(temporary.root, "sample");
mkdirSync(sample);
makeSample(sample);
const service = await startLocalService({
  folders: [sample],
  gitFolders: [sample],
  storeDir: path.join(temporary.root, "store"),
  engineProgram: await findEngineProgram(),
  models: { take: () => model },
  log: (level, message) => {
    if (level === "error") stderr.write(`${message}\n`);
  },
});

interface Written {
  readonly has_words: boolean;
  readonly rounds: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly statements?: number;
  readonly unsourced?: number;
  readonly unfound?: number;
  readonly notes?: readonly string[];
  readonly failure?: { readonly code: string; readonly message: string };
}

interface Read {
  readonly name: string;
  readonly state: Readonly<Record<string, unknown>>;
  readonly questions: readonly {
    readonly answer?: readonly { readonly markdown: { readonly text: string } }[];
    readonly plumbline_written?: Written;
  }[];
}

async function call(method: string, body: object): Promise<Read> {
  const response = await fetch(`${service.baseUrl}/api/deepsearch.v1.Service/${method}`, {
    method: "POST",
    headers: {
      authorization: `token ${service.token}`,
      "content-type": "application/json",
      "x-plumbline-model": "tried",
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Read;
}

const total = { statements: 0, unsourced: 0, unfound: 0, links: 0, input: 0, output: 0, seconds: 0, failed: 0 };
const row = (...cells: readonly (string | number)[]) => {
  const [question = "", ...numbers] = cells.map(String);
  stdout.write(`${question.slice(0, 58).padEnd(60)}${numbers.map((cell) => cell.padStart(9)).join("")}\n`);
};
row("question", "stmts", "sourced", "links", "unfound", "rounds", "in", "out", "s");
for (const question of QUESTIONS.slice(0, Number(values.questions))) {
  const started = performance.now();
  let read = await call("CreateConversation", {
    parent: "users/~self",
    conversation: { questions: [{ input: [{ question: { text: question } }] }] },
  });
  while ("processing" in read.state) {
    await sleep(250);
    read = await call("GetConversation", { name: read.name });
  }
  const seconds = (performance.now() - started) / 1000;
  const [answered] = read.questions;
  const written = answered?.plumbline_written;
  const words = written?.has_words ? (answered?.answer?.[0]?.markdown.text ?? "") : "";
  const links = [...words.matchAll(/\]\(/g)].length;
  const { statements = 0, unsourced = 0, unfound = 0, failure } = written ?? {};
  row(
    question,
    statements,
    statements - unsourced,
    links,
    unfound,
    written?.rounds ?? 0,
    written?.input_tokens ?? 0,
    written?.output_tokens ?? 0,
    seconds.toFixed(1),
  );
  if (failure) stdout.write(`  ${failure.code}: ${failure.message}\n`);
  for (const note of written?.notes ?? []) stdout.write(`  ${note}\n`);
  total.statements += statements;
  total.unsourced += unsourced;
  total.unfound += unfound;
  total.links += links;
  total.input += written?.input_tokens ?? 0;
  total.output += written?.output_tokens ?? 0;
  total.seconds += seconds;
  if (failure || !words) total.failed++;
}
row(
  `all (${total.failed} without words, or broken off)`,
  total.statements,
  total.statements - total.unsourced,
  total.links,
  total.unfound,
  "",
  total.input,
  total.output,
  total.seconds.toFixed(1),
);
await service.close();
rmSync(temporary.root, { recursive: true, force: true });
