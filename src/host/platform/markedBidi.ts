import type * as vscode from "vscode";
import { withMarkedBidiControls } from "../../core/text/bidi.ts";

/**
 * Marks every bidi control character in what a row shows and says, so that nothing reads differently from what it is.
 */
export function withMarkedBidiInRow<Row extends vscode.TreeItem>(row: Row): Row {
  const { label, description, tooltip, accessibilityInformation: said } = row;
  if (typeof label === "string") row.label = withMarkedBidiControls(label);
  else if (label) row.label = { ...label, label: withMarkedBidiControls(label.label) };
  if (typeof description === "string") row.description = withMarkedBidiControls(description);
  if (typeof tooltip === "string") row.tooltip = withMarkedBidiControls(tooltip);
  if (said) row.accessibilityInformation = { ...said, label: withMarkedBidiControls(said.label) };
  return row;
}

/** {@link withMarkedBidiInRow} for a quick pick item; returns a copy. */
export function withMarkedBidiInChoice<Row extends vscode.QuickPickItem>(row: Row): Row {
  const { label, description, detail } = row;
  return {
    ...row,
    label: withMarkedBidiControls(label),
    ...(description !== undefined && { description: withMarkedBidiControls(description) }),
    ...(detail !== undefined && { detail: withMarkedBidiControls(detail) }),
  };
}
