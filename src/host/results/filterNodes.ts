import * as vscode from "vscode";
import type { ListedFilter } from "../../core/query/listedFilters.ts";
import { addFragment, chooseFilter, fragmentsOf, hasFragment, removeFragment } from "../../core/query/queryEdit.ts";
import { filterOf } from "../../core/query/queryFilters.ts";
import type { PatternType, Skipped } from "../../core/model/search.ts";
import { withMarkedBidiInRow } from "../platform/markedBidi.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import type { Search } from "../search/searches.ts";
import { withoutMarks } from "../../core/markdown/withoutMarks.ts";
import { serviceName } from "../platform/serviceName.ts";

/** A row of the Filters view. */
export type FilterNode =
  | { readonly kind: "group"; readonly id: string; readonly label: string; readonly children: FilterNode[] }
  | {
      readonly kind: "note";
      readonly id: string;
      readonly label: string;
      readonly tooltip: string;
      readonly icon: string;
      /** A page that a click opens. */
      readonly page?: string;
    }
  | {
      readonly kind: "query";
      readonly id: string;
      readonly label: string;
      readonly description: string;
      readonly query: string;
      readonly patternType: PatternType;
    }
  | { readonly kind: "again"; readonly id: string }
  | {
      readonly kind: "filter";
      readonly id: string;
      readonly value: string;
      readonly label: string;
      /** The number of matches, in words, as far as it is known. */
      readonly count: string;
      readonly isOn: boolean;
      /** The query without the filter if it is on, and with it if it is not. */
      readonly toggled: string;
      readonly patternType: PatternType;
    };

/**
 * What can be said and done about a search, with the filters to choose from. Problems come first; below the filters
 * come the query's own, which the query box shows as well, what is merely good to know, and where the service recorded
 * what it did. What an alert proposes is left out where the box shows it.
 */
export function filterNodes(search: Search, filters: readonly ListedFilter[], isAlertShown = false): FilterNode[] {
  const skipped = skippedNodes(search);
  const isHarmless = search.progress?.skipped.every((item) => iconOf(item) === "info" && !item.suggested) ?? true;
  return [
    ...brokenNodes(search),
    ...notes(search, isAlertShown),
    ...(isHarmless ? [] : skipped),
    ...facetNodes(search, filters),
    ...ownFilterNodes(search, filters),
    ...(isHarmless ? skipped : []),
    ...traceNodes(search),
  ];
}

/** For those who run the service. It is an address or only an id. */
function traceNodes({ id, progress }: Search): FilterNode[] {
  const { trace = "" } = progress ?? {};
  if (trace === "") return [];
  const label = vscode.l10n.t("Trace: {0}", trace);
  const page = /^https?:/i.test(trace) ? URL.parse(trace)?.href : undefined;
  return [{ kind: "note", id: `${id} trace`, label, tooltip: label, icon: "pulse", ...(page && { page }) }];
}

export function filterRow(node: FilterNode): vscode.TreeItem {
  return withMarkedBidiInRow(rowOf(node));
}

function rowOf(node: FilterNode): vscode.TreeItem {
  switch (node.kind) {
    case "group": {
      const row = new vscode.TreeItem(node.label, vscode.TreeItemCollapsibleState.Expanded);
      row.id = node.id;
      return row;
    }
    case "note": {
      const row = new vscode.TreeItem(node.label);
      row.id = node.id;
      row.tooltip = node.tooltip;
      row.iconPath = new vscode.ThemeIcon(node.icon);
      if (node.page !== undefined)
        row.command = {
          command: "vscode.open",
          title: vscode.l10n.t("Open in Browser"),
          arguments: [vscode.Uri.parse(node.page, true)],
        };
      return row;
    }
    case "query": {
      const row = new vscode.TreeItem(node.label);
      row.id = node.id;
      row.description = node.description;
      row.tooltip = node.query;
      row.iconPath = new vscode.ThemeIcon("arrow-right");
      row.command = searchCommand(node.query, node.patternType);
      return row;
    }
    case "again": {
      const row = new vscode.TreeItem(vscode.l10n.t("Search Again"));
      row.id = node.id;
      row.iconPath = new vscode.ThemeIcon("refresh");
      row.command = { command: "plumbline.searchAgain", title: vscode.l10n.t("Search Again") };
      return row;
    }
    case "filter": {
      const row = new vscode.TreeItem(node.label);
      row.id = node.id;
      row.description = node.count;
      row.tooltip = node.value;
      row.checkboxState = node.isOn ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked;
      row.command = searchCommand(node.toggled, node.patternType, true); // not run by a click on the checkbox
      return row;
    }
  }
}

/** With `preserveFocus`, the row keeps the focus, so that another one can be turned on or off next. */
function searchCommand(query: string, patternType: PatternType, preserveFocus = false): vscode.Command {
  return {
    command: "plumbline.search",
    title: vscode.l10n.t("Search"),
    arguments: [query, patternType, preserveFocus],
  };
}

/** Rows for a search that did not run to its end, with a way to run it again. */
function brokenNodes({ failure, id, reached, status }: Search): FilterNode[] {
  if (status !== "failed" && status !== "stopped") return [];
  const again: FilterNode = { kind: "again", id: `${id} again` };
  if (status === "stopped") {
    const label = vscode.l10n.t("Stopped before the search finished.");
    return [{ kind: "note", id: `${id} stopped`, label, tooltip: label, icon: "debug-stop" }, again];
  }
  const label = wordingOf(failure, serviceName(reached?.account)).message;
  return [{ kind: "note", id: `${id} failure`, label, tooltip: label, icon: "error" }, again];
}

/** What went wrong at the service, and the queries that it proposes: its reason for them is above the results. */
function notes({ alert, serviceErrors, id, query: { patternType } }: Search, isAlertShown: boolean): FilterNode[] {
  const errors = serviceErrors.map((message, index): FilterNode => {
    return { kind: "note", id: `${id} error ${index}`, label: message, tooltip: message, icon: "error" };
  });
  if (!alert || isAlertShown) return errors;
  const proposed = alert.proposedQueries.map(({ description, query }, index): FilterNode => {
    const label = description || query;
    return { kind: "query", id: `${id} proposed ${index}`, label, description: query, query, patternType };
  });
  return [...errors, ...proposed];
}

function skippedNodes({ progress, query, id }: Search): FilterNode[] {
  const skipped = progress?.skipped ?? [];
  if (skipped.length === 0) return [];
  const children = skipped.flatMap((item, index): FilterNode[] => {
    const note: FilterNode = {
      kind: "note",
      id: `${id} skipped ${index}`,
      label: item.title,
      tooltip: withoutMarks(item.message) || item.title,
      icon: iconOf(item),
    };
    if (!item.suggested) return [note];
    const { title, queryExpression } = item.suggested;
    const fix: FilterNode = {
      kind: "query",
      id: `${id} fix ${index}`,
      label: title,
      description: queryExpression,
      query: addFragment(query.text, queryExpression),
      patternType: query.patternType,
    };
    return [note, fix];
  });
  return [{ kind: "group", id: `${id} skipped`, label: vscode.l10n.t("Not Searched"), children }];
}

function iconOf({ severity }: Skipped): string {
  if (severity === "error") return "error";
  return severity.startsWith("warn") ? "warning" : "info";
}

/** Filters that the query has and the service doesn't list, so that they can be removed. */
function ownFilterNodes(
  { query: { text: query, patternType }, id }: Search,
  filters: readonly ListedFilter[],
): FilterNode[] {
  const listed = new Set(filters.map(({ value }) => value));
  const own = fragmentsOf(query).filter((text) => filterOf(text) !== undefined && !listed.has(text));
  if (own.length === 0) return [];
  const children = [...new Set(own)].map((text): FilterNode => {
    const shown = { value: text, label: text, count: "", isOn: true };
    return { kind: "filter", id: `${id} own ${text}`, ...shown, toggled: removeFragment(query, text), patternType };
  });
  return [{ kind: "group", id: `${id} own`, label: vscode.l10n.t("In the Query"), children }];
}

/** "≥ 30" if the service has not counted to the end. */
function countWords({ count, exhaustive }: ListedFilter): string {
  if (count === undefined) return "";
  const words = count.toLocaleString(vscode.env.language);
  return exhaustive ? words : `≥ ${words}`;
}

/**
 * Filters by kind: languages first, which are few and often chosen, then repositories, which may fill the view; those
 * that the query already has can be removed again.
 */
function facetNodes(
  { query: { text: query, patternType }, id }: Search,
  filters: readonly ListedFilter[],
): FilterNode[] {
  const kinds = Map.groupBy(filters, ({ kind }) => kind);
  const names = groupNames();
  return [...new Set([...Object.keys(names), ...kinds.keys()])].flatMap((kind): FilterNode[] => {
    const children = (kinds.get(kind) ?? []).map((filter): FilterNode => {
      const { value } = filter;
      const isOn = hasFragment(query, value);
      return {
        kind: "filter",
        id: `${id} ${kind} ${value}`,
        value,
        label: filter.label || value,
        count: countWords(filter),
        isOn,
        toggled: isOn ? removeFragment(query, value) : chooseFilter(query, value),
        patternType,
      };
    });
    return children.length === 0 ? [] : [{ kind: "group", id: `${id} ${kind}`, label: names[kind] ?? kind, children }];
  });
}

/** In the order in which they are shown; unknown kinds come last. */
function groupNames(): Readonly<Record<string, string>> {
  return {
    lang: vscode.l10n.t("Languages"),
    repo: vscode.l10n.t("Repositories"),
    file: vscode.l10n.t("Files"),
    type: vscode.l10n.t("Types"),
    "symbol type": vscode.l10n.t("Symbols"),
    author: vscode.l10n.t("Authors"),
    "commit date": vscode.l10n.t("Dates"),
    utility: vscode.l10n.t("More"),
  };
}
