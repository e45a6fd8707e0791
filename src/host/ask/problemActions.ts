import * as vscode from "vscode";

/** Offers *Ask About This Problem* on what the editor reports: for one problem at a time, after the fixes of others. */
export class ProblemActions implements vscode.CodeActionProvider {
  provideCodeActions(
    { uri }: vscode.TextDocument,
    _: vscode.Range,
    { diagnostics, only }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    if (only && !only.contains(vscode.CodeActionKind.QuickFix)) return [];
    return diagnostics.slice(0, 1).map((problem) => {
      const action = new vscode.CodeAction(vscode.l10n.t("Ask About This Problem"), vscode.CodeActionKind.QuickFix);
      action.command = { title: action.title, command: "plumbline.askAboutProblem", arguments: [uri, problem] };
      action.diagnostics = [problem];
      return action;
    });
  }
}
