import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { LOCAL_MODEL_PORTS } from "../../src/core/model/modelServer.ts";
import { isThorough } from "../support/depth.ts";
import { makePseudoExtension, PSEUDO_LOCALE, wordsIn } from "./pseudoLocale.ts";
import { takeScreenshot } from "./screenshots.ts";
import { shownTexts } from "./shownTexts.ts";
import { CODE_WORDS, makeTourFolder, tour, type Words } from "./tour.ts";
import { Workbench } from "./workbench.ts";

/** Languages that the test of the package does not try. */
const WORDS = {
  ja: { command: "Plumbline: コードの検索…" },
};

/**
 * What is the same in all languages: names of products, keys, icons and formats, filters, and the form in which a
 * question is sent.
 */
const NAMES = [
  ...["Plumbline", "JavaScript", "javascript", "lang", "https", "sourcegraph.example.com", "github.com"],
  ...LOCAL_MODEL_PORTS.map(({ name }) => name), // one may run on this machine, a person's or another test's
  ...["Control", "Shift", "Alt", "Del", "UpArrow", "DownArrow"],
  ...["(about @", "# Query:"],
  ...["Welcome", "(Press 'Enter' to confirm or 'Escape' to cancel)"], // the editor's own
];

for (const [language, { command }] of Object.entries(WORDS))
  describe(`in the language ${language}`, () => {
    let workbench: Workbench;

    before(async () => {
      workbench = await Workbench.open({ language });
    });

    after(async () => {
      await workbench.close();
    });

    it("lists our commands in the palette", async () => {
      assert.ok((await workbench.commandTitles(command)).includes(command));
    });
  });

/**
 * The pseudo-locale is read by a program, in whatever theme. The languages that this variable names are for people to
 * look at, light and dark.
 */
const READ = (env["PLUMBLINE_LANGUAGES"]?.split(",") ?? (isThorough ? ["de", "ja"] : [])).flatMap((language) =>
  (["dark", "light"] as const).map((theme) => ({ language, theme })),
);

for (const { language, theme } of [{ language: PSEUDO_LOCALE, theme: "dark" as const }, ...READ])
  describe(`the main screens in ${language}, ${theme}`, () => {
    const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
    const extension = mkdtempSync(join(tmpdir(), "plumbline-"));
    let workbench: Workbench;
    let words: Words;

    before(async () => {
      makeTourFolder(folder);
      const isPseudo = language === PSEUDO_LOCALE;
      words = isPseudo ? makePseudoExtension(extension) : wordsOf(language);
      workbench = await Workbench.open({ folder, language, ...(isPseudo && { extension }) });
      if (language !== PSEUDO_LOCALE) await workbench.setColorTheme(theme);
    });

    after(async () => {
      await workbench.close();
      for (const each of [folder, extension]) rmSync(each, { recursive: true, maxRetries: 10, retryDelay: 100 });
    });

    it("have no English left", async () => {
      const left: string[] = [];
      await tour(workbench, folder, words, async (screen, webviews) => {
        if (language !== PSEUDO_LOCALE)
          return takeScreenshot(workbench.page, `language-${language}-${theme}-${screen}`);
        await workbench.screenshot(`language-${language}-${theme}-${screen}`);
        const texts = await shownTexts(workbench.page, webviews);
        assert.ok(texts.length > 0, screen);
        left.push(...texts.filter((text) => englishIn(text, words)).map((text) => `${screen}: ${text}`));
      });
      assert.deepEqual(left, []);
    });
  });

function wordsOf(language: string): Words {
  const part = language === "en" ? "" : `.${language}`;
  return { manifest: wordsIn(`package.nls${part}.json`), messages: wordsIn(`l10n/bundle.l10n${part}.json`) };
}

/**
 * What the editor says in front of a row, such as its icon ("book  …"), and about its buttons; commits; models that run
 * on this machine ("qwen3:4b"); code; durations and lists, whose words nobody knows in the pseudo-locale.
 */
const NO_WORDS =
  /`[^`]+`|, and\b|\b[\d.]+ (?:min|sec)\b|^[a-z-]+ {2}|^Actions for |@[0-9a-f]{7,}|[\w./-]+:(?:\d+b|latest)\b/g;

/** Whether a text has a word of plain letters that is neither code nor a name. */
function englishIn(text: string, words: Words): boolean {
  const code = Object.values(words.messages).flatMap((message) => message.match(/`[^`]+`/g) ?? []);
  const known = new Set([...CODE_WORDS, ...NAMES, ...code].flatMap((each) => each.match(/[a-z]+/gi) ?? []));
  const read = text.replace(NO_WORDS, "").match(/[a-z]{3,}/gi) ?? [];
  return read.some((each) => !known.has(each));
}
