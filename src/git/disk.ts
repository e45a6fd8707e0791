import fs from "node:fs";
import { readFile, readlink, realpath, stat } from "node:fs/promises";
import os from "node:os";
import path, { type PlatformPath } from "node:path";
import { promisify } from "node:util";

/** What is looked up in the files of repositories. Nothing of it rejects. */
export interface Disk {
  readonly path: PlatformPath;
  /** `undefined` for what is missing, too long for a file of settings, or no file. */
  readonly read: (file: string) => Promise<string | undefined>;
  readonly isFile: (file: string) => Promise<boolean>;
  /** Where a link leads, as it is written; `undefined` for what is none. */
  readonly readLink: (file: string) => Promise<string | undefined>;
  /** With all links followed; as it is given where that can't be done. */
  readonly realPath: (file: string) => Promise<string>;
}

/** Files of settings are never as long. */
const BYTES_AT_MOST = 1024 * 1024;

/** The one of this machine. */
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

/** With all links followed; rejects where nothing is. Windows itself can't tell on some drives: there it is found link by link. */
export function findRealPath(file: string): Promise<string> {
  return realpath(file).catch(() => followLinks(file));
}

const followLinks = promisify<string, string>(fs.realpath);

/** The person's own folder. `undefined` where neither the environment nor the system knows one, as in some containers. */
export function homeFolder(): string | undefined {
  try {
    return os.homedir();
  } catch {
    return undefined;
  }
}
