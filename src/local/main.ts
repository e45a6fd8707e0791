import process from "node:process";
import {
  encodingArguments,
  type AgentRules,
  type FromLocalProcess,
  type LogLevel,
  type ToLocalProcess,
} from "../core/model/localProcess.ts";
import { mcpConfigurations } from "../core/agents/mcpConfigurations.ts";
import { encodingsOf, readCommandLine, type CommandLine } from "./commandLine.ts";
import { AgentRulesFile, NO_AGENT_RULES } from "./code/files/agentRulesFile.ts";
import { isKnownEncoding } from "./code/encodings/utf8.ts";
import { startLocalService, type LocalService } from "./server/localService.ts";
import { CAPABILITIES } from "./server/http/capabilities.ts";
import type { Log } from "./base/log.ts";
import { LentModels } from "./server/models/lentModels.ts";
import { endWithParent } from "./parentWatch.ts";
import { AskedSymbols } from "./threads/askedSymbols.ts";
import { findEngineProgram } from "./code/engine/engineProgram.ts";

// Whoever reads what it prints may go away: it goes on without.
for (const printed of [process.stdout, process.stderr]) printed.on("error", () => undefined);

if (process.send) serveParent();
else await serveAlone();

/** Forked by the extension: does what the messages on the channel say, and ends when the channel closes. */
function serveParent(): void {
  endWithParent();
  const tell = (message: FromLocalProcess) => {
    // The parent may go away at any moment; the message is dropped then.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  const log = (level: LogLevel, message: string) => {
    tell({ type: "log", level, message });
  };
  const models = new LentModels(tell);
  let service: Promise<LocalService> | undefined;
  let agents = NO_AGENT_RULES;
  let rulesFile: AgentRulesFile | undefined;
  let keeping = Promise.resolve();
  /** For the services that agents start. */
  const setAgentRules = (rules: AgentRules, folders: readonly string[]) => {
    agents = rules;
    keeping = keeping
      .then(() => rulesFile?.keep(rules, folders))
      .catch((error: unknown) => {
        log("error", `the rules for agents could not be written: ${messageOf(error)}`);
      });
  };
  const symbols = new AskedSymbols(tell, async (text, signal) => (await service)?.symbolsIn(text, signal));
  const end = async (status: number) => {
    await service?.then((started) => started.close()).catch(() => undefined);
    process.exit(status);
  };
  process.on("message", (message: ToLocalProcess) => {
    if (message.type === "folders") {
      setAgentRules(message.agents ?? agents, message.folders);
      service?.then(
        (started) => {
          started.setFolders(message.folders, message.gitFolders, message);
        },
        () => undefined,
      );
      return;
    }
    if (message.type === "symbols" || message.type === "symbolsStop") {
      symbols.receive(message);
      return;
    }
    if (message.type !== "start") {
      models.receive(message);
      return;
    }
    const { folders, gitFolders, encodings = [], excludes = [], storeDir, openUri, silentMs } = message;
    rulesFile ??= new AgentRulesFile(storeDir);
    setAgentRules(message.agents ?? agents, folders);
    service ??= findEngineProgram().then((engineProgram) =>
      startLocalService({
        folders,
        gitFolders,
        encodings,
        excludes,
        storeDir,
        ...(openUri === undefined ? {} : { openUri }),
        ...(silentMs === undefined ? {} : { replyLimits: { firstMs: silentMs, nextMs: silentMs } }),
        engineProgram,
        agentRules: () => agents,
        models,
        log,
      }),
    );
    service.then(
      (started) => {
        const { baseUrl, token, agentToken } = started;
        tell({ type: "ready", baseUrl, token, agentToken, capabilities: CAPABILITIES["x-plumbline-capabilities"] });
        started.prepare();
      },
      (error: unknown) => {
        tell({ type: "failed", message: messageOf(error) });
        void end(1);
      },
    );
  });
  process.once("disconnect", () => {
    models.close();
    void end(0);
  });
  process.once("SIGTERM", () => void end(0));
}

/** Started by a person: prints its address, runs until Ctrl-C. Started by an agent: runs until its input is closed. */
async function serveAlone(): Promise<void> {
  const commandLine = readCommandLine(process.argv.slice(2));
  if (typeof commandLine === "string") {
    console.error(commandLine);
    process.exit(1);
  }
  const { encoding = "auto" } = commandLine;
  if (encoding !== "auto" && !(await isKnownEncoding(encoding))) {
    console.error(
      `--encoding ${encoding} is unknown: give auto, or a name of files.encoding, such as gbk or windows1252.`,
    );
    process.exit(1);
  }
  const log = (level: LogLevel, message: string) => {
    if (level !== "debug") console.error(`${level}: ${message}`);
  };
  try {
    if (commandLine.isMcp) await speakMcp(commandLine, log);
    else await listen(commandLine, log);
  } catch (error) {
    console.error(`The local service can't start: ${messageOf(error)}`);
    process.exit(1);
  }
}

async function listen(commandLine: CommandLine, log: Log): Promise<void> {
  const service = await startLocalService({
    ...commandLine,
    agentRules: rulesIn(commandLine),
    engineProgram: await findEngineProgram(),
    log,
  });
  service.prepare();
  const { baseUrl, token } = service;
  const { folders, storeDir, encodings } = commandLine;
  const args = ["--mcp", "--store", storeDir, ...encodingArguments(encodings), ...folders];
  const mcp = { command: process.execPath, args: [process.argv[1] ?? "", ...args] };
  console.log(`Serving ${folders.join(", ")}

Address  ${baseUrl}
Token    ${token}

Try      curl -H 'Authorization: token ${token}' '${baseUrl}/.api/search/stream?q=function'
End      Ctrl-C

Agents start a service of their own over these folders, and end it:
${mcpConfigurations(mcp)
  .map(({ client, file, text }) => `\n${client}, in ${file}:\n\n${text}\n`)
  .join("")}`);
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => void service.close().then(() => process.exit(0)));
}

/** Serves one client, which starts this program and ends it by closing its input. No port is opened. */
async function speakMcp(commandLine: CommandLine, log: Log): Promise<void> {
  const [{ mcpOverStdio }, service] = await Promise.all([
    import("./server/mcp/mcpServer.ts"),
    startLocalService({
      ...commandLine,
      agentRules: rulesIn(commandLine),
      port: "none",
      engineProgram: await findEngineProgram(),
      log,
    }),
  ]);
  service.prepare();
  for (const folder of commandLine.missing) log("warning", `there is no folder ${folder}`);
  const serve = (folders: readonly string[]) => {
    const encodings = encodingsOf(folders, commandLine.encoding);
    service.setFolders(folders, commandLine.runsGit ? folders : [], { encodings });
  };
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(0), ENDED_AT_MOST_MS).unref();
    void service.close().then(() => process.exit(0));
  };
  mcpOverStdio(service.tools, log, { onEnd: end, ...(commandLine.folders.length === 0 && { serve }) });
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, end);
}

const ENDED_AT_MOST_MS = 2000;

/** As the windows of the editor have left them, if they share this store. */
function rulesIn({ storeDir }: CommandLine): () => AgentRules {
  const file = new AgentRulesFile(storeDir);
  return () => file.rules;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
