import * as vscode from "vscode";
import { AGENT_TOOLS, type AgentTool } from "../../core/agents/tools.ts";
import { PreparedCalls } from "../../core/agents/preparedCalls.ts";
import { ToolProblem } from "../../core/agents/toolService.ts";
import { isAbort } from "../../core/model/errors.ts";
import { withVisibleHidden } from "../../core/text/hidden.ts";
import type { Account, Accounts } from "../accounts/accounts.ts";
import type { Services } from "../accounts/services.ts";
import type { ConversationHistory } from "../conversations/conversationHistory.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import type { Log } from "../platform/log.ts";
import { quotaWords } from "../platform/quotaWords.ts";
import { serviceName } from "../platform/serviceName.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import { serviceInUse } from "./serviceInUse.ts";

export interface EditorToolParts {
  readonly accounts: Accounts;
  readonly services: Services;
  readonly history: ConversationHistory;
  readonly repositories: WorkspaceRepositories;
  readonly log: Log;
  /** For tests. */
  readonly switches?: { readonly handBackMs?: number | undefined };
}

/** The tools as the editor calls them. A call goes to the service that is in use when it is prepared. */
export class EditorTools {
  readonly #parts: EditorToolParts;
  readonly #prepared = new PreparedCalls();

  constructor(parts: EditorToolParts) {
    this.#parts = parts;
  }

  /** What the person is told, and is asked if something leaves this machine. */
  prepare(name: string, input: unknown): vscode.PreparedToolInvocation {
    const { accounts, services } = this.#parts;
    const account = accounts.current;
    const isRemote = account.baseUrl !== undefined;
    this.#prepared.add(name, input, account.id);
    const service = serviceName(account);
    const words = wordsOf(name, input, service);
    if (!isRemote || name === "plumbline_conversation") return { invocationMessage: words.doing };
    const quota = name === "plumbline_ask" ? services.quota(account.id) : undefined;
    const message = new vscode.MarkdownString(undefined, false);
    message.appendText(words.sends);
    message.appendCodeblock(words.text, "text");
    if (quota) message.appendText(`\n${quotaWords(quota)}`);
    return { invocationMessage: words.doing, confirmationMessages: { title: words.title, message } };
  }

  async invoke(
    name: string,
    { input, tokenizationOptions }: vscode.LanguageModelToolInvocationOptions<unknown>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const account = this.#parts.accounts.current;
    const stopping = new AbortController();
    const canceled = token.onCancellationRequested(() => {
      stopping.abort();
    });
    if (token.isCancellationRequested) stopping.abort();
    try {
      this.#prepared.take(name, input, account.id, serviceName(account));
      const text = await this.#run(toolNamed(name), input, account, {
        signal: stopping.signal,
        ...(tokenizationOptions && { budget: tokenizationOptions.tokenBudget }),
      });
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    } catch (error) {
      if (isAbort(error) || token.isCancellationRequested) throw new vscode.CancellationError();
      if (error instanceof ToolProblem) throw error;
      this.#parts.log.error(`The tool ${name} failed`, error);
      throw new Error(wordingOf(error, serviceName(account)).message, { cause: error });
    } finally {
      canceled.dispose();
    }
  }

  async #run(
    tool: AgentTool,
    input: unknown,
    account: Account,
    call: { readonly signal: AbortSignal; readonly budget?: number },
  ): Promise<string> {
    const { handBackMs } = this.#parts.switches ?? {};
    const service = await serviceInUse(account, this.#parts);
    const run = (progress: (text: string) => void) =>
      tool.call(input, service, { ...call, progress, ...(handBackMs !== undefined && { handBackMs }) });
    if (tool.name !== "plumbline_ask") return run(() => undefined);
    // The editor has no other way yet to show what a tool is doing.
    return vscode.window.withProgress({ location: vscode.ProgressLocation.Window }, (progress) =>
      run((message) => {
        progress.report({ message });
      }),
    );
  }
}

function toolNamed(name: string): AgentTool {
  const tool = AGENT_TOOLS.find((each) => each.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
}

interface Words {
  readonly doing: string;
  readonly title: string;
  /** The words before `text`. */
  readonly sends: string;
  /** All that is sent. */
  readonly text: string;
}

function wordsOf(name: string, input: unknown, service: string): Words {
  const given = typeof input === "object" && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
  const textOf = (key: string): string => {
    const value = given[key];
    return withVisibleHidden(typeof value === "string" ? value : "");
  };
  const search = (text: string): Words => ({
    doing: vscode.l10n.t("Searching {0}", service),
    title: vscode.l10n.t("Search {0}?", service),
    sends: vscode.l10n.t("An agent wants to send this query to {0}:", service),
    text,
  });
  switch (name) {
    case "plumbline_ask":
      return {
        doing: vscode.l10n.t("Asking {0}", service),
        title: vscode.l10n.t("Ask {0}?", service),
        sends: vscode.l10n.t("An agent wants to ask {0} this question, which may cost:", service),
        text: textOf("question"),
      };
    case "plumbline_read":
      return {
        doing: vscode.l10n.t("Reading a file at {0}", service),
        title: vscode.l10n.t("Read a file at {0}?", service),
        sends: vscode.l10n.t("An agent wants to read this file at {0}:", service),
        text: `${textOf("repository")}${textOf("revision") && `@${textOf("revision")}`} ${textOf("path")}`,
      };
    case "plumbline_symbol":
      return search([textOf("name"), textOf("repository")].filter(Boolean).join("\n"));
    case "plumbline_conversation":
      return { ...search(""), doing: vscode.l10n.t("Reading a conversation at {0}", service) };
    default:
      return search(textOf("query"));
  }
}
