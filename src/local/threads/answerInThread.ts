import type { FindAnswer, FoundAnswer } from "../conversations/questionAnswers.ts";
import type { GitPermission } from "../files/gitPermission.ts";
import type { Threads } from "./threads.ts";

/** Finds answers in a thread. */
export function findInThread(threads: Threads, git: GitPermission): FindAnswer {
  return async ({ question, earlier, folders, signal, step }) => {
    const found: FoundAnswer[] = [];
    await threads.run(
      { type: "answer", question, earlier, folders, gitFolders: git.folders },
      {
        signal,
        take: (news) => {
          if (news.type === "step") step(news.text);
          else if (news.type === "answer") found.push(news.answer);
        },
      },
    );
    const [answer] = found;
    if (!answer) throw new Error("a thread ended without an answer");
    return answer;
  };
}
