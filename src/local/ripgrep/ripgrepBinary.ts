import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Where the ripgrep binary is: beside this program where it was built to be shipped, else in the npm package. Where it is
 * missing, that is told by the search that starts it.
 */
export async function findRipgrep(): Promise<string> {
  const beside = fileURLToPath(new URL(process.platform === "win32" ? "./rg.exe" : "./rg", import.meta.url));
  if (existsSync(beside)) return beside;
  return import("@vscode/ripgrep").then(
    ({ rgPath }) => rgPath,
    () => beside,
  );
}
