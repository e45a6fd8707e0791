import { answerSteps } from "./answerSources.ts";
import { inSlices } from "../text/timeSlices.ts";
import type { Conversation } from "../model/conversation.ts";
import type { SourceLocation } from "./sourceLink.ts";

/** A place in code that an answer cites. */
export interface Citation {
  readonly questionId: string;
  /** The question that was answered, as it was asked. */
  readonly question: string;
  readonly source: SourceLocation;
}

/** What the answers of a conversation cite, by answer, each place once in it. `baseUrl` is where its links lead. */
export async function citationsOf(
  { questions }: Pick<Conversation, "questions">,
  baseUrl: string,
): Promise<readonly Citation[]> {
  const { answers, sources } = await inSlices(answerSteps({ questions }, baseUrl));
  return questions.flatMap(({ id, text }) =>
    (answers.get(id)?.sources ?? []).flatMap((number) => {
      const source = sources[number];
      return source ? [{ questionId: id, question: text, source }] : [];
    }),
  );
}
