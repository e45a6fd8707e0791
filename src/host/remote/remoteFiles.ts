import * as vscode from "vscode";
import type { RemoteReader } from "./remoteReader.ts";
import { REMOTE_SCHEME } from "./remoteUri.ts";

/** Read-only documents of a service: fetched file by file when they are opened. */
export class RemoteFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #reader: () => Promise<Pick<RemoteReader, "read">>;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  /** The editor asks for the size before the content: one fetch serves both. */
  #last: { uri: string; bytes: Promise<Uint8Array> } | undefined;

  constructor(reader: () => Promise<Pick<RemoteReader, "read">>) {
    this.#reader = reader;
  }

  /** Throws if the editor has a provider for this scheme already. */
  register(): vscode.Disposable {
    const isReadonly = new vscode.MarkdownString(vscode.l10n.t("This is the code search service's copy of the file."));
    return vscode.workspace.registerFileSystemProvider(REMOTE_SCHEME, this, { isCaseSensitive: true, isReadonly });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const bytes = await this.#fetch(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: 0,
      size: bytes.length,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return this.#fetch(uri);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined); // a file at a revision doesn't change
  }

  readDirectory(uri: vscode.Uri): [string, vscode.FileType][] {
    throw vscode.FileSystemError.FileNotADirectory(uri);
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #fetch(uri: vscode.Uri): Promise<Uint8Array> {
    const key = uri.toString();
    const last =
      this.#last?.uri === key ? this.#last : { uri: key, bytes: this.#reader().then((reader) => reader.read(uri)) };
    this.#last = last;
    try {
      return await last.bytes;
    } catch (error) {
      this.#forget(last); // a failure is not kept: the next attempt starts anew
      throw error;
    }
  }

  #forget(failed: object): void {
    if (this.#last === failed) this.#last = undefined;
  }
}
