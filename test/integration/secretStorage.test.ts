import assert from "node:assert/strict";
import * as vscode from "vscode";
import { TokenStore } from "../../src/host/network/tokenStore.ts";
import { wordingOf } from "../../src/host/platform/errorMessages.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { EditorStorage } from "../support/editorStorage.ts";
import { plumbline } from "./extension.ts";

const TOKEN = "sgp_0123456789abcdef_canary5678901234567890123456789012345678";

describe("the secret storage", () => {
  let parts: TestAccess;
  const told: string[] = [];
  const { showWarningMessage } = vscode.window;
  const stores: TokenStore[] = [];

  before(async () => {
    parts = await plumbline();
    vscode.window.showWarningMessage = (message: string) => {
      told.push(message);
      return Promise.resolve(undefined);
    };
  });

  beforeEach(() => {
    told.length = 0;
  });

  afterEach(() => {
    for (const store of stores.splice(0)) store.dispose();
  });

  after(() => {
    vscode.window.showWarningMessage = showWarningMessage;
  });

  /** Opens a window now. */
  function start(storage: EditorStorage): TokenStore {
    const { secrets, state } = storage.open();
    const store = new TokenStore(secrets, state, parts.log, () => assert.fail("nobody signed in by OAuth"));
    stores.push(store);
    return store;
  }

  it("that keeps what it is given is not spoken of", async () => {
    const storage = new EditorStorage();
    await start(storage).set("a", TOKEN);
    const next = start(storage);
    assert.equal(await next.get("a"), TOKEN);
    assert.equal(await next.get("b"), undefined);
    await next.delete("a");
    assert.equal(await start(storage).get("a"), undefined);
    assert.deepEqual(told, []);
    assert.ok(!JSON.stringify([...storage.values]).includes("canary"));
  });

  it("without a keyring is told of once, at the start after it lost a token, and nothing is sent without it", async () => {
    const storage = new EditorStorage();
    await start(storage).set("a", TOKEN);
    for (let starts = 0; starts < 3; starts++) {
      storage.loseSecrets();
      const next = start(storage);
      for (let requests = 0; requests < 2; requests++) {
        await assert.rejects(next.get("a"), (error) => {
          assert.match(
            wordingOf(error, "service.test").message,
            /^Nothing was sent to service\.test: the access token was stored/,
          );
          return wordingOf(error, "x").signIn === true;
        });
      }
      await next.set("a", TOKEN);
      assert.equal(await next.get("a"), TOKEN, "signing in again counts");
    }
    assert.equal(told.length, 1, told.join("\n"));
    assert.match(told[0] ?? "", /probably has no keyring/);
  });

  it("that lost something after it worked again is told of again", async () => {
    const storage = new EditorStorage();
    await start(storage).set("a", TOKEN);
    storage.loseSecrets();
    await assert.rejects(start(storage).get("a"), { code: "secretLost" });
    await start(storage).set("a", TOKEN);
    assert.equal(await start(storage).get("a"), TOKEN);
    storage.loseSecrets();
    await assert.rejects(start(storage).get("a"), { code: "secretLost" });
    assert.equal(told.length, 2);
  });

  it("that has lost the value of a header says which", async () => {
    const storage = new EditorStorage();
    await start(storage).setHeaderValue("X-Gateway", "siskin");
    storage.loseSecrets();
    await assert.rejects(start(storage).headerValue("X-Gateway"), /the value of the header x-gateway was stored/);
  });

  it("that fails has the token kept in this window's memory, and says so", async () => {
    const storage = new EditorStorage();
    storage.failure = new Error("The keyring is locked");
    const store = start(storage);
    await store.set("a", TOKEN);
    assert.equal(await store.get("a"), TOKEN);
    assert.match(told.join(), /^The editor's secret storage failed \(The keyring is locked\)\. What you entered works/);
    storage.failure = undefined;
    assert.equal(await start(storage).get("a"), undefined, "another window knows nothing of it");
    assert.ok(!JSON.stringify([...storage.values]).includes("canary"));
  });

  it("that can't be read is said to be what is wrong, and asks for nothing where nothing was stored", async () => {
    const storage = new EditorStorage();
    await start(storage).set("a", TOKEN);
    storage.failure = new Error("The keyring is locked");
    const next = start(storage);
    await assert.rejects(next.get("a"), /could not be read from the secret storage: The keyring is locked/);
    assert.equal(await next.get("anonymous"), undefined);
    assert.equal(told.length, 1);
    storage.failure = undefined;
    assert.equal(await next.get("a"), TOKEN, "unlocked, it works again");
  });

  it("has what another window stores instead of what this one could not", async () => {
    const storage = new EditorStorage();
    storage.failure = new Error("busy");
    const one = start(storage);
    await one.set("a", TOKEN);
    storage.failure = undefined;
    await start(storage).set("a", "sgp_another");
    assert.equal(await one.get("a"), "sgp_another");
  });
});
