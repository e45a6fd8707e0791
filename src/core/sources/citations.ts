import { readAnswers } from "./answerSources.ts";
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
export function citationsOf({ questions }: Pick<Conversation, "questions">, baseUrl: string): readonly Citation[] {
  const { answers, sources } = readAnswers({ questions }, baseUrl);
  return questions.flatMap(({ id, text }) =>
    (answers.get(id)?.sources ?? []).flatMap((number) => {
      const source = sources[number];
      return source ? [{ questionId: id, question: text, source }] : [];
    }),
  );
}
