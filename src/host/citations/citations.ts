import { setImmediate as nextTurn } from "node:timers/promises";
import * as vscode from "vscode";
import { isBinary } from "../../core/text/binaryFile.ts";
import { citationsOf, type Citation } from "../../core/sources/citations.ts";
import type { FileAtRevision } from "../../core/model/service.ts";
import { checkSources, type CodeCopies, type FileText, type SourceCheck } from "../../core/sources/sourceCheck.ts";
import { findCommit, readAtRevision } from "../../git/revision.ts";
import type { Account, Accounts } from "../accounts/accounts.ts";
import type { ConversationHistory } from "../conversations/conversationHistory.ts";
import type { ConversationReference } from "../conversations/conversationReference.ts";
import { parseRemoteUri } from "../remote/remoteUri.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";

/** An answer that cites a file, and where. */
export interface CitedPlace extends Citation {
  readonly conversation: ConversationReference;
  /** Milliseconds since the epoch: when the conversation changed last. */
  readonly at: number;
}

/** The same with its line in the document, zero-based; without one where all of the file is cited, or what was is gone. */
export interface FoundPlace extends CitedPlace {
  readonly line?: number;
}

export interface CitationParts {
  readonly accounts: Accounts;
  readonly history: ConversationHistory;
  readonly repositories: WorkspaceRepositories;
}

/** Stands in for the local service, whose links begin with a slash and whose address is another one with each start. */
const LOCAL_BASE_URL = "https://local.invalid";
const BYTES_AT_MOST = 2 * 1024 * 1024;
const TEXTS_KEPT = 30;

/** By account, by name of the conversation. */
type ReadCopies = Map<string, Map<string, { readonly savedAt: number; readonly places: readonly CitedPlace[] }>>;

/**
 * Which answers cite a file, out of the copies of conversations on this machine: of all accounts, as the file is the same
 * one. A copy is read when this is first asked for, and again when there is a newer one. Asks no service.
 */
export class Citations implements vscode.Disposable {
  readonly #parts: CitationParts;
  readonly #changed = new vscode.EventEmitter<void>();
  /** There may be others than before. */
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  #read: ReadCopies = new Map();
  #reading: Promise<void> | undefined;
  readonly #texts = new Map<string, Promise<FileText>>();

  constructor(parts: CitationParts) {
    this.#parts = parts;
    const readAgain = (): void => {
      this.readAgain();
      this.#changed.fire();
    };
    const { history, repositories } = parts;
    this.#subscription = vscode.Disposable.from(
      history.onDidCopy(readAgain),
      history.onDidChange(readAgain),
      repositories.onDidChange(() => {
        this.#changed.fire();
      }),
    );
  }

  /** Looks with the next question which copies there are by then: nobody tells of those that were removed. */
  readAgain(): void {
    this.#reading = undefined;
  }

  /** The places in a file of the workspace, or of a service; the last conversation first. */
  async of(uri: vscode.Uri): Promise<readonly CitedPlace[]> {
    const isCited = await this.#recognize(uri);
    if (!isCited) return [];
    await (this.#reading ??= this.#readCopies());
    return [...this.#read.values()]
      .flatMap((conversations) => [...conversations.values()].flatMap(({ places }) => places))
      .filter(isCited)
      .sort((a, b) => b.at - a.at);
  }

  /** The same, where they are in the document now, as far as git on this machine has what was cited. */
  async in(document: vscode.TextDocument, signal: AbortSignal): Promise<readonly FoundPlace[]> {
    const places = await this.of(document.uri);
    if (document.uri.scheme !== "file") return places.map((place) => withLine(place, undefined));
    const local = { text: document.getText() };
    const copies: CodeCopies = {
      readCited: (file) => this.#citedText(file),
      readLocal: () => Promise.resolve(local),
      findCandidates: () => Promise.resolve([]),
    };
    const found: FoundPlace[] = [];
    const sources = places.map(({ source }) => source);
    for await (const { index, check } of checkSources(sources, copies, { signal })) {
      const place = places[index];
      if (place) found.push(withLine(place, check));
    }
    return found;
  }

  dispose(): void {
    vscode.Disposable.from(this.#subscription, this.#changed).dispose();
  }

  /** Tells the places in this file from all others: a repository is what it is here, whatever a service calls it. */
  async #recognize(uri: vscode.Uri): Promise<((place: CitedPlace) => boolean) | undefined> {
    const remote = parseRemoteUri(uri);
    if (remote) {
      const { repository, path } = remote.location;
      return ({ conversation, source }) =>
        conversation.accountId === remote.accountId && source.repository === repository && source.path === path;
    }
    const file = await this.#parts.repositories.fileOf(uri);
    return (
      file &&
      (({ source }) =>
        source.path === file.path && this.#parts.repositories.named(source.repository) === file.repository)
    );
  }

  async #readCopies(): Promise<void> {
    const read: ReadCopies = new Map();
    for (const account of this.#parts.accounts.all) {
      const known = this.#read.get(account.id);
      const conversations = new Map(known?.entries());
      const labels = await this.#parts.history.copies.all(account.id);
      const names = new Set(labels.map(({ name }) => name));
      for (const name of conversations.keys()) if (!names.has(name)) conversations.delete(name);
      for (const { name, savedAt } of labels) {
        if (conversations.get(name)?.savedAt === savedAt) continue;
        conversations.set(name, { savedAt, places: await this.#placesOf(account, name) });
        await nextTurn(); // the editor goes on in between
      }
      read.set(account.id, conversations);
    }
    this.#read = read;
  }

  async #placesOf({ id: accountId, baseUrl = LOCAL_BASE_URL }: Account, name: string): Promise<readonly CitedPlace[]> {
    const { conversation, savedAt } = (await this.#parts.history.copies.read(accountId, name)) ?? {};
    if (!conversation) return [];
    const reference = { accountId, name, title: conversation.title };
    const at = conversation.updatedAt ?? savedAt ?? 0;
    return citationsOf(conversation, baseUrl).map((citation) => ({ ...citation, conversation: reference, at }));
  }

  /** A commit never changes: what was read of it is kept for the next time. */
  #citedText(file: FileAtRevision): Promise<FileText> {
    const key = JSON.stringify([file.repository, file.revision, file.path]);
    const known = this.#texts.get(key) ?? this.#readCited(file);
    if (this.#texts.size >= TEXTS_KEPT) this.#texts.clear();
    this.#texts.set(key, known);
    return known;
  }

  /** Git, which a folder's own settings can steer, is run in trusted workspaces only. */
  async #readCited({ repository, revision, path }: FileAtRevision): Promise<FileText> {
    const known = this.#parts.repositories.named(repository);
    const commit =
      known?.git && revision !== undefined && vscode.workspace.isTrusted
        ? await findCommit(known.root, revision)
        : undefined;
    if (!known || commit === undefined) return { problem: "unavailable" };
    const object = await readAtRevision(known.root, commit, path, { maxBytes: 2 * BYTES_AT_MOST });
    const isText = object?.type === "file" && object.content.length <= BYTES_AT_MOST && !isBinary(object.content);
    return isText ? { text: object.content.toString() } : { problem: "unavailable" };
  }
}

/** Where nothing can be checked, the line as it was cited is better than none. */
function withLine(place: CitedPlace, check: SourceCheck | undefined): FoundPlace {
  const { range, path } = place.source;
  if (!range || check?.state === "gone") return place;
  const found =
    check?.state === "moved" || check?.state === "changed"
      ? check
      : check?.state === "cannotCheck"
        ? check.likeliest
        : undefined;
  if (found && found.path !== path) return place;
  return { ...place, line: found?.range.startLine ?? range.startLine };
}
