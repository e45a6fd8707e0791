import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { isExcepted, proxyFromEnvironment } from "../../../../src/api/http/proxyChoice.ts";

const url = (text: string): URL => new URL(text);

describe("isExcepted", () => {
  const cases: [string, string, boolean][] = [
    ["https://code.example.com", "example.com", true],
    ["https://code.example.com", ".example.com", true],
    ["https://code.example.com", "*.example.com", true],
    ["https://CODE.example.com", "Example.COM", true],
    ["https://badexample.com", "example.com", false],
    ["https://example.com.evil.test", "example.com", false],
    ["https://code.example.com", "example.com:8443", false],
    ["https://code.example.com:8443", "example.com:8443", true],
    ["https://code.example.com", "example.com:443", true],
    ["http://code.example.com", "code.example.com:80", true],
    ["https://10.1.2.3", "10.0.0.0/8", true],
    ["https://11.1.2.3", "10.0.0.0/8", false],
    ["https://10.1.2.3", "10.1.2.3", true],
    ["https://[fd00::1]", "fd00::/8", true],
    ["https://[fd00::1]", "fd00::1", true],
    ["https://[fd00::1]:8443", "[fd00::1]:8443", true],
    ["https://host.example", "10.0.0.0/8", false],
    ["https://10.1.2.3", "10.0.0.0/99", false],
    ["https://host.example", "*", true],
    ["https://host.example", "", false],
    ["https://host.example", " host.example ", true],
  ];
  for (const [address, entry, expected] of cases) {
    it(`${entry || "nothing"} ${expected ? "excepts" : "does not except"} ${address}`, () => {
      assert.equal(isExcepted(url(address), [entry]), expected);
    });
  }
});

describe("proxyFromEnvironment", () => {
  it("takes the variable of the scheme, in either case, and else the one for all", () => {
    const env = { HTTPS_PROXY: "http://secure:1", http_proxy: "http://plain:1" };
    assert.equal(proxyFromEnvironment(url("https://a.test"), env), "http://secure:1");
    assert.equal(proxyFromEnvironment(url("http://a.test"), env), "http://plain:1");
    assert.equal(proxyFromEnvironment(url("https://a.test"), { ALL_PROXY: "socks5://all:1" }), "socks5://all:1");
    assert.equal(proxyFromEnvironment(url("https://a.test"), {}), undefined);
  });

  it("goes past the proxy for what NO_PROXY names", () => {
    const env = { HTTPS_PROXY: "http://p:1", no_proxy: "other.test, a.test" };
    assert.equal(proxyFromEnvironment(url("https://b.a.test"), env), undefined);
    assert.equal(proxyFromEnvironment(url("https://b.test"), env), "http://p:1");
  });
});
