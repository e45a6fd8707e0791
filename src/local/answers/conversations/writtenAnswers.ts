import type { LanguageModel } from "../../../core/model/languageModel.ts";
import { revisionOfContent, type CitedFile } from "../../code/files/keptFiles.ts";
import type { EarlierAnswer } from "../writing/earlierAnswers.ts";
import type { ServedPassage } from "../writing/evidence.ts";
import type { FoundCode, LookUp } from "../writing/lookUp.ts";
import type { ReplyLimits } from "../writing/reply.ts";
import { writeAnswer } from "../writing/writer.ts";
import type { StoredQuestion } from "./storedConversation.ts";
import type { CitedLines, StoredWriting } from "./storedWriting.ts";

/** Looks something up in the given folders. Rejects with an `AbortError` when stopped. */
export type LookUpInFolders = (lookUp: LookUp, folders: readonly string[], signal: AbortSignal) => Promise<FoundCode>;

export interface WordsRequest {
  readonly question: StoredQuestion;
  /** With the passages that were found. */
  readonly writing: StoredWriting;
  readonly model: LanguageModel;
  /** What the model is given, best first. */
  readonly evidence: readonly ServedPassage[];
  /** What is known besides, in Markdown. */
  readonly told?: string;
  /** Has those files of the evidence that no commit has as they are; those that are looked up are added to it. */
  readonly handed: HandedFiles;
  /** The questions before it in the conversation, oldest first. */
  readonly earlier: readonly StoredQuestion[];
  /** The writing that this one continues. */
  readonly begun: StoredWriting | undefined;
  readonly lookUp: LookUpInFolders;
  readonly replyLimits?: Partial<ReplyLimits>;
  readonly signal: AbortSignal;
  readonly step: (text: string) => void;
  /** Called with everything there is so far. */
  readonly onWriting: (writing: StoredWriting) => void;
}

/** The files of which a model was given something, and which no commit has as they are. */
export class HandedFiles {
  readonly #byPlace = new Map<string, { readonly file: CitedFile; readonly revision: string }>();

  add(files: readonly CitedFile[]): void {
    for (const file of files) {
      const revision = revisionOfContent(file.content);
      this.#byPlace.set(`${file.repository}\n${file.path}\n${revision}`, { file, revision });
    }
  }

  /** The files that links in `words` lead to. */
  citedIn(words: string): readonly CitedFile[] {
    return [...this.#byPlace.values()].filter(({ revision }) => words.includes(revision)).map(({ file }) => file);
  }
}

/** How many earlier answers a model is shown again, and how many of the places that each of them cites. */
const ANSWERS_SHOWN = 3;
const PLACES_SHOWN = 6;

/**
 * Lets a model write the words of an answer. Resolves with them, or with what there is and why there is no more.
 * Rejects with an `AbortError` when stopped.
 */
export async function writeWords(request: WordsRequest): Promise<StoredWriting> {
  const { question, model, evidence, handed, begun, signal, step, onWriting } = request;
  const { folders } = question;
  const lookUp = async (wanted: LookUp, ending: AbortSignal) => {
    const found = await request.lookUp(wanted, folders, ending);
    handed.add(found.cited);
    return found;
  };
  const written = await writeAnswer({
    question: question.text,
    model,
    passages: evidence,
    ...(request.told !== undefined && { told: withoutLinks(request.told) }),
    earlier: await Promise.all(
      request.earlier.slice(-ANSWERS_SHOWN).map(async (each): Promise<EarlierAnswer> => ({
        question: each.text,
        words: each.writing?.words ?? "",
        passages: await passagesOf(each.writing?.cited ?? [], lookUp, signal),
      })),
    ),
    ...(begun && { begun: begun.words }),
    lookUp,
    ...(request.replyLimits && { limits: request.replyLimits }),
    signal,
    step,
    onProgress: (progress) => {
      onWriting({ ...request.writing, ...progress });
    },
  });
  const { checked, failure, notes, ...progress } = written;
  const before = begun?.counts;
  const cited = checked.cited.map(({ passage: { repository, path, revision }, startLine, endLine }): CitedLines => ({
    repository,
    path,
    revision,
    startLine,
    endLine,
  }));
  return {
    ...request.writing,
    ...progress,
    counts: {
      statements: checked.statements + (before?.statements ?? 0),
      unsourced: checked.unsourced + (before?.unsourced ?? 0),
      removedMarks: checked.removedMarks + (before?.removedMarks ?? 0),
      mended: checked.mended + (before?.mended ?? 0),
      unfound: checked.unfound + (before?.unfound ?? 0),
    },
    notes,
    cited: [...(begun?.cited ?? []), ...cited],
    ...(failure && { failure }),
  };
}

/** A model cites passages, by their numbers. */
function withoutLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\(\/[^)\s]*\)/g, "$1");
}

/** The first few places that an earlier answer cites, as they are now. */
async function passagesOf(
  cited: readonly CitedLines[],
  lookUp: (wanted: LookUp, signal: AbortSignal) => Promise<FoundCode>,
  signal: AbortSignal,
): Promise<readonly ServedPassage[]> {
  const places = cited.slice(0, PLACES_SHOWN);
  const found = await Promise.all(
    places.map(({ repository, path, startLine, endLine }) =>
      lookUp({ tool: "read", path: `${repository}/${path}`, first: startLine + 1, last: endLine + 1 }, signal),
    ),
  );
  return found.flatMap(({ passages }) => passages);
}
