// Stands in for the desktop `code`, as far as extension tests need it: opens a window on a folder, with the extension
// under development in it, runs the tests in its extension host, shows their console and exits with their result.
import { createWriteStream, existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { format, parseArgs } from "node:util";
import type { BrowserContext } from "playwright-core";
import { prepareWindow, startBrowser } from "./browser.ts";
import { EDITOR, NEWEST_EDITOR, OLDEST_EDITOR } from "./places.mjs";
import { startServer, UNRELATED_EXTENSIONS, writeSettings, type Server } from "./server.ts";

// The workbench's own messages come through the same pipe as the extension host's console.
const WORKBENCH_CHATTER = new RegExp(
  `^(${[
    "Canceled: Canceled",
    "Canceled$",
    "ChatSessionStore: ",
    "Creating a socket",
    "Creation of workbench contribution",
    "Error while fetching the extension under development .* is not a web extension",
    "Resolv(ing|ed) connection token",
    "Timed out waiting for authentication provider 'github'",
    "(Updating|Ignoring fetching) additional builtin",
    "\\[(AccountPolicyGate|AgentHost|reconnection-grace-time|Service Worker)",
  ].join("|")})`,
);

const { values, positionals } = parseArgs({
  strict: false, // desktop VS Code has many more switches; none of the others has a meaning here
  allowPositionals: true,
  options: {
    extensionDevelopmentPath: { type: "string", multiple: true },
    extensionTestsPath: { type: "string" },
    "user-data-dir": { type: "string" },
    "extensions-dir": { type: "string" },
    // Our own switch. The folder is not trusted, and nobody is asked.
    restricted: { type: "boolean" },
    // The oldest supported editor instead of the newest.
    oldest: { type: "boolean" },
  },
});
const userDataDir = pathOf("user-data-dir");
const profile = { userDataDir, extensionsDir: pathOf("extensions-dir") };
const returned = join(userDataDir, "tests-returned");
const limitSeconds = Number(process.env["PLUMBLINE_TEST_LIMIT_SECONDS"] ?? 2400);

let server: Server | undefined;
let browser: BrowserContext | undefined;
let isEnding = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void end(130, `ended by ${signal}`));
setTimeout(() => void end(124, `no result after ${limitSeconds} s`), limitSeconds * 1000).unref();
try {
  await runTests();
} catch (error) {
  await end(1, error instanceof Error ? (error.stack ?? error.message) : String(error));
}

async function runTests() {
  mkdirSync(userDataDir, { recursive: true });
  rmSync(returned, { force: true });
  writeSettings(profile, values.restricted ? { "security.workspace.trust.startupPrompt": "never" } : {});
  const log = createWriteStream(join(userDataDir, "server.log"));
  server = await startServer({
    ...profile,
    ...(values.oldest ? { editor: OLDEST_EDITOR } : { editor: NEWEST_EDITOR, without: UNRELATED_EXTENSIONS }),
    endsWhenIdle: values.oldest !== true, // the oldest one doesn't support it
    asksForTrust: values.restricted === true,
    env: {
      PLUMBLINE_TESTS: pathOf("extensionTestsPath"),
      PLUMBLINE_TESTS_RETURNED: returned,
      // As if started from a terminal: otherwise the editor uses the PATH of the person's shell instead of this one.
      ...(values.restricted ? { VSCODE_CLI: "1" } : {}),
    },
    onOutput: (text) => log.write(text),
  });
  void server.ended.then((how) => end(1, `the VS Code server ended early (${how})`));

  browser = await startBrowser({ port: server.port, profileDir: join(userDataDir, "chromium") });
  browser.on("close", () => void end(1, "the browser ended early"));
  const { page, load } = await prepareWindow(browser, {
    userDataDir,
    folder: positionals[0],
    extensionDevelopmentPaths: [values.extensionDevelopmentPath].flat().map((folder) => resolve(String(folder))),
    extensionTestsPath: join(EDITOR, "hostTests.cjs"),
  });
  page.on("crash", () => void end(1, "the workbench's page crashed"));
  // The workbench looks for a test runner under these two names.
  await page.exposeFunction("codeAutomationLog", (severity: string, values: unknown[]) => {
    const text = format(...values);
    if (WORKBENCH_CHATTER.test(text)) return;
    const stream = severity === "error" || severity === "warn" ? process.stderr : process.stdout;
    stream.write(text.endsWith("\n") ? text : `${text}\n`);
  });
  await page.exposeFunction("codeAutomationExit", (code: number) => {
    // The workbench reports success when the extension host dies under the tests.
    if (code === 0 && !existsSync(returned)) void end(1, "the extension host ended before its tests did");
    else void end(code);
  });
  await load();
  // Nobody looks: drawing would take a fifth of the processor's time.
  await page.addStyleTag({ content: "body { opacity: 0 }" });
}

async function end(code: number, why?: string) {
  if (isEnding) return;
  isEnding = true;
  if (why) process.stderr.write(`Test window: ${why}\n`);
  await Promise.race([browser?.close().catch(console.error), sleep(5000)]);
  await server?.stop();
  process.exit(code);
}

function pathOf(name: keyof typeof values): string {
  const value = values[name];
  if (typeof value !== "string") throw new Error(`--${name}=PATH is missing`);
  return resolve(value);
}
