import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { endpointModel } from "../../src/api/models/endpointModel.ts";
import { createService } from "../../src/api/service.ts";
import type { Question } from "../../src/core/model/conversation.ts";
import type { CodeSearchService } from "../../src/core/model/service.ts";
import { answerSteps, type ReadAnswers } from "../../src/core/sources/answerSources.ts";
import { inSlices } from "../../src/core/text/timeSlices.ts";
import { exactProcessorTime, watchTurns } from "../support/turns.ts";
import { median } from "./measure.ts";
import { limit, type Row, type Scale } from "./results.ts";

const ROUNDS = 5;
const QUERY = { text: "x", patternType: "keyword", display: 1_000_000, contextLines: 1 } as const;
const TOOLS = [{ name: "read", description: "Reads lines.", inputSchema: { type: "object" } }];

/**
 * The longest turn of the client, in processor time, over what a service or a model may send that is large in one place:
 * one match, lines that are no events, JSON without end, calls without end, one block of an answer.
 */
export async function heldRows({ isShort }: Scale): Promise<readonly Row[]> {
  const size = isShort ? 0.1 : 1;
  const rounds = isShort ? 1 : ROUNDS;
  const row = async (what: string, works: readonly (() => Promise<void>)[]): Promise<Row> => {
    const longest: number[] = [];
    for (const work of works) {
      const turns: number[] = [];
      for (let round = 0; round < rounds; round++) turns.push(await longestTurn(work));
      longest.push(median(turns));
    }
    return limit(`client, longest turn over ${what}, processor time`, Math.max(...longest), "ms", "atMost", 50);
  };
  const streams = (bodies: readonly string[]) => bodies.map((body) => serving(body, "text/event-stream", search));
  return [
    await row("one long match", streams(longMatches(size))),
    await row("lines that are no events", streams([`${"abc\n".repeat(1e6 * size)}\n`, ":\n\n".repeat(1e6 * size)])),
    await row(
      "JSON without end",
      endlessJson(size).map((body) => serving(body, "application/json", getConversation)),
    ),
    await row(
      "words and calls without end",
      endlessWords(size).map((body) => serving(body, "text/event-stream", askModel)),
    ),
    await row(
      "one block of a growing answer",
      longBlocks(size).map((text) => () => readGrowing(text)),
    ),
  ];
}

async function longestTurn(work: () => Promise<void>): Promise<number> {
  const turns = watchTurns(exactProcessorTime);
  await work();
  await nextTurn();
  return turns.stop();
}

/** Reads a body that is served compressed. */
function serving(body: string, type: string, read: (baseUrl: string) => Promise<void>): () => Promise<void> {
  const packed = gzipSync(body, { level: 1 });
  return async () => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": type, "content-encoding": "gzip" }).end(packed);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await read(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).finally(() => server.close());
  };
}

async function withService(baseUrl: string, use: (service: CodeSearchService) => Promise<unknown>): Promise<void> {
  const endpoint = { baseUrl, token: () => Promise.resolve("secret"), client: "bench 1", log: () => undefined };
  const service = createService(endpoint, { get: () => "new", set: () => undefined });
  await use(service).catch(() => undefined); // most of it is refused, which is right
  await service.close();
}

const search = (baseUrl: string): Promise<void> =>
  withService(baseUrl, async (service) => {
    for await (const event of service.search(QUERY)) {
      if (event.type !== "matches") continue;
      const [item] = event.matches.itemsAsFound(0, 1);
      if (item) event.matches.lines(item.index, 0, 100);
    }
  });

const getConversation = (baseUrl: string): Promise<void> =>
  withService(baseUrl, (service) => service.getConversation("users/~self/conversations/7"));

async function askModel(baseUrl: string): Promise<void> {
  const model = endpointModel({
    baseUrl,
    key: () => Promise.resolve(undefined),
    client: "bench 1",
    log: () => undefined,
    model: "m",
    id: "m",
    limits: { tools: "yes" },
  });
  const request = { messages: [{ role: "user", text: "?" }], tools: TOOLS } as const;
  const parts = model.send(request, { signal: new AbortController().signal })[Symbol.asyncIterator]();
  try {
    while (!(await parts.next()).done) continue;
  } catch {
    return; // calls without end are refused
  }
}

async function readGrowing(text: string): Promise<void> {
  let before: ReadAnswers | undefined;
  for (const part of [0.9, 0.95, 1]) {
    const partialAnswer = text.slice(0, text.length * part);
    const question: Question = {
      id: "0",
      text: "?",
      outcome: { status: "processing", steps: [], partialAnswer },
      listedSources: [],
      suggestedFollowUps: [],
    };
    before = await inSlices(answerSteps({ questions: [question] }, "http://127.0.0.1", before));
  }
}

function many<T>(count: number, make: (at: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

/** Events of almost 10 MB, the most that is accepted, with one match each. */
function longMatches(size: number): readonly string[] {
  const place = (line: number, column: number) => ({ offset: 0, line, column });
  const chunk = (content: string, ranges: readonly object[]) => ({ content, contentStart: place(0, 0), ranges });
  const file = (...chunkMatches: readonly object[]) => ({ type: "content", path: "p", chunkMatches });
  const commit = (text: string, ranges: readonly unknown[]) => ({
    type: "commit",
    message: "m",
    content: `\`\`\`COMMIT_EDITMSG\n${text}\`\`\``,
    ranges,
  });
  const lines = (count: number) => many(count, (at) => ({ start: place(at, 0), end: place(at, 1) }));
  const matches = [
    {
      type: "symbol",
      path: "p",
      symbols: many(100_000 * size, (at) => ({ name: `n${at}`, url: `/r/-/blob/p?L${at}` })),
    },
    commit(
      "word word\n".repeat(50_000 * size),
      many(50_000 * size, (at) => [at + 1, 0, 4]),
    ),
    commit("word word\n".repeat(900_000 * size), [[1, 0, 4]]),
    commit("w\r\n".repeat(1_900_000 * size), [[1, 0, 1]]),
    file(chunk("x\n".repeat(90_000 * size), lines(90_000 * size))),
    file(
      chunk(
        "x\n".repeat(90_000 * size),
        many(90_000 * size, (at) => ({ start: place(at, 0), end: place(at + 99, 1) })),
      ),
    ),
    file(
      chunk(
        "x".repeat(90_000 * size),
        many(90_000 * size, (at) => ({ start: place(0, at), end: place(0, at + 50) })),
      ),
    ),
    file(...many(50_000 * size, (at) => ({ ...chunk("x\n", lines(1)), contentStart: place(3 * at, 0) }))),
    { type: "path", path: "p", ...Object.fromEntries(many(600_000 * size, (at) => [`field${at}`, 1])) },
  ];
  return matches.map(
    (match) => `event: matches\ndata: ${JSON.stringify([{ repository: "r", ...match }])}\n\nevent: done\ndata: {}\n\n`,
  );
}

function endlessJson(size: number): readonly string[] {
  const conversation = (questions: string) => `{"name":"users/~self/conversations/7","questions":[${questions}]}`;
  return [
    "[".repeat(4e6 * size),
    '{"a":'.repeat(1e6 * size),
    conversation(`${"{},".repeat(1.3e6 * size)}{}`),
    `{${many(4e5 * size, (at) => `"field${at}":1`).join(",")}}`,
    conversation(JSON.stringify({ answer: "Words. ".repeat(1.4e6 * size) })),
  ];
}

function endlessWords(size: number): readonly string[] {
  const event = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
  const words = (content: string) => event({ content });
  const call = (at: number) => event({ tool_calls: [{ id: `c${at}`, function: { name: "read", arguments: "{}" } }] });
  return [
    `${"abc\n".repeat(1e6 * size)}\n`,
    words("a word\n```\n".repeat(8e5 * size)),
    words("<tool_call><a><b>".repeat(2e4 * size)),
    words("<function=a>".repeat(10)).repeat(3e3 * size),
    many(5e4 * size, call).join(""),
  ].map((body) => `${body}data: [DONE]\n\n`);
}

/** As long as what is parsed of an answer. */
function longBlocks(size: number): readonly string[] {
  const length = 100_000 * size;
  const filled = (line: string) => line.repeat(length / line.length);
  return [
    filled("- **item** with `code` and [a link](/r/-/blob/a.ts?L1)\n"),
    many(350, (at) => `${"  ".repeat(at)}- x\n`).join(""),
    `| a | b |\n| - | - |\n${filled("| `x` | words |\n")}`,
    filled("> quoted *words*\n"),
    filled("\\*\\_\\["),
    filled("word word word. "),
  ];
}
