import assert from "node:assert/strict";
import type { AnswerState } from "../../src/protocol/answer.ts";
import { hostileAnswer, hostileNames } from "../support/hostile/corpus.ts";
import { grown } from "../support/hostile/grown.ts";
import { plain, ScriptedServer } from "../support/scriptedServer.ts";
import { faults, showAnswers, type AnswerPage } from "./shownPage.ts";
import { answering, conversation } from "./states.ts";

const HUGE = [
  "5,000,000 characters of prose",
  "5,000,000 characters of code",
  "a table of 2,000 columns",
  "10,000 nested lists",
];

/** Every answer of the corpus in a page with its policy. A server listens in place of evil.example. */
describe("hostile answers", () => {
  let evil: ScriptedServer;

  before(async () => {
    evil = await ScriptedServer.start((_, response) => {
      plain(response, 200, "alert(1)", "text/javascript");
    });
  });

  after(async () => {
    await evil[Symbol.asyncDispose]();
  });

  const aimed = (text: string) =>
    text
      .replace(/https?:\/\/evil\.example/gi, evil.baseUrl)
      .replaceAll("//evil.example", evil.baseUrl.replace("http:", ""));

  /** What an article contains that the panel never draws; empty if all is well. */
  const strange = (shown: AnswerPage): Promise<string[]> =>
    shown.locator("article").evaluateAll((articles) =>
      articles.flatMap((article) => {
        const name = article.querySelector(".question-text")?.textContent.trim() ?? "";
        const elements = [...article.querySelectorAll("*")];
        const forbidden =
          "script, iframe, frame, object, embed, form, style, link, meta, base, svg, video, audio, template, [style]";
        return elements.flatMap((element) => [
          ...(element.matches(forbidden) && !element.matches("img[style]")
            ? [`${name}: ${element.outerHTML.slice(0, 80)}`]
            : []),
          ...[...element.attributes]
            .filter(
              ({ name, value }) =>
                /^on|^(?:href|action|formaction|srcset|srcdoc)$/i.test(name) ||
                (name === "src" && !value.startsWith("blob:")),
            )
            .map((attribute) => `${name}: ${attribute.name}=${attribute.value.slice(0, 80)}`),
        ]);
      }),
    );

  it("are more than sixty", () => {
    assert.ok(hostileNames.length >= 60, String(hostileNames.length));
  });

  /** So many are drawn at once. */
  const AT_ONCE = 12;
  for (let from = 0; from < hostileNames.length; from += AT_ONCE) {
    const names = hostileNames.slice(from, from + AT_ONCE);
    it(`run nothing, request nothing and open nothing, each with its words in sight: from ${names[0] ?? ""}`, async () => {
      const corpus = names.map((name) => [name, aimed(hostileAnswer(name))] as const);
      const shown = await showAnswers(answers(corpus));
      const seen = await shown.locator("article").evaluateAll((articles) =>
        articles.map((article) => {
          article.scrollIntoView({ block: "start", behavior: "instant" });
          const { height, width } = article.querySelector(".answer")?.getBoundingClientRect() ?? {
            height: 0,
            width: 0,
          };
          return width > innerWidth ? -1 : height;
        }),
      );
      assert.equal(seen.length, names.length);
      for (const [at, height] of seen.entries()) assert.ok(height > 10, `${names[at] ?? ""}: ${String(height)}`);
      if (corpus.some(([, text]) => text.includes("mermaid"))) {
        // Diagrams are drawn one after another: by the time that one more is there, all of them were tried.
        await shown.show(answers([...corpus, ["One more", "```mermaid\nflowchart LR\n  one --> more\n```\n"]]));
        await shown.locator("article").last().locator(".picture img").waitFor();
      }
      assert.deepEqual(await strange(shown), []);
      const isWhole = await shown.page.evaluate(
        () => document.querySelectorAll("main, #answer").length === 1 && document.body.childElementCount < 6,
      );
      assert.equal(isWhole, true);
      await shown.screenshot(`hostile-${names[0] ?? ""}`);
      assert.deepEqual(evil.received, []);
      assert.deepEqual(faults, []);
    });
  }

  it("ask for a web link only after a click, and have no link that only looks like one", async () => {
    const names = ["userInfoLinks.md", "homographs.md"];
    const shown = await showAnswers(answers(names.map((name) => [name, aimed(hostileAnswer(name))])));
    assert.equal(await shown.locator("article").first().locator(".link").count(), 0);
    assert.deepEqual(await shown.posted("openWebLink"), []);
    await shown.locator("article").nth(1).locator(".link.web").first().click();
    assert.equal((await shown.posted("openWebLink")).length, 1);
    assert.deepEqual(evil.received, []);
    assert.deepEqual(faults, []);
  });

  for (const name of HUGE)
    it(`are drawn in bounded time: ${name}`, async () => {
      const start = Date.now();
      const shown = await showAnswers(answers([[name, grown[name]?.() ?? ""]]));
      await shown.locator(".answer").waitFor();
      assert.ok(Date.now() - start < 60_000);
      assert.deepEqual(await strange(shown), []);
      await shown.frames(); // it is alive
    });
});

/** A conversation with these questions and their answers. */
function answers(questions: readonly (readonly [name: string, answer: string])[]): AnswerState {
  const state = conversation("Completed");
  const nothing = { otherSources: [], suggestedFollowUps: [], log: [], notes: [] };
  return {
    ...state,
    questions: questions.map(([text, answer]) => ({ ...nothing, id: text, text, ...answering(answer) })),
  };
}
