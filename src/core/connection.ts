import type { ServiceError } from "./errors.ts";

/** What can be tried of a service without changing anything. */
export type CheckName = "version" | "user" | "questions" | "legacyQuestions" | "search" | "reference";

/** How one of them went. */
export interface Check {
  readonly name: CheckName;
  /** What was learned: a version, a user's name, an address. Empty where there is nothing more to say. */
  readonly detail: string;
  /** Why it failed; absent where it works. */
  readonly failure?: ServiceError;
  readonly durationMs: number;
}

/** A way to a service that is tried before anything relies on it. */
export interface Connection {
  /** Tries these one after the other and yields how each went. Never rejects but with an `AbortError`. */
  check(names: readonly CheckName[], signal?: AbortSignal): AsyncGenerator<Check, void>;
  /** The proxy that requests go through now, without a password; `undefined` for none. */
  proxy(): Promise<string | undefined>;
  /** What the server presents over TLS, in words; `undefined` where that can't be seen: over http, or through a proxy. */
  certificate(): Promise<string | undefined>;
  close(): Promise<void>;
}
