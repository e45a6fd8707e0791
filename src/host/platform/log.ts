import * as vscode from "vscode";
import { redact } from "../../core/accounts/redaction.ts";

/**
 * The log channel. It is created with the first line, because the editor makes a folder and a file for it. Nothing that
 * looks like a secret gets into it, nor any secret passed to {@link hide}.
 */
export class Log implements vscode.Disposable {
  #made: vscode.LogOutputChannel | undefined;
  readonly #secrets = new Set<string>();
  readonly #written = new vscode.EventEmitter<string>();
  /** Every line as it was written. */
  readonly onDidWrite = this.#written.event;

  /** From now on this text never appears, unless it is shorter than four characters. */
  hide(secret: string): void {
    if (secret.length > 3) this.#secrets.add(secret);
  }

  info(line: string): void {
    this.#channel.info(this.#clean(line));
  }

  warn(line: string): void {
    this.#channel.warn(this.#clean(line));
  }

  debug(line: string): void {
    this.#channel.debug(this.#clean(line));
  }

  /** Logs what went wrong, with its causes. */
  error(what: string, error: unknown): void {
    this.#channel.error(this.#clean(`${what}: ${describe(error)}`));
  }

  /** The text without anything that must not leave this machine. */
  redact(text: string): string {
    return redact(text, this.#secrets);
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#made?.dispose();
    this.#written.dispose();
  }

  get #channel(): vscode.LogOutputChannel {
    return (this.#made ??= vscode.window.createOutputChannel("Plumbline", { log: true }));
  }

  #clean(line: string): string {
    const clean = this.redact(line);
    this.#written.fire(clean);
    return clean;
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? ` [${String(error.code)}]` : "";
  const cause = error.cause === undefined ? "" : ` (${describe(error.cause)})`;
  return `${error.name}${code}: ${error.message}${cause}`;
}
