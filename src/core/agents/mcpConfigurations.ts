/** How to start a program that speaks MCP over its standard input and output. */
export interface McpCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the client's own environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What to paste for one client. */
export interface McpConfiguration {
  /** `Claude Code`. */
  readonly client: string;
  /** The file that it belongs in, as people write it. */
  readonly file: string;
  readonly text: string;
}

/** For the clients that we know, the configurations that start a program. None of them contains a secret. */
export function mcpConfigurations(server: McpCommand): readonly McpConfiguration[] {
  return [
    { client: "Claude Code", file: ".mcp.json", text: json({ mcpServers: { plumbline: server } }) },
    { client: "Codex", file: "~/.codex/config.toml", text: toml(server) },
    { client: "Cursor", file: ".cursor/mcp.json", text: json({ mcpServers: { plumbline: server } }) },
    {
      client: "Visual Studio Code",
      file: ".vscode/mcp.json",
      text: json({ servers: { plumbline: { type: "stdio", ...server } } }),
    },
  ];
}

function json(value: object): string {
  return JSON.stringify(value, undefined, 2);
}

/** A JSON string is also a basic string of TOML, except for the one control character that JSON does not escape. */
function toml({ command, args, env = {} }: McpCommand): string {
  const quoted = (text: string) => JSON.stringify(text).replaceAll("\u007F", "\\u007F");
  const variables = Object.entries(env).map(([name, value]) => `${name} = ${quoted(value)}`);
  return [
    "[mcp_servers.plumbline]",
    `command = ${quoted(command)}`,
    `args = [${args.map(quoted).join(", ")}]`,
    ...(variables.length > 0 ? [`env = { ${variables.join(", ")} }`] : []),
  ].join("\n");
}
