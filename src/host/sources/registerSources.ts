import { once } from "../../core/model/once.ts";
import type { RegisteredAccounts } from "../accounts/registerAccounts.ts";
import { lazily } from "../platform/commands.ts";
import { REMOTE_COMMANDS } from "../platform/commandNames.ts";
import type { Platform } from "../platform/platform.ts";
import type { FileCopies } from "../remote/fileCopies.ts";
import { RevealedLines } from "./revealedLines.ts";
import { SourceChecks } from "./sourceChecks.ts";
import { SourceOpener } from "./sourceOpener.ts";
import { WorkspaceRepositories } from "./workspaceRepositories.ts";

/** Opening sources, and checking what became of them. */
export function registerSources(
  { keep, testing }: Platform,
  { accounts, services }: RegisteredAccounts,
  fileCopies: () => Promise<FileCopies>,
) {
  const repositories = keep(new WorkspaceRepositories(() => accounts.current.baseUrl !== undefined));
  const checks = keep(new SourceChecks(accounts, services, repositories, fileCopies, testing?.sources));
  const loadGuide = once(async () => keep(new (await import("./sourceGuide.ts")).SourceGuide(accounts, checks)));
  const opener = new SourceOpener(accounts, repositories, loadGuide, keep(new RevealedLines()));
  const handlers = lazily(REMOTE_COMMANDS, async () =>
    (await import("./remoteCommands.ts")).remoteCommands({ accounts, services, opener, repositories }),
  );
  return { repositories, checks, opener, handlers };
}
