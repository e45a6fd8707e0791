import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Frame } from "playwright-core";
import { hostileAnswer, hostileNames } from "../support/hostile/corpus.ts";
import { grown } from "../support/hostile/grown.ts";
import { ScriptedConversations } from "../support/scriptedConversations.ts";
import { plain, ScriptedServer } from "../support/scriptedServer.ts";
import { clickRow, Workbench } from "./workbench.ts";

const TOKEN = "sgp_0123456789abcdef_canary5678901234567890123456789012345678";
const HUGE = [
  "5,000,000 characters of prose",
  "5,000,000 characters of code",
  "a table of 2,000 columns",
  "10,000 nested lists",
];

/** Every answer of the corpus in a real webview with the page's policy. A server listens in place of evil.example. */
describe("hostile answers", function () {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  const opened: string[] = [];
  let workbench: Workbench;
  let service: ScriptedConversations;
  let evil: ScriptedServer;

  before(async () => {
    evil = await ScriptedServer.start((_, response) => {
      plain(response, 200, "alert(1)", "text/javascript");
    });
    const aimed = (text: string) =>
      text
        .replace(/https?:\/\/evil\.example/gi, evil.baseUrl)
        .replaceAll("//evil.example", evil.baseUrl.replace("http:", ""));
    service = await ScriptedConversations.start([
      {
        title: "Corpus",
        questions: hostileNames.map((name) => ({ question: name, answer: aimed(hostileAnswer(name)) })),
      },
      ...HUGE.map((name) => ({ title: name, questions: [{ question: name, answer: grown[name]?.() ?? "" }] })),
    ]);
    workbench = await Workbench.open({ folder });
    workbench.page.on("dialog", (dialog) => {
      opened.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    workbench.page.context().on("page", (page) => opened.push(`page ${page.url()}`));
    await workbench.signIn(service.server.baseUrl, TOKEN);
    await workbench.openContainer("Plumbline");
    await workbench.treeRow("Conversations", "Corpus").waitFor();
  });

  after(async () => {
    await workbench.close();
    await service[Symbol.asyncDispose]();
    await evil[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  });

  async function open(title: string): Promise<Frame> {
    await workbench.runCommand("View: Close All Editors");
    await workbench.openContainer("Plumbline");
    await clickRow(workbench.treeRow("Conversations", title));
    return workbench.webviewWith(".answer");
  }

  /** What an article contains that the panel never draws; empty if all is well. */
  const strange = (panel: Frame): Promise<string[]> =>
    panel.locator("article").evaluateAll((articles) =>
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

  it("run nothing, request nothing and open nothing, each with its words in sight", async function () {
    this.timeout(300_000);
    const panel = await open("Corpus");
    const articles = panel.locator("article");
    assert.equal(await articles.count(), hostileNames.length);
    // A long conversation is drawn in steps.
    const isDrawn = (count: number) => document.querySelectorAll("article .answer").length >= count;
    await panel.waitForFunction(isDrawn, hostileNames.length, { timeout: 120_000 });
    for (let index = 0; index < hostileNames.length; index++) {
      const height = await articles.nth(index).evaluate((article) => {
        article.scrollIntoView({ block: "start", behavior: "instant" });
        const { height, width } = article.querySelector(".answer")?.getBoundingClientRect() ?? { height: 0, width: 0 };
        return width > innerWidth ? -1 : height;
      });
      assert.ok(height > 10, `${hostileNames[index] ?? ""}: ${String(height)}`);
    }
    // Diagrams are drawn one after another.
    await panel.locator(".picture img").first().waitFor();
    await sleep(5_000);
    assert.deepEqual(await strange(panel), []);
    const isWhole = await panel.evaluate(
      () => document.querySelectorAll("main, #answer").length === 1 && document.body.childElementCount < 6,
    );
    assert.equal(isWhole, true);
    await workbench.screenshot("hostile-corpus");
    assert.deepEqual(evil.received, []);
    assert.deepEqual(opened, []);
    assert.equal(await workbench.page.locator(".monaco-dialog-box").count(), 0);
  });

  it("open a web link only after a click and a question, and nothing else that only looks like a link", async () => {
    const panel = await open("Corpus");
    const article = panel.locator("article", { has: panel.locator(".question-text", { hasText: "userInfoLinks.md" }) });
    assert.equal(await article.locator(".link").count(), 0);
    const web = panel.locator("article", { has: panel.locator(".question-text", { hasText: "homographs.md" }) });
    await web.locator(".link.web").first().click();
    await workbench.dialog(/open the external website/i).waitFor();
    await workbench.dialog("xn--gthub-n2e.com").waitFor(); // as it is, not as it looks
    await workbench.screenshot("hostile-link");
    await workbench.dialogButton(/open the external website/i, "Cancel").click();
    assert.deepEqual(evil.received, []);
    assert.deepEqual(opened, []);
  });

  for (const name of HUGE) {
    it(`are drawn in bounded time: ${name}`, async () => {
      const start = Date.now();
      const panel = await open(name);
      assert.ok(Date.now() - start < 60_000);
      assert.deepEqual(await strange(panel), []);
      const isAlive = await panel.evaluate(
        () =>
          new Promise((resolve) =>
            requestAnimationFrame(() => {
              resolve(true);
            }),
          ),
      );
      assert.equal(isAlive, true);
    });
  }
});
