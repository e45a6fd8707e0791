import assert from "node:assert/strict";
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

describe("a service that repeats what it was sent", () => {
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

  it("doesn't get the token into results, alerts, progress or filters", async () => {
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
