import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/**
 * A token for one run of the service, in the shape of the service's own, so that it is recognized and redacted as one.
 */
export function createToken(): string {
  return `sgp_local_${randomBytes(20).toString("hex")}`;
}

/**
 * Whose token a request carries; or why it is refused, in the service's words. Takes equally long for every wrong
 * token.
 */
export function holderOf<H extends string>(
  { authorization }: IncomingHttpHeaders,
  tokens: Readonly<Record<H, string>>,
): { readonly holder: H } | { readonly refusal: string } {
  const [, scheme, given] = /^(\S+)\s+(\S+)\s*$/.exec(authorization ?? "") ?? [];
  if (given === undefined || !/^(?:token|bearer)$/i.test(scheme ?? ""))
    return { refusal: "Private mode requires authentication." };
  const held = Object.entries<string>(tokens).filter(([, token]) => timingSafeEqual(digest(given), digest(token)));
  const [holder] = held[0] ?? [];
  return holder === undefined ? { refusal: "Invalid access token." } : { holder: holder as H };
}

/** Whether a request was addressed to this machine, not to another name that was made to point to it. */
export function isLocalHost({ host }: IncomingHttpHeaders, port: number): boolean {
  return host !== undefined && [`127.0.0.1:${port}`, `localhost:${port}`].includes(host.toLowerCase());
}

/**
 * Whether requests are accepted from this `Origin`: programs send none, or one with their own scheme; a web page sends
 * its address, or `null` if it has none.
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
