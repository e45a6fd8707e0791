import * as vscode from "vscode";
import type { CheckProblem, SourceCheck } from "../../core/sources/sourceCheck.ts";
import type { SourceLocation } from "../../core/sources/sourceLink.ts";

/** What is worth saying at the place that a source led to; `undefined` if everything is as it was cited. */
export function noteWords(source: SourceLocation, check: SourceCheck): string | undefined {
  const line = (source.range?.startLine ?? 0) + 1;
  switch (check.state) {
    case "cited":
    case "same":
      return undefined;
    case "moved":
      if (!check.isSure) return vscode.l10n.t("Perhaps what was cited at line {0}", line);
      return check.path === source.path
        ? vscode.l10n.t("Moved here from line {0}, where it was cited", line)
        : vscode.l10n.t("Moved here from {0}, line {1}, where it was cited", source.path, line);
    case "changed":
      if (!check.isSure) return vscode.l10n.t("Perhaps what was cited at line {0}, changed since", line);
      return check.path === source.path
        ? vscode.l10n.t("Changed since it was cited")
        : vscode.l10n.t("Moved here from {0}, line {1}, and changed since it was cited", source.path, line);
    case "gone":
      return check.isSure
        ? vscode.l10n.t("What was cited here is gone")
        : vscode.l10n.t("What was cited here is perhaps gone, or changed a lot");
    case "cannotCheck":
      return check.likeliest
        ? vscode.l10n.t("Perhaps what was cited at line {0}; the cited version is unknown", line)
        : problemWords(check.reason);
  }
}

/** Said when the cited version is opened because the local copy no longer has the file. */
export function goneWords({ path }: SourceLocation): string {
  return vscode.l10n.t("{0} is gone from your copy: this is the version that was cited", path);
}

function problemWords(reason: CheckProblem): string | undefined {
  switch (reason) {
    case "fileMissing":
      return vscode.l10n.t("The version that was cited has no such file");
    case "linesMissing":
      return vscode.l10n.t("The version that was cited has no such lines");
    case "notText":
    case "unavailable":
    case "unpinned":
    case "tooMany":
      return undefined; // nothing is known to be wrong
  }
}
