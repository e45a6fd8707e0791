import * as vscode from "vscode";
import { ServiceError } from "../core/errors.ts";
import type { FileAtRevision } from "../core/service.ts";
import type { Accounts } from "./accounts.ts";
import { wordingOf } from "./errorMessages.ts";
import { parseRemoteUri } from "./remoteFiles.ts";
import { atStart, serviceName } from "./serviceName.ts";
import type { Services } from "./services.ts";

/** Reads files from services. Loaded with the first one. */
export class RemoteReader {
  readonly #accounts: Accounts;
  readonly #services: Services;

  constructor(accounts: Accounts, services: Services) {
    this.#accounts = accounts;
    this.#services = services;
  }

  /** Rejects with a `FileSystemError` that says in words why it can't be read. */
  async read(uri: vscode.Uri): Promise<Uint8Array> {
    const { accountId, location: file } = parseRemoteUri(uri) ?? {};
    const account = accountId === undefined ? undefined : this.#accounts.find(accountId);
    if (!account || !file) throw vscode.FileSystemError.FileNotFound(uri);
    try {
      const { service } = await this.#services.reach(account);
      return await service.readFile(file);
    } catch (error) {
      throw failureOf(error, file, serviceName(account));
    }
  }
}

/** What happened to a file is told with its name; what happened on the way is told as always. */
function failureOf(error: unknown, file: FileAtRevision, service: string): vscode.FileSystemError {
  const { code, message = "" } = error instanceof ServiceError ? error : {};
  const { path, repository, revision } = file;
  const at = revision === undefined ? repository : `${repository}@${revision}`;
  switch (code) {
    case "notFound":
      return vscode.FileSystemError.FileNotFound(
        atStart(vscode.l10n.t("{0} has no {1} in {2}, or you may not see it ({3}).", service, path, at, message)),
      );
    case "forbidden":
      return vscode.FileSystemError.NoPermissions(
        atStart(vscode.l10n.t("{0} does not let you read {1} in {2} ({3}).", service, path, at, message)),
      );
    case "folder":
      return vscode.FileSystemError.FileIsADirectory(
        vscode.l10n.t("{0} in {1} is a folder, not a file. Open it in the browser.", path, at),
      );
    default:
      return vscode.FileSystemError.Unavailable(wordingOf(error, service).message);
  }
}
