import type { ServiceError } from "../../core/model/errors.ts";

/** A request to a service. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** Relative to the base URL, with its query: `/.api/search/stream?q=…`. */
  readonly path: string;
  readonly accept: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** A body of form fields, instead of JSON. */
  readonly form?: Readonly<Record<string, string>>;
  /** Parts of the body that must not appear in errors. */
  readonly secrets?: readonly string[];
  /** Says what a refusal means, if it can. `body`: its first few kilobytes, without secrets. */
  readonly refusal?: (body: string, status: number) => ServiceError | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether it changes something: then a lost answer is an `unknownOutcome`. */
  readonly changes?: boolean;
  /** Whether it only reads, though it is a POST: then it may be repeated, as a GET is. */
  readonly isRead?: boolean;
  /** The scope that the token needs for it, if the service is known to require one. */
  readonly scope?: string;
}

/** A request as it goes over the wire. */
export interface Sending {
  readonly method: "GET" | "POST" | "DELETE";
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal: AbortSignal | null;
  /** Milliseconds, to the headers of the answer, and between two pieces of its body. */
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/** Whether a request changes nothing, so that it may be sent again. */
export function isRepeatable({
  method,
  isRead = false,
  changes = false,
}: HttpRequest | Omit<HttpRequest, "accept">): boolean {
  return (method === "GET" || isRead) && !changes;
}

/** What is sent as the body of a request; `null` for none. */
export function bodyOf({ json, form }: Pick<HttpRequest, "json" | "form">): string | null {
  if (form) return new URLSearchParams(form).toString();
  return json === undefined ? null : JSON.stringify(json);
}
