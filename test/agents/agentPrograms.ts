import path from "node:path";
import process from "node:process";
import type { McpCommand } from "../../src/core/agents/mcpConfigurations.ts";

/** The program of an agent: how it is told of a model and of our server, and asked something without a person. */
export interface AgentProgram {
  readonly name: string;
  /** The file that is run, in the folder of installed packages, and what comes before other arguments. */
  readonly program: string;
  readonly args: (set: AgentSettings) => readonly string[];
  /** Its settings, by their paths in the home folder. */
  readonly files: (set: AgentSettings) => Readonly<Record<string, string>>;
  readonly env?: (set: AgentSettings) => Readonly<Record<string, string>>;
}

/** What an agent is told. */
export interface AgentSettings {
  /** Of the model, without a path. */
  readonly origin: string;
  readonly server: McpCommand;
  readonly home: string;
}

const SYSTEM = `${process.platform}-${process.arch}`;
const KEY = "none";
const PROMPT = "Find what is asked for.";

const json = (value: object) => JSON.stringify(value);

/** All with which the bridge is tried, as people start them in scripts: nobody is there to be asked. */
export const AGENT_PROGRAMS: readonly AgentProgram[] = [
  {
    name: "Claude Code",
    program: `@anthropic-ai/claude-code-${SYSTEM}/claude`,
    args: ({ home }) => [
      ...["--print", PROMPT, "--mcp-config", path.join(home, "mcp.json"), "--strict-mcp-config"],
      ...["--allowed-tools", "mcp__plumbline"],
    ],
    files: ({ server }) => ({ "mcp.json": json({ mcpServers: { plumbline: server } }) }),
    env: ({ origin }) => ({
      ANTHROPIC_BASE_URL: origin,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    }),
  },
];
