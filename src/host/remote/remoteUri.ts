import * as vscode from "vscode";
import { isCommitHash, keptContentHash } from "../../core/sources/pinnedRevision.ts";
import { parseSourceLink, printSourceLink, type SourceLocation } from "../../core/sources/sourceLink.ts";

/** The scheme of the files of services. */
export const REMOTE_SCHEME = "plumbline";
/** Stands in for an instance when a link is only parsed. */
const ANYWHERE = "https://instance.invalid";

/**
 * The address of a file as a service has it. Holds account, repository, revision and path, and survives a reload. The
 * editor shows its path above the file: there the commit is short, and whole in the query.
 */
export function remoteUri(accountId: string, { repository, path, revision }: SourceLocation): vscode.Uri {
  const link = printSourceLink(revision === undefined ? { repository, path } : { repository, path, revision });
  const shown = `/${repository}${revision === undefined ? "" : `@${shortRevision(revision)}`}/${path}`;
  return vscode.Uri.from({ scheme: REMOTE_SCHEME, authority: accountId, path: shown, query: link });
}

/** The revision in a few letters, for people. */
function shortRevision(revision: string): string {
  if (keptContentHash(revision) !== undefined) return vscode.l10n.t("cited");
  return isCommitHash(revision) ? revision.slice(0, 7) : revision;
}

/** What {@link remoteUri} made the address from, now or before it had a query; `undefined` for any other address. */
export function parseRemoteUri(
  uri: vscode.Uri,
): { readonly accountId: string; readonly location: SourceLocation } | undefined {
  const location = uri.scheme === REMOTE_SCHEME ? parseSourceLink(uri.query || uri.path, ANYWHERE) : undefined;
  return location && { accountId: uri.authority, location };
}
