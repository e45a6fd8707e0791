import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { oauthClient } from "../../../../src/api/accounts/oauth.ts";
import { createService } from "../../../../src/api/service.ts";
import { awaitDevice } from "../../../../src/core/accounts/oauth.ts";
import { CLIENT_ID, OAuthServer } from "../../../support/oauthServer.ts";
import { json, plain, ScriptedServer } from "../../../support/scriptedServer.ts";

const REDIRECT = "vscode://plumbline.plumbline/auth";
const lines: string[] = [];
const endpoint = (baseUrl: string) => ({ baseUrl, client: "test 1", log: (line: string) => void lines.push(line) });
const never = new AbortController().signal;

describe("signing in by OAuth", () => {
  it("exchanges the code that came through the browser, with proof that it asked for it", async () => {
    await using server = await OAuthServer.start();
    const client = oauthClient(endpoint(server.baseUrl), CLIENT_ID);
    const request = client.browserRequest(REDIRECT);
    const back = await server.visit(request.page);
    assert.equal(back.searchParams.get("state"), request.state);
    const before = Date.now();
    const pair = await request.exchange(back.searchParams.get("code") ?? "");
    assert.equal(pair.accessToken, server.given[0]?.access);
    assert.equal(pair.refreshToken, server.given[0]?.refresh);
    assert.equal(pair.clientId, CLIENT_ID);
    assert.ok((pair.expiresAt ?? 0) - before >= 3_600_000 && (pair.dueAt ?? 0) - before >= 3_300_000);
    await client.close();
  });

  it("uses a code once, and never one that another request asked for", async () => {
    await using server = await OAuthServer.start();
    const client = oauthClient(endpoint(server.baseUrl), CLIENT_ID);
    const request = client.browserRequest(REDIRECT);
    const code = (await server.visit(request.page)).searchParams.get("code") ?? "";
    await request.exchange(code);
    await assert.rejects(request.exchange(code), { code: "signInExpired" });
    const stolen = (await server.visit(request.page)).searchParams.get("code") ?? "";
    await assert.rejects(client.browserRequest(REDIRECT).exchange(stolen), { code: "signInExpired" });
    assert.notEqual(client.browserRequest(REDIRECT).state, request.state);
    await client.close();
  });

  it("tells apart who says no", async () => {
    await using server = await OAuthServer.start();
    server.consent = "deny";
    const client = oauthClient(endpoint(server.baseUrl), CLIENT_ID);
    const { searchParams } = await server.visit(client.browserRequest(REDIRECT).page);
    const refusal = client.refusal(searchParams.get("error") ?? "", searchParams.get("error_description") ?? "");
    assert.deepEqual([refusal.code, refusal.message], ["signInDenied", "access_denied: The user said no"]);
    await assert.rejects(server.visit(client.browserRequest(`${REDIRECT}?windowId=1`).page), /not registered/);
    const stranger = oauthClient(endpoint(server.baseUrl), "sgo_cid_stranger");
    await assert.rejects(stranger.startDevice(), { code: "clientRejected" });
    await Promise.all([client.close(), stranger.close()]);
  });

  it("is not offered by an instance without an OAuth server, which is told as such", async () => {
    await using server = await ScriptedServer.start((_, response) => {
      plain(response, 404, "page not found");
    });
    const client = oauthClient(endpoint(server.baseUrl), CLIENT_ID);
    await assert.rejects(client.startDevice(), { code: "unsupported" });
    await client.close();
  });

  it("repeats no secret where a refusal does, and logs none", async () => {
    await using server = await OAuthServer.start();
    const client = oauthClient(endpoint(server.baseUrl), CLIENT_ID);
    await assert.rejects(client.refresh({ accessToken: "a", refreshToken: "finch/of the@tree", clientId: CLIENT_ID }), {
      code: "sessionEnded",
      message: /^invalid_grant: You sent .*refresh_token=\[redacted\]$/,
    });
    assert.ok(lines.some((line) => line.startsWith("POST /.auth/idp/oauth/token 400")));
    assert.doesNotMatch(lines.join("\n"), /(?:code|access|refresh|device)-[0-9a-f]{40}|finch/);
    await client.close();
  });

  it("gets a new pair for a refresh token, which works once, and ends at the service", async () => {
    await using server = await OAuthServer.start();
    const client = oauthClient(endpoint(server.baseUrl), CLIENT_ID);
    const request = client.browserRequest(REDIRECT);
    const pair = await request.exchange((await server.visit(request.page)).searchParams.get("code") ?? "");
    const fresh = await client.refresh(pair);
    assert.deepEqual([fresh.accessToken, fresh.refreshToken], Object.values(server.given[1] ?? {}));
    await client.revoke(fresh);
    assert.deepEqual(server.revoked, [fresh.refreshToken]);
    await assert.rejects(client.refresh(fresh), { code: "sessionEnded" });
    await client.close();
  });

  it("sends a bearer token, and after a 401 once more with a new one, also what must not be sent twice", async () => {
    const bodies: string[] = [];
    let isChallenging = false;
    await using server = await OAuthServer.start(({ body }, response) => {
      bodies.push(body);
      if (isChallenging) response.setHeader("x-example-u2f-challenge", "true");
      plain(response, isChallenging ? 401 : 500, "no");
    });
    const client = oauthClient(endpoint(server.baseUrl), CLIENT_ID);
    const request = client.browserRequest(REDIRECT);
    let pair = await request.exchange((await server.visit(request.page)).searchParams.get("code") ?? "");
    const refused: string[] = [];
    const bearer = {
      current: () => Promise.resolve(pair.accessToken),
      renewed: async (token: string) => {
        refused.push(token);
        pair = await client.refresh(pair);
        return pair.accessToken;
      },
    };
    const memory = { get: () => "new" as const, set: () => undefined };
    const service = createService({ ...endpoint(server.baseUrl), token: () => Promise.resolve(bearer) }, memory);
    const first = pair.accessToken;
    server.expireAccess();
    await assert.rejects(service.createConversation("Where?"), { code: "serverError" });
    assert.deepEqual(refused, [first]);
    assert.equal(bodies.length, 1); // the refused requests reached nobody
    // The token of somebody who must pass a check in the browser is as good as before.
    isChallenging = true;
    await assert.rejects(service.createConversation("Where?"), { code: "browserCheck" });
    isChallenging = false;
    assert.deepEqual(refused, [first]);
    // A token that is refused as soon as it is issued is not tried for ever.
    server.endAll();
    bearer.renewed = (token) => {
      refused.push(token);
      return Promise.resolve("sgo_access_wrong");
    };
    await assert.rejects(service.readFile({ repository: "r", path: "p" }), { code: "unauthorized" });
    assert.equal(refused.length, 2);
    await Promise.all([service.close(), client.close()]);
  });
});

describe("signing in with a code that is typed", () => {
  /** Waits without taking time, and reports how long it would have been. */
  async function outcome(server: OAuthServer, then: (polls: number) => void, expiresInMs = 1_800_000) {
    const client = oauthClient(endpoint(server.baseUrl), CLIENT_ID);
    const device = await client.startDevice();
    let now = device.expiresAt - expiresInMs;
    const waits: number[] = [];
    const wait = (ms: number): Promise<void> => {
      now += ms;
      waits.push(ms / 1000);
      then(waits.length);
      return Promise.resolve();
    };
    try {
      const pair = await awaitDevice(client, device, { signal: never, wait, now: () => now });
      return { pair, waits, device };
    } catch (error) {
      return { error: error as { code: string }, waits, device };
    } finally {
      await client.close();
    }
  }

  it("waits as long as the service wants, and longer where it says so", async () => {
    await using server = await OAuthServer.start();
    const { pair, waits, device } = await outcome(server, (polls) => {
      const [given] = server.devices;
      if (given && polls === 1) given.slowDowns = 1;
      if (given && polls === 3) given.outcome = "allowed";
    });
    assert.equal(device.userCode, "FINCH-WREN");
    assert.equal(device.page, `${server.baseUrl}/device`);
    assert.deepEqual(waits, [5, 10, 10]);
    assert.equal(pair?.accessToken, server.given[0]?.access);
  });

  it("takes a lifetime that is none, or has no end, for one that was not told", async () => {
    let life: unknown;
    const code = { device_code: "d", user_code: "A-B", verification_uri: "https://e.example/device" };
    const token = { access_token: "a", token_type: "bearer" };
    await using server = await ScriptedServer.start((_, response) => {
      json(response, { ...code, ...token, expires_in: life });
    });
    const client = oauthClient(endpoint(server.baseUrl), CLIENT_ID);
    for (life of [0, -1, "-5", "soon", null, [], {}, true]) {
      const pair = await client.refresh({ accessToken: "old", clientId: CLIENT_ID, refreshToken: "r" });
      assert.equal(pair.expiresAt, undefined, String(life));
      const device = await client.startDevice();
      assert.ok(device.expiresAt > Date.now() + 60_000, String(life));
    }
    for (life of [1e308, "9999999999999999999999"]) {
      const pair = await client.refresh({ accessToken: "old", clientId: CLIENT_ID, refreshToken: "r" });
      assert.deepEqual(JSON.parse(JSON.stringify(pair)), pair, String(life)); // as it is kept
      assert.ok((await client.startDevice()).expiresAt < Date.now() + 86_401_000);
    }
    life = "3600";
    const pair = await client.refresh({ accessToken: "old", clientId: CLIENT_ID, refreshToken: "r" });
    assert.ok(Math.abs((pair.expiresAt ?? 0) - Date.now() - 3_600_000) < 60_000);
    await client.close();
  });

  it("takes no token that no header can carry", async () => {
    let token = "";
    await using server = await ScriptedServer.start((_, response) => {
      json(response, { access_token: token, token_type: "bearer" });
    });
    const client = oauthClient(endpoint(server.baseUrl), CLIENT_ID);
    for (token of ["a\nb", "a b", "a\r", "ä", "\u202ea"])
      await assert.rejects(client.poll("d"), { code: "malformed" }, JSON.stringify(token));
    await client.close();
  });

  it("takes no code that nobody could type, and no page that is none", async () => {
    let code = "";
    let page = "https://e.example/device";
    await using server = await ScriptedServer.start((_, response) => {
      json(response, { device_code: "d", user_code: code, verification_uri: page, expires_in: 60, interval: 5 });
    });
    const client = oauthClient(endpoint(server.baseUrl), CLIENT_ID);
    for (code of ["WDJB-MJHT", "FINCH WREN", "12345678", "käse.9"])
      assert.equal((await client.startDevice()).userCode, code);
    for (code of [
      "A\nSign in at e.example",
      "\u202eABC",
      "",
      "-",
      "A\u2028B",
      "A\u200bB",
      "x".repeat(65),
      "<b>",
      "\u0000",
    ])
      await assert.rejects(client.startDevice(), { code: "malformed" }, JSON.stringify(code));
    code = "ABC";
    for (page of ["javascript:alert(1)", "/device", "", "file:///etc/passwd", "vscode://x"])
      await assert.rejects(client.startDevice(), { code: "malformed" }, page);
    page = "https://e.example/\u202edevice\n";
    assert.equal((await client.startDevice()).page, "https://e.example/%E2%80%AEdevice");
    await client.close();
  });

  it("ends when somebody says no, and when the code ends at either side", async () => {
    await using server = await OAuthServer.start();
    const as = (outcome: "denied" | "expired") => () => {
      const device = server.devices.at(-1);
      if (device) device.outcome = outcome;
    };
    assert.equal((await outcome(server, as("denied"))).error?.code, "signInDenied");
    assert.equal((await outcome(server, as("expired"))).error?.code, "signInExpired");
    const { error, waits } = await outcome(server, () => undefined, 12_000);
    assert.equal(error?.code, "signInExpired");
    assert.deepEqual(waits, [5, 5, 5]);
  });

  it("asks less often while the service can't be reached, and goes on", async () => {
    await using server = await OAuthServer.start();
    const { pair, waits } = await outcome(server, (polls) => {
      for (const socket of polls < 3 ? server.server.sockets : []) socket.destroy();
      const [given] = server.devices;
      if (given && polls === 4) given.outcome = "allowed";
    });
    assert.ok(pair);
    assert.ok(waits.length >= 4 && waits.every((seconds) => seconds >= 5), String(waits));
  });

  it("is stopped at once", async () => {
    const abort = new AbortController();
    const polling = awaitDevice(
      { poll: () => Promise.resolve("pending") },
      { deviceCode: "d", userCode: "u", page: "p", expiresAt: Infinity, intervalMs: 60_000 },
      { signal: abort.signal },
    );
    abort.abort();
    await assert.rejects(polling, { name: "AbortError" });
  });
});
