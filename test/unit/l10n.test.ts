import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import ts from "typescript";
import { languagesNamed } from "../../src/core/text/languages.ts";
import { collectWords, languages, names, namesIn, untranslated, wordsIn } from "../../.ci/l10n.mjs";

const ROOT = join(import.meta.dirname, "../..");

describe("l10n/bundle.l10n.json", () => {
  it("holds every string that a person reads, of all layers: npm run l10n", async function () {
    this.timeout(600_000); // every file is parsed
    assert.deepEqual(wordsIn(), await collectWords());
  });
});

describe("sentences", () => {
  /** Files with sentences that are not for users of Plumbline, and for whom they are. */
  const OTHERS: readonly (readonly [RegExp, string])[] = [
    [
      /^src\/core\/agents\/|^src\/local\/(?:server\/mcp|answers\/tools)\/|host\/agents\/serviceInUse/,
      "for language models",
    ],
    [
      /^src\/local\/answers\/writing\/(?:prompts\/|agent|framing|fromPassages|lookUp|writing)|modelTrial/,
      "for language models",
    ],
    [/^src\/local\/(?:main|commandLine)\.ts/, "for developers, in a terminal"],
    [/^src\/local\/server\/(?:graphql|http)\/|conversations\/(?:new|legacy)Interface/, "for authors of other clients"],
    [/(?:keptSearches|fileCopies|conversationCopies|drafts|signOuts|searchStream)\.ts$/, "for the log"],
  ];
  /** HTTP's own words. */
  const STATUS = new Set(["Internal Server Error", "Method Not Allowed"]);
  /** Errors that are never shown as they are: bugs, and codes whose wording says everything. */
  const UNSHOWN =
    /^(?:Error|TypeError|RangeError|SyntaxError|DOMException|RipgrepError)$|^ServiceError:(?:notFound|incomplete|sessionEnded|signedOut|signingIn|tooLarge|tooLong)$|^ModelError:(?:noPermission|brokenOff|schemaUnsupported)$/;

  /** Everything that is called with a sentence, except `l10n.t` and logs. */
  function sentencesIn(file: string): readonly string[] {
    const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), "utf8"), ts.ScriptTarget.Latest, true);
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /\bl10n\.t$|\blog\b/.test(node.expression.getText())) return;
      if (ts.isNewExpression(node)) {
        const [code] = node.arguments ?? [];
        const name = node.expression.getText();
        if (UNSHOWN.test(name) || (code && ts.isStringLiteral(code) && UNSHOWN.test(`${name}:${code.text}`))) return;
      }
      const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateTail(node);
      if (
        isText &&
        !STATUS.has(node.text) &&
        !languagesNamed(node.text) &&
        /^[A-Z][a-z']* .*[a-z]|[a-z]{2} [a-z]+\.$/.test(node.text)
      )
        found.push(`${file}: ${node.text}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  }

  it("go through l10n in every layer", () => {
    const files = globSync("src/**/*.ts", { cwd: ROOT }).map((file) => file.replaceAll("\\", "/"));
    const all = files
      .filter((file) => !OTHERS.some(([pattern]) => pattern.test(file)))
      .flatMap((file) => sentencesIn(file));
    assert.ok(files.length > 300);
    assert.deepEqual(all, []);
  });
});

describe("translations", () => {
  const HELP = "npm run l10n lists what to translate, and CONTRIBUTING says how: ";
  const placeholders = (text: string) => [...text.matchAll(/\{\d+\}/g)].map(([whole]) => whole).sort();
  /** What stays the same in any language: code, links to commands, icons. */
  const kept = (text: string) =>
    [...text.matchAll(/(`+)[^`]+\1|\]\(command:[\w.]+\)|\$\([\w-]+\)/g)].map(([whole]) => whole).sort();

  it("are there in German and Japanese", () => {
    assert.deepEqual(
      languages().filter((language) => language !== "qps-ploc"),
      ["de", "ja"],
    );
  });

  for (const language of languages()) {
    describe(`to ${language}`, () => {
      const pairs = () => [
        ...Object.entries(wordsIn(language)),
        ...Object.values(namesIn(language)).map(({ message, comment: [english] }) => [english, message] as const),
      ];

      it("are complete", () => {
        const missing = untranslated(wordsIn(), language);
        assert.equal(missing.length, 0, HELP + missing.join("\n"));
      });

      it("are of nothing that is not said any more", () => {
        const [words, keys] = [wordsIn(), names()];
        const stale = [
          ...Object.keys(wordsIn(language)).filter((text) => !(text in words)),
          ...Object.keys(namesIn(language)).filter((key) => !(key in keys)),
        ];
        assert.equal(stale.length, 0, HELP + stale.join("\n"));
      });

      it("have the same placeholders, code, links and icons", () => {
        for (const [english, translated] of pairs()) {
          assert.deepEqual(placeholders(translated), placeholders(english), translated);
          assert.deepEqual(kept(translated), kept(english), translated);
        }
      });

      it("begin and end with the same blanks, and with an ellipsis where the English does", () => {
        for (const [english, translated] of pairs()) {
          assert.equal(/^\s/.test(translated), /^\s/.test(english), translated);
          assert.equal(translated.endsWith("…"), english.endsWith("…"), translated);
        }
      });
    });
  }
});

/** The messages for a single thing, if they are worded differently from the message for several. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  "{0} answers are ready.": ['The answer to "{0}" is ready.'],
  "The question has {0} images, which are not shown here.": ["The question has an image, which is not shown here."],
  "{0} names or quotes are not in what was read. They are marked.": [
    "A name or quote is not in what was read. It is marked.",
  ],
  "{0} of {1} statements have sources": ["The statement has sources"],
  "{0} of {1} statements have sources, {2} without": [
    "The statement has no sources",
    "1 of {0} statements has sources, {1} without",
  ],
};

/**
 * Matches a message that begins with a count. A verb follows an inserted name instead; of repositories, files are
 * counted if there are several.
 */
const SEVERAL =
  /^\{0\} (?!accepts |does |needs |now |perhaps |refused |of \{1\} repositories)(?:of \{1\} |\w+ )?[a-z]{3,}s\b/;

describe("words for several", () => {
  it("have one beside them for a single one", () => {
    const words = Object.keys(wordsIn());
    const several = words.filter((text) => SEVERAL.test(text));
    const ofOne = (text: string) => {
      const [first = "", second = ""] = text.slice("{0} ".length).split(/,? /);
      const singular = (word: string) => word.replace(/ches$/, "ch").replace(/ies$/, "y").replace(/s$/, "");
      return words.find(
        (other) => other.startsWith(`1 ${singular(first)}`) || other.startsWith(`1 ${first} ${singular(second)}`),
      );
    };
    const isOtherwise = (text: string) => OTHERWISE[text]?.every((other) => words.includes(other)) ?? false;
    const missing = several.filter((text) => ofOne(text) === undefined && !isOtherwise(text));
    assert.ok(several.includes("{0} matches") && several.includes("{0} conversations"), several.join("\n"));
    assert.deepEqual(missing, []);
  });
});

describe("package.nls.json", () => {
  it("holds every name that the manifest uses, and no other", () => {
    const manifest = readFileSync(join(ROOT, "package.json"), "utf8");
    const used = [...manifest.matchAll(/"%([\w.]+)%"/g)].map(([, name]) => name);
    const words = JSON.parse(readFileSync(join(ROOT, "package.nls.json"), "utf8")) as object;
    assert.deepEqual([...new Set(used)].sort(), Object.keys(words).sort());
  });
});
