import process from "node:process";
import type { FromLocalProcess, LogLevel, ToLocalProcess } from "../core/model/localProcess.ts";
import { readCommandLine } from "./commandLine.ts";
import { startLocalService, type LocalService } from "./localService.ts";
import { endWithParent } from "./parentWatch.ts";
import { findRipgrep } from "./ripgrep/ripgrepBinary.ts";

if (process.send) serveParent();
else await serveAlone();

/** Forked by the extension: does what it is told over the channel, and ends with it. */
function serveParent(): void {
  endWithParent();
  const tell = (message: FromLocalProcess) => {
    // The parent may go away at any moment; then there is nobody to tell.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  const log = (level: LogLevel, message: string) => {
    tell({ type: "log", level, message });
  };
  let service: Promise<LocalService> | undefined;
  const end = async (status: number) => {
    await service?.then((started) => started.close()).catch(() => undefined);
    process.exit(status);
  };
  process.on("message", (message: ToLocalProcess) => {
    if (message.type === "folders") {
      service?.then(
        (started) => {
          started.setFolders(message.folders, message.gitFolders);
        },
        () => undefined,
      );
      return;
    }
    const { folders, gitFolders, storeDir, interfaces = "both", openUri } = message;
    service ??= findRipgrep().then((ripgrepBinary) =>
      startLocalService({
        folders,
        gitFolders,
        storeDir,
        interfaces,
        ...(openUri === undefined ? {} : { openUri }),
        ripgrepBinary,
        log,
      }),
    );
    service.then(
      (started) => {
        const { baseUrl, token } = started;
        tell({ type: "ready", baseUrl, token });
        started.prepare();
      },
      (error: unknown) => {
        tell({ type: "failed", message: messageOf(error) });
        void end(1);
      },
    );
  });
  process.once("disconnect", () => void end(0));
  process.once("SIGTERM", () => void end(0));
}

/** Started by a person: says where it is, and runs until Ctrl-C. */
async function serveAlone(): Promise<void> {
  const commandLine = readCommandLine(process.argv.slice(2));
  if (typeof commandLine === "string") {
    console.error(commandLine);
    process.exit(1);
  }
  const log = (level: LogLevel, message: string) => {
    console.error(`${level}: ${message}`);
  };
  try {
    const service = await startLocalService({ ...commandLine, ripgrepBinary: await findRipgrep(), log });
    service.prepare();
    const { baseUrl, token } = service;
    console.log(`Serving ${commandLine.folders.join(", ")}

Address  ${baseUrl}
Token    ${token}

Try      curl -H 'Authorization: token ${token}' '${baseUrl}/.api/search/stream?q=function'
End      Ctrl-C`);
    for (const signal of ["SIGINT", "SIGTERM"])
      process.once(signal, () => void service.close().then(() => process.exit(0)));
  } catch (error) {
    console.error(`The local service can't start: ${messageOf(error)}`);
    process.exit(1);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
