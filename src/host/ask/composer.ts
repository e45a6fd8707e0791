import * as vscode from "vscode";
import { QUESTION_AT_MOST } from "../../core/model/conversation.ts";
import { ServiceError } from "../../core/model/errors.ts";
import { withContexts, withoutContexts } from "../../core/conversations/mentions.ts";
import { isolated, withoutBidiControlsIn } from "../../core/text/bidi.ts";
import type { FollowUpState, MentionsState, NoticeState } from "../../protocol/answer.ts";
import type { Account } from "../accounts/accounts.ts";
import { openFolders } from "../accounts/localProcess.ts";
import type { Services } from "../accounts/services.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import type { Log } from "../platform/log.ts";
import { atStart, serviceName } from "../platform/serviceName.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import { aboutPart, isKnownTo, type AboutPart } from "./askContext.ts";
import type { AskedAt } from "./askedAt.ts";
import type { QuestionHistory } from "./questionHistory.ts";
import { WorkingIn } from "./workingIn.ts";

/** What a composer works with. */
export interface ComposerParts {
  readonly services: Services;
  readonly repositories: WorkspaceRepositories;
  readonly questions: Pick<QuestionHistory, "of">;
  /** The name of the model that would write the answer now, if one would. */
  readonly answering: () => string | undefined;
  readonly log: Pick<Log, "error">;
  /** The editor that has the cursor, or had it last. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
  /** Takes the focus back to the page, after something was chosen elsewhere. */
  readonly reveal: () => void;
}

/** What the composer needs to know about its conversation. */
export interface ComposerPlace {
  readonly isFirst: boolean;
  /** Whether the previous question is still being answered. */
  readonly isBusy: boolean;
}

type Numbered = AboutPart & { readonly id: number };

/** The number of the chip that is no part of the question; those of its parts follow. */
const WORKING_IN = 0;

/**
 * Where a question is written: its words, and what it is about. Both are kept here and shown by the page, which reports
 * the content of the box with every keystroke.
 */
export class Composer implements vscode.Disposable {
  readonly #account: Account;
  readonly #parts: ComposerParts;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when {@link state} may have changed. */
  readonly onDidChange = this.#changed.event;
  #draft: FollowUpState["draft"] = { version: 0, text: "" };
  #mentions: MentionsState | undefined;
  #looking = new AbortController();
  #about: readonly Numbered[] = [];
  /** Only for the local service; others are not told. */
  readonly #workingIn: WorkingIn | undefined;
  readonly #subscription: vscode.Disposable | undefined;
  #count = WORKING_IN + 1;
  /** What was chosen but the question can't be about, because it is nowhere that a service knows. */
  #placeless: readonly string[] = [];
  /** Counts calls of {@link about}: what is still being found out for an earlier call is no longer wanted. */
  #subjects = 0;
  /** Resolves when it is known what the question is about. */
  #gathering: Promise<void> = Promise.resolve();
  /** How many times that is being found out. */
  #unknown = 0;
  #failure: unknown;
  #tooLong: ServiceError | undefined;

  constructor(account: Account, parts: ComposerParts) {
    this.#account = account;
    this.#parts = parts;
    this.#workingIn = account.baseUrl === undefined ? new WorkingIn(parts) : undefined;
    this.#subscription = this.#workingIn?.onDidChange(() => {
      this.#changed.fire();
    });
  }

  /** The names of the code bases in which the person works, as the local service is told. */
  get workingIn(): readonly string[] {
    return this.#workingIn?.names ?? [];
  }

  /** What the box holds. */
  get text(): string {
    return this.#draft.text;
  }

  /** Takes note of what the box holds now, as the page reports it. */
  typed(text: string): void {
    this.#draft = { version: this.#draft.version, text };
    if (this.#tooLong === undefined) return;
    this.#tooLong = undefined;
    this.#changed.fire();
  }

  /** Puts words into the box; with the cursor behind them, or at `cursor`, unless `hasFocus` is false. */
  fill(text: string, { cursor = text.length, hasFocus = true } = {}): void {
    this.#draft = { version: this.#draft.version + 1, text, ...(hasFocus && { cursor }) };
    this.#changed.fire();
  }

  /** Puts the cursor into the box, and leaves its content as it is. */
  focus(): void {
    this.fill(this.#draft.text);
  }

  /** Empties the box after a question with these words was accepted, unless something else was typed since. */
  sent(text: string): void {
    if (this.#draft.text.trim() === text.trim()) this.typed("");
    this.#about = this.#about.filter(({ isOn }) => !isOn);
    this.#placeless = [];
    this.#changed.fire();
  }

  /** Makes the question be about this instead, as soon as it is known what that is. */
  about(asked: readonly AskedAt[]): void {
    this.#about = [];
    this.#placeless = [];
    this.#subjects += 1;
    void this.#gather(asked);
  }

  /** Removes a part of the question, or accepts an offer, by its number. */
  toggle(id: number): void {
    if (id === WORKING_IN) this.#workingIn?.toggle();
    this.#about = this.#about.flatMap((part) => (part.id !== id ? [part] : part.isOn ? [] : [{ ...part, isOn: true }]));
    this.#changed.fire();
  }

  /**
   * The question as it is sent, with what it is about once that is known. What can't be found out is left out, and
   * shown. `undefined` if the question is too long, which is shown too.
   */
  async whole(text: string): Promise<string | undefined> {
    await this.#gathering;
    const contexts = this.#about.flatMap((part) => (part.isOn ? [part.text] : []));
    const question = withContexts(text.trim(), contexts);
    if (question.length <= QUESTION_AT_MOST) return question;
    this.#tooLong = new ServiceError("tooLong", "the question is too long to be sent", { length: question.length });
    this.#changed.fire();
    return undefined;
  }

  /** Looks for what can be mentioned by these words, until the next call. `text` is what the box holds besides them. */
  async mention(words: string, text: string): Promise<void> {
    this.#looking.abort();
    const { signal } = (this.#looking = new AbortController());
    const { mentionables } = await import("./mentionables.ts");
    for await (const found of mentionables(words, text, { ...this.#parts, account: this.#account }, signal)) {
      if (signal.aborted) return;
      this.#mentions = found;
      this.#changed.fire();
    }
  }

  /** Lets the person choose a template or an earlier question. At most the `/` that asked for this is removed. */
  async recall(text: string): Promise<void> {
    const { pickQuestion } = await import("./questionPicker.ts");
    const chosen = await pickQuestion(this.#parts.questions.of(this.#account.id));
    this.#parts.reveal();
    this.fill(chosen !== undefined ? withoutContexts(chosen) : this.text === "/" ? text : this.text);
  }

  /** Lets the person choose what else the question is about. */
  async addContext(): Promise<void> {
    const { pickContext } = await import("./contextPicker.ts");
    const chosen = await pickContext(this.#parts.lastEditor(), async (folder) => {
      const file = await this.#parts.repositories.fileOf(folder);
      return this.#account.baseUrl === undefined || (file !== undefined && isKnownTo(this.#account, file));
    });
    if (chosen !== "mention" && chosen) await this.#gather([chosen]);
    this.#parts.reveal();
    if (chosen === "mention") this.fill(`${this.text}${/(?:^|\s)$/.test(this.text) ? "" : " "}@`);
    else this.focus();
  }

  /** What the page shows of the composer, in the person's language. */
  state({ isFirst, isBusy }: ComposerPlace): FollowUpState {
    const answering = this.#parts.answering();
    return {
      placeholder: isFirst
        ? vscode.l10n.t("How does … work? Where is … decided?")
        : vscode.l10n.t("Ask a follow-up question"),
      send: vscode.l10n.t("Ask"),
      mention: vscode.l10n.t("Mention a File, Folder, Symbol or Repository (@)"),
      searching: vscode.l10n.t("Searching…"),
      remove: vscode.l10n.t("Click to remove"),
      recall: vscode.l10n.t("Templates and Earlier Questions (/)"),
      preview: vscode.l10n.t("Preview Request"),
      draft: this.#draft,
      ...(this.#mentions && { mentions: this.#mentions }),
      about: [
        ...this.#about.map(({ id, kind, label, place, detail, isOn }) =>
          withoutBidiControlsIn({
            id,
            kind,
            label,
            place,
            detail: `${detail}\n${isOn ? vscode.l10n.t("Click to remove") : vscode.l10n.t("Click to add")}`,
            isOn,
          }),
        ),
        // What a question is about says where to look.
        ...(this.#unknown > 0 || this.#about.some(({ isOn }) => isOn)
          ? []
          : [this.#workingIn?.state(WORKING_IN)].filter((part) => part !== undefined)),
      ],
      aboutLabel: vscode.l10n.t("About"),
      addContext: vscode.l10n.t("Add Context…"),
      answering: answeringState(this.#account, answering),
      ...this.#notice(),
      ...(isBusy && {
        waiting: vscode.l10n.t("You can ask this when the answer is ready. Until then it is kept as a draft."),
      }),
    };
  }

  dispose(): void {
    this.#looking.abort();
    this.#subscription?.dispose();
    this.#workingIn?.dispose();
    this.#changed.dispose();
  }

  async #gather(asked: readonly AskedAt[]): Promise<void> {
    this.#failure = undefined;
    const before = this.#gathering;
    const subject = this.#subjects;
    this.#unknown += 1;
    this.#gathering = (async () => {
      await before;
      try {
        for (const each of asked) {
          const part = await aboutPart(each, this.#parts.repositories, this.#account);
          if (subject !== this.#subjects) return;
          if (!part && each.isOn) this.#placeless = [...this.#placeless, vscode.workspace.asRelativePath(each.uri)];
          if (!part || this.#about.some(({ text, isOn }) => isOn && text === part.text)) continue;
          this.#about = [...this.#about.filter(({ text }) => text !== part.text), { ...part, id: this.#count++ }];
        }
      } catch (error) {
        this.#failure = error;
      } finally {
        this.#unknown -= 1;
      }
      this.#changed.fire();
    })();
    await this.#gathering;
  }

  /** What the person should know before sending. */
  #notice(): { readonly notice?: NoticeState } {
    const notice = (severity: NoticeState["severity"], message: string, actions: NoticeState["actions"] = []) => ({
      notice: { severity, message, actions },
    });
    const problem = this.#tooLong ?? this.#failure;
    if (problem !== undefined) return notice("error", wordingOf(problem, serviceName(this.#account)).message);
    if (this.#account.baseUrl === undefined && openFolders().length === 0) {
      const hasFolder = (vscode.workspace.workspaceFolders ?? []).length > 0;
      const message = hasFolder
        ? vscode.l10n.t(
            "The open folders are not on the machine where Plumbline runs. The local service can't read them.",
          )
        : vscode.l10n.t("No folder is open. The local service answers from the folders that are open.");
      return notice("warning", message, [
        { action: "openFolder", label: vscode.l10n.t("Open Folder…") },
        { action: "signIn", label: vscode.l10n.t("Sign In…") },
      ]);
    }
    const notes = new Set([
      ...this.#placeless.map((name) =>
        this.#account.baseUrl === undefined
          ? vscode.l10n.t("{0} is not a file in an open folder, so the question is not about it.", isolated(name))
          : vscode.l10n.t("{0} is in no repository, so the question is not about it.", isolated(name)),
      ),
      ...this.#about.flatMap(({ isOn, note }) => (isOn && note !== undefined ? [note] : [])),
    ]);
    return notes.size === 0 ? {} : notice("info", [...notes].join(" "));
  }
}

function answeringState(account: Account, model: string | undefined): FollowUpState["answering"] {
  const service = serviceName(account);
  if (account.baseUrl !== undefined)
    return {
      label: service,
      detail: vscode.l10n.t("The question and what it is about are sent to {0}. Files are not.", service),
    };
  const action = "chooseModel";
  return model === undefined
    ? {
        label: vscode.l10n.t("{0} · passages", atStart(service)),
        detail: vscode.l10n.t("Nothing leaves this machine. Click to choose a model that answers in words."),
        action,
      }
    : {
        label: withoutBidiControlsIn({ model }).model,
        detail: vscode.l10n.t(
          "The question and the passages that are found go to {0}. Click to choose another model.",
          withoutBidiControlsIn({ model }).model,
        ),
        action,
      };
}
