import {
  ToolProblem,
  type FoundItem,
  type FoundMatches,
  type SearchOptions,
  type ToolService,
} from "../../core/agents/toolService.ts";
import { withoutSecrets } from "../../core/agents/withoutSecrets.ts";
import { askOnce } from "../../core/conversations/askOnce.ts";
import { parseConversationLink } from "../../core/conversations/conversationLink.ts";
import { watchConversation } from "../../core/conversations/watchConversation.ts";
import { isSettled, type Conversation } from "../../core/model/conversation.ts";
import { ServiceError } from "../../core/model/errors.ts";
import type { Matches } from "../../core/model/matches.ts";
import type { SearchEvent } from "../../core/model/search.ts";
import type { CodeSearchService } from "../../core/model/service.ts";
import { searchWithRetries } from "../../core/search/searchRetries.ts";
import { isLocalAddress } from "../../core/sources/localPage.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Services } from "../accounts/services.ts";
import type { ConversationHistory } from "../conversations/conversationHistory.ts";
import type { Log } from "../platform/log.ts";
import { serviceName } from "../platform/serviceName.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import { servedInEditor } from "./servedInEditor.ts";

export interface ServiceInUseParts {
  readonly services: Services;
  readonly history: ConversationHistory;
  readonly repositories: WorkspaceRepositories;
  readonly log: Log;
}

/** The service of an account for the tools. What they ask appears in the history as if the person had asked it. */
export async function serviceInUse(account: Account, parts: ServiceInUseParts): Promise<ToolService> {
  const { services, history, repositories, log } = parts;
  const { service, runTimes } = await services.reach(account, "agent");
  const isLocal = account.baseUrl === undefined;
  const accountId = account.id;
  const keep = (conversation: Conversation): void => {
    void history.copies.save(accountId, conversation);
  };
  const inUse: ToolService = {
    name: serviceName(account),
    baseUrl: account.baseUrl ?? "http://127.0.0.1", // links to the local service are relative
    isLocal,
    ...(isLocal && servedInEditor(repositories)),
    search: (query, options) => search(service, query, options),
    readFile: (file, options) => service.readFile(file, options),
    async ask(question) {
      const askedAt = Date.now();
      const asked = await askOnce(service, { question, isFree: isLocal }, { isTool: isLocal });
      await history.awaited.add({ accountId, name: asked.name, title: question }, askedAt);
      history.list.refresh();
      return asked;
    },
    async *watch(asked, { signal }) {
      const reference = { accountId, name: asked.name };
      let last = asked;
      history.awaited.leaveToPanel(reference);
      try {
        for await (const state of watchConversation(service, asked.name, { asked, runTimes, signal })) {
          last = state;
          keep(state);
          yield state;
        }
      } finally {
        // There is no notice of an answer that the agent has received, only of one that it did not wait for.
        if (isSettled(last)) await history.awaited.observe(accountId, last, true);
        else history.awaited.takeOver(reference);
        history.list.refresh();
      }
    },
    async cancel(name) {
      try {
        await history.awaited.observe(accountId, await service.cancelConversation(name), true);
      } catch (error) {
        log.error("A question of an agent could not be canceled", error);
      }
      history.list.refresh();
    },
    async conversation(reference, options) {
      const link = parseConversationLink(reference);
      if (!link)
        throw new ToolProblem(
          '"conversation" must be a name such as users/12/conversations/7, an id, or the link of a conversation.',
        );
      if ("readToken" in link) log.hide(link.readToken);
      if (link.instance !== undefined && !isOf(account, link.instance))
        throw new ToolProblem(`The link is of another service than the one in use, which is ${serviceName(account)}.`);
      let name = "name" in link ? link.name : undefined;
      if ("readToken" in link) {
        const { conversations } = await service.listConversations({ ...options, readToken: link.readToken });
        name = conversations[0]?.name;
      }
      if (name === undefined) throw new ToolProblem(`${serviceName(account)} has no conversation for this link.`);
      const conversation = await service.getConversation(name, options).catch((error: unknown) => {
        if (!(error instanceof ServiceError) || error.code !== "notFound") throw error;
        throw new ToolProblem(
          `${serviceName(account)} has no conversation ${name} any more, or the person may not see it.`,
        );
      });
      keep(conversation);
      if (isSettled(conversation)) await history.awaited.observe(accountId, conversation, true);
      return conversation;
    },
  };
  return isLocal ? inUse : withoutSecrets(inUse);
}

function isOf({ baseUrl }: Account, instance: string): boolean {
  if (baseUrl === undefined) return isLocalAddress(instance);
  return new URL(instance).href.replace(/\/+$/, "") === new URL(baseUrl).href.replace(/\/+$/, "");
}

/** Searches without lines around matches: an agent reads those that it wants. */
async function search(
  service: CodeSearchService,
  text: string,
  { display, signal: stopped, late }: SearchOptions,
): Promise<FoundMatches> {
  const signal = late ? AbortSignal.any([stopped, late]) : stopped;
  const events: { [K in SearchEvent["type"]]?: Extract<SearchEvent, { type: K }> } = {};
  const errors: string[] = [];
  let matches: Matches | undefined;
  const query = { text, patternType: "keyword", display, contextLines: 0 } as const;
  try {
    try {
      for await (const event of searchWithRetries(() => service.search(query, { signal }), { signal })) {
        switch (event.type) {
          case "matches":
            ({ matches } = event);
            break;
          case "progress":
            events.progress = event;
            break;
          case "alert":
            events.alert = event;
            break;
          case "error":
            errors.push(event.message);
            break;
          case "filters":
          case "unreadable":
          case "unknown":
          case "retry":
            break;
        }
      }
    } catch (error) {
      if (stopped.aborted || late?.aborted !== true) throw error; // otherwise it ends with what there is
    }
    const { counts } = matches ?? { counts: { items: 0, lines: 0 } };
    const { matchCount = counts.items, skipped = [] } = events.progress?.progress ?? {};
    return {
      items: matches ? itemsOf(matches, display) : [],
      counts,
      matchCount,
      skipped,
      alert: events.alert?.alert,
      errors,
    };
  } finally {
    matches?.dispose();
  }
}

function itemsOf(matches: Matches, atMost: number): readonly FoundItem[] {
  return matches
    .itemsAsFound(0, atMost)
    .map(({ type, repository, path, label, revision, commit, index, lineCount }) => ({
      type,
      repository,
      path,
      label,
      ...(revision !== undefined && { revision }),
      ...(commit && { commit }),
      lines: matches.lines(index, 0, lineCount),
    }));
}
