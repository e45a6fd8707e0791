import * as vscode from "vscode";
import { instanceName } from "../../core/accounts/instanceName.ts";
import { isCommitHash, keptContentHash } from "../../core/sources/pinnedRevision.ts";
import { parseSourceLink, printSourceLink, type SourceLocation } from "../../core/sources/sourceLink.ts";
import type { Account, Accounts } from "../accounts/accounts.ts";

/** The scheme of the files of services. */
export const REMOTE_SCHEME = "plumbline";
/** Stands in for an instance when a link is only parsed. */
const ANYWHERE = "https://instance.invalid";

/**
 * The address of a file as a service has it. Names the instance, repository, revision and path, and survives a reload
 * and signing out and in. The editor shows its path above the file: there the commit is short, and whole in the query.
 */
export function remoteUri(
  accounts: Pick<Accounts, "find">,
  accountId: string,
  { repository, path, revision }: SourceLocation,
): vscode.Uri {
  const baseUrl = accounts.find(accountId)?.baseUrl;
  const { authority, basePath } =
    baseUrl === undefined ? { authority: accountId, basePath: "" } : instanceName(baseUrl);
  const link = printSourceLink(revision === undefined ? { repository, path } : { repository, path, revision });
  const shown = `/${repository}${revision === undefined ? "" : `@${shortRevision(revision)}`}/${path}`;
  const query = basePath === "" ? link : `${basePath} ${link}`; // no link has a blank in it
  return vscode.Uri.from({ scheme: REMOTE_SCHEME, authority, path: shown, query });
}

/** The revision in a few letters, for people. */
function shortRevision(revision: string): string {
  if (keptContentHash(revision) !== undefined) return vscode.l10n.t("cited");
  return isCommitHash(revision) ? revision.slice(0, 7) : revision;
}

/** What {@link remoteUri} made the address from, now or before it had a query; `undefined` for any other address. */
export function remoteLocation(uri: vscode.Uri): SourceLocation | undefined {
  return uri.scheme === REMOTE_SCHEME ? parseSourceLink(partsOf(uri).link, ANYWHERE) : undefined;
}

/**
 * The account that reads the file at an address: that of its instance. Addresses used to name an account, which is then
 * the one.
 */
export function remoteAccount(uri: vscode.Uri, accounts: Pick<Accounts, "find" | "all">): Account | undefined {
  if (uri.scheme !== REMOTE_SCHEME) return undefined;
  const { basePath } = partsOf(uri);
  const isNamed = ({ baseUrl }: Account) => {
    const name = baseUrl === undefined ? undefined : instanceName(baseUrl);
    return name?.authority === uri.authority.toLowerCase() && name.basePath === basePath;
  };
  return accounts.find(uri.authority) ?? accounts.all.find(isNamed);
}

/** The instance that an address names, for people; `undefined` if it names an account, as addresses once did. */
export function instanceAt(uri: vscode.Uri): string | undefined {
  const isAccount = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(uri.authority);
  return isAccount ? undefined : uri.authority + partsOf(uri).basePath;
}

function partsOf({ query, path }: vscode.Uri): { readonly basePath: string; readonly link: string } {
  const at = query.indexOf(" ");
  return { basePath: query.slice(0, Math.max(0, at)), link: query.slice(at + 1) || path };
}
