import * as vscode from "vscode";
import { printSourceLink } from "../../core/sources/sourceLink.ts";
import type { CommandHandler } from "../platform/commands.ts";
import type { SourceCommandName } from "../platform/commandNames.ts";
import { asShown } from "../sources/editorLines.ts";
import type { CitedPlace, SourceNode } from "../sources/sourceNodes.ts";
import type { SourceOpener } from "../sources/sourceOpener.ts";
import type { SourcesTree } from "./sourcesTree.ts";

/** More files than this are opened only after confirmation. */
const MANY = 15;

export interface SourceCommandParts {
  readonly tree: SourcesTree;
  readonly opener: SourceOpener;
  /** The editor that has the cursor, or had it last. */
  readonly lastEditor: () => vscode.TextEditor | undefined;
}

/**
 * What can be done with the sources of the answer in view: with those of a row, or, by key, of the selected row. For a
 * row that is just being redrawn the editor passes `undefined`: nothing is done then, so that no other row is affected.
 */
export function sourceCommands({
  tree,
  opener,
  lastEditor,
}: SourceCommandParts): Record<SourceCommandName, CommandHandler> {
  const rowOf = (given: readonly unknown[]): SourceNode | undefined => {
    const [row] = given;
    if (given.length === 0) return tree.selected;
    return isNode(row) ? row : undefined;
  };
  return {
    openSource: async (...given) => {
      const node = rowOf(given);
      if (node) await tree.open(node);
    },
    nextSource: () => tree.step(1),
    previousSource: () => tree.step(-1),
    peekSource: async (...given) => {
      const node = rowOf(given);
      if (node && tree.panel) await peek(node.places, tree.panel.accountId, opener, lastEditor());
    },
    compareSource: async (...given) => {
      const index = rowOf(given)?.places[0].state.index;
      if (index !== undefined) await tree.panel?.compareSource(index);
    },
    copySourcePath: async (...given) => {
      const node = rowOf(given);
      const path = node?.kind === "repository" ? node.places[0].location.repository : node?.places[0].location.path;
      if (path !== undefined) await vscode.env.clipboard.writeText(path);
    },
    copySourceLink: async (...given) => {
      const baseUrl = tree.panel?.baseUrl;
      const links = (rowOf(given)?.places ?? []).map(({ location }) => (baseUrl ?? "") + printSourceLink(location));
      if (baseUrl !== undefined && links.length > 0) await vscode.env.clipboard.writeText(links.join("\n"));
    },
    checkSources: () => tree.panel?.checkSources(),
    openAllSources: async () => {
      const files = [...Map.groupBy(tree.panel?.places ?? [], ({ location }) => fileOf(location)).values()];
      if (files.length > MANY && !(await isWanted(files.length))) return;
      for (const [first] of files) if (first) await tree.panel?.openSource(first.state.index, true, false);
    },
    compareAllSources: async () => {
      const { panel } = tree;
      if (!panel) return;
      await opener.prepare();
      const differing = [...Map.groupBy(panel.places, ({ location }) => fileOf(location)).values()].flatMap(
        (places) => {
          const [found] = places.flatMap((place) => differenceOf(place));
          if (!found) return [];
          const mine = opener.uriOf(panel.accountId, { ...found.location, path: found.path });
          return [[mine, opener.uriAtService(panel.accountId, found.location), mine] as const];
        },
      );
      if (differing.length > 0)
        await vscode.commands.executeCommand("vscode.changes", vscode.l10n.t("Cited ↔ yours"), differing);
      else void vscode.window.showInformationMessage(vscode.l10n.t("No source is known to differ from your copy."));
    },
  };
}

/** The file of the local copy that a place is compared with, if the two differ. */
function differenceOf({ location, check }: CitedPlace) {
  if (check && "range" in check) return [{ location, path: check.path }];
  return check && "nearLine" in check ? [{ location, path: location.path }] : [];
}

/** Shows places in a peek view at the cursor, in the editor that had it last. Without one, the first place opens. */
async function peek(
  places: SourceNode["places"],
  accountId: string,
  opener: SourceOpener,
  editor: vscode.TextEditor | undefined,
): Promise<void> {
  await opener.prepare();
  if (!editor) {
    const [{ location, check }] = places;
    await opener.open(accountId, location, undefined, { known: check });
    return;
  }
  const locations: vscode.Location[] = [];
  for (const { location, check } of places) {
    const found = check && "range" in check ? { ...location, path: check.path, range: check.range } : location;
    const uri = opener.uriOf(accountId, found);
    const shown = await asShown(found.range ?? { startLine: 0, endLine: 0 }, uri);
    const { startLine, endLine, startColumn = 0, endColumn = Number.MAX_SAFE_INTEGER } = shown;
    locations.push(new vscode.Location(uri, new vscode.Range(startLine, startColumn, endLine, endColumn)));
  }
  const { document, selection, viewColumn } = editor;
  await vscode.window.showTextDocument(document, { ...(viewColumn !== undefined && { viewColumn }), selection });
  await vscode.commands.executeCommand(
    "editor.action.peekLocations",
    document.uri,
    selection.active,
    locations,
    "peek",
  );
}

async function isWanted(count: number): Promise<boolean> {
  const open = vscode.l10n.t("Open");
  const message = vscode.l10n.t("Open {0} files?", count);
  return (await vscode.window.showInformationMessage(message, { modal: true }, open)) === open;
}

function fileOf({ repository, revision, path }: CitedPlace["location"]): string {
  return JSON.stringify([repository, revision, path]);
}

function isNode(value: unknown): value is SourceNode {
  return typeof value === "object" && value !== null && "places" in value && "children" in value;
}
