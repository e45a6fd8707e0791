import { repositoryPattern } from "../query/queryCompletion.ts";
import { parseSearchLink, parseServiceLink, type ServiceLink } from "./sourceLink.ts";

/** What a page of the local service stands for. */
export type LocalPage =
  | Extract<ServiceLink, { readonly kind: "file" | "folder" }>
  /** As one would type it. */
  | { readonly kind: "search"; readonly text: string }
  /** Its address. */
  | { readonly kind: "conversation"; readonly address: string };

/** Longer addresses than browsers and the local service accept are ignored. */
const LENGTH_AT_MOST = 8_000;

/** Whether an address belongs to a service on this machine: `http`, at a loopback address. */
export function isLocalAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "http:" && (url.hostname === "127.0.0.1" || url.hostname === "localhost");
}

/**
 * Reads the address of a page of the local service, whatever port it had: files, folders, repositories, commits (as the
 * search that finds them), searches and conversations. The address is not trusted: `undefined` for one on another
 * machine, for a path that climbs out of its repository, and for any other page.
 */
export function parseLocalPage(address: string): LocalPage | undefined {
  const url = address.length > LENGTH_AT_MOST || !isLocalAddress(address) ? null : URL.parse(address);
  if (url?.username !== "" || url.password !== "") return undefined;
  const { origin, pathname } = url;
  if (/^\/deepsearch\/(?:shared\/)?[^/]+$/.test(pathname)) return { kind: "conversation", address: origin + pathname };
  const search = parseSearchLink(address, origin);
  if (search) {
    const { text, patternType } = search;
    return { kind: "search", text: patternType ? `${text} patternType:${patternType}` : text };
  }
  if (/^\/(?:search|deepsearch)?$/.test(pathname)) return undefined;
  const link = parseServiceLink(pathname.includes("/-/") ? address : `${origin}${pathname}/-/tree/`, origin);
  switch (link?.kind) {
    case "file":
    case "folder":
      return link;
    case "commit":
      return commitSearch(link.repository, link.revision);
    default:
      return undefined;
  }
}

function commitSearch(repository: string, hash: string): LocalPage | undefined {
  if (!/^[0-9a-f]{7,64}$/.test(hash)) return undefined;
  return { kind: "search", text: `repo:${repositoryPattern(repository)}@${hash} type:diff count:1` };
}
