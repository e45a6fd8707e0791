import { once } from "../../core/model/once.ts";
import * as vscode from "vscode";
import type { RegisteredAccounts } from "../accounts/registerAccounts.ts";
import type { ConversationHistory } from "../conversations/conversationHistory.ts";
import type { CommandHandler } from "../platform/commands.ts";
import type { Platform } from "../platform/platform.ts";
import { onSettingChange } from "../platform/settings.ts";
import { LAUNCHER_KEY } from "../platform/stateKeys.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import { McpServers } from "./mcpServers.ts";

/** As in the manifest. */
const TOOL_NAMES = [
  "plumbline_search",
  "plumbline_read",
  "plumbline_symbol",
  "plumbline_ask",
  "plumbline_conversation",
] as const;

/**
 * What agents can do with Plumbline: tools for language models, and MCP servers. What they run is loaded on first use.
 */
export function registerAgents(
  { extensionUri, globalState, keep, log, offers, storage, testing }: Platform,
  { accounts, local, localStore, services, tokens }: RegisteredAccounts,
  repositories: WorkspaceRepositories,
  loadHistory: () => Promise<ConversationHistory>,
) {
  const loadTools = once(async () => {
    const [{ EditorTools }, history] = await Promise.all([import("./editorTools.ts"), loadHistory()]);
    return new EditorTools({
      accounts,
      services,
      history,
      repositories,
      log,
      ...(testing && { switches: testing.agents }),
    });
  });
  const mcpServers = keep(new McpServers({ accounts, local, tokens }));
  const program = vscode.Uri.joinPath(extensionUri, "dist", "local", "main.js");
  const launcher = { globalState, storage, program, store: localStore };
  const loadConfiguration = () => import("./mcpConfiguration.ts");
  // Agents keep starting the same launcher; the program that it starts may have moved with an update.
  const updateLauncher = (): void => {
    if (!globalState.get(LAUNCHER_KEY)) return;
    loadConfiguration()
      .then((configuration) => configuration.updateLauncher(launcher))
      .catch((error: unknown) => {
        log.error("The launcher for agents could not be updated", error);
      });
  };
  updateLauncher();
  keep(onSettingChange("plumbline.agents.mcpAllowed", updateLauncher));
  const handlers: Record<"copyMcpConfiguration", CommandHandler> = {
    copyMcpConfiguration: async (client) =>
      (await loadConfiguration()).copyMcpConfiguration(launcher, typeof client === "string" ? client : undefined),
  };
  /** Some editors built on VS Code lack these interfaces, or refuse them. */
  const offer = () => {
    for (const name of TOOL_NAMES)
      offers.add("vscode.lm.registerTool", () =>
        vscode.lm.registerTool<unknown>(name, {
          prepareInvocation: async ({ input }) => (await loadTools()).prepare(name, input),
          invoke: async (options, token) => (await loadTools()).invoke(name, options, token),
        }),
      );
    offers.add("vscode.lm.registerMcpServerDefinitionProvider", () => mcpServers.register());
  };
  return { loadTools, mcpServers, handlers, offer };
}
