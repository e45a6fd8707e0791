import type { Question } from "../model/conversation.ts";

/** The questions as they are shown: one that was asked instead of another takes the place of that one. */
export function shownQuestions(questions: readonly Question[]): readonly Question[] {
  const shown = new Map<number, Question>();
  const places: number[] = [];
  questions.forEach((question, position) => {
    const { insteadOf } = question;
    const place = insteadOf !== undefined && insteadOf < position ? (places[insteadOf] ?? position) : position;
    places.push(place);
    shown.set(place, question);
  });
  return [...shown].sort(([a], [b]) => a - b).map(([, question]) => question);
}
