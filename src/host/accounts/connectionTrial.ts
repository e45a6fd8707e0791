import * as vscode from "vscode";
import type { ConversationPage } from "../../core/model/conversation.ts";
import type { Check, Connection } from "../../core/model/connection.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import { tellFailure } from "../platform/failureMessage.ts";

/** Why a check failed. */
export type Failure = NonNullable<Check["failure"]>;

/** What works at an instance with a token. */
export interface Working {
  readonly works: { readonly questions: boolean; readonly search: boolean };
  readonly user: string;
  readonly version: string;
  /** Why the rest does not work. */
  readonly failures: readonly Failure[];
  /** The conversation interface that was found, and the first page that it listed. */
  readonly listed?: { readonly by: "new" | "legacy"; readonly page: ConversationPage };
}

/**
 * A connection works if questions can be asked or searches are answered. Otherwise returns the most telling failure.
 */
export async function tryOut(connection: Connection): Promise<Working | { readonly failure: Failure }> {
  const checks = new Map<string, Check>();
  try {
    for await (const check of connection.check(["questions"])) checks.set(check.name, check);
    const questions = checks.get("questions")?.failure;
    if (questions && !HAS_ANSWERED.has(questions.code)) return { failure: questions };
    const others = questions && isLacking(questions) ? (["legacyQuestions"] as const) : [];
    for await (const check of connection.check([...others, "search", "user", "version"])) checks.set(check.name, check);
  } finally {
    await connection.close();
  }
  const failureOf = (name: string) => checks.get(name)?.failure;
  const questions = checks.has("legacyQuestions") ? failureOf("legacyQuestions") : failureOf("questions");
  const search = failureOf("search");
  const [by, page] = checks.has("legacyQuestions")
    ? (["legacy", checks.get("legacyQuestions")?.page] as const)
    : (["new", checks.get("questions")?.page] as const);
  if (questions && search) return { failure: isLacking(questions) ? search : questions };
  return {
    works: { questions: !questions, search: !search },
    user: checks.get("user")?.detail ?? "",
    version: checks.get("version")?.detail ?? "",
    failures: [questions, search].flatMap((failure) => failure ?? []),
    ...(page && { listed: { by, page } }),
  };
}

/** Whether the service lacks the interface, for whatever reason. */
function isLacking({ code }: Failure): boolean {
  return code === "unsupported" || code === "tooOld";
}

/** Failures that come from the service itself: its other interfaces may work. */
const HAS_ANSWERED = new Set([
  "unsupported",
  "tooOld",
  "unauthorized",
  "forbidden",
  "serverError",
  "unavailable",
  "malformed",
  "rateLimited",
]);

/** Tells the person who is signed in where, and what will not work there. */
export function tellWhatWorks(
  { works, user, version, failures }: Working,
  name: string,
  isAnonymous: boolean,
  address: string,
): void {
  const who = user === "" ? "" : vscode.l10n.t(" as {0}", user);
  const what = version === "" ? name : `${name} (${version})`;
  const signedIn = isAnonymous
    ? vscode.l10n.t("Using {0} without a token.", what)
    : vscode.l10n.t("Signed in to {0}{1}.", what, who);
  if (works.questions && works.search) {
    void vscode.window.showInformationMessage(signedIn);
    return;
  }
  const missing = works.search
    ? vscode.l10n.t("Questions can't be asked there: {0}", reasonOf(failures, isAnonymous, "externalapi:read", name))
    : vscode.l10n.t("Searches don't work there: {0}", reasonOf(failures, isAnonymous, "user:all", name));
  const createToken = !isAnonymous && failures.some(({ code }) => code === "forbidden");
  tellFailure({ message: `${signedIn} ${missing}`, createToken }, { isWarning: true, address });
}

function reasonOf([failure]: readonly Failure[], isAnonymous: boolean, scope: string, name: string): string {
  if (failure?.code !== "forbidden" && failure?.code !== "unauthorized") return wordingOf(failure, name).message;
  return isAnonymous
    ? vscode.l10n.t("that needs an access token.")
    : vscode.l10n.t("the access token lacks the scope {0}.", failure.scope ?? scope);
}
