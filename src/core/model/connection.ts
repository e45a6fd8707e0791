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

/** How requests reach a service now: directly, where it says nothing. */
export interface Way {
  /** Without a password. */
  readonly proxy?: string;
  /** Through the editor's own `fetch`. */
  readonly byEditor?: boolean;
}

/** A way to a service that is tried before anything relies on it. */
export interface Connection {
  /** Tries these one after the other and yields how each went. Never rejects but with an `AbortError`. */
  check(names: readonly CheckName[], signal?: AbortSignal): AsyncGenerator<Check, void>;
  way(): Promise<Way>;
  /** The same service through the editor's own `fetch`, closed on its own; `undefined` where there is none. */
  throughEditor(): Connection | undefined;
  /** What the server presents over TLS, in words; `undefined` where that can't be seen: over http, or not directly. */
  certificate(): Promise<Certificate | undefined>;
  close(): Promise<void>;
}

/** Whom a certificate is for and from, and its time as it says it. */
export interface Certificate {
  readonly subject: string;
  readonly issuer: string;
  readonly from: string;
  readonly until: string;
}
