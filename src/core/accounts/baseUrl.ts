/** How the paths of an instance's pages and interfaces begin, below its base path. */
const PAGE = /^(?:deepsearch|users?|site-admin|sign-in|api-reference|\.api|\.auth|r|-)$/;

/**
 * The address of an instance, without a trailing slash, from what was typed or from the address of any of its pages.
 * Without a scheme it is taken for https. `undefined` if it is not a web address, or contains a password.
 */
export function parseBaseUrl(text: string): string | undefined {
  const trimmed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "" || url.username !== "" || url.password !== "") {
    return undefined;
  }
  const path = url.pathname.split("/").filter(Boolean);
  const page = path.findIndex(
    (segment, index) =>
      PAGE.test(segment) ||
      (segment === "search" && url.searchParams.has("q")) ||
      (segment.includes(".") && index < path.length - 2), // the host in a repository's name
  );
  // A dash comes after a repository's name. How many segments that has is unknown.
  const base = path[page] === "-" ? [] : path.slice(0, page < 0 ? path.length : page);
  return [url.origin, ...base].join("/");
}

/** The page of a service on which a person creates an access token. */
export function tokenPage(baseUrl: string): string {
  return `${baseUrl}/user/settings/tokens/new`;
}
