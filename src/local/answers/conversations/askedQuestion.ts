import type { LanguageModel } from "../../../core/model/languageModel.ts";
import type { Asker } from "../../code/files/access.ts";
import type { StoredQuestion, Worker } from "./storedConversation.ts";
import type { StoredWriting } from "./storedWriting.ts";

/** How a question is to be answered. */
export interface Asking {
  /** Who asks; a person if it is not said. */
  readonly asker?: Asker;
  /** The model that writes the answer: lent for this one question, after a click. */
  readonly model?: LanguageModel | undefined;
  /** Whether a person asks, who is shown a file that is ignored if the question names it. */
  readonly showsIgnored?: boolean;
  /** The names of the code bases in which whoever asks is working. */
  readonly workingIn?: readonly string[];
  /** The position of the question that this one is shown instead of, and whether it continues that one's words. */
  readonly insteadOf?: { readonly position: number; readonly goesOn: boolean };
}

/** A question as it is first written to disk; `replaced` is the one that it is shown instead of. */
export function askedQuestion(
  { id, text, folders, worker }: Pick<StoredQuestion, "id" | "text" | "folders"> & { readonly worker: Worker },
  { asker = "person", model, insteadOf }: Asking,
  replaced?: StoredQuestion,
): StoredQuestion {
  const now = Date.now();
  return {
    id,
    text,
    createdAt: now,
    updatedAt: now,
    folders,
    ...(asker !== "person" && { asker }),
    steps: [],
    state: { status: "processing", worker },
    ...(model && { writing: { ...UNWRITTEN, model: model.id } }),
    ...(insteadOf && replaced && { insteadOf: { question: replaced.id, goesOn: insteadOf.goesOn } }),
  };
}

const UNWRITTEN: Omit<StoredWriting, "model"> = {
  words: "",
  rounds: 0,
  inputTokens: 0,
  outputTokens: 0,
  notes: [],
  cited: [],
};
