import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { isLocalAddress, parseLocalPage } from "../../../../src/core/sources/localPage.ts";

const AT = "http://127.0.0.1:4711";

describe("the address of a page of the local service", () => {
  it("stands for a file with its lines, a folder or a repository", () => {
    const repository = "h.example/o/alpha";
    for (const [address, page] of [
      [
        `${AT}/${repository}/-/blob/src/a.ts?L3-4`,
        { kind: "file", location: { repository, path: "src/a.ts", range: { startLine: 2, endLine: 3 } } },
      ],
      [
        `http://localhost:1/${repository}@main/-/blob/a%20b.ts`,
        { kind: "file", location: { repository, revision: "main", path: "a b.ts" } },
      ],
      [`${AT}/${repository}/-/tree/src`, { kind: "folder", repository, path: "src" }],
      [`${AT}/${repository}`, { kind: "folder", repository, path: "" }],
      [`${AT}/${repository}@v1`, { kind: "folder", repository, revision: "v1", path: "" }],
      [`${AT}/r/${repository}/`, { kind: "folder", repository, path: "" }],
    ] as const)
      assert.deepEqual(parseLocalPage(address), page, address);
  });

  it("stands for a search, as it is typed", () => {
    assert.deepEqual(parseLocalPage(`${AT}/search?q=a+b%22&patternType=regexp&case=yes`), {
      kind: "search",
      text: 'a b" case:yes patternType:regexp',
    });
    assert.deepEqual(parseLocalPage(`${AT}/h.e/o/a/-/commit/0123456789abcdef`), {
      kind: "search",
      text: "repo:^h\\.e/o/a$@0123456789abcdef type:diff count:1",
    });
    assert.deepEqual(parseLocalPage(`${AT}/my%20project/-/commit/0123456789abcdef`), {
      kind: "search",
      text: "repo:^my\\sproject$@0123456789abcdef type:diff count:1",
    });
  });

  it("stands for a conversation", () => {
    for (const path of ["/deepsearch/01234567-89ab-4def-8123-456789abcdef", "/deepsearch/shared/x", "/deepsearch/7"])
      assert.deepEqual(parseLocalPage(`${AT}${path}?x`), { kind: "conversation", address: AT + path });
  });

  it("is none where it leads elsewhere, climbs, or is no such page", () => {
    for (const address of [
      "",
      "nonsense",
      `${AT}/`,
      `${AT}/search`,
      `${AT}/search?q=`,
      `${AT}/deepsearch`,
      `${AT}/h.e/o/a/-/compare/a...b`,
      `${AT}/h.e/o/a/-/commit/not a hash`,
      `${AT}/h.e/o/a/-/settings/x`,
      `${AT}/h.e/o/a/-/blob/..%2f..%2fetc/passwd`,
      `${AT}/h.e/o/a/-/blob/..%5Cx`,
      `${AT}/../-/blob/x/%2e%2e%2fx`,
      `${AT}/%2e%2e%2f/-/tree/x`,
      `${AT}/${"a".repeat(9_000)}/-/blob/x`,
      "http://user:secret@127.0.0.1/a/-/blob/b",
      "https://127.0.0.1/a/-/blob/b",
      "http://evil.example/a/-/blob/b",
      "http://127.0.0.1.evil.example/a/-/blob/b",
      "http://127.0.0.1@evil.example/a/-/blob/b",
      "file:///etc/passwd",
      "command:workbench.action.quit",
      "javascript:alert(1)",
    ])
      assert.equal(parseLocalPage(address), undefined, address);
    assert.equal(isLocalAddress("http://localhost:3000/a"), true);
    assert.equal(isLocalAddress("https://sourcegraph.example.com"), false);
  });
});
