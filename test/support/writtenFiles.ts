import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

const TRIES = 100;

/**
 * Every file in a folder and its content, by paths with `/` relative to the folder. A running editor replaces its
 * files: if one disappears before it is read, all are read again, since its content may be in another file by then.
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
