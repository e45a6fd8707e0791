import * as vscode from "vscode";
import type { AnswerIntent, Handlers, NoticeAction } from "../../protocol/answer.ts";
import type { Composer } from "../ask/composer.ts";
import type { Log } from "../platform/log.ts";
import type { AnswerActions } from "./answerActions.ts";
import type { LiveConversation } from "./liveConversation.ts";
import { runCommand } from "../platform/runCommand.ts";

/** What the handlers use of the panel itself. */
export interface PanelOfIntents {
  readonly accountId: string;
  /** The base URL of the service's pages; the local service has none. */
  readonly baseUrl: string | undefined;
  /** The page of the conversation, if the service names one. */
  readonly webUrl: string | undefined;
  /** Whether nothing has been asked here yet. */
  readonly isNew: boolean;
  checkSources(): void;
}

/** What the intents of a panel's page act on. */
export interface IntentParts {
  readonly panel: PanelOfIntents;
  readonly live: LiveConversation;
  readonly composer: Composer;
  readonly actions: AnswerActions;
  readonly log: Log;
  /** The page has loaded, and has no state yet. */
  readonly onReady: () => void;
  readonly onSourceFocused: (index: number) => void;
  /** A question was sent; `asking` resolves when it is known whether it is asked or stays in the box. */
  readonly onAsking: (asking: Promise<void>) => void;
  /** The first question of the conversation was asked, in these words. */
  readonly onFirstAsked: (text: string) => Promise<unknown>;
  /** Removes what is kept of the conversation. */
  readonly forget: () => Promise<unknown>;
}

/** What a panel does for each thing that a person does in its page. */
export function intentHandlers(parts: IntentParts): Handlers<AnswerIntent> {
  const { panel, live, composer, actions, onReady, onSourceFocused, onAsking } = parts;
  return {
    ready: onReady,
    stop: () => void live.stop(),
    followUp: ({ text }) => {
      onAsking(ask(text, parts));
    },
    draft: ({ text }) => {
      composer.typed(text);
    },
    mention: ({ text, words }) => void composer.mention(words, text),
    recall: ({ text }) => void composer.recall(text),
    about: ({ index }) => {
      composer.toggle(index);
    },
    addContext: () => void composer.addContext(),
    preview: ({ text }) => void preview(text, parts),
    leave: () => void actions.goToCode(),
    openInBrowser: () => {
      actions.openPage(panel.webUrl);
    },
    openSource: ({ index, isKept }) => void actions.openSource(index, false, isKept !== true),
    compareSource: ({ index }) => void actions.compareSource(index),
    focusSource: ({ index }) => {
      onSourceFocused(index);
    },
    checkSources: () => {
      panel.checkSources();
    },
    openWebLink: ({ index }) => {
      actions.openWebLink(index);
    },
    runSearch: ({ index }) => {
      actions.runSearch(index);
    },
    code: (use) => void actions.useCode(use),
    copy: ({ text }) => void vscode.env.clipboard.writeText(text),
    notice: ({ action, question }) => {
      noticeHandlers(parts)[action](question);
    },
  };
}

/** The buttons of notices, each with the question that it is about. */
function noticeHandlers({
  panel,
  live,
  composer,
  actions,
  log,
  forget,
}: IntentParts): Record<NoticeAction, (question: string | undefined) => void> {
  return {
    showLog: () => {
      log.show();
    },
    chooseModel: () => void runCommand("chooseModel"),
    signIn: (question) => void live.retryAfter(question, () => runCommand("signIn", panel.baseUrl)),
    createToken: () => void runCommand("createToken", panel.baseUrl),
    openFolder: () => void vscode.commands.executeCommand("vscode.openFolder"),
    openService: () => {
      actions.openPage(panel.baseUrl);
    },
    edit: (question) => {
      composer.fill(live.textOf(question) ?? "");
    },
    forget: () => void forget(),
    discard: (question) => {
      live.discard(question);
    },
    continue: (question) => {
      live.answerAgain(question, true);
    },
    answerAgain: (question) => {
      live.answerAgain(question, false);
    },
    retry: (question) => {
      live.retry(question);
    },
  };
}

/** Asks a further question, or the first one, with what it is about. */
async function ask(text: string, { panel, live, composer, onFirstAsked }: IntentParts): Promise<void> {
  if (text.trim() === "") return;
  const { isNew } = panel;
  const question = await composer.whole(text);
  if (question === undefined || !live.followUp(question)) return;
  composer.sent(text);
  if (isNew) await onFirstAsked(text.trim());
}

/** Shows what sending this text would send. */
async function preview(text: string, { panel, live, composer }: IntentParts): Promise<void> {
  const question = await composer.whole(text);
  if (question === undefined) return;
  await runCommand("previewRequest", question, panel.accountId, live.reference?.name);
}
