import * as vscode from "vscode";
import type { Connection } from "../../core/model/connection.ts";
import type { ServiceError, ServiceErrorCode } from "../../core/model/errors.ts";
import { readSetting, updateSetting } from "../platform/settings.ts";
import { runCommand } from "../platform/runCommand.ts";

/** Failures on the way to a service: another way may work. */
const OF_THE_WAY: ReadonlySet<ServiceErrorCode> = new Set([
  "unreachable",
  "hostNotFound",
  "refused",
  "certificateExpired",
  "certificateUntrusted",
  "certificateRefused",
  "certificateWrongHost",
  "insecure",
  "proxy",
  "proxyUnauthorized",
  "timeout",
  "notAService",
] as const);

export function isOfTheWay(failure: ServiceError | undefined): boolean {
  return failure !== undefined && OF_THE_WAY.has(failure.code);
}

/**
 * Whether a service answers through the editor's own `fetch`, which the editor patches: it may know proxies and
 * certificates that we don't. `undefined` if `connection` already goes through it. Rejects only with an `AbortError`.
 */
export async function isReachedByEditor(connection: Connection, signal?: AbortSignal): Promise<boolean | undefined> {
  const way = await connection.way().catch(() => undefined);
  if (way?.byEditor) return undefined;
  const editor = connection.throughEditor();
  if (!editor) return false;
  try {
    for await (const { failure } of editor.check(["version", "questions"], signal)) {
      if (!failure || isOfTheWay(failure)) return !failure;
    }
    return false;
  } finally {
    await editor.close();
  }
}

/** Offers the editor's `fetch`; resolves to whether requests to `baseUrl` go through it from now on. */
export async function offerEditorFetch(baseUrl: string, service: string): Promise<boolean> {
  const use = useWords();
  const message = vscode.l10n.t(
    "The editor's own fetch reaches {0}, and Plumbline's own connections do not: the editor may know a proxy or a certificate that Plumbline doesn't. Plumbline can use it for this service.",
    service,
  );
  const showLog = vscode.l10n.t("Show Log");
  const choice = await vscode.window.showWarningMessage(message, use, showLog);
  if (choice === showLog) await runCommand("showLog");
  if (choice !== use) return false;
  await useEditorFetch(baseUrl);
  return true;
}

export function useWords(): string {
  return vscode.l10n.t("Use the Editor's Fetch");
}

/** From the next one on, requests to `baseUrl` go through the editor's own `fetch`. */
export async function useEditorFetch(baseUrl: string): Promise<void> {
  const before = readSetting("plumbline.network.editorFetch");
  await updateSetting("plumbline.network.editorFetch", [...new Set([...before, baseUrl])]);
}
