// The editors that run: a server and a browser each. To start one takes longer than most tests, so that the files of a
// process share them, one after another.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { BrowserContext } from "playwright-core";
import { clearStorage, startBrowser } from "../editor/browser.ts";
import { countHosts, logFiles, type Hosts } from "../editor/hosts.ts";
import { installExtension, startServer, UNRELATED_EXTENSIONS, writeSettings, type Server } from "../editor/server.ts";
import { createTemporaryProfile, type TemporaryProfile } from "../editor/temporaryProfile.ts";
import { writtenFiles } from "../support/writtenFiles.ts";

/** What is fixed when an editor starts. */
export interface EditorOptions {
  /** A package to install. */
  readonly vsix?: string | undefined;
  /** For the extension host and the programs that it starts. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** With all of its own extensions, and all that turns in its page: as a person has it, where something is measured. */
  readonly isComplete?: boolean | undefined;
}

/** Anything that a person's hands wait for fails after this time. */
export const WAIT_MS = 60_000;

/** Nobody here asks the editor what TypeScript means. */
const WITHOUT = [...UNRELATED_EXTENSIONS, "typescript-language-features"];

/** Where a server keeps what its user and its windows want to find again. */
const KEPT = /^(?:User|Machine)\//;

const running = new Set<Editor>();

/** An editor that is lent to one test file after the other, each of which finds it as if it had just been installed. */
export class Editor {
  readonly profile: TemporaryProfile;
  readonly browser: BrowserContext;
  readonly #options: EditorOptions;
  readonly #server: Server;
  #isLent = false;
  #alreadyLogged: ReadonlyMap<string, number> = new Map();

  private constructor(options: EditorOptions, profile: TemporaryProfile, server: Server, browser: BrowserContext) {
    this.#options = options;
    this.profile = profile;
    this.#server = server;
    this.browser = browser;
  }

  /** Lends one that was started in this way, now or for a file before. It has these settings and remembers nothing. */
  static async lend(options: EditorOptions, settings: Readonly<Record<string, unknown>>): Promise<Editor> {
    const isFree = (each: Editor) => !each.#isLent && isDeepStrictEqual(each.#options, options);
    const editor = [...running].find(isFree) ?? (await Editor.#start(options));
    editor.#isLent = true;
    try {
      await editor.#forget();
      writeSettings(editor.profile, settings);
    } catch (error) {
      await editor.end();
      throw error;
    }
    editor.#alreadyLogged = new Map(
      [...logFiles(editor.profile.userDataDir)].map(([path, content]) => [path, content.length]),
    );
    return editor;
  }

  static async #start(options: EditorOptions): Promise<Editor> {
    const profile = createTemporaryProfile();
    let server: Server | undefined;
    try {
      if (options.vsix) await installExtension(profile, options.vsix);
      const env = { ...profile.env, ...options.env };
      server = await startServer({
        ...profile,
        endsWhenIdle: true,
        asksForTrust: true,
        without: options.isComplete ? [] : WITHOUT,
        env,
      });
      const browser = await startBrowser({ port: server.port, profileDir: join(profile.userDataDir, "chromium") });
      browser.setDefaultTimeout(WAIT_MS);
      const editor = new Editor(options, profile, server, browser);
      running.add(editor);
      return editor;
    } catch (error) {
      await server?.stop();
      profile.remove();
      throw error;
    }
  }

  /** Ends the use of an editor whose windows have been closed, and whose extension hosts have ended. */
  giveBack(): void {
    this.#isLent = false;
  }

  /** How many extension hosts run. */
  hosts(): Hosts {
    return countHosts(this.profile.userDataDir);
  }

  /** Everything logged since it was lent: by the server, by the extension hosts and in Output channels. */
  logs(): string {
    const files = [...logFiles(this.profile.userDataDir)];
    return files.map(([path, content]) => content.subarray(this.#alreadyLogged.get(path)).toString()).join("\n");
  }

  /** Every file that it keeps for its user, except what the browser keeps. */
  files(): ReadonlyMap<string, Buffer> {
    return writtenFiles(this.profile.userDataDir, (path) => !path.startsWith("chromium/"));
  }

  /** Ends it for good, with its windows. */
  async end(): Promise<void> {
    running.delete(this);
    await this.browser.close();
    await this.#server.stop();
    this.profile.remove();
  }

  /** Forgets its user, on both of its sides, and checks that nothing is left. */
  async #forget(): Promise<void> {
    await clearStorage(this.browser);
    const { root, userDataDir } = this.profile;
    for (const path of [join(root, "home"), join(userDataDir, "User"), join(userDataDir, "Machine")])
      rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    const kept = writtenFiles(userDataDir, (path) => KEPT.test(path));
    assert.deepEqual([...kept.keys()], [], "an editor remembers its last user");
  }
}

/** Ends all editors. */
export async function endEditors(): Promise<void> {
  for (const editor of [...running]) await editor.end();
}
