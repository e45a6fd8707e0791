import { isAbort, ServiceError } from "../../core/model/errors.ts";
import type { CallOptions } from "../../core/model/service.ts";
import type { InterfaceName } from "../conversations/conversationInterface.ts";
import type { HttpClient } from "../http/http.ts";
import { reason } from "../../core/model/reasons.ts";

/** The version with which each conversation interface came: major and minor. */
const FIRST: Readonly<Record<InterfaceName, readonly [number, number]>> = { new: [7, 0], legacy: [6, 7] };

/**
 * The version of a service, which it states without a token; a proxy may hide it. Throws `notAService` for other text.
 */
export async function readVersion(http: HttpClient, { signal }: CallOptions = {}): Promise<string> {
  const bytes = await http.bytes({ method: "GET", path: "/__version", accept: "text/plain", signal }, 10_000);
  const version = new TextDecoder().decode(bytes).trim();
  if (!/^[\w.+-]{1,100}$/.test(version)) throw new ServiceError("notAService", reason("noVersion"));
  return version;
}

/**
 * What it means that a service lacks an interface: `tooOld` if its version says so, else the `unsupported` that was
 * given. Rejects only with an `AbortError`.
 */
export async function lackOf(
  name: InterfaceName,
  unsupported: ServiceError,
  http: HttpClient,
  options: CallOptions = {},
): Promise<ServiceError> {
  const version = await readVersion(http, options).catch((error: unknown) => {
    if (isAbort(error)) throw error;
    return "";
  });
  if (!isOlder(version, FIRST[name])) return unsupported;
  return new ServiceError("tooOld", reason("version", version, FIRST[name].join(".")), { cause: unsupported });
}

/** `6.12.1271`, or for a development build `123456_2026-01-31_7.1-abcdef`: one without such a number is the newest. */
function isOlder(version: string, [major, minor]: readonly [number, number]): boolean {
  const [, itsMajor, itsMinor] = /^(?:\d+_[\d-]+_)?v?(\d{1,3})\.(\d+)/.exec(version) ?? [];
  if (itsMajor === undefined) return false;
  return Number(itsMajor) === major ? Number(itsMinor) < minor : Number(itsMajor) < major;
}
