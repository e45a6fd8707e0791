import * as vscode from "vscode";
import { usualTime } from "../../core/conversations/usualTime.ts";
import { printDuration } from "./questionDetails.ts";

/**
 * What is known of a question whose service tells nothing of its work: since when, and how long the person's earlier
 * answers from this service took (milliseconds).
 */
export function expectedWords(startedAt: number, earlierMs: readonly number[], now: number): string {
  const since = vscode.l10n.t(
    "Asked at {0}.",
    new Date(startedAt).toLocaleTimeString(vscode.env.language, { timeStyle: "short" }),
  );
  const usual = usualTime(earlierMs);
  if (!usual) return since;
  const [from, to] = [printDuration(usual.fromMs), printDuration(usual.toMs)];
  if (now - startedAt > usual.toMs)
    return `${since} ${vscode.l10n.t("It takes longer than usual: earlier answers took up to {0}.", to)}`;
  return `${since} ${
    usual.fromMs === usual.toMs
      ? vscode.l10n.t("Earlier answers took about {0}.", to)
      : vscode.l10n.t("Earlier answers took {0} to {1}.", from, to)
  }`;
}
