import * as vscode from "vscode";
import { ServiceError } from "../core/errors.ts";
import type { FileAtRevision } from "../core/service.ts";
import type { Account, Accounts } from "./accounts.ts";
import { wordingOf } from "./errorMessages.ts";
import { FileCopies } from "./fileCopies.ts";
import type { Log } from "./log.ts";
import { parseRemoteUri } from "./remoteFiles.ts";
import { atStart, serviceName } from "./serviceName.ts";
import type { Services } from "./services.ts";

export interface RemoteReaderParts {
  readonly accounts: Accounts;
  readonly services: Services;
  readonly log: Log;
  /** Where copies are kept. */
  readonly folder: string;
}

/** Reads files from services, and keeps copies of those that never change. Loaded with the first one. */
export class RemoteReader {
  readonly copies: FileCopies;
  readonly #accounts: Accounts;
  readonly #services: Services;

  constructor({ accounts, services, log, folder }: RemoteReaderParts) {
    this.#accounts = accounts;
    this.#services = services;
    this.copies = new FileCopies(folder, {
      isKnown: (accountId) => accounts.find(accountId) !== undefined,
      onError: (what, error) => {
        log.error(what, error);
      },
    });
  }

  /** Rejects with a `FileSystemError` that says in words why it can't be read. */
  async read(uri: vscode.Uri): Promise<Uint8Array> {
    const { accountId, location: file } = parseRemoteUri(uri) ?? {};
    const account = accountId === undefined ? undefined : this.#accounts.find(accountId);
    if (!account || !file) throw vscode.FileSystemError.FileNotFound(uri);
    try {
      if (account.baseUrl === undefined) return await this.#fetch(account, file); // it is on this machine already
      const kept = await this.copies.read(account.id, file);
      if (kept) return kept;
      const content = await this.#fetch(account, file);
      void this.copies.save(account.id, file, content);
      return content;
    } catch (error) {
      throw failureOf(error, file, serviceName(account));
    }
  }

  async #fetch(account: Account, file: FileAtRevision): Promise<Uint8Array> {
    const { service } = await this.#services.reach(account);
    return service.readFile(file);
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
