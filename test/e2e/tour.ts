// The main screens, one after another, in whatever language the window speaks.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import type { Workbench } from "./workbench.ts";

/**
 * Texts on these screens that aren't ours: names and words of the code that they are about. None of them is English.
 */
export const CODE_WORDS = ["zorblax", "quuxel", "vexil", "grumpet", "zorblaxed", "src", "export", "function", "return"];

const QUESTION = "zorblax quuxel?";
const FILE = "src/zorblax.js";

/** The manifest's words and the others, of one language. */
export interface Words {
  readonly manifest: Readonly<Record<string, string>>;
  readonly messages: Readonly<Record<string, string>>;
}

/** Makes a repository whose code, name and remote have no English words except those of JavaScript. */
export function makeTourFolder(folder: string): void {
  mkdirSync(join(folder, "src"), { recursive: true });
  const functions = ["", "ed"].map((end) => `export function zorblax${end}(quuxel) {\n  return quuxel;\n}\n`);
  writeFileSync(join(folder, FILE), functions.join("\n"));
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: folder, stdio: "ignore" });
  git("init", "--initial-branch=main");
  git("remote", "add", "origin", "https://github.com/vexil/grumpet.git");
  git("add", "--all");
  git("-c", "user.name=vexil", "-c", "user.email=vexil@grumpet.example", "commit", "--message=zorblax");
}

/** Goes through the screens, and waits for `seen` at each. */
export async function tour(
  workbench: Workbench,
  folder: string,
  words: Words,
  seen: (screen: string, pages: readonly Frame[]) => Promise<void>,
): Promise<void> {
  const { page } = workbench;
  const run = (key: string) => workbench.runCommand(`Plumbline: ${word(words.manifest, key)}`);
  const say = (message: string) => word(words.messages, message);

  await workbench.activityIcon("Plumbline").click();
  await page.locator(".pane-body .monaco-button").first().waitFor();
  await seen("welcome", []);

  await workbench.openFile("zorblax.js");
  await workbench.selectLines(1, 3);
  await run("command.ask");
  const composer = await workbench.webviewWith("main:has(.start) textarea");
  await composer.locator(".chip.on").waitFor();
  await composer.locator("textarea:focus").waitFor();
  await seen("composer", [composer]);

  await page.keyboard.type(QUESTION);
  await page.keyboard.press("Enter");
  const panel = await workbench.webviewWith(".sources button");
  await seen("answer", [panel]);

  const file = join(folder, FILE);
  writeFileSync(file, `// zorblax\n${readFileSync(file, "utf8")}`);
  await panel.locator(".sources .status", { hasText: /2/ }).first().waitFor();
  await seen("sources", [panel]);

  await run("command.openSearch");
  const search = await workbench.webviewWith("input[role=combobox]");
  await search.locator("input[role=combobox]").fill("zorblax");
  await search.locator("input[role=combobox]").press("Enter");
  await workbench.treeRow(word(words.manifest, "view.results"), "zorblax").first().waitFor();
  await seen("search", [search]);

  await search.locator("input[role=combobox]").fill("type:vexil grumpet");
  await search.locator("#problem").waitFor();
  await seen("problem", [search]);

  await run("command.openResultsInEditor");
  await workbench.activeTab("# Query").waitFor();
  await seen("results-in-editor", []);

  await run("command.showQuerySyntax");
  await workbench.activeTab(say("Query Syntax")).waitFor();
  await seen("query-syntax", [await workbench.webviewWith(".code-line")]);

  await run("command.signIn");
  await page.locator(".quick-input-title", { hasText: say("Sign In (1/2)") }).waitFor();
  await seen("sign-in", []);
  await page.keyboard.press("Escape");

  await run("command.showMenu");
  await page.locator(".quick-input-list .monaco-list-row").first().waitFor();
  await seen("menu", []);
  await page.keyboard.press("Escape");

  await run("command.chooseModel");
  await page.locator(".quick-input-list .monaco-list-row").first().waitFor();
  await seen("models", []);
  await page.keyboard.press("Escape");
}

function word(words: Readonly<Record<string, string>>, key: string): string {
  const found = words[key];
  if (found === undefined) throw new Error(`There is no "${key}" among the words.`);
  return found;
}
