import { setImmediate as nextTurn } from "node:timers/promises";
import * as vscode from "vscode";
import { citationsOf, type Citation } from "../../core/sources/citations.ts";
import { inEditor } from "../../core/sources/editorLines.ts";
import type { FileAtRevision } from "../../core/model/service.ts";
import { checkSources, type VersionReader, type FileText, type SourceCheck } from "../../core/sources/sourceCheck.ts";
import { ObjectReaders } from "../../git/history/objectReader.ts";
import { findCommit, readAtRevision } from "../../git/history/revision.ts";
import type { Account, Accounts } from "../accounts/accounts.ts";
import type { ConversationHistory } from "../conversations/conversationHistory.ts";
import type { ConversationReference } from "../conversations/conversationReference.ts";
import { remoteAccount, remoteLocation } from "../remote/remoteUri.ts";
import { otherwiseCounted } from "../sources/editorLines.ts";
import { BYTES_AT_MOST, textOf } from "../sources/fileText.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";

/** A place that an answer cites, with its conversation, to be shown to a person who reads the file. */
export interface FileCitation extends Citation {
  readonly conversation: ConversationReference;
  /** When the conversation last changed, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * A citation with its line in the document, zero-based. No line if the whole file is cited, or if the cited lines are
 * gone.
 */
export interface LineCitation extends FileCitation {
  readonly line?: number;
}

export interface CitationParts {
  readonly accounts: Accounts;
  readonly history: ConversationHistory;
  readonly repositories: WorkspaceRepositories;
}

/** Stands in for the local service: its links begin with a slash, and its address changes with each start. */
const LOCAL_BASE_URL = "https://local.invalid";
const TEXTS_KEPT = 30;

/** By account, then by name of the conversation. */
type ReadCopies = Map<string, Map<string, { readonly savedAt: number; readonly places: readonly FileCitation[] }>>;

/**
 * Finds the answers that cite a file, in the copies of conversations on this machine. Those of all accounts count,
 * because the file is the same. A copy is read on the first call, and again when it is newer. Asks no service.
 */
export class Citations implements vscode.Disposable {
  readonly #parts: CitationParts;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when the citations may have changed. */
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  #read: ReadCopies = new Map();
  #reading: Promise<void> | undefined;
  readonly #objects = new ObjectReaders();
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

  /** Makes the next call of {@link of} look again which copies exist: no event reports removed ones. */
  readAgain(): void {
    this.#reading = undefined;
  }

  /** The places in a file of the workspace, or of a service; the most recent conversation first. */
  async of(uri: vscode.Uri): Promise<readonly FileCitation[]> {
    const isCited = await this.#recognize(uri);
    if (!isCited) return [];
    await (this.#reading ??= this.#readCopies());
    return [...this.#read.values()]
      .flatMap((conversations) => [...conversations.values()].flatMap(({ places }) => places))
      .filter(isCited)
      .sort((a, b) => b.at - a.at);
  }

  /** The places with their current lines in the document, as far as git on this machine has the cited version. */
  async in(document: vscode.TextDocument, signal: AbortSignal): Promise<readonly LineCitation[]> {
    const places = await this.of(document.uri);
    if (places.length === 0) return [];
    const counted = await otherwiseCounted(document.uri);
    const shown = (place: LineCitation) => (counted === undefined ? place : withLineInEditor(place, counted));
    if (document.uri.scheme !== "file") return places.map((place) => shown(withLine(place, undefined)));
    const local = { text: counted ?? document.getText() };
    const reader: VersionReader = {
      readCited: (file) => this.#citedText(file, document),
      readLocal: () => Promise.resolve(local),
      findCandidates: () => Promise.resolve({ paths: [] }),
    };
    const found: LineCitation[] = [];
    const sources = places.map(({ source }) => source);
    for await (const { index, check } of checkSources(sources, reader, { signal })) {
      const place = places[index];
      if (place) found.push(shown(withLine(place, check)));
    }
    return found;
  }

  dispose(): void {
    vscode.Disposable.from(this.#subscription, this.#changed, this.#objects).dispose();
  }

  /** Returns a test for places in this file. Services may name a repository differently: what it is here counts. */
  async #recognize(uri: vscode.Uri): Promise<((place: FileCitation) => boolean) | undefined> {
    const remote = remoteLocation(uri);
    if (remote) {
      const { repository, path } = remote;
      const accountId = remoteAccount(uri, this.#parts.accounts)?.id;
      return ({ conversation, source }) =>
        conversation.accountId === accountId && source.repository === repository && source.path === path;
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
        await nextTurn(); // lets the editor continue in between
      }
      read.set(account.id, conversations);
    }
    this.#read = read;
  }

  async #placesOf(
    { id: accountId, baseUrl = LOCAL_BASE_URL }: Account,
    name: string,
  ): Promise<readonly FileCitation[]> {
    const { conversation, savedAt } = (await this.#parts.history.copies.read(accountId, name)) ?? {};
    if (!conversation) return [];
    const reference = { accountId, name, title: conversation.title };
    const at = conversation.updatedAt ?? savedAt ?? 0;
    const citations = await citationsOf(conversation, baseUrl);
    return citations.map((citation) => ({ ...citation, conversation: reference, at }));
  }

  /**
   * A commit never changes, so what was read from it is kept for the next time. What could not be read may come later.
   */
  #citedText(file: FileAtRevision, { uri, encoding }: vscode.TextDocument): Promise<FileText> {
    const key = JSON.stringify([file.repository, file.revision, file.path, encoding]);
    const known = this.#texts.get(key);
    if (known) return known;
    const reading = this.#readCited(file, uri);
    if (this.#texts.size >= TEXTS_KEPT) this.#texts.clear();
    this.#texts.set(key, reading);
    const forget = () => {
      if (this.#texts.get(key) === reading) this.#texts.delete(key);
    };
    reading.then((text) => {
      if ("problem" in text) forget();
    }, forget);
    return reading;
  }

  /** Runs git in trusted workspaces only: a folder's own settings can steer it. */
  async #readCited({ repository, revision, path }: FileAtRevision, uri: vscode.Uri): Promise<FileText> {
    const known = this.#parts.repositories.named(repository);
    const commit =
      known?.git && revision !== undefined && vscode.workspace.isTrusted
        ? await findCommit(known.root, revision)
        : undefined;
    if (!known || commit === undefined) return { problem: "unavailable" };
    const object = await readAtRevision(this.#objects, known.root, commit, path, { maxBytes: 2 * BYTES_AT_MOST });
    return object?.type === "file" ? textOf(object.content, uri) : { problem: "unavailable" };
  }
}

function withLineInEditor(place: LineCitation, text: string): LineCitation {
  const { line } = place;
  return line === undefined ? place : { ...place, line: inEditor({ startLine: line, endLine: line }, text).startLine };
}

/** If nothing can be checked, the line as it was cited is better than none. */
function withLine(place: FileCitation, check: SourceCheck | undefined): LineCitation {
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
