/**
 * The name that a code search service gives to what is behind a git remote: `host/owner/name`, without protocol, user,
 * password, port and `.git`. Remotes without a host (a folder on this machine) have none.
 */
export function repositoryNameOf(remoteUrl: string): string | undefined {
  const url = remoteUrl.trim();
  if (/^[\\/.~]/.test(url) || /^[a-z]:[\\/]/i.test(url)) return undefined;
  const withProtocol = /^(?:git\+)?(?:https?|ssh|git|ftps?):\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^:/]+)(?::\d*)?\/(.*)$/i.exec(
    url,
  );
  const [, host, path] =
    withProtocol ?? (url.includes("://") ? [] : (/^(?:[^@/]*@)?(\[[^\]]*\]|[^:/[\]]+):(.*)$/.exec(url) ?? []));
  const trimmed = path
    ?.split(/[?#]/, 1)[0]
    ?.replace(/^\/+|\/+$/g, "")
    .replace(/\.git$/i, "")
    .replace(/\/+$/, "");
  return host && trimmed ? `${host.toLowerCase()}/${trimmed}` : undefined;
}
