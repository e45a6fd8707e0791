import { l10n } from "../http/l10n.ts";

const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** What a person is told of a failure that is none of the request's: never what it was about. */
export function failureWords(error: unknown): string {
  return error instanceof Error && "code" in error && NO_ROOM.has(String(error.code))
    ? l10n.t("The disk is full. Free some space, then try again.")
    : l10n.t("The local service failed. Its log says more.");
}
