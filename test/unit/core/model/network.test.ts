import assert from "node:assert/strict";
import { isLoopback } from "../../../../src/core/model/network.ts";

describe("isLoopback", () => {
  it("knows the names of this machine", () => {
    for (const name of ["localhost", "127.0.0.1", "127.8.9.1", "[::1]"])
      assert.ok(isLoopback(new URL(`http://${name}:1`).hostname));
    for (const name of ["localhost.test", "128.0.0.1", "127.0.0.1.test"])
      assert.ok(!isLoopback(new URL(`http://${name}`).hostname), name);
  });
});
