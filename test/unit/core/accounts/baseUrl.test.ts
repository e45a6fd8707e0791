import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseBaseUrl } from "../../../../src/core/accounts/baseUrl.ts";

describe("the address of a service", () => {
  it("is taken as people write it", () => {
    for (const text of [
      "sg.test",
      " https://sg.test/ ",
      "HTTPS://SG.test//",
      "https://sg.test:443",
      "https://sg.test/?x#y",
    ])
      assert.equal(parseBaseUrl(text), "https://sg.test", text);
    assert.equal(parseBaseUrl("http://127.0.0.1:3080"), "http://127.0.0.1:3080");
    assert.equal(parseBaseUrl("corp.test/code/search/"), "https://corp.test/code/search");
  });

  it("is found in that of any of its pages, below a path too", () => {
    const pages = [
      "search?q=context:global+parse&patternType=keyword",
      "deepsearch",
      "deepsearch/0f8fad5b-d9cb-469f-a165-70867728950e?x=1#q2",
      "user/settings/tokens",
      "users/ann/settings/tokens/new",
      "site-admin/oauth-clients",
      "sign-in?returnTo=/search",
      "api-reference",
      ".api/search/stream?q=x",
      "github.com/corp/birds",
      "github.com/corp/birds@main/-/blob/src/song.ts?L1-2",
      "r/corp/birds/-/blob/song.ts",
    ];
    for (const page of pages) {
      for (const base of ["https://sg.test", "https://corp.test/code"])
        assert.equal(parseBaseUrl(`${base}/${page}`), base, page);
    }
  });

  it("is that of the host where a page has the name of a repository without a host", () => {
    assert.equal(parseBaseUrl("https://sg.test/corp/birds@main/-/blob/src/song.ts?L1"), "https://sg.test");
  });

  it("is none of another scheme, without a host or with a password", () => {
    for (const text of ["", "https://", "ftp://sg.test", "https://ann:finch@sg.test", "two words"])
      assert.equal(parseBaseUrl(text), undefined, text);
  });
});
