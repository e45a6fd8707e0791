import * as vscode from "vscode";
import type { ToggleName } from "../../core/query/queryToggles.ts";

/** What a toggle is called while it is off, `on` being what it would do, and while it is on. */
interface ToggleWords {
  /** Of the editor's own icons. */
  readonly icon: string;
  readonly on: string;
  readonly off: string;
}

/** The words of every toggle, wherever a query is written. */
export const TOGGLE_WORDS: Readonly<Record<ToggleName, ToggleWords>> = {
  case: {
    icon: "case-sensitive",
    on: vscode.l10n.t("Match Case"),
    off: vscode.l10n.t("Don't Match Case"),
  },
  words: {
    icon: "whole-word",
    on: vscode.l10n.t("Match Whole Words"),
    off: vscode.l10n.t("Don't Match Whole Words"),
  },
  phrase: {
    icon: "quote",
    on: vscode.l10n.t("Match Exact Phrase"),
    off: vscode.l10n.t("Match Words in Any Order"),
  },
  regexp: {
    icon: "regex",
    on: vscode.l10n.t("Use Regular Expression"),
    off: vscode.l10n.t("Don't Use Regular Expression"),
  },
};
