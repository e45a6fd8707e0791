import path from "node:path";
import { contains } from "../../../git/repositories/repositories.ts";
import { l10n } from "../../base/l10n.ts";

const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
/** The last one is for a file that has the folder's name. */
const NOT_ALLOWED = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR"]);

/**
 * What a person is told about a failure that is not the request's fault; never what the request was about. `store` is
 * the folder of the conversations.
 */
export function failureWords(error: unknown, store: string): string {
  const { code, path: file } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (code !== undefined && NO_ROOM.has(code)) return l10n.t("The disk is full. Free some space, then try again.");
  // The folder that can't be written may be one around it, in which it is to be made.
  const isStores = file !== undefined && (contains(store, file) || contains(path.resolve(file), store));
  return code !== undefined && NOT_ALLOWED.has(code) && isStores
    ? l10n.t(
        "Conversations are kept in a folder that can't be written to: {0}. Make it writable, then try again.",
        store,
      )
    : l10n.t("The local service failed. Its log says more.");
}
