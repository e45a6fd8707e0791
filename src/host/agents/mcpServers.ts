import * as vscode from "vscode";
import type { Account, Accounts } from "../accounts/accounts.ts";
import { openFolders, type LocalProcess } from "../accounts/localProcess.ts";
import { gatewayHeaders } from "../network/editorNetwork.ts";
import type { TokenStore } from "../network/tokenStore.ts";
import { onSettingChange, readSetting } from "../platform/settings.ts";
import { serviceName } from "../platform/serviceName.ts";

export interface McpServerParts {
  readonly accounts: Accounts;
  readonly local: Pick<LocalProcess, "start">;
  readonly tokens: Pick<TokenStore, "get" | "headerValue">;
}

/** As in the manifest. */
const MCP_PROVIDER = "plumbline.services";

/** Stands in for the address of the local service, which is known only once it runs. */
const UNKNOWN = vscode.Uri.parse("http://127.0.0.1/mcp");

/**
 * The MCP servers that Plumbline knows, for the editor's own agents, if a person has switched them on: the local
 * service and the instance in use. Listing them starts and connects nothing; a token is handed over when one is
 * resolved.
 */
export class McpServers implements vscode.McpServerDefinitionProvider<vscode.McpHttpServerDefinition> {
  readonly #parts: McpServerParts;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeMcpServerDefinitions = this.#changed.event;
  readonly #subscriptions: vscode.Disposable;

  constructor(parts: McpServerParts) {
    this.#parts = parts;
    const tell = (): void => {
      this.#changed.fire();
    };
    this.#subscriptions = vscode.Disposable.from(
      onSettingChange("plumbline.agents.mcpServers", tell),
      onSettingChange("plumbline.agents.mcpAllowed", tell),
      parts.accounts.onDidChange(tell),
      parts.accounts.onDidChangeCurrent(tell),
      vscode.workspace.onDidChangeWorkspaceFolders(tell),
    );
  }

  /** Throws if the editor has no MCP servers. */
  register(): vscode.Disposable {
    const { McpHttpServerDefinition } = vscode as { readonly McpHttpServerDefinition?: unknown };
    if (!McpHttpServerDefinition) throw new Error("There is no vscode.McpHttpServerDefinition.");
    return vscode.lm.registerMcpServerDefinitionProvider(MCP_PROVIDER, this);
  }

  provideMcpServerDefinitions(): vscode.McpHttpServerDefinition[] {
    if (!isOffered()) return [];
    const { current } = this.#parts.accounts;
    const servers: vscode.McpHttpServerDefinition[] = [];
    if (openFolders().length > 0)
      servers.push(new vscode.McpHttpServerDefinition(vscode.l10n.t("Plumbline: open folders"), UNKNOWN));
    if (current.baseUrl !== undefined) {
      const label = vscode.l10n.t("Plumbline: {0}", serviceName(current));
      servers.push(new vscode.McpHttpServerDefinition(label, vscode.Uri.parse(`${current.baseUrl}/.api/mcp`, true)));
    }
    return servers;
  }

  /**
   * Starts the local service if it is that one; otherwise reads the account's token and renews it if necessary. The one
   * that is given may be a copy of what was provided, which is only read.
   */
  async resolveMcpServerDefinition(
    server: vscode.McpHttpServerDefinition,
  ): Promise<vscode.McpHttpServerDefinition | undefined> {
    if (!isOffered()) return undefined;
    const { accounts, local, tokens } = this.#parts;
    const uri = vscode.Uri.from(server.uri);
    if (uri.toString() === UNKNOWN.toString()) {
      const { baseUrl, agentToken } = await local.start();
      return new vscode.McpHttpServerDefinition(server.label, vscode.Uri.parse(`${baseUrl}/mcp`, true), {
        Authorization: `Bearer ${agentToken}`,
      });
    }
    const known = accounts.all.find((each) => isOf(each, uri));
    if (!known) return undefined; // it was signed out of
    const token = await tokens.get(known.id);
    const authorization = typeof token === "string" ? `token ${token}` : token && `Bearer ${await token.current()}`;
    return new vscode.McpHttpServerDefinition(server.label, uri, {
      ...(await gatewayHeaders(tokens)),
      ...(authorization !== undefined && { Authorization: authorization }),
    });
  }

  dispose(): void {
    vscode.Disposable.from(this.#subscriptions, this.#changed).dispose();
  }
}

function isOffered(): boolean {
  return readSetting("plumbline.agents.mcpServers") && readSetting("plumbline.agents.mcpAllowed");
}

function isOf({ baseUrl }: Account, uri: vscode.Uri): boolean {
  return baseUrl !== undefined && vscode.Uri.parse(`${baseUrl}/.api/mcp`, true).toString() === uri.toString();
}
