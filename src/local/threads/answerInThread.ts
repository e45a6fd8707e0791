import type { AgentRules } from "../../core/model/localProcess.ts";
import { Unanswerable, type FindAnswer, type FoundAnswer } from "../answers/conversations/foundAnswer.ts";
import type { LookUpInFolders } from "../answers/conversations/writtenAnswers.ts";
import type { FoundCode } from "../answers/writing/lookUp.ts";
import type { FolderEncodings } from "../code/encodings/folderEncodings.ts";
import type { EditorExcludes } from "../code/files/editorExcludes.ts";
import { MODEL } from "../code/files/access.ts";
import type { GitPermission } from "../code/files/gitPermission.ts";
import type { ServedFolders } from "../code/files/servedFolders.ts";
import type { SharedThreads } from "./threads.ts";

/** Finds answers in a thread. */
export function findInThread(
  threads: SharedThreads,
  git: GitPermission,
  encodings: FolderEncodings,
  excludes: EditorExcludes,
  rules: () => AgentRules,
  served: Pick<ServedFolders, "silentAmong">,
): FindAnswer {
  return async ({
    question,
    earlier,
    shown = [],
    access = MODEL,
    folders,
    workingIn = [],
    readForMs,
    signal,
    step,
    withEvidence = false,
    showsIgnored = false,
  }) => {
    const found: FoundAnswer[] = [];
    const reasons: string[] = [];
    const silent = await served.silentAmong(folders);
    await threads.run(
      {
        type: "answer",
        question,
        earlier,
        shown,
        access: { rules: rules(), ...access },
        folders: folders.filter((folder) => !silent.has(folder)),
        silent: [...silent],
        workingIn,
        ...(readForMs !== undefined && { readForMs }),
        gitFolders: git.folders,
        encodings: encodings.all,
        excludes: excludes.all,
        withEvidence,
        showsIgnored,
      },
      {
        signal,
        take: (news) => {
          if (news.type === "step") step(news.text);
          else if (news.type === "answer") found.push(news.answer);
          else if (news.type === "unanswerable") reasons.push(news.reason);
        },
      },
    );
    const [answer] = found;
    if (reasons[0] !== undefined) throw new Unanswerable(reasons[0]);
    if (!answer) throw new Error("a thread ended without an answer");
    return answer;
  };
}

/** Looks things up in a thread. */
export function lookUpInThread(
  threads: SharedThreads,
  git: GitPermission,
  encodings: FolderEncodings,
  excludes: EditorExcludes,
  rules: () => AgentRules,
  served: Pick<ServedFolders, "silentAmong">,
): LookUpInFolders {
  return async (lookUp, folders, signal) => {
    const all: FoundCode[] = [];
    const silent = await served.silentAmong(folders);
    await threads.run(
      {
        type: "lookUp",
        lookUp,
        access: { ...MODEL, rules: rules() },
        folders: folders.filter((folder) => !silent.has(folder)),
        gitFolders: git.folders,
        encodings: encodings.all,
        excludes: excludes.all,
      },
      {
        signal,
        take: (news) => {
          if (news.type === "lookedUp") all.push(news.found);
        },
      },
    );
    const [found] = all;
    if (!found) throw new Error("a thread ended without what was looked up");
    return found;
  };
}
