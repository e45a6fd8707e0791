import * as vscode from "vscode";
import { ServiceError } from "../../core/model/errors.ts";
import type { FileAtRevision } from "../../core/model/service.ts";
import type { Account, Accounts } from "../accounts/accounts.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import { tellFailure } from "../platform/failureMessage.ts";
import { FileCopies } from "./fileCopies.ts";
import type { Log } from "../platform/log.ts";
import { instanceAt, remoteAccount, remoteLocation } from "./remoteUri.ts";
import { atStart, serviceName } from "../platform/serviceName.ts";
import type { Services } from "../accounts/services.ts";

export interface RemoteReaderParts {
  readonly accounts: Accounts;
  readonly services: Services;
  readonly log: Log;
  /** Where copies are kept. */
  readonly folder: string;
}

/** Reads files from services, and keeps copies of those that never change. Loaded with the first file. */
export class RemoteReader {
  readonly copies: FileCopies;
  readonly #accounts: Accounts;
  readonly #services: Services;
  /** The messages already shown about files that the editor could not show. */
  readonly #told = new Map<string, string>();

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

  /**
   * Rejects with a `FileSystemError` that says in words why the file can't be read. The page that the editor shows in
   * place of a file may leave the words out, and offers no way on: for a file in a tab, a message is shown too, once.
   */
  async read(uri: vscode.Uri): Promise<Uint8Array> {
    const file = remoteLocation(uri);
    if (!file) throw vscode.FileSystemError.FileNotFound(uri);
    const account = remoteAccount(uri, this.#accounts);
    if (!account) {
      const instance = instanceAt(uri);
      throw vscode.FileSystemError.NoPermissions(
        instance === undefined
          ? vscode.l10n.t("You are not signed in to the service that this file is from.")
          : vscode.l10n.t("You are not signed in to {0}.", instance),
      );
    }
    try {
      if (account.baseUrl === undefined) return await this.#fetch(account, file); // it is already on this machine
      const kept = await this.copies.read(account.id, file);
      if (kept) return kept;
      const content = await this.#fetch(account, file);
      this.#told.delete(uri.toString());
      void this.copies.save(account.id, file, content);
      return content;
    } catch (error) {
      const service = serviceName(account);
      const failure = failureOf(error, file, service);
      const { message } = failure;
      if (isInTab(uri) && this.#told.get(uri.toString()) !== message) {
        this.#told.set(uri.toString(), message);
        tellFailure({ ...wordingOf(error, service), message }, { address: account.baseUrl });
      }
      throw failure;
    }
  }

  async #fetch(account: Account, file: FileAtRevision): Promise<Uint8Array> {
    const { service } = await this.#services.reach(account);
    return service.readFile(file);
  }
}

function isInTab(uri: vscode.Uri): boolean {
  const shown = vscode.window.tabGroups.all.flatMap(({ activeTab }) => {
    const { input } = activeTab ?? {};
    if (input instanceof vscode.TabInputText) return input.uri;
    return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
  });
  return shown.some((each) => each.toString() === uri.toString());
}

/** A failure that concerns the file is worded with its name; any other is worded as usual. */
function failureOf(error: unknown, file: FileAtRevision, service: string): vscode.FileSystemError {
  const { code, message = "" } = error instanceof ServiceError ? error : {};
  const { path, repository, revision } = file;
  const at = revision === undefined ? repository : `${repository}@${revision}`;
  switch (code) {
    case "notFound":
      return vscode.FileSystemError.FileNotFound(
        atStart(
          vscode.l10n.t("{0} has no {1} in {2}, or you have no access to it ({3}).", service, path, at, message),
          service,
        ),
      );
    case "forbidden":
      return vscode.FileSystemError.NoPermissions(
        atStart(vscode.l10n.t("{0} does not let you read {1} in {2} ({3}).", service, path, at, message), service),
      );
    case "folder":
      return vscode.FileSystemError.FileIsADirectory(
        vscode.l10n.t("{0} in {1} is a folder, not a file. Open it in the browser.", path, at),
      );
    default:
      return vscode.FileSystemError.Unavailable(wordingOf(error, service).message);
  }
}
