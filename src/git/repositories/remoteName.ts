/**
 * The name that a code search service gives to the repository behind a git remote: `host/owner/name`, without protocol,
 * user, password, port and `.git`. Remotes without a host (a folder on this machine) have none.
 */
export function repositoryNameOf(remoteUrl: string, sshHost?: string): string | undefined {
  return repositoryNamesOf(remoteUrl, sshHost)[0];
}

/**
 * The same, followed by what some services make of a port (`host:8443/owner/name` and `host-8443/owner/name`), and by
 * what they make of addresses that say more than the name, as those of Azure DevOps and Bitbucket do. `sshHost` is the
 * host that SSH connects to, if the one in the address is only a name for it.
 */
export function repositoryNamesOf(remoteUrl: string, sshHost?: string): readonly string[] {
  const { host: written, port, path } = parseRemoteUrl(remoteUrl.trim()) ?? {};
  const host = written && (sshHost ?? written);
  const trimmed = path
    ?.split(/[?#]/, 1)[0]
    ?.replace(/^\/+|\/+$/g, "")
    .replace(/\.git$/i, "")
    .replace(/\/+$/, "");
  if (!host || !trimmed) return [];
  const lower = host.toLowerCase();
  const door = DOORS.get(lower);
  const plain = [lower, ...(port ? [`${lower}:${port}`, `${lower}-${port}`] : [])].map(
    (place) => `${place}/${trimmed}`,
  );
  return [
    ...new Set([...(door === undefined ? [] : [`${door}/${trimmed}`]), ...plain, ...shorterNames(lower, trimmed)]),
  ];
}

/** The host of an address by which git runs SSH; `undefined` for other protocols, and for folders. */
export function sshHostOf(remoteUrl: string): string | undefined {
  const url = remoteUrl.trim();
  return /^(?!(?:git\+)?ssh:)[a-z+]+:\/\//i.test(url) ? undefined : parseRemoteUrl(url)?.host;
}

/**
 * Hosts that take SSH through the port for HTTPS, where a firewall lets nothing else through, and whose door they are.
 */
const DOORS = new Map([
  ["ssh.github.com", "github.com"],
  ["altssh.gitlab.com", "gitlab.com"],
  ["altssh.bitbucket.org", "bitbucket.org"],
]);

function shorterNames(host: string, path: string): readonly string[] {
  // Azure DevOps by SSH; the path comes in percent signs there.
  const isAzure = /^(?:ssh\.dev\.azure|vs-ssh\.visualstudio)\.com$/.test(host);
  const rest = isAzure ? /^v\d+\/(.+)$/.exec(path)?.[1] : undefined;
  if (rest !== undefined) return azureNames("dev.azure.com", decode(rest).split("/"));
  const [, before, name = ""] = /^(?:(.*)\/)?_(?:git|ssh)\/(?:_(?:full|optimized)\/)?([^/]+)$/.exec(path) ?? [];
  if (name !== "") {
    const places = (before ?? "").split("/").filter((place) => place !== "");
    const [, organization] = /^([^.]+)\.visualstudio\.com$/.exec(host) ?? [];
    if (organization === undefined) return azureNames(host, [...places, name]);
    const within = places[0]?.toLowerCase() === "defaultcollection" ? places.slice(1) : places;
    return [...azureNames("dev.azure.com", [organization, ...within, name]), [host, ...within, name].join("/")];
  }
  // Bitbucket Server, whose own path may be in front.
  const [, context, repository] = /^(?:(.+)\/)?scm\/([^/]+\/[^/]+)$/.exec(path) ?? [];
  if (repository === undefined) return [];
  return [`${host}/${repository}`, ...(context === undefined ? [] : [`${host}/${context}/${repository}`])];
}

/** A repository that is called like its project is written without that. */
function azureNames(host: string, places: readonly string[]): readonly string[] {
  const name = places.at(-1) ?? "";
  return [[host, ...places].join("/"), ...(places.length === 2 ? [[host, ...places, name].join("/")] : [])];
}

interface RemoteUrl {
  readonly host: string | undefined;
  readonly port?: string | undefined;
  readonly path: string | undefined;
}

function parseRemoteUrl(url: string): RemoteUrl | undefined {
  if (/^[\\/.~]/.test(url) || /^[a-z]:[\\/]/i.test(url)) return undefined; // a folder
  if (!url.includes("://")) {
    const [, host, path] = /^(?:[^/]*@)?(\[[^\]]*\]|[^:@/[\]]+):(.*)$/.exec(url) ?? [];
    return { host, path };
  }
  const parts = /^(?:git\+)?(?:https?|ssh|git|ftps?):\/\/(?:[^/]*@)?(\[[^\]]*\]|[^:@/]+)(?::(\d*))?\/(.*)$/i.exec(url);
  return parts ? { host: parts[1], port: parts[2], path: decode(parts[3] ?? "") } : undefined;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a literal percent sign
  }
}
