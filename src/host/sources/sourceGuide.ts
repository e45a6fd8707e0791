import * as vscode from "vscode";
import type { SourceCheck } from "../../core/sources/sourceCheck.ts";
import type { SourceLocation } from "../../core/sources/sourceLink.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { remoteUri } from "../remote/remoteUri.ts";
import type { SourceChecks } from "./sourceChecks.ts";
import { SourceNotes } from "./sourceNotes.ts";
import { goneWords, noteWords } from "./sourceWords.ts";

/** Where a source leads in the workspace's own copy. */
export interface Lead {
  readonly accountId: string;
  readonly source: SourceLocation;
  readonly check: SourceCheck;
  readonly place: SourceLocation;
}

/** Finds what a source has become in the workspace's own copy, and tells the person what became of it. */
export class SourceGuide implements vscode.Disposable {
  readonly #accounts: Pick<Accounts, "find">;
  readonly #checks: SourceChecks;
  readonly #notes = new SourceNotes();

  constructor(accounts: Pick<Accounts, "find">, checks: SourceChecks) {
    this.#accounts = accounts;
    this.#checks = checks;
  }

  /**
   * What can't be determined in the time that a click may take is as it was `known` before; `undefined` if it was not.
   */
  async find(accountId: string, source: SourceLocation, known?: SourceCheck): Promise<Lead | undefined> {
    const check = (await this.#checks.ofClicked(accountId, source)) ?? known;
    return check && { accountId, source, check, place: placeOf(source, check) };
  }

  /** Shows a note at a line of the document that was opened: the local one if it `isLocal`, else the cited version. */
  tell({ accountId, source, check }: Lead, document: vscode.Uri, line: number, isLocal = true): void {
    if (!isLocal) {
      if (check.state === "gone") this.#notes.tell(document, goneWords(source));
      return;
    }
    const text = noteWords(source, check);
    const note = text === undefined ? undefined : { line, text };
    const isPerhaps = check.state === "moved" && !check.isSure;
    const canCompare = isPerhaps || check.state === "changed" || check.state === "gone";
    this.#notes.set(
      document,
      note && (canCompare ? { ...note, cited: remoteUri(this.#accounts, accountId, source) } : note),
    );
  }

  dispose(): void {
    this.#notes.dispose();
  }
}

function placeOf(location: SourceLocation, check: SourceCheck): SourceLocation {
  const { range, ...file } = location;
  switch (check.state) {
    case "moved":
    case "changed":
      return { ...file, path: check.path, ...(range && { range: check.range }) };
    case "gone":
      return check.nearLine === undefined
        ? location
        : { ...file, range: { startLine: check.nearLine, endLine: check.nearLine, startColumn: 0, endColumn: 0 } };
    case "cannotCheck":
      return check.likeliest
        ? { ...file, path: check.likeliest.path, ...(range && { range: check.likeliest.range }) }
        : location;
    case "cited":
    case "same":
      return location;
  }
}
