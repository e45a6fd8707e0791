import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { oauthClient } from "../../../../src/api/accounts/oauth.ts";
import type { TokenPair } from "../../../../src/core/accounts/oauth.ts";
import { OAuthTokens, type OAuthTokenParts } from "../../../../src/host/accounts/oauthTokens.ts";
import { CLIENT_ID, OAuthServer } from "../../../support/oauthServer.ts";

const ID = "an-account";

describe("tokens of an OAuth sign-in", () => {
  let folder: string;
  let server: OAuthServer;
  /** Shared by all windows. */
  let secrets: Map<string, TokenPair>;
  let stored: TokenPair[];
  let ends: string[];

  /** One window. */
  const open = (parts: Partial<OAuthTokenParts> = {}): OAuthTokens =>
    new OAuthTokens({
      store: {
        pair: (id) => Promise.resolve(secrets.get(id)),
        setPair: (id, pair) => {
          stored.push(pair);
          secrets.set(id, pair);
          return Promise.resolve();
        },
      },
      client: (_, clientId) =>
        Promise.resolve(oauthClient({ baseUrl: server.baseUrl, client: "test 1", log: () => undefined }, clientId)),
      lockFolder: join(folder, "locks"),
      onDidEnd: (id, why) => ends.push(`${id} ${why.code}`),
      graceMs: 20,
      ...parts,
    });

  const kept = (): TokenPair => {
    const pair = secrets.get(ID);
    assert.ok(pair);
    return pair;
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "plumbline-"));
    server = await OAuthServer.start();
    secrets = new Map();
    stored = [];
    ends = [];
    const client = oauthClient({ baseUrl: server.baseUrl, client: "test 1", log: () => undefined }, CLIENT_ID);
    const request = client.browserRequest("vscode://plumbline.plumbline/auth");
    secrets.set(ID, await request.exchange((await server.visit(request.page)).searchParams.get("code") ?? ""));
    await client.close();
  });

  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it("are used as they are while they live", async () => {
    assert.equal(await open().current(ID), kept().accessToken);
    assert.deepEqual(server.refreshes, []);
    assert.equal(existsSync(join(folder, "locks")), false);
  });

  it("are exchanged shortly before they end, and stored before they are used", async () => {
    const { dueAt = 0, refreshToken } = kept();
    const now = () => dueAt + 1;
    assert.equal(await open({ now }).current(ID), server.given[1]?.access);
    assert.deepEqual(server.refreshes, [refreshToken]);
    assert.deepEqual(stored, [kept()]);
    const failing = { pair: () => Promise.resolve(kept()), setPair: () => Promise.reject(new Error("disk full")) };
    await assert.rejects(open({ store: failing }).renewed(ID, kept().accessToken), /disk full/);
    assert.deepEqual(readdirSync(join(folder, "locks")), []);
  });

  it("are exchanged once, however many windows and requests want it at the same time", async () => {
    server.refreshDelayMs = 50;
    const refused = kept().accessToken;
    const windows = [open(), open()];
    const tokens = await Promise.all([...windows, ...windows].map((window) => window.renewed(ID, refused)));
    assert.equal(server.refreshes.length, 1);
    assert.deepEqual(new Set(tokens), new Set([server.given[1]?.access]));
    // A request that was under way all the while comes late: the token with which it was refused is no longer there.
    assert.equal(await open().renewed(ID, refused), server.given[1]?.access);
    assert.equal(server.refreshes.length, 1);
    assert.deepEqual(ends, []);
  });

  it("are found where a window of another machine, which has another lock, was quicker", async () => {
    const { accessToken } = kept();
    const quicker = { accessToken: "theirs", clientId: CLIENT_ID };
    server.endAll();
    server.refreshDelayMs = 20;
    const renewing = open({ graceMs: 2000 }).renewed(ID, accessToken);
    setTimeout(() => secrets.set(ID, quicker), 100);
    assert.equal(await renewing, "theirs");
    assert.deepEqual(ends, []);
  });

  it("end when the service does not prolong them: told once, tried once, with nothing removed", async () => {
    server.endAll();
    const window = open();
    const { accessToken } = kept();
    const tries = await Promise.allSettled([window.renewed(ID, accessToken), window.renewed(ID, accessToken)]);
    for (const again of [() => window.renewed(ID, accessToken), () => window.current(ID)])
      await assert.rejects(again, { code: "sessionEnded" });
    assert.ok(tries.every(({ status }) => status === "rejected"));
    assert.equal(server.refreshes.length, 1);
    assert.deepEqual(ends, [`${ID} sessionEnded`]);
    assert.equal(kept().accessToken, accessToken);
    // Signing in again works.
    secrets.set(ID, { accessToken: "new", clientId: CLIENT_ID });
    assert.equal(await window.current(ID), "new");
  });

  it("are used to their end where the service can't be reached, which is not tried with every request", async () => {
    const { dueAt = 0, expiresAt = 0, accessToken } = kept();
    const { baseUrl } = server;
    await server[Symbol.asyncDispose]();
    let now = dueAt + 1;
    let tries = 0;
    const client: OAuthTokenParts["client"] = (_, clientId) => {
      tries++;
      return Promise.resolve(oauthClient({ baseUrl, client: "t", log: () => undefined }, clientId));
    };
    const window = open({ now: () => now, client });
    assert.deepEqual([await window.current(ID), await window.current(ID)], [accessToken, accessToken]);
    assert.equal(tries, 1);
    now = expiresAt;
    await assert.rejects(window.current(ID), { code: "refused" });
    assert.deepEqual(ends, []);
    server = await OAuthServer.start();
  });

  it("are not stored for somebody who has signed out in the meantime", async () => {
    server.refreshDelayMs = 50;
    const renewing = open().renewed(ID, kept().accessToken);
    const { refreshes } = server;
    const push = refreshes.push.bind(refreshes);
    refreshes.push = (token) => {
      secrets.delete(ID); // while the service takes its time
      return push(token);
    };
    await assert.rejects(renewing, { code: "sessionEnded" });
    assert.deepEqual([secrets.size, stored.length, ends.length], [0, 0, 0]);
  });
});
