import { resolve } from "node:path";
import * as vscode from "vscode";
import type { ToolService } from "../../core/agents/toolService.ts";
import { isFolder } from "../../git/disk/disk.ts";
import { contains, plainName } from "../../git/repositories/repositories.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";

/** What the local service serves to the editor's own tools: the folders that are open. */
export function servedInEditor(repositories: WorkspaceRepositories): Required<Pick<ToolService, "served" | "locate">> {
  const openFolders = (): string[] =>
    (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === "file" ? [uri.fsPath] : []));
  return {
    async served() {
      const folders = openFolders();
      const [known, isThere] = await Promise.all([repositories.load(), Promise.all(folders.map(isFolder))]);
      return {
        folders,
        missing: folders.filter((_, at) => isThere[at] === false),
        repositories: known.names.flatMap((name) => {
          const root = known.named(name)?.root;
          return root === undefined ? [] : [{ name, root }];
        }),
      };
    },
    async locate(path) {
      const file = plainName(resolve(path));
      const isServed = openFolders().some((folder) => contains(folder, file) || contains(file, folder));
      const located = isServed ? (await repositories.load()).locate(file) : undefined;
      if (!located || located.repository.isElsewhere) return undefined;
      return { repository: located.repository.name, path: located.path };
    },
  };
}
