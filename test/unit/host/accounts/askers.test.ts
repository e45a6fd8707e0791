import assert from "node:assert/strict";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, describe, it } from "mocha";
import { createService } from "../../../../src/api/service.ts";
import { ServiceError } from "../../../../src/core/model/errors.ts";
import { ServiceProcess } from "../../../../src/host/accounts/serviceProcess.ts";
import { Services } from "../../../../src/host/accounts/services.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";

const MAIN = fileURLToPath(new URL("../../../../src/local/main.ts", import.meta.url));
const LOCAL = { id: "local" };

describe("the local service of a window", () => {
  let temporary: TemporaryFolder;
  let local: ServiceProcess;
  let services: Services;
  const hidden: string[] = [];

  before(() => {
    temporary = makeTemporaryFolder();
    const folder = temporary.write("code", { ".env": "TOKEN=abc\n", "bird.ts": "export const song = 1;\n" });
    local = new ServiceProcess({
      program: MAIN,
      start: () =>
        Promise.resolve({
          type: "start",
          folders: [folder],
          gitFolders: [],
          storeDir: path.join(temporary.root, "store"),
        }),
      log: { info: () => undefined, debug: () => undefined, hide: (secret) => void hidden.push(secret) },
      words: { late: "late", endedAtOnce: "ended" },
      onHung: () => undefined,
    });
    services = new Services(
      local,
      { get: () => Promise.resolve(undefined) },
      (address) =>
        createService(
          { ...address, client: "test 1", log: () => undefined, spillFolder: path.join(temporary.root, "spilled") },
          { get: () => undefined, set: () => undefined },
        ),
      { find: () => LOCAL, runTimes: () => ({ past: [300], longestWaitMs: 500, add: () => undefined }) },
    );
  });
  after(async () => {
    services.dispose();
    await local.end();
    await temporary.remove();
  });

  it("is another one for agents, who are not given what is held back", async () => {
    const { service: person } = await services.reach(LOCAL);
    const { service: agent } = await services.reach(LOCAL, "agent");
    const signal = AbortSignal.timeout(30_000);
    const file = { repository: "code", path: ".env" };
    for (let time = 0; time < 2; time++) {
      assert.equal(Buffer.from(await person.readFile(file, { signal })).toString(), "TOKEN=abc\n");
      await assert.rejects(
        agent.readFile(file, { signal }),
        (error) => error instanceof ServiceError && error.code === "forbidden" && error.message.includes("held back"),
      );
      assert.equal((await agent.readFile({ ...file, path: "bird.ts" }, { signal })).length, 23);
    }
    const { token, agentToken } = await local.start();
    assert.notEqual(token, agentToken);
    assert.deepEqual(hidden, [token, agentToken]);
  });
});
