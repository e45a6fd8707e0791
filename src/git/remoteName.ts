/**
 * The name that a code search service gives to the repository behind a git remote: `host/owner/name`, without protocol,
 * user, password, port and `.git`. Remotes without a host (a folder on this machine) have none.
 */
export function repositoryNameOf(remoteUrl: string): string | undefined {
  return repositoryNamesOf(remoteUrl)[0];
}

/** The same, followed by what some services make of a port: `host:8443/owner/name` and `host-8443/owner/name`. */
export function repositoryNamesOf(remoteUrl: string): readonly string[] {
  const { host, port, path } = parseRemoteUrl(remoteUrl.trim()) ?? {};
  const trimmed = path
    ?.split(/[?#]/, 1)[0]
    ?.replace(/^\/+|\/+$/g, "")
    .replace(/\.git$/i, "")
    .replace(/\/+$/, "");
  if (!host || !trimmed) return [];
  return [host, ...(port ? [`${host}:${port}`, `${host}-${port}`] : [])].map(
    (place) => `${place.toLowerCase()}/${trimmed}`,
  );
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
