import type { ChangedFile } from "../../core/model/commitText.ts";
import { git } from "../command/gitCommand.ts";

/**
 * The files that a commit adds, changes, removes or renames, compared with its first parent. Rejects if there is no
 * git, or if the repository has no such commit.
 */
export async function commitFiles(root: string, hash: string): Promise<readonly ChangedFile[]> {
  if (!/^[0-9a-f]{4,64}$/.test(hash)) throw new Error("A commit is named by its hash.");
  const args = [
    "diff-tree",
    "--root",
    "-r",
    "-m",
    "--first-parent",
    "-M",
    "--no-commit-id",
    "--name-status",
    "-z",
    hash,
  ];
  const fields = (await git(root, args, { maxBytes: 16 * 1024 * 1024 })).toString().split("\0");
  const files: ChangedFile[] = [];
  for (let at = 0; at + 1 < fields.length;) {
    const [status = "", first = "", second = ""] = fields.slice(at, at + 3);
    const isMove = status.startsWith("R") || status.startsWith("C");
    if (isMove) files.push({ oldPath: first, newPath: second });
    else if (status === "A") files.push({ newPath: first });
    else if (status === "D") files.push({ oldPath: first });
    else files.push({ oldPath: first, newPath: first });
    at += isMove ? 3 : 2;
  }
  return files;
}
