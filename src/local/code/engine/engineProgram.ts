import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Where the program is that the engine runs, ripgrep: beside this program in a build to be shipped, else in the npm
 * package. If it is missing, the search that starts it reports that.
 */
export async function findEngineProgram(): Promise<string> {
  const beside = fileURLToPath(new URL(process.platform === "win32" ? "./rg.exe" : "./rg", import.meta.url));
  if (existsSync(beside)) return beside;
  return import("@vscode/ripgrep").then(
    ({ rgPath }) => rgPath,
    () => beside,
  );
}
