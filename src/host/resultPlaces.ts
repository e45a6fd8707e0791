import * as vscode from "vscode";
import type { MatchedItem } from "../core/matches.ts";
import type { SourceLocation } from "../core/sourceLink.ts";
import type { Account } from "./accounts.ts";
import type { RemoteLanguages } from "./remoteLanguages.ts";
import type { ResultNode } from "./resultNodes.ts";
import { commandOf, type Places } from "./resultTargets.ts";
import type { SourceOpener } from "./sourceOpener.ts";

/** Where things are that were found at one account, and what opens them there. */
export class ResultPlaces implements Places {
  readonly #opener: SourceOpener;
  readonly #languages: RemoteLanguages;
  readonly #account: Account | undefined;

  constructor(opener: SourceOpener, languages: RemoteLanguages, account: Account | undefined) {
    this.#opener = opener;
    this.#languages = languages;
    this.#account = account;
  }

  get accountId(): string {
    return this.#account?.id ?? "";
  }

  uriOf(item: MatchedItem): vscode.Uri {
    const uri = this.#opener.uriOf(this.accountId, locationOf(item));
    this.#languages.note(uri, item.language);
    return uri;
  }

  folderOf(repository: string): vscode.Uri | undefined {
    return this.#opener.folderOf(repository);
  }

  pageOf(path: string): vscode.Uri | undefined {
    const baseUrl = this.#account?.baseUrl; // the local service has none, and no pages
    const page = baseUrl === undefined ? null : URL.parse(baseUrl + path);
    return page && /^https?:$/.test(page.protocol) ? vscode.Uri.parse(page.href) : undefined;
  }

  commandOf(node: ResultNode): vscode.Command | undefined {
    return commandOf(node, this);
  }
}

function locationOf({ repository, path, revision }: MatchedItem): SourceLocation {
  return revision === undefined ? { repository, path } : { repository, path, revision };
}
