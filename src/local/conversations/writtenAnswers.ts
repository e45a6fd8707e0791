import type { LanguageModel } from "../../core/model/languageModel.ts";
import { revisionOfContent, type CitedFile } from "../files/keptFiles.ts";
import type { EarlierAnswer } from "../writing/earlierAnswers.ts";
import type { ServedPassage } from "../writing/evidence.ts";
import type { FoundCode, LookUp } from "../writing/lookUp.ts";
import type { ReplyLimits } from "../writing/reply.ts";
import { writeAnswer } from "../writing/writer.ts";
import type { StoredQuestion } from "./storedConversation.ts";
import type { CitedLines, StoredWriting } from "./storedWriting.ts";

/** Looks something up in some folders. Rejects with an `AbortError` when stopped. */
export type LookUpInFolders = (lookUp: LookUp, folders: readonly string[], signal: AbortSignal) => Promise<FoundCode>;

export interface WordsRequest {
  readonly question: StoredQuestion;
  /** With the passages that were found. */
  readonly writing: StoredWriting;
  readonly model: LanguageModel;
  /** What the model is handed, best first, and the contents of those files that no commit has like this. */
  readonly evidence: readonly ServedPassage[];
  readonly evidenceCited: readonly CitedFile[];
  /** The questions before it in the conversation, oldest first. */
  readonly earlier: readonly StoredQuestion[];
  /** The one that it goes on with. */
  readonly begun: StoredWriting | undefined;
  readonly lookUp: LookUpInFolders;
  readonly replyLimits?: Partial<ReplyLimits>;
  readonly signal: AbortSignal;
  readonly step: (text: string) => void;
  /** Called with all there is so far. */
  readonly onWriting: (writing: StoredWriting) => void;
}

/** What of earlier answers a model is shown again. */
const ANSWERS_SHOWN = 3;
const PLACES_SHOWN = 6;

/**
 * Lets a model write the words of an answer. Resolves with them, or with what there is and why there is no more, and with
 * the contents that it cites. Rejects with an `AbortError` when stopped.
 */
export async function writeWords(
  request: WordsRequest,
): Promise<{ readonly writing: StoredWriting; readonly toKeep: readonly CitedFile[] }> {
  const { question, model, evidence, begun, signal, step, onWriting } = request;
  const { folders } = question;
  const read = new Map(request.evidenceCited.map((file) => [keyOf(file, revisionOfContent(file.content)), file]));
  const lookUp = async (wanted: LookUp, ending: AbortSignal) => {
    const found = await request.lookUp(wanted, folders, ending);
    for (const file of found.cited) read.set(keyOf(file, revisionOfContent(file.content)), file);
    return found;
  };
  const written = await writeAnswer({
    question: question.text,
    model,
    passages: evidence,
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
  const writing: StoredWriting = {
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
  return { writing, toKeep: cited.flatMap((lines) => read.get(keyOf(lines, lines.revision)) ?? []) };
}

/** The lines that an earlier answer cites, as they are now. */
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

function keyOf({ repository, path }: Pick<CitedFile, "repository" | "path">, revision: string): string {
  return `${repository}\n${path}\n${revision}`;
}
