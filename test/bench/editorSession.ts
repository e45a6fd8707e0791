import { request, type IncomingMessage } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { json } from "node:stream/consumers";
import { endEditors } from "../e2e/editors.ts";
import { Workbench } from "../e2e/workbench.ts";

const EXTENSIONS = ["probe", "empty"].map((name) => join(import.meta.dirname, name));
const START_MS = 120_000;
/** Nobody here asks the editor what TypeScript means. */
const SETTINGS = {
  "js/ts.validate.enabled": false,
  "js/ts.tsserver.checkNpmIsInstalled": false,
  "js/ts.tsserver.useSyntaxServer": "always",
};

/** One window of the real editor, with a person's hands outside and a probe in its extension host. */
export class EditorSession implements AsyncDisposable {
  readonly workbench: Workbench;
  readonly #root: string;

  private constructor(workbench: Workbench, root: string) {
    this.workbench = workbench;
    this.#root = root;
  }

  /** Resolves when the window is drawn and the probe answers. `settings` are the user's. */
  static async open(folder: string, settings: Readonly<Record<string, unknown>>): Promise<EditorSession> {
    const root = mkdtempSync(join(tmpdir(), "plumbline-"));
    const env = { PLUMBLINE_PROBE: join(root, "probe") };
    const all = { ...SETTINGS, ...settings };
    const workbench = await Workbench.open({ folder, settings: all, env, extensions: EXTENSIONS, isComplete: true });
    const session = new EditorSession(workbench, root);
    await session.#started(undefined);
    return session;
  }

  /** Asks the probe: `WHAT?PARAMETERS`. */
  async probe(what: string): Promise<unknown> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request({ socketPath: join(this.#root, "probe"), path: `/${what}` }, resolve);
      asked.on("error", reject).end();
    });
    if (response.statusCode !== 200) throw new Error(`The probe could not tell: ${what}`);
    return json(response);
  }

  /** Reloads the window, which starts a new extension host, in which only what asks for it is active. */
  async restartHost(): Promise<void> {
    const before = await this.probe("host");
    await this.workbench.reload();
    await this.#started(before);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.workbench.close();
    await endEditors();
    rmSync(this.#root, { recursive: true });
  }

  /** Resolves when an extension host other than `before` answers. */
  async #started(before: unknown): Promise<void> {
    for (const end = Date.now() + START_MS; Date.now() < end;) {
      await sleep(100);
      const host = await this.probe("host").catch(() => before); // it may not listen yet
      if (host !== before) return;
    }
    throw new Error("The extension host did not start.");
  }
}
