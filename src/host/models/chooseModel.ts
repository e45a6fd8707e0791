import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { isAbort } from "../../core/model/errors.ts";
import { ModelError } from "../../core/model/languageModel.ts";
import { LOCAL_MODEL_PORTS } from "../../core/model/modelServer.ts";
import { tryModel } from "../../core/model/modelTrial.ts";
import {
  atAddress,
  candidateAt,
  isLocked,
  loadedModel,
  lockedModel,
  onceLoaded,
  promptForKey,
  type Candidate,
  type Loading,
  type ModelAddressParts,
} from "./addressedModel.ts";
import { editorModels, limitsOf } from "./editorModel.ts";
import { isLoopback } from "../../core/model/network.ts";
import type { KeptModel } from "./keptModels.ts";
import { leavingWords, noServerRow } from "./leavingModels.ts";
import { sideBySide } from "../../core/text/bidi.ts";
import type { Models } from "./models.ts";
import { foundWords, keptWords, modelFailureWords, modelName } from "./modelWords.ts";
import { runCommand } from "../platform/runCommand.ts";

export interface ChooseModelParts extends ModelAddressParts {
  readonly models: Models;
}

type Choice =
  | { readonly kind: "kept"; readonly model: KeptModel }
  | { readonly kind: "found"; readonly candidate: Candidate }
  | { readonly kind: "loading" | "locked"; readonly baseUrl: string }
  | { readonly kind: "address" | "none" };

type Row = vscode.QuickPickItem & { readonly choice?: Choice };

/** How long a server on this machine may take to answer. */
const LOOK_MS = 3000;

/**
 * Lets the person choose who writes local answers: a model that they chose before, one of the editor's, one of a server
 * on this machine (not looked for until now), one at an address, or none. A new one is tried before it is kept.
 */
export async function chooseModel(parts: ChooseModelParts): Promise<void> {
  const { models } = parts;
  if (!models.areAllowed) {
    const setting = "plumbline.models.allowed";
    void vscode.window.showInformationMessage(vscode.l10n.t("Models are switched off by the setting {0}.", setting));
    return;
  }
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
    case "loading": {
      const candidate = await loadedModel(parts, choice.baseUrl);
      if (candidate) await tryAndKeep(parts, candidate);
      return;
    }
    case "locked": {
      const candidate = await lockedModel(parts, choice.baseUrl);
      if (candidate) await tryAndKeep(parts, candidate);
      return;
    }
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
  pick.placeholder = vscode.l10n.t("Select what should write answers about the open folders");
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
    description: sideBySide([leavingWords(model), foundWords(model.limits, model.tokensPerSecond)]),
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
  const set = (at: number, heading: string, rows: readonly Row[]): void => {
    found[at] = [...group(heading, rows)];
    if (!looking.signal.aborted) show();
  };
  const add = (at: number, heading: string, candidates: readonly Candidate[]): void => {
    const rows = candidates.filter((one) => !isKept(one)).map((candidate) => rowOf(candidate));
    set(at, heading, rows);
  };
  void Promise.allSettled([
    editorCandidates().then((candidates) => {
      add(0, vscode.l10n.t("models of this editor"), candidates);
    }),
    ...LOCAL_MODEL_PORTS.map(async ({ name, port }, index) => {
      const heading = vscode.l10n.t("{0} at 127.0.0.1:{1}", name, port);
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const onLoading = () => {
        // Its models take this place once they are listed.
        if (found[index + 1]?.length === 0) set(index + 1, heading, [rowOfServer("loading", baseUrl)]);
      };
      try {
        add(index + 1, heading, await localCandidates(parts, baseUrl, { signal: looking.signal, onLoading }));
      } catch (error) {
        if (!isLocked(error)) throw error; // usually nothing listens there
        set(index + 1, heading, [rowOfServer("locked", baseUrl)]);
      }
    }),
  ]).then(() => {
    if (looking.signal.aborted) return;
    if (!found.slice(1).some(({ length }) => length > 0) && !models.kept.all.some(isHere))
      set(found.length, vscode.l10n.t("on this machine"), [noServerRow()]);
    pick.busy = false;
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

/** The row of a server whose models can't be listed yet. */
function rowOfServer(kind: "loading" | "locked", baseUrl: string): Row {
  const [label, description] =
    kind === "loading"
      ? [vscode.l10n.t("Still loading its model"), vscode.l10n.t("choose it to wait until it is loaded")]
      : [vscode.l10n.t("Needs a key"), vscode.l10n.t("choose it to type the key")];
  return { label, description, iconPath: new vscode.ThemeIcon("blank"), choice: { kind, baseUrl } };
}

function rowOf(candidate: Candidate): Row {
  const { name, source } = candidate;
  return {
    label: name,
    description: sideBySide([leavingWords(candidate), source.kind === "editor" ? source.vendor : ""]),
    iconPath: new vscode.ThemeIcon("blank"),
    choice: { kind: "found", candidate },
  };
}

/** The editor may list models that then refuse. It may also list none, without giving a reason. */
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
  baseUrl: string,
  { signal, onLoading }: Loading,
): Promise<readonly Candidate[]> {
  const server = await serverAt(baseUrl, undefined);
  try {
    const look = () => server.models(AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]));
    const names = await onceLoaded(look, { signal, onLoading });
    return names.map((name) => candidateAt(baseUrl, name));
  } finally {
    await server.close();
  }
}

/**
 * Choosing a model permits two small requests without any code. Their result is shown, and a model that works is kept,
 * unless the person made another choice while it was still loading.
 */
async function tryAndKeep(parts: ChooseModelParts, candidate: Candidate): Promise<void> {
  const { models, log } = parts;
  const { key, ...found } = candidate;
  const id = models.kept.all.find((model) => isSame(model, candidate))?.id ?? randomUUID();
  const name = modelName(candidate);
  const isWanted = models.wish();
  try {
    const kept = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, cancellable: true, title: vscode.l10n.t("Trying {0}…", name) },
      async (progress, cancellation): Promise<KeptModel> => {
        const abort = new AbortController();
        cancellation.onCancellationRequested(() => {
          abort.abort();
        });
        const { signal } = abort;
        const model = await models.candidate({ id, ...found }, key);
        const onLoading = () => {
          progress.report({ message: vscode.l10n.t("It is still loading.") });
        };
        const { tools, ...speed } = await onceLoaded(() => tryModel(model, signal), { signal, onLoading });
        const told = await describe(parts, candidate, signal);
        return { id, ...found, limits: { ...found.limits, ...told, tools }, ...speed };
      },
    );
    if (!isWanted()) return;
    if (key !== undefined) await models.setKey(id, key);
    await models.choose(kept);
    await models.mayRead(kept);
    // Not awaited: the command is done. With a button, the whole message is visible.
    const ask = vscode.l10n.t("Ask About This Code");
    const buttons = models.answering ? [ask] : [];
    const message = keptWords(kept, models.answering !== undefined);
    void vscode.window.showInformationMessage(message, ...buttons).then((choice) => {
      if (choice === ask) void runCommand("ask");
    });
  } catch (error) {
    if (isAbort(error)) return;
    log.error("A model was tried and does not work", error);
    if (!isWanted()) return;
    const another = vscode.l10n.t("Choose Another…");
    const showLog = vscode.l10n.t("Show Log");
    const changeKey = vscode.l10n.t("Change Key…");
    const { source } = candidate;
    const hasWrongKey = error instanceof ModelError && error.code === "noPermission" && source.kind === "endpoint";
    const buttons = hasWrongKey ? [changeKey, another] : [another, showLog];
    // Not awaited: the command is done, and the buttons are only an offer.
    void vscode.window.showErrorMessage(modelFailureWords(error, name), ...buttons).then(async (choice) => {
      if (choice === another) void runCommand("chooseModel");
      else if (choice === showLog) void runCommand("showLog");
      else if (choice === changeKey && source.kind === "endpoint") {
        const { host } = new URL(source.baseUrl);
        const prompt = vscode.l10n.t("The key for {0}, which is kept in the editor's secret storage", host);
        const typed = await promptForKey({ title: vscode.l10n.t("Change Key"), prompt });
        if (typed) await tryAndKeep(parts, candidateAt(source.baseUrl, source.model, typed.key));
      }
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

/** Whether it is a model of a server on this machine. */
function isHere({ source }: Pick<KeptModel, "source">): boolean {
  return source.kind === "endpoint" && isLoopback(new URL(source.baseUrl).hostname);
}

function isSame(a: Pick<KeptModel, "source">, b: Pick<KeptModel, "source">): boolean {
  const placeOf = ({ source }: Pick<KeptModel, "source">) =>
    JSON.stringify([source.kind === "editor" ? source.vendor : source.baseUrl, source.model]);
  return placeOf(a) === placeOf(b);
}
