import type { AnswerRequest, FindAnswer, FoundAnswer } from "../../../../src/local/conversations/questionAnswers.ts";

export const ANSWER: FoundAnswer = {
  title: "A title",
  text: "The *answer*.",
  sources: [{ type: "File", link: "/r/-/blob/a.ts?L1", label: "a.ts:1" }],
  followUps: ["And then?"],
  searches: 2,
};

/** Answers every question in the same way, at once or when told to; one that asks it to break fails. */
export class ScriptedAnswers {
  readonly requests: AnswerRequest[] = [];
  isSlow = false;
  #finish: () => void = () => undefined;

  /** Lets the question that is waited for be answered. */
  finish(): void {
    this.#finish();
  }

  readonly find: FindAnswer = async (request) => {
    this.requests.push(request);
    request.step("Looking");
    if (request.question.includes("break")) throw new Error("broken");
    if (this.isSlow) {
      await new Promise<void>((resolve, reject) => {
        this.#finish = resolve;
        request.signal.addEventListener("abort", () => {
          reject(new DOMException("stopped", "AbortError"));
        });
      });
    }
    return ANSWER;
  };
}
