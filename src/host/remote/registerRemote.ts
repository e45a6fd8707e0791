import * as vscode from "vscode";
import { LOCAL_ACCOUNT } from "../accounts/accounts.ts";
import type { RegisteredAccounts } from "../accounts/registerAccounts.ts";
import { once } from "../platform/commands.ts";
import type { Platform } from "../platform/platform.ts";
import { RemoteFiles } from "./remoteFiles.ts";

/** Files of services, as documents to read. */
export function registerRemote(
  { keep, log, storage }: Platform,
  { accounts, services, data, local }: RegisteredAccounts,
) {
  const load = once(async () => {
    const [{ RemoteReader }, { RemoteStatus }] = await Promise.all([
      import("./remoteReader.ts"),
      import("./remoteStatus.ts"),
    ]);
    const folder = vscode.Uri.joinPath(storage, "files").fsPath;
    return { reader: new RemoteReader({ accounts, services, log, folder }), status: keep(new RemoteStatus(accounts)) };
  });
  keep(new RemoteFiles(async () => (await load()).reader));
  const fileCopies = async () => (await load()).reader.copies;
  const forgetFiles = async (accountId: string) => {
    if (accountId === LOCAL_ACCOUNT.id) await local.forgetKeptFiles();
    await (await fileCopies()).removeAll(accountId);
  };
  data.add({ remove: forgetFiles });
  return { load, fileCopies, forgetFiles };
}
