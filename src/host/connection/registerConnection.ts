import type { RegisteredAccounts } from "../accounts/registerAccounts.ts";
import { lazily } from "../platform/commands.ts";
import { CONNECTION_COMMANDS } from "../platform/commandNames.ts";
import type { RegisteredModels } from "../models/registerModels.ts";
import type { Platform } from "../platform/platform.ts";

/** Commands that inspect the connection, and tell what goes over it. */
export function registerConnection(
  { client, extensionUri, log, offers, subscriptions }: Platform,
  registered: RegisteredAccounts,
  models: RegisteredModels,
) {
  const { accounts, services, tokens, connect, network } = registered;
  const handlers = {
    showLog: () => {
      log.show();
    },
    ...lazily(CONNECTION_COMMANDS, async () =>
      (await import("./connectionCommands.ts")).connectionCommands(
        {
          ...{
            accounts,
            services,
            tokens,
            connect,
            network,
            log,
            version: client,
            models: models.load,
            root: extensionUri,
          },
          missing: () => offers.missing,
        },
        subscriptions,
      ),
    ),
  };
  return { handlers };
}
