import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { isolated } from "../../core/text/bidi.ts";
import { ContextKeys } from "../platform/contextKeys.ts";
import { ServiceError } from "../../core/model/errors.ts";
import { LOCAL_ACCOUNT, type Accounts } from "../accounts/accounts.ts";
import type { ConversationCopies } from "./conversationCopies.ts";
import { isReference, isSameConversation, type ConversationReference } from "./conversationReference.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import { tellFailure } from "../platform/failureMessage.ts";
import type { Log } from "../platform/log.ts";
import { otherMachine } from "../platform/machine.ts";
import { serviceName } from "../platform/serviceName.ts";
import type { Services } from "../accounts/services.ts";
import { DELETIONS_KEY } from "../platform/stateKeys.ts";

/** How long it takes until a conversation is really deleted: about as long as the editor shows the notice. */
const GRACE_MS = 10_000;
/** How long after it was due a deletion is left to the window that began it. */
const LEFT_TO_OTHERS_MS = 5000;

type Deletion = ConversationReference & {
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
  /** The machine where the deletion began; absent for one that an earlier version began. */
  readonly machine?: string;
};

export interface DeletionParts {
  /** Shared by all windows, and kept over restarts. */
  readonly state: vscode.Memento;
  readonly accounts: Accounts;
  readonly services: Services;
  readonly copies: ConversationCopies;
  readonly log: Log;
  /** Called when the conversation is deleted at the service. */
  readonly onDidDelete: (reference: ConversationReference) => void;
}

/**
 * Conversations that a person has deleted. For a few seconds a deletion can be undone, and nothing is sent. What a
 * closed window leaves unfinished is finished later.
 */
export class Deletions implements vscode.Disposable {
  readonly #contextKeys = new ContextKeys();
  readonly #parts: DeletionParts;
  readonly #changed = new vscode.EventEmitter<undefined>();
  /** Fires when other conversations than before are to be hidden. */
  readonly onDidChange = this.#changed.event;
  readonly #undo = new Map<string, () => void>();
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(parts: DeletionParts) {
    this.#parts = parts;
    this.#timers = this.#all
      .filter(isHere)
      .map((deletion) =>
        setTimeout(() => void this.#carryOut(deletion), Math.max(0, deletion.dueAt + LEFT_TO_OTHERS_MS - Date.now())),
      );
  }

  /** Whether it is as good as deleted, and no longer to be shown. */
  has(accountId: string, name: string): boolean {
    return this.#all.filter(isHere).some((deletion) => isSameConversation(deletion, { accountId, name }));
  }

  /** Hides the conversation, and deletes it after the grace period. Resolves to whether it was deleted in the end. */
  async delete(reference: ConversationReference): Promise<boolean> {
    const deletion: Deletion = { ...reference, dueAt: Date.now() + GRACE_MS, machine: otherMachine() };
    const [isUndone] = await Promise.all([
      this.#offerUndo(reference),
      this.#save([...this.#all.filter((other) => !isSameConversation(other, reference)), deletion]),
    ]);
    return isUndone ? this.#drop(reference).then(() => false) : this.#carryOut(deletion);
  }

  /** Brings back the conversation that was deleted last, if one can still be brought back. */
  undo(): void {
    [...this.#undo.values()].at(-1)?.();
  }

  /** Forgets what belongs to an account. */
  async forget(accountId: string): Promise<void> {
    await this.#save(this.#all.filter((deletion) => deletion.accountId !== accountId));
  }

  dispose(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#changed.dispose();
  }

  get #all(): readonly Deletion[] {
    const all = this.#parts.state.get<unknown>(DELETIONS_KEY);
    return Array.isArray(all) ? all.filter(isDeletion) : [];
  }

  async #save(deletions: readonly Deletion[]): Promise<void> {
    await this.#parts.state.update(DELETIONS_KEY, deletions.length > 0 ? deletions : undefined);
    this.#changed.fire(undefined);
  }

  async #drop(reference: ConversationReference): Promise<void> {
    await this.#save(this.#all.filter((other) => !isSameConversation(other, reference)));
  }

  /**
   * Resolves to whether the person undid it in time. The grace period runs even if the editor never shows the notice.
   */
  async #offerUndo(reference: ConversationReference): Promise<boolean> {
    const key = `${reference.accountId}/${reference.name}`;
    const grace = new AbortController();
    const undone = sleep(GRACE_MS, false, { signal: grace.signal }).catch(() => true);
    this.#undo.set(key, () => {
      grace.abort();
    });
    this.#announce();
    const message = vscode.l10n.t('Deleted "{0}".', isolated(reference.title) || vscode.l10n.t("Untitled"));
    const undo = vscode.l10n.t("Undo");
    let isOver = false;
    void vscode.window.showInformationMessage(message, undo).then((choice) => {
      if (choice !== undefined && isOver)
        void vscode.window.showInformationMessage(vscode.l10n.t("It can no longer be restored."));
      else if (choice !== undefined) grace.abort();
    });
    const isUndone = await undone;
    isOver = true;
    this.#undo.delete(key);
    this.#announce();
    return isUndone;
  }

  /** A conversation that is already gone counts as deleted. One that can't be deleted comes back. */
  async #carryOut(deletion: Deletion): Promise<boolean> {
    const { accounts, services, copies, log, onDidDelete } = this.#parts;
    const account = accounts.find(deletion.accountId);
    try {
      if (!account || !this.has(deletion.accountId, deletion.name)) return false;
      const { service } = await services.reach(account);
      await service.deleteConversation(deletion.name).catch((error: unknown) => {
        if (!(error instanceof ServiceError) || error.code !== "notFound") throw error;
      });
      await copies.remove(deletion.accountId, deletion.name);
      onDidDelete(deletion);
      return true;
    } catch (error) {
      log.error("The conversation could not be deleted", error);
      const { message: reason, ...wording } = wordingOf(error, serviceName(account));
      const message = vscode.l10n.t('The conversation "{0}" is still there: {1}', isolated(deletion.title), reason);
      tellFailure({ ...wording, message }, { address: account?.baseUrl });
      return false;
    } finally {
      await this.#drop(deletion);
    }
  }

  #announce(): void {
    this.#contextKeys.set({ deleting: this.#undo.size > 0 });
  }
}

function isDeletion(value: unknown): value is Deletion {
  return isReference(value) && "dueAt" in value && typeof value.dueAt === "number";
}

/**
 * The editor shares its state among the machines that it reaches, but each one's local service has its own numbering.
 */
function isHere({ accountId, machine }: Deletion): boolean {
  return accountId !== LOCAL_ACCOUNT.id || machine === undefined || machine === otherMachine();
}
