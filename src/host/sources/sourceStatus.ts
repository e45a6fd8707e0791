import * as vscode from "vscode";
import type { CheckProblem, SourceCheck } from "../../core/sources/sourceCheck.ts";
import type { SourceLocation } from "../../core/sources/sourceLink.ts";
import type { SourceStatus } from "../../protocol/answer.ts";

type Kind = SourceStatus["kind"];
type FoundPlace = Extract<SourceCheck, { state: "moved" | "changed" }>;

/** What is said beside a source, even if everything is as it was cited. */
export function sourceStatus(source: SourceLocation, check: SourceCheck): SourceStatus {
  switch (check.state) {
    case "same":
      return status("same", vscode.l10n.t("unchanged"), vscode.l10n.t("Unchanged in your copy"));
    case "cited":
      return status(
        "cited",
        vscode.l10n.t("found"),
        check.isNow
          ? vscode.l10n.t("Found at the service as it is now; the cited version is unknown")
          : vscode.l10n.t("The version that was cited has it; you have no copy to compare it with"),
      );
    case "moved":
      return check.isSure ? moved(source, check) : perhaps(source, check);
    case "changed":
      return check.isSure ? { ...changed(source, check), canCompare: true } : perhaps(source, check);
    case "gone":
      return gone(check);
    case "cannotCheck":
      return problem(check.reason);
  }
}

function gone({ nearLine, isSure }: Extract<SourceCheck, { state: "gone" }>): SourceStatus {
  const hasFile = nearLine !== undefined;
  if (!isSure) {
    const description = hasFile
      ? vscode.l10n.t("Not found in your copy: perhaps gone, or changed a lot")
      : vscode.l10n.t("The file is not in your copy: perhaps gone, renamed or not checked out");
    return { ...status("perhapsGone", vscode.l10n.t("perhaps gone"), description), canCompare: hasFile };
  }
  const description = hasFile
    ? vscode.l10n.t("What was cited is gone from your copy")
    : vscode.l10n.t("The file is gone from your copy");
  return { ...status("gone", vscode.l10n.t("gone"), description), canCompare: hasFile };
}

/** For a place without evidence on both sides: a comparison will tell. */
function perhaps(source: SourceLocation, { path, range }: FoundPlace): SourceStatus {
  const line = range.startLine + 1;
  const [label, description] =
    path === source.path
      ? [vscode.l10n.t("perhaps line {0}", line), vscode.l10n.t("Perhaps at line {0} of your copy", line)]
      : [
          vscode.l10n.t("perhaps in {0}, line {1}", path, line),
          vscode.l10n.t("Perhaps in {0}, line {1} of your copy", path, line),
        ];
  return { ...status("perhaps", label, description), canCompare: true };
}

function moved(source: SourceLocation, { path, range }: FoundPlace): SourceStatus {
  const line = range.startLine + 1;
  return path === source.path
    ? status("moved", vscode.l10n.t("moved to line {0}", line), vscode.l10n.t("Moved to line {0} in your copy", line))
    : status(
        "moved",
        vscode.l10n.t("moved to {0}, line {1}", path, line),
        vscode.l10n.t("Moved to {0}, line {1} in your copy", path, line),
      );
}

function changed(source: SourceLocation, { path, range }: FoundPlace): SourceStatus {
  const line = range.startLine + 1;
  if (path !== source.path) {
    const description = vscode.l10n.t("Changed since it was cited, now in {0}, line {1} of your copy", path, line);
    return status("changed", vscode.l10n.t("changed, now in {0}, line {1}", path, line), description);
  }
  return range.startLine === (source.range?.startLine ?? 0)
    ? status("changed", vscode.l10n.t("changed"), vscode.l10n.t("Changed in your copy since it was cited"))
    : status(
        "changed",
        vscode.l10n.t("changed, now line {0}", line),
        vscode.l10n.t("Changed in your copy since it was cited, now at line {0}", line),
      );
}

function problem(reason: CheckProblem): SourceStatus {
  const unchecked = vscode.l10n.t("not checked");
  switch (reason) {
    case "fileMissing": {
      const description = vscode.l10n.t("The version that was cited has no such file");
      return status("broken", vscode.l10n.t("no such file"), description);
    }
    case "linesMissing": {
      const description = vscode.l10n.t("The version that was cited has no such lines");
      return status("broken", vscode.l10n.t("no such lines"), description);
    }
    case "notText":
      return status("unchecked", unchecked, vscode.l10n.t("Not checked: it is not text, or too large to compare"));
    case "unavailable":
      return status("unchecked", unchecked, vscode.l10n.t("Not checked: the cited version could not be fetched"));
    case "unpinned":
      return status("unchecked", unchecked, vscode.l10n.t("Not checked: the cited version is unknown"));
    case "tooMany":
      return status(
        "unchecked",
        unchecked,
        vscode.l10n.t("Not checked: too many files are cited. Check again for more"),
      );
  }
}

function status(kind: Kind, label: string, description: string): SourceStatus {
  return { kind, label, description, canCompare: false };
}

/** How many sources have which status, or that they are still being checked. `undefined` if nothing was checked. */
export function statusSummary(
  statuses: readonly (SourceStatus | undefined)[],
  isChecking: boolean,
): string | undefined {
  if (isChecking && statuses.includes(undefined)) return vscode.l10n.t("Checking…");
  const count = (wanted: Kind): number => statuses.filter((each) => each?.kind === wanted).length;
  const counted: readonly [number, (count: number) => string][] = [
    [count("same"), (n) => vscode.l10n.t("{0} unchanged", n)],
    [count("cited"), (n) => vscode.l10n.t("{0} found", n)],
    [count("moved"), (n) => vscode.l10n.t("{0} moved", n)],
    [count("changed"), (n) => vscode.l10n.t("{0} changed", n)],
    [count("perhaps"), (n) => vscode.l10n.t("{0} perhaps elsewhere", n)],
    [count("gone"), (n) => vscode.l10n.t("{0} gone", n)],
    [count("perhapsGone"), (n) => vscode.l10n.t("{0} perhaps gone", n)],
    [count("broken"), (n) => vscode.l10n.t("{0} not found", n)],
    [count("unchecked"), (n) => vscode.l10n.t("{0} not checked", n)],
  ];
  const words = counted.flatMap(([n, say]) => (n === 0 ? [] : [say(n)]));
  return words.length === 0 ? undefined : words.join(" · ");
}
