import * as vscode from "vscode";
import type { ToggleName } from "../../core/query/queryToggles.ts";

/** The labels of a toggle, by what a click would do: turn it `on` or `off`. */
interface ToggleWords {
  /** One of the editor's own icons. */
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
