import fs from "node:fs";
import { readFile, readlink, realpath, stat } from "node:fs/promises";
import os from "node:os";
import path, { type PlatformPath } from "node:path";
import { promisify } from "node:util";

/** What is looked up among the files of repositories. No method rejects. */
export interface Disk {
  readonly path: PlatformPath;
  /** `undefined` if it is missing, too long for a settings file, or not a file. */
  readonly read: (file: string) => Promise<string | undefined>;
  readonly isFile: (file: string) => Promise<boolean>;
  /** The target of a link, as written; `undefined` for anything that is not a link. */
  readonly readLink: (file: string) => Promise<string | undefined>;
  /** The path with all links followed; as given if they can't be followed. */
  readonly realPath: (file: string) => Promise<string>;
}

/** Settings files are never this long. */
const BYTES_AT_MOST = 1024 * 1024;

/** The disk of this machine. */
export const DISK: Disk = {
  path,
  async read(file) {
    try {
      const found = await stat(file);
      return found.isFile() && found.size <= BYTES_AT_MOST ? await readFile(file, "utf8") : undefined;
    } catch {
      return undefined;
    }
  },
  async isFile(file) {
    return stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
  },
  async readLink(file) {
    return readlink(file).catch(() => undefined);
  },
  async realPath(file) {
    return findRealPath(file).catch(() => file);
  },
};

/**
 * Follows all links; rejects if nothing is there. Windows itself can't do this on some drives: there, links are
 * followed one by one.
 */
export function findRealPath(file: string): Promise<string> {
  return realpath(file).catch(() => followLinks(file));
}

const followLinks = promisify<string, string>(fs.realpath);

/** The user's home folder. `undefined` if neither the environment nor the system knows one, as in some containers. */
export function homeFolder(): string | undefined {
  try {
    return os.homedir();
  } catch {
    return undefined;
  }
}
