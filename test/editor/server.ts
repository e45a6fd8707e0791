// The VS Code server: files, the extension host and the workbench's own code come from here.
import { execFile, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { NEWEST_EDITOR, type PackagedEditor } from "./places.mjs";

const START_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 5_000;

/**
 * Those of the editor's own extensions that build, debug, sign in elsewhere or know other languages than that of the
 * samples. In each window, they take a tenth of the processor's time.
 */
export const UNRELATED_EXTENSIONS = [
  ...["css-language-features", "html-language-features", "json-language-features", "php-language-features"],
  ...["debug-auto-launch", "debug-server-ready", "emmet", "extension-editing", "github", "grunt", "gulp", "jake"],
  ...["merge-conflict", "microsoft-authentication", "ms-vscode.js-debug", "ms-vscode.js-debug-companion"],
  ...["ms-vscode.vscode-js-profile-table", "npm", "terminal-suggest", "tunnel-forwarding"],
];

/** The two folders that make up an editor: what it remembers, and its installed extensions. */
export interface Profile {
  readonly userDataDir: string;
  readonly extensionsDir: string;
}

export interface ServerOptions extends Profile {
  /** The newest one by default. */
  readonly editor?: PackagedEditor;
  /** The folders of the editor's own extensions that it does without. */
  readonly without?: readonly string[];
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** If false, every folder counts as trusted and nobody is asked. */
  readonly asksForTrust?: boolean;
  /** Ends the server after five minutes without a window, so that none outlives a test run that was killed. */
  readonly endsWhenIdle?: boolean;
  /** For the server, and thus for the extension host. */
  readonly env?: NodeJS.ProcessEnv;
  /** Receives what the server prints. */
  readonly onOutput?: (text: string) => void;
}

/** Resolves when the server listens on 127.0.0.1. The server ends with this process at the latest. */
export async function startServer(options: ServerOptions) {
  const { userDataDir, extensionsDir, port: wantedPort = 0, editor = NEWEST_EDITOR, without = [] } = options;
  mkdirSync(extensionsDir, { recursive: true });
  const child = spawn(
    join(editor.nodeFolder, "node"),
    [
      entryOf(editor),
      "--auth=none",
      `--bind-addr=127.0.0.1:${wantedPort}`,
      ...profileArguments({ userDataDir, extensionsDir }),
      ...(without.length > 0 ? [`--builtin-extensions-dir=${ownExtensions(editor, { userDataDir, without })}`] : []),
      "--disable-telemetry",
      "--disable-update-check",
      "--disable-getting-started-override",
      "--ignore-last-opened",
      ...(options.asksForTrust ? [] : ["--disable-workspace-trust"]),
      ...(options.endsWhenIdle ? ["--idle-timeout-seconds=300"] : []),
    ],
    { env: editorEnvironment(options.env), stdio: ["ignore", "pipe", "pipe"] },
  );
  // The server has a child of its own, which it ends when it is asked to end, but can't when it is killed.
  const terminate = () => {
    child.kill("SIGTERM");
  };
  process.once("exit", terminate);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(String(code ?? signal)));
  }).finally(() => process.off("exit", terminate));

  const port = await new Promise<number>((resolve, reject) => {
    let output = "";
    const fail = (why: string) => {
      clearTimeout(limit);
      reject(new Error(`The VS Code server ${why}:\n${output}`));
    };
    const limit = setTimeout(() => {
      terminate();
      fail("did not start in time");
    }, START_LIMIT_MS);
    void ended.then((how) => {
      fail(`ended at once (${how})`);
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        options.onOutput?.(text);
        output = (output + text).slice(-10_000);
        const listening = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output);
        if (!listening) return;
        clearTimeout(limit);
        resolve(Number(listening[1]));
      });
    }
  });

  const stop = async () => {
    terminate();
    const limit = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
    await ended;
    clearTimeout(limit);
  };
  return { port, ended, stop };
}

/**
 * A folder with links to the editor's own extensions. In the place of some there is one that does nothing: where they
 * are missing, the workbench looks for them in the browser.
 */
function ownExtensions(
  { vscode }: PackagedEditor,
  { userDataDir, without }: { readonly userDataDir: string; readonly without: readonly string[] },
): string {
  const folder = join(userDataDir, "built-in");
  mkdirSync(folder, { recursive: true });
  for (const each of readdirSync(join(vscode, "extensions"))) {
    const [own, ours] = [join(vscode, "extensions", each), join(folder, each)];
    if (without.includes(each)) writeIdleExtension(ours, join(own, "package.json"));
    else symlinkSync(own, ours);
  }
  return folder;
}

/** Writes an extension that is called as another one, and does nothing. */
function writeIdleExtension(folder: string, manifest: string): void {
  const { name, publisher, version, engines } = JSON.parse(readFileSync(manifest, "utf8")) as Record<string, unknown>;
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, publisher, version, engines, main: "./none.js" }));
  writeFileSync(join(folder, "none.js"), "");
}

export type Server = Awaited<ReturnType<typeof startServer>>;

/** Installs a .vsix, even over an older copy of the same extension. */
export async function installExtension(profile: Profile, vsix: string): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [entryOf(NEWEST_EDITOR), ...profileArguments(profile), `--install-extension=${vsix}`, "--force"],
    {
      env: editorEnvironment(),
      timeout: 120_000,
    },
  );
}

/**
 * Writes the settings that keep the editor quiet and make it save as on the desktop, and `more`. Settings that a person
 * has changed in this editor are kept.
 */
export function writeSettings({ userDataDir }: Profile, more: Record<string, unknown> = {}): void {
  const file = settingsFile(userDataDir);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...QUIET, ...AS_ON_THE_DESKTOP, ...readSettings(file), ...more }, undefined, 2));
}

// Nothing here may greet, advise, update or call home: it would cover what is to be seen, or wait for a network.
const QUIET = {
  "chat.commandCenter.enabled": false,
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.openRepositoryInParentFolders": "never",
  "js/ts.tsserver.automaticTypeAcquisition.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

// In a browser, edits are saved after a second by default. A file that is reverted just then keeps them on the screen,
// and the next change on disk is not noticed.
const AS_ON_THE_DESKTOP = { "files.autoSave": "off" };

const settingsFile = (userDataDir: string) => join(userDataDir, "User/settings.json");

function readSettings(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  } catch {
    return {}; // none yet
  }
}

const entryOf = ({ codeServer }: PackagedEditor) => join(codeServer, "out/node/entry.js");

const profileArguments = ({ userDataDir, extensionsDir }: Profile) => [
  // An explicit file, so that this user's own code-server configuration is neither read nor created.
  `--config=${join(userDataDir, "server.yaml")}`,
  `--user-data-dir=${userDataDir}`,
  `--extensions-dir=${extensionsDir}`,
];

/** When we run inside another editor's terminal, that editor's variables would make ours part of it. */
function editorEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_|CODE_SERVER_|PORT$)/.test(name));
  // Whoever starts it has a shell's environment already: the server need not start shells to learn it.
  return { ...Object.fromEntries(own), EXTENSIONS_GALLERY: "{}", VSCODE_CLI: "1", ...more };
}
