import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { launcherName, launcherScript, type Launched } from "../../core/agents/mcpLauncher.ts";
import { retryWhileHeldOpen } from "../../core/model/heldOpen.ts";

/**
 * Writes the launcher into a folder, unless it is already there unchanged. Nobody else can write to what this creates.
 */
export async function writeLauncherFile(folder: string, launched: Launched): Promise<string> {
  const file = path.join(folder, launcherName(process.platform));
  const text = launcherScript(process.platform, launched);
  if ((await readFile(file, "utf8").catch(() => undefined)) === text) return file;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const written = `${file}.${process.pid}`;
  await writeFile(written, text, { mode: 0o700 });
  await chmod(written, 0o700);
  await retryWhileHeldOpen(() => rename(written, file));
  return file;
}
