import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { describe, it } from "mocha";
import { concealer } from "../../../../src/api/http/concealment.ts";
import { createService } from "../../../../src/api/service.ts";
import { SETTINGS } from "../../../support/networkSettings.ts";
import { json, plain, ScriptedServer } from "../../../support/scriptedServer.ts";

const TOKEN = "sgp_0123456789abcdef_0123456789abcdef0123456789abcdef01234567";
const GATEWAY_KEY = "k3y/of<the>gateway";
const QUERY = { text: "x", patternType: "keyword", display: 9, contextLines: 0 } as const;
const serviceAt = (baseUrl: string, interfaceName: "new" | "legacy" = "new") =>
  createService(
    {
      baseUrl,
      token: () => Promise.resolve(TOKEN),
      client: "test 1",
      log: () => undefined,
      network: {
        settings: () => ({ ...SETTINGS, headers: { "x-gateway-key": GATEWAY_KEY, "x-team": "search-team" } }),
      },
    },
    { get: () => interfaceName, set: () => undefined },
  );

/** Everything that an object contains, as text. */
function everythingOf(value: unknown): string {
  return JSON.stringify(value);
}

/** How a text can be written, so that whoever reads it has the same text again. */
const ESCAPES: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "with slashes as PHP writes them": (text) => text.replaceAll("/", "\\/"),
  "as Go writes it": (text) => text.replace(/[<>&]/g, (sign) => inHex(sign, (hex) => hex)),
  "with each letter escaped": (text) => text.replace(/[^{}":,[\]\\]/g, (letter) => inHex(letter, (hex) => hex)),
  "with capital digits": (text) =>
    text.replace(/[^{}":,[\]\\a-f]/g, (letter) => inHex(letter, (hex) => hex.toUpperCase())),
  "as in an address": (text) => text.replace(/[<>/&]/g, encodeURIComponent),
  "as in an address, each letter": (text) =>
    text.replace(/[^{}":,[\]\\]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  "as in a page": (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  "as in a page, by number": (text) => text.replace(/[<>&/]/g, (sign) => `&#${String(sign.charCodeAt(0))};`),
};

function inHex(letter: string, spelt: (hex: string) => string): string {
  return `\\u${spelt(letter.charCodeAt(0).toString(16).padStart(4, "0"))}`;
}

/** What a reader may make of a text: the text itself, and with its escapes resolved. */
function readings(text: string): readonly string[] {
  const unescaped = text
    .replace(/\\+u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\+\//g, "/");
  const addresses = unescaped.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const page = unescaped
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
  return [text, unescaped, addresses, page];
}

describe("a service that repeats what it was sent", () => {
  const SECRET = "Zx9/ab&cd<ef>gh+ij=kl12345";
  /** Each says the secret, written in some way, in another place of an answer. */
  const ANSWERS: Readonly<Record<string, (said: string, response: ServerResponse) => void>> = {
    "the message of a refusal": (said, response) => {
      response.writeHead(403, { "content-type": "application/json" }).end(`{"message":"no access for ${said}"}`);
    },
    "a nested message": (said, response) => {
      response.writeHead(500, { "content-type": "application/json" }).end(`{"error":{"message":"${said}"}}`);
    },
    "a refusal in plain text": (said, response) => {
      plain(response, 400, `bad: ${said}`);
    },
    "the name of an encoding": (said, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": said }).end("{}");
    },
    "the type of an answer": (said, response) => {
      response.writeHead(200, { "content-type": `text/${said}` }).end("no JSON");
    },
    "the name of a trace": (said, response) => {
      response.writeHead(500, { "content-type": "text/plain", "x-trace": said }).end("no");
    },
    "the host's path of a redirect": (said, response) => {
      response.writeHead(302, { location: `https://elsewhere.example/${said}/x` }).end();
    },
    "the path of a redirect to itself": (said, response) => {
      response.writeHead(302, { location: `/${said}/x` }).end();
    },
    "what is no JSON": (said, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(`{"name": ${said}`);
    },
    "a conversation": (said, response) => {
      const question = `{"id":1,"question":"${said}","answer":[{"markdown":{"text":"${said}"}}],"status":"completed"}`;
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(`{"name":"users/1/conversations/2","id":2,"title":"${said}","questions":[${question}],"url":"${said}"}`);
    },
    "the events of a search": (said, response) => {
      response
        .writeHead(200, { "content-type": "text/event-stream" })
        .end(
          `event: matches\ndata: [{"type":"path","repository":"${said}","path":"${said}"}]\n\n` +
            `event: progress\ndata: {"skipped":[{"title":"${said}","message":"${said}"}]}\n\n` +
            `event: alert\ndata: {"title":"${said}","description":"${said}"}\n\n` +
            `event: filters\ndata: [{"value":"${said}","label":"${said}"}]\n\n` +
            `event: error\ndata: {"message":"${said}"}\n\nevent: done\ndata: {}\n\n`,
        );
    },
  };

  for (const [place, answer] of Object.entries(ANSWERS)) {
    it(`gets the token into nothing that is shown, kept or logged, however it is written, by ${place}`, async () => {
      let said = "";
      await using server = await ScriptedServer.start((_, response) => {
        answer(said, response);
      });
      for (const [way, written] of Object.entries(ESCAPES)) {
        said = written(SECRET);
        const logged: string[] = [];
        const service = createService(
          {
            baseUrl: server.baseUrl,
            token: () => Promise.resolve(SECRET),
            client: "test 1",
            log: (line) => logged.push(line),
            deadlines: { retryMs: 1 },
          },
          { get: () => "new", set: () => undefined },
        );
        const told: unknown[] = logged;
        const tell = (error: unknown): void => {
          for (let each = error; each instanceof Error; each = each.cause)
            told.push(each.message, Object.entries(each));
        };
        await service.getConversation("users/1/conversations/2").then((read) => told.push(read), tell);
        try {
          for await (const event of service.search(QUERY))
            told.push(event.type === "matches" ? event.matches.repositories(0, 1) : event);
        } catch (error) {
          tell(error);
        }
        await service.close();
        const all = everythingOf(told);
        for (const reading of [...readings(all), ...readings(JSON.stringify(JSON.parse(all)))])
          assert.ok(!reading.includes(SECRET), `${way}: ${all}`);
      }
    });
  }

  for (const name of ["new", "legacy"] as const) {
    it(`doesn't get the token into a conversation of the ${name} interface`, async () => {
      await using server = await ScriptedServer.start(({ headers }, response) => {
        const said = `You sent ${String(headers.authorization)} and ${String(headers["x-gateway-key"])}.`;
        json(response, {
          name: "users/1/conversations/2",
          id: 2,
          title: said,
          state: { error: { message: said } },
          questions: [
            {
              id: 1,
              question: said,
              answer: name === "new" ? [{ markdown: { text: said } }] : said,
              status: "completed",
            },
          ],
          url: `https://x.example/?token=${String(headers.authorization).slice(6)}`,
        });
      });
      const service = serviceAt(server.baseUrl, name);
      const all = everythingOf(await service.getConversation("users/1/conversations/2"));
      await service.close();
      assert.match(all, /You sent token \*{61} and \*{18}\./);
      assert.ok(!all.includes(TOKEN) && !all.includes(GATEWAY_KEY), all);
    });
  }

  it("doesn't get the token into results, alerts, progress, filters or the names of events", async () => {
    await using server = await ScriptedServer.start((_, response) => {
      const event = (type: string, data: unknown) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
      const place = (column: number) => ({ offset: column, line: 0, column });
      const content = `a ${TOKEN} b ${GATEWAY_KEY} search-team hit`;
      const column = content.indexOf("hit");
      const chunk = { content, contentStart: place(0), ranges: [{ start: place(column), end: place(column + 3) }] };
      response
        .writeHead(200, { "content-type": "text/event-stream" })
        .end(
          event("matches", [{ type: "content", repository: TOKEN, path: TOKEN, chunkMatches: [chunk] }]) +
            event("progress", { matchCount: 1, skipped: [{ title: TOKEN }] }) +
            event("filters", [{ value: TOKEN, label: GATEWAY_KEY }]) +
            event("alert", { title: TOKEN, proposedQueries: [{ query: `x ${TOKEN}` }] }).replace(/\n/g, "\r\n") +
            event("error", { message: TOKEN }) +
            event(`${TOKEN} of ${encodeURIComponent(GATEWAY_KEY)}`, {}) +
            event("done", {}),
        );
    });
    const service = serviceAt(server.baseUrl);
    const told: unknown[] = [];
    for await (const event of service.search(QUERY)) {
      if (event.type !== "matches") told.push(event);
      else told.push(event.matches.items(0, 0, 1), event.matches.repositories(0, 1), event.matches.lines(0, 0, 1));
    }
    await service.close();
    const all = everythingOf(told);
    assert.ok(!all.includes(TOKEN) && !all.includes(GATEWAY_KEY), all);
    assert.ok(!all.includes(encodeURIComponent(GATEWAY_KEY)), all);
    assert.match(all, /search-team/, "a header's value that is a word stays");
    const [line] = told[2] as readonly { text: string; ranges: readonly { start: number; end: number }[] }[];
    assert.equal(line?.text.slice(line.ranges[0]?.start, line.ranges[0]?.end), "hit");
  });

  it("doesn't get the token into a file", async () => {
    await using server = await ScriptedServer.start((_, response) => {
      plain(response, 200, `const a = "${TOKEN}";`);
    });
    const service = serviceAt(server.baseUrl);
    const text = new TextDecoder().decode(await service.readFile({ repository: "r", path: "p" }));
    await service.close();
    assert.equal(text, `const a = "${"*".repeat(TOKEN.length)}";`);
  });

  it("is found out in every way to write it, and nothing else is touched", () => {
    const conceal = concealer({ token: GATEWAY_KEY, others: ["password", "search-team", "123456789012345"] });
    const forms = [
      "k3y/of<the>gateway",
      "k3y\\/of<the>gateway",
      "k3y/of\\u003cthe\\u003egateway",
      "k3y%2Fof%3Cthe%3Egateway",
    ];
    for (const form of forms) {
      const bytes = Buffer.from(`{"a":"漢${form}${form}","n":123456789012345,"b":"password search-team"}`);
      conceal(bytes);
      const stars = "*".repeat(2 * form.length);
      assert.equal(bytes.toString(), `{"a":"漢${stars}","n":123456789012345,"b":"password search-team"}`);
    }
  });
});
