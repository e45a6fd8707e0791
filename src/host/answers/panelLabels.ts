import * as vscode from "vscode";
import type { AnswerLabels } from "../../protocol/answer.ts";

/** The fixed words of the panel. */
export function labels(): AnswerLabels {
  return {
    stop: vscode.l10n.t("Stop"),
    sources: vscode.l10n.t("Sources"),
    checkSources: vscode.l10n.t("Check Again"),
    compareSource: vscode.l10n.t("Compare with the cited version"),
    followUps: vscode.l10n.t("Ask next"),
    copy: vscode.l10n.t("Copy"),
    copied: vscode.l10n.t("Copied"),
    code: vscode.l10n.t("Code"),
    wrap: vscode.l10n.t("Wrap Lines"),
    insertCode: vscode.l10n.t("Insert at Cursor"),
    openCode: vscode.l10n.t("Open in Editor"),
    searchCode: vscode.l10n.t("Search for This"),
    diagram: vscode.l10n.t("Diagram"),
    zoomIn: vscode.l10n.t("Zoom In"),
    zoomOut: vscode.l10n.t("Zoom Out"),
    zoomReset: vscode.l10n.t("Fit"),
    copySvg: vscode.l10n.t("Copy as SVG"),
    showSource: vscode.l10n.t("Show Source"),
    log: vscode.l10n.t("What Was Done"),
    stats: vscode.l10n.t("What It Took"),
    details: vscode.l10n.t("Details"),
    openInBrowser: vscode.l10n.t("Open in Browser"),
    retryIn: vscode.l10n.t("You can try again in {0}."),
    retryNow: vscode.l10n.t("You can try again now."),
    question: vscode.l10n.t("Question"),
    edit: vscode.l10n.t("Edit and Ask Again"),
    skip: vscode.l10n.t("Skip"),
    skipToAnswer: vscode.l10n.t("Skip to the Last Answer"),
    skipToSources: vscode.l10n.t("Skip to Its Sources"),
    skipToBox: vscode.l10n.t("Skip to the Question Box"),
    answer: vscode.l10n.t("Answer"),
    answered: vscode.l10n.t("The answer is ready."),
    showMore: vscode.l10n.t("Show More"),
    showLess: vscode.l10n.t("Show Less"),
    showLines: vscode.l10n.t("Show All {0} Lines"),
  };
}
