import type { Readable } from "node:stream";
import { hide } from "../../core/accounts/redaction.ts";
import { isAbort, ServiceError } from "../../core/model/errors.ts";
import { decodeContent } from "./contentDecoding.ts";
import type { LinkSpeed } from "./linkSpeed.ts";

/** An answer up to its headers, with a body that must be read to the end, dumped or destroyed. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable & { dump(): Promise<void> };
  /** Whether it was compressed on the wire, although its body no longer is. */
  readonly isDecoded?: boolean;
}

/** The answer without secrets in its headers, but for the address that it leads to, which may be asked next. */
export function withoutSecrets(answer: Answer, secrets: readonly string[]): Answer {
  const { statusCode, body, isDecoded = false } = answer;
  const clean = (name: string, value: string | string[] | undefined) => {
    if (value === undefined || name === "location" || (name === "content-encoding" && isEncoding(value))) return value;
    return Array.isArray(value) ? value.map((each) => hide(each, secrets)) : hide(value, secrets);
  };
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, clean(name, value)] as const),
  );
  return { statusCode, headers, body, isDecoded };
}

/** Whether it may name an encoding: an extra header may have such a word as its value. */
function isEncoding(value: string | string[]): boolean {
  return typeof value === "string" && /^[a-z-]{1,8}$/i.test(value);
}

/**
 * Logs an answer once all of it has come or it was given up, and measures how fast it came. Adds no listener for data:
 * that would start the body.
 */
export function logWhole(
  { body, headers, isDecoded = false, statusCode }: Answer,
  log: (outcome: string) => void,
  speed: LinkSpeed | undefined,
): void {
  const started = performance.now();
  let bytes = body.readableLength; // the first ones may have come with the headers
  const push = body.push.bind(body);
  body.push = (chunk: Uint8Array | null, ...rest) => {
    bytes += chunk?.length ?? 0;
    if (chunk === null && !isDecoded) speed?.observe(bytes, performance.now() - started);
    return push(chunk, ...rest);
  };
  const trace = traceIn(headers);
  const named = trace === undefined ? "" : `, trace ${trace}`;
  body.once("close", () => log(`${statusCode}, ${bytes} bytes${named},`));
}

/** What the service calls the request in its own records: one line, at most 200 characters. */
export function traceIn({ "x-trace": trace }: Answer["headers"]): string | undefined {
  return typeof trace === "string" ? trace.replace(/[^\x21-\x7e]+/g, " ").slice(0, 200) : undefined;
}

/**
 * The body, decompressed; aborting ends it at once. Throws `malformed` for an unknown compression, `unknownOutcome` if
 * the request changes something.
 */
export function decoded(
  answer: Answer,
  signal: AbortSignal | undefined,
  { changes = false }: { readonly changes?: boolean } = {},
): Readable {
  try {
    return decodeContent(answer.body, header(answer, "content-encoding"), signal);
  } catch (error) {
    answer.body.destroy();
    if (!changes || !(error instanceof ServiceError)) throw error;
    throw new ServiceError("unknownOutcome", error.reason ?? error.message, { cause: error });
  }
}

/** The first header of that name; empty if there is none. */
export function header(answer: Answer, name: string): string {
  const value = answer.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

/** How long to wait for the words of a refusal: some servers leave the connection open. */
const EXCERPT_MS = 3000;

/**
 * The first few kilobytes of an error's body, as text; whatever can't be read, or doesn't come soon, is left out: the
 * status says enough.
 */
export async function excerpt(answer: Answer, signal: AbortSignal | undefined): Promise<string> {
  let body: Readable;
  try {
    body = decoded(answer, signal);
  } catch {
    return ""; // compressed in a way that nobody asked for
  }
  const late = setTimeout(() => body.destroy(new Error("The rest of a refusal did not come.")), EXCERPT_MS);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > 8192) break;
    }
  } catch (error) {
    if (isAbort(error)) throw error;
  } finally {
    clearTimeout(late);
  }
  return Buffer.concat(chunks).toString("utf8").slice(0, 8192);
}
