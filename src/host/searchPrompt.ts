import * as vscode from "vscode";

/**
 * Lets a person write a query. It starts with what is selected, else with the last one. An empty query is told so and
 * not run. `undefined` where nothing is to be searched.
 */
export async function promptForQuery(last: string, service: string): Promise<string | undefined> {
  const value = selectedWords() ?? last;
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t("Search Code");
  input.value = value;
  input.valueSelection = [0, value.length];
  input.placeholder = vscode.l10n.t(
    "Words, or filters such as repo:, file:, lang:, case:yes, count:all, patternType:regexp",
  );
  input.prompt = vscode.l10n.t("Searched by: {0}", service);
  try {
    return await new Promise((resolve) => {
      input.onDidChangeValue(() => {
        input.validationMessage = undefined;
      });
      input.onDidAccept(() => {
        const query = input.value.trim();
        if (query !== "") resolve(query);
        else input.validationMessage = vscode.l10n.t("Type what to search for.");
      });
      input.onDidHide(() => {
        resolve(undefined);
      });
      input.show();
    });
  } finally {
    input.dispose();
  }
}

/** The selection of the active editor if it lies in one line: quoted where the query language would read something into it. */
function selectedWords(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor?.selection.isSingleLine) return undefined;
  const text = editor.document.getText(editor.selection).trim();
  if (text === "") return undefined;
  return /^[\w.$-]+$/.test(text) && !/^(?:and|or|not)$/i.test(text) ? text : `"${text.replace(/[\\"]/g, "\\$&")}"`;
}
