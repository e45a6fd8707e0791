import * as vscode from "vscode";
import { once } from "../../core/model/once.ts";
import type { CommandName } from "./commandNames.ts";
import type { Platform } from "./platform.ts";
import { serviceName } from "./serviceName.ts";

export type CommandHandler = (...args: unknown[]) => unknown;

/** Handlers that are loaded when one of them is first run. */
export function lazily<Name extends string>(
  names: readonly Name[],
  load: () => Promise<Record<Name, CommandHandler>>,
): Record<Name, CommandHandler> {
  const loaded = once(load);
  const handlers = names.map((name): [Name, CommandHandler] => [
    name,
    async (...args) => (await loaded())[name](...args),
  ]);
  return Object.fromEntries(handlers) as Record<Name, CommandHandler>;
}

/**
 * One handler per command: one that is missing does not compile. If a handler throws, the failure is shown in words,
 * with a button for the log.
 */
export function registerCommands(
  { log, offers }: Pick<Platform, "log" | "offers">,
  handlers: Record<CommandName, CommandHandler>,
  currentAccount: () => { readonly baseUrl?: string },
): void {
  for (const [name, handler] of Object.entries(handlers))
    offers.add(`plumbline.${name}`, () =>
      vscode.commands.registerCommand(`plumbline.${name}`, async (...args: unknown[]) => {
        try {
          await handler(...args);
        } catch (error) {
          log.error(`The command ${name} failed`, error);
          const [{ wordingOf }, { tellFailure }] = await Promise.all([
            import("./errorMessages.ts"),
            import("./failureMessage.ts"),
          ]);
          const account = currentAccount();
          tellFailure(wordingOf(error, serviceName(account)), { address: account.baseUrl });
        }
      }),
    );
}
