import assert from "node:assert/strict";
import { describe, it } from "mocha";
import german from "../../../../../l10n/bundle.l10n.de.json" with { type: "json" };
import japanese from "../../../../../l10n/bundle.l10n.ja.json" with { type: "json" };
import { inEnglish } from "../../../../../src/local/answers/questions/inEnglish.ts";
import { intentOf } from "../../../../../src/local/answers/questions/questionIntent.ts";
import { readQuestionContext } from "../../../../../src/local/answers/questions/questionContext.ts";
import { termsOf } from "../../../../../src/local/answers/questions/questionTerms.ts";

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
    ["Où est validé le jeton ?", "where is validate the token ?"],
    ["ou est ouverte la base de donnees", "where is open the database"],
    ["Qu'est-ce qui empêche l'accès à la base_url ?", "what prevent access to the base_url ?"],
    ["liste du cache", "list of cache"],
    ["¿Dónde se valida el token?", "where is validate the token?"],
    ["¿qué pasa si falla la conexión?", "what happens if fail the connection?"],
    ["nome das colunas", "name of column"],
    ["Onde o banco de dados é aberto?", "where the database is open?"],
    ["Где обрабатываются ошибки базы данных?", "where handle error database?"],
    ["интервал между попытками", "interval between attempt"],
    ["Comment démarrer ?", "how start ?"],
    ["Qu’est-ce qu’un worker ?", "what is worker ?"],
    ["Onde o nó é removido?", "where the node is delete remove?"],
    ["nome do usuário", "name of user"],
    ["GDE", "GDE"],
    ["DONDE SE VALIDA EL TOKEN", "where is validate the token"],
    ["Où est src/données/clés.ts ?", "where is src/données/clés.ts ?"],
    ["¿Dónde está --no-cache en es-ES?", "where is --no-cache in es-ES?"],
    ["Où est «le fichier» ou ‘la clé’ ?", "where is «le fichier» or ‘la clé’ ?"],
    ["Pourquoi cette erreur ?\nError: no such file or directory", "why this error ?\nError: no such file or directory"],
    ["Не удалось открыть файл", "failed open file"],
    ["Wo wird das Datum formatiert?", "where is the date format?"],
    ["Was macht Datei::lesen mit --neu?", "what does Datei::lesen with --neu?"],
    ["Où sont les utilisateurs de la base ?", "where are the user of the base ?"],
    ["Was macht der Code hier?", "what does the Code here?"],
    ["¿Cómo funciona el middleware?", "how work the middleware?"],
    ["ペイロードのプロファイル", "payload profile"],
    ["온라인 파이프라인은 어디?", "where online pipeline?"],
    ["어디에서 오류가 처리되나요?", "where error handle ?"],
    ["연결이 끊어지면 언제 재시도하나요?", "when connection break retry?"],
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

  for (const [language, ...asked] of [
    [
      "French",
      "Que fait `go` ?",
      "Où est utilisé `go` ?",
      "Par quoi `go` est-il appelé ?",
      "Comment `go` est-il testé ?",
      "Quelle est la valeur par défaut de `go` ?",
      "Où est défini `go` ?",
    ],
    [
      "Spanish",
      "¿Qué hace `go`?",
      "¿Dónde se usa `go`?",
      "¿Desde dónde se llama a `go`?",
      "¿Cómo se prueba `go`?",
      "¿Cuál es el valor por defecto de `go`?",
      "¿Dónde se define `go`?",
    ],
    [
      "Portuguese",
      "O que faz `go`?",
      "Onde `go` é usado?",
      "De onde `go` é chamado?",
      "Como `go` é testado?",
      "Qual é o valor padrão de `go`?",
      "Onde `go` é definido?",
    ],
    [
      "Russian",
      "Что делает `go`?",
      "Где используется `go`?",
      "Откуда вызывается `go`?",
      "Как тестируется `go`?",
      "Какое значение по умолчанию у `go`?",
      "Где определяется `go`?",
    ],
    [
      "Japanese",
      "`go`は何をしますか？",
      "`go`はどこで使われていますか？",
      "`go`はどこから呼ばれますか？",
      "`go`はどのようにテストされていますか？",
      "`go`のデフォルト値は何ですか？",
      "`go`はどこで定義されていますか？",
    ],
    [
      "Chinese",
      "`go`是做什么的？",
      "`go`在哪里被使用？",
      "`go`在哪里被调用？",
      "`go`在哪里被测试？",
      "`go`的默认值是什么？",
      "`go`在哪里定义？",
    ],
    [
      "Korean",
      "`go`는 무엇을 하나요?",
      "`go`는 어디에서 사용되나요?",
      "`go`는 어디에서 호출되나요?",
      "`go`는 어떻게 테스트되나요?",
      "`go`의 기본값은 무엇인가요?",
      "`go`는 어디에 정의되어 있나요?",
    ],
  ] as const)
    it(`asks for what an English one does, in ${language}`, () => {
      const [does, used, called, tested, byDefault, defined] = asked.map((question) =>
        intentOf(readQuestionContext(question).english.text),
      );
      for (const intent of [does, used, called, tested, byDefault, defined]) assert.ok(intent?.isSentence);
      assert.ok(does?.definition);
      assert.ok(used?.uses && called?.uses && !tested?.uses);
      assert.ok(tested?.tests && !used.tests);
      assert.ok(byDefault?.defaultValue);
      assert.ok(defined?.definition);
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
      "Var hanteras fel när anslutningen bryts?",
      "Waar wordt de time-out ingesteld?",
      "Missä käsitellään yhteyden virheet?",
      "hier wordt de test geladen",
      "waar worden de bestanden geladen?",
      "hvad er der i den her mappe",
      "för alle användare",
      "mit csinál ez a függvény",
      "Fixed a crash when the file was gone",
      "Added Australian English (en-AU) locale.",
      "if (!e || typeof e !== 'object') {",
      "type declarations and definitions",
      "Show error 错误 when the login fails",
      "comment on line",
      "Dove viene validato il token?",
      "Gdzie jest sprawdzany token?",
      "Token nerede doğrulanıyor?",
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
      "qu'est-ce ".repeat(20_000),
      `la base${" ".repeat(100_000)}de`,
      "ошибка".repeat(20_000),
      "파일".repeat(60_000),
      "/設".repeat(30_000),
      "а/".repeat(30_000),
      "哪里猫".repeat(100_000),
      "ou est\n".repeat(20_000),
    ]) {
      const before = process.cpuUsage();
      inEnglish(text);
      const { user, system } = process.cpuUsage(before);
      assert.ok(user + system < 500_000, `${text.slice(0, 20)}: ${(user + system) / 1000} ms`);
    }
  });
});
