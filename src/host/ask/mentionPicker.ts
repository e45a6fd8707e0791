import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { isAbort } from "../../core/model/errors.ts";
import { insertMention, mentionedRepositories, mentionOf } from "../../core/conversations/mentions.ts";
import type { FoundName, ServiceNames } from "../../core/search/serviceNames.ts";
import type { Account } from "../accounts/accounts.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import { withMarkedBidiInChoice } from "../platform/markedBidi.ts";
import { serviceName } from "../platform/serviceName.ts";
import type { Services } from "../accounts/services.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import { runCommand } from "../platform/runCommand.ts";

/** What has been typed so far, and where the cursor is. */
export interface Draft {
  readonly text: string;
  readonly cursor: number;
}

/** Where something is mentioned; `isTyped` says that an `@` stands there. */
export interface MentionPlace {
  readonly at: number;
  readonly isTyped: boolean;
}

export interface MentionParts {
  readonly account: Account;
  readonly services: Pick<Services, "names">;
  readonly repositories: Pick<WorkspaceRepositories, "names"> & { load(): Promise<unknown> };
}

interface MentionOptions {
  /** The name of the service. */
  readonly service: string;
  /** What it has. */
  readonly names: () => Promise<Pick<ServiceNames, "repositories" | "files">>;
  /** The repositories of the workspace, which are offered first. */
  readonly repositories: readonly string[];
  /** The only repositories in which files are looked for; if empty, they are looked for everywhere. */
  readonly scope: readonly string[];
}

type Row = vscode.QuickPickItem & { readonly mentioned?: FoundName };

/** How long to wait after a keystroke before asking, because the next one may follow. */
const TYPING_MS = 200;

/** Inserts what a person chooses to mention; `undefined` if nothing is chosen. */
export async function mentionIn(
  text: string,
  { at, isTyped }: MentionPlace,
  { account, services, repositories }: MentionParts,
): Promise<Draft | undefined> {
  await repositories.load();
  const mentioned = mentionedRepositories(text, repositories.names);
  const chosen = await pickMention({
    service: serviceName(account),
    names: () => services.names(account),
    repositories: repositories.names,
    scope: mentioned,
  });
  if (!chosen) return undefined;
  const rest = isTyped ? text.slice(0, at) + text.slice(at + 1) : text;
  return insertMention(rest, at, mentionOf(chosen, mentioned));
}

/**
 * Lets a person choose a repository or file that the service knows, by part of its name. `undefined` if none is chosen.
 */
async function pickMention(options: MentionOptions): Promise<FoundName | undefined> {
  const pick = vscode.window.createQuickPick<Row>();
  pick.title = vscode.l10n.t("Mention a Repository or File");
  pick.placeholder = vscode.l10n.t("Part of its name, to look for in {0}", options.service);
  pick.ignoreFocusOut = true;
  const showLog = { iconPath: new vscode.ThemeIcon("output"), tooltip: vscode.l10n.t("Show Log") };
  let abort = new AbortController();
  const look = async (): Promise<void> => {
    abort.abort();
    abort = new AbortController();
    const { signal } = abort;
    const words = pick.value.trim();
    const known = options.repositories.filter((name) => name.toLowerCase().includes(words.toLowerCase()));
    pick.items = rowsOf(known, []);
    pick.busy = words !== "";
    if (words === "") return;
    try {
      await sleep(TYPING_MS, undefined, { signal });
      const names = await options.names();
      const [repositories, files] = await Promise.all([
        names.repositories(words, signal),
        names.files(words, { repositories: options.scope }, signal),
      ]);
      pick.items = rowsOf([...new Set([...known, ...repositories])], files);
      if (pick.items.length === 0) pick.items = [{ label: vscode.l10n.t("No matches"), alwaysShow: true }];
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      const { message } = wordingOf(error, options.service);
      pick.items = [...rowsOf(known, []), { label: `$(error) ${message}`, alwaysShow: true, buttons: [showLog] }];
    }
    pick.busy = false;
  };
  try {
    return await new Promise((resolve) => {
      pick.onDidChangeValue(() => void look());
      pick.onDidAccept(() => {
        const [row] = pick.selectedItems;
        if (row?.mentioned) resolve(row.mentioned);
      });
      pick.onDidTriggerItemButton(() => void runCommand("showLog"));
      pick.onDidHide(() => {
        resolve(undefined);
      });
      void look();
      pick.show();
    });
  } finally {
    abort.abort();
    pick.dispose();
  }
}

function rowsOf(repositories: readonly string[], files: readonly FoundName[]): Row[] {
  const separator = (label: string): Row => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    ...(repositories.length === 0 ? [] : [separator(vscode.l10n.t("repositories"))]),
    ...repositories.map((repository) =>
      withMarkedBidiInChoice<Row>({ label: `$(repo) ${repository}`, mentioned: { repository }, alwaysShow: true }),
    ),
    ...(files.length === 0 ? [] : [separator(vscode.l10n.t("files"))]),
    ...files.map((mentioned) =>
      withMarkedBidiInChoice<Row>({
        label: `$(file) ${mentioned.path ?? ""}`,
        description: mentioned.repository,
        mentioned,
        alwaysShow: true,
      }),
    ),
  ];
}
