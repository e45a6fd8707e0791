import * as vscode from "vscode";
import { LOCAL_ACCOUNT } from "../accounts/accounts.ts";
import type { RegisteredAccounts } from "../accounts/registerAccounts.ts";
import { once } from "../../core/model/once.ts";
import type { Platform } from "../platform/platform.ts";
import { RemoteFiles } from "./remoteFiles.ts";
import { REMOTE_SCHEME } from "./remoteUri.ts";

/** In other languages (web and Markdown), the editor's own extensions outline files of any scheme. */
const OUTLINED = [
  ...["c", "cpp", "csharp", "dart", "go", "groovy", "java", "julia", "kotlin", "perl", "php", "python", "ruby", "rust"],
  ...["scala", "shellscript", "svelte", "swift", "vue", "zig"],
];

/** Files of services, as read-only documents. */
export function registerRemote(
  { keep, log, offers, storage }: Platform,
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
  const files = keep(new RemoteFiles(async () => (await load()).reader));
  offers.add("vscode.workspace.registerFileSystemProvider", () => files.register());
  offers.add("vscode.languages.registerDocumentSymbolProvider", () =>
    vscode.languages.registerDocumentSymbolProvider(
      OUTLINED.map((language) => ({ scheme: REMOTE_SCHEME, language })),
      {
        provideDocumentSymbols: async (document, token) =>
          (await import("./remoteOutline.ts")).remoteOutline(document, local, token),
      },
    ),
  );
  const fileCopies = async () => (await load()).reader.copies;
  const forgetFiles = async (accountId: string) => {
    if (accountId === LOCAL_ACCOUNT.id) await local.forgetKeptFiles();
    await (await fileCopies()).removeAll(accountId);
  };
  data.add({ remove: forgetFiles });
  return { load, fileCopies, forgetFiles };
}
