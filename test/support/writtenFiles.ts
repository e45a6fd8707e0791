import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

const TRIES = 100;

/**
 * Every file of a folder and what it holds, by paths with `/` that begin in the folder. An editor that runs replaces its
 * files: where one is gone before it was read, all are read anew, since what it held may be in another by then.
 */
export function writtenFiles(
  folder: string,
  isRead: (path: string) => boolean = () => true,
): ReadonlyMap<string, Buffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return read(folder, isRead);
    } catch (error) {
      const isReplaced = error instanceof Error && "code" in error && error.code === "ENOENT" && existsSync(folder);
      if (!isReplaced || attempt === TRIES) throw error;
    }
  }
}

function read(folder: string, isRead: (path: string) => boolean): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).replaceAll(sep, "/");
    if (entry.isFile() && isRead(path)) files.set(path, readFileSync(file));
  }
  return files;
}
