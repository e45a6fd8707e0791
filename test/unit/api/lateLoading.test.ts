import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { registerHooks } from "node:module";
import { after, before, describe, it } from "mocha";
import type * as Api from "../../../src/api/service.ts";

/** Part of the name of a file that can't be loaded the next time it is needed. */
let missing: string | undefined;

describe("a service whose files can't be read for a moment", () => {
  const server = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/plain" }).end("a < b\n"),
  );
  /** Gives the service files of its own, whatever was loaded before. */
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const isOurs = context.parentURL?.endsWith("?late") === true;
      if (isOurs && missing !== undefined && specifier.includes(missing)) {
        missing = undefined;
        throw new Error("EMFILE: too many open files");
      }
      const found = next(specifier, context);
      return isOurs && found.url.includes("/src/api/") ? { ...found, url: `${found.url}?late` } : found;
    },
  });

  before((done) => {
    server.listen(0, "127.0.0.1", done);
  });

  after(() => {
    hooks.deregister();
    server.close();
  });

  /** Loaded anew, whatever was loaded before. */
  const service = async () => {
    const { createService } = (await import(
      `${import.meta.resolve("../../../src/api/service.ts")}?late`
    )) as typeof Api;
    return createService(
      {
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        token: () => Promise.resolve(undefined),
        client: "plumbline test",
        log: () => undefined,
      },
      { get: () => undefined, set: () => undefined },
    );
  };

  it("is not loaded only to be closed", async () => {
    missing = "httpService";
    await (await service()).close();
    assert.equal(missing, "httpService");
    missing = undefined;
  });

  it("is loaded again by the next call, from its first file to the parts of undici", async () => {
    const late = await service();
    const read = () => late.readFile({ repository: "r", path: "a.ts" });
    for (const name of ["httpService", "api-request"]) {
      missing = name;
      await read().catch((error: unknown) => assert.match(String(error), /EMFILE/)); // reading is tried twice anyway
      assert.equal(missing, undefined, `${name} was wanted`);
    }
    assert.equal(new TextDecoder().decode(await read()), "a < b\n");
    await late.close();
    await assert.rejects(read());
  });
});
