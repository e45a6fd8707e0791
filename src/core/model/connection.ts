import type { ConversationPage } from "./conversation.ts";
import type { ServiceError } from "./errors.ts";

/** What can be tried at a service without changing anything. */
export type CheckName = "version" | "user" | "questions" | "legacyQuestions" | "search" | "reference";

/** The result of one of them. */
export interface Check {
  readonly name: CheckName;
  /** What was learned: a version, a user's name, an address. Empty if there is nothing more to say. */
  readonly detail: string;
  /** Why it failed; absent if it works. */
  readonly failure?: ServiceError;
  /** The first page of conversations, if that is what was tried. */
  readonly page?: ConversationPage;
  readonly durationMs: number;
}

/** How requests reach a service now: directly if it is empty. */
export interface Way {
  /** Without a password. */
  readonly proxy?: string;
  /** Through the editor's own `fetch`. */
  readonly byEditor?: boolean;
}

/** A way to a service that can be tried before anything relies on it. */
export interface Connection {
  /** Tries these one after the other and yields each result. Never rejects except with an `AbortError`. */
  check(names: readonly CheckName[], signal?: AbortSignal): AsyncGenerator<Check, void>;
  way(): Promise<Way>;
  /** The same service through the editor's own `fetch`, closed separately; `undefined` if there is none. */
  throughEditor(): Connection | undefined;
  /** The server's TLS certificate, in words; `undefined` if it can't be seen: over http, or not directly. */
  certificate(): Promise<Certificate | undefined>;
  close(): Promise<void>;
}

/** The subject and the issuer of a certificate, and its period of validity as written in it. */
export interface Certificate {
  readonly subject: string;
  readonly issuer: string;
  readonly from: string;
  readonly until: string;
}
