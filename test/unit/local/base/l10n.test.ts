import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "mocha";
import { makeTemporaryFolder } from "../../git/temporaryRepositories.ts";
import { runService } from "../runningService.ts";
import { inLanguage, l10n, languageOf } from "../../../../src/local/base/l10n.ts";

describe("the language of a request", () => {
  const known = new Set(["de", "ja", "pt-br"]);
  for (const [accepted, language] of [
    [undefined, "en"],
    ["", "en"],
    ["*", "en"],
    ["de", "de"],
    ["DE-at", "de"],
    ["pt-BR", "pt-br"],
    ["pt", "en"],
    ["fr, ja;q=0.5", "ja"],
    ["ja;q=0.5, de;q=0.9", "de"],
    ["en-GB, de;q=0.9", "en"],
    ["de;q=0, ja;q=0.1", "ja"],
    ["de;q=nonsense, ja", "ja"],
    ["../../secret", "en"],
  ] as const)
    it(`is ${language} for ${accepted ?? "none"}`, () => {
      assert.equal(languageOf(accepted, known), language);
    });

  it("is not looked for in what is longer than the name of any language", () => {
    assert.equal(languageOf(`de${"-x".repeat(5_000)}, ja;q=0.5`, known), "ja");
  });
});

describe("the words of a request", () => {
  it("are in its language, also after it was answered, while others speak another one", async () => {
    const speak = async () => {
      await sleep(5);
      return [l10n.language, l10n.number(1234567.5)];
    };
    const all = await Promise.all(["de", "en", "ja"].map((language) => inLanguage(language, speak)));
    assert.deepEqual(all, [
      ["de", "1.234.567,5"],
      ["en", "1,234,567.5"],
      ["ja", "1,234,567.5"],
    ]);
    assert.equal(l10n.language, "en");
  });

  it("reach a client over HTTP, each in its own language, also out of threads", async function () {
    this.timeout(60_000);
    const temporary = makeTemporaryFolder();
    temporary.write("code", { "a.ts": "export const a = 1;\n" });
    const service = await runService(temporary.root, [join(temporary.root, "code")]);
    try {
      const told = async (language: string) => {
        const response = await service.get("/.api/search/stream?q=count%3Ax", { "accept-language": language });
        return /"title":"([^"]*)"/.exec(await response.text())?.[1];
      };
      const expected = {
        de: "`count:` braucht eine Zahl",
        en: "`count:` needs a number",
        ja: "`count:` には数値が必要です",
      };
      assert.deepEqual(await Promise.all(Object.keys(expected).map(told)), Object.values(expected));
      const page = await fetch(`${service.baseUrl}/search?q=a`, { headers: { "accept-language": "ja" } });
      assert.match(await page.text(), /<html lang="ja">[^]*エディターで開く/);
    } finally {
      await service.close();
      await temporary.remove();
    }
  });

  it("are the English ones where there are no others, with values where they belong", () => {
    inLanguage("xx", () => {
      assert.equal(l10n.t("{1} before {0}, {2}", "a", 2), "2 before a, {2}");
    });
  });
});
