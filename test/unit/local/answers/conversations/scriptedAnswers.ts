import { after, afterEach, before, beforeEach } from "mocha";
import type {
  AnswerRequest,
  FindAnswer,
  FoundAnswer,
} from "../../../../../src/local/answers/conversations/foundAnswer.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { runService, type RunningService } from "../../runningService.ts";

export const ANSWER: FoundAnswer = {
  title: "A title",
  text: "The *answer*.",
  sources: [{ type: "File", link: "/r/-/blob/a.ts?L1", label: "a.ts:1" }],
  followUps: ["And then?"],
  searches: 2,
};

/** For answers without a model, which look nothing up. */
export const lookUpNothing = (): Promise<never> => Promise.reject(new Error("nothing is looked up"));

/** Answers every question in the same way, at once or when told to; a question that asks it to break fails. */
export class ScriptedAnswers {
  readonly requests: AnswerRequest[] = [];
  isSlow = false;
  #finish: () => void = () => undefined;

  /** Answers the question that is waiting. */
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

/** Gives each test of a suite its own service that answers as it is told to, with no conversations at first. */
export function withScriptedService(
  begin: (made: { readonly service: RunningService; readonly answers: ScriptedAnswers }) => void,
): void {
  let temporary: TemporaryFolder;
  let service: RunningService;
  let count = 0;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());
  beforeEach(async () => {
    const answers = new ScriptedAnswers();
    const storeDir = `${temporary.root}/store${String(count++)}`;
    service = await runService(temporary.root, ["/some/folder"], { findAnswer: answers.find, storeDir });
    begin({ service, answers });
  });
  afterEach(async () => {
    await service.close();
  });
}
