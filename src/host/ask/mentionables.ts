import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { isAbort } from "../../core/model/errors.ts";
import { foldersOf, nameOf, rankedMentionables, type Mentionable } from "../../core/conversations/mentionables.ts";
import { mentionedRepositories, mentionOf } from "../../core/conversations/mentions.ts";
import type { ServiceNames } from "../../core/search/serviceNames.ts";
import { withMarkedBidiControls } from "../../core/text/bidi.ts";
import type { MentionsState, MentionState } from "../../protocol/answer.ts";
import type { Account } from "../accounts/accounts.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import type { Log } from "../platform/log.ts";
import { serviceName } from "../platform/serviceName.ts";
import type { WorkspaceFile, WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import { isKnownTo } from "./askContext.ts";

/** Where names are looked for. */
export interface MentionParts {
  readonly account: Account;
  readonly services: {
    names(account: Account): Promise<Pick<ServiceNames, "repositories" | "files" | "symbols">>;
  };
  readonly repositories: Pick<WorkspaceRepositories, "names" | "fileOf"> & { load(): Promise<unknown> };
  readonly log: Pick<Log, "error">;
}

/** How long to wait after a keystroke before asking, because the next one may follow. */
const TYPING_MS = 200;
const PLACES_AT_MOST = 20;
const SYMBOLS_AT_MOST = 10;

/**
 * What these words may mention: files, folders and repositories at once, then the same with definitions below them.
 * Without words, what is open. Files are looked for in the repositories that the `text` mentions, if it does. What
 * fails is told in the last state.
 */
export async function* mentionables(
  words: string,
  text: string,
  { account, services, repositories, log }: MentionParts,
  signal: AbortSignal,
): AsyncGenerator<MentionsState, void> {
  await repositories.load();
  const within = mentionedRepositories(text, repositories.names);
  const ofWorkspace = repositories.names.map((repository): Mentionable => ({ kind: "repository", repository }));
  if (words === "") {
    yield stateOf(words, [...(await openFiles(account, repositories)), ...ofWorkspace]);
    return;
  }
  let places: readonly Mentionable[] = rankedMentionables(words, ofWorkspace);
  try {
    await sleep(TYPING_MS, undefined, { signal });
    const names = await services.names(account);
    // What may take longer begins at the same time.
    const finding = /^[\p{L}_$][\p{L}\p{M}\p{N}_$]+$/u.test(words)
      ? names.symbols(words, within, signal)
      : Promise.resolve([]);
    const [found, files] = await Promise.all([
      names.repositories(words, signal),
      names.files(words, { repositories: within }, signal),
      Promise.race([finding, Promise.resolve()]), // its failure is waited for below
    ]);
    places = rankedMentionables(words, [
      ...files.map((file): Mentionable => ({ kind: "file", ...file })),
      ...foldersOf(files, words),
      ...ofWorkspace,
      ...found.map((repository): Mentionable => ({ kind: "repository", repository })),
    ]).slice(0, PLACES_AT_MOST);
    if (places.length > 0) yield stateOf(words, places);
    const symbols = (await finding).map((symbol): Mentionable => ({ kind: "symbol", ...symbol }));
    const all = [...places, ...rankedMentionables(words, symbols).slice(0, SYMBOLS_AT_MOST)];
    yield stateOf(words, all, all.length === 0 ? vscode.l10n.t("No matches") : undefined);
  } catch (error) {
    if (isAbort(error) || signal.aborted) return;
    log.error("What can be mentioned was not found", error);
    yield stateOf(words, places, wordingOf(error, serviceName(account)).message);
  }
}

/** The files in tabs, those in front first. */
async function openFiles(
  account: Account,
  repositories: Pick<MentionParts["repositories"], "fileOf">,
): Promise<readonly Mentionable[]> {
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
  const uris = tabs
    .sort((a, b) => Number(b.isActive) - Number(a.isActive))
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  const files = await Promise.all(uris.map((uri) => repositories.fileOf(uri)));
  return files
    .filter((file): file is WorkspaceFile => file !== undefined && file.path !== "" && isKnownTo(account, file))
    .slice(0, PLACES_AT_MOST)
    .map(({ name, path }) => ({ kind: "file", repository: name, path }));
}

function stateOf(words: string, found: readonly Mentionable[], notice?: string): MentionsState {
  return { words, found: found.map(mentionState), ...(notice !== undefined && { notice }) };
}

function mentionState(mentionable: Mentionable): MentionState {
  const { kind, repository, path = "" } = mentionable;
  const name = withMarkedBidiControls(nameOf(mentionable));
  const inFolder = kind === "symbol" ? path : path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const place = withMarkedBidiControls(path === "" ? repository : `${path} · ${repository}`);
  return {
    kind,
    place: { name, folder: withMarkedBidiControls(inFolder), repository: withMarkedBidiControls(repository) },
    detail: detailOf(kind, name, place),
    ...mentionOf(mentionable),
  };
}

function detailOf(kind: Mentionable["kind"], name: string, place: string): string {
  switch (kind) {
    case "file":
      return vscode.l10n.t("File {0}", place);
    case "folder":
      return vscode.l10n.t("Folder {0}", place);
    case "symbol":
      return vscode.l10n.t("Symbol {0} in {1}", name, place);
    case "repository":
      return vscode.l10n.t("Repository {0}", place);
  }
}
