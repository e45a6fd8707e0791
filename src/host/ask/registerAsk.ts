import * as vscode from "vscode";
import type { Account } from "../accounts/accounts.ts";
import type { RegisteredAccounts } from "../accounts/registerAccounts.ts";
import type { Platform } from "../platform/platform.ts";
import { askedAt, cellAt, type AskedAt } from "./askedAt.ts";
import { AskDraft } from "./askDraft.ts";
import { OpenedMatches } from "./openedMatches.ts";
import { ProblemActions } from "./problemActions.ts";
import { QuestionHistory } from "./questionHistory.ts";

/** The panels in which questions are asked at once, or written first. */
export interface AskPanels {
  readonly ask: (question: string, account: Account) => Promise<unknown>;
  /** `text` is put into an empty box. */
  readonly compose: (account: Account, asked: readonly AskedAt[], text?: string) => Promise<unknown>;
}

/** What questions are about, and the questions that were asked. */
export function registerAsk(
  { globalState, offers }: Platform,
  { accounts, data }: RegisteredAccounts,
  panels: AskPanels,
) {
  const questions = new QuestionHistory(globalState);
  const askDraft = new AskDraft();
  const openedMatches = new OpenedMatches();
  data.add({
    remove: async (accountId) => {
      askDraft.forget(accountId); // what the panels kept when they were closed
      await questions.forget(accountId);
    },
  });
  const handlers = {
    /**
     * From the explorer and a tab, it gets what was clicked and all that is selected; from source control, one changed
     * file after the other.
     */
    ask: async (...given: readonly unknown[]) => {
      const [clicked, selected] = given;
      const account = accounts.current; // even if another one becomes current while the question is typed
      if (typeof clicked === "string") {
        await Promise.all([panels.ask(clicked, account), questions.add(account.id, clicked)]);
        return;
      }
      const uris = (Array.isArray(selected) ? selected : given).flatMap((each) => uriOf(each) ?? []);
      const asked = (uris.length > 0 ? uris : [undefined]).flatMap((uri) => askedAt(openedMatches, uri) ?? []);
      await panels.compose(account, asked);
    },
    /** Run only from a code action, which passes on the problem that the editor reports. */
    askAboutProblem: async (uri: unknown, problem: unknown) => {
      if (!(uri instanceof vscode.Uri) || !(problem instanceof vscode.Diagnostic)) return;
      const cell = cellAt(uri);
      const lines = problem.range;
      const asked = { uri: cell?.notebook.uri ?? uri, lines, problem, isOn: true, ...(cell && { cell }) };
      await panels.compose(accounts.current, [asked], vscode.l10n.t("Why is this a problem, and how is it solved?"));
    },
  };
  offers.add("vscode.languages.registerCodeActionsProvider", () =>
    vscode.languages.registerCodeActionsProvider("*", new ProblemActions(), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
  );
  return { questions, askDraft, openedMatches, handlers };
}

/** Where something is that a menu was opened on. */
function uriOf(clicked: unknown): vscode.Uri | undefined {
  if (clicked instanceof vscode.Uri) return clicked;
  const { resourceUri } = (clicked ?? {}) as Partial<vscode.SourceControlResourceState>;
  return resourceUri instanceof vscode.Uri ? resourceUri : undefined;
}
