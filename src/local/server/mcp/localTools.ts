import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ToolProblem, type ToolService } from "../../../core/agents/toolService.ts";
import { parseConversationLink } from "../../../core/conversations/conversationLink.ts";
import { conversationId, isSettled, type Conversation, type Outcome } from "../../../core/model/conversation.ts";
import { ServiceError } from "../../../core/model/errors.ts";
import { isLocalAddress } from "../../../core/sources/localPage.ts";
import { isFolder } from "../../../git/disk/disk.ts";
import { contains, pathIn, plainName, repositoryOf } from "../../../git/repositories/repositories.ts";
import type { Conversations } from "../../answers/conversations/heldBackConversations.ts";
import type { StoredConversation, StoredQuestion } from "../../answers/conversations/storedConversation.ts";
import type { EditorExcludes } from "../../code/files/editorExcludes.ts";
import type { FolderEncodings } from "../../code/encodings/folderEncodings.ts";
import { toUtf8 } from "../../code/encodings/utf8.ts";
import type { Access } from "../../code/files/access.ts";
import type { GitPermission } from "../../code/files/gitPermission.ts";
import type { ServedFolders } from "../../code/files/servedFolders.ts";
import { heldBackText } from "../../code/files/heldBack.ts";
import { readServed, type ReadOptions } from "../../code/files/servedFiles.ts";
import { readSearchParameters } from "../../search/searchParameters.ts";
import { searchJob } from "../http/searchRoute.ts";
import { JobOverdue } from "../../threads/threadHandle.ts";
import type { SharedThreads } from "../../threads/threads.ts";
import { GatheredMatches } from "./foundMatches.ts";

export interface LocalToolParts {
  readonly served: ServedFolders;
  readonly git: GitPermission;
  readonly encodings: FolderEncodings;
  readonly excludes: EditorExcludes;
  readonly threads: SharedThreads;
  readonly files: Omit<ReadOptions, "maxBytes" | "signal">;
  readonly store: Pick<Conversations["store"], "summaries">;
  readonly answers: Conversations["answers"];
  readonly access: () => Access;
}

/** Larger files are not for a model to read. */
const BYTES_AT_MOST = 16 * 1024 * 1024;
/** Of longer ones, only the parts around what was found are needed. */
const LONG_LINES = { "max-line-len": "2000" };
const POLL_MS = 150;

/** The local service for the tools, without HTTP: over the folders that are served, and conversations about these. */
export function localTools({
  served,
  git,
  encodings,
  excludes,
  threads,
  files,
  store,
  answers,
  access,
}: LocalToolParts): ToolService {
  const isAboutServed = ({ questions }: StoredConversation) =>
    questions.every(
      ({ folders }) =>
        folders.length > 0 && folders.every((folder) => served.folders.some((each) => contains(each, folder))),
    );

  return {
    name: "the local service",
    baseUrl: "http://127.0.0.1", // links in its answers are relative
    isLocal: true,
    async served() {
      const { folders, repositories } = await served.codeBase(access());
      const isThere = await Promise.all(folders.map(isFolder));
      return {
        folders,
        missing: folders.filter((_, at) => isThere[at] === false),
        repositories: repositories.map(({ name, root }) => ({ name, root })),
      };
    },
    async locate(path) {
      const { folders, repositories } = await served.codeBase(access());
      const file = plainName(resolve(path));
      const repository = repositoryOf(repositories, file);
      const isServed = folders.some((folder) => contains(folder, file) || contains(file, folder));
      return repository && isServed ? { repository: repository.name, path: pathIn(repository, file) } : undefined;
    },
    async search(query, { display, signal, late }) {
      const parameters = readSearchParameters(
        new URLSearchParams({ q: query, t: "keyword", cm: "true", cl: "0", display: String(display), ...LONG_LINES }),
        true,
      );
      if (typeof parameters === "string") throw new ToolProblem(parameters);
      const matches = new GatheredMatches();
      const job = await searchJob(parameters, access(), { served, git, encodings, excludes });
      try {
        await threads.run(job, {
          signal: late ? AbortSignal.any([signal, late]) : signal,
          take: (news) => {
            matches.take(news);
          },
        });
      } catch (error) {
        if (error instanceof JobOverdue) matches.endOverdue(error.limitMs);
        else if (signal.aborted || late?.aborted !== true) throw error;
      }
      return matches.found;
    },
    async readFile({ repository: name, path, revision }, { signal }) {
      const codeBase = await served.codeBase(access());
      const repository = codeBase.repositories.find((known) => known.name === name);
      const options = { ...files, maxBytes: BYTES_AT_MOST, signal };
      if (!repository) throw new ServiceError("notFound", "file does not exist");
      const object = await readServed(codeBase, repository, revision, path, options);
      switch (object?.type) {
        case "file":
          // What is not text is recognized by its bytes.
          return (
            (await toUtf8(object.content, codeBase.encodings.of(codeBase.fileOf(repository, path)))) ?? object.content
          );
        case "folder":
          throw new ServiceError("folder", "a folder", { names: object.names });
        case "tooLarge":
          throw new ServiceError("tooLarge", "too large");
        case "heldBack":
          throw new ServiceError("forbidden", heldBackText(path, object.rule));
        case "refused":
          throw new ServiceError("forbidden", "file can't be read");
        case undefined:
          throw new ServiceError("notFound", "file does not exist");
      }
    },
    ask: async (question) => toConversation(await answers.create(question, served.folders)),
    async *watch(asked, { signal }) {
      for (;;) {
        const stored = await answers.get(Number(conversationId(asked.name)));
        signal.throwIfAborted();
        if (!stored) throw new ToolProblem("The conversation was deleted.");
        const state = toConversation(stored);
        yield state;
        if (isSettled(state)) return;
        await sleep(POLL_MS, undefined, { signal });
      }
    },
    cancel: async (name) => {
      await answers.cancel(Number(conversationId(name)));
    },
    async conversation(reference) {
      const link = parseConversationLink(reference);
      if (!link)
        throw new ToolProblem(
          '"conversation" must be a name such as users/1/conversations/7, an id, or the link of a conversation.',
        );
      const isElsewhere = link.instance !== undefined && !isLocalAddress(link.instance);
      const id = "name" in link ? Number(conversationId(link.name)) : await idOf(store, link.readToken);
      const stored = isElsewhere || id === undefined ? undefined : await answers.get(id);
      // A conversation about other folders is not for this client, nor is one whose answers show what is held back.
      if (!stored || !isAboutServed(stored))
        throw new ToolProblem("The local service has no such conversation about the folders that it serves here.");
      return toConversation(stored);
    },
  };
}

async function idOf(store: LocalToolParts["store"], readToken: string): Promise<number | undefined> {
  return (await store.summaries()).find((summary) => summary.readToken === readToken)?.id;
}

function toConversation({ id, title, questions }: StoredConversation): Conversation {
  return {
    name: `users/1/conversations/${id}`,
    title,
    questions: questions.map((question) => ({
      id: String(question.id),
      text: question.text,
      outcome: toOutcome(question),
      listedSources: question.state.status === "completed" ? question.state.sources : [],
      suggestedFollowUps: [],
    })),
  };
}

function toOutcome({ state, steps }: StoredQuestion): Outcome {
  switch (state.status) {
    case "processing":
      return { status: "processing", steps: steps.map(({ text }) => text) };
    case "completed":
      return { status: "completed", answer: state.text };
    case "failed":
      return { status: "failed", code: "internal", reason: state.message, partialAnswer: "" };
    case "canceled":
      return { status: "canceled", partialAnswer: "" };
  }
}
