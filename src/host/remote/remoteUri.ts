import * as vscode from "vscode";
import { parseSourceLink, printSourceLink, type SourceLocation } from "../../core/sources/sourceLink.ts";

/** The scheme of the files of services. */
export const REMOTE_SCHEME = "plumbline";
/** Stands in for an instance when a link is only parsed. */
const ANYWHERE = "https://instance.invalid";

/** The address of a file as a service has it. Holds account, repository, revision and path, and survives a reload. */
export function remoteUri(accountId: string, { repository, path, revision }: SourceLocation): vscode.Uri {
  const link = printSourceLink(revision === undefined ? { repository, path } : { repository, path, revision });
  // vscode.Uri decodes the path and encodes it again in its own way: encoded once more, it comes back as it was.
  return vscode.Uri.from({ scheme: REMOTE_SCHEME, authority: accountId, path: link });
}

/** What {@link remoteUri} made the address from; `undefined` for any other address. */
export function parseRemoteUri(
  uri: vscode.Uri,
): { readonly accountId: string; readonly location: SourceLocation } | undefined {
  const location = uri.scheme === REMOTE_SCHEME ? parseSourceLink(uri.path, ANYWHERE) : undefined;
  return location && { accountId: uri.authority, location };
}
