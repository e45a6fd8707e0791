import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/host/testAccess.ts";
import type { AnswerState } from "../../src/protocol/answer.ts";
import { ScriptedInstance } from "../support/scriptedInstance.ts";
import { ScriptedServer } from "../support/scriptedServer.ts";
import { labelOf, plumbline, until } from "./extension.ts";
import { TypedPrompts } from "./prompts.ts";

const CERTIFICATES = join(__dirname, "../../test/support/certificates");
const [NARROW, FULL, WIDER, RENEWED] = Array.from("1234", (digit) => `sgp_${digit.repeat(40)}`) as [
  string,
  string,
  string,
  string,
];
const ALL = ["user:all", "externalapi:read", "externalapi:write"];
/** As long as an outage takes that nobody should miss. */
const OUTAGE_MS = 10_000;

/** One after the other, as somebody meets them who is new there. */
describe("a company's service, over https with an authority of its own, and slow", () => {
  const { showInputBox, showErrorMessage, showInformationMessage, showWarningMessage } = vscode.window;
  const told: string[] = [];
  const states: AnswerState[] = [];
  let parts: TestAccess;
  let instance: ScriptedInstance;
  /** Leads to the same service over https, as many do. */
  let leading: ScriptedServer;
  let listening: vscode.Disposable;

  before(async () => {
    const [cert, key] = ["pem", "key"].map((ending) => readFileSync(join(CERTIFICATES, `good.${ending}`)));
    assert.ok(cert && key);
    const kept = { name: "users/4/conversations/9", title: "The cart", question: "Why?", answer: "So." };
    const updateTime = new Date().toISOString();
    instance = await ScriptedInstance.start([{ ...kept, updateTime }], { certificate: { cert, key } });
    instance.delayMs = 300;
    instance.matches = [{ type: "path", repository: "github.com/acme/checkout", path: "src/cart.ts" }];
    instance.tokens = new Map([
      [NARROW, ["user:all"]],
      [FULL, ALL],
    ]);
    leading = await ScriptedServer.start(({ path }, response) => {
      response.writeHead(301, { location: `${instance.baseUrl}${path}` }).end();
    });
    parts = await plumbline();
    listening = parts.answers.onDidPost((state) => {
      states.push(state);
    });
    const tell = (message: string, ...actions: unknown[]) => {
      told.push(message);
      return Promise.resolve(actions.find((action) => action === "Use https"));
    };
    Object.assign(vscode.window, {
      showInputBox: () => Promise.resolve(leading.baseUrl),
      showErrorMessage: tell,
      showInformationMessage: tell,
      showWarningMessage: tell,
    });
  });

  after(async () => {
    Object.assign(vscode.window, { showInputBox, showErrorMessage, showInformationMessage, showWarningMessage });
    listening.dispose();
    await closePanels();
    const { current } = parts.accounts;
    await parts.tokens.delete(current.id);
    await parts.accounts.remove(current);
    await Promise.all([instance, leading].map((each) => each[Symbol.asyncDispose]()));
  });

  const panel = () => parts.answers.panels.at(-1) ?? assert.fail("there is no panel");
  const answerOf = ({ questions }: AnswerState) => JSON.stringify(questions[0]?.answer ?? []);

  async function closePanels(): Promise<void> {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("the panels closed", () => parts.answers.panels.length === 0);
    states.length = 0;
  }

  /** Asks, and resolves to the name of the conversation once the service has it. */
  async function ask(question: string): Promise<string> {
    await closePanels();
    await vscode.commands.executeCommand("plumbline.ask", question);
    await until("the question at the service", () => states.at(-1)?.name !== undefined);
    return instance.conversations[0]?.name ?? assert.fail("it has no conversation");
  }

  it("is signed in to where an address over http leads, with a token that says which scope it lacks", async () => {
    using prompts = new TypedPrompts(NARROW);
    await vscode.commands.executeCommand("plumbline.signIn");
    assert.equal(prompts.count, 1);
    assert.equal(parts.accounts.current.baseUrl, instance.baseUrl);
    const [wants = "", signedIn = "", ...others] = told;
    assert.match(wants, /: it wants https\.$/);
    assert.match(signedIn, /^Signed in to .* the access token lacks the scope externalapi:read\.$/);
    assert.deepEqual(others, []);
    assert.ok(leading.received.length > 0);
    assert.ok(leading.received.every(({ headers }) => headers.authorization === undefined));
  });

  it("lists conversations and finds what is searched once a token with all scopes is typed, and nothing else", async () => {
    assert.deepEqual(await parts.conversations.getChildren(), []);
    const asked = leading.received.length;
    using prompts = new TypedPrompts(FULL);
    await vscode.commands.executeCommand("plumbline.signInAgain");
    assert.deepEqual([prompts.count, leading.received.length], [1, asked]);
    const [today] = await until("the list", async () => {
      const rows = await parts.conversations.getChildren();
      return rows.length > 0 && rows;
    });
    assert.match((await parts.conversations.getChildren(today)).map(({ item }) => labelOf(item)).join(), /The cart$/);
    await vscode.commands.executeCommand("plumbline.search", "cart");
    await until("the match", () => parts.results.message.startsWith("1 match in 1 repository"));
  });

  it("is asked again what it refused for a scope, once a token that has it is typed from the panel", async () => {
    await closePanels();
    instance.tokens = new Map([
      [FULL, ALL.filter((scope) => scope !== "externalapi:write")],
      [WIDER, ALL],
    ]);
    await vscode.commands.executeCommand("plumbline.ask", "May I ask?");
    const refused = await until("the refusal", () => states.at(-1)?.questions.find(({ notice }) => notice));
    assert.match(refused.notice?.message ?? "", /may lack the scope externalapi:write/);
    const asked = instance.calls("CreateConversation");
    const signIn = () => {
      panel().receive({ type: "notice", action: "signIn", question: refused.id });
    };
    {
      using left = new TypedPrompts();
      signIn();
      await until("a prompt that is left", () => left.count === 1);
    }
    using prompts = new TypedPrompts(WIDER);
    signIn();
    await until("the question at the service", () => states.at(-1)?.name !== undefined);
    assert.equal(prompts.count, 1);
    assert.equal(
      states
        .at(-1)
        ?.questions.map(({ text }) => text)
        .join(),
      "May I ask?",
    );
    assert.equal(instance.calls("CreateConversation"), asked + 1, "who left the prompt asked nothing");
  });

  it("goes on with an answer whose token expired, by signing in from its panel", async () => {
    const name = await ask("Does it go on?");
    instance.tokens = new Map([[RENEWED, ALL]]);
    const refused = await until("the refusal", () => (states.at(-1)?.notice ? states.at(-1) : undefined));
    assert.match(refused.notice?.message ?? "", /did not accept your sign-in/);
    assert.equal(refused.questions[0]?.progress, undefined, "nothing counts on");
    assert.equal(refused.questions[0]?.notice, undefined, "what is wrong is said once, and no copy is shown");
    using prompts = new TypedPrompts(RENEWED);
    panel().receive({ type: "notice", action: "signIn" });
    await until("the question, which is waited for", () => states.at(-1)?.questions[0]?.progress);
    instance.finish(name, "It does.");
    const answered = await until("the answer", () => states.findLast((state) => answerOf(state).includes("It does.")));
    assert.equal(answered.notice, undefined);
    assert.equal(prompts.count, 1);
  });

  it("is said to be down while it is, and its answer comes by itself once it is back", async () => {
    parts.accounts.runTimes(parts.accounts.current.id).add(45_000);
    const name = await ask("And then?");
    const { expected = "" } = states.at(-1)?.questions[0]?.progress ?? {};
    assert.match(expected, /^Asked at .+\. Earlier answers took /, "it sends no steps");
    await instance.server.goDown();
    const down = await until("the outage to be told", () => states.at(-1)?.notice && states.at(-1), OUTAGE_MS);
    assert.match(down.notice?.message ?? "", /^Could not connect to /);
    instance.finish(name, "Then it was back.");
    await instance.server.comeBack();
    const answered = await until("the answer", () => states.findLast((state) => answerOf(state).includes("was back")));
    assert.equal(answered.notice, undefined);
  });
});
