import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { passwordsIn, redact } from "../../../../src/core/accounts/redaction.ts";

const HEX = "0123456789abcdef0123456789abcdef01234567";

describe("redact", () => {
  for (const secret of [
    `sgp_${HEX}`,
    `sgp_0123456789abcdef_${HEX}`,
    `sgp_local_${HEX}`,
    `sgph_0123456789abcdef_${HEX}`,
    `slk_${HEX}`,
    `sgs_${HEX}`,
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
  ]) {
    it(`hides ${secret.slice(0, 8)}…`, () => {
      assert.equal(redact(`before ${secret} after`).includes(secret), false);
    });
  }

  it("hides what follows the scheme of an Authorization header", () => {
    assert.equal(redact(`authorization: token ${HEX}`), "authorization: token [redacted]");
    assert.equal(redact(`Authorization: Bearer ${HEX}`), "Authorization: Bearer [redacted]");
  });

  it("hides the secret part of a shared conversation's address", () => {
    const address = "https://x.example/deepsearch/6f0c8a4e-53c1-4b6a-9f0e-0123456789ab";
    assert.equal(redact(address), "https://x.example/deepsearch/[redacted]");
  });

  it("hides secrets that only their value tells, and leaves commit hashes alone", () => {
    assert.equal(redact(`commit ${HEX}`), `commit ${HEX}`);
    assert.equal(redact(`token is ${HEX}`, [HEX]), "token is [redacted]");
  });

  it("knows the password of a proxy's address in both spellings", () => {
    assert.deepEqual(passwordsIn("http://ann:a%2Fb@proxy.example"), ["a%2Fb", "a/b"]);
    assert.deepEqual(passwordsIn("http://ann:100%@proxy.example"), ["100%"]);
    assert.deepEqual(passwordsIn("http://proxy.example"), []);
  });
});
