import assert from "node:assert/strict";
import { describe, it } from "mocha";
import german from "../../../../l10n/bundle.l10n.de.json" with { type: "json" };
import japanese from "../../../../l10n/bundle.l10n.ja.json" with { type: "json" };
import { inEnglish } from "../../../../src/local/questions/inEnglish.ts";
import { intentOf } from "../../../../src/local/questions/questionIntent.ts";
import { readQuestionContext } from "../../../../src/local/questions/questionContext.ts";
import { termsOf } from "../../../../src/local/questions/questionTerms.ts";

describe("a question in another language", () => {
  const wordsOf = (question: string) =>
    termsOf(readQuestionContext(question))
      .filter(({ isPhrase }) => !isPhrase)
      .map(({ label }) => label);

  for (const [question, english] of [
    ["Wo werden Fehler der Datenbank behandelt?", "where are error the database handle?"],
    ["Wie wird ein Verbindungsfehler protokolliert?", "how is a connection error log?"],
    ["Was ist der Standardwert von timeout?", "what is the default value of timeout?"],
    ["Wo wird `parseRetry` in src/retry.ts getestet?", "where is `parseRetry` in src/retry.ts tested?"],
    ["Und wo wird es aufgerufen?", "and where is it called?"],
    ["parseRetryはどこで呼ばれますか？", "where parseRetry called?"],
    ["リトライ間隔はどこで設定されますか", "where retry interval setting?"],
    ["src/retry.tsの再試行はいつ中止する？", "when src/retry.ts retry cancel?"],
    ["Wie lädt der Server ES-Module, wenn sie fehlen?", "how load the Server ES-Module, if it missing?"],
    ["サーバーはいつ停止しますか", "when server stop?"],
    ["再試行間隔", "retry interval"],
    ["Zeig mir, wie das Login funktioniert", "show mir, how the login work"],
    ["Wo wird die Funktion kundeSpeichern aufgerufen?", "where is the function kundeSpeichern called?"],
    ["Datenbankverbindung", "database connection"],
    ["`where x = 1` をどこで実行している？", "where `where x = 1` run?"],
    ["src/設定/読み込み.ts は何をする？", "what does src/設定/読み込み.ts?"],
    ["エラー「見つかりません」はどこ？", "where error 「見つかりません」?"],
    ["ﾕｰｻﾞｰのＡＰＩはどこ", "where user API?"],
    ["必ず呼ばれる正規表現", "called regex"],
    ["用戶登入在哪裡處理？", "where user login handle?"],
    ["错误“文件不存在”在哪里抛出？", "where error “文件不存在” throw?"],
    ["重试间隔在哪里设置？", "where retry interval setting?"],
    ["token过期后会发生什么", "what happens token expire?"],
  ] as const)
    it(`is understood by the words that code has: ${question}`, () => {
      assert.equal(inEnglish(question).text, english);
    });

  it("is understood by its stems, compounds and umlauts, however they are written", () => {
    for (const [word, english] of [
      ["gespeicherten", "save"],
      ["Warteschlangen", "queue"],
      ["Datenbankverbindungen", "database connection"],
      ["Konfigurationsdatei", "configuration file"],
      ["Größenänderung", "resize"],
      ["Testdateien", "test file"],
      ["Pruefung", "check"],
    ] as const)
      assert.ok(
        inEnglish(`Wo ist die ${word}?`).text.endsWith(`the ${english}?`),
        inEnglish(`Wo ist die ${word}?`).text,
      );
  });

  it("is looked for by its own words, too, for code may have them", () => {
    assert.deepEqual(wordsOf("Wo wird die Größe der Pflanze geprüft?"), [
      "size",
      "pflanze",
      "check",
      "größe",
      "geprüft",
    ]);
  });

  it("asks for what an English one does", () => {
    assert.ok(intentOf(readQuestionContext("Wo wird das getestet?").english.text).tests);
    assert.ok(intentOf(readQuestionContext("Was macht `parseRetry`?").english.text).isSentence);
    assert.ok(intentOf(readQuestionContext("parseRetryの実装はどこですか").english.text).implementation);
    assert.ok(intentOf(readQuestionContext("Was ist der Standardwert von timeout?").english.text).defaultValue);
  });

  it("asks for the same as in English where the service itself suggests it", () => {
    for (const [language, suggestions] of Object.entries({ german, japanese })) {
      for (const suggested of ["Where is `{0}` used?", "How is `{0}` tested?", "What does `{0}` do?"] as const) {
        const asked = suggestions[suggested].replace("{0}", "parseRetry");
        const english = intentOf(suggested.replace("{0}", "parseRetry"));
        assert.deepEqual(intentOf(inEnglish(asked).text), english, `${language}: ${asked}`);
      }
    }
  });

  it("names files and code without spaces around them", () => {
    assert.deepEqual(readQuestionContext("src/retry.tsの再試行は？").places, [{ path: "src/retry.ts" }]);
    assert.ok(termsOf(readQuestionContext("parseRetryはどこ？")).some(({ exact }) => exact === "parseretry"));
  });

  it("stays as it is in English, in quotes, in code, and in languages without a table", () => {
    for (const text of [
      "Where is the form rated, and what kind of art is it?",
      "What does die() do in the parser?",
      "kind of tag",
      "standard library",
      "es modules",
      "readfile",
      "the taste of der encoding",
      "Où est validé le jeton ?",
      "Var hanteras fel när anslutningen bryts?",
      "Waar wordt de time-out ingesteld?",
      "Missä käsitellään yhteyden virheet?",
      "hier wordt de test geladen",
      "waar worden de bestanden geladen?",
      "hvad er der i den her mappe",
      "för alle användare",
      "nome das colunas",
      "liste du cache",
      "mit csinál ez a függvény",
      "어디에서 오류가 처리되나요?",
      "¿Dónde se valida el token?",
      "Fixed a crash when the file was gone",
    ])
      assert.equal(inEnglish(text).text, text);
    assert.match(inEnglish('Wo steht die Meldung "Datei nicht gefunden"?').text, /"Datei nicht gefunden"/);
    assert.match(inEnglish("Wo ist der Fehler in `Datei.lesen`?").text, /`Datei\.lesen`/);
  });

  it("takes no longer than any other, whatever its words", () => {
    for (const text of [
      "der ".repeat(50_000),
      `Wo ist ${"Verbindung".repeat(20_000)}?`,
      `Wo ist ${`xq${"senden".repeat(8)} `.repeat(2_000)}?`,
      "設".repeat(200_000),
      "`".repeat(200_000),
      `Wo ist der Fehl${"e".repeat(100_000)}?`,
      `エラー${"\n".repeat(100_000)}x${"?".repeat(100_000)}はどこx`,
      "a/".repeat(100_000),
      "a.".repeat(100_000),
      "「".repeat(100_000),
    ]) {
      const before = process.cpuUsage();
      inEnglish(text);
      const { user, system } = process.cpuUsage(before);
      assert.ok(user + system < 500_000, `${text.slice(0, 20)}: ${(user + system) / 1000} ms`);
    }
  });
});
