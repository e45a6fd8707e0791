import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { instanceName } from "../../../../src/core/accounts/instanceName.ts";

describe("the name of an instance in addresses of documents", () => {
  const rows: readonly (readonly [baseUrl: string, authority: string, basePath: string])[] = [
    ["https://sourcegraph.example.com", "sourcegraph.example.com", ""],
    ["https://sourcegraph.example.com:8443/", "sourcegraph.example.com:8443", ""],
    ["https://Example.com/code/search", "example.com", "/code/search"],
    ["http://example.com", "example.com:80", ""],
    ["http://127.0.0.1:3080", "127.0.0.1:3080", ""],
    ["http://[::1]:3080", "[::1]:3080", ""],
    ["https://local", "local:443", ""],
  ];
  for (const [baseUrl, authority, basePath] of rows)
    it(`is ${authority}${basePath} for ${baseUrl}`, () => {
      assert.deepEqual(instanceName(baseUrl), { authority, basePath });
    });
});
