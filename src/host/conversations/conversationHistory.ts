import * as vscode from "vscode";
import { LOCAL_ACCOUNT, type Accounts } from "../accounts/accounts.ts";
import { AwaitedAnswers } from "./awaitedAnswers.ts";
import { ConversationCopies } from "./conversationCopies.ts";
import { ConversationList } from "./conversationList.ts";
import type { ConversationPlace, ConversationReference } from "./conversationReference.ts";
import { ConversationMarks } from "./conversationMarks.ts";
import { Deletions } from "./deletions.ts";
import { Drafts } from "./drafts.ts";
import { CitedBranches } from "../sources/citedBranches.ts";
import type { Log } from "../platform/log.ts";
import { otherMachine } from "../platform/machine.ts";
import type { Services } from "../accounts/services.ts";

export interface HistoryParts {
  readonly accounts: Accounts;
  readonly services: Services;
  readonly log: Log;
  /** Where copies are kept. */
  readonly folder: string;
  readonly globalState: vscode.Memento;
  readonly workspaceState: vscode.Memento;
  readonly show: (reference: ConversationReference) => Promise<void>;
}

/**
 * What is known about all accounts' conversations: the list, the copies, what is awaited, typed, marked and being
 * deleted.
 */
export class ConversationHistory implements vscode.Disposable {
  readonly copies: ConversationCopies;
  readonly list: ConversationList;
  readonly awaited: AwaitedAnswers;
  readonly deletions: Deletions;
  readonly drafts: Drafts;
  readonly branches: CitedBranches;
  readonly marks: ConversationMarks;
  /** Fires when what is shown of it may have changed. */
  readonly onDidChange: vscode.Event<undefined>;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #copied = new vscode.EventEmitter<undefined>();
  /** Fires when there is a new copy of a conversation. */
  readonly onDidCopy = this.#copied.event;
  readonly #subscriptions: vscode.Disposable;

  constructor({ accounts, services, log, folder, globalState, workspaceState, show }: HistoryParts) {
    const onError = (what: string, error: unknown): void => {
      log.error(what, error);
    };
    const drafts = new Drafts(globalState, keyOf, onError);
    const marks = new ConversationMarks(globalState, keyOf);
    const copies = new ConversationCopies(folder, {
      isKnown: (accountId) => accounts.find(accountId) !== undefined,
      baseUrlOf: (accountId) => accounts.find(accountId)?.baseUrl,
      onError,
      onDidSave: (accountId, label) => {
        list.relabel(accountId, label);
        this.#copied.fire(undefined);
      },
    });
    const list: ConversationList = new ConversationList({ accounts, services, copies, marks, log });
    const onDidSettle = (): void => {
      list.refresh();
    };
    const awaited = new AwaitedAnswers({
      state: workspaceState,
      accounts,
      services,
      copies,
      marks,
      log,
      show,
      onDidSettle,
    });
    const onDidDelete = ({ accountId, name }: ConversationReference): void => {
      list.remove(accountId, name);
      const place = { accountId, name };
      void Promise.all([awaited.drop(place), drafts.keep(place, ""), marks.drop(place)]);
    };
    const deletions = new Deletions({ state: globalState, accounts, services, copies, log, onDidDelete });
    this.copies = copies;
    this.list = list;
    this.awaited = awaited;
    this.deletions = deletions;
    this.drafts = drafts;
    this.branches = new CitedBranches(globalState);
    this.marks = marks;
    this.onDidChange = this.#changed.event;
    const tell = (): void => {
      this.#changed.fire(undefined);
    };
    this.#subscriptions = vscode.Disposable.from(
      list,
      awaited,
      deletions,
      list.onDidChange(tell),
      awaited.onDidChange(tell),
      deletions.onDidChange(tell),
      marks,
      marks.onDidChange(tell),
      accounts.onDidChangeCurrent(() => {
        list.filter = {};
      }),
      this.#changed,
      this.#copied,
    );
  }

  /** Removes what is kept of a conversation that the service no longer has, or that belongs to another person. */
  async remove(reference: ConversationPlace): Promise<void> {
    const { accountId, name } = reference;
    await Promise.all([
      this.copies.remove(accountId, name),
      this.awaited.drop(reference),
      this.drafts.keep(reference, ""),
      this.marks.drop(reference),
    ]);
    this.list.remove(accountId, name);
  }

  /** Removes everything that is kept of an account. Rejects if something is left. */
  async forget(accountId: string): Promise<void> {
    await Promise.all([
      this.copies.removeAll(accountId),
      this.awaited.forget(accountId),
      this.deletions.forget(accountId),
      this.drafts.forget(accountId),
      this.branches.forget(accountId),
      this.marks.forget(accountId),
    ]);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

/** The local service of each machine numbers its own conversations from one. */
function keyOf(accountId: string): string {
  const machine = accountId === LOCAL_ACCOUNT.id ? otherMachine() : "";
  return machine === "" ? accountId : `${accountId}@${machine}`;
}
