import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { launcherName, launcherScript, type Launched } from "../../core/agents/mcpLauncher.ts";
import { retryWhileHeldOpen } from "../../core/model/heldOpen.ts";

/** Only the owner may write to the launcher and its folder, and only the owner runs it. */
const MODE = 0o700;

/** Writes the launcher into a folder, unless it is already there unchanged. Nobody else can then write to either. */
export async function writeLauncherFile(folder: string, launched: Launched): Promise<string> {
  const file = path.join(folder, launcherName(process.platform));
  const text = launcherScript(process.platform, launched);
  const isThere = (await readFile(file, "utf8").catch(() => undefined)) === text;
  if (isThere && (await isOnlyOurs(folder)) && (await isOnlyOurs(file))) return file;
  await mkdir(folder, { recursive: true, mode: MODE });
  await chmod(folder, MODE);
  const written = `${file}.${process.pid}`;
  await writeFile(written, text, { mode: MODE });
  await chmod(written, MODE);
  await retryWhileHeldOpen(() => rename(written, file));
  return file;
}

/** Removes the launcher from a folder: agents can't start it any more. */
export async function removeLauncherFile(folder: string): Promise<void> {
  const file = path.join(folder, launcherName(process.platform));
  await retryWhileHeldOpen(() => rm(file, { force: true }));
}

/** On Windows, where files have no such mode, whatever is in the storage folder is. */
async function isOnlyOurs(file: string): Promise<boolean> {
  return process.platform === "win32" || ((await stat(file)).mode & 0o777) === MODE;
}
