import { basename } from "node:path";
import * as vscode from "vscode";
import {
  KEPT_FOLDER,
  type AgentRules,
  type FolderEncoding,
  type SearchExcludes,
  type ToLocalProcess,
} from "../../core/model/localProcess.ts";
import { once } from "../../core/model/once.ts";
import type { Log } from "../platform/log.ts";
import type { TestSwitches } from "../platform/platform.ts";
import { onSettingChange, readSetting, readSettingLevels } from "../platform/settings.ts";
import type { LocalAddress, ServiceProcess } from "./serviceProcess.ts";

export interface LocalProcessOptions {
  /** The service's program. */
  readonly program: vscode.Uri;
  /** Where conversations are kept; shared by all windows. */
  readonly store: vscode.Uri;
  /** How long a model may be silent, in milliseconds, if not as long as usual. */
  readonly silentMs?: number;
  readonly switches?: TestSwitches["local"];
  /** The address by which the editor opens pages of the service, if it can. */
  readonly openUri: vscode.Uri | undefined;
}

/** The local service of this window: started when first needed, for the folders that are open, and ended with us. */
export class LocalProcess implements vscode.Disposable {
  /** What starts it, loaded with the first start. */
  readonly #load: () => Promise<ServiceProcess>;
  #process: ServiceProcess | undefined;
  #isOver = false;
  readonly #kept: vscode.Uri;
  readonly #folders: vscode.Disposable;

  constructor({ program, store, silentMs, switches, openUri }: LocalProcessOptions, log: Log) {
    this.#kept = vscode.Uri.joinPath(store, KEPT_FOLDER);
    this.#load = once(async () => {
      const [{ ServiceProcess }, { watchService }] = await Promise.all([
        import("./serviceProcess.ts"),
        import("./watchdog.ts"),
      ]);
      this.#process = new ServiceProcess({
        program: program.fsPath,
        start: async () => ({
          openUri: openUri ? await inThisWindow(openUri) : "",
          type: "start",
          ...foldersToServe(),
          storeDir: store.fsPath,
          ...(silentMs !== undefined && { silentMs }),
        }),
        log,
        words: { late: vscode.l10n.t("it did not start in time"), endedAtOnce: vscode.l10n.t("it ended at once") },
        onHung: () => void tellHung(log),
        watch: (options) => {
          const { watchTurnMs } = switches ?? {};
          return watchService({ ...options, ...(watchTurnMs !== undefined && { turnMs: watchTurnMs }) });
        },
      });
      if (this.#isOver) await this.#process.end();
      return this.#process;
    });
    const send = () => {
      this.#process?.send({ type: "folders", ...foldersToServe() });
    };
    this.#folders = vscode.Disposable.from(
      vscode.workspace.onDidChangeWorkspaceFolders(send),
      vscode.workspace.onDidGrantWorkspaceTrust(send),
      ...SERVED_BY.map((name) => onSettingChange(name, send)),
    );
  }

  /** The id of the process, while it runs. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts the service if it isn't running. Throws a `ServiceError` if it can't be started. */
  async start(): Promise<LocalAddress> {
    return (await this.#load()).start();
  }

  /** Removes what was kept of the files that answers cite. After that, nobody can say what became of those. */
  async forgetKeptFiles(): Promise<void> {
    try {
      await vscode.workspace.fs.delete(this.#kept, { recursive: true, useTrash: false });
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError && error.code === "FileNotFound")) throw error;
    }
  }

  /** Ends the service for good. Resolves when it has ended, after little more than two seconds at the latest. */
  async end(): Promise<void> {
    this.#folders.dispose();
    this.#isOver = true;
    await this.#process?.end();
  }

  dispose(): void {
    void this.end();
  }
}

/** The settings that say how files are served, and to whom. */
const SERVED_BY = [
  ...(["files.encoding", "files.autoGuessEncoding", "files.candidateGuessEncodings"] as const),
  ...(["files.exclude", "search.exclude", "search.useIgnoreFiles"] as const),
  ...(["search.useParentIgnoreFiles", "search.useGlobalIgnoreFiles"] as const),
  ...(["plumbline.agents.exclude", "plumbline.agents.ignoredFiles"] as const),
] as const;

async function tellHung(log: Log): Promise<void> {
  const showLog = vscode.l10n.t("Show Log");
  const message = vscode.l10n.t("The local service stopped responding and was restarted.");
  if ((await vscode.window.showWarningMessage(message, showLog)) === showLog) log.show();
}

/**
 * An address of the editor that leads to this window, if the editor can provide one: otherwise it leads to the window
 * that had the focus last, which has other folders. In a browser, such an address could be used only once.
 */
async function inThisWindow(uri: vscode.Uri): Promise<string> {
  if (vscode.env.uiKind === vscode.UIKind.Web) return uri.toString(true);
  try {
    const external = await vscode.env.asExternalUri(uri);
    return (external.scheme === uri.scheme ? external : uri).toString(true);
  } catch {
    return uri.toString(true);
  }
}

/** git can be steered by a folder's own settings, so it runs only in trusted folders. */
function foldersToServe(): Omit<Extract<ToLocalProcess, { type: "folders" }>, "type"> {
  const folders = openFolders();
  return {
    folders,
    gitFolders: vscode.workspace.isTrusted ? folders : [],
    encodings: folders.flatMap(encodingsOf),
    excludes: folders.map(excludesOf),
    agents: agentRules(folders),
  };
}

/** What is set for a workspace, which may be a stranger's, only adds to what the person keeps from agents. */
function agentRules(folders: readonly string[]): AgentRules {
  const name = "plumbline.agents.exclude";
  return {
    everywhere: readSettingLevels(name).user.flat(),
    excluded: folders.flatMap((folder) =>
      readSettingLevels(name, vscode.Uri.file(folder)).workspace.map((patterns) => ({ folder, patterns })),
    ),
    givesIgnored: readSetting("plumbline.agents.ignoredFiles"),
  };
}

/** The encoding with which the editor reads the files of a folder; none if it is a Unicode one and is not guessed. */
export function encodingsOf(folder: string): readonly FolderEncoding[] {
  const uri = vscode.Uri.file(folder);
  const name = readSetting("files.encoding", uri) || "utf8";
  if (readSetting("files.autoGuessEncoding", uri))
    return [{ folder, name, guessAmong: readSetting("files.candidateGuessEncodings", uri) }];
  return name.startsWith("utf") ? [] : [{ folder, name }];
}

/** What the editor's own search leaves out in a folder. Where both settings name a glob, that of searches decides. */
function excludesOf(folder: string): SearchExcludes {
  const uri = vscode.Uri.file(folder);
  const excluded = { ...readSetting("files.exclude", uri), ...readSetting("search.exclude", uri) };
  // The editor does not heed these files unless it is told to. Who has not said so expects what git does.
  const isOff = (name: "search.useParentIgnoreFiles" | "search.useGlobalIgnoreFiles") => {
    const { user, workspace } = readSettingLevels(name, uri);
    return [...user, ...workspace].at(-1) === false;
  };
  const name = vscode.workspace.workspaceFolders?.find((each) => each.uri.fsPath === folder)?.name;
  return {
    folder,
    ...(name !== undefined && name !== basename(folder) && { name }),
    globs: Object.entries(excluded).flatMap(([glob, value]) =>
      value === false ? [] : [{ glob, ...(value !== true && value) }],
    ),
    unheeded: !readSetting("search.useIgnoreFiles", uri)
      ? "all"
      : [
          ...(isOff("search.useParentIgnoreFiles") ? (["parent"] as const) : []),
          ...(isOff("search.useGlobalIgnoreFiles") ? (["global"] as const) : []),
        ],
  };
}

/** Folders on this machine; a virtual workspace has none that ripgrep could read. */
export function openFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === "file")
    .map(({ uri }) => uri.fsPath);
}
