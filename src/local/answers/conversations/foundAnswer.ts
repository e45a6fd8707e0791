import type { Access } from "../../code/files/access.ts";
import type { FileInRepository } from "../../code/files/codeBase.ts";
import type { CitedFile } from "../../code/files/keptFiles.ts";
import type { ServedPassage } from "../writing/evidence.ts";
import type { Answer } from "./storedConversation.ts";
import { l10n } from "../../base/l10n.ts";

/** Why there can't be an answer, in words for the person. */
export class Unanswerable extends Error {
  override readonly name = "Unanswerable";
}

/** Finds the answer. Rejects with an `AbortError` when stopped, and with {@link Unanswerable} if there can't be one. */
export type FindAnswer = (request: AnswerRequest) => Promise<FoundAnswer>;

export interface AnswerRequest {
  readonly question: string;
  /** The questions before it in the conversation, oldest first. */
  readonly earlier: readonly string[];
  /** For each of them, links to the places that its answer shows, in their order. */
  readonly shown?: readonly (readonly string[])[];
  /** Who is shown the passages; by default, a model, or the person if that `showsIgnored`. */
  readonly access?: Access;
  readonly folders: readonly string[];
  /** Other folders that the question is about, but that don't answer now. */
  readonly silent?: readonly string[];
  /** Which of their files are looked at; all of them by default. */
  readonly accept?: (file: FileInRepository) => boolean;
  /** The names of the code bases in which whoever asks is working. */
  readonly workingIn?: readonly string[];
  /** For how long files are read, in milliseconds: then what is known of them by that time is ranked. */
  readonly readForMs?: number;
  readonly signal: AbortSignal;
  /** Called with what is done next, in words for the person. */
  readonly step: (text: string) => void;
  /** Whether a person asked, who is shown a file that is ignored if the question names it. */
  readonly showsIgnored?: boolean;
  /** Whether a model is to be given what is found, without what is held back from it. */
  readonly withEvidence?: boolean;
}

export interface FoundAnswer extends Omit<Answer, "tookMs"> {
  /** A short title for the question. */
  readonly title: string;
  /** The cited files that no commit has in this state: kept as long as the conversation. */
  readonly cited?: readonly CitedFile[];
  /** The files and folders that are there, but could not be read: absolute paths. */
  readonly refused?: readonly string[];
  /** The files that were not read for what was found nowhere else, because of their size: absolute paths. */
  readonly tooLarge?: readonly string[];
  /** Whether files were not read because time ran out. */
  readonly isLate?: boolean;
  /** The ignore files that were not read: absolute paths. */
  readonly notHeeded?: readonly string[];
  /** What is known of folders as a whole, in Markdown, if the question asks for that. */
  readonly told?: string;
  /**
   * With `withEvidence`: what a model may be handed, best first, and those of its files that no commit has like this.
   */
  readonly evidence?: readonly ServedPassage[];
  readonly evidenceCited?: readonly CitedFile[];
  /** Whether passages are shown that the model is not given. */
  readonly isEvidenceLess?: boolean;
}

/** Why there is no answer, in words for the person. Details that only belong in the log are left out. */
export function failureMessage(error: unknown): string {
  if (error instanceof Unanswerable) return error.message;
  return error instanceof Error && error.name === "TimeoutError"
    ? l10n.t("The search took too long. Ask about fewer folders, or be more specific.")
    : l10n.t("The local service failed while it looked for the answer. Its log says more.");
}
