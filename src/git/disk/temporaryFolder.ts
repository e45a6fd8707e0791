import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import process from "node:process";

const PREFIX = "plumbline-git-";
/** On Windows, a file that a scanner has open can't be removed; a moment later it can. */
const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };
/** Folders are in use only for seconds. */
const LEFT_BEHIND_MS = 3_600_000;
/** The folder that the environment names may be gone by now, for example with the session that it was made for. */
const USUAL_PLACES =
  process.platform === "win32"
    ? [path.join(process.env["LOCALAPPDATA"] ?? "C:\\Windows", "Temp")]
    : ["/tmp", "/var/tmp"];

/** A new folder that only this user can read, to be disposed of. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/**
 * Makes a folder that is removed where it is disposed of. One that can't be removed then, or whose process is killed,
 * is removed after an hour, by the first use in another process. `remove` is replaced in tests.
 */
export async function newTemporaryFolder(remove = rm): Promise<TemporaryFolder> {
  const folder = await makeFolder([os.tmpdir(), ...USUAL_PLACES]);
  cleanOnce(path.dirname(folder));
  return {
    path: folder,
    async [Symbol.asyncDispose]() {
      await remove(folder, REMOVAL).catch(() => undefined); // what is held open is removed later
    },
  };
}

/** In the first of these places that exists and is writable. */
async function makeFolder([place = "", ...others]: readonly string[]): Promise<string> {
  try {
    return await mkdtemp(path.join(place, PREFIX));
  } catch (error) {
    if (others.length === 0) throw error;
    return makeFolder(others);
  }
}

const cleaned = new Set<string>();

/** Does not wait for the cleaning. */
function cleanOnce(place: string): void {
  if (cleaned.has(place)) return;
  cleaned.add(place);
  clean(place).catch(() => undefined); // another time, perhaps
}

async function clean(place: string): Promise<void> {
  const left = (await readdir(place)).filter((name) => name.startsWith(PREFIX));
  for (const folder of left.map((name) => path.join(place, name)))
    if (await isLeftBehind(folder)) await rm(folder, REMOVAL).catch(() => undefined);
}

/** In a shared place, others may have folders with such a name: theirs are left alone. */
async function isLeftBehind(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  if (stats?.isDirectory() !== true || Date.now() - stats.mtimeMs < LEFT_BEHIND_MS) return false;
  return process.getuid === undefined || process.getuid() === stats.uid;
}
