import path from "node:path";
import process from "node:process";
import { mcpConfigurations, type McpCommand } from "../../src/core/agents/mcpConfigurations.ts";

/** The program of an agent: how it is told of a model and of our server, and asked something without a person. */
export interface AgentProgram {
  readonly name: string;
  /** The file that is run, in the folder of installed packages, and what comes before other arguments. */
  readonly program: string;
  /** Whether it can be told how long a call may take. */
  readonly limitsCalls: boolean;
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
  /** How long a call may take. */
  readonly limitMs: number;
}

const SYSTEM = `${process.platform}-${process.arch}`;
const KEY = "none";
const MODEL = "scripted";
const PROMPT = "Find what is asked for.";

const json = (value: object) => JSON.stringify(value);

/** All with which the bridge is tried, as people start them in scripts: nobody is there to be asked. */
export const AGENT_PROGRAMS: readonly AgentProgram[] = [
  {
    name: "Claude Code",
    program: `@anthropic-ai/claude-code-${SYSTEM}/claude`,
    limitsCalls: true,
    args: ({ home }) => [
      ...["--print", PROMPT, "--mcp-config", path.join(home, "mcp.json"), "--strict-mcp-config"],
      ...["--allowed-tools", "mcp__plumbline"],
    ],
    files: ({ server }) => ({ "mcp.json": json({ mcpServers: { plumbline: server } }) }),
    env: ({ origin, limitMs }) => ({
      MCP_TOOL_TIMEOUT: String(limitMs),
      ANTHROPIC_BASE_URL: origin,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    }),
  },
  {
    name: "Codex",
    program: "@openai/codex/bin/codex.js",
    limitsCalls: true,
    args: () => ["exec", PROMPT],
    files: ({ origin, server, limitMs }) => ({
      ".codex/config.toml": [
        `model = "${MODEL}"`,
        'model_provider = "local"',
        "[model_providers.local]",
        'name = "local"',
        `base_url = "${origin}/v1"`,
        'wire_api = "responses"',
        mcpConfigurations(server).find(({ client }) => client === "Codex")?.text ?? "",
        `tool_timeout_sec = ${limitMs / 1000}`,
      ].join("\n"),
    }),
  },
  {
    name: "Copilot CLI",
    program: `@github/copilot-${SYSTEM}/copilot`,
    limitsCalls: true,
    args: ({ home }) => [
      ...["--prompt", PROMPT, "--additional-mcp-config", `@${path.join(home, "mcp.json")}`, "--allow-all-tools"],
    ],
    files: ({ server, limitMs }) => ({
      "mcp.json": json({ mcpServers: { plumbline: { ...server, timeout: limitMs } } }),
    }),
    env: ({ origin }) => ({
      COPILOT_PROVIDER_BASE_URL: `${origin}/v1`,
      COPILOT_PROVIDER_API_KEY: KEY,
      COPILOT_MODEL: MODEL,
      COPILOT_AUTO_UPDATE: "false",
    }),
  },
  {
    name: "Gemini CLI",
    program: "@google/gemini-cli/bundle/gemini.js",
    limitsCalls: true,
    args: () => ["--model", "gemini-2.5-flash", "--approval-mode=yolo", "--prompt", PROMPT],
    files: ({ server, limitMs }) => ({
      ".gemini/settings.json": json({
        mcpServers: { plumbline: { ...server, timeout: limitMs } },
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
      }),
    }),
    env: ({ origin }) => ({
      GEMINI_API_KEY: KEY,
      GOOGLE_GEMINI_BASE_URL: origin,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    }),
  },
  {
    name: "Qwen Code",
    program: "@qwen-code/qwen-code/cli-entry.js",
    limitsCalls: true,
    args: () => ["--auth-type", "openai", "--approval-mode=yolo", "--prompt", PROMPT],
    files: ({ server, limitMs }) => ({
      ".qwen/settings.json": json({
        mcpServers: { plumbline: { ...server, timeout: limitMs } },
        privacy: { usageStatisticsEnabled: false },
      }),
    }),
    env: ({ origin }) => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${origin}/v1`, OPENAI_MODEL: MODEL }),
  },
  {
    name: "opencode",
    program: `opencode-${SYSTEM.replace("win32", "windows")}/bin/opencode`,
    limitsCalls: true,
    args: () => ["run", PROMPT],
    files: ({ origin, server, limitMs }) => ({
      ".config/opencode/opencode.json": json({
        model: `local/${MODEL}`,
        small_model: `local/${MODEL}`,
        autoupdate: false,
        provider: {
          local: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${origin}/v1`, apiKey: KEY },
            models: { [MODEL]: { tool_call: true } },
          },
        },
        mcp: {
          plumbline: {
            type: "local",
            command: [server.command, ...server.args],
            environment: server.env,
            timeout: limitMs,
          },
        },
      }),
    }),
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: "1" }),
  },
  {
    name: "Continue",
    program: "@continuedev/cli/dist/cn.js",
    limitsCalls: false,
    args: ({ home }) => ["--config", path.join(home, "config.yaml"), "--auto", "--print", PROMPT],
    files: ({ origin, server }) => ({
      // JSON is YAML as well.
      "config.yaml": json({
        ...{ name: "test", version: "1.0.0", schema: "v1" },
        models: [
          {
            ...{ name: MODEL, provider: "openai", model: MODEL, apiBase: `${origin}/v1`, apiKey: KEY },
            ...{ roles: ["chat"], capabilities: ["tool_use"] },
          },
        ],
        mcpServers: [{ name: "plumbline", ...server }],
      }),
    }),
    env: () => ({ CONTINUE_TELEMETRY_ENABLED: "0" }),
  },
];
