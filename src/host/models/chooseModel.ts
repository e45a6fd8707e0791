import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { isAbort } from "../../core/model/errors.ts";
import { LOCAL_MODEL_PORTS, parseModelAddress, type ModelServer } from "../../core/model/modelServer.ts";
import { tryModel } from "../../core/model/modelTrial.ts";
import { isLoopback } from "../../core/model/network.ts";
import type { Log } from "../platform/log.ts";
import { editorModels, limitsOf } from "./editorModel.ts";
import type { KeptModel } from "./keptModels.ts";
import type { Models } from "./models.ts";
import { foundWords, modelFailureWords, modelName } from "./modelWords.ts";

export interface ChooseModelParts {
  readonly models: Models;
  /** A server at an address; `key` is sent to it. */
  readonly serverAt: (baseUrl: string, key: string | undefined) => Promise<ModelServer>;
  readonly log: Log;
}

/** Something that can be chosen and was not tried yet. */
interface Candidate extends Pick<KeptModel, "name" | "source" | "limits"> {
  readonly key?: string;
}

type Choice =
  | { readonly kind: "kept"; readonly model: KeptModel }
  | { readonly kind: "found"; readonly candidate: Candidate }
  | { readonly kind: "address" | "none" };

type Row = vscode.QuickPickItem & { readonly choice?: Choice };

/** How long a server of this machine may take to answer. */
const LOOK_MS = 3000;

/**
 * Lets the person choose who writes local answers: a model that they chose before, one of the editor's, one of a server on
 * this machine (looked for now and not before), one at an address, or none. What is new is tried before it is kept.
 */
export async function chooseModel(parts: ChooseModelParts): Promise<void> {
  const { models } = parts;
  const choice = await pickModel(parts);
  if (!choice) return;
  switch (choice.kind) {
    case "none":
      await models.choose(undefined);
      vscode.window.setStatusBarMessage(vscode.l10n.t("Local answers are passages only."), 5000);
      return;
    case "kept":
      await models.choose(choice.model);
      await models.mayRead(choice.model);
      return;
    case "found":
      await tryAndKeep(parts, choice.candidate);
      return;
    case "address": {
      const candidate = await atAddress(parts);
      if (candidate) await tryAndKeep(parts, candidate);
    }
  }
}

async function pickModel(parts: ChooseModelParts): Promise<Choice | undefined> {
  const { models } = parts;
  const looking = new AbortController();
  const pick = vscode.window.createQuickPick<Row>();
  pick.title = vscode.l10n.t("Choose a Model for Local Answers");
  pick.placeholder = vscode.l10n.t("Who writes answers about the folders that are open");
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.keepScrollPosition = true;
  pick.busy = true;
  const removeButton = {
    iconPath: new vscode.ThemeIcon("trash"),
    tooltip: vscode.l10n.t("Remove, with Its Key and Permissions"),
  };
  const rowOfKept = (model: KeptModel): Row => ({
    label: modelName(model),
    description: foundWords(model.limits, model.tokensPerSecond),
    iconPath: new vscode.ThemeIcon(models.kept.chosen?.id === model.id ? "check" : "blank"),
    buttons: [removeButton],
    choice: { kind: "kept", model },
  });
  let kept = models.kept.all.map(rowOfKept);
  const fixed: readonly Row[] = [
    {
      label: vscode.l10n.t("Another Address…"),
      description: vscode.l10n.t("an OpenAI-compatible server"),
      iconPath: new vscode.ThemeIcon("add"),
      alwaysShow: true,
      choice: { kind: "address" },
    },
    {
      label: vscode.l10n.t("None: Passages Only"),
      iconPath: new vscode.ThemeIcon(models.kept.chosen ? "blank" : "check"),
      alwaysShow: true,
      choice: { kind: "none" },
    },
  ];
  const found: Row[][] = [[], ...LOCAL_MODEL_PORTS.map(() => [])];
  const show = (): void => {
    const { activeItems } = pick;
    pick.items = [...group(vscode.l10n.t("chosen before"), kept), ...found.flat(), ...group(" ", fixed)];
    pick.activeItems = activeItems.filter((row) => pick.items.includes(row));
  };
  show();
  const isKept = (candidate: Candidate) => models.kept.all.some((model) => isSame(model, candidate));
  const add = (at: number, heading: string, candidates: readonly Candidate[]): void => {
    const rows = candidates.filter((one) => !isKept(one)).map((candidate) => rowOf(candidate));
    found[at] = [...group(heading, rows)];
    if (!looking.signal.aborted) show();
  };
  void Promise.allSettled([
    editorCandidates().then((candidates) => {
      add(0, vscode.l10n.t("models of this editor"), candidates);
    }),
    ...LOCAL_MODEL_PORTS.map(async ({ name, port }, index) => {
      const candidates = await localCandidates(parts, port, looking.signal);
      add(index + 1, vscode.l10n.t("{0} at 127.0.0.1:{1}", name, port), candidates);
    }),
  ]).then(() => {
    if (!looking.signal.aborted) pick.busy = false;
  });
  try {
    return await new Promise<Choice | undefined>((resolve) => {
      pick.onDidAccept(() => {
        const [row] = pick.selectedItems;
        if (row?.choice) resolve(row.choice);
      });
      pick.onDidTriggerItemButton(({ item }) => {
        const { choice } = item;
        if (choice?.kind !== "kept") return;
        void models.remove(choice.model).then(() => {
          kept = models.kept.all.map(rowOfKept);
          show();
        });
      });
      pick.onDidHide(() => {
        resolve(undefined);
      });
      pick.show();
    });
  } finally {
    looking.abort();
    pick.dispose();
  }
}

function group(heading: string, rows: readonly Row[]): readonly Row[] {
  return rows.length === 0 ? [] : [{ label: heading, kind: vscode.QuickPickItemKind.Separator }, ...rows];
}

function rowOf(candidate: Candidate): Row {
  const { name, source } = candidate;
  return {
    label: name,
    description: source.kind === "editor" ? source.vendor : "",
    iconPath: new vscode.ThemeIcon("blank"),
    choice: { kind: "found", candidate },
  };
}

/** The editor may list models that then refuse. It may also list none, without a reason. */
async function editorCandidates(): Promise<readonly Candidate[]> {
  const found = await editorModels();
  return found.map((model) => ({
    name: model.name,
    source: { kind: "editor", vendor: model.vendor, model: model.id },
    limits: limitsOf(model),
  }));
}

async function localCandidates(
  { serverAt }: ChooseModelParts,
  port: number,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const server = await serverAt(baseUrl, undefined);
  try {
    const names = await server.models(AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]));
    return names.map((name) => candidateAt(baseUrl, name));
  } finally {
    await server.close();
  }
}

function candidateAt(baseUrl: string, model: string, key?: string): Candidate {
  return {
    name: model,
    source: { kind: "endpoint", baseUrl, model, hasKey: key !== undefined },
    limits: { tools: "unknown" },
    ...(key !== undefined && { key }),
  };
}

/** Asks for an address, its key and one of its models. `undefined` if the person gave up. */
async function atAddress(parts: ChooseModelParts): Promise<Candidate | undefined> {
  const title = vscode.l10n.t("Another Address");
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("The address of an OpenAI-compatible server"),
    placeHolder: "https://gateway.example.com/v1",
    ignoreFocusOut: true,
    validateInput: problemOfAddress,
  });
  const baseUrl = typed === undefined ? undefined : parseModelAddress(typed);
  if (baseUrl === undefined) return undefined;
  const written = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Its key, which is kept in the editor's secret storage. Leave it empty where it takes none."),
    password: true,
    ignoreFocusOut: true,
  });
  if (written === undefined) return undefined;
  const key = written.trim().replace(/^bearer\s+/i, "") || undefined;
  const server = await parts.serverAt(baseUrl, key);
  try {
    const names = await server.models(AbortSignal.timeout(30_000)).catch((error: unknown) => {
      parts.log.error("The models at an address can't be listed", error);
      return [];
    });
    const name =
      names.length > 0
        ? await vscode.window.showQuickPick(names, { title, ignoreFocusOut: true })
        : await vscode.window.showInputBox({
            title,
            prompt: vscode.l10n.t("{0} doesn't list its models. Type the name of one.", new URL(baseUrl).host),
            ignoreFocusOut: true,
          });
    return name ? candidateAt(baseUrl, name, key) : undefined;
  } finally {
    await server.close();
  }
}

function problemOfAddress(text: string): string | vscode.InputBoxValidationMessage | undefined {
  const baseUrl = parseModelAddress(text);
  if (baseUrl === undefined) return vscode.l10n.t("Type a web address, such as {0}", "https://gateway.example.com/v1");
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:" || isLoopback(hostname)) return undefined;
  const message = vscode.l10n.t("Over http: the key, your code and the answers can be read by others in the network.");
  return { message, severity: vscode.InputBoxValidationSeverity.Warning };
}

/** Choosing permits two small requests without any code. Their result is shown, and a model that works is kept. */
async function tryAndKeep(parts: ChooseModelParts, candidate: Candidate): Promise<void> {
  const { models, log } = parts;
  const { key, ...found } = candidate;
  const id = models.kept.all.find((model) => isSame(model, candidate))?.id ?? randomUUID();
  const name = modelName(candidate);
  try {
    const kept = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, cancellable: true, title: vscode.l10n.t("Trying {0}…", name) },
      async (_, cancellation): Promise<KeptModel> => {
        const abort = new AbortController();
        cancellation.onCancellationRequested(() => {
          abort.abort();
        });
        const model = await models.candidate({ id, ...found }, key);
        const { tools, ...speed } = await tryModel(model, abort.signal);
        const told = await describe(parts, candidate, abort.signal);
        return { id, ...found, limits: { ...found.limits, ...told, tools }, ...speed };
      },
    );
    if (key !== undefined) await models.setKey(id, key);
    await models.choose(kept);
    const told = foundWords(kept.limits, kept.tokensPerSecond);
    const message = vscode.workspace.isTrusted
      ? vscode.l10n.t("{0} writes local answers from now on: {1}.", name, told)
      : vscode.l10n.t("{0} is kept: {1}. In Restricted Mode, local answers are passages only.", name, told);
    void vscode.window.showInformationMessage(message);
    await models.mayRead(kept);
  } catch (error) {
    if (isAbort(error)) return;
    log.error("A model was tried and does not work", error);
    const another = vscode.l10n.t("Choose Another…");
    const showLog = vscode.l10n.t("Show Log");
    // Not awaited: the command is done, and the buttons are only an offer.
    void vscode.window.showErrorMessage(modelFailureWords(error, name), another, showLog).then((choice) => {
      if (choice === another) void vscode.commands.executeCommand("plumbline.chooseModel");
      else if (choice === showLog) void vscode.commands.executeCommand("plumbline.showLog");
    });
  }
}

async function describe({ serverAt }: ChooseModelParts, { source, key }: Candidate, signal: AbortSignal) {
  if (source.kind === "editor") return {};
  const server = await serverAt(source.baseUrl, key);
  try {
    return await server.describe(source.model, signal);
  } finally {
    await server.close();
  }
}

function isSame(a: Pick<KeptModel, "source">, b: Pick<KeptModel, "source">): boolean {
  const placeOf = ({ source }: Pick<KeptModel, "source">) =>
    JSON.stringify([source.kind === "editor" ? source.vendor : source.baseUrl, source.model]);
  return placeOf(a) === placeOf(b);
}
