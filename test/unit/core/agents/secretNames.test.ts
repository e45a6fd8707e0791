import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { secretRule } from "../../../../src/core/agents/secretNames.ts";

const NEVER: readonly (readonly [rule: string, ...paths: readonly string[]])[] = [
  [".env", ".env", "web/.env", ".ENV", ".Env", "web\\.env", ".env.", ".env ", ".env. .", ".env::$DATA", ".env:x"],
  [".env", "ENV~1", "env~2", ".e\u200bnv", "\u{ff0e}env", ".env/bin/python", "./.env", "a//.env"],
  [".env.*", ".env.local", "web/.ENV.Production", ".env.example.local", ".env.ts", "ENV~1.LOC", ".env.local "],
  [".envrc", ".envrc", "ENVRC~1"],
  ["id_rsa", "id_rsa", "ssh/ID_RSA", "id_r\u017fa"],
  ["id_dsa", "id_dsa"],
  ["id_ecdsa", "id_ecdsa"],
  ["id_ed25519", "id_ed25519", "ID_ED2~1"],
  ["*_rsa", "deploy_rsa", "_rsa", "host:22_rsa"],
  ["*.pem", "server.pem", "a/b/ca.PEM", ".pem", "LONGNA~1.PEM", "certs.pem/readme", "ca:2024.pem", "ca.pem:1"],
  ["*.key", "tls.key", "backup 12:30.key", "tls.key::$DATA"],
  ["*.p12", "a.p12"],
  ["*.pfx", "a.pfx"],
  ["*.jks", "a.jks"],
  ["*.keystore", "android.keystore"],
  ["*.kdbx", "passwords.kdbx"],
  [".npmrc", ".npmrc", "packages/a/.npmrc", "NPMRC~1"],
  [".netrc", ".netrc"],
  [".pgpass", ".pgpass", "PGPASS~1"],
  [".pypirc", ".pypirc", "PYPIRC~1"],
  [".git/", ".git", ".git/config", "sub/.GIT/config", ".g\u200cit/config", "GIT~1/config"],
];

const OTHERS: readonly string[] = [
  ...[".env.example", ".env.sample", "web/.env.template", ".env.dist", ".env.d.ts", ".env.local.example", "env"],
  ...[".env.example:3", ".env.example::$DATA", "a.pem.ts:10", "a:b.pem.md"],
  ...["env.ts", "environment.ts", "my.env", "src/env/index.ts", ".environment", "dotenv", "envrc", "npmrc"],
  ...["id_rsa.pub", "id_rsa.ts", "rsa", "rsa.ts", "my_rsa.pub", "keys.ts", "key", "monkey", "key.ts", "pem.go"],
  ...["a.keys", "a.p12.ts", ".gitignore", ".github/workflows/ci.yml", "git", ".gitattributes", "digits.git.ts"],
  ...["", ".", "..", "...", "src/main.ts", "src/größe.ts", ".npmignore", "package.json", "env~", "git~x", "x~1.ts"],
];

describe("what is never given to agents", () => {
  for (const [rule, ...paths] of NEVER)
    it(`is ${rule}, however it is written`, () => {
      assert.deepEqual(
        paths.map((path) => [path, secretRule(path)]),
        paths.map((path) => [path, rule]),
      );
    });

  it("is nothing else", () => {
    assert.deepEqual(
      OTHERS.filter((path) => secretRule(path) !== undefined),
      [],
    );
  });

  it("is decided at once for a long path", () => {
    const before = process.cpuUsage();
    for (const part of [".env", "a".repeat(9), ". ", "~", ":"]) secretRule(`${part.repeat(100_000)}/x`);
    assert.ok(process.cpuUsage(before).user < 2_000_000);
  });
});
