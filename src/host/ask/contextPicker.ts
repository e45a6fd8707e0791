import * as vscode from "vscode";
import { withMarkedBidiInChoice } from "../platform/markedBidi.ts";
import { cellAt, type AskedAt } from "./askedAt.ts";

type Choice = vscode.QuickPickItem & { readonly asked: AskedAt | "mention" };

/**
 * Lets a person choose what else a question is about: what is selected or open in `editor`, problems in it, the open
 * folders that the service `knows`, or anything that can be mentioned. `undefined` if nothing was chosen.
 */
export async function pickContext(
  editor: vscode.TextEditor | undefined,
  knows: (folder: vscode.Uri) => Promise<boolean>,
): Promise<AskedAt | "mention" | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const areKnown = await Promise.all(folders.map(({ uri }) => knows(uri)));
  const choices = [
    ...ofEditor(editor),
    ...folders
      .filter((_, index) => areKnown[index])
      .map(({ name, uri }) =>
        choice(`$(root-folder) ${name}`, vscode.l10n.t("whole folder"), { uri, lines: undefined, isOn: true }),
      ),
    choice(`$(mention) ${vscode.l10n.t("Repository or File…")}`, "", "mention"),
  ];
  const chosen = await vscode.window.showQuickPick(choices, {
    title: vscode.l10n.t("Add Context"),
    placeHolder: vscode.l10n.t("What the question is about"),
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  return chosen?.asked;
}

function ofEditor(editor: vscode.TextEditor | undefined): readonly Choice[] {
  if (!editor) return [];
  const { document, selection } = editor;
  const cell = cellAt(document.uri);
  const uri = cell?.notebook.uri ?? document.uri;
  const inCell = cell && { cell };
  const path = vscode.workspace.asRelativePath(uri, false);
  const slash = path.lastIndexOf("/");
  const folder = vscode.workspace.getWorkspaceFolder(uri) && slash > 0 ? vscode.Uri.joinPath(uri, "..") : undefined;
  return [
    ...(selection.isEmpty
      ? []
      : [choice(`$(selection) ${vscode.l10n.t("Selection")}`, path, { uri, lines: selection, ...inCell, isOn: true })]),
    choice(`$(file) ${path.slice(slash + 1)}`, path, { uri, lines: undefined, isOn: true }),
    ...(folder ? [choice(`$(folder) ${path.slice(0, slash)}`, "", { uri: folder, lines: undefined, isOn: true })] : []),
    ...vscode.languages.getDiagnostics(document.uri).map((problem) =>
      choice(`$(warning) ${problem.message}`, `${path}:${problem.range.start.line + 1}`, {
        uri,
        lines: problem.range,
        problem,
        ...inCell,
        isOn: true,
      }),
    ),
  ];
}

function choice(label: string, description: string, asked: Choice["asked"]): Choice {
  return withMarkedBidiInChoice<Choice>({ label, description, asked });
}
