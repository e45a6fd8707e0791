import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** A token for one run of the service, in the shape of the service's own, so that it is recognized and redacted as one. */
export function createToken(): string {
  return `sgp_local_${randomBytes(20).toString("hex")}`;
}

/** Why a request is not let in, in the words of the service; `undefined` for one that is. Takes equally long for every wrong token. */
export function refusalOf({ authorization }: IncomingHttpHeaders, token: string): string | undefined {
  const [, scheme, given] = /^(\S+)\s+(\S+)\s*$/.exec(authorization ?? "") ?? [];
  if (given === undefined || !/^(?:token|bearer)$/i.test(scheme ?? "")) return "Private mode requires authentication.";
  return timingSafeEqual(digest(given), digest(token)) ? undefined : "Invalid access token.";
}

/** Whether a request was sent to this machine by name, not by another name that was made to point here. */
export function isLocalHost({ host }: IncomingHttpHeaders, port: number): boolean {
  return host !== undefined && [`127.0.0.1:${port}`, `localhost:${port}`].includes(host.toLowerCase());
}

/**
 * Whether a request may come from where its `Origin` says: programs send none, or one of their own scheme; a page of the web
 * sends its address, and one without an address `null`.
 */
export function isLocalOrigin({ origin }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true;
  const url = URL.parse(origin);
  if (!url) return false;
  return !/^https?:$/.test(url.protocol) || ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
